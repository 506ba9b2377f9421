"""`fundamento rates`: its forms, its options, and what it leaves with."""

import csv
import json
from pathlib import Path

import pytest

from cli.conftest import Command
from fundamento.findings import CheckId
from rates.lines import Line, answer, fault, finding, make_service, rejected, to_bytes, write

LINES: list[Line] = [
    answer("a", tenant="t-1", route="billing"),
    rejected("b", tenant="t-1", claims=2),
    finding("b", fragment="plans@1:0-9"),
    answer("c", tenant="t-2"),
    answer("d", first_outcome="unverified"),
    fault("d"),
    answer("a", tenant="t-1", route="billing"),
]
LONGEST = sorted(map(str, CheckId), key=len)[-3:]


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "log.ndjson"
    path.write_bytes(to_bytes(LINES) + b"broken\n")
    return str(path)


def test_the_table_says_what_there_is(run: Command, log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    done = run("rates", log)
    assert (done.status, done.stderr) == (0, "")
    for said in (
        "8 lines; 1 broken; 1 answers sent more than once",
        "answers rejected  33.3 % (6.1–79.2)  1 of 3",
        "claims that fail  25.0 %",
        "not verified      1 answers, in no rate",
        "1 findings in 1 answers: plans",
        "check missing-fragment TimeoutError",
    ):
        assert said in done.stdout
    assert "quote-not-found" in done.stdout


def test_json_is_one_object(run: Command, log: str) -> None:
    (row,) = run("rates", log, "--json", "--top", 1).rows
    assert row["total"]["answers"] | {"low": 0, "high": 0, "ratio": 0} == {
        "count": 1,
        "of": 3,
        "ratio": 0,
        "low": 0,
        "high": 0,
    }
    assert row["first"] == "2026-03-02T09:00:00Z"
    assert [one["key"] for one in row["rows"]] == [{"check": "quote-not-found"}, {"check": "missing-fragment"}]
    assert row["intake"]["broken"] == 1
    assert row["documents"] == [{"name": "plans", "findings": 1, "answers": 1}]


def test_csv_has_a_line_for_each_group_and_one_for_all(run: Command, log: str) -> None:
    done = run("rates", log, "--csv", "--by", "tenant,route")
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert [(row["tenant"], row["route"], row["answers_failed"], row["answers_of"], row["errors"]) for row in rows] == [
        ("", "", "1", "3", "1"),
        ("t-1", "", "1", "1", "0"),
        ("", "", "0", "0", "1"),
        ("t-1", "billing", "0", "1", "0"),
        ("t-2", "", "0", "1", "0"),
    ]


def test_what_a_candidate_would_stop_stands_beside(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    beside = {"candidate_bundle": "strict", "candidate_version": 2}
    lines = [answer(f"a{number}", **beside, candidate_action="allowed") for number in range(3)]
    lines += [answer("b", **beside, candidate_action="withheld", checked={}, candidate_checked={"weak-support": 1})]
    lines += [finding("b", "weak-support", mode="off", candidate_action="withheld")]
    log = write(tmp_path / "log", lines)
    shown = run("rates", log, "--html", tmp_path / "page.html").stdout
    assert "candidate stops   25.0 % (4.6–69.9)  1 of 4" in shown
    (row,) = [line.split() for line in shown.splitlines() if line.startswith("weak-support")]
    assert row[:7] == ["weak-support", "0.00", "%", "(0.0–56.1)", "25.0", "%", "(4.6–69.9)"]
    assert "The candidate would stop" in (tmp_path / "page.html").read_text("utf-8")
    (csv_row, _) = csv.DictReader(run("rates", log, "--by", "candidate", "--csv").stdout.splitlines())
    assert (csv_row["candidate_failed"], csv_row["candidate_of"]) == ("1", "4")
    assert "strict@2" in run("rates", log, "--by", "candidate").stdout
    monkeypatch.setenv("COLUMNS", "80")
    long = [finding(f"a{number}", check) for number, check in enumerate(LONGEST)]
    shown = run("rates", write(tmp_path / "more", [*lines, *long]), "--by", "check").stdout
    assert [check for check in LONGEST if check not in shown] == []
    assert max(map(len, shown.splitlines())) <= 80
    assert "candidate" not in run("rates", write(tmp_path / "plain", [answer("a")])).stdout


@pytest.mark.parametrize(("lang", "title"), [("es", "Tasas de rechazo"), ("en", "Rejection rates")])
def test_a_page_is_written_beside(run: Command, log: str, tmp_path: Path, lang: str, title: str) -> None:
    page = tmp_path / "page.html"
    done = run("rates", log, "--html", page, "--lang", lang, "--json")
    assert (done.status, len(done.rows)) == (0, 1)
    assert f"<h1>{title}</h1>" in page.read_text("utf-8")


def test_options_choose_answers(run: Command, log: str) -> None:
    def total(*options: str) -> tuple[int, int]:
        (row,) = run("rates", log, "--json", *options).rows
        return row["total"]["answers"]["count"], row["total"]["answers"]["of"]

    assert total("--where", "tenant=t-1") == (1, 2)
    assert total("--where", "tenant=t-1", "--where", "route=billing") == (0, 1)
    assert total("--since", "2026-03-02T09:00") == (1, 3)
    assert total("--since", "2026-03-02T11:00+01:00") == (0, 0)
    assert total("--until", "2026-03-02") == (0, 0)
    assert total("--since", "1d") == (0, 0)


def test_options_that_choose_no_answer_are_told(run: Command, log: str) -> None:
    done = run("rates", log, "--where", "tenant=nobody")
    assert (done.status, "no answer of these logs is one that --where" in done.stderr) == (0, True)
    assert run("rates", log, "--where", "tenant=t-1").stderr == ""


def test_standard_input_is_read(run: Command) -> None:
    (row,) = run("rates", "-", "--json", given=to_bytes(LINES)).rows
    assert row["total"]["answers"]["of"] == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--by", "teant"], "--by knows no such key"),
        (["--where", "tenant"], "KEY=VALUE"),
        (["--where", "colour=red"], "--where knows no such key"),
        (["--since", "yesterday"], "--since is no time"),
        (["--json", "--csv"], "both given"),
        (["--temp", "nowhere-at-all"], "--temp is no folder"),
        (["--memory", "much"], "--memory is no size"),
        (["--memory", "100MB"], "--memory is under 256 MB"),
        (["--html", "nowhere-at-all/page.html"], "cannot be written"),
    ],
)
def test_options_that_make_no_sense_are_one_line(run: Command, log: str, options: list[str], said: str) -> None:
    done = run("rates", log, *options)
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_a_log_is_not_written_over(run: Command, log: str) -> None:
    before = Path(log).read_bytes()
    done = run("rates", log, "--html", log)
    assert (done.status, "is the input" in done.stderr, Path(log).read_bytes()) == (2, True, before)


def test_a_log_that_is_not_there_is_one_line(run: Command) -> None:
    done = run("rates", "nothing-*.ndjson")
    assert (done.status, done.stderr.count("\n")) == (2, 1)


def test_a_terminal_is_not_driven_by_a_log(run: Command, tmp_path: Path) -> None:
    nasty = "t\x1b[2J\u202e[bold]x"
    lines = [rejected("a", tenant=nasty), finding("a", fragment=f"{nasty}@1:0-1")]
    done = run("rates", write(tmp_path / "log", lines), "--by", "tenant")
    assert (done.status, "\x1b" in done.stdout, "\u202e" in done.stdout) == (0, False, False)
    assert "[bold]x" in done.stdout


def test_many_groups_are_cut(run: Command, tmp_path: Path) -> None:
    lines = [answer(f"a{number}", tenant=f"t-{number:03}") for number in range(60)]
    path = write(tmp_path / "log", lines)
    assert "20 more rows: --json or --csv" in run("rates", path, "--by", "tenant").stdout
    assert len(run("rates", path, "--by", "tenant", "--csv").stdout.splitlines()) == 62


def test_nothing_but_the_output_is_written(run: Command, tmp_path: Path) -> None:
    done = run("rates", write(tmp_path / "log", make_service(3_000, seed=8)), "--json")
    assert json.loads(done.stdout)["intake"]["answers"] > 3_000
    assert done.stderr == ""
