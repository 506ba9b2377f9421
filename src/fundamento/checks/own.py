"""Checks of a user's own, beside those that ship: an ID with a namespace, a version and a function."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context, Found
from fundamento.errors import ConfigurationError
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding

Find: TypeAlias = Callable[[Claim, Evidence, Context], Iterable[Finding] | None]
_REASON: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")  # it goes into events
_LONGEST: Final = 60


class MalformedFindingError(TypeError):
    """A check of a user's own returned what is no finding of it: the check could not run."""


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """A check of your own, for `Grounder(checks=[...])`.

    `id` has a namespace: `acme/price-list`. `find` gets one claim, its evidence and the request, and returns findings
    whose `check` is `CheckId(id)` and whose `reason` is a fixed code (small letters, digits and hyphens: it goes into
    events); nothing where the claim holds; None where there was nothing to look at. It is called from any thread and
    may not be a coroutine. What it raises is a fault of the check, and never a pass. Raise `version` when it would find
    something else. `wants` says in words what it looks at. Raises `ConfigurationError` for another ID, version or
    function.
    """

    id: str
    find: Find
    version: int = 1
    wants: str = "claims that cite retrieved fragments"

    def __post_init__(self) -> None:
        # Values come from a user's code, whatever their annotation says.
        name, find, version = (object.__getattribute__(self, each) for each in ("id", "find", "version"))
        if not isinstance(name, str) or not CheckId.is_own(name):
            raise ConfigurationError(
                f"The ID of a check of your own is {name!r}.",
                hint="Give it a namespace: acme/price-list, in small letters, digits and hyphens.",
            )
        if isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise ConfigurationError(f"The version of {name} is {version!r}.", hint="Give a whole number from 1.")
        call = getattr(find, "__call__", None)  # noqa: B004 - of an object that can be called, what is called
        if not callable(find) or inspect.iscoroutinefunction(find) or inspect.iscoroutinefunction(call):
            raise ConfigurationError(
                f"{name} has no function that can be called.",
                hint="Give a function of (claim, evidence, context), not a coroutine.",
            )

    def as_check(self) -> Check:
        """Return it as a check like those that ship."""
        return Check(CheckId(self.id), Family.OWN, claim=self._look, version=self.version, wants=self.wants)

    def _look(self, claim: Claim, evidence: Evidence, context: Context) -> Found:
        found: object = self.find(claim, evidence, context)
        if found is None:
            return None
        if isinstance(found, str | bytes | Mapping) or not isinstance(found, Iterable):
            raise MalformedFindingError
        findings = list(found)
        for each in findings:
            self._expect_finding(each, claim, context)
        return findings

    def _expect_finding(self, found: object, claim: Claim, context: Context) -> None:
        if not isinstance(found, Finding) or found.check != self.id or not isinstance(found.reason, str):
            raise MalformedFindingError
        if not _REASON.fullmatch(found.reason) or len(found.reason) > _LONGEST:
            raise MalformedFindingError
        if found.fragment is not None and found.fragment not in context.fragments:
            raise MalformedFindingError
        if found.span is not None and not 0 <= found.span.start <= found.span.end <= len(claim.text):
            raise MalformedFindingError


def gather(checks: Iterable[OwnCheck]) -> dict[CheckId, Check]:
    """Return a user's checks by ID. Raises `ConfigurationError` for what is none, or an ID that comes twice."""
    gathered: dict[CheckId, Check] = {}
    for each in checks:
        if not isinstance(each, OwnCheck):
            raise ConfigurationError(
                f"checks= has a {type(each).__name__}.", hint='Give OwnCheck("acme/price-list", find).'
            )
        check = each.as_check()
        if check.id in gathered:
            raise ConfigurationError(f"checks= has {each.id} twice.", hint="An ID names one check.")
        gathered[check.id] = check
    return gathered
