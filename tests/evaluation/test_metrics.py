from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import pytest

from fundamento.evaluation import metrics
from fundamento.evaluation.cases import Case, ClaimLabel, RequiredFact
from fundamento.evaluation.comparison import exact_mcnemar
from fundamento.evaluation.diagnosis import Component, diagnose
from fundamento.evaluation.figures import Figure, FigureStatus, Mean, Source, average
from fundamento.evaluation.verdicts import CheckVerdicts, LabelVerdicts, ReadAnswer, read_answer

TEXTS = {"a": "The pump runs at 40 bar.", "b": "The pump runs at 40 bar in summer.", "c": "The valve is made of steel."}


def make(*claims: tuple[str, ...], **rest: Any) -> Case:
    values = {
        "id": "case",
        "question": "What does the pump run at?",
        "fragments": [{"id": one, "text": text} for one, text in TEXTS.items()],
        "answer": {"claims": [{"text": "The pump runs at 40 bar.", "cites": cites} for cites in claims]},
    }
    return Case.model_validate({**values, **rest})


def labelled(case: Case, *labels: ClaimLabel) -> tuple[ReadAnswer, LabelVerdicts]:
    answer = read_answer(case)
    return answer, LabelVerdicts(labels, answer)


@dataclass(frozen=True)
class NoVerdicts:
    source: Source = Source.JUDGE

    def entails(self, index: int, fragments: Collection[str]) -> bool | None:
        return None

    def inferable(self, index: int) -> bool | None:
        return None

    def expresses(self, index: int, fact: RequiredFact) -> bool | None:
        return None

    def states(self, fragments: Collection[str], fact: RequiredFact) -> bool | None:
        return None


FIRST_IS_ENOUGH = ClaimLabel(supported=True, sufficient=(("a",),))


@pytest.mark.parametrize(
    ("cites", "label", "paper", "counted", "idle"),
    [
        (("a",), FIRST_IS_ENOUGH, 1.0, 1.0, 0.0),
        (("a", "c"), FIRST_IS_ENOUGH, 0.5, 0.5, 0.5),
        (("a", "b"), ClaimLabel(supported=True, sufficient=(("a",), ("b",))), 1.0, 1.0, 0.0),
        (("a", "c"), ClaimLabel(supported=True, sufficient=(("a", "c"),)), 1.0, 1.0, 0.0),
        (("c",), ClaimLabel(supported=False), 0.0, 0.0, 0.0),
        (("a", "gone"), FIRST_IS_ENOUGH, None, 0.0, 0.0),
    ],
)
def test_citation_precision_counts_what_is_needed(
    cites: tuple[str, ...], label: ClaimLabel, paper: float | None, counted: float, idle: float
) -> None:
    answer, verdicts = labelled(make(cites), label)

    assert metrics.alce_precision(answer, verdicts).value == paper
    assert metrics.alce_precision(answer, verdicts, count_invented=True).value == counted
    assert metrics.idle_citations(answer, verdicts).value == idle


def test_an_invented_citation_lowers_the_figure_that_counts_it_and_leaves_the_paper_s() -> None:
    answer, verdicts = labelled(make(("a",), ("a", "gone")), FIRST_IS_ENOUGH, FIRST_IS_ENOUGH)

    assert metrics.alce_precision(answer, verdicts) == Figure(1.0, 1, Source.LABELS)
    assert metrics.alce_precision(answer, verdicts, count_invented=True) == Figure(1 / 3, 3, Source.LABELS)
    assert metrics.alce_recall(answer, verdicts) == Figure(0.5, 2, Source.LABELS)


def test_nothing_to_divide_by_is_a_status() -> None:
    silent, uncited = labelled(make()), labelled(make(()), ClaimLabel(supported=False))

    for measure in (metrics.support, metrics.alce_precision, metrics.idle_citations, metrics.faithfulness):
        assert measure(*silent) == Figure(None, 0, Source.LABELS, FigureStatus.ABSTAINED)
    assert metrics.alce_precision(*uncited) == Figure(None, 0, Source.LABELS, FigureStatus.NOT_APPLICABLE)
    assert metrics.coverage(make(), *silent) == Figure(None, 0, Source.LABELS, FigureStatus.NOT_APPLICABLE)


def test_a_verdict_that_cannot_be_had_is_a_status() -> None:
    case = make(("a", "b"), required=[{"id": "f", "text": "40 bar", "fragments": ["a"]}])
    answer, nobody = read_answer(case), NoVerdicts()

    figures = [measure(answer, nobody) for measure in (metrics.support, metrics.alce_precision, metrics.faithfulness)]
    figures += [metrics.coverage(case, answer, nobody), metrics.context_recall(case, nobody)]
    figures.append(metrics.context_precision(case, nobody))

    assert figures == [Figure(None, 0, Source.JUDGE, FigureStatus.JUDGE_FAILED)] * 6
    assert {each.component for each in diagnose(case, answer, nobody, CheckVerdicts(case, answer))} == {
        Component.UNKNOWN
    }


@pytest.mark.parametrize(
    ("ranking", "expected"), [("abc", 1.0), ("cab", (1 / 2 + 2 / 3) / 2), ("cba", (1 / 2 + 2 / 3) / 2), ("c", 0.0)]
)
def test_context_precision_of_a_perfect_ranking_is_1(ranking: str, expected: float) -> None:
    case = make(required=[{"id": "f", "text": "40 bar", "fragments": ["a", "b"]}], ranking=list(ranking))

    assert metrics.context_precision(case, labelled(case)[1]).value == expected


def test_no_context_recalls_nothing() -> None:
    case = make(required=[{"id": "f", "text": "40 bar", "fragments": ["a"]}], fragments=[])
    answer = read_answer(case)

    for verdicts in (labelled(case)[1], CheckVerdicts(case, answer)):
        assert metrics.context_recall(case, verdicts) == Figure(0.0, 1, verdicts.source)


def test_a_fact_counts_only_where_a_supported_claim_expresses_it() -> None:
    case = make(("c",), required=[{"id": "f", "text": "The pump runs at 40 bar.", "fragments": ["a"]}])
    answer = read_answer(case)

    assert metrics.coverage(case, answer, CheckVerdicts(case, answer)).value == 0
    assert metrics.coverage(case, *labelled(case, ClaimLabel(supported=False, facts=("f",)))).value == 0


def test_abstention_is_a_table() -> None:
    silent, spoken = make(), make(("a",))
    none = {"kind": "unanswerable"}
    cases = [spoken, spoken, silent, spoken.model_copy(update=none), silent.model_copy(update=none)]

    table = metrics.abstention((case, read_answer(case)) for case in cases)

    assert table == metrics.AbstentionTable(answered=2, over_refusals=1, false_answers=1, right_abstentions=1)
    assert (table.over_refusal.value, table.false_answer.value) == (1 / 3, 1 / 2)
    assert metrics.abstention([]).false_answer.status is FigureStatus.NOT_APPLICABLE


def test_numbers_are_looked_at_by_the_checks() -> None:
    case = make(("a",), ("c",))
    answer = read_answer(case)

    assert metrics.unsupported_numbers(answer, CheckVerdicts(case, answer)) == Figure(0.5, 2, Source.CHECKS)


def test_a_mean_says_what_it_leaves_out() -> None:
    gone = [Figure(None, 0, Source.LABELS, status) for status in list(FigureStatus)[1:]]

    assert average([Figure(1.0, 2, Source.LABELS), Figure(0.5, 9, Source.LABELS), *gone]) == Mean(0.75, 2, 1, 1, 1)
    assert average(gone).value is None


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        (make(required=[{"id": "f", "text": "It weighs 9 kg.", "fragments": ["z"]}]), [Component.RETRIEVAL]),
        (make(required=[{"id": "f", "text": "The pump runs at 40 bar.", "fragments": ["a"]}]), [Component.ABSTENTION]),
        (make(("a",), kind="unanswerable"), [Component.ABSTENTION]),
        (make(("gone",)), [Component.USE_OF_EVIDENCE]),
        (make(("a",), required=[{"id": "f", "text": "The valve is made of steel.", "fragments": ["c"]}]),
         [Component.COMPLETENESS]),
        (make(("a",), kind="dated", fragments=[{"id": "a", "text": TEXTS["a"], "document": "d", "version": "1",
                                                "superseded_by": "2"}]), [Component.CURRENCY]),
        (make(("a",)), []),
    ],
)  # fmt: skip
def test_each_failure_has_its_component(case: Case, expected: list[Component]) -> None:
    answer = read_answer(case)
    checks = CheckVerdicts(case, answer)

    assert [each.component for each in diagnose(case, answer, checks, checks)] == expected


@pytest.mark.parametrize(("better", "worse", "expected"), [(0, 0, None), (1, 0, 1.0), (6, 0, 2 / 64), (5, 5, 1.0)])
def test_mcnemar_is_exact(better: int, worse: int, expected: float | None) -> None:
    assert exact_mcnemar(better, worse) == expected
