"""A policy bundle: a named, versioned, fingerprinted set of modes, and what follows from a rejection."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from fundamento.findings import CheckId, Mode
from fundamento.policy.rollout import keys_of
from fundamento.policy.scopes import Exemption, Scope
from fundamento.policy.wording import OnError, OnReject, Setting

__all__ = ["SHIPPED", "Bundle", "OnError", "OnReject", "RepairBudget"]


SHIPPED_CHECKS: Final = frozenset(CheckId)


@dataclass(frozen=True, slots=True)
class RepairBudget:
    """The bounds on repairs of one answer: how many, and the tokens and seconds that all of them may take."""

    attempts: int = 1
    tokens: int = 8_000
    seconds: float = 60.0


@dataclass(frozen=True)
class Bundle:
    """The effective content of a bundle: a mode for every check, and for which requests it is another one.

    `settings` adds to a mode the percentage and the place that it comes from. Of `scopes` the first that matches wins,
    for the checks that it names. `candidate` is the bundle that runs beside this one and only reports. `fingerprint` is
    the first 12 hexadecimal digits of the SHA-256 over all that changes what is done: not over names, versions, places,
    owners and reasons, nor over the candidate. `own_checks` is the mode of a user's own checks that `modes` does not
    name, and `own` are those that the `Grounder` has. `sources` are the files that it was read from, if any.
    """

    name: str
    version: int
    modes: Mapping[CheckId, Mode]
    on_error: OnError = OnError.WITHHOLD
    on_reject: OnReject = OnReject.WITHHOLD
    repairs: RepairBudget = RepairBudget()
    thresholds: Mapping[CheckId, float] = field(default_factory=dict)
    settings: Mapping[CheckId, Setting] = field(default_factory=dict)
    scopes: tuple[Scope, ...] = ()
    exemptions: tuple[Exemption, ...] = ()
    candidate: "Bundle | None" = field(default=None, compare=False)
    sources: tuple[Path, ...] = field(default=(), compare=False)
    own_checks: Mode = Mode.WARN
    own: frozenset[CheckId] = field(default=frozenset(), compare=False)

    def __post_init__(self) -> None:
        named = {*self.own, *self.modes, *(check for scope in self.scopes for check in scope.settings)}
        complete = {check: self.modes.get(check, Mode.WARN) for check in CheckId}
        complete |= {check: self.modes.get(check, self.own_checks) for check in sorted(named.difference(CheckId))}
        # The modes are what counts: a setting of another mode was left behind by a copy with other modes.
        said = self.settings
        settings = {
            check: said[check] if check in said and said[check].mode is mode else Setting(mode)
            for check, mode in complete.items()
        }
        object.__setattr__(self, "modes", MappingProxyType(complete))
        object.__setattr__(self, "settings", MappingProxyType(settings))
        object.__setattr__(self, "thresholds", MappingProxyType(dict(self.thresholds)))

    def with_own(self, checks: frozenset[CheckId]) -> "Bundle":
        """Return it for a `Grounder` that has these checks of a user's own, and its candidate, too."""
        candidate = None if self.candidate is None else self.candidate.with_own(checks)
        return replace(self, own=checks, candidate=candidate)

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of a request that it looks at, in order of the alphabet; with none, all requests are alike."""
        names = {name for scope in self.scopes for name in scope.when}
        names.update(name for exemption in self.exemptions for name in exemption.request)
        settings = [*self.settings.values(), *(each for scope in self.scopes for each in scope.settings.values())]
        names.update(name for setting in settings if setting.partial for name in keys_of(setting))
        return tuple(sorted(names))

    @cached_property
    def fingerprint(self) -> str:
        """Tell bundles apart by what they do."""
        content: dict[str, object] = {
            "modes": {
                check.value: mode.value
                for check, mode in self.modes.items()
                if check in SHIPPED_CHECKS or mode is not self.own_checks
            },
            "on_error": self.on_error.value,
            "on_reject": self.on_reject.value,
            "repairs": [self.repairs.attempts, self.repairs.tokens, self.repairs.seconds],
            "thresholds": {check.value: value for check, value in self.thresholds.items()},
        }
        # Only what is there: a bundle that has none of these keeps the fingerprint that it had before they existed.
        partial = {check.value: each.content() for check, each in self.settings.items() if each.partial}
        content |= {"percentages": partial} if partial else {}
        content |= {"own_checks": self.own_checks.value} if self.own_checks is not Mode.WARN else {}
        content |= {"scopes": [scope.content() for scope in self.scopes]} if self.scopes else {}
        content |= {"exemptions": [each.content() for each in self.exemptions]} if self.exemptions else {}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


SHIPPED: Final = ("observe", "standard", "strict")
