"""The gate over logs: which answers count, and what the calls rest on."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fundamento.errors import InputError
from fundamento.findings import CheckId
from fundamento.policy.gate import Call, Tally, Terms, decide
from fundamento.rates.gating import GateReport, judge
from fundamento.rates.measuring import Question
from fundamento.rates.reviews import Review, read_reviews
from rates.lines import START, Line, answer, fault, finding, rejected, write

CHECK = "quote-not-found"
NEW: Any = {"fingerprint": "2" * 64}


def run(
    prefix: str, answers: int, *, failing: int = 0, hour: int = 0, minutes: float = 0.01, **keys: object
) -> list[Line]:
    """Return the lines of so many answers in a row, of which every so-manieth fails twice."""
    lines: list[Line] = []
    for number in range(answers):
        name = f"{prefix}{number}"
        stamp = (START + timedelta(hours=hour, minutes=minutes * number)).isoformat()
        fails = failing > 0 and number % failing == 0
        lines.append((rejected if fails else answer)(name, claims=3, **keys, timestamp=stamp))
        if fails:
            lines += [finding(name, CHECK, claim) for claim in (0, 1)]
    return lines


class Gate:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def judge(
        self, lines: Sequence[Line], *, reviews: Sequence[Review] = (), where: Sequence[tuple[str, str]] = ()
    ) -> GateReport:
        path = write(self.folder / "log", [*lines, *lines[: len(lines) // 3]])
        return judge([path], checks=[CHECK], reviews=reviews, question=Question(where=where))


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path)


def tally(report: GateReport) -> Tally:
    return report.decisions[CHECK].tally


@pytest.mark.parametrize(
    ("answers", "failing", "call"), [(900, 300, Call.PROMOTE), (900, 8, Call.HALT), (200, 60, Call.COLLECT)]
)
def test_the_call_is_that_of_the_answers(gate: Gate, answers: int, failing: int, call: Call) -> None:
    report = gate.judge(run("a", answers, failing=failing))
    expected = decide(Tally(answers, -(-answers // failing)), Terms())
    assert (report.call, report.decisions) == (call, {CHECK: expected})
    assert (report.since, report.left_out, report.mixed) == (None, 0, ())


@pytest.mark.parametrize(
    "change",
    [{"fingerprint": "2" * 64}, {"prompt_sha256": "2" * 64}, {"model_answered": "m-2"}, {"model_asked": "m-2"}],
)
def test_only_the_answers_since_the_last_change_count(gate: Gate, change: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"prompt_sha256": "1" * 64, "model_asked": "m", "model_answered": "m-1"}
    before = run("a", 500, failing=2, **usual)
    report = gate.judge([*before, *run("b", 400, hour=9, **{**usual, **change})])
    assert (tally(report), report.left_out, report.call) == (Tally(400, 0), 500, Call.PROMOTE)
    assert report.regime is not None
    assert (report.regime.answers, report.regime.first) == (400, (START + timedelta(hours=9)).replace(tzinfo=None))
    assert report.since is not None
    assert report.regime.first is not None
    assert report.since < report.regime.first


def test_going_back_begins_anew(gate: Gate) -> None:
    lines = [*run("a", 300), *run("b", 10, hour=5, **NEW), *run("c", 40, failing=4, hour=9)]
    report = gate.judge(lines)
    assert (tally(report), report.left_out) == (Tally(40, 10), 310)
    # The answers of both times are one regime, the other lay between them.
    assert [regime.answers for regime in report.mixed] == [10]


def test_what_runs_beside_is_named_and_can_be_chosen(gate: Gate) -> None:
    lines = [*run("a", 300, minutes=1, route="billing"), *run("b", 300, minutes=1.001, route="sales", **NEW)]
    report = gate.judge(lines)
    assert [regime.fingerprint for regime in report.mixed] == ["0" * 64]
    assert tally(report).answers < 5
    assert tally(gate.judge(lines, where=[("route", "billing")])) == Tally(300, 0)


@pytest.mark.parametrize("bare", [{}, {"prompt_sha256": None, "model_asked": None}], ids=["asked", "nothing retrieved"])
def test_an_answer_that_took_no_model_goes_with_the_others(gate: Gate, bare: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"model_asked": "m", "prompt_sha256": "1" * 64, "entry": "answer"}
    none = {**usual, **bare, "model_answered": None}
    lines = run("a", 200, model_answered="m-1", **usual)
    for number in (3, 100, 199):
        lines[number] = {**lines[number], **none}
    report = gate.judge([*lines, *run("z", 1, hour=9, **none)])
    assert (tally(report), report.since, report.mixed) == (Tally(201, 0), None, ())
    # Of another bundle, or where it was another model that would have been asked, it is from before a change.
    for change in ({"fingerprint": "2" * 64}, {"model_asked": "m-2"}):
        other = gate.judge([*run("y", 3, hour=-1, **{**none, **change}), *lines])
        assert (tally(other), other.left_out) == (Tally(200, 0), 3)


def test_an_audit_of_somebody_elses_answers_is_another_regime(gate: Gate) -> None:
    keys: dict[str, Any] = {"prompt_sha256": None, "model_asked": None, "model_answered": None, "entry": "check"}
    asked = {"model_answered": "m-1", "entry": "answer"}
    for first, then in ((keys, asked), (asked, keys)):
        report = gate.judge([*run("a", 20, **first), *run("b", 30, hour=9, **then)])
        assert (tally(report), report.left_out) == (Tally(30, 0), 20)


def test_an_error_of_the_check_is_no_answer_to_it(gate: Gate) -> None:
    lines = [*run("a", 200), fault("a0", CHECK), {**answer("a0"), "first_outcome": "unverified"}]
    lines = [line for line in lines if line is not lines[0]]
    assert tally(gate.judge(lines)) == Tally(199, 0)


def test_what_an_exemption_covers_is_no_failure(gate: Gate) -> None:
    lines = [{**line, "exempted": True} if "check" in line else line for line in run("a", 300, failing=3)]
    assert tally(gate.judge(lines)) == Tally(300, 0)


def test_what_only_a_later_output_fails_is_no_failure(gate: Gate) -> None:
    lines = [
        {**line, "attempt": 2} if "check" in line else {**line, "first_outcome": "answered"}
        for line in run("a", 300, failing=3)
    ]
    assert tally(gate.judge(lines)) == Tally(300, 0)


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ({"a0": "right"}, (1, 0)),
        ({"a0": "wrong"}, (1, 1)),
        ({"a0": "wrong", "a300": "right", "a1": "wrong", "zz": "wrong"}, (2, 1)),
    ],
)
def test_reviews_of_answers_that_fail_count(gate: Gate, verdicts: dict[str, str], expected: tuple[int, int]) -> None:
    reviews = [
        Review.model_validate({"answer_id": name, "check": CHECK, "claim": 0, "verdict": verdict})
        for name, verdict in verdicts.items()
    ]
    found = tally(gate.judge(run("a", 600, failing=300), reviews=reviews))
    assert (found.reviewed, found.wrong) == expected


def test_one_right_finding_makes_a_rejection_right(gate: Gate) -> None:
    reviews = [
        Review.model_validate({"answer_id": "a0", "check": CHECK, "claim": claim, "verdict": verdict})
        for claim, verdict in ((0, "wrong"), (1, "right"))
    ]
    found = tally(gate.judge(run("a", 600, failing=300), reviews=reviews))
    assert (found.reviewed, found.wrong) == (1, 0)


def test_reviews_decide_on_promotion(gate: Gate) -> None:
    lines = run("a", 9_000, failing=100)
    judged = [Review(answer_id=f"a{number}", check=CHECK, claim=0, verdict="right") for number in range(0, 9_000, 100)]
    wrong = [review.model_copy(update={"verdict": "wrong"}) for review in judged]
    assert [gate.judge(lines, reviews=some).call for some in (judged, judged[:3], wrong)] == [
        Call.PROMOTE,
        Call.COLLECT,
        Call.HALT,
    ]


def test_without_times_one_regime_can_be_judged_and_two_cannot(gate: Gate) -> None:
    lines = [{**line, "timestamp": None} for line in run("a", 300)]
    assert tally(gate.judge(lines)) == Tally(300, 0)
    with pytest.raises(InputError, match="no timestamp"):
        gate.judge([*lines, *({**line, "timestamp": None} for line in run("b", 3, **NEW))])


@pytest.mark.parametrize(
    "idle", [{"checked": {}}, {"checked": None}, {"checked": {"empty-answer": 3}}, {"checked": {"quote-not-found": 3}}]
)
def test_a_check_that_never_looked_is_not_promoted_and_says_what_it_needs(tmp_path: Path, idle: dict[str, Any]) -> None:
    report = judge([write(tmp_path / "log", run("a", 900, **idle))], checks=[CHECK, "not-entailed"])
    looked = CHECK in (idle["checked"] or {})
    assert report.decisions["not-entailed"].call is report.call is Call.COLLECT
    assert report.decisions[CHECK].call is (Call.PROMOTE if looked else Call.COLLECT)
    assert report.idle == {
        **({} if looked else {CHECK: "claims with quotes"}),
        "not-entailed": "a judge: Grounder(judge=...)",
    }


def test_answers_that_it_did_not_look_at_do_not_help_a_check(gate: Gate) -> None:
    usual: dict[str, Any] = {"prompt_sha256": "1" * 64}
    lines = run("a", 120, failing=8, **usual)
    # Most are prose, without quotes; that is a reason neither to promote nor to begin anew.
    lines += run("p", 2_000, hour=1, **usual, checked={"empty-answer": 3})
    report = gate.judge(lines)
    assert (tally(report), report.call) == (Tally(120, 15), Call.HALT)
    assert tally(gate.judge([*lines, *run("n", 90, hour=50, prompt_sha256="2" * 64)])) == Tally(90, 0)


def test_reviews_and_what_was_looked_at_go_together(gate: Gate) -> None:
    lines = run("a", 2_000, failing=100) + run("p", 300, hour=1, checked={})
    wrong = [Review(answer_id=f"a{number}", check=CHECK, claim=0, verdict="wrong") for number in range(0, 2_000, 100)]
    report = gate.judge(lines, reviews=wrong)
    assert (tally(report), report.call) == (Tally(2_000, 20, 20, 20), Call.HALT)


def test_all_checks_are_judged_unless_some_are_named(tmp_path: Path) -> None:
    lines = [*run("a", 300, failing=50), finding("a0", "check-to-come")]
    report = judge([write(tmp_path / "log", lines)])
    assert set(report.decisions) == {check.value for check in CheckId}
    assert report.idle == {}
    with pytest.raises(InputError, match="no check"):
        judge([write(tmp_path / "log", lines)], checks=["quote-found"])


def test_of_no_answers_nothing_can_be_said(gate: Gate) -> None:
    report = gate.judge([])
    assert (report.regime, report.call, tally(report)) == (None, Call.COLLECT, Tally(0, 0))


def test_the_last_review_of_a_finding_counts(tmp_path: Path) -> None:
    path = tmp_path / "reviews.jsonl"
    path.write_text(
        '{"answer_id": "a", "claim": 0, "check": "x", "verdict": "wrong", "note": "…"}\n\n'
        '{"answer_id": "a", "claim": null, "check": "x", "verdict": "wrong"}\n'
        '{"answer_id": "a", "claim": 0, "check": "x", "verdict": "right"}\n',
        "utf-8",
    )
    assert read_reviews(path) == [
        Review(answer_id="a", claim=0, check="x", verdict="right"),
        Review(answer_id="a", check="x", verdict="wrong"),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"answer_id": "a", "check": "x", "verdict": "canary"}', "line 2: verdict makes no sense"),
        ('{"answer_id": "canary", "check": "x"}', "line 2: verdict is missing"),
        ("canary", "line 2: the line makes no sense"),
    ],
)
def test_a_review_that_makes_no_sense_is_named_by_its_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "reviews.jsonl"
    path.write_text(f'{{"answer_id": "a", "check": "x", "verdict": "right"}}\n{line}\n', "utf-8")
    with pytest.raises(InputError) as caught:
        read_reviews(path)
    assert said in str(caught.value)
    assert "canary" not in str(caught.value)


def test_reviews_that_are_not_there_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_reviews(tmp_path / "nothing.jsonl")


def test_answers_whose_findings_are_lost_are_not_faultless(gate: Gate) -> None:
    lines = [line for line in run("a", 900, failing=300) if "first_outcome" in line]
    with pytest.raises(InputError, match=r"^3 of these answers were rejected"):
        gate.judge(lines)


@pytest.mark.parametrize("count", [-5, 4_000_000_000, 1.0e30, "many", [1]])
def test_a_count_that_no_answer_has_is_none(gate: Gate, count: object) -> None:
    report = gate.judge([*run("a", 900), *run("b", 3, checked={CHECK: count})])
    assert (tally(report).answers, report.decisions[CHECK].call) == (900, Call.PROMOTE)
