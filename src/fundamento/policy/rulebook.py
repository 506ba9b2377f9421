"""The bundle in force and its candidate, kept in good order whatever becomes of where they come from."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from fundamento.errors import PolicyError
from fundamento.events import PolicyEvent
from fundamento.failures import Contained, name_failure
from fundamento.findings import CheckId
from fundamento.policy.bundle import SHIPPED, Bundle
from fundamento.policy.resolving import ENVIRONMENT, ModeResolver
from fundamento.policy.ruling import PolicySource, Ruling, Rulings
from fundamento.policy.scopes import Attributes
from fundamento.policy.source import FixedPolicy, PolicyFile

Policy: TypeAlias = str | Path | Mapping[str, Any] | Bundle | PolicySource
Notify: TypeAlias = Callable[[PolicyEvent], None]


class Rulebook:
    """Gives each request its ruling, and that of the candidate where there is one.

    `candidate` goes before one that the policy names itself. `modes` decides the modes in place of the bundle. A source
    that fails keeps the last good bundle, and `notify` gets an event. Raises `PolicyError` for what is broken from the
    start; safe from any thread. `own` are the checks of the user's own that there are.
    """

    def __init__(
        self,
        policy: Policy,
        *,
        candidate: Policy | None,
        modes: ModeResolver | None,
        notify: Notify,
        own: frozenset[CheckId] = frozenset(),
    ) -> None:
        if modes is not None and not callable(getattr(modes, "resolve", None)):
            raise PolicyError(
                f"modes= is a {type(modes).__name__}.", hint="Give an object with resolve(bundle, attributes)."
            )
        self._active: Final = _Kept(policy, notify, own)
        self._candidate: Final = None if candidate is None else _Kept(candidate, notify, own)
        self._rulings: Final = Rulings(modes)
        # The kill switch protects users, who see nothing of a candidate.
        self._foreseen: Final = Rulings(obey=False)

    def rule(self, attributes: Attributes) -> tuple[Ruling, Ruling | None]:
        """Return the ruling of a request, and the candidate's: none where no check runs at all."""
        bundle = self._active.bundle()
        ruling = self._rulings.under(bundle, attributes)
        candidate = bundle.candidate if self._candidate is None else self._candidate.bundle()
        if candidate is None or (ruling.source == ENVIRONMENT and not ruling.enabled):
            return ruling, None
        return ruling, self._foreseen.under(candidate, attributes)


class _Kept:
    """The bundle of a source, or the last good one where the source fails."""

    __slots__ = ("_last", "_notify", "_own", "_source", "_told")

    def __init__(self, policy: Policy, notify: Notify, own: frozenset[CheckId]) -> None:
        self._notify: Final = notify
        self._own: Final = own
        self._source: Final = _as_source(policy, notify)
        read = _accept(self._source.current())
        # What was read, and the same for the checks of the user's own: one value, replaced whole.
        self._last = (read, self._complete(read))
        self._told: str | None = None

    def bundle(self) -> Bundle:
        with Contained() as called:
            read, bundle = self._last
            current = _accept(self._source.current())
            if current is not read:
                bundle = self._complete(current)
                self._last = (current, bundle)
            self._told = None
            return bundle
        # Whatever a policy source trips over, the last good bundle stays.
        bundle, said = self._last[1], name_failure(called.error)
        if said != self._told:  # once, not at each request until the source is well again
            self._told = said
            self._notify(PolicyEvent("kept", bundle.name, bundle.version, bundle.fingerprint, said))
        return bundle

    def _complete(self, bundle: Bundle) -> Bundle:
        return bundle.with_own(self._own) if self._own else bundle


def _accept(bundle: object) -> Bundle:
    if not isinstance(bundle, Bundle):
        raise PolicyError(f"A policy source gave a {type(bundle).__name__}.", hint="Its current() returns a Bundle.")
    return bundle


def _as_source(policy: Policy, notify: Notify) -> PolicySource:
    if isinstance(policy, Bundle):
        return FixedPolicy(policy)
    from fundamento.policy.loading import load_bundle  # noqa: PLC0415 - Pydantic and YAML load on first use

    if isinstance(policy, Mapping):
        return FixedPolicy(load_bundle(policy))
    if isinstance(policy, str | Path):
        return FixedPolicy(load_bundle(policy)) if str(policy) in SHIPPED else PolicyFile(policy, notify)
    return policy
