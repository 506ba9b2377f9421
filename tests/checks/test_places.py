"""Where in a claim a finding stands: which half of it failed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento import CheckId, Fragment, Grounder
from fundamento.checks.places import find_differing, find_written, place_in_claim
from fundamento.checks.wording import even_claim
from fundamento.events import FindingEvent
from fundamento.spans import Span
from fundamento.telemetry.records import to_record

# (claim, fragments, check, the part of the claim that fails): hospitals and libraries first, then mountain huts.
CASES = [
    ("La sala A tiene 12 camas y la sala B tiene 9 camas.", ["La sala A tiene 12 camas y la sala B tiene 8 camas."],
     CheckId.NUMBER_UNSUPPORTED, "9"),
    ("Ward A has 12 beds and ward B has 9 beds.", ["Ward A has 12 beds and ward B has 8 beds."],
     CheckId.NUMBER_UNSUPPORTED, "9"),
    ("Los libros se prestan 7 días y los discos 21 días.", ["Los libros se prestan 21 días y los discos 7 días."],
     CheckId.NUMBER_MISATTRIBUTED, "21 días"),
    ("The library opens at 9 and is always free.", ["The library opens at 9 and has a garden."],
     CheckId.TERM_UNSUPPORTED, "free"),
    ("La visita dura 30 minutos y no se admiten perros.", ["La visita dura 30 minutos y se admiten perros."],
     CheckId.POLARITY_FLIPPED, "no se admiten perros"),
    ("The hut has 40 places; dogs are allowed.", ["The hut has 40 places; dogs are not allowed."],
     CheckId.POLARITY_FLIPPED, "dogs are allowed"),
    ("El refugio abre en junio; la cena cuesta 25 €.", ["El refugio abre en junio; la cena cuesta al menos 25 €."],
     CheckId.QUALIFIER_DROPPED, "la cena cuesta 25 €"),
    ("The hut lies at 2,100 m and the guide is Marta Ferrer.", ["The hut lies at 2,100 m and the guide is waiting."],
     CheckId.TERM_UNSUPPORTED, "Marta Ferrer"),
]  # fmt: skip


def look(claim: str, fragments: list[str]) -> list[tuple[CheckId, str | None]]:
    known = [Fragment(f"f{number}", text) for number, text in enumerate(fragments)]
    support = [{"fragment": each.id, "quote": each.text} for each in known]
    output = {"answer": {"kind": "grounded", "claims": [{"support": support, "text": claim}]}}
    result = Grounder(sinks=()).check(output, known)
    return [
        (each.check, None if each.span is None else claim[each.span.start : each.span.end]) for each in result.findings
    ]


@pytest.mark.parametrize(("claim", "fragments", "check", "part"), CASES)
@pytest.mark.parametrize("spelling", ["NFC", "NFD"])
def test_a_finding_says_which_part_failed(
    claim: str, fragments: list[str], check: CheckId, part: str, spelling: str
) -> None:
    form: str = spelling
    odd = unicodedata.normalize(form, f"\u200b{claim}")  # type: ignore[arg-type]  # one of the two
    assert (check, unicodedata.normalize(form, part)) in look(odd, fragments)  # type: ignore[arg-type]  # as above


@given(st.text(alphabet="aé́ñ\u200b\t  ‑’9%,y", max_size=40), st.data())
def test_a_place_leads_back_to_what_was_read_there(text: str, data: st.DataObject) -> None:
    evened = even_claim(text)
    start = data.draw(st.integers(0, len(evened)))
    end = data.draw(st.integers(start, len(evened)))
    span = place_in_claim(text, start, end)
    assert 0 <= span.start <= span.end <= len(text)
    if unicodedata.normalize("NFC", text) == text and start < end:
        assert even_claim(text[span.start : span.end]) == evened[start:end]


def test_what_a_claim_does_not_say_has_no_place() -> None:
    assert find_written("Cuesta 20 €.", "30") is None
    assert find_written("Cuesta 20 €.", "") is None
    assert find_differing("Cuesta 20 €.", "Cuesta 30 €.") is None
    assert find_differing("Cuesta 20 € y dura un mes.", "Vale 20 € y abarca un mes.") is None
    assert find_differing("Cuesta 20 € y dura un mes.", "Cuesta 20 € y no dura un mes.") == Span(14, 25)


def test_events_and_reports_have_offsets_and_no_text() -> None:
    events: list[FindingEvent] = []
    claim, fragments, check, part = CASES[0]
    support = [{"fragment": "f", "quote": fragments[0]}]
    output = {"answer": {"kind": "grounded", "claims": [{"support": support, "text": claim}]}}
    grounder = Grounder(sinks=lambda event: events.append(event) if isinstance(event, FindingEvent) else None)
    grounder.check(output, [Fragment("f", fragments[0])])
    (event,) = (each for each in events if each.check is check)
    at = claim.index(part)
    assert (event.span_start, event.span_end) == (at, at + 1)
    record = to_record(event)
    assert (record["span_start"], record["span_end"]) == (at, at + 1)
