"""What is counted: against a count by hand, and case by case."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fundamento.errors import InputError
from fundamento.rates import sums
from fundamento.rates.intervals import share_of
from fundamento.rates.measuring import Question, measure
from fundamento.rates.report import Culprit, Report
from fundamento.rates.sums import Figures
from rates.lines import START, Line, answer, count_by_hand, fault, finding, make_service, rejected, write


def numbers(figures: Figures) -> tuple[int, int, int, int, int]:
    return (figures.answers.count, figures.answers.of, figures.claims.count, figures.claims.of, figures.errors)


def beside(figures: Figures) -> tuple[int, int] | None:
    return (figures.candidate.count, figures.candidate.of) if figures.candidate else None


def by_key(report: Report) -> dict[tuple[str | None, ...], tuple[int, int, int, int, int]]:
    return {row.key: numbers(row.figures) for row in report.rows}


@pytest.fixture
def log(tmp_path: Path) -> "Log":
    return Log(tmp_path)


class Log:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def measure(self, *lines: Line, question: Question | None = None) -> Report:
        return measure([write(self.folder / "log.ndjson", lines)], question)


@pytest.mark.parametrize("seed", range(4))
def test_the_figures_are_those_of_a_count_by_hand(log: Log, seed: int) -> None:
    lines = make_service(300, seed=seed)
    expected = count_by_hand(lines)
    report = log.measure(*lines)
    assert (numbers(report.total), beside(report.total)) == (expected[None,].figures(), expected[None,].beside())
    del expected[None,]
    assert {row.key: beside(row.figures) for row in report.rows} == {
        key: tally.beside() for key, tally in expected.items()
    }
    assert by_key(report) == {key: tally.figures() for key, tally in expected.items()}
    assert report.intake.repeated > 0
    assert report.orphans == 0


@pytest.mark.parametrize("seed", range(2))
def test_a_split_by_two_keys_is_too(log: Log, seed: int) -> None:
    lines = make_service(300, seed=seed)
    expected = count_by_hand(lines, "tenant")
    report = log.measure(*lines, question=Question(by=("tenant", "check")))
    shown = {key: tally.figures() for key, tally in expected.items() if key in by_key(report)}
    assert by_key(report) == shown
    assert all(
        not tally.rejected and not tally.errors for key, tally in expected.items() if key[1] and key not in shown
    )
    split = log.measure(*lines, question=Question(by=("bundle",)))
    labels = count_by_hand([{**line, "label": f"{line['bundle']}@{line['bundle_version']}"} for line in lines], "label")
    assert by_key(split) == {(label,): tally.figures() for (label, check), tally in labels.items() if check is None}


def test_the_order_and_the_number_of_files_change_nothing(tmp_path: Path) -> None:
    lines = make_service(200, seed=9)
    one = measure([write(tmp_path / "one.ndjson", lines)])
    random.Random(1).shuffle(lines)
    for number in range(3):
        write(tmp_path / f"part-{number}.ndjson", lines[number::3])
    assert measure([str(tmp_path / "part-*.ndjson")]) == one


@pytest.mark.parametrize("mode", ["warn", "enforce"])
@pytest.mark.parametrize("action", ["allowed", "repaired", "pruned", "withheld"])
def test_modes_and_actions_change_no_figure(log: Log, mode: str, action: str) -> None:
    report = log.measure(rejected("a", action=action, outcome="answered"), finding("a", mode=mode, action=action))
    assert numbers(report.total) == (1, 1, 1, 1, 0)
    assert by_key(report) == {("quote-not-found",): (1, 1, 1, 1, 0)}


def test_what_only_a_candidate_looks_for_is_not_counted(log: Log) -> None:
    report = log.measure(answer("a"), finding("a", mode="off"))
    assert (numbers(report.total), by_key(report)) == ((0, 1, 0, 1, 0), {})


def test_an_error_is_no_violation_and_is_in_no_rate(log: Log) -> None:
    report = log.measure(
        answer("held"), answer("down", first_outcome="unverified"), fault("down"), fault("down", None, part="sink")
    )
    assert numbers(report.total) == (0, 1, 0, 1, 1)
    assert by_key(report) == {("missing-fragment",): (0, 1, 0, 1, 1)}
    assert [(one.part, one.check, one.faults, one.answers) for one in report.faults] == [
        ("check", "missing-fragment", 1, 1),
        ("sink", None, 1, 1),
    ]


def test_other_checks_did_look_at_an_answer_that_one_could_not_look_at(log: Log) -> None:
    lines = [answer("down", first_outcome="unverified"), fault("down"), rejected("bad"), finding("bad")]
    assert by_key(log.measure(*lines)) == {
        ("quote-not-found",): (1, 2, 1, 2, 0),
        ("missing-fragment",): (0, 1, 0, 1, 1),
    }


def test_where_every_check_is_off_none_looked(log: Log) -> None:
    report = log.measure(answer("off", first_outcome="unverified", checked={}), rejected("bad"), finding("bad"))
    assert numbers(report.total) == (1, 1, 1, 1, 1)
    assert by_key(report) == {("quote-not-found",): (1, 1, 1, 1, 0)}


def test_a_claim_counts_once_however_often_it_fails(log: Log) -> None:
    lines = [rejected("a", claims=4)]
    lines += [finding("a", fragment=fragment) for fragment in ("S1", "S2", "S3")]
    assert by_key(log.measure(*lines, *lines)) == {("quote-not-found",): (1, 1, 1, 4, 0)}


def test_a_repaired_answer_would_have_been_rejected_and_its_claims_hold(log: Log) -> None:
    report = log.measure(answer("a", first_outcome="rejected", claims=2, attempts=2), finding("a", final=False))
    assert numbers(report.total) == (1, 1, 0, 2, 0)
    assert by_key(report) == {("quote-not-found",): (1, 1, 1, 2, 0)}


@pytest.mark.parametrize(
    ("checked", "expected"),
    [
        ({"quote-not-found": 1}, (1, 2, 1, 3, 0)),
        ({"quote-not-found": 0}, (1, 2, 1, 2, 0)),
        ({"empty-answer": 1}, (1, 1, 1, 2, 0)),
        ({}, (1, 1, 1, 2, 0)),
        ({"check-to-come": 7}, (1, 1, 1, 2, 0)),
        (None, (1, 1, 1, 2, 0)),
    ],
)
def test_a_rate_is_of_the_answers_and_claims_that_the_check_looked_at(
    log: Log, checked: dict[str, int] | None, expected: tuple[int, ...]
) -> None:
    bad = rejected("bad", claims=4, checked={"quote-not-found": 2})
    report = log.measure(bad, finding("bad"), answer("a", claims=4, checked=checked))
    assert by_key(report) == {("quote-not-found",): expected}


def test_a_check_that_this_version_does_not_know_has_no_rate(log: Log) -> None:
    report = log.measure(rejected("a", checked={"check-to-come": 1}), finding("a", "check-to-come"))
    assert numbers(report.total) == (1, 1, 1, 1, 0)
    assert by_key(report) == {("check-to-come",): (0, 0, 0, 0, 0)}


def test_what_a_candidate_would_stop_stands_beside_what_the_checks_reject(log: Log) -> None:
    beside = {"candidate_action": "withheld", "checked": {"empty-answer": 1, "quote-not-found": 1}}
    lines = [
        rejected("a", **beside),
        finding("a", candidate_action="withheld"),
        answer("b", **beside, candidate_checked={"term-unsupported": 1}),
        finding("b", "term-unsupported", mode="off", candidate_action="withheld"),
        answer("c", candidate_action="allowed", checked={"quote-not-found": 1}),
        rejected("d"),
        finding("d", candidate_action=None),
    ]
    report = log.measure(*lines)
    assert (report.total.candidate, report.total.answers.count) == (share_of(2, 3), 2)
    shown = {row.key[0]: (row.figures.answers, row.figures.candidate) for row in report.rows}
    assert shown == {
        "quote-not-found": (share_of(2, 4), share_of(1, 3)),
        "term-unsupported": (share_of(0, 1), share_of(1, 1)),
    }
    split = log.measure(*lines, question=Question(by=("tenant",)))
    assert [row.figures.candidate for row in split.rows] == [share_of(2, 3)]
    assert log.measure(answer("a")).total.candidate is None


def test_of_lines_that_differ_the_same_one_counts_each_time(log: Log) -> None:
    first, second = answer("a", claims=2), answer("a", claims=3)
    assert log.measure(first, second).total == log.measure(second, first).total
    assert numbers(log.measure(first, second).total) == (0, 1, 0, 2, 0)


def test_findings_without_their_answer_are_counted_apart(log: Log) -> None:
    report = log.measure(answer("a"), finding("b"), fault("c"))
    assert (report.orphans, report.rows) == (2, ())


def test_filters_choose_answers_with_their_findings(log: Log) -> None:
    late = (START + timedelta(hours=5)).isoformat()
    lines = [
        rejected("a", tenant="t-1"),
        finding("a", tenant="t-1"),
        answer("b", tenant="t-2"),
        rejected("c", timestamp=late),
        finding("c", "empty-support"),
    ]
    cases = {
        Question(where=(("tenant", "t-1"),)): (1, 1, 1, 1, 0),
        Question(where=(("tenant", ""),)): (1, 1, 1, 1, 0),
        Question(where=(("tenant", "t-1"), ("entry", "answer"))): (0, 0, 0, 0, 0),
        Question(where=(("tenant", "' OR true --"),)): (0, 0, 0, 0, 0),
        Question(until=START + timedelta(hours=5)): (1, 2, 1, 2, 0),
        Question(since=START + timedelta(hours=5)): (1, 1, 1, 1, 0),
        Question(since=datetime(2026, 3, 2, 14)): (1, 1, 1, 1, 0),  # noqa: DTZ001 - without a zone it is UTC
    }
    assert {question: numbers(log.measure(*lines, question=question).total) for question in cases} == cases


@pytest.mark.parametrize(
    "stamp",
    [
        "2026-03-02T09:00:00Z",
        "2026-03-02T09:00:00.000000+00:00",
        "2026-03-02T11:00:00+02:00",
        "2026-03-02 09:00:00",
        START.timestamp(),
        str(START.timestamp()),
    ],
)
def test_times_are_utc_however_they_are_written(log: Log, stamp: object) -> None:
    report = log.measure(answer("a", timestamp=stamp), question=Question(by=("hour", "day")))
    assert (report.first, report.undated) == (START.replace(tzinfo=None), 0)
    assert [row.key for row in report.rows] == [("2026-03-02T09:00Z", "2026-03-02")]


@pytest.mark.parametrize("stamp", [None, "yesterday", "", "infinity", 1e300, {"a": 1}])
def test_an_answer_without_a_time_counts_in_no_trend(log: Log, stamp: object) -> None:
    report = log.measure(answer("a", timestamp=stamp), question=Question(by=("day",)))
    assert (report.first, report.undated, report.trend) == (None, 1, ())
    assert numbers(report.total) == (0, 1, 0, 1, 0)


def test_the_trend_has_a_place_for_each_hour(log: Log) -> None:
    lines = [rejected("a"), finding("a")]
    lines += [answer("b", timestamp=(START + timedelta(hours=2, minutes=5)).isoformat())]
    report = log.measure(*lines)
    shown = [(bucket.start.hour, bucket.figures.answers.ratio) for bucket in report.trend]
    assert (report.unit, shown) == ("hour", [(9, 1.0), (10, None), (11, 0.0)])
    assert report.rows[0].trend == (1.0, None, 0.0)


def test_the_last_period_is_compared_with_the_one_before(log: Log) -> None:
    days = [(START + timedelta(days=day)).isoformat() for day in range(4) for _ in range(50)]
    lines = [
        (rejected if day >= 150 and day % 2 else answer)(f"a{day}", timestamp=stamp) for day, stamp in enumerate(days)
    ]
    change = log.measure(*lines).change
    assert change is not None
    assert (change.hours, change.now.ratio, change.before.ratio) == (24, 0.5, 0.0)
    assert change.difference is not None
    assert 0 < change.difference.low < change.difference.change == 0.5 < change.difference.high


def test_the_sources_behind_findings_are_named_worst_first(log: Log) -> None:
    lines = [rejected(name, claims=3) for name in "abc"]
    lines += [
        finding("a", fragment="plans@2:0-10"),
        finding("b", fragment="plans@2:10-20"),
        finding("c", fragment="7f"),
    ]
    lines += [finding("a", claim=1, fragment="plans@2:10-20"), finding("b", claim=1, fragment=None)]
    lines += [finding("c", claim=2, fragment="a b/c.md:3-4"), finding("c", attempt=2, fragment="later@1:0-1")]
    report = log.measure(*lines, question=Question(top=2))
    assert report.fragments == (Culprit("plans@2:10-20", 2, 2), Culprit("7f", 1, 1))
    assert report.documents == (Culprit("plans", 3, 2), Culprit("a b/c.md", 1, 1))


def test_keys_that_are_not_known_are_refused() -> None:
    for wrong in ({"by": ("teant",)}, {"where": (("check", "x"),)}, {"by": ("day", "day")}, {"top": -1}):
        with pytest.raises(InputError):
            Question(**wrong)
    assert Question(since=datetime(2026, 1, 1, tzinfo=UTC)).by == ("check",)


def test_as_many_texts_of_what_was_checked_as_answers_are_read_too(log: Log) -> None:
    lines = [
        rejected(
            str(number), claims=5, checked={"quote-not-found": number % 3, "empty-answer": 0, f"to-come-{number}": 7}
        )
        for number in range(300)
    ]
    lines += [finding(str(number)) for number in range(0, 300, 3)]
    assert by_key(log.measure(*lines)) == {("quote-not-found",): (100, 300, 0, 300, 0)}


def test_the_trend_of_a_check_has_the_parts_where_it_found_nothing(log: Log) -> None:
    later = {"timestamp": (START + timedelta(hours=1)).isoformat()}
    lines = [rejected("a"), finding("a"), answer("b", **later), answer("c", tenant="t-2", **later)]
    for by in (("check",), ("check", "tenant")):
        (row,) = log.measure(*lines, question=Question(by=by)).rows
        assert row.trend == (1.0, 0.0)


def test_more_groups_than_memory_has_room_for_are_refused(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "MOST_GROUPS", 3)
    lines = [answer(str(number), tenant=f"t-{number}") for number in range(4)]
    assert len(log.measure(*lines[:3], question=Question(by=("tenant",))).rows) == 3
    with pytest.raises(InputError, match="groups"):
        log.measure(*lines, question=Question(by=("tenant",)))
