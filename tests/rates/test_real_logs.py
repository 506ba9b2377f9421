"""Logs that a real assistant leaves: scripted models, the structlog sink, and the rates of what it wrote."""

from pathlib import Path

import pytest

from fundamento import Fragment, Grounder
from fundamento.cli.logbook import open_logbook
from fundamento.findings import CheckId, Outcome
from fundamento.fragments import FragmentRecord
from fundamento.policy.gate import Call, Tally, Terms
from fundamento.rates.gating import judge
from fundamento.rates.measuring import Question, measure
from fundamento.rates.page import write_page
from fundamento.testing import ScriptedModel, answer_json, claim

CANARY = "la contraseña de Ana es zafiro"
FRAGMENTS = [
    Fragment("plans@1:0-45", "The Pro plan allows up to 10 active projects."),
    Fragment("files@1:0-27", f"Files are kept for 30 days. {CANARY}"),
]
GOOD = answer_json(claim("Pro allows up to 10 projects.", ("F1", "up to 10 active projects")))
BAD = answer_json(
    claim(f"Pro allows 99 projects. {CANARY}", ("F1", f"up to 99 active projects {CANARY}")),
    claim("Files are kept for 30 days.", ("F2", "Files are kept for 30 days.")),
)
INVENTED = answer_json(claim("Pro is free.", (f"F7 {CANARY}", "free")))


class DownStore:
    """A store that cannot be reached."""

    def records(self, ids: object) -> dict[str, FragmentRecord]:
        raise ConnectionError(CANARY)


@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_the_rates_are_those_of_the_results_in_every_mode(tmp_path: Path, policy: str) -> None:
    outputs = [GOOD, BAD, GOOD, INVENTED, GOOD, BAD]
    log = tmp_path / "events.ndjson"
    with open_logbook(log) as sink:
        results = []
        for output in outputs:
            # What a repair brings is good: the first output counts all the same.
            grounder = Grounder(ScriptedModel([output, GOOD]), policy=policy, sinks=[sink])
            results.append(grounder.answer(f"How many projects? {CANARY}", FRAGMENTS))
        down = Grounder(ScriptedModel([GOOD]), policy=policy, sinks=[sink], store=DownStore())
        results.append(down.answer("How many projects?", FRAGMENTS))
    text = log.read_text("utf-8")
    assert CANARY not in text
    report = measure([str(log)])
    firsts = [result.first_outcome for result in results]
    assert report.total.answers.count == firsts.count(Outcome.REJECTED) == 3
    assert report.total.answers.of == 6
    assert report.total.errors == firsts.count(Outcome.UNVERIFIED) == 1
    assert report.intake.lines == report.intake.answers + report.intake.findings + report.intake.faults
    shares = {row.key[0]: row.figures.answers.count for row in report.rows}
    assert (shares["quote-not-found"], shares["unknown-fragment"]) == (2, 1)
    assert CANARY not in write_page(report, lang="es") + repr(report)
    if policy == "observe":
        assert report.documents[0].name == "plans"
        assert (report.total.claims.count, report.total.claims.of) == (3, 8)


def test_the_gate_counts_since_the_policy_changed(tmp_path: Path) -> None:
    log = tmp_path / "events.ndjson"
    with open_logbook(log) as sink:
        for policy, outputs in (("observe", [BAD] * 5), ("standard", [GOOD] * 12)):
            model = ScriptedModel(outputs)
            grounder = Grounder(model, policy=policy, sinks=[sink])
            for _ in outputs:
                grounder.answer("How many projects?", FRAGMENTS)
    report = judge([str(log)], checks=["quote-not-found"], question=Question())
    assert report.regime is not None
    assert report.regime.bundle is not None
    assert report.regime.bundle.startswith("standard@")
    assert (report.left_out, report.call) == (5, Call.COLLECT)
    assert report.decisions["quote-not-found"].tally == Tally(12, 0)


def test_of_prose_without_store_or_judge_nothing_is_promoted_that_never_looked(tmp_path: Path) -> None:
    log = tmp_path / "events.ndjson"
    with open_logbook(log) as sink:
        grounder = Grounder(sinks=[sink])
        for _ in range(300):
            grounder.check("The Pro plan allows up to 10 active projects [1].", FRAGMENTS, format="prose")
    report = judge([str(log)], terms=Terms(budget=0.1))
    promoted = {check for check, decision in report.decisions.items() if decision.call is Call.PROMOTE}
    assert promoted == {
        *("malformed-output", "empty-support", "unknown-fragment", "empty-answer"),
        *("number-unsupported", "number-misattributed", "qualifier-dropped", "polarity-flipped"),
        *("term-unsupported", "weak-support", "unsupported-language"),
    }
    assert set(report.idle) == set(CheckId) - promoted
