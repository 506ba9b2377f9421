"""A policy bundle: a named, versioned, fingerprinted set of modes, and what follows from a rejection."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from fundamento.findings import CheckId, Mode


class OnError(StrEnum):
    """What follows under enforce when a check could not run."""

    WITHHOLD = "withhold"
    ALLOW = "allow"


class OnReject(StrEnum):
    """What follows under enforce when a claim fails and no repair helped."""

    WITHHOLD = "withhold"
    PRUNE = "prune"


@dataclass(frozen=True, slots=True)
class RepairBudget:
    """The bounds on repairs of one answer: how many, and the tokens and seconds that all of them may take."""

    attempts: int = 1
    tokens: int = 8_000
    seconds: float = 60.0


@dataclass(frozen=True)
class Bundle:
    """The effective content of a bundle: a mode for every check.

    `fingerprint` is the first 12 hexadecimal digits of the SHA-256 over everything but name and version, so that two
    bundles that do the same have the same one. `sources` are the files that it was read from, if any.
    """

    name: str
    version: int
    modes: Mapping[CheckId, Mode]
    on_error: OnError = OnError.WITHHOLD
    on_reject: OnReject = OnReject.WITHHOLD
    repairs: RepairBudget = RepairBudget()
    thresholds: Mapping[CheckId, float] = field(default_factory=dict)
    sources: tuple[Path, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        complete = {check: self.modes.get(check, Mode.WARN) for check in CheckId}
        object.__setattr__(self, "modes", MappingProxyType(complete))
        object.__setattr__(self, "thresholds", MappingProxyType(dict(self.thresholds)))

    @cached_property
    def fingerprint(self) -> str:
        """Tell bundles apart by what they do."""
        content = {
            "modes": {check.value: mode.value for check, mode in self.modes.items()},
            "on_error": self.on_error.value,
            "on_reject": self.on_reject.value,
            "repairs": [self.repairs.attempts, self.repairs.tokens, self.repairs.seconds],
            "thresholds": {check.value: value for check, value in self.thresholds.items()},
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


SHIPPED: Final = ("observe", "standard", "strict")
