"""From what the checks say to what is done about it. Verdicts are never touched here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from fundamento.answers import Draft, GroundedAnswer
from fundamento.findings import CheckId, Fault, Finding
from fundamento.fragments import Fragment
from fundamento.policy.bundle import OnError
from fundamento.policy.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Decision:
    """What blocks a draft under a ruling: nothing, some findings, or parts that could not run."""

    findings: tuple[Finding, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def blocks(self) -> bool:
        """Say whether the draft may not be shown as it is."""
        return bool(self.findings or self.faults)

    @property
    def places(self) -> frozenset[int | None]:
        """The indices of the claims that are blocked; None stands for the whole answer."""
        findings, faults = (finding.claim for finding in self.findings), (fault.claim for fault in self.faults)
        return frozenset((*findings, *faults))


def decide(
    findings: Iterable[Finding],
    faults: Iterable[Fault],
    ruling: Ruling,
    about: Callable[[Finding], Iterable[Fragment]] | None = None,
) -> Decision:
    """Return what blocks: enforced findings and enforced checks that could not run (not with `on_error: allow`).

    `about` says which fragments a finding is about, so that exemptions by document or fragment hold; without it, none
    of them does.
    """
    blocking = tuple(
        finding
        for finding in findings
        if ruling.enforces(finding.check)
        and not (ruling.waivers and about is not None and ruling.waives(finding.check, about(finding)))
    )
    if ruling.on_error is OnError.ALLOW:
        return Decision(blocking)
    return Decision(blocking, tuple(fault for fault in faults if ruling.enforces(fault.check)))


def prune(draft: Draft, decision: Decision) -> Draft | None:
    """Return the draft without the claims that are blocked, or None where what blocks is not a claim."""
    answer = draft.answer
    if not isinstance(answer, GroundedAnswer) or None in decision.places:
        return None
    kept = tuple(claim for index, claim in enumerate(answer.claims) if index not in decision.places)
    return replace(draft, answer=replace(answer, claims=kept), flaws=())


def is_strict(ruling: Ruling) -> bool:
    """Say whether the schema may force what the checks would find; in warn the measured rate would be a fiction."""
    return ruling.enforces(CheckId.UNKNOWN_FRAGMENT) and ruling.enforces(CheckId.EMPTY_SUPPORT)
