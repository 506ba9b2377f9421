"""To which requests a part of a bundle applies: the attributes that it asks for, and exemptions with an owner."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Final, TypeAlias

from fundamento.findings import CheckId
from fundamento.fragments import Fragment
from fundamento.policy.wording import OnError, OnReject, Place, Setting

Attributes: TypeAlias = Mapping[str, str]
When: TypeAlias = Mapping[str, frozenset[str]]

# What an exemption may ask of the cited fragment; all else is asked of the request.
CITED: Final = ("document", "fragment")


def matches(when: When, attributes: Attributes) -> bool:
    """Say whether each attribute that is asked for is there and has one of the values."""
    return all(attributes.get(name) in values for name, values in when.items())


@dataclass(frozen=True, slots=True)
class Scope:
    """Modes for the requests that match `when`. None: it says nothing of that."""

    when: When
    settings: Mapping[CheckId, Setting] = field(default_factory=dict)
    on_error: OnError | None = None
    on_reject: OnReject | None = None
    place: Place | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "when", MappingProxyType(dict(self.when)))
        object.__setattr__(self, "settings", MappingProxyType(dict(self.settings)))

    def content(self) -> dict[str, object]:
        """Return what it does, as JSON values in a fixed order."""
        return {
            "when": spell(self.when),
            "checks": {check.value: self.settings[check].content() for check in sorted(self.settings)},
            "on_error": self.on_error,
            "on_reject": self.on_reject,
        }


@dataclass(frozen=True, slots=True)
class Exemption:
    """A check whose findings block nothing where `when` matches, up to and including the day `until`.

    `owner` and `reason` say who answers for it and why; they are written by hand into a file and go into no event.
    """

    check: CheckId
    when: When
    owner: str
    reason: str
    until: date
    place: Place | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "when", MappingProxyType(dict(self.when)))

    @property
    def request(self) -> When:
        """What it asks of the request."""
        return {name: values for name, values in self.when.items() if name not in CITED}

    @property
    def cited(self) -> When:
        """What it asks of the cited fragment; empty: it holds for the whole request."""
        return {name: values for name, values in self.when.items() if name in CITED}

    def covers(self, fragment: Fragment) -> bool:
        """Say whether it holds for what cites this fragment."""
        facts = {"fragment": fragment.id}
        if fragment.document is not None:
            facts["document"] = fragment.document
        return matches(self.cited, facts)

    def holds(self, day: date) -> bool:
        """Say whether it has not expired on a day."""
        return day <= self.until

    def content(self) -> dict[str, object]:
        """Return what it does, as JSON values in a fixed order."""
        return {"check": self.check.value, "when": spell(self.when), "until": self.until.isoformat()}


def spell(when: When) -> dict[str, list[str]]:
    """Return a condition as JSON values in a fixed order."""
    return {name: sorted(when[name]) for name in sorted(when)}


def is_narrower(inner: When, outer: When) -> bool:
    """Say whether all that matches `inner` matches `outer`, too."""
    return all(name in inner and inner[name] <= values for name, values in outer.items())


def describe(when: When) -> str:
    """Return a condition as one writes it."""
    parts = [f"{name}={'|'.join(values)}" for name, values in spell(when).items()]
    return " ".join(parts)
