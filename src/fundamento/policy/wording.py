"""The words of a bundle: what follows from an error and from a rejection, and how the mode of a check is set."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from fundamento.findings import Mode

FULL: Final = 100.0


class OnError(StrEnum):
    """What follows under enforce when a check could not run."""

    WITHHOLD = "withhold"
    ALLOW = "allow"


class OnReject(StrEnum):
    """What follows under enforce when a claim fails and no repair helped."""

    WITHHOLD = "withhold"
    PRUNE = "prune"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was written: a file, or a bundle that ships, and the line from 1 (None: not known)."""

    source: str
    line: int | None = None

    def __str__(self) -> str:
        return self.source if self.line is None else f"{self.source}:{self.line}"


@dataclass(frozen=True, slots=True)
class Setting:
    """How the mode of one check is set.

    With `percent` under 100, `enforce` holds for that share of the values of `key` and `warn` for the rest. `key` names
    an attribute of the request; None: `conversation`, or else `tenant`.
    """

    mode: Mode
    percent: float = FULL
    key: str | None = None
    place: Place | None = field(default=None, compare=False)

    @property
    def partial(self) -> bool:
        """Say whether the mode depends on the key of the request."""
        return self.mode is Mode.ENFORCE and self.percent < FULL

    def content(self) -> object:
        """Return what it does, as JSON values."""
        return [self.mode.value, self.percent, self.key] if self.partial else self.mode.value

    def __str__(self) -> str:
        if not self.partial:
            return self.mode.value
        return f"{self.mode.value} {self.percent:g} %" + (f" of {self.key}" if self.key else "")
