"""Every example runs as it stands, without a key."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
EXPECTED = {
    "quickstart.py": [
        "partial / allowed",
        "El plan Pro permite hasta 10 proyectos activos y 50 GB de almacenamiento [1].",
        "No encuentro en estas fuentes: dónde están los servidores.",
    ],
    "streaming.py": [
        "  pass: El plan Pro permite hasta 10 proyectos activos [1].",
        "  fail: Hay soporte telefónico las 24 horas.",
        "  rejected / allowed, 3 claims shown",
        "  withheld: unknown-fragment",
        "  partial / pruned, 2 claims shown",
    ],
    "langchain_chain.py": [
        "answered / allowed: El plan Pro permite hasta 10 proyectos activos [1].",
        "['planes.md']",
        "rejected / withheld: No he podido verificar una respuesta con estas fuentes.",
    ],
    "langchain_agent.py": [
        "answered / allowed: El plan Pro permite hasta 10 proyectos activos [planes-3]. La incidencia 41 se cerró",
        "rejected / withheld: No he podido verificar una respuesta con estas fuentes.",
    ],
    "assistant.py": [
        "before: El plan Pro permite hasta 25 proyectos activos.",
        "  rejected / allowed, 1 findings left, 1 calls",
        "  answered / repaired, 0 findings left, 2 calls",
        "strict: El plan Pro permite hasta 10 proyectos activos [1].",
        "4 lines logged; 2 of 2 answers were rejected as first written",
    ],
    "openai_client.py": [
        "answered / repaired, 2 calls",
        "Deleted files are kept for 30 days [1].",
        "at first: quote-not-found, not-in-fragment",
    ],
    "anthropic_citations.py": [
        "rejected / withheld",
        "pass: El plan Pro permite hasta 10 proyectos activos ['planes-3']",
        "fail: Los estudiantes tienen un 50 % de descuento. []",
        "empty-support on claim 2: no-fragment-named",
    ],
    "citation_check.py": [
        "QUOTE_FOUND El museo se inauguró en 1997.",
        "REVIEW Recibió un millón de visitantes. (quote-not-found)",
    ],
    "own_check.py": [
        "rejected / withheld: I could not verify an answer with these sources.",
        "  acme/price-list: another-price, 25",
        "answered / allowed: The Basic plan costs 9 € a month [1].",
    ],
    "decorator.py": [
        "answered / allowed: Deleted files are kept for 30 days [2].",
        "rejected / withheld: I could not verify an answer with these sources.",
        "answered: The Pro plan allows up to 10 active projects [plans-3].",
    ],
}


def test_every_example_is_expected_to_say_something() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("FUNDAMENTO_")}
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name],
        cwd=tmp_path,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in EXPECTED[name] if line not in done.stdout] == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("curl") is None and "CI" not in os.environ, reason="curl is not installed")
def test_the_sidecar_is_asked_with_curl(tmp_path: Path) -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FUNDAMENTO_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    done = subprocess.run(
        ["bash", EXAMPLES / "sidecar.sh"],
        cwd=tmp_path,
        env={**kept, "PATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    for expected in (
        '{"text":"El plan Pro permite hasta 10 proyectos activos [1].","cited":[{"number":1,"fragment":"planes-3",',
        'data: {"index":0,"text":"El plan Pro permite hasta 10 proyectos activos [1].","verdict":"pass"',
        '{"outcome":"rejected","action":"withheld",',
        '{"error":{"type":"unauthorized",',
        "401",
    ):
        assert any(line.startswith(expected) for line in lines), expected
