"""Modes from flags, with the real SDK and providers in memory."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from openfeature import api
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import ErrorCode
from openfeature.flag_evaluation import FlagResolutionDetails, Reason
from openfeature.provider import ProviderStatus
from openfeature.provider.in_memory_provider import InMemoryFlag, InMemoryProvider

from fundamento import Action, CheckId, Fragment, Grounder, Mode, Settings
from fundamento.adapters.openfeature import OpenFeatureModes
from fundamento.policy.loading import load_bundle
from fundamento.testing import CapturedEvents, answer_json, claim

CHECK = CheckId.UNKNOWN_FRAGMENT
FLAG = "fundamento.unknown-fragment"
ENFORCING = load_bundle({"name": "x", "checks": {CHECK.value: "enforce"}})
WARNING = load_bundle("observe")
FRAGMENTS = [Fragment("plans", "El plan Pro permite hasta 10 proyectos activos.")]
OUTPUT = answer_json(claim("El plan Pro permite 10.", ("other", "hasta 10 proyectos")))

Evaluate = Callable[[InMemoryFlag[str], EvaluationContext], FlagResolutionDetails[str]]


def flag(value: str, evaluate: Evaluate | None = None) -> InMemoryFlag[str]:
    return InMemoryFlag("on", {"on": value}, context_evaluator=evaluate)


@pytest.fixture(autouse=True)
def providers() -> Iterator[None]:
    yield
    api.clear_providers()


def resolve(
    flags: Mapping[str, InMemoryFlag[Any]], bundle: Any = ENFORCING, attributes: Mapping[str, str] | None = None
) -> tuple[Mode, str, bool]:
    api.set_provider_and_wait(InMemoryProvider(dict(flags)), "fundamento")
    found = OpenFeatureModes().resolve(bundle, attributes or {})[CHECK]
    return found.mode, found.source, found.fallback


def raise_error(_flag: InMemoryFlag[str], _context: EvaluationContext) -> FlagResolutionDetails[str]:
    raise RuntimeError("the flag system is down")


def return_error(_flag: InMemoryFlag[str], _context: EvaluationContext) -> FlagResolutionDetails[str]:
    return FlagResolutionDetails("off", error_code=ErrorCode.GENERAL, reason=Reason.ERROR)


def return_disabled(_flag: InMemoryFlag[str], _context: EvaluationContext) -> FlagResolutionDetails[str]:
    return FlagResolutionDetails("off", reason=Reason.DISABLED)


@pytest.mark.parametrize(
    ("flags", "bundle", "expected"),
    [
        ({FLAG: flag("enforce")}, WARNING, (Mode.ENFORCE, "openfeature", False)),
        ({FLAG: flag("warn")}, ENFORCING, (Mode.WARN, "openfeature", False)),
        ({FLAG: flag("off")}, ENFORCING, (Mode.OFF, "openfeature", False)),
        ({}, ENFORCING, (Mode.ENFORCE, "bundle", False)),
        ({}, WARNING, (Mode.WARN, "bundle", False)),
        ({FLAG: flag("")}, ENFORCING, (Mode.ENFORCE, "bundle", False)),
        ({FLAG: flag("of")}, ENFORCING, (Mode.ENFORCE, "openfeature-failed", True)),
        ({FLAG: flag("OFF")}, ENFORCING, (Mode.ENFORCE, "openfeature-failed", True)),
        ({FLAG: InMemoryFlag("on", {"on": False})}, ENFORCING, (Mode.ENFORCE, "openfeature-failed", True)),
        ({FLAG: flag("off", raise_error)}, ENFORCING, (Mode.ENFORCE, "openfeature-failed", True)),
        ({FLAG: flag("off", return_error)}, ENFORCING, (Mode.ENFORCE, "openfeature-failed", True)),
        ({FLAG: flag("off", raise_error)}, WARNING, (Mode.WARN, "openfeature-failed", True)),
        ({FLAG: flag("off", return_disabled)}, ENFORCING, (Mode.ENFORCE, "bundle", False)),
    ],
)
def test_a_flag_decides_or_else_the_bundle(
    flags: dict[str, InMemoryFlag[Any]], bundle: Any, expected: tuple[Mode, str, bool]
) -> None:
    assert resolve(flags, bundle) == expected


def test_without_any_provider_the_bundle_decides() -> None:
    found = OpenFeatureModes().resolve(ENFORCING, {})[CHECK]
    assert (found.mode, found.source, found.fallback) == (Mode.ENFORCE, "bundle", False)


@pytest.mark.parametrize(
    ("attributes", "key"),
    [
        ({"conversation": "c", "tenant": "t"}, "c"),
        ({"tenant": "t", "lang": "es"}, "t"),
        ({"lang": "es"}, None),
    ],
)
def test_a_flag_sees_the_attributes_of_the_request(attributes: dict[str, str], key: str | None) -> None:
    seen: list[tuple[str | None, dict[str, Any]]] = []

    def watch(_flag: InMemoryFlag[str], context: EvaluationContext) -> FlagResolutionDetails[str]:
        seen.append((context.targeting_key, dict(context.attributes)))
        return FlagResolutionDetails("warn")

    assert resolve({FLAG: flag("off", watch)}, attributes=attributes) == (Mode.WARN, "openfeature", False)
    assert seen == [(key, attributes)]


def test_only_the_checks_that_are_named_are_asked_for() -> None:
    api.set_provider_and_wait(InMemoryProvider({"rag/empty-answer": flag("off"), FLAG: flag("off")}), "fundamento")
    modes = OpenFeatureModes(prefix="rag/", checks=["empty-answer"]).resolve(load_bundle("strict"), {})
    assert {check: each.mode for check, each in modes.items()} == {CheckId.EMPTY_ANSWER: Mode.OFF}


class Slow(InMemoryProvider):
    """A provider that starts when it is let."""

    def __init__(self, flags: dict[str, InMemoryFlag[Any]]) -> None:
        super().__init__(flags)
        self.go = threading.Event()

    def initialize(self, evaluation_context: EvaluationContext) -> None:
        assert self.go.wait(60)


def test_a_provider_that_starts_does_not_turn_enforcement_off() -> None:
    provider, events = Slow({FLAG: flag("warn")}), CapturedEvents()
    api.set_provider(provider, "fundamento")
    grounder = Grounder(policy=ENFORCING, sinks=[events], settings=Settings(modes=OpenFeatureModes(checks=[CHECK])))
    before = grounder.check(OUTPUT, FRAGMENTS)
    assert before.action is Action.WITHHELD
    assert (events.answers[0].mode_fallbacks, events.findings[0].origin.mode_source) == (1, "openfeature-failed")
    provider.go.set()
    client = api.get_client("fundamento")
    while client.get_provider_status() is not ProviderStatus.READY:  # the time limit of a test ends this
        time.sleep(0.01)
    after = grounder.check(OUTPUT, FRAGMENTS)
    assert (after.action, events.answers[-1].mode_fallbacks) == (Action.ALLOWED, 0)
    assert after.findings == before.findings
