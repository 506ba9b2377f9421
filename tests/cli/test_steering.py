"""Names of files that would turn a terminal's order of text are printed as escapes."""

import json
import sys
from pathlib import Path
from subprocess import run

import pytest

from fundamento.text.invisible import escape_steering

NAME = "factura\u202egpj.md"


def start(*arguments: str) -> tuple[str, str]:
    done = run([sys.executable, "-m", "fundamento", *arguments], capture_output=True, check=False, timeout=120)
    return done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a\\u202eb"),
        ("\u2066x\u2069\u200f", "\\u2066x\\u2069\\u200f"),
        ("\x1b[31m", "\\u001b[31m"),
        ("línea\n\tdos", "línea\n\tdos"),
    ],
)
def test_what_steers_is_an_escape(text: str, shown: str) -> None:
    assert escape_steering(text) == shown
    assert json.loads(escape_steering(json.dumps(text, ensure_ascii=False))) == text


def test_ingest_prints_no_name_that_turns_the_line(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / NAME).write_text("El plan cuesta 20 €.", encoding="utf-8")
    (tmp_path / "docs" / "vacío\u202efdp.txt").write_text("", encoding="utf-8")
    out, err = start("ingest", "--store", str(tmp_path / "lib"), str(tmp_path / "docs"))
    assert "factura\\u202egpj.md  new" in out
    assert "vacío\\u202efdp.txt" in err
    assert "\u202e" not in out + err
