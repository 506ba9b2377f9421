"""The support score with vectors: what it gains, that it stays a score, and that a part that fails is no pass."""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento import CheckId, Fragment, Grounder, Settings
from fundamento.adapters.vectors import SentenceVectors
from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.assessments import Assessment
from fundamento.checks.context import Context
from fundamento.engine.assessment import ALL_CHECKS, assess
from fundamento.errors import ConfigurationError
from fundamento.findings import Fault
from fundamento.scoring.features import BAD, FEATURES
from fundamento.scoring.paraphrase import PARAPHRASE
from fundamento.scoring.score import explain_score
from fundamento.scoring.weights import VECTORS as WEIGHTS
from fundamento.scoring.weights import load_weights
from fundamento.similarity import Similarity
from fundamento.testing import answer_json, claim

VECTORS = SentenceVectors()


def look(text: str, *texts: str, vectors: Similarity | None = VECTORS) -> Assessment:
    fragments = {f"S{index}": Fragment(f"S{index}", each) for index, each in enumerate(texts)}
    drafted = Claim(text, tuple(Support(name) for name in fragments))
    context = Context(fragments, as_of=date(2026, 5, 10), quotes_required=False, vectors=vectors)
    return assess(Draft(GroundedAnswer((drafted,))), context, ALL_CHECKS)


def known(text: str, *texts: str, vectors: Similarity | None = VECTORS) -> float:
    found = look(text, *texts, vectors=vectors).claims[0].support_score
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("same", "other", "text"),
    [
        (
            "El alumno compró un automóvil.",
            "El alumno compró un melón.",
            "El estudiante adquirió un coche en mayo.",
        ),
        ("The physician cured the child.", "The physician painted the fence.", "The doctor healed the kid last week."),
    ],
)
def test_paraphrase_scores_above_something_else(same: str, other: str, text: str) -> None:
    gain = known(same, text) - known(other, text)
    assert gain > known(same, text, vectors=None) - known(other, text, vectors=None)
    assert gain > 0.03


def test_a_comparison_is_a_cosine_and_the_same_each_time_and_in_each_thread() -> None:
    pairs = [("el gato duerme", "the cat sleeps"), ("el gato duerme", "el gato duerme"), ("\ud800 x", "")]
    fresh = SentenceVectors(cached=0)
    first = list(fresh.compare(pairs))
    assert first[1] == 1.0
    assert first[0] > 0.6
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: list(fresh.compare(pairs)), range(8))) == [first] * 8
    assert list(VECTORS.compare(pairs)) == list(VECTORS.compare(pairs)) == first
    assert list(VECTORS.compare([])) == []


def test_what_is_kept_is_bounded() -> None:
    vectors = SentenceVectors(cached=2)
    for word in ("uno", "dos", "tres", "dos"):
        vectors.compare([(word, "cuatro")])
    assert [key[0][0] for key in vectors._known] == ["tres", "dos"]
    with pytest.raises(ConfigurationError, match="cannot keep -1"):
        SentenceVectors(cached=-1)


def test_a_score_is_the_sum_of_what_it_is_made_of_and_leaves_out_what_cannot_be_told() -> None:
    text = "El plan Pro permite hasta 10 proyectos activos."
    for said, names in (("El plan Pro admite proyectos.", PARAPHRASE), ("El plan Pro admite 90 proyectos.", ())):
        evidence = look(said, text).claims[0].evidence
        found = explain_score(Claim(said), evidence, VECTORS)
        assert found is not None
        assert set(found.values) == {*FEATURES, *names}
        assert found.probability == pytest.approx(load_weights(WEIGHTS).probability(found.values))
        assert set(found.contributions) <= set(found.values)


def test_no_feature_counts_against_its_meaning() -> None:
    weights = load_weights(WEIGHTS).weights
    assert list(weights) == [*FEATURES, *PARAPHRASE]
    assert [name for name, weight in weights.items() if weight * (-1 if name in BAD else 1) < 0] == []


class Failing:
    def __init__(self, said: Any) -> None:
        self.said = said
        self.asked = 0

    def compare(self, pairs: Sequence[tuple[str, str]], /) -> Any:
        self.asked += 1
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (RuntimeError("Ana compró"), "RuntimeError"),
        ([], "Nonsense"),
        ([float("nan")] * 2, "Nonsense"),
        (["alike"] * 2, "ValueError"),
        (None, "TypeError"),
    ],
)
def test_a_part_that_fails_is_a_fault_and_never_a_pass(said: object, error: str) -> None:
    failing = Failing(said)
    found = look("Ana compró un melón.", "Ana adquirió un coche.", vectors=failing)
    assert found.faults == (Fault("vectors", error, check=CheckId.WEAK_SUPPORT, claim=0),)
    assert (found.claims[0].support_score, CheckId.WEAK_SUPPORT in found.looked) == (None, False)
    assert failing.asked == 1


def test_a_grounder_takes_them_and_nothing_else() -> None:
    fragment = Fragment("S", "El estudiante adquirió un coche en mayo.")
    output = answer_json(claim("El alumno compró un automóvil.", "S"))
    plain, other = (
        Grounder(sinks=(), settings=Settings(quotes=False, vectors=vectors)).check(output, [fragment])
        for vectors in (None, VECTORS)
    )
    assert (plain.faults, other.faults) == ((), ())
    assert plain.claims[0].support_score != other.claims[0].support_score
    with pytest.raises(ConfigurationError, match=r"Settings\.vectors is a str"):
        Settings(vectors="usem3")  # type: ignore[arg-type]  # the wrong kind is what is tested


def test_the_library_is_asked_for_by_its_extra() -> None:
    code = (
        "import sys; sys.modules['usem3'] = None\n"
        "from fundamento.adapters.vectors import SentenceVectors\n"
        "from fundamento.errors import MissingExtraError\n"
        "try:\n    SentenceVectors()\nexcept MissingExtraError as error:\n    print(error.extra)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "vectors\n"


@settings(max_examples=60)
@given(
    said=st.text(max_size=60),
    texts=st.lists(st.text(max_size=80) | st.just("El plan Pro permite, no. Sin 10 días."), min_size=1, max_size=4),
)
def test_a_score_is_a_probability_and_the_same_in_any_order(said: str, texts: list[str]) -> None:
    one, other = look(said, *texts), look(said, *texts[::-1])
    assert one.faults + other.faults == ()
    found = one.claims[0].support_score
    assert found == other.claims[0].support_score
    assert found is None or 0.0 <= found <= 1.0


def test_the_work_of_a_claim_is_bounded() -> None:
    class Counting:
        texts: tuple[str, ...] = ()

        def compare(self, pairs: Sequence[tuple[str, str]], /) -> Sequence[float]:
            self.texts += tuple(text for pair in pairs for text in pair)
            return [0.5] * len(pairs)

    counting = Counting()
    look("El proyecto permite cosas. " * 500, "Una frase del plan. " * 5_000, vectors=counting)
    assert len(counting.texts) <= 2 * 2 * 3
    assert max(map(len, counting.texts)) <= 300
