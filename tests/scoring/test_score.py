"""The support score: what it says, that it explains itself, and what it never does whatever it is given."""

import json
import math
import zlib
from collections.abc import Sequence
from datetime import date
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.assessments import Assessment
from fundamento.checks.context import Context
from fundamento.cli.scores import _FLAGS, _SHARES
from fundamento.engine.assessment import ALL_CHECKS, assess
from fundamento.findings import CheckId
from fundamento.fragments import Fragment
from fundamento.policy.loading import load_bundle
from fundamento.scoring.features import BAD, FEATURES, GOOD
from fundamento.scoring.score import explain_score
from fundamento.scoring.texts import index_text, index_words, read_terms
from fundamento.scoring.weights import PLAIN, load_weights
from fundamento.text.stems import stem_word

ES = "El plan Pro permite hasta 10 proyectos activos. Se paga al mes y no se devuelve el importe."
EN = "The Pro plan allows up to 10 active projects. It is paid monthly and cannot be refunded."


def look(
    claim: str,
    *texts: str,
    quotes: Sequence[str | None] = (),
    enabled: frozenset[CheckId] = ALL_CHECKS,
    threshold: float | None = None,
) -> Assessment:
    fragments = {f"S{index}": Fragment(f"S{index}", text) for index, text in enumerate(texts)}
    given_quotes = list(quotes) or [None] * len(texts)
    support = tuple(Support(name, quote) for name, quote in zip(fragments, given_quotes, strict=True))
    thresholds = {} if threshold is None else {CheckId.WEAK_SUPPORT: threshold}
    context = Context(fragments, as_of=date(2026, 5, 10), quotes_required=bool(quotes), thresholds=thresholds)
    return assess(Draft(GroundedAnswer((Claim(claim, support),))), context, enabled)


def score(claim: str, *texts: str, quotes: Sequence[str | None] = ()) -> float | None:
    return look(claim, *texts, quotes=quotes).claims[0].support_score


def known(claim: str, *texts: str, quotes: Sequence[str | None] = ()) -> float:
    found = score(claim, *texts, quotes=quotes)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("better", "worse", "text"),
    [
        ("El plan Pro permite hasta 10 proyectos.", "El plan Pro permite hasta 90 proyectos.", ES),
        ("The Pro plan allows up to 10 projects.", "The Pro plan allows up to 90 projects.", EN),
        ("El plan Pro permite proyectos.", "El plan Pro no permite proyectos.", ES),
        ("The Pro plan allows projects.", "The Pro plan never allows projects.", EN),
        ("El plan Pro se paga al mes.", "El plan Pro incluye soporte telefónico.", ES),
        ("The Pro plan is paid monthly.", "The Pro plan includes telephone support.", EN),
        ("No se devuelve el importe.", "Se devuelve el importe.", ES),
        ("The Pro plan cannot be refunded.", "The Pro plan can be refunded.", EN),
        ("Ana dice que no es un robo.", "Ana no dice que es un robo.", "Ana dice que no es un robo."),
        ("He said that it is not art.", "He never said that it is art.", "He said that it is not art."),
        ("Las ventas aumentaron.", "Las ventas disminuyeron.", "Las ventas aumentaron en Madrid."),
        ("Prices are higher in May.", "Prices are lower in May.", "Prices are higher in May."),
        ("Some users export files.", "All users export files.", "Some users export files."),
        ("Algunos usuarios exportan.", "Todos los usuarios exportan.", "Algunos usuarios exportan."),
    ],
)
def test_what_the_evidence_says_scores_above_what_it_does_not(better: str, worse: str, text: str) -> None:
    assert known(better, text) > known(worse, text) + 0.1


@pytest.mark.parametrize(
    ("claim", "other", "text"),
    [
        ("El plan Pro permite hasta 10 proyectos activos", "Los gatos de mi casa duermen 20 horas en Lisboa.", ES),
        ("The Pro plan allows up to 10 active projects", "The cats of my house sleep 20 hours in Lisbon.", EN),
    ],
)
def test_word_for_word_is_all_but_certain_and_something_else_is_not(claim: str, other: str, text: str) -> None:
    assert known(claim, text) > 0.95
    assert known(other, text) < 0.04


def test_a_number_in_other_notation_or_words_is_no_loss() -> None:
    expected = known("El plazo es de 30 días.", "El plazo de entrega es de 30 días.")
    assert known("El plazo es de treinta días.", "El plazo de entrega es de 30 días.") == pytest.approx(
        expected, abs=0.1
    )


def test_the_sentence_of_the_quote_counts_for_more_than_the_rest_of_the_fragment() -> None:
    claim = "Se paga al mes y no se devuelve el importe."
    right, wrong = "no se devuelve el importe", "permite hasta 10 proyectos"
    assert known(claim, ES, quotes=[right]) > known(claim, ES, quotes=[wrong]) + 0.1


@pytest.mark.parametrize(
    ("claim", "texts", "quotes"),
    [
        ("El plan Pro permite proyectos.", [ES], ["esto no está ahí"]),
        ("El plan Pro permite proyectos.", [ES], [""]),
        ("El plan Pro permite proyectos.", [ES], ["hasta"]),
        ("El plan Pro permite proyectos.", [], []),
        ("Ya.", [ES], []),
        ("The refund is denied after purchase of the license.", [ES], []),
    ],
    ids=["quote not found", "blank quote", "trivial quote", "no support", "no telling word", "another language"],
)
def test_what_cannot_be_compared_has_no_score_and_no_finding(claim: str, texts: list[str], quotes: list[str]) -> None:
    found = look(claim, *texts, quotes=quotes)
    assert found.claims[0].support_score is None
    assert CheckId.WEAK_SUPPORT not in {finding.check for finding in found.findings}


def test_nothing_is_scored_where_the_check_is_off() -> None:
    found = look("El plan Pro permite proyectos.", ES, enabled=ALL_CHECKS - {CheckId.WEAK_SUPPORT})
    assert found.claims[0].support_score is None


def test_the_policy_sets_the_threshold() -> None:
    claim = "El plan Pro incluye muchos proyectos y carpetas."
    found = known(claim, ES)
    only = frozenset({CheckId.WEAK_SUPPORT})
    assert look(claim, ES, enabled=only, threshold=found - 0.01).findings == ()
    (finding,) = look(claim, ES, enabled=only, threshold=found + 0.01).findings
    assert (finding.check, finding.claim, finding.reason) == (CheckId.WEAK_SUPPORT, 0, "under-threshold")
    assert finding.detail == {"score": found, "threshold": found + 0.01}
    shipped = [load_bundle(name).thresholds for name in ("observe", "standard", "strict")]
    assert shipped == [{CheckId.WEAK_SUPPORT: 0.01}] * 3


def test_a_score_is_the_sum_of_what_it_is_made_of() -> None:
    claim = look("El plan Pro siempre permite 10 proyectos y 3 carpetas.", ES)
    found = explain_score(Claim("El plan Pro siempre permite 10 proyectos y 3 carpetas."), claim.claims[0].evidence)
    assert found is not None
    odds = found.base + sum(found.contributions.values())
    assert found.probability == pytest.approx(1 / (1 + math.exp(-odds)))
    assert found.sentence == "El plan Pro permite hasta 10 proyectos activos."
    assert found.unmatched == ("3", "carpetas")
    assert set(found.values) == set(FEATURES)


def test_no_feature_counts_against_its_meaning_and_each_has_words() -> None:
    weights = load_weights().weights
    assert [name for name in GOOD if weights[name] < 0] + [name for name in BAD if weights[name] > 0] == []
    assert sorted(weights) == sorted(FEATURES)
    assert sorted({*_SHARES, *_FLAGS}) == sorted(FEATURES)
    assert {lang for words in (*_SHARES.values(), *_FLAGS.values()) for lang in words} == {"es", "en"}


PINNED = (1, 292544962)


def test_the_weights_say_where_they_come_from() -> None:
    content = json.loads(files("fundamento.scoring").joinpath(PLAIN).read_text("utf-8"))
    assert set(content["recipe"]["sources"]) >= {"wice", "factcheck-gpt"}
    assert {name for name in content["recipe"]["pairs"] if name in ("inferes", "esxnli")} == set()
    # An event names the version: other weights need another one.
    told = json.dumps([content[key] for key in ("intercept", "calibration", "features")])
    assert (content["version"], zlib.crc32(told.encode())) == PINNED
    assert max(content["reliability"][f"fitted sets, {lang}"]["calibration_error"] for lang in ("en", "es")) <= 0.05


TERMS = """
el plan Pro Básico no nunca sin permite hasta 10 al menos 5,5 % € días 30 horas todos algunos solo the fee is not all
refundable up to at least 3 de marzo 2025 9:30 P7 [1] , . ; ? \n y and treinta dos mil well-known S.A. podría might I
dying quedaban 1.234,5 𝗨𝗡𝗜𝗖𝗘𝗙
"""
SENTENCES = st.lists(st.sampled_from([*TERMS.split(" "), "\n\n"]), max_size=14).map(" ".join)


@settings(max_examples=200)
@given(
    claim=st.one_of(SENTENCES, st.text(max_size=60)),
    texts=st.lists(st.one_of(SENTENCES, st.text(max_size=80)), min_size=1, max_size=4),
    quoted=st.booleans(),
)
def test_a_score_is_a_probability_and_the_same_in_any_order(claim: str, texts: list[str], *, quoted: bool) -> None:
    quotes = [text[: len(text) // 2 + 1] for text in texts] if quoted else []
    one = look(claim, *texts, quotes=quotes)
    other = look(claim, *texts[::-1], quotes=quotes[::-1])
    assert [each.check for each in one.faults + other.faults] == []
    found = one.claims[0].support_score
    assert found == other.claims[0].support_score
    assert found is None or 0.0 <= found <= 1.0


@settings(max_examples=300)
@given(text=st.one_of(SENTENCES, st.text(max_size=120)), words=st.permutations(range(12)))
def test_each_word_is_found_where_it_stands_whatever_was_asked_before(text: str, words: list[int]) -> None:
    index = index_text(text)
    here = [(place, term) for place, sentence in enumerate(index.sentences) for term in read_terms(sentence)]
    for place, term in [here[number] for number in words if number < len(here)]:
        assert index.find(term)[place] == 1.0
        assert index_words(text).find(term) == {0: 1.0}


def test_of_long_evidence_only_what_may_be_meant_is_stemmed() -> None:
    filling = " ".join("".join(chr(97 + int(figure)) for figure in str(number)) for number in range(30_000))
    text = f"{ES} {filling}"
    before = stem_word.cache_info().misses
    assert known("El plan Pro permite 10 proyectos.", text, quotes=["permite hasta 10 proyectos"]) > 0.5
    assert stem_word.cache_info().misses - before < 1_000


def test_the_cost_grows_with_the_evidence_and_no_faster() -> None:
    text = " ".join(
        f"El proyecto {number} permite exportar archivos del plan número {number}." for number in range(20_000)
    )
    assert known("El proyecto 19999 permite exportar archivos del plan.", text) > 0.5
