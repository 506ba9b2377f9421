"""Which mode a bundle gives each check in one request, and what decides it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol, TypeAlias

from fundamento.findings import CheckId, Mode
from fundamento.policy.bundle import Bundle
from fundamento.policy.rollout import bucket_of, is_in, key_in
from fundamento.policy.scopes import Attributes, Scope, matches
from fundamento.policy.wording import OnError, OnReject, Setting

BUNDLE: Final = "bundle"
ENVIRONMENT: Final = "environment"
EXEMPTION: Final = "exemption"
NO_KEY: Final = "no-key"
PERCENT: Final = "percent"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The mode of one check, and its source: `bundle`, `scope:N` (from 1), `percent`, `no-key`, or a resolver's word.

    `fallback` marks a mode that stands in for another one that could not be had. `scope` counts from 1; `key` is the
    attribute that the percentage went by, and `bucket` the request's, from 0 to 9,999.
    """

    mode: Mode
    source: str = BUNDLE
    setting: Setting | None = None
    scope: int | None = None
    key: str | None = None
    bucket: int | None = None
    fallback: bool = False


Modes: TypeAlias = Mapping[CheckId, Resolved]


class ModeResolver(Protocol):
    """Decides which mode holds for each check in a request; exemptions and the kill switch come after it.

    `resolve` is called for each request, from any thread. What it raises, and a check that it leaves out, come to what
    the bundle says.
    """

    def resolve(self, bundle: Bundle, attributes: Attributes) -> Modes:
        """Return the mode of each check that it decides."""
        ...


class BundleModes:
    """The resolver that there is by default: scopes, then the bundle's own modes, then percentages."""

    __slots__ = ()

    def resolve(self, bundle: Bundle, attributes: Attributes) -> Modes:
        """Return the mode of every check."""
        scopes = matching_scopes(bundle, attributes)
        return {check: _resolve_check(check, bundle, scopes, attributes) for check in bundle.modes}


def matching_scopes(bundle: Bundle, attributes: Attributes) -> list[tuple[int, Scope]]:
    """Return the scopes that match a request, each with its number from 1, in the order in which they count."""
    return [(number, scope) for number, scope in enumerate(bundle.scopes, 1) if matches(scope.when, attributes)]


def consequences(bundle: Bundle, attributes: Attributes) -> tuple[OnError, OnReject]:
    """Return what follows from an error and from a rejection in a request."""
    scopes = [scope for _, scope in matching_scopes(bundle, attributes)]
    on_error = next((scope.on_error for scope in scopes if scope.on_error is not None), bundle.on_error)
    on_reject = next((scope.on_reject for scope in scopes if scope.on_reject is not None), bundle.on_reject)
    return on_error, on_reject


def _resolve_check(check: CheckId, bundle: Bundle, scopes: list[tuple[int, Scope]], attributes: Attributes) -> Resolved:
    number, setting = next(
        ((number, scope.settings[check]) for number, scope in scopes if check in scope.settings),
        (None, bundle.settings[check]),
    )
    source = BUNDLE if number is None else f"scope:{number}"
    plain = Resolved(setting.mode, source, setting, number)
    if not setting.partial:
        return plain
    found = key_in(setting, attributes)
    if found is None:
        return replace(plain, mode=Mode.WARN, source=NO_KEY, fallback=True)
    name, value = found
    bucket = bucket_of(check, value)
    mode = Mode.ENFORCE if is_in(setting.percent, bucket) else Mode.WARN
    return replace(plain, mode=mode, source=PERCENT, key=name, bucket=bucket)
