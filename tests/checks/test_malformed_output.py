"""What is longer than what is read is malformed, and never passes."""

from datetime import date
from typing import Any

import pytest

from fundamento import Action, Fragment, Grounder
from fundamento.answers import Claim, Conflict, Draft, Flaw, GroundedAnswer
from fundamento.checks.context import Context
from fundamento.checks.malformed_output import MOST_CLAIMS, find_malformed_output
from fundamento.findings import CheckId, Outcome

CONTEXT = Context(fragments={}, as_of=date(2026, 1, 1))
TRUE = "The museum opens at 10:00."


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (TRUE, []),
        (TRUE + " " * 19_000, []),
        (f"{TRUE}{' ' * 20_000}Entry is free for life.", ["too-long"]),
        (" ".join(str(number) for number in range(100, 160)), []),
        (" ".join(f"{number} coins," for number in range(100, 180)), ["too-long"]),
        (f"The hall holds {'7' * 24} people.", []),
        (f"The hall holds {'7' * 40} people.", ["too-long"]),
    ],
)
def test_what_exceeds_what_is_read_is_found(text: str, reasons: list[str]) -> None:
    claim = find_malformed_output(Draft(GroundedAnswer((Claim(text),))), CONTEXT)
    conflict = find_malformed_output(Draft(GroundedAnswer(conflicts=(Conflict(text),))), CONTEXT)
    assert ([each.reason for each in claim], [each.reason for each in conflict]) == (reasons, reasons)
    assert ({each.claim for each in claim}, {each.claim for each in conflict}) == (
        ({0}, {None}) if reasons else (set(), set())
    )


def test_flaws_are_found_too() -> None:
    found = find_malformed_output(Draft(None, (Flaw("not-json"),)), CONTEXT)
    assert [(each.check, each.reason) for each in found] == [(CheckId.MALFORMED_OUTPUT, "not-json")]


@pytest.mark.parametrize("form", ["json", "prose"])
@pytest.mark.parametrize("gap", [" ", "\u00a0", "\t", "\n", "\u200b"])
def test_nothing_hides_behind_what_is_not_read(form: Any, gap: str) -> None:
    text = f"The museum opens at 10:00{gap * 20_000}and students get 90 % off, free forever"
    support = [{"fragment": "m", "quote": "The museum opens at 10:00"}]
    output = {"answer": {"kind": "grounded", "claims": [{"support": support, "text": text}]}}
    given: Any = output if form == "json" else f"{text} [m]."
    result = Grounder(policy="strict", sinks=()).check(given, (Fragment("m", TRUE),), format=form)
    assert result.outcome is Outcome.REJECTED
    assert "90" not in result.text()


def test_a_declared_conflict_alone_is_an_answer() -> None:
    conflict = {"text": "One source says 10:00, the other 11:00.", "fragments": ["m", "n"]}
    fragments = (Fragment("m", TRUE), Fragment("n", "The museum opens at 11:00."))
    result = Grounder(policy="strict", sinks=()).check(
        {"answer": {"kind": "grounded", "claims": [], "conflicts": [conflict]}}, fragments
    )
    assert [each for each in result.findings if each.check is CheckId.EMPTY_ANSWER] == []


def test_an_answer_of_more_claims_than_are_read_is_a_finding_and_withheld() -> None:
    known = {"support": [{"fragment": "a", "quote": "kept for 30 days"}], "text": "Files are kept for 30 days."}
    fragments = [Fragment("a", "Files are kept for 30 days.")]
    for count, reasons in ((MOST_CLAIMS, set()), (MOST_CLAIMS + 1, {"too-long"})):
        output = {"answer": {"kind": "grounded", "claims": [known] * count}}
        result = Grounder(policy="strict", sinks=()).check(output, fragments)
        assert {finding.reason for finding in result.findings} == reasons
        assert (result.action is Action.WITHHELD) is bool(reasons)
        assert len(result.claims) == count


@pytest.mark.parametrize("half", ["\ud800", "x\udfff."])
def test_half_of_a_surrogate_pair_is_a_finding(half: str) -> None:
    said = {"support": [{"fragment": "a", "quote": "kept for 30 days"}], "text": f"Files are kept for 30 days. {half}"}
    output = {"answer": {"kind": "grounded", "claims": [said]}}
    result = Grounder(policy="strict", sinks=()).check(output, [Fragment("a", "Files are kept for 30 days.")])
    assert [(finding.claim, finding.reason) for finding in result.findings][:1] == [(0, "not-unicode")]
