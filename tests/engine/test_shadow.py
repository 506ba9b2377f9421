"""Scopes, exemptions and a candidate seen through the public class: what a user sees, and what the events say."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento import Action, CheckId, Fragment, Grounder, Mode, Outcome, Reader, Settings
from fundamento.engine.request import Request
from fundamento.errors import PolicyError
from fundamento.events import Origin
from fundamento.fragments import FragmentRecord
from fundamento.policy.bundle import Bundle
from fundamento.policy.loading import load_bundle
from fundamento.policy.resolving import Modes, Resolved
from fundamento.policy.ruling import KILL_SWITCH, rule
from fundamento.policy.scopes import Attributes
from fundamento.result import Result
from fundamento.testing import CapturedEvents, ScriptedModel, answer_json, claim

FRAGMENTS = [
    Fragment("plans@1:0-47", "El plan Pro permite hasta 10 proyectos activos.", document="plans", version="1"),
    Fragment("old@1:0-42", "Los archivos se conservan durante 30 días.", document="old", superseded_by="2"),
]
GOOD = claim("El plan Pro permite hasta 10 proyectos activos.", ("F1", "hasta 10 proyectos activos"))
OLD = claim("Los archivos se conservan 30 días.", ("F2", "se conservan durante 30 días"))
UNKNOWN = claim("El plan Pro permite hasta 10 proyectos activos.", ("F9", "hasta 10 proyectos activos"))
QUESTION = "¿Cuántos proyectos permite el plan Pro?"
STRICT = {"name": "strict-but", "extends": "strict", "repairs": 0}
PRUNE = {**STRICT, "on_reject": "prune"}


def ask(
    outputs: Sequence[Mapping[str, Any]], policy: object, candidate: object = None, **options: Any
) -> tuple[Result, CapturedEvents]:
    events, scope = CapturedEvents(), options.pop("scope", None)
    reader = options.pop("reader", None)
    grounder = Grounder(
        ScriptedModel(outputs),
        policy=policy,  # type: ignore[arg-type]  # any kind of policy
        candidate=candidate,  # type: ignore[arg-type]  # as above
        sinks=[events],
        **options,
    )
    return grounder.answer(QUESTION, FRAGMENTS, scope=scope, reader=reader), events


def seen(result: Result) -> tuple[object, ...]:
    """Return all of a result that does not differ from run to run."""
    cost = (result.cost.attempts, result.cost.usage)
    return (
        *(result.outcome, result.action, result.answer, result.text(), result.findings, result.faults, result.claims),
        *(result.first_findings, result.lost, result.first_outcome, result.withheld, result.modes, result.exempted),
        cost,
    )


def foreseen(events: CapturedEvents) -> tuple[object, ...]:
    findings = [(each.check, each.mode, each.candidate_mode, each.candidate_action) for each in events.findings]
    return [each.candidate_action for each in events.answers], findings


def test_a_scope_decides_for_its_requests_alone() -> None:
    policy = {
        "name": "x",
        "scopes": [{"when": {"tenant": "acme", "lang": "es"}, "checks": {"unknown-fragment": "enforce"}}],
    }
    results = {
        tenant: ask([answer_json(GOOD, UNKNOWN)], policy, scope={"tenant": tenant}) for tenant in ("acme", "other")
    }
    assert {tenant: result.action for tenant, (result, _) in results.items()} == {
        "acme": Action.WITHHELD,
        "other": Action.ALLOWED,
    }
    (acme,), (other,) = (events.findings for _, events in results.values())
    assert (acme.mode, acme.origin.mode_source) == (Mode.ENFORCE, "scope:1")
    assert (other.mode, other.origin.mode_source) == (Mode.WARN, "bundle")
    assert results["acme"][1].answers[0].origin.mode_source == "bundle+scope:1"
    assert results["acme"][0].findings == results["other"][0].findings


@pytest.mark.parametrize(
    ("when", "outcome"),
    [
        ({"model": "scripted"}, Action.WITHHELD),
        ({"model": "another"}, Action.ALLOWED),
        ({"entry": "answer"}, Action.WITHHELD),
        ({"entry": "check"}, Action.ALLOWED),
        ({"tier": "3", "beta": "true"}, Action.WITHHELD),
    ],
)
def test_scopes_ask_of_what_is_known_anyway_and_of_what_is_said(when: dict[str, str], outcome: Action) -> None:
    policy = {"name": "x", "scopes": [{"when": when, "checks": {"unknown-fragment": "enforce"}}]}
    result, _ = ask([answer_json(UNKNOWN)], policy, scope={"tier": 3, "beta": True, "odd": object()})
    assert result.action is outcome


def test_prose_without_a_question_is_scoped_by_its_own_language() -> None:
    policy = {"name": "x", "scopes": [{"when": {"lang": "en"}, "checks": {"unknown-fragment": "enforce"}}]}
    grounder = Grounder(policy=policy, sinks=())
    texts = {"en": "The Pro plan allows up to ten projects [7].", "es": "El plan Pro permite hasta diez proyectos [7]."}
    actions = {lang: grounder.check(text, FRAGMENTS, format="prose").action for lang, text in texts.items()}
    assert actions == {"en": Action.WITHHELD, "es": Action.ALLOWED}


def exempt(**when: object) -> dict[str, Any]:
    said = {"check": "superseded-source", "when": when, "owner": "legal", "reason": "still binding"}
    return {**STRICT, "exemptions": [{**said, "until": "2999-12-31"}]}


def test_an_exemption_lets_its_document_pass_and_says_so() -> None:
    result, events = ask([answer_json(GOOD, OLD)], exempt(document="old"))
    plain, _ = ask([answer_json(GOOD, OLD)], STRICT)
    assert (result.action, plain.action) == (Action.ALLOWED, Action.WITHHELD)
    assert (result.outcome, result.findings) == (plain.outcome, plain.findings)
    assert result.exempted == result.findings
    (finding,) = events.findings
    assert (finding.exempted, finding.mode, finding.action) == (True, Mode.WARN, Action.ALLOWED)
    assert finding.origin.mode_source == "exemption"
    assert (events.answers[0].exempted, events.answers[0].findings, events.answers[0].findings_enforced) == (1, 1, 0)


def test_an_exemption_covers_nothing_else() -> None:
    result, events = ask([answer_json(OLD, UNKNOWN)], exempt(document="old"))
    assert result.action is Action.WITHHELD
    assert [(each.check, each.exempted, each.action) for each in events.findings] == [
        (CheckId.SUPERSEDED_SOURCE, True, Action.ALLOWED),
        (CheckId.UNKNOWN_FRAGMENT, False, Action.WITHHELD),
    ]
    assert (events.answers[0].exempted, events.answers[0].findings_enforced) == (1, 1)


def test_an_exempt_claim_is_not_pruned_with_the_others() -> None:
    result, _ = ask([answer_json(OLD, UNKNOWN)], {**exempt(document="old"), "on_reject": "prune"})
    assert (result.action, result.lost, list(result.cited)) == (Action.PRUNED, (1,), ["old@1:0-42"])


class Down:
    """A store that is always down."""

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        raise OSError("down")


def test_an_exemption_of_the_whole_request_holds_for_errors_of_the_check_too() -> None:
    policy = {"name": "x", "checks": {"superseded-source": "enforce"}}
    said = {"check": "superseded-source", "owner": "a", "reason": "b", "until": "2999-12-31"}
    whole = {**policy, "exemptions": [{**said, "when": {"tenant": "acme"}}]}
    bound = {**policy, "exemptions": [{**said, "when": {"document": "plans"}}]}
    actions = [
        ask([answer_json(GOOD)], each, store=Down(), scope={"tenant": "acme"})[0].action
        for each in (policy, whole, bound)
    ]
    assert actions == [Action.WITHHELD, Action.ALLOWED, Action.WITHHELD]


def test_an_exempt_document_is_offered_although_nobody_is_known_to_read_it() -> None:
    said = {"check": "unreadable-fragment", "when": {"document": "plans"}, "owner": "a", "reason": "b"}
    policy = {**STRICT, "exemptions": [{**said, "until": "2999-12-31"}]}
    result, _ = ask([answer_json(GOOD)], policy, reader=Reader("u-1"))
    assert (result.action, result.hidden, [each.check for each in result.exempted]) == (
        Action.ALLOWED,
        1,
        [CheckId.UNREADABLE_FRAGMENT],
    )


CASES: list[tuple[str, list[dict[str, Any]], object, object, Action, Action]] = [
    ("nothing is wrong", [answer_json(GOOD)], "observe", "strict", Action.ALLOWED, Action.ALLOWED),
    ("stricter", [answer_json(UNKNOWN)], "observe", STRICT, Action.ALLOWED, Action.WITHHELD),
    ("more lenient", [answer_json(UNKNOWN)], STRICT, "observe", Action.WITHHELD, Action.ALLOWED),
    ("the same", [answer_json(UNKNOWN)], STRICT, STRICT, Action.WITHHELD, Action.WITHHELD),
    (
        "prunes",
        [answer_json(GOOD, UNKNOWN)],
        "observe",
        {**STRICT, "on_reject": "prune"},
        Action.ALLOWED,
        Action.PRUNED,
    ),
    ("would prune all", [answer_json(UNKNOWN)], "observe", PRUNE, Action.ALLOWED, Action.WITHHELD),
    (
        "a repair that was made counts",
        [answer_json(UNKNOWN), answer_json(GOOD)],
        "standard",
        "strict",
        Action.REPAIRED,
        Action.REPAIRED,
    ),
    (
        "one that it would not make does not",
        [answer_json(UNKNOWN), answer_json(GOOD)],
        "standard",
        STRICT,
        Action.REPAIRED,
        Action.WITHHELD,
    ),
    (
        "a check that is off for now",
        [answer_json(UNKNOWN)],
        {"name": "x", "checks": {"unknown-fragment": "off"}},
        STRICT,
        Action.ALLOWED,
        Action.WITHHELD,
    ),
]


@pytest.mark.parametrize(
    ("outputs", "policy", "candidate", "action", "foreseen"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_a_candidate_reports_and_touches_nothing(
    outputs: list[dict[str, Any]], policy: object, candidate: object, action: Action, foreseen: Action
) -> None:
    alone, quiet = ask(outputs, policy)
    beside, events = ask(outputs, policy, candidate)
    assert seen(beside) == seen(alone)
    assert beside.action is action
    assert events.answers[0].candidate_action is foreseen
    assert quiet.answers[0].candidate_action is None
    there = load_bundle(candidate) if isinstance(candidate, str | dict) else candidate
    assert isinstance(there, Bundle)
    for origin in (*(each.origin for each in events.answers), *(each.origin for each in events.findings)):
        assert (origin.candidate_bundle, origin.candidate_version) == (there.name, there.version)
        assert origin.candidate_fingerprint == there.fingerprint


@pytest.mark.parametrize(("outputs", "policy", "candidate"), [case[1:4] for case in CASES], ids=[c[0] for c in CASES])
def test_sync_async_and_check_agree(outputs: list[dict[str, Any]], policy: Any, candidate: Any) -> None:
    events = [CapturedEvents(), CapturedEvents()]
    sync, twin = (Grounder(ScriptedModel(outputs), policy=policy, candidate=candidate, sinks=[sink]) for sink in events)
    results = [sync.answer(QUESTION, FRAGMENTS), asyncio.run(twin.aanswer(QUESTION, FRAGMENTS))]
    assert seen(results[0]) == seen(results[1])
    assert [each.candidate_action for each in events[0].answers] == [
        each.candidate_action for each in events[1].answers
    ]
    assert [(each.check, each.mode, each.candidate_mode, each.candidate_action) for each in events[0].findings] == [
        (each.check, each.mode, each.candidate_mode, each.candidate_action) for each in events[1].findings
    ]
    checked = [CapturedEvents(), CapturedEvents()]
    sync, twin = (Grounder(policy=policy, candidate=candidate, sinks=[sink]) for sink in checked)
    first, again = sync.check(outputs[0], FRAGMENTS), asyncio.run(twin.acheck(outputs[0], FRAGMENTS))
    assert seen(first) == seen(again)
    assert foreseen(checked[0]) == foreseen(checked[1])


def test_findings_that_only_the_candidate_looks_for_have_the_mode_off() -> None:
    _, events = ask([answer_json(UNKNOWN)], {"name": "x", "checks": {"unknown-fragment": "off"}}, STRICT)
    (finding,) = events.findings
    assert (finding.mode, finding.action) == (Mode.OFF, Action.ALLOWED)
    assert (finding.candidate_mode, finding.candidate_action) == (Mode.ENFORCE, Action.WITHHELD)
    assert (events.answers[0].findings, events.answers[0].outcome) == (0, Outcome.ANSWERED)


def test_a_store_that_only_the_candidate_needs_may_be_down() -> None:
    off = dict.fromkeys(["missing-fragment", "changed-fragment", "unreadable-fragment", "superseded-source"], "off")
    off |= {"changed-source": "off"}
    policy = {"name": "x", "checks": {**off, "out-of-date-source": "off", "undisclosed-conflict": "off"}}
    alone, _ = ask([answer_json(GOOD)], policy, store=Down())
    beside, events = ask([answer_json(GOOD)], policy, STRICT, store=Down())
    assert seen(beside) == seen(alone)
    assert (beside.outcome, events.answers[0].candidate_action) == (Outcome.ANSWERED, Action.WITHHELD)


def test_a_file_names_its_candidate(tmp_path: Any) -> None:
    (tmp_path / "next.yaml").write_text("name: next\nversion: 5\nextends: strict\nrepairs: 0\n")
    (tmp_path / "now.yaml").write_text("name: now\ncandidate: next.yaml\n")
    result, events = ask([answer_json(UNKNOWN)], tmp_path / "now.yaml")
    assert (result.action, events.answers[0].candidate_action) == (Action.ALLOWED, Action.WITHHELD)
    assert (events.answers[0].origin.bundle, events.answers[0].origin.candidate_bundle) == ("now", "next")
    _, events = ask([answer_json(UNKNOWN)], tmp_path / "now.yaml", "standard")
    assert events.answers[0].origin.candidate_bundle == "standard"
    with pytest.raises(PolicyError):
        ask([answer_json(GOOD)], "observe", "strickt")


def test_the_kill_switch_is_of_no_account_to_a_candidate_until_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KILL_SWITCH, "warn")
    result, events = ask([answer_json(UNKNOWN)], STRICT, STRICT)
    assert (result.action, events.answers[0].candidate_action) == (Action.ALLOWED, Action.WITHHELD)
    monkeypatch.setenv(KILL_SWITCH, "off")
    result, events = ask([answer_json(UNKNOWN)], STRICT, STRICT)
    assert (result.outcome, result.action) == (Outcome.UNVERIFIED, Action.ALLOWED)
    assert (events.answers[0].candidate_action, events.answers[0].origin.candidate_bundle) == (None, None)
    assert events.findings == []


def test_a_candidate_that_trips_is_a_fault_in_the_log_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, _ = ask([answer_json(UNKNOWN)], STRICT)

    def trip(*_: object) -> Action:
        raise ZeroDivisionError

    monkeypatch.setattr("fundamento.engine.shadow.decide_action", trip)
    result, events = ask([answer_json(UNKNOWN)], STRICT, "strict")
    assert seen(result) == seen(alone)
    assert [(fault.part, fault.error, fault.action) for fault in events.faults] == [
        ("candidate", "ZeroDivisionError", Action.ALLOWED)
    ]
    assert (events.answers[0].faults, events.answers[0].candidate_action) == (0, None)


class Flaky:
    """A candidate's source that breaks after its first bundle."""

    def __init__(self) -> None:
        self.calls = 0

    def current(self) -> Bundle:
        self.calls += 1
        if self.calls > 1:
            raise OSError("gone")
        return load_bundle(STRICT)


def test_a_candidate_whose_source_fails_keeps_its_last_good_bundle() -> None:
    result, events = ask([answer_json(UNKNOWN)], "observe", Flaky())
    assert (result.action, events.answers[0].candidate_action) == (Action.ALLOWED, Action.WITHHELD)
    assert [(event.status, event.bundle, event.error) for event in events.policies] == [
        ("kept", "strict-but", "OSError")
    ]


OUTPUTS: list[Any] = [
    answer_json(),
    answer_json(GOOD),
    answer_json(GOOD, UNKNOWN),
    answer_json(OLD, UNKNOWN, GOOD),
    answer_json(UNKNOWN, gaps=["el precio"]),
    answer_json(GOOD, gaps=["No lo encuentro, pero costaba 500 €."]),
    answer_json(GOOD, conflicts=[("Las fuentes no coinciden.", ["F1", "F9"])]),
    {"answer": {"kind": "abstention", "missing": "el precio"}},
    {"answer": {"kind": "abstention", "missing": "No lo encuentro, pero costaba 500 €."}},
    "no JSON",
]
modes = st.sampled_from(["off", "warn", "enforce"])
policies = st.fixed_dictionaries(
    {
        "name": st.just("any"),
        "extends": st.sampled_from(["observe", "standard", "strict"]),
        "repairs": st.integers(0, 2),
        "on_reject": st.sampled_from(["withhold", "prune"]),
        "on_error": st.sampled_from(["withhold", "allow"]),
        "checks": st.dictionaries(st.sampled_from([check.value for check in CheckId]), modes),
        "exemptions": st.lists(
            st.sampled_from(exempt(document="old")["exemptions"] + exempt(tenant="acme")["exemptions"]), max_size=2
        ),
    }
)
scripts = st.lists(st.sampled_from(OUTPUTS), min_size=3, max_size=3)


@settings(max_examples=60, deadline=None)
@given(scripts, policies, policies, st.booleans())
def test_no_candidate_changes_what_a_user_sees(
    outputs: list[Any], policy: dict[str, Any], candidate: dict[str, Any], down: bool
) -> None:
    options: dict[str, Any] = {"store": Down()} if down else {}
    scope = {"tenant": "acme"}
    alone, _ = ask(outputs, policy, scope=scope, **options)
    beside, events = ask(outputs, policy, candidate, scope=scope, **options)
    assert seen(beside) == seen(alone)
    assert events.answers[0].candidate_action in list(Action)
    assert [fault.part for fault in events.faults if fault.part == "candidate"] == []


@settings(max_examples=60, deadline=None)
@given(scripts, policies, st.booleans())
def test_a_candidate_that_is_the_policy_decides_what_was_done(
    outputs: list[Any], policy: dict[str, Any], down: bool
) -> None:
    options: dict[str, Any] = {"store": Down()} if down else {}
    result, events = ask(outputs, policy, policy, scope={"tenant": "acme"}, **options)
    assert events.answers[0].candidate_action is result.action
    assert [each.candidate_action for each in events.findings] == [each.action for each in events.findings]


def test_no_attribute_of_a_request_reaches_an_event() -> None:
    policy = {
        **STRICT,
        "checks": {"unknown-fragment": {"mode": "enforce", "percent": 50}},
        "scopes": [{"when": {"desk": "zarzaparrilla"}, "checks": {"empty-answer": "warn"}}],
        "exemptions": exempt(tenant="zarzaparrilla")["exemptions"],
    }
    scope = dict.fromkeys(("tenant", "conversation", "desk"), "zarzaparrilla")
    _, events = ask([answer_json(OLD, UNKNOWN)], policy, policy, scope=scope)
    assert [event for event in events if "zarzaparrilla" in repr(event)] == []
    assert {event.origin.mode_source for event in events.findings} == {"percent", "exemption"}


@pytest.mark.parametrize("value", [10**5_000, None, [], {}, b"x"], ids=["long", "none", "list", "dict", "bytes"])
def test_what_is_no_attribute_is_left_out(value: object) -> None:
    result, _ = ask([answer_json(GOOD)], exempt(odd="x"), scope={"odd": value})
    assert result.action is Action.ALLOWED


def test_a_check_under_another_threshold_runs_for_the_candidate_only() -> None:
    now = load_bundle({"name": "now", "thresholds": {"weak-support": 0.5}, "checks": {"trivial-quote": "off"}})
    then = load_bundle({"name": "then", "thresholds": {"weak-support": 0.6}, "checks": {"empty-support": "off"}})
    origin = Origin("a", "check", "now", 1, "f", "bundle")
    request = Request(origin, "", (), rule(now), date(2026, 1, 1), lambda: 0.0, candidate=rule(then))
    assert request.candidate_only == {CheckId.WEAK_SUPPORT, CheckId.TRIVIAL_QUOTE}


@pytest.mark.parametrize(
    ("now", "then", "told", "action"),
    [
        (0.0, 1.0, [(Mode.OFF, Action.WITHHELD)], Action.WITHHELD),
        (1.0, 0.0, [(Mode.WARN, Action.ALLOWED)], Action.ALLOWED),
        (1.0, 1.0, [(Mode.WARN, Action.WITHHELD)], Action.WITHHELD),
        (0.0, 0.0, [], Action.ALLOWED),
    ],
)
def test_what_a_candidate_finds_under_another_threshold_has_its_own_event(
    now: float, then: float, told: list[tuple[Mode, Action]], action: Action
) -> None:
    policies = [
        {"name": "x", "extends": base, "repairs": 0, "thresholds": {"weak-support": threshold}}
        for base, threshold in (("observe", now), ("strict", then))
    ]
    result, events = ask([answer_json(GOOD)], *policies)
    weak = [each for each in events.findings if each.check is CheckId.WEAK_SUPPORT]
    assert [(each.mode, each.candidate_action) for each in weak] == told
    assert (events.answers[0].candidate_action, result.action) == (action, Action.ALLOWED)
    assert (events.answers[0].checked["weak-support"], events.answers[0].candidate_checked) == (1, {})


class Flags:
    """A resolver of somebody else's."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[Attributes] = []

    def resolve(self, bundle: Bundle, attributes: Attributes) -> Modes:
        self.asked.append(attributes)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]  # or something else, which is what is tested


@pytest.mark.parametrize(
    ("answer", "policy", "action", "source", "fallbacks"),
    [
        ({CheckId.UNKNOWN_FRAGMENT: Resolved(Mode.ENFORCE, "flags")}, "observe", Action.WITHHELD, "flags", 0),
        ({CheckId.UNKNOWN_FRAGMENT: Resolved(Mode.WARN, "flags")}, STRICT, Action.ALLOWED, "flags", 0),
        ({}, STRICT, Action.WITHHELD, "bundle", 0),
        (RuntimeError("down"), STRICT, Action.WITHHELD, "resolver-failed", len(CheckId)),
        ({CheckId.UNKNOWN_FRAGMENT: "off"}, STRICT, Action.WITHHELD, "resolver-failed", len(CheckId)),
        (None, STRICT, Action.WITHHELD, "resolver-failed", len(CheckId)),
    ],
)
def test_a_resolver_decides_and_one_that_fails_turns_nothing_off(
    answer: object, policy: object, action: Action, source: str, fallbacks: int
) -> None:
    flags = Flags(answer)
    result, events = ask([answer_json(UNKNOWN)], policy, scope={"tenant": "acme"}, settings=Settings(modes=flags))
    assert result.action is action
    assert (events.findings[0].origin.mode_source, events.answers[0].mode_fallbacks) == (source, fallbacks)
    assert flags.asked == [{"entry": "answer", "lang": "es", "model": "scripted", "tenant": "acme"}]


def test_what_is_no_resolver_is_refused() -> None:
    with pytest.raises(PolicyError, match="modes= is a str"):
        Grounder(settings=Settings(modes="observe"))  # type: ignore[arg-type]  # the wrong kind is what is tested


def test_the_kill_switch_and_exemptions_beat_a_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    flags = Flags({CheckId.SUPERSEDED_SOURCE: Resolved(Mode.ENFORCE, "flags")})
    own = Settings(modes=flags)
    assert ask([answer_json(OLD)], exempt(tenant="a"), settings=own)[0].action is Action.WITHHELD
    result, events = ask([answer_json(OLD)], exempt(tenant="a"), settings=own, scope={"tenant": "a"})
    assert (result.action, events.findings[0].origin.mode_source) == (Action.ALLOWED, "exemption")
    monkeypatch.setenv(KILL_SWITCH, "warn")
    result, events = ask([answer_json(OLD)], STRICT, settings=own)
    assert (result.action, events.findings[0].origin.mode_source) == (Action.ALLOWED, "environment")
