"""Runs commands in this process, as the entry point would."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fundamento.cli.program import app

FRAGMENTS = [
    {"id": "S1", "text": "El plan Pro permite hasta 10 proyectos activos."},
    {"id": "S2", "text": "Files are kept for 30 days after they are deleted."},
]


@dataclass(frozen=True, slots=True)
class Run:
    status: int
    stdout: str
    stderr: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stdout.splitlines()]


Command = Callable[..., Run]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return a function that runs a command line, with bytes for standard input where it reads that."""
    for name in ("FUNDAMENTO_MODE", "FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def run_command(*arguments: object, given: bytes = b"") -> Run:
        done = CliRunner().invoke(app, [str(one) for one in arguments], input=given, prog_name="fundamento")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Run(done.exit_code, done.stdout_bytes.decode("utf-8"), done.stderr)

    return run_command


def output_of(
    quote: str, fragment: str = "S1", text: str = "El plan Pro permite hasta 10 proyectos."
) -> dict[str, Any]:
    claim = {"support": [{"fragment": fragment, "quote": quote}], "text": text}
    return {"answer": {"kind": "grounded", "claims": [claim]}}


def record(name: str | None, output: object, **keys: object) -> dict[str, Any]:
    return {"id": name, "question": "", "fragments": FRAGMENTS, "output": output, **keys}


def jsonl(*values: object) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode("utf-8", "backslashreplace")


HELD = output_of("hasta 10 proyectos")
UNKNOWN = output_of("hasta 10 proyectos", "S9")
ABSTAINED = {"answer": {"kind": "abstention", "missing": "El precio del plan Pro."}}


@pytest.fixture
def source(tmp_path: Path) -> Callable[[bytes], Path]:
    """Return a function that writes bytes into a file and returns its path."""

    def write(content: bytes) -> Path:
        path = tmp_path / "records.jsonl"
        path.write_bytes(content)
        return path

    return write
