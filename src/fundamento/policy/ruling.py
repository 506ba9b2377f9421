"""What holds for each check in one request, and what decides it."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final, Protocol

from fundamento.failures import Contained
from fundamento.findings import CheckId, Mode
from fundamento.fragments import Fragment
from fundamento.policy.bundle import Bundle, OnError, OnReject
from fundamento.policy.resolving import (
    BUNDLE,
    ENVIRONMENT,
    EXEMPTION,
    BundleModes,
    ModeResolver,
    Modes,
    Resolved,
    consequences,
)
from fundamento.policy.scopes import Attributes, Exemption, matches

KILL_SWITCH: Final = "FUNDAMENTO_MODE"
_CACHED: Final = 4_096  # rulings of one bundle; some kilobytes each
_FAILED: Final = "resolver-failed"
# What a resolver calls itself goes into events.
_SOURCE: Final = re.compile(r"[\w.:-]{1,60}")


@dataclass(frozen=True, slots=True)
class Ruling:
    """The bundle of one request, whole, and the modes that hold in it.

    `source` is what decided all modes, or all of them joined by `+`; `sources` says it check by check where they
    differ. `enabled` are the checks that run. `exempt` are the checks that this request is exempt from, `waivers` the
    exemptions that depend on what is cited. `fallbacks` counts the modes that stand in for one that could not be had.
    """

    bundle: Bundle
    modes: Mapping[CheckId, Mode]
    source: str = BUNDLE
    sources: Mapping[CheckId, str] = field(default_factory=dict)
    on_error: OnError = OnError.WITHHOLD
    on_reject: OnReject = OnReject.WITHHOLD
    exempt: frozenset[CheckId] = frozenset()
    waivers: tuple[Exemption, ...] = ()
    fallbacks: int = 0
    enabled: frozenset[CheckId] = field(init=False)

    def __post_init__(self) -> None:
        running = frozenset(check for check, mode in self.modes.items() if mode is not Mode.OFF)
        object.__setattr__(self, "enabled", running)

    def enforces(self, check: CheckId | None) -> bool:
        """Say whether a failure of this check blocks; None stands for a part that all checks rely on."""
        if check is None:
            return Mode.ENFORCE in self.modes.values()
        return self.modes.get(check, self.bundle.own_checks) is Mode.ENFORCE

    def source_of(self, check: CheckId) -> str:
        """Return what decided the mode of a check."""
        return self.sources.get(check, self.source)

    def waives(self, check: CheckId, fragments: Iterable[Fragment]) -> bool:
        """Say whether an exemption covers a finding of this check about these fragments, about each of them."""
        if check in self.exempt:
            return True
        waivers = [waiver for waiver in self.waivers if waiver.check is check]
        cited = list(fragments) if waivers else []
        return bool(cited) and all(any(waiver.covers(fragment) for waiver in waivers) for fragment in cited)


class PolicySource(Protocol):
    """Where the bundle of a request comes from."""

    def current(self) -> Bundle:
        """Return the bundle in force now; never a half-read one."""
        ...


class Rulings:
    """Makes the ruling of each request.

    Requests that are alike to the bundle get the same one again; at most some thousands are kept, and none where a
    resolver of somebody else's decides. With `obey` False the kill switch counts for nothing.
    """

    __slots__ = ("_last", "_obey", "_resolver")

    def __init__(self, resolver: ModeResolver | None = None, *, obey: bool = True) -> None:
        self._resolver: Final = resolver
        self._obey: Final = obey
        # One value, replaced whole: a thread sees rulings with their own bundle, switch and day, or makes others.
        self._last: _Known | None = None

    def under(self, bundle: Bundle, attributes: Attributes | None = None) -> Ruling:
        """Return the ruling under a bundle, as `rule` gives it."""
        switch = os.environ.get(KILL_SWITCH, "") if self._obey else ""
        # Only exemptions know of days, and the clock costs more than all of the rest.
        day = today() if bundle.exemptions else date.min
        if self._resolver is not None:
            return _rule(bundle, attributes or {}, switch, day, self._resolver)
        known = self._last
        if known is None or known.bundle is not bundle or known.switch != switch or known.day != day:
            known = self._last = _Known(bundle, switch, day)
        if not bundle.attributes:
            return known.first
        asked = attributes or {}
        return known.by_values(tuple(map(asked.get, bundle.attributes)))


class _Known:
    """The rulings under one bundle, one setting of the kill switch and one day."""

    __slots__ = ("bundle", "by_values", "day", "first", "switch")

    def __init__(self, bundle: Bundle, switch: str, day: date) -> None:
        self.bundle: Final = bundle
        self.switch: Final = switch
        self.day: Final = day
        self.first: Final = _rule(bundle, {}, switch, day)
        self.by_values: Final = lru_cache(maxsize=_CACHED)(self._rule)

    def _rule(self, values: tuple[str | None, ...]) -> Ruling:
        given = zip(self.bundle.attributes, values, strict=True)
        attributes = {name: value for name, value in given if value is not None}
        return _rule(self.bundle, attributes, self.switch, self.day)


def rule(bundle: Bundle, attributes: Attributes | None = None, *, day: date | None = None) -> Ruling:
    """Return the ruling for one request: what the bundle says of it, unless the kill switch beats that.

    `FUNDAMENTO_MODE=off` turns every check off, `FUNDAMENTO_MODE=warn` turns enforce into warn. Any other value
    changes nothing: a typing error must not unblock an assistant. `day` is the one that exemptions are judged by,
    today unless given.
    """
    return _rule(bundle, attributes or {}, os.environ.get(KILL_SWITCH, ""), day or today())


def today() -> date:
    """Return the day it is in UTC."""
    return datetime.now(UTC).date()


_BY_BUNDLE: Final = BundleModes()


def _rule(
    bundle: Bundle, attributes: Attributes, switch: str, day: date, resolver: ModeResolver = _BY_BUNDLE
) -> Ruling:
    resolved = resolve(bundle, attributes, resolver)
    modes = {check: each.mode for check, each in resolved.items()}
    sources = {check: each.source for check, each in resolved.items()}
    held = [each for each in bundle.exemptions if each.holds(day) and matches(each.request, attributes)]
    exempt = frozenset(each.check for each in held if not each.cited)
    for check in exempt:
        if modes[check] is Mode.ENFORCE:
            modes[check], sources[check] = Mode.WARN, EXEMPTION
    word = switch.strip().lower()
    if word in (Mode.OFF, Mode.WARN):
        modes = {check: _lower(mode, Mode(word)) for check, mode in modes.items()}
        sources = dict.fromkeys(modes, ENVIRONMENT)
    on_error, on_reject = consequences(bundle, attributes)
    distinct = list(dict.fromkeys(sources.values()))
    return Ruling(
        bundle=bundle,
        modes=modes,
        source="+".join(distinct),
        sources=sources if len(distinct) > 1 else {},
        on_error=on_error,
        on_reject=on_reject,
        exempt=exempt,
        waivers=tuple(each for each in held if each.cited),
        fallbacks=sum(each.fallback for each in resolved.values()),
    )


def resolve(bundle: Bundle, attributes: Attributes, resolver: ModeResolver | None = None) -> Modes:
    """Return the mode of every check; what a resolver does not say, or fails to, is as the bundle says."""
    modes = _BY_BUNDLE.resolve(bundle, attributes)
    if resolver is None or resolver is _BY_BUNDLE:
        return modes
    with Contained():
        said = resolver.resolve(bundle, attributes)
        return {**modes, **{check: _accept(said[check]) for check in modes if check in said}}
    # Whatever a resolver trips over, enforcement must not end for it.
    return {check: replace(each, source=_FAILED, fallback=True) for check, each in modes.items()}


def _accept(resolved: object) -> Resolved:
    if not isinstance(resolved, Resolved):
        raise TypeError("A resolver gives values of Resolved.")
    source: object = resolved.source  # whatever the annotations say
    fallback: object = resolved.fallback
    if not isinstance(source, str) or not _SOURCE.fullmatch(source) or not isinstance(fallback, bool):
        raise TypeError("A resolver's source is a short word, and its fallback a bool.")
    return replace(resolved, mode=Mode(resolved.mode))


def _lower(mode: Mode, ceiling: Mode) -> Mode:
    if ceiling is Mode.OFF:
        return Mode.OFF
    return Mode.WARN if mode is Mode.ENFORCE else mode
