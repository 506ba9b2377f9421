"""Ways round enforcement that are closed: text that no claim carries, other policies' results, parts that misbehave."""

import pickle
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, cast

import pytest

from fundamento import Action, CheckId, Fragment, Grounder, Outcome, Result, Settings
from fundamento.errors import ConfigurationError, InputError, ModelError, PolicyError
from fundamento.events import AnswerEvent, Event
from fundamento.findings import Mode
from fundamento.policy.resolving import Resolved
from fundamento.policy.scopes import Attributes
from fundamento.testing import ScriptedModel

FRAGMENTS = [
    Fragment("a", "Files are kept for 30 days.", document="d1"),
    Fragment("b", "Pro allows up to 20 projects.", document="d2"),
]
SAID = {"support": [{"fragment": "a", "quote": "kept for 30 days"}], "text": "Files are kept for 30 days."}


def output(*, conflict: str) -> dict[str, Any]:
    conflicts = [{"fragments": ["a", "b"], "text": conflict}]
    return {"answer": {"kind": "grounded", "claims": [SAID], "conflicts": conflicts}}


@pytest.mark.parametrize(
    ("conflict", "checks"),
    [
        ("One source says 30 days, the other 20 projects.", set()),
        ("Dragons cost 99 €.", {CheckId.NUMBER_UNSUPPORTED}),
    ],
)
def test_a_conflict_says_no_number_that_its_sources_do_not(conflict: str, checks: set[CheckId]) -> None:
    result = Grounder(policy="strict", sinks=()).check(output(conflict=conflict), FRAGMENTS)
    assert {finding.check for finding in result.findings} == checks
    assert result.action is (Action.WITHHELD if checks else Action.ALLOWED)


def test_what_another_policy_let_through_is_not_taken_for_checked() -> None:
    lenient, strict = Grounder(sinks=()), Grounder(policy="strict", sinks=())

    @strict.guard
    @lenient.guard
    def answer(question: str, fragments: list[Fragment]) -> str:
        return "Dragons cost 99 €."

    with pytest.raises(ConfigurationError, match="answer returns a Result already"):
        answer("?", FRAGMENTS)


class Unclosable:
    """A provider's stream that cannot be closed."""

    def __init__(self, text: str) -> None:
        self._texts = iter([text])

    def __iter__(self) -> Iterator[str]:
        return self._texts

    def close(self) -> None:
        raise ConnectionError("SECRET")


class UnclosableModel(ScriptedModel):
    def stream(self, request: Any) -> Any:
        return Unclosable(str(self.ask(request).output))


def test_a_provider_that_cannot_be_closed_costs_no_result() -> None:
    script = '{"answer": {"kind": "abstention", "missing": ""}}'
    *_, last = Grounder(UnclosableModel([script]), sinks=()).stream("?", FRAGMENTS)
    assert isinstance(last, Result)
    assert last.outcome is Outcome.ABSTAINED


class Babbling:
    """Decides modes and gives them a source that is nobody's business."""

    def __init__(self, source: object) -> None:
        self.source = source

    def resolve(self, bundle: object, attributes: Attributes) -> Mapping[CheckId, Resolved]:
        return MappingProxyType({check: Resolved(Mode.OFF, source=cast("str", self.source)) for check in CheckId})


@pytest.mark.parametrize("source", [None, [], "what Juan asked, verbatim", "x" * 61])
def test_a_resolver_that_says_nonsense_changes_no_mode_and_reaches_no_event(source: object) -> None:
    kept: list[Event] = []
    grounder = Grounder(policy="strict", sinks=kept.append, settings=Settings(modes=Babbling(source)))
    assert grounder.check(output(conflict="Dragons cost 99 €."), FRAGMENTS).action is Action.WITHHELD
    (line,) = [event for event in kept if isinstance(event, AnswerEvent)]
    assert line.origin.mode_source == "resolver-failed"


class Forgetful:
    """A source of policies that loses its bundle."""

    def __init__(self) -> None:
        self.bundle: Any = Grounder(policy="strict", sinks=())._rulebook._active.bundle()

    def current(self) -> Any:
        return self.bundle


def test_a_source_that_gives_no_bundle_keeps_the_last_one() -> None:
    source = Forgetful()
    grounder = Grounder(policy=source, sinks=())
    source.bundle = "strict"
    assert grounder.check(output(conflict="Dragons cost 99 €."), FRAGMENTS).action is Action.WITHHELD
    with pytest.raises(PolicyError, match="gave a str"):
        Grounder(policy=source, sinks=())


def test_an_error_of_a_model_crosses_to_another_process_without_the_providers() -> None:
    error = ModelError("It failed.", hint="Wait.", retryable=True, status=429, provider_error=ValueError("SECRET"))
    crossed = pickle.dumps(error)
    assert b"SECRET" not in crossed
    again = pickle.loads(crossed)
    assert (str(again), again.hint, again.retryable, again.status, again.provider_error) == (
        "It failed. Wait.",
        "Wait.",
        True,
        429,
        None,
    )


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"effective_until": "2030-01-01"}, "effective_until is a str"),
        ({"effective_from": 3}, "effective_from is a int"),
        ({"readers": 3}, "readers are no set"),
        ({"readers": ["group:a", 3]}, "readers are no set"),
    ],
)
def test_a_fragment_of_the_wrong_kind_is_refused_at_once(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Fragment("a", "Texto.", **keys)


def test_readers_may_come_as_a_list() -> None:
    assert Fragment("a", "Texto.", readers=cast("Any", ["group:a"])).readers == frozenset({"group:a"})


def test_a_key_for_tenants_is_bytes() -> None:
    with pytest.raises(ConfigurationError, match="tenant_key is a str"):
        Settings(tenant_key=cast("Any", "secret"))
