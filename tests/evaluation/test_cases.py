from pathlib import Path

import pytest

from evaluation.exercises import museum, p7
from fundamento.errors import InputError
from fundamento.evaluation.cases import import_case, load_dataset, make_dataset
from fundamento.evaluation.verdicts import label_verdicts, read_answer


def test_what_was_written_is_read_with_the_same_hash(tmp_path: Path) -> None:
    cases = (p7("A", labels=True), museum(labels=False))
    path = tmp_path / "cases.jsonl"
    path.write_text("\n\n".join(case.model_dump_json() for case in cases), encoding="utf-8")

    assert load_dataset(path) == make_dataset(cases)
    assert make_dataset(cases[::-1]).sha256 != make_dataset(cases).sha256


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"id": "a", "question": "q", "colour": 1}', "line 1: colour: Extra inputs are not permitted"),
        ('{"id": "a"}', "line 1: question: Field required"),
        ("{", "line 1: the case: Invalid JSON"),
        ("", "holds no case"),
        ('{"id": "a", "question": "q"}\n{"id": "a", "question": "r"}', "one ID"),
        ('{"id": "a", "question": "q", "fragments": [{"id": "1", "text": ""}, {"id": "1", "text": ""}]}', "one ID"),
        ('{"id": "a", "question": "q", "labels": [{"supported": true, "facts": ["z"]}]}', "not required"),
        ('{"id": "a", "question": "q", "answer": {"text": "x", "gaps": ["y"]}}', "text, or claims"),
    ],
)
def test_what_is_no_case_is_an_error(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line, encoding="utf-8")

    with pytest.raises(InputError, match=reason):
        load_dataset(path)


@pytest.mark.parametrize(
    "row",
    [
        {"question": "q", "answer": "a [1]", "contexts": ["x"], "ground_truth": "t"},
        {"question": "q", "answer": "a [1]", "contexts": ["x"], "ground_truths": ["t"]},
        {"user_input": "q", "response": "a [1]", "retrieved_contexts": ["x"], "reference": "t"},
        {
            "inputs": {"question": "q"},
            "outputs": {"answer": "a [1]", "contexts": ["x"]},
            "reference_outputs": {"answer": "t"},
        },
    ],
)
def test_rows_of_other_tools_are_cases(row: object) -> None:
    case = import_case(row, id="1")

    assert case.answer is not None
    assert (case.question, case.answer.text, case.reference) == ("q", "a [1]", "t")
    assert [(one.id, one.text) for one in case.fragments] == [("1", "x")]


@pytest.mark.parametrize("row", [[], {"answer": "a"}, {"question": "q", "contexts": "x"}])
def test_rows_of_nothing_known_are_errors(row: object) -> None:
    with pytest.raises(InputError):
        import_case(row, id="1")


def test_labels_of_other_claims_are_an_error() -> None:
    case = p7("A", labels=True)
    case = case.model_copy(update={"labels": (case.labels or ())[:1]})

    with pytest.raises(InputError, match="3 claims and 1 labels"):
        label_verdicts(case, read_answer(case))
