from fractions import Fraction

import pytest

from evaluation.exercises import museum, p7
from fundamento.evaluation import metrics
from fundamento.evaluation.cases import Case
from fundamento.evaluation.figures import Figure, FigureStatus, Source
from fundamento.evaluation.retrieval import recall_at
from fundamento.evaluation.verdicts import CheckVerdicts, ReadAnswer, Verdicts, label_verdicts, read_answer

THIRD = 1 / 3


def judged(case: Case) -> tuple[ReadAnswer, Verdicts]:
    answer = read_answer(case)
    return answer, label_verdicts(case, answer) or CheckVerdicts(case, answer)


@pytest.mark.parametrize(("k", "expected"), [(2, 0), (3, Fraction(1, 2)), (4, 1)])
def test_the_ranking_of_p7_finds_the_documents_late(k: int, expected: Fraction) -> None:
    case = p7("A", labels=True)

    assert recall_at(case.ranked, case.relevant, k) == expected


def test_three_ranks_of_p7_state_one_fact_of_three() -> None:
    assert metrics.facts_at(p7("A", labels=True), 3).value == THIRD


@pytest.mark.parametrize("labels", [True, False], ids=["labels", "checks"])
@pytest.mark.parametrize(
    ("name", "expected"), [("A", (1.0, THIRD, THIRD)), ("B", (1.0, 1.0, THIRD)), ("C", (1.0, 1.0, 1.0))]
)
def test_the_table_of_p7_is_the_same_by_labels_and_by_checks(
    name: str, expected: tuple[float, float, float], labels: bool
) -> None:
    case = p7(name, labels=labels)
    answer, verdicts = judged(case)
    source = Source.LABELS if labels else Source.CHECKS

    stated = metrics.support(answer, verdicts)
    covered = metrics.coverage(case, answer, verdicts)

    assert (metrics.citation_presence(answer).value, stated.value, covered.value) == expected
    assert (stated.source, covered.source) == (source, source)


@pytest.mark.parametrize("labels", [True, False], ids=["labels", "checks"])
def test_an_empty_answer_is_an_abstention_that_covers_nothing(labels: bool) -> None:
    case = p7("empty", labels=labels)
    answer, verdicts = judged(case)

    assert metrics.support(answer, verdicts) == Figure(None, 0, verdicts.source, FigureStatus.ABSTAINED)
    assert metrics.coverage(case, answer, verdicts) == Figure(0.0, 3, verdicts.source)


def test_what_the_archive_lacks_is_a_gap_in_prose() -> None:
    assert read_answer(p7("C", labels=True)).gaps == ("El archivo no contiene una estimación energética anual.",)


def test_the_prose_of_the_museum_is_three_claims() -> None:
    answer = read_answer(museum(labels=True))

    assert [(claim.text, answer.known(index)) for index, claim in enumerate(answer.claims)] == [
        ("El museo, diseñado por Frank Gehry", ("2",)),
        ("se inauguró en 1997", ("1",)),
        ("y recibió un millón de visitantes.", ()),
    ]


@pytest.mark.parametrize("labels", [True, False], ids=["labels", "checks"])
def test_the_museum_has_its_known_figures(labels: bool) -> None:
    case = museum(labels=labels)
    answer, verdicts = judged(case)

    figures = {
        "faithfulness": metrics.faithfulness(answer, verdicts).value,
        "citation recall": metrics.alce_recall(answer, verdicts).value,
        "citation precision": metrics.alce_precision(answer, verdicts).value,
        "context recall": metrics.context_recall(case, verdicts).value,
        "context precision": metrics.context_precision(case, verdicts).value,
    }

    assert figures == {
        "faithfulness": 2 / 3,
        "citation recall": 2 / 3,
        "citation precision": 1.0,
        "context recall": 1.0,
        "context precision": 1.0,
    }
