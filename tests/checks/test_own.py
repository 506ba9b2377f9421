"""Checks of a user's own: modes, events, exemptions, the candidate and faults as for those that ship."""

import copy
import json
import pickle
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from prometheus_client import CollectorRegistry

from fundamento import Action, CheckId, Finding, Fragment, Grounder, Mode, Outcome, OwnCheck, Result
from fundamento.answers import Claim
from fundamento.checks.context import Context
from fundamento.errors import ConfigurationError, PolicyError
from fundamento.events import AnswerEvent, Event, FaultEvent, FindingEvent
from fundamento.evidence import Evidence
from fundamento.findings import Fault
from fundamento.policy.advice import advise
from fundamento.policy.comparison import compare
from fundamento.policy.form import build_schema
from fundamento.policy.loading import load_bundle
from fundamento.rates.gating import judge
from fundamento.spans import Span
from fundamento.telemetry.metrics import MetricsSink
from fundamento.telemetry.records import to_record

ROOT = Path(__file__).resolve().parents[2]
NAME = "acme/price-list"
OWN = CheckId(NAME)
FRAGMENTS = [Fragment("a", "The Pro plan costs 25 € a month.", document="prices-2024")]
OUTPUT = {
    "answer": {
        "kind": "grounded",
        "claims": [
            {
                "support": [{"fragment": "a", "quote": "The Pro plan costs 25 € a month"}],
                "text": "The Pro plan costs 25 € a month.",
            }
        ],
    }
}
Find = Callable[[Claim, Evidence, Context], Any]


def find_price(claim: Claim, evidence: Evidence, context: Context) -> Iterable[Finding]:
    at = claim.text.find("25")
    yield Finding(OWN, "another-price", fragment=evidence.fragments[0].id, span=Span(at, at + 2))


def look(policy: Any = "observe", find: Find = find_price, events: list[Event] | None = None, **options: Any) -> Result:
    sinks = () if events is None else events.append
    grounder = Grounder(policy=policy, checks=[OwnCheck(NAME, find, version=3)], sinks=sinks, **options)
    return grounder.check(OUTPUT, FRAGMENTS)


def policy(**content: Any) -> dict[str, Any]:
    return {"name": "acme", "extends": "observe", **content}


@pytest.mark.parametrize(
    ("given", "mode", "action"),
    [
        ("observe", Mode.WARN, Action.ALLOWED),
        ("standard", Mode.WARN, Action.ALLOWED),
        ("strict", Mode.ENFORCE, Action.WITHHELD),
        (policy(checks={NAME: "enforce"}), Mode.ENFORCE, Action.WITHHELD),
        (policy(checks={NAME: {"mode": "enforce", "percent": 100}}), Mode.ENFORCE, Action.WITHHELD),
        (policy(own_checks="enforce"), Mode.ENFORCE, Action.WITHHELD),
        (policy(extends="strict", checks={NAME: "warn"}), Mode.WARN, Action.ALLOWED),
        (policy(scopes=[{"when": {"entry": "check"}, "checks": {NAME: "enforce"}}]), Mode.ENFORCE, Action.WITHHELD),
        (policy(scopes=[{"when": {"entry": "answer"}, "checks": {NAME: "enforce"}}]), Mode.WARN, Action.ALLOWED),
    ],
)
def test_it_has_modes_as_any_check_has(given: Any, mode: Mode, action: Action) -> None:
    result = look(given)
    assert [(each.check, each.claim, each.reason) for each in result.findings] == [(OWN, 0, "another-price")]
    assert (result.modes[OWN], result.action, result.outcome) == (mode, action, Outcome.REJECTED)
    assert result.blocked_by == ((OWN,) if mode is Mode.ENFORCE else ())


def test_a_check_that_is_off_does_not_run() -> None:
    def never(claim: Claim, evidence: Evidence, context: Context) -> None:
        raise AssertionError

    result = look(policy(checks={NAME: "off"}), never)
    assert (result.outcome, result.findings, result.faults) == (Outcome.ANSWERED, (), ())


def test_it_has_events_and_counts() -> None:
    events: list[Event] = []
    look("strict", events=events)
    (finding,) = (each for each in events if isinstance(each, FindingEvent))
    assert (finding.check, finding.check_version, finding.family, finding.mode) == (NAME, 3, "own", "enforce")
    assert (finding.fragment, finding.span_start, finding.span_end) == ("a", 19, 21)
    (answer,) = (each for each in events if isinstance(each, AnswerEvent))
    assert answer.checked[NAME] == 1
    schema = json.loads((ROOT / "observability" / "events.schema.json").read_text(encoding="utf-8"))
    for event in events:
        jsonschema.validate(to_record(event), schema)


def test_an_exemption_covers_it() -> None:
    waiver = {
        "check": NAME,
        "when": {"document": "prices-2024"},
        "owner": "sales",
        "reason": "r",
        "until": "2999-01-01",
    }
    result = look(policy(checks={NAME: "enforce"}, exemptions=[waiver]))
    assert (result.action, [each.check for each in result.exempted]) == (Action.ALLOWED, [OWN])


def test_a_candidate_says_what_it_would_do() -> None:
    events: list[Event] = []
    look(policy(checks={NAME: "off"}), events=events, candidate="strict")
    (answer,) = (each for each in events if isinstance(each, AnswerEvent))
    assert (answer.action, answer.candidate_action) == (Action.ALLOWED, Action.WITHHELD)
    assert answer.candidate_checked == {NAME: 1}


def test_pruning_runs_it_again() -> None:
    assert look(policy(extends="strict", on_reject="prune")).action is Action.WITHHELD


def raising(claim: Claim, evidence: Evidence, context: Context) -> Iterable[Finding]:
    yield Finding(OWN, "another-price")
    raise LookupError("with a person's text")


ODD: list[object] = [
    False,
    0,
    "",
    "bad",
    {},
    ["bad"],
    [None],
    [Finding(CheckId.NUMBER_UNSUPPORTED, "r")],
    [Finding(OWN, "What the claim says: 25 €")],
    [Finding(OWN, "r" * 61)],
    [Finding(OWN, "r", fragment="nobody's")],
    [Finding(OWN, "r", span=Span(0, 999))],
]


def give(value: object, *_given: object) -> object:
    return value


@pytest.mark.parametrize(
    ("find", "error"),
    [
        (raising, "LookupError"),
        *((partial(give, value), "MalformedFindingError") for value in ODD),
    ],
)
def test_what_cannot_run_is_a_fault_and_never_a_pass(find: Find, error: str) -> None:
    events: list[Event] = []
    result = look("strict", find, events)
    assert result.faults == (Fault("check", error, check=OWN, claim=0),)
    assert (result.outcome, result.action) == (Outcome.UNVERIFIED, Action.WITHHELD)
    assert [each.check for each in events if isinstance(each, FaultEvent)] == [OWN]
    warned = look("observe", find)
    assert (warned.outcome, warned.action, warned.faults) == (Outcome.UNVERIFIED, Action.ALLOWED, result.faults)


@pytest.mark.parametrize(
    ("mode", "outcome", "action"),
    [("enforce", Outcome.UNVERIFIED, Action.WITHHELD), ("warn", Outcome.UNVERIFIED, Action.ALLOWED)],
)
def test_a_check_that_a_policy_names_and_nobody_has_is_a_fault(mode: str, outcome: Outcome, action: Action) -> None:
    result = Grounder(policy=policy(checks={NAME: mode}), sinks=()).check(OUTPUT, FRAGMENTS)
    assert result.faults == (Fault("check", "not-loaded", check=OWN),)
    assert (result.outcome, result.action) == (outcome, action)


def test_one_that_looks_at_nothing_or_finds_nothing_passes() -> None:
    events: list[Event] = []
    assert look("strict", lambda *given: None, events).outcome is Outcome.ANSWERED
    assert look("strict", lambda *given: [], events).outcome is Outcome.ANSWERED
    checked = [NAME in each.checked for each in events if isinstance(each, AnswerEvent)]
    assert checked == [False, True]


@pytest.mark.parametrize(
    "name", ["price-list", "Acme/price", "acme/", "/x", "acme/a/b", "acme/é", "acme/a b", "a/" + "b" * 99, 7]
)
def test_an_id_has_a_namespace(name: Any) -> None:
    with pytest.raises(ConfigurationError, match="The ID of a check of your own is"):
        OwnCheck(name, find_price)


async def find_later(claim: Claim, evidence: Evidence, context: Context) -> Iterable[Finding]:
    return []


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: OwnCheck(NAME, find_price, version=0), "The version of acme/price-list is 0"),
        (lambda: OwnCheck(NAME, find_price, version=True), "is True"),
        (lambda: OwnCheck(NAME, "find"), "no function"),  # type: ignore[arg-type]  # what is refused
        (lambda: OwnCheck(NAME, find_later), "no function"),  # type: ignore[arg-type]  # as above
        (lambda: Grounder(checks=[find_price], sinks=()), "checks= has a function"),  # type: ignore[list-item]  # as above
        (lambda: Grounder(checks=[OwnCheck(NAME, find_price)] * 2, sinks=()), "twice"),
    ],
)
def test_what_is_no_check_is_an_error(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        make()


def test_an_id_is_one_object_and_no_member() -> None:
    assert CheckId(NAME) is OWN
    assert (OWN.value, str(OWN), f"{OWN}") == (NAME, NAME, NAME)
    assert pickle.loads(pickle.dumps(OWN)) is copy.deepcopy(OWN) is OWN
    assert OWN not in list(CheckId)
    with pytest.raises(ValueError, match="price-list"):
        CheckId("price-list")


def test_fingerprints_change_with_what_is_done() -> None:
    plain, named = load_bundle(policy()), load_bundle(policy(checks={NAME: "enforce"}))
    assert plain.fingerprint == load_bundle("observe").fingerprint == plain.with_own(frozenset({OWN})).fingerprint
    assert len({plain.fingerprint, named.fingerprint, load_bundle(policy(own_checks="enforce")).fingerprint}) == 3
    jsonschema.validate(policy(checks={NAME: "warn"}, own_checks="enforce"), build_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(policy(exemptions=[{"check": "no-such"}]), build_schema())


def test_a_policy_that_names_one_is_good_with_a_warning() -> None:
    bundle = load_bundle(policy(checks={NAME: "enforce"}, scopes=[{"when": {"tenant": "t"}, "checks": {"b/c": "off"}}]))
    warnings = [each for each in advise(bundle, date(2026, 1, 1)) if "not loaded here" in each]
    assert [each.partition(" is a check")[0].partition(": ")[2] for each in warnings] == [NAME, "b/c"]
    with pytest.raises(PolicyError, match="there is no check 'acme/Price'"):
        load_bundle(policy(checks={"acme/Price": "warn"}))
    assert [each.what for each in compare(bundle, load_bundle("observe"))] == [NAME, "scope 1"]


def test_metrics_count_it_by_its_name() -> None:
    metrics = MetricsSink(CollectorRegistry())
    Grounder(policy="strict", checks=[OwnCheck(NAME, find_price)], sinks=metrics).check(OUTPUT, FRAGMENTS)
    text = metrics.exposition()[0].decode()
    assert 'fundamento_findings_total{check="acme/price-list",final="true",mode="enforce"} 1.0' in text
    assert 'fundamento_checked_answers_total{check="acme/price-list"} 1.0' in text


def test_rates_and_gate_count_it(tmp_path: Path) -> None:
    log = tmp_path / "events.jsonl"
    events: list[Event] = []
    for _ in range(3):
        look("observe", events=events)
    moment = "2026-01-01T00:00:00Z"
    lines = [json.dumps({**to_record(each), "timestamp": moment}) for each in events]
    log.write_text("\n".join(lines), encoding="utf-8")
    tallies = {check: each.tally.answers for check, each in judge([str(log)]).decisions.items()}
    assert tallies[NAME] == 3
    assert set(judge([str(log)], checks=[NAME]).decisions) == {NAME}
