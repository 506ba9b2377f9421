"""What differs between two bundles in what they do."""

from collections.abc import Iterator
from dataclasses import dataclass

from fundamento.findings import CheckId
from fundamento.policy.bundle import Bundle
from fundamento.policy.scopes import Exemption, Scope, describe


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: what it is, and how it is in each of the two (None: it is not there)."""

    what: str
    one: str | None
    other: str | None


def compare(one: Bundle, other: Bundle) -> list[Difference]:
    """Return what differs: modes, thresholds, consequences, repairs, scopes and exemptions; not names and versions."""
    pairs = [
        ("on_error", one.on_error.value, other.on_error.value),
        ("on_reject", one.on_reject.value, other.on_reject.value),
        ("repairs", _repairs(one), _repairs(other)),
        ("own_checks", one.own_checks.value, other.own_checks.value),
        *((check.value, _setting(one, check), _setting(other, check)) for check in _checks_of(one, other)),
        *((f"threshold {check}", _threshold(one, check), _threshold(other, check)) for check in CheckId),
        *_pair(dict(_list_scopes(one)), dict(_list_scopes(other))),
        *_pair(dict(_list_exemptions(one)), dict(_list_exemptions(other))),
    ]
    return [Difference(what, left, right) for what, left, right in pairs if left != right]


def _checks_of(*bundles: Bundle) -> list[CheckId]:
    """Return the checks that ship, and those of a user's own that one of the bundles names."""
    return list(dict.fromkeys((*CheckId, *(check for bundle in bundles for check in bundle.modes))))


def _setting(bundle: Bundle, check: CheckId) -> str:
    setting = bundle.settings.get(check)
    return bundle.own_checks.value if setting is None else str(setting)


def _repairs(bundle: Bundle) -> str:
    budget = bundle.repairs
    return f"{budget.attempts} of {budget.tokens} tokens and {budget.seconds:g} s"


def _threshold(bundle: Bundle, check: CheckId) -> str | None:
    value = bundle.thresholds.get(check)
    return None if value is None else f"{value:g}"


def _pair(one: dict[str, str], other: dict[str, str]) -> Iterator[tuple[str, str | None, str | None]]:
    for what in dict.fromkeys((*one, *other)):
        yield what, one.get(what), other.get(what)


def _list_scopes(bundle: Bundle) -> Iterator[tuple[str, str]]:
    # The order counts, so that a scope is known by its place as well.
    for number, scope in enumerate(bundle.scopes, 1):
        yield f"scope {number}", _describe_scope(scope)


def _describe_scope(scope: Scope) -> str:
    said = [f"{check}: {scope.settings[check]}" for check in (*CheckId, *scope.settings) if check in scope.settings]
    said = list(dict.fromkeys(said))
    said += [f"on_error: {scope.on_error}"] if scope.on_error is not None else []
    said += [f"on_reject: {scope.on_reject}"] if scope.on_reject is not None else []
    return f"when {describe(scope.when)}: {', '.join(said) or 'nothing'}"


def _list_exemptions(bundle: Bundle) -> Iterator[tuple[str, str]]:
    for exemption in bundle.exemptions:
        yield _name_exemption(exemption), f"until {exemption.until}"


def _name_exemption(exemption: Exemption) -> str:
    return f"exemption of {exemption.check} for {describe(exemption.when)}"
