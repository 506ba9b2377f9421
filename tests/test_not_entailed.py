"""A judge in the flow: what is put to it, and what follows from what it says in each mode."""

import asyncio
import io
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from fundamento import Action, CheckId, Fragment, Grounder, Outcome, Reader, Settings, StreamedClaim, Verdict
from fundamento.errors import ConfigurationError, ModelError
from fundamento.findings import Fault
from fundamento.judgements import JudgeCost, Judgement, Pair, Unjudged
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.models import Usage
from fundamento.result import Result
from fundamento.telemetry.sink import StructlogSink
from fundamento.testing import CapturedEvents, ScriptedModel, answer_json, claim
from judges.crossencoders import write_folder
from judges.stand_ins import COST, BrokenJudge, HangingJudge, SetJudge

PROJECTS = "El plan Pro permite hasta 10 proyectos activos. El plan Básico, hasta 3."
FILES = "Los archivos se conservan durante 30 días."
FRAGMENTS = [Fragment("p@1", PROJECTS), Fragment("f@1", FILES)]
QUESTION = "¿Cuántos proyectos permite el plan Pro y cuánto se conservan los archivos?"
FIRST = claim("El plan Pro permite hasta 10 proyectos activos.", ("F1", "hasta 10 proyectos activos"))
SECOND = claim("Los archivos se conservan 30 días.", ("F2", "se conservan durante 30 días"))
THIRD = claim("Los archivos duran 30 días.", ("F2", "durante 30 días"))
BAD_QUOTE = claim("El plan Básico permite 3.", ("F1", "hasta 3 proyectos"))
NO_SUPPORT = claim("Hay soporte.")
FIRST_PAIR = Pair(FIRST["text"], ("El plan Pro permite hasta 10 proyectos activos.",))
SECOND_PAIR = Pair(SECOND["text"], (FILES,))
ONE = frozenset({CheckId.NOT_ENTAILED})
WARN = {"name": "w", "extends": "observe"}
ENFORCE = {"name": "e", "extends": "observe", "checks": {"not-entailed": "enforce"}}
ALLOW = {**ENFORCE, "on_error": "allow"}
PRUNE = {**ENFORCE, "on_reject": "prune"}
OFF = {"name": "o", "extends": "strict", "checks": {"not-entailed": "off"}}


def reject(*texts: str, contradicted: bool = False) -> Callable[[Pair], Judgement]:
    return lambda pair: (
        Judgement(0.25, contradicted, reason="zarzaparrilla") if pair.claim in texts else Judgement(0.75)
    )


def answer(judge: object, *outputs: Any, policy: object = WARN, **options: Any) -> tuple[Result, CapturedEvents]:
    events = CapturedEvents()
    grounder = Grounder(ScriptedModel(outputs), policy=policy, judge=judge, sinks=[events], **options)  # type: ignore[arg-type]  # any kind of policy
    return grounder.answer(QUESTION, FRAGMENTS), events


def test_each_claim_goes_to_the_judge_with_its_evidence_all_at_once() -> None:
    judge = SetJudge()
    result, _ = answer(judge, answer_json(FIRST, SECOND))
    assert [request.pairs for request in judge.requests] == [(FIRST_PAIR, SECOND_PAIR)]
    assert (result.outcome, result.findings, result.faults) == (Outcome.ANSWERED, (), ())


def test_quotes_come_in_their_sentences_and_several_fragments_together() -> None:
    judge = SetJudge()
    both = claim("Diez proyectos, 30 días.", ("F1", "hasta 10"), ("F2", "30 días"), ("F1", "proyectos activos"))
    answer(judge, answer_json(both))
    assert judge.asked == [Pair(both["text"], (*FIRST_PAIR.evidence, FILES))]


def test_without_quotes_the_evidence_is_the_fragment() -> None:
    judge = SetJudge()
    answer(judge, answer_json(claim("Diez.", "F1")), settings=Settings(quotes=False))
    assert judge.asked == [Pair("Diez.", (PROJECTS,))]


def test_a_quote_that_is_not_there_is_no_evidence_where_nobody_checks_quotes() -> None:
    judge = SetJudge()
    policy = {"name": "q", "checks": {"quote-not-found": "off"}}
    answer(judge, answer_json(BAD_QUOTE), policy=policy)
    assert judge.asked == [Pair(BAD_QUOTE["text"], (PROJECTS,))]


@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_claims_that_break_the_contract_or_their_quotes_are_not_put_to_it(policy: str) -> None:
    judge = SetJudge()
    unknown = claim("Otro.", ("F9", "otro"))
    strict = {"name": "s", "extends": policy, "repairs": 0}
    answer(judge, answer_json(NO_SUPPORT, FIRST, BAD_QUOTE, unknown, SECOND), policy=strict)
    assert [request.pairs for request in judge.requests] == [(FIRST_PAIR, SECOND_PAIR)]


@pytest.mark.parametrize("policy", [WARN, {**ENFORCE, "extends": "strict", "repairs": 0}])
def test_what_the_reader_may_not_read_does_not_go_to_a_judge_either(policy: dict[str, Any]) -> None:
    judge = SetJudge()
    fragments = [
        Fragment("p@1", PROJECTS, readers=frozenset({"user:ana"})),
        Fragment("f@1", FILES, readers=frozenset({"user:bob"})),
    ]
    output = with_real_ids(answer_json(FIRST, SECOND))
    result = Grounder(policy=policy, judge=judge, sinks=()).check(output, fragments, reader=Reader("bob"))
    assert judge.asked == [SECOND_PAIR]
    assert [(finding.check, finding.claim) for finding in result.findings] == [(CheckId.UNREADABLE_FRAGMENT, 0)]


def test_the_same_claim_twice_is_judged_once_and_fails_twice() -> None:
    judge = SetJudge(reject(FIRST["text"]))
    result, _ = answer(judge, answer_json(FIRST, SECOND, FIRST))
    assert judge.asked == [FIRST_PAIR, SECOND_PAIR]
    assert [finding.claim for finding in result.findings] == [0, 2]


@pytest.mark.parametrize(
    "output",
    [
        {"answer": {"kind": "abstention", "missing": "el precio"}},
        answer_json(gaps=["el precio"]),
        answer_json(NO_SUPPORT),
        "no JSON",
    ],
)
def test_where_nothing_can_be_judged_it_is_not_asked(output: Any) -> None:
    judge = SetJudge()
    _, events = answer(judge, output)
    assert judge.requests == []
    assert (events.answers[0].judge, events.answers[0].judged, events.answers[0].judge_calls) == ("set", 0, 0)


def test_with_the_check_off_it_is_not_asked() -> None:
    judge = SetJudge(reject(FIRST["text"]))
    result, _ = answer(judge, answer_json(FIRST, SECOND), policy=OFF)
    assert (judge.requests, result.outcome) == ([], Outcome.ANSWERED)


def test_with_the_kill_switch_off_it_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDAMENTO_MODE", "off")
    judge = SetJudge(reject(FIRST["text"]))
    answer(judge, answer_json(FIRST, SECOND), policy=ENFORCE)
    assert judge.requests == []


def test_without_a_judge_the_check_does_not_run() -> None:
    result, events = answer(None, answer_json(FIRST, SECOND), policy="strict")
    assert (result.outcome, result.faults, events.answers[0].judge) == (Outcome.ANSWERED, (), None)


@pytest.mark.parametrize(("contradicted", "reason"), [(False, "not-proven"), (True, "contradicted")])
@pytest.mark.parametrize(("policy", "action"), [(WARN, Action.ALLOWED), (ENFORCE, Action.WITHHELD)])
def test_a_claim_that_does_not_follow_fails(
    policy: dict[str, Any], action: Action, contradicted: bool, reason: str
) -> None:
    result, events = answer(
        SetJudge(reject(SECOND["text"], contradicted=contradicted)), answer_json(FIRST, SECOND), policy=policy
    )
    assert (result.outcome, result.action) == (Outcome.REJECTED, action)
    (finding,) = result.findings
    assert (finding.check, finding.claim, finding.fragment) == (CheckId.NOT_ENTAILED, 1, "f@1")
    assert (finding.reason, finding.detail) == (reason, {"score": 0.25, "why": "zarzaparrilla"})
    assert [said.verdict for said in result.claims] == [Verdict.PASS, Verdict.FAIL]
    assert [(event.reason, event.action) for event in events.findings] == [(reason, action)]


@pytest.mark.parametrize(
    ("threshold", "outcome"),
    [(0.0, Outcome.ANSWERED), (0.25, Outcome.ANSWERED), (0.26, Outcome.REJECTED), (1.0, Outcome.REJECTED)],
)
def test_the_bundle_sets_the_threshold(threshold: float, outcome: Outcome) -> None:
    policy = {"name": "t", "thresholds": {"not-entailed": threshold}}
    result, _ = answer(SetJudge(reject(FIRST["text"])), answer_json(FIRST), policy=policy)
    assert result.outcome is outcome


def test_a_repair_is_told_what_failed_and_judged_in_its_turn() -> None:
    judge = SetJudge(reject(FIRST["text"]))
    model = ScriptedModel([answer_json(FIRST, SECOND), answer_json(SECOND)])
    grounder = Grounder(model, policy={**ENFORCE, "repairs": 1}, judge=judge, sinks=())
    result = grounder.answer(QUESTION, FRAGMENTS)
    assert (result.outcome, result.action) == (Outcome.ANSWERED, Action.REPAIRED)
    assert "Afirmación 1: no se sigue de lo que cita." in model.requests[1].messages[-1]["content"]
    assert "zarzaparrilla" not in str(model.requests[1].messages)
    assert [request.pairs for request in judge.requests] == [(FIRST_PAIR, SECOND_PAIR), (SECOND_PAIR,)]
    assert [request.spent.calls for request in judge.requests] == [0, 2]
    cost = result.cost.judge
    assert (cost.calls, cost.cached, cost.usage, cost.seconds > 0) == (4, 2, Usage(100, 10), True)
    assert result.cost.usage == Usage()


def test_pruning_does_not_ask_again() -> None:
    judge = SetJudge(reject(FIRST["text"]))
    result, _ = answer(judge, answer_json(FIRST, SECOND), policy=PRUNE)
    assert (result.outcome, result.action, result.lost) == (Outcome.PARTIAL, Action.PRUNED, (0,))
    assert len(judge.requests) == 1


def test_the_answer_line_says_what_the_judge_did() -> None:
    _, events = answer(SetJudge(), answer_json(FIRST, SECOND))
    (line,) = events.answers
    assert (line.judge, line.judge_version, line.judged) == ("set", "v1", 2)
    assert (line.judge_calls, line.judge_cached) == (COST.calls, COST.cached)
    assert (line.judge_input_tokens, line.judge_output_tokens) == (50, 5)
    assert 0 < line.judge_seconds <= line.seconds


def leak(request: JudgeRequest) -> object:
    raise RuntimeError("zarzaparrilla")


FAILURES: dict[str, tuple[Callable[[JudgeRequest], object], str]] = {
    "raises": (leak, "RuntimeError"),
    "the model cannot be called": (lambda request: raising(ModelError("zarzaparrilla")), "ModelError"),
    "set up wrongly": (lambda request: raising(ConfigurationError("zarzaparrilla")), "ConfigurationError"),
    "nothing": (lambda request: None, "NoReply"),
    "a text": (lambda request: "zarzaparrilla", "NoReply"),
    "a bare list": (lambda request: [Judgement(1.0)] * 2, "NoReply"),
    "one too few": (lambda request: JudgeReply([Judgement(1.0)]), "WrongCount"),
    "one too many": (lambda request: JudgeReply([Judgement(1.0)] * 3), "WrongCount"),
    "no list": (lambda request: JudgeReply(7), "WrongCount"),  # type: ignore[arg-type]  # what is tested
    "no judgements": (lambda request: JudgeReply([1.0, True]), "Nonsense"),  # type: ignore[list-item]  # what is tested
    "beyond one": (lambda request: JudgeReply([Judgement(1.01), Judgement(-0.1)]), "Nonsense"),
    "no number": (lambda request: JudgeReply([Judgement(float("nan")), Judgement("1")]), "Nonsense"),  # type: ignore[arg-type]  # what is tested
    "unjudged": (lambda request: JudgeReply([Unjudged("BudgetExceeded")] * 2), "BudgetExceeded"),
    "unjudged in words": (lambda request: JudgeReply([Unjudged("zarza parrilla, y más")] * 2), "Unjudged"),
    "unjudged in a word": (lambda request: JudgeReply([Unjudged("zarzaparrilla")] * 2), "Unjudged"),
    "unjudged by a number": (lambda request: JudgeReply([Unjudged(7)] * 2), "Unjudged"),  # type: ignore[arg-type]  # what is tested
    "unjudged, as in time": (lambda request: JudgeReply([Unjudged("TimeoutError")] * 2), "TimeoutError"),
}


def raising(error: Exception) -> object:
    raise error


@pytest.mark.parametrize(("reply", "error"), FAILURES.values(), ids=FAILURES.keys())
@pytest.mark.parametrize(
    ("policy", "action"),
    [(WARN, Action.ALLOWED), (ENFORCE, Action.WITHHELD), (PRUNE, Action.WITHHELD), (ALLOW, Action.ALLOWED)],
)
@pytest.mark.parametrize("entry", ["answer", "aanswer"])
def test_a_judge_that_fails_is_an_error_and_never_a_pass(
    reply: Callable[[JudgeRequest], object], error: str, policy: dict[str, Any], action: Action, entry: str
) -> None:
    events = CapturedEvents()
    model = ScriptedModel([answer_json(FIRST, SECOND)])
    grounder = Grounder(model, policy=policy, judge=BrokenJudge(reply), sinks=[events])
    if entry == "answer":
        result = grounder.answer(QUESTION, FRAGMENTS)
    else:
        result = asyncio.run(grounder.aanswer(QUESTION, FRAGMENTS))
    assert (result.outcome, result.action, result.findings) == (Outcome.UNVERIFIED, action, ())
    assert result.faults == tuple(Fault("judge", error, CheckId.NOT_ENTAILED, claim) for claim in (0, 1))
    assert [said.verdict for said in result.claims] == [Verdict.ERROR] * 2
    assert [(each.part, each.error, each.check, each.claim) for each in events.faults] == [
        ("judge", error, CheckId.NOT_ENTAILED, claim) for claim in (0, 1)
    ]
    assert len(model.requests) == 1


def test_one_claim_unjudged_is_that_claims_error() -> None:
    def say(pair: Pair) -> Judgement | Unjudged:
        return Unjudged("MissingVerdict") if pair == FIRST_PAIR else Judgement(1.0)

    outputs = answer_json(FIRST, SECOND)
    results = {name: answer(SetJudge(say), outputs, policy=policy)[0] for name, policy in POLICIES.items()}
    assert {name: (result.outcome, result.action) for name, result in results.items()} == {
        "warn": (Outcome.UNVERIFIED, Action.ALLOWED),
        "enforce": (Outcome.UNVERIFIED, Action.WITHHELD),
        "allow": (Outcome.UNVERIFIED, Action.ALLOWED),
        "prune": (Outcome.PARTIAL, Action.PRUNED),
    }
    for result in results.values():
        assert result.faults == (Fault("judge", "MissingVerdict", CheckId.NOT_ENTAILED, 0),)
        assert [said.verdict for said in result.claims] == [Verdict.ERROR, Verdict.PASS]
    assert results["prune"].lost == (0,)


POLICIES = {"warn": WARN, "enforce": ENFORCE, "allow": ALLOW, "prune": PRUNE}


def test_what_another_check_says_stands_beside_a_fault() -> None:
    result, _ = answer(SetJudge(lambda pair: Unjudged("TimeoutError")), answer_json(FIRST, NO_SUPPORT))
    assert (result.outcome, [finding.check for finding in result.findings]) == (
        Outcome.REJECTED,
        [CheckId.EMPTY_SUPPORT],
    )
    assert [(fault.claim, fault.error) for fault in result.faults] == [(0, "TimeoutError"), (1, "NotReferred")]


UNKNOWN_SOURCE = claim("Otro.", ("F9", "otro"))
NOT_HEARD = Fault("judge", "NotReferred", CheckId.NOT_ENTAILED, 1)
QUOTES_OFF = {"quote-not-found": "off", "unknown-fragment": "off", "empty-support": "off", "missing-quote": "off"}


@pytest.mark.parametrize("unheard", [BAD_QUOTE, NO_SUPPORT, UNKNOWN_SOURCE], ids=["quote", "support", "source"])
@pytest.mark.parametrize(
    ("policy", "action", "faults"),
    [
        (WARN, Action.ALLOWED, (NOT_HEARD,)),
        (ENFORCE, Action.WITHHELD, (NOT_HEARD,)),
        (ALLOW, Action.ALLOWED, (NOT_HEARD,)),
        (PRUNE, Action.PRUNED, (NOT_HEARD,)),
        ({**ENFORCE, "extends": "strict", "repairs": 0}, Action.WITHHELD, ()),
        ({"name": "s", "extends": "standard", "repairs": 0, "on_reject": "prune"}, Action.PRUNED, ()),
    ],
    ids=["warn", "enforce", "allow", "prune", "strict", "standard"],
)
def test_what_a_warning_keeps_from_the_judge_is_not_let_through(
    unheard: dict[str, Any], policy: dict[str, Any], action: Action, faults: tuple[Fault, ...]
) -> None:
    judge = SetJudge()
    result, events = answer(judge, answer_json(FIRST, unheard), policy=policy)
    assert (result.outcome in (Outcome.REJECTED, Outcome.PARTIAL), result.action) == (True, action)
    assert (result.faults, tuple(event.error for event in events.faults)) == (
        faults,
        tuple(each.error for each in faults),
    )
    assert [said.verdict for said in result.claims] == [Verdict.PASS, Verdict.FAIL]
    assert judge.asked == [FIRST_PAIR]


def test_what_no_check_wants_is_no_less_unheard() -> None:
    policy = {**ENFORCE, "checks": {"not-entailed": "enforce", **QUOTES_OFF}}
    result, _ = answer(SetJudge(), answer_json(FIRST, NO_SUPPORT), policy=policy)
    assert (result.outcome, result.action, result.faults) == (Outcome.UNVERIFIED, Action.WITHHELD, (NOT_HEARD,))


def test_an_exempted_finding_stops_nothing_so_the_claim_stays_unheard() -> None:
    exemption = {"check": "quote-not-found", "when": {"lang": "es"}, "owner": "o", "reason": "r", "until": "2999-01-01"}
    policy = {**ENFORCE, "extends": "strict", "repairs": 0, "exemptions": [exemption]}
    bad = claim("El plan Básico permite hasta 3 proyectos.", ("F1", "hasta 3 proyectos"))
    result, _ = answer(SetJudge(), answer_json(FIRST, bad), policy=policy)
    assert (result.action, result.faults) == (Action.WITHHELD, (NOT_HEARD,))


def test_a_stream_shows_no_claim_that_was_not_heard() -> None:
    output = answer_json(FIRST, BAD_QUOTE)
    grounder = Grounder(ScriptedModel([output]), policy=ENFORCE, judge=SetJudge(), sinks=())
    shown = list(grounder.stream(QUESTION, FRAGMENTS))
    assert [event.index for event in shown if isinstance(event, StreamedClaim)] == [0]


def test_the_candidate_says_what_it_would_not_have_let_through() -> None:
    events = CapturedEvents()
    strict = {**ENFORCE, "extends": "strict", "repairs": 0}
    grounder = Grounder(policy=strict, candidate={**ENFORCE, "name": "c"}, judge=SetJudge(), sinks=[events])
    grounder.check(with_real_ids(answer_json(BAD_QUOTE)), FRAGMENTS, question=QUESTION)
    assert events.answers[0].candidate_action == Action.WITHHELD


@pytest.fixture
def hanging() -> Iterator[HangingJudge]:
    judge = HangingJudge()
    yield judge
    judge.go.set()


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize(("policy", "action"), [(WARN, Action.ALLOWED), (ENFORCE, Action.WITHHELD)])
def test_a_judge_that_hangs_is_a_judge_that_failed(
    hanging: HangingJudge, policy: dict[str, Any], action: Action, asynchronous: bool
) -> None:
    settings = Settings(judge_seconds=0.05)
    model = ScriptedModel([answer_json(FIRST)])
    grounder = Grounder(model, policy=policy, judge=hanging, sinks=(), settings=settings)
    result = (
        asyncio.run(grounder.aanswer(QUESTION, FRAGMENTS)) if asynchronous else grounder.answer(QUESTION, FRAGMENTS)
    )
    assert (result.outcome, result.action) == (Outcome.UNVERIFIED, action)
    assert [(fault.part, fault.error) for fault in result.faults] == [("judge", "TimeoutError")]


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_a_judge_that_answers_in_time_is_heard(hanging: HangingJudge, seconds: float | None) -> None:
    hanging.go.set()
    result, _ = answer(hanging, answer_json(FIRST), policy=ENFORCE, settings=Settings(judge_seconds=seconds))
    assert result.outcome is Outcome.ANSWERED


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_limit_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match="judge_seconds"):
        Settings(judge_seconds=seconds)


def with_real_ids(output: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(output).replace('"F1"', '"p@1"').replace('"F2"', '"f@1"')
    return dict(json.loads(text))


@pytest.mark.parametrize("policy", [WARN, ENFORCE, PRUNE], ids=["warn", "enforce", "prune"])
def test_all_ways_in_come_to_the_same(policy: dict[str, Any]) -> None:
    output = answer_json(FIRST, SECOND, THIRD, BAD_QUOTE)

    def make() -> Grounder:
        judge = SetJudge(reject(SECOND["text"]))
        return Grounder(ScriptedModel([output]), policy=policy, judge=judge, sinks=())

    results = [
        make().answer(QUESTION, FRAGMENTS),
        asyncio.run(make().aanswer(QUESTION, FRAGMENTS)),
        make().check(with_real_ids(output), FRAGMENTS, question=QUESTION),
        asyncio.run(make().acheck(with_real_ids(output), FRAGMENTS, question=QUESTION)),
    ]
    seen = {(result.outcome, result.action, str(result.findings), result.text(), result.lost) for result in results}
    assert len(seen) == 1
    assert (CheckId.NOT_ENTAILED, 1) in {(finding.check, finding.claim) for finding in results[0].findings}


def test_prose_is_judged_too() -> None:
    judge = SetJudge(reject("El plan Pro permite 10 proyectos."))
    text = "El plan Pro permite 10 proyectos [1]. Los archivos se conservan 30 días [2]."
    result = Grounder(judge=judge, sinks=()).check(text, FRAGMENTS, format="prose")
    assert [pair.evidence for pair in judge.asked] == [(PROJECTS,), (FILES,)]
    assert (CheckId.NOT_ENTAILED, 0) in {(finding.check, finding.claim) for finding in result.findings}


def test_an_instructor_client_or_a_callable_makes_a_language_model_the_judge() -> None:
    def judge(messages: list[dict[str, Any]], schema: dict[str, Any]) -> dict[str, Any]:
        return {"verdicts": [{"claim": "C1", "reason": "zarzaparrilla", "verdict": "contradicted"}]}

    result, events = answer(judge, answer_json(FIRST), policy=ENFORCE)
    assert [(finding.check, finding.reason) for finding in result.findings] == [(CheckId.NOT_ENTAILED, "contradicted")]
    assert events.answers[0].judge == "llm/judge"


def test_a_cross_encoder_from_a_folder(tmp_path: Path) -> None:
    from fundamento.judges.nli import NliJudge

    judge = NliJudge(write_folder(tmp_path / "overlap"), threads=1)
    fragments = [Fragment("a", "Los archivos se conservan durante treinta días.")]
    good = answer_json(claim("Los archivos se conservan treinta días", ("F1", "se conservan durante treinta días")))
    bad = answer_json(claim("Soporte por teléfono un mes", ("F1", "se conservan durante treinta días")))
    outcomes = []
    for output in (good, bad):
        policy = {"name": "n", "checks": {"term-unsupported": "off", "weak-support": "off"}}
        grounder = Grounder(ScriptedModel([output]), policy=policy, judge=judge, sinks=())
        outcomes.append([str(finding.check) for finding in grounder.answer("¿Cuánto?", fragments).findings])
    assert outcomes == [[], ["not-entailed"]]


class NoAsync:
    name = "n"
    version = "1"

    def judge(self, request: JudgeRequest) -> JudgeReply:
        return JudgeReply(())


class Coroutine(SetJudge):
    async def judge(self, request: JudgeRequest, /) -> JudgeReply:  # type: ignore[override]  # what is tested
        return JudgeReply(())


@pytest.mark.parametrize(
    ("judge", "message"),
    [
        (NoAsync(), "judge= is a NoAsync, which cannot judge"),
        (SetJudge, "cannot judge"),
        (Coroutine(), "judge is a coroutine function"),
        ("openai/gpt-5-mini", "is not a model that can be asked"),
        (7, "is not a model that can be asked"),
    ],
)
def test_what_is_no_judge_is_refused_at_once(judge: object, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        Grounder(judge=judge)


class Wordy(SetJudge):
    name = "zarzaparrilla y más"
    version = "una versión zarzaparrilla"

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        reply = super().judge(request)
        return JudgeReply(reply.judgements, JudgeCost(-1, usage=Usage(-5, None)))


def test_names_and_counts_that_make_no_sense_do_not_reach_the_log() -> None:
    _, events = answer(Wordy(), answer_json(FIRST))
    (line,) = events.answers
    assert (line.judge, line.judge_version, line.judge_calls, line.judge_input_tokens) == ("Wordy", "unknown", 1, None)


@pytest.mark.parametrize("policy", [WARN, {**ENFORCE, "repairs": 1}, ALLOW, PRUNE])
@pytest.mark.parametrize(
    "judge",
    [
        SetJudge(lambda pair: Judgement(0.0, reason="zarzaparrilla")),
        SetJudge(lambda pair: Unjudged("zarzaparrilla")),
        BrokenJudge(leak),
        lambda messages, schema: {
            "verdicts": [{"claim": "C1", "verdict": "not-proven", "reason": str(messages)}, {"claim": "zarzaparrilla"}]
        },
        lambda messages, schema: "zarzaparrilla",
    ],
    ids=["rejects", "unjudged", "raises", "model", "model that babbles"],
)
def test_no_text_reaches_a_log(judge: object, policy: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    lines = io.StringIO()
    processors: list[Any] = [structlog.processors.JSONRenderer(ensure_ascii=False)]
    sink = StructlogSink(structlog.wrap_logger(structlog.PrintLogger(lines), processors=processors))
    fragment = Fragment("z@1", "La zarzaparrilla se conserva durante 30 días.")
    output = answer_json(claim("La zarzaparrilla dura 30 días.", ("F1", "zarzaparrilla se conserva")))
    grounder = Grounder(ScriptedModel([output, output]), policy=policy, judge=judge, sinks=[sink])
    grounder.answer("¿Cuánto dura la zarzaparrilla?", [fragment], reader=Reader("zarzaparrilla"))
    written = lines.getvalue()
    assert len(written.splitlines()) >= 2
    assert "zarzaparrilla" not in written
    assert "zarzaparrilla" not in caplog.text
