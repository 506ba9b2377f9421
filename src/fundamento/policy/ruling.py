"""Which mode holds for each check in one request, and what decides it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from fundamento.findings import CheckId, Mode
from fundamento.policy.bundle import Bundle

KILL_SWITCH: Final = "FUNDAMENTO_MODE"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The bundle of one request, whole, and the modes that hold in it.

    `source` is `bundle`, or `environment` where the kill switch decides. `enabled` are the checks that run.
    """

    bundle: Bundle
    modes: Mapping[CheckId, Mode]
    source: str = "bundle"
    enabled: frozenset[CheckId] = field(init=False)

    def __post_init__(self) -> None:
        running = frozenset(check for check, mode in self.modes.items() if mode is not Mode.OFF)
        object.__setattr__(self, "enabled", running)

    def enforces(self, check: CheckId | None) -> bool:
        """Say whether a failure of this check blocks; None stands for a part that all checks rely on."""
        if check is None:
            return Mode.ENFORCE in self.modes.values()
        return self.modes[check] is Mode.ENFORCE


class PolicySource(Protocol):
    """Where the bundle of a request comes from."""

    def current(self) -> Bundle:
        """Return the bundle in force now; never a half-read one."""
        ...


class Rulings:
    """Makes the ruling of each request; one bundle under one setting of the kill switch gives the same one again."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        # One tuple, replaced whole: a thread sees a ruling with its own bundle and switch, or makes another.
        self._last: tuple[Bundle, str, Ruling] | None = None

    def under(self, bundle: Bundle) -> Ruling:
        """Return the ruling under a bundle, as `rule` gives it."""
        switch = os.environ.get(KILL_SWITCH, "")
        last = self._last
        if last is not None and last[0] is bundle and last[1] == switch:
            return last[2]
        ruling = rule(bundle)
        self._last = (bundle, switch, ruling)
        return ruling


def rule(bundle: Bundle) -> Ruling:
    """Return the ruling for one request: the bundle's modes, unless the kill switch beats them.

    `FUNDAMENTO_MODE=off` turns every check off, `FUNDAMENTO_MODE=warn` turns enforce into warn. Any other value
    changes nothing: a typing error must not unblock an assistant.
    """
    switch = os.environ.get(KILL_SWITCH, "").strip().lower()
    if switch == Mode.OFF:
        return Ruling(bundle, dict.fromkeys(bundle.modes, Mode.OFF), "environment")
    if switch == Mode.WARN:
        warned = {check: Mode.WARN if mode is Mode.ENFORCE else mode for check, mode in bundle.modes.items()}
        return Ruling(bundle, warned, "environment")
    return Ruling(bundle, bundle.modes)
