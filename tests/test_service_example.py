"""The example service goes from observe to enforce as its README shows, and its log keeps the schema."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "service"
STACK = (ROOT / "observability" / "README.md").read_text(encoding="utf-8")
README = (EXAMPLE / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the rollout's event log is, once it has run."""
    return tmp_path_factory.mktemp("service") / "events.log"


@pytest.fixture(scope="module")
def run(log: Path) -> tuple[str, list[dict[str, Any]]]:
    """Run the rollout once; return what it prints, and its event log."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("FUNDAMENTO_", "POLICY"))}
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLE / "rollout.py", log],
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, [json.loads(line) for line in log.read_bytes().splitlines()]


def test_each_stage_does_what_the_readme_shows(run: tuple[str, list[dict[str, Any]]]) -> None:
    (shown,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    assert shown == run[0]


def test_a_line_of_the_log_is_as_the_readme_shows_it(run: tuple[str, list[dict[str, Any]]]) -> None:
    (shown,) = re.findall(r"<!-- line -->\n```json\n(.*?)\n```", README, re.DOTALL)
    expected = json.loads(shown)
    assert any(expected == {key: line.get(key) for key in expected} for line in run[1])


def test_every_line_fits_the_schema(run: tuple[str, list[dict[str, Any]]]) -> None:
    schema = json.loads((ROOT / "observability" / "events.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    assert [error.message for line in run[1] for error in validator.iter_errors(line)] == []


def test_the_log_tells_of_each_policy_once_and_of_no_fault(run: tuple[str, list[dict[str, Any]]]) -> None:
    policies = [(line["status"], line["bundle_version"]) for line in run[1] if line["event"] == "fundamento.policy"]
    assert [("reloaded", 2), ("reloaded", 3), ("reloaded", 4)] == policies
    assert Counter(line["event"] for line in run[1])["fundamento.fault"] == 0


def test_no_line_holds_a_question_an_answer_or_a_conversation(run: tuple[str, list[dict[str, Any]]]) -> None:
    written = json.dumps(run[1], ensure_ascii=False)
    assert [word for word in ("plan Pro", "Cuánto", "sin coste", "chat-") if word in written] == []


(WEEKS,) = re.findall(r"<!-- weeks -->\n```console\n(.*?)```", STACK, re.DOTALL)
COMMANDS = [line for line in WEEKS.splitlines() if line.startswith("fundamento ")]
# Status, and something of what it says.
SAID = [
    (0, "hosting@3"),
    (0, "strict@1"),
    (1, "quote-not-found                   52"),
    (1, "quote-not-found: warn -> enforce 10 % of conversation"),
    (3, "judged under hosting@2"),
    (0, "good  hosting@3"),
    (0, '"answers": {"count": 13, "of": '),
]


@pytest.mark.parametrize(("command", "said"), [*zip(COMMANDS, SAID, strict=True)])
def test_what_to_ask_each_week_runs_as_written(
    run: tuple[str, list[dict[str, Any]]], log: Path, command: str, said: tuple[int, str]
) -> None:
    assert WEEKS.startswith("python examples/service/rollout.py events.log\n")
    files = {"events.log": str(log), "week.html": str(log.with_suffix(".html"))}
    words = [files.get(word, word) for word in command.split()[1:]]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "fundamento", *words],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "160", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (said[0], "")
    assert said[1] in done.stdout
    # The answers to which nothing was retrieved are no other regime.
    assert "ran beside it" not in done.stdout
