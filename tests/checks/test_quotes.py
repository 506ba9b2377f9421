from collections.abc import Mapping
from datetime import date

import pytest

from fundamento.answers import Claim, Support
from fundamento.checks import missing_quote, quote_not_found, trivial_quote
from fundamento.checks.context import Context
from fundamento.evidence import Citation, Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment
from fundamento.quotes.citations import is_trivial, locate_quote
from fundamento.spans import Span

CHECKS = (missing_quote.CHECK, trivial_quote.CHECK, quote_not_found.CHECK)
FRAGMENTS = {
    "S1": Fragment("S1", "La garantía cubre 24 meses desde la entrega."),
    "S2": Fragment("S2", "Shipping is free over 50 euros within Spain."),
}


def audit(
    *supports: tuple[str, str | None],
    fragments: Mapping[str, Fragment] = FRAGMENTS,
    quotes_required: bool = True,
) -> list[Finding]:
    support = tuple(Support(fragment, quote) for fragment, quote in supports)
    claim = Claim("La garantía cubre 24 meses.", support)
    evidence = Evidence.of(locate_quote(one, fragments.get(one.fragment)) for one in support)
    context = Context(fragments, date(2025, 1, 1), quotes_required=quotes_required)
    return [finding for check in CHECKS if check.claim for finding in check.claim(claim, evidence, context) or ()]


def summary(findings: list[Finding]) -> list[tuple[str, str, str | None]]:
    return [(finding.check.value, finding.reason, finding.fragment) for finding in findings]


def test_the_family() -> None:
    assert [(check.id, check.family, check.version, check.answer) for check in CHECKS] == [
        (CheckId.MISSING_QUOTE, Family.QUOTE, 1, None),
        (CheckId.TRIVIAL_QUOTE, Family.QUOTE, 1, None),
        (CheckId.QUOTE_NOT_FOUND, Family.QUOTE, 1, None),
    ]


@pytest.mark.parametrize(
    ("quote", "spans"),
    [
        (None, None),
        ("", None),
        (" \n\u200b", None),
        ("cubre 24 meses", (Span(12, 26),)),
        ("cubre 36 meses", ()),
    ],
)
def test_a_citation_says_where_its_quote_stands(quote: str | None, spans: tuple[Span, ...] | None) -> None:
    support = Support("S1", quote)
    assert locate_quote(support, FRAGMENTS["S1"]) == Citation(support, FRAGMENTS["S1"], spans)
    assert locate_quote(support, None) == Citation(support)


@pytest.mark.parametrize(
    ("support", "expected"),
    [
        (("S1", "cubre 24 meses"), []),
        (("S1", "Cubre  24 meses."), []),
        (("S1", None), [("missing-quote", "none-given", "S1")]),
        (("S1", ""), [("missing-quote", "blank", "S1")]),
        (("S1", "\u200b \u2060\n"), [("missing-quote", "blank", "S1")]),
        (("S1", "la"), [("trivial-quote", "function-words-only", "S1")]),
        (("S1", "no es"), [("trivial-quote", "function-words-only", "S1")]),
        (("S2", "is over"), [("trivial-quote", "function-words-only", "S2")]),
        (("S1", "…"), [("trivial-quote", "no-words", "S1")]),
        (("S1", "cubre 36 meses"), [("quote-not-found", "not-in-fragment", "S1")]),
        (("S1", "is free over 50 euros"), [("quote-not-found", "in-another-fragment", "S1")]),
        (("S2", "4 meses"), [("quote-not-found", "not-in-fragment", "S2")]),
        (("S9", "cubre 24 meses"), []),
        (("S9", None), []),
        (("S9", "la"), []),
    ],
)
def test_one_support(support: tuple[str, str | None], expected: list[tuple[str, str, str]]) -> None:
    assert summary(audit(support)) == expected


@pytest.mark.parametrize(
    ("support", "expected"),
    [
        (("S1", None), []),
        (("S1", " "), []),
        (("S1", "la"), []),
        (("S1", "los"), []),
        (("S1", "cubre 24 meses"), []),
        (("S1", "cubre 36 meses"), [("quote-not-found", "not-in-fragment", "S1")]),
    ],
)
def test_quotes_off(support: tuple[str, str | None], expected: list[tuple[str, str, str]]) -> None:
    assert summary(audit(support, quotes_required=False)) == expected


def test_the_same_pair_is_found_once_in_a_claim() -> None:
    findings = audit(("S1", "36 meses"), ("S1", "36 meses"), ("S2", "36 meses"), ("S1", None), ("S1", None))
    assert summary(findings) == [
        ("missing-quote", "none-given", "S1"),
        ("quote-not-found", "not-in-fragment", "S1"),
        ("quote-not-found", "not-in-fragment", "S2"),
    ]


def test_the_claim_is_left_for_the_caller() -> None:
    assert [finding.claim for finding in audit(("S1", None), ("S1", "la"), ("S1", "36 meses"))] == [None] * 3


def test_the_nearest_passage_is_shown() -> None:
    (finding,) = audit(("S1", "cubre 36 meses"))
    assert finding.detail == {
        "nearest": {"start": 12, "end": 26, "text": "cubre 24 meses", "similarity": pytest.approx(0.857, abs=0.01)}
    }


def test_the_other_fragment_is_named() -> None:
    (finding,) = audit(("S1", "is FREE over 50 euros"))
    assert finding.detail["found_in"] == "S2"


def test_the_search_elsewhere_is_bounded() -> None:
    large = {f"L{index}": Fragment(f"L{index}", "x " * 300_000) for index in range(3)}
    fragments = {**large, **FRAGMENTS}
    assert summary(audit(("S1", "free over 50 euros"), fragments=fragments)) == [
        ("quote-not-found", "not-in-fragment", "S1")
    ]


@pytest.mark.parametrize(
    "quote",
    [
        *("el", "Los", "que no", "de la", "there is", "it isn’t", "don't", "«más»", "ma\u0301s", "l\u200bos"),
        *("?", "—", "…", "[...]", "€", "✓"),
    ],
)
def test_trivial(quote: str) -> None:
    assert is_trivial(quote) is True


@pytest.mark.parametrize(
    "quote",
    ["gratis", "free", "24", "P7", "ISO-9001", "tres", "²", "½", "Ⅷ", "plan B", "no reembolsable", "a" * 100, "契約"],
)
def test_not_trivial(quote: str) -> None:
    assert is_trivial(quote) is False


def test_a_run_of_marks_ends_soon() -> None:
    assert is_trivial("\u0300\u0316" * 100_000) is True
