import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from evaluation.exercises import P7_ANSWERS, museum, p7
from fundamento.cli.program import app
from fundamento.evaluation.cases import Case


def write(path: Path, *cases: Case) -> str:
    path.write_text("".join(case.model_dump_json(exclude_none=True) + "\n" for case in cases), encoding="utf-8")
    return str(path)


def run(*arguments: str) -> tuple[int, str]:
    ran = CliRunner().invoke(app, ["eval", *arguments])
    return ran.exit_code, ran.stdout


def run_json(*arguments: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(run(*arguments, "--json")[1])
    return value


def test_a_run_names_what_failed(tmp_path: Path) -> None:
    data = write(tmp_path / "cases.jsonl", *(p7(name, labels=True) for name in P7_ANSWERS), museum(labels=True))

    status, shown = run("run", data)

    assert status == 1
    assert "failed A: use-of-evidence, unsupported-claim (claim 2)" in shown
    assert "failed B: completeness, fact-not-stated (days)" in shown
    assert "failed empty: abstention, over-refusal (limit)" in shown
    assert "failed museum: use-of-evidence, uncited-claim (claim 3)" in shown
    assert "failed C" not in shown


def test_a_run_by_checks_fails_the_same_cases_for_the_same_reasons(tmp_path: Path) -> None:
    data = write(tmp_path / "cases.jsonl", *(p7(name, labels=True) for name in P7_ANSWERS), museum(labels=True))

    by_labels, by_checks = run_json("run", data), run_json("run", data, "--verdicts", "checks")

    def failures(report: dict[str, Any]) -> list[object]:
        return [(case["id"], case["diagnoses"]) for case in report["evidence"]]

    assert failures(by_checks) == failures(by_labels)
    assert {case["figures"]["support"]["source"] for case in by_checks["evidence"]} == {"checks"}


def test_two_runs_of_one_data_set_are_the_same_bytes(tmp_path: Path) -> None:
    data = write(tmp_path / "cases.jsonl", p7("A", labels=False), museum(labels=True))

    assert run("run", data, "--json") == run("run", data, "--json")


def test_a_case_that_holds_leaves_with_0(tmp_path: Path) -> None:
    assert run("run", write(tmp_path / "cases.jsonl", p7("C", labels=True)))[0] == 0


def test_where_no_answer_was_recorded_nothing_is_measured(tmp_path: Path) -> None:
    case = p7("C", labels=False).model_copy(update={"answer": None})

    assert run("run", write(tmp_path / "cases.jsonl", case))[0] == 2


def test_a_file_of_ragas_is_run(tmp_path: Path) -> None:
    row = {
        "question": "¿Cuándo se inauguró?",
        "answer": "Se inauguró en 1998 [1].",
        "contexts": ["Se inauguró en 1997."],
    }
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), encoding="utf-8")

    report = run_json("run", str(tmp_path / "rows.jsonl"), "--format", "ragas")

    assert report["means"]["faithfulness"]["value"] == 0
    assert report["means"]["context recall"]["not_applicable"] == 1


def test_two_runs_are_compared_case_by_case(tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    good = p7("C", labels=True)
    for path, changed in ((before, p7("A", labels=True)), (after, good)):
        cases = (changed.model_copy(update={"id": "first"}), good.model_copy(update={"id": "second"}))
        path.write_text(run("run", write(tmp_path / "cases.jsonl", *cases), "--json")[1], encoding="utf-8")

    assert run("compare", str(before), str(after)) == (
        0,
        "2 cases: 1 better, 0 worse; exact McNemar p = 1.0000\nbetter first\n",
    )
    assert run("compare", str(after), str(before))[0] == 1
    assert run("compare", str(tmp_path / "cases.jsonl"), str(before))[0] == 2
