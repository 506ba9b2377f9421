import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fundamento.cli.program import app

MUSEUM = [{"id": "museo", "text": "El museo se inauguró en octubre de 1997."}]
OPENED = {"text": "El museo se inauguró en 1997.", "source": "museo", "quote": "se inauguró en octubre de 1997"}


def check(folder: Path, output: object) -> tuple[int, list[str]]:
    (folder / "output.json").write_text(json.dumps(output), encoding="utf-8")
    (folder / "fragments.json").write_text(json.dumps(MUSEUM), encoding="utf-8")
    ran = CliRunner().invoke(
        app,
        ["check", str(folder / "output.json"), "--fragments", str(folder / "fragments.json"), "--format", "citations"],
    )
    return ran.exit_code, ran.stdout.splitlines()


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({}, "QUOTE_FOUND 1"),
        ({"quote": "se inauguró en mayo de 1997"}, "REVIEW 1: quote-not-found"),
        ({"source": "torre"}, "REVIEW 1: unknown-fragment"),
        ({"source": None}, "REVIEW 1: empty-support"),
        ({"quote": ""}, "REVIEW 1: missing-quote"),
        ({"text": "El museo se inauguró en 1998."}, "REVIEW 1: number-unsupported"),
    ],
)
def test_each_citation_has_a_line(tmp_path: Path, change: dict[str, object], line: str) -> None:
    assert check(tmp_path, [{**OPENED, **change}]) == (int(line != "QUOTE_FOUND 1"), [line])


def test_citations_are_judged_one_by_one(tmp_path: Path) -> None:
    assert check(tmp_path, [OPENED, {**OPENED, "quote": "cerró en 1997"}])[1] == [
        "QUOTE_FOUND 1",
        "REVIEW 2: quote-not-found",
    ]


@pytest.mark.parametrize("output", [{"text": "x"}, [1], [{**OPENED, "page": 3}]])
def test_what_is_no_list_of_citations_is_no_pass(tmp_path: Path, output: object) -> None:
    status, lines = check(tmp_path, output)

    assert status == 1
    assert not any(line.startswith("QUOTE_FOUND") for line in lines)
