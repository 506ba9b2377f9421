import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import make_event_schema
import pytest
from jsonschema import Draft202012Validator
from written_files import main

from fundamento.events import MAX_FRAGMENT_IDS, Event
from fundamento.telemetry import to_record
from telemetry.samples import EVENT_IDS, EVENTS, FULL_ANSWER, FULL_FINDING

FOLDER = Path(__file__).resolve().parents[2] / "observability"


SCHEMA: dict[str, Any] = json.loads((FOLDER / "events.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
ENVELOPE = {"timestamp": "2026-01-31T10:00:00Z", "level": "info", "logger": "fundamento"}


@pytest.mark.parametrize("name", ["events.schema.json", "policy.schema.json", "README.md"])
def test_committed_files_are_what_the_script_writes(name: str) -> None:
    expected = make_event_schema.render_files()[FOLDER / name]
    assert expected == (FOLDER / name).read_text(encoding="utf-8")


def test_the_script_says_so_where_files_are_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, FOLDER / "make_event_schema.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_script_writes_what_is_not_up_to_date_or_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "new" / "file.txt"

    def run(*arguments: str) -> tuple[int, str]:
        return main(arguments, "usage: …", lambda: {path: "text"}), capsys.readouterr().out

    assert run("--check") == (1, "file.txt: not up to date\n")
    assert not path.exists()
    assert run() == (0, "file.txt: written\n")
    assert (run(), run("--check"), path.read_text(encoding="utf-8")) == ((0, ""), (0, ""), "text")
    assert main(["--chek"], "usage: …", dict) == 2
    assert "usage:" in capsys.readouterr().err


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("event", EVENTS, ids=EVENT_IDS)
def test_every_event_fits_in_and_out_of_its_envelope(event: Event) -> None:
    record = to_record(event)
    assert list(VALIDATOR.iter_errors(record)) == []
    assert list(VALIDATOR.iter_errors({**record, **ENVELOPE})) == []


def test_trace_ids_may_be_left_out() -> None:
    record = to_record(FULL_ANSWER)
    del record["trace_id"], record["span_id"]
    assert list(VALIDATOR.iter_errors(record)) == []


def test_every_other_field_must_be_there() -> None:
    record = to_record(FULL_ANSWER)
    needed = {key for key in record if not VALIDATOR.is_valid({k: v for k, v in record.items() if k != key})}
    assert set(record) - {"trace_id", "span_id"} == needed


def add_text(record: dict[str, Any]) -> None:
    record["question"] = "¿Cuántos proyectos admite el plan Pro?"


def rename_event(record: dict[str, Any]) -> None:
    record["event"] = "fundamento.other"


def raise_version(record: dict[str, Any]) -> None:
    record["schema"] = 2


def invent_action(record: dict[str, Any]) -> None:
    record["action"] = "blocked"


def invent_outcome(record: dict[str, Any]) -> None:
    record["outcome"] = "failed"


def count_below_zero(record: dict[str, Any]) -> None:
    record["claims"] = -1


def cite_too_much(record: dict[str, Any]) -> None:
    record["cited"] = [f"S{index}" for index in range(MAX_FRAGMENT_IDS + 1)]


@pytest.mark.parametrize(
    "spoil",
    [add_text, rename_event, raise_version, invent_action, invent_outcome, count_below_zero, cite_too_much],
)
def test_a_line_that_breaks_the_promise_does_not_fit(spoil: Callable[[dict[str, Any]], None]) -> None:
    record: dict[str, Any] = dict(to_record(FULL_ANSWER))
    spoil(record)
    assert not VALIDATOR.is_valid(record)


def test_an_event_fits_no_other_event() -> None:
    record = {**to_record(FULL_FINDING), "event": "fundamento.fault"}
    assert not VALIDATOR.is_valid(record)
