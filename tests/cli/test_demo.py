"""The demo shows what it says, in colour where there is a terminal, and leaves lines that hold no text."""

from pathlib import Path

import pytest

from cli.conftest import Command
from fundamento.cli.logbook import Rate, rejection_rate
from fundamento.cli.script import MISBEHAVIOURS, QUESTIONS

ENDINGS = [
    "outcome answered  action allowed",
    "outcome partial  action allowed",
    "outcome abstained  action allowed",
    "outcome rejected  action allowed",
    "outcome rejected  action allowed",
    "outcome answered  action repaired",
    "outcome rejected  action withheld",
]


def test_it_shows_each_outcome_and_action(run: Command) -> None:
    done = run("demo")
    lines = done.stdout.splitlines()
    assert (done.status, done.stderr) == (0, "")
    assert [line for line in lines if line.startswith("outcome ")] == ENDINGS
    assert "  «El límite térmico continuo de la P7 es de 80 °C.»" in lines
    assert lines.count("    unknown-fragment on claim 0, fragment F42 (not-retrieved, warn)") == 2
    assert lines.count("    unknown-fragment on claim 0, fragment F42 (not-retrieved, enforce)") == 3
    assert "This model is scripted" in done.stdout
    assert "no language model" in done.stdout
    assert lines[-3:] == [
        "under observe: 2 of 5 answers were rejected as first written (40%)",
        "under strict: 2 of 2 answers were rejected as first written (100%)",
        "in all: 4 of 7 answers were rejected as first written (57%)",
    ]


def test_its_log_holds_no_text(run: Command) -> None:
    done = run("demo")
    log = done.stdout[done.stdout.index("log lines that were written") :]
    assert log.count("event=fundamento.answer") == 7
    words = {
        word
        for text in (*QUESTIONS, *(misbehaviour.question for misbehaviour in MISBEHAVIOURS), "500 horas", "un tercio")
        for word in text.split()
        if len(word) > 5
    }
    assert {word for word in words if word in log} == set()
    assert "F42" not in log


@pytest.mark.parametrize("columns", ["30", "60", "200"])
def test_it_fits_the_terminal(run: Command, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    done = run("demo")
    assert done.status == 0
    assert max(len(line) for line in done.stdout.splitlines()) <= int(columns)


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "TERM": "dumb"}, False)],
)
def test_colour_is_for_terminals_and_on_demand(
    run: Command, variables: dict[str, str], *, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in run("demo").stdout) == coloured


def test_the_corpus_can_lie_elsewhere_and_is_missed(run: Command, tmp_path: Path) -> None:
    done = run("demo", "--corpus", tmp_path / "nowhere")
    assert (done.status, done.stderr.count("\n")) == (2, 1)
    assert f"There is no folder {tmp_path / 'nowhere'}." in done.stderr
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "There are no documents in" in run("demo", "--corpus", empty).stderr


def test_the_kill_switch_holds_here_too(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDAMENTO_MODE", "warn")
    done = run("demo")
    assert [line for line in done.stdout.splitlines() if line.startswith("outcome ")][-2:] == ENDINGS[3:5]


@pytest.mark.parametrize(
    ("lines", "rate"),
    [
        ([], Rate(0, 0)),
        ([{"event": "fundamento.answer", "first_outcome": "rejected", "outcome": "answered"}], Rate(1, 1)),
        (
            [
                {"event": "fundamento.answer", "first_outcome": "answered"},
                {"event": "fundamento.answer", "first_outcome": "rejected"},
                {"event": "fundamento.finding", "check": "unknown-fragment"},
            ],
            Rate(1, 2),
        ),
    ],
)
def test_the_rate_counts_answers(lines: list[dict[str, str]], rate: Rate) -> None:
    assert rejection_rate(lines) == rate


def test_the_rate_of_nothing_is_nothing() -> None:
    assert (Rate(0, 0).ratio, Rate(1, 4).ratio) == (0.0, 0.25)
