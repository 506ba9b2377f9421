"""`fundamento gate`: the call is its exit status."""

from pathlib import Path

import pytest

from cli.conftest import Command
from fundamento.policy.loading import load_bundle
from rates.lines import answer, finding, rejected, write

CHECK = "quote-not-found"


def make_log(folder: Path, answers: int, failing: int, **keys: object) -> str:
    lines = [(rejected if number < failing else answer)(f"a{number}", **keys) for number in range(answers)]
    return write(folder / "log", [*lines, *(finding(f"a{number}", CHECK) for number in range(failing))])


@pytest.mark.parametrize(
    ("answers", "failing", "call", "status"),
    [(800, 2, "promote", 0), (200, 40, "halt", 1), (150, 2, "keep-collecting", 3)],
)
def test_the_status_is_the_call(
    run: Command, tmp_path: Path, answers: int, failing: int, call: str, status: int
) -> None:
    path = make_log(tmp_path, answers, failing)
    done = run("gate", path, "--check", CHECK)
    assert (done.status, done.stderr) == (status, "")
    assert f"together: {call}" in done.stdout
    (row,) = run("gate", path, "--check", CHECK, "--json").rows
    assert (row["call"], row["decisions"][CHECK]["call"]) == (call, call)
    assert row["decisions"][CHECK]["tally"] == {"answers": answers, "failures": failing, "reviewed": 0, "wrong": 0}
    assert row["regime"]["bundle"] == "observe@1"


def test_it_says_how_many_more_answers_it_expects(run: Command, tmp_path: Path) -> None:
    (row,) = run("gate", make_log(tmp_path, 150, 1), "--check", CHECK, "--json").rows
    more = row["decisions"][CHECK]["more"]
    assert more > 100
    shown = " ".join(run("gate", tmp_path / "log", "--check", CHECK).stdout.split())
    assert f"promotion is expected after {more:,} more answers at this rate" in shown
    assert "not at this rate" in run("gate", make_log(tmp_path, 150, 4), "--check", CHECK).stdout


def test_options_set_the_terms(run: Command, tmp_path: Path) -> None:
    path = make_log(tmp_path, 800, 45)
    assert run("gate", path, "--check", CHECK).status == 1
    assert run("gate", path, "--check", CHECK, "--budget", 0.1).status == 0
    assert run("gate", path, "--check", CHECK, "--budget", 0.1, "--min-answers", 900).status == 3
    assert run("gate", path, "--check", CHECK, "--budget", 0.06, "--alpha", 0.0001).status == 3
    assert run("gate", path, "--check", CHECK, "--budget", 0.1, "--where", "bundle=acme@1").status == 3


def test_reviews_are_asked_to_confirm(run: Command, tmp_path: Path) -> None:
    path = make_log(tmp_path, 9_000, 90)
    reviews = tmp_path / "reviews.jsonl"
    line = f'{{"answer_id": "a%d", "claim": 0, "check": "{CHECK}", "verdict": "%s"}}\n'
    statuses = []
    for verdict, count in (("right", 90), ("right", 5), ("wrong", 90)):
        reviews.write_text("".join(line % (number, verdict) for number in range(count)), "utf-8")
        statuses.append(run("gate", path, "--check", CHECK, "--reviews", reviews).status)
    assert statuses == [0, 3, 1]
    reviews.write_text("{}\n", "utf-8")
    assert run("gate", path, "--check", CHECK, "--reviews", reviews).status == 2


def test_all_checks_together_halt_if_one_has_to(run: Command, tmp_path: Path) -> None:
    done = run("gate", make_log(tmp_path, 800, 90), "--all")
    assert (done.status, "never had anything" in done.stdout) == (1, False)


JUDGE = "not-entailed never had anything to look at: needs a judge: Grounder(judge=...); or the bundle has it off"


@pytest.mark.parametrize(
    ("checked", "call", "said", "unsaid"),
    [
        ({"empty-answer": 1, CHECK: 1}, "promote", [f"left out: {JUDGE}"], ["left out: empty-answer"]),
        ({}, "keep-collecting", [f"left out: {JUDGE}"], []),
        (None, "keep-collecting", ["800 answers whose line does not say what was checked"], ["never had", "needs a"]),
    ],
)
def test_all_checks_together_leave_out_those_that_looked_at_nothing(
    run: Command, tmp_path: Path, checked: object, call: str, said: list[str], unsaid: list[str]
) -> None:
    shown = " ".join(run("gate", make_log(tmp_path, 800, 0, checked=checked), "--all").stdout.split())
    assert f"together: {call}" in shown
    assert ([each for each in said if each not in shown], [each for each in unsaid if each in shown]) == ([], [])


def test_a_check_that_looked_at_nothing_says_what_to_set_up(run: Command, tmp_path: Path) -> None:
    path = make_log(tmp_path, 800, 0, checked={"empty-answer": 1, CHECK: 1})
    assert run("gate", path, "--check", CHECK).status == 0
    done = run("gate", path, "--check", CHECK, "--check", "not-entailed")
    assert (done.status, JUDGE in " ".join(done.stdout.split()), "left out" in done.stdout) == (3, True, False)
    (row,) = run("gate", path, "--check", "not-entailed", "--json").rows
    assert (row["call"], row["idle"]) == ("keep-collecting", {"not-entailed": "a judge: Grounder(judge=...)"})


def test_a_bundle_leaves_out_the_checks_that_it_has_off(run: Command, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("name: acme\nversion: 1\nextends: observe\nchecks: {trivial-quote: off}\n", "utf-8")
    fingerprint = load_bundle(policy).fingerprint
    path = make_log(tmp_path, 800, 2, fingerprint=fingerprint)
    done = run("gate", path, "--all", "--policy", policy)
    assert (done.status, "trivial-quote" in done.stdout, "never had" in done.stdout) == (0, False, False)
    assert run("gate", path, "--check", "trivial-quote", "--policy", policy).status == 2
    other = run("gate", path, "--all", "--policy", "strict")
    assert (other.status, "another bundle" in other.stderr) == (2, True)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "Neither --check nor --all"),
        (["--all", "--check", CHECK], "or both are"),
        (["--check", "quote-found"], "--check names no check"),
        (["--all", "--budget", "2"], "budget is not between"),
        (["--all", "--policy", "nowhere.yaml"], ""),
        (["--all", "--reviews", "nowhere.jsonl"], "cannot be read"),
    ],
)
def test_what_cannot_be_judged_is_one_line(run: Command, tmp_path: Path, options: list[str], said: str) -> None:
    done = run("gate", make_log(tmp_path, 3, 0), *options)
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_the_regime_and_what_is_left_out_are_said(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    lines = [answer(f"o{number}", timestamp="2026-03-01T08:00:00Z") for number in range(7)]
    lines += [answer(f"n{number}", bundle="acme", bundle_version=4, fingerprint="c" * 64) for number in range(120)]
    done = run("gate", write(tmp_path / "log", lines), "--check", CHECK)
    assert "judged under acme@4 · cccccccc" in done.stdout
    assert "7 earlier answers do not count" in done.stdout
