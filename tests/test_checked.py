"""Which checks an answer's event says have looked at it: what a rate of theirs is of."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from fundamento import Fragment, Grounder, Reader
from fundamento.findings import CheckId
from fundamento.fragments import FragmentRecord
from fundamento.judgements import Judgement, Unjudged
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.policy.ruling import KILL_SWITCH
from fundamento.testing import CapturedEvents, ScriptedModel, abstention_json, answer_json, claim

PLANS = Fragment("plans-1", "The Pro plan allows up to 10 active projects.")
FILES = Fragment("files-1", "Files are kept for 30 days.")
PRO = claim("The Pro plan allows up to 10 projects.", ("plans-1", "allows up to 10 active projects"))
KEPT = claim("Files are kept for 30 days.", ("files-1", "kept for 30 days"))
BARE = {"support": [], "text": "The Basic plan is free."}
GAP = answer_json(PRO, gaps=["The price of the Pro plan."])

CONTRACT = {"malformed-output": 1, "empty-support": 1, "unknown-fragment": 1, "empty-answer": 1}
QUOTES = {"missing-quote": 1, "trivial-quote": 1, "quote-not-found": 1}
EVIDENCE = dict.fromkeys(
    (
        *("number-unsupported", "number-misattributed", "qualifier-dropped", "polarity-flipped"),
        *("term-unsupported", "weak-support", "unsupported-language"),
    ),
    1,
)
USUAL = {**CONTRACT, **QUOTES, **EVIDENCE}


class Store:
    """A store that holds some fragments."""

    def __init__(self, *fragments: Fragment) -> None:
        self.held = {each.id: each.record() for each in fragments}

    def records(self, ids: Any) -> Mapping[str, FragmentRecord]:
        return {one: self.held[one] for one in ids if one in self.held}


class DownStore:
    """A store that cannot be reached."""

    def records(self, ids: Any) -> Mapping[str, FragmentRecord]:
        raise ConnectionError


class Judge:
    """A judge that knows one claim, and cannot judge the others."""

    name, version = "one", "1"

    def judge(self, request: JudgeRequest) -> JudgeReply:
        return JudgeReply([Judgement(0.9) if "Pro" in each.claim else Unjudged("Other") for each in request.pairs])

    async def ajudge(self, request: JudgeRequest) -> JudgeReply:
        return self.judge(request)


def check(output: Any, *fragments: Fragment, form: Any = "json", reader: Reader | None = None, **options: Any) -> Any:
    events = CapturedEvents()
    grounder = Grounder(sinks=[events], **options)
    grounder.check(output, fragments or (PLANS, FILES), format=form, reader=reader)
    (answer,) = events.answers
    return answer


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (answer_json(PRO), USUAL),
        (answer_json(PRO, KEPT), dict.fromkeys(USUAL, 2)),
        # A claim without evidence has nothing for the others to look at.
        (answer_json(PRO, BARE), {**USUAL, "malformed-output": 2, "empty-support": 2, "empty-answer": 2}),
        (answer_json(BARE), {"malformed-output": 1, "empty-support": 1, "empty-answer": 1}),
        (GAP, {**USUAL, "claims-in-abstention": 1}),
        (abstention_json("the price"), {"malformed-output": 0, "claims-in-abstention": 0}),
        (answer_json(gaps=["the price"]), {"malformed-output": 0, "empty-answer": 0, "claims-in-abstention": 0}),
        ("no JSON at all", {"malformed-output": 0}),
        (
            answer_json(claim("Pro has 10 projects.", ("plans-1", "up to twelve projects"))),
            {check: claims for check, claims in USUAL.items() if check != "weak-support"},
        ),
    ],
)
def test_a_check_looked_at_what_it_found_something_to_compare_in(output: Any, expected: Mapping[str, int]) -> None:
    assert check(output).checked == expected


PROSE = "The Pro plan allows up to 10 active projects [1]."


def test_prose_has_no_quotes_to_look_at() -> None:
    assert check(PROSE, PLANS, form="prose").checked == {**CONTRACT, **EVIDENCE}


DATED = replace(PLANS, version="1", effective_until=date(2100, 1, 1))
OF_STORE = {"missing-fragment": 1, "changed-fragment": 1}
CURRENCY = {"superseded-source": 1, "out-of-date-source": 1}


@pytest.mark.parametrize(
    ("fragments", "options", "added"),
    [
        ((DATED,), {}, CURRENCY),
        ((replace(PLANS, superseded_by="2"),), {}, {"superseded-source": 1}),
        ((PLANS,), {"store": Store(PLANS)}, OF_STORE),
        ((PLANS,), {"store": Store(DATED)}, {**OF_STORE, **CURRENCY}),
        ((PLANS,), {"store": Store()}, {"missing-fragment": 1}),
        ((DATED,), {"store": DownStore()}, {}),
        ((PLANS,), {"reader": Reader("u")}, {"unreadable-fragment": 1}),
        ((PLANS,), {"judge": Judge()}, {"not-entailed": 1}),
        ((replace(PLANS, document="plans"), replace(FILES, document="files")), {}, {"undisclosed-conflict": 1}),
        ((replace(PLANS, document="plans"), replace(FILES, document="plans")), {}, {}),
    ],
)
def test_some_checks_need_more_than_the_answer(
    fragments: tuple[Fragment, ...], options: dict[str, Any], added: Mapping[str, int]
) -> None:
    assert check(answer_json(PRO), *fragments, **options).checked == {**USUAL, **added}


def test_what_could_not_run_did_not_look() -> None:
    event = check(answer_json(PRO, KEPT), judge=Judge())
    assert (event.checked["not-entailed"], event.faults) == (1, 1)


def test_of_several_outputs_the_first_one_counts() -> None:
    events = CapturedEvents()
    first = answer_json(claim("Pro has 10 projects.", ("F9", "up to 10 projects")))
    model = ScriptedModel(
        [first, answer_json(claim("Pro allows up to 10 projects.", ("F1", "up to 10 active projects")))]
    )
    Grounder(model, policy="strict", sinks=[events]).answer("How many?", [PLANS])
    assert (events.answers[0].attempts, events.answers[0].checked) == (2, CONTRACT)


def test_what_is_off_wants_nothing_and_a_candidate_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = {"name": "some", "checks": {"weak-support": "off", "empty-answer": "off"}}
    event = check(answer_json(PRO), policy=policy, candidate="strict")
    apart = {"weak-support": 1, "empty-answer": 1}
    assert (event.checked, event.candidate_checked) == (
        {check: claims for check, claims in USUAL.items() if check not in apart},
        apart,
    )
    assert check(answer_json(PRO), policy=policy).candidate_checked == {}
    monkeypatch.setenv(KILL_SWITCH, "off")
    assert check(answer_json(PRO)).checked == {}


def test_each_check_that_needs_something_says_what() -> None:
    from fundamento.checks import CHECKS

    assert set(CHECKS) == set(CheckId)
    assert [check.wants for check in CHECKS.values() if not check.wants or check.wants.endswith(".")] == []
