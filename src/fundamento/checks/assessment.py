"""Run the checks over a draft: findings and faults, the same whatever the policy does about them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from fundamento.answers import Abstention, Claim, Conflict, Draft, GroundedAnswer, Support
from fundamento.checks import CHECKS
from fundamento.checks.context import Check, Citation, Context, Evidence
from fundamento.checks.quotes import match_quote
from fundamento.findings import CheckId, Fault, Finding, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class ClaimAssessment:
    """What the checks say of one claim, and where its quotes stand."""

    claim: Claim
    evidence: Evidence
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the checks say of one draft.

    `findings` and `faults` are in the order of the claims, those of the whole answer first.
    """

    draft: Draft
    claims: tuple[ClaimAssessment, ...]
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]

    @property
    def verdict(self) -> Verdict:
        """Say whether anything failed or, failing that, could not run."""
        return Verdict.FAIL if self.findings else Verdict.ERROR if self.faults else Verdict.PASS

    @property
    def outcome(self) -> Outcome:
        """Say what the draft comes to, whatever the policy does about it."""
        if self.findings:
            return Outcome.REJECTED
        answer = self.draft.answer
        if self.faults or answer is None:
            return Outcome.UNVERIFIED
        if isinstance(answer, Abstention) or not answer.claims:
            return Outcome.ABSTAINED
        return Outcome.PARTIAL if answer.gaps else Outcome.ANSWERED


def cited_ids(draft: Draft, context: Context) -> list[str]:
    """Return the IDs that a draft cites and that the request retrieved, each once, in order."""
    if not isinstance(draft.answer, GroundedAnswer):
        return []
    claims = (support.fragment for claim in draft.answer.claims for support in claim.support if support.retrieved)
    conflicts = (fragment for conflict in draft.answer.conflicts for fragment in conflict.fragments)
    return [cited for cited in dict.fromkeys((*claims, *conflicts)) if cited in context.fragments]


def assess(
    draft: Draft, context: Context, enabled: Collection[CheckId], *, store_fault: Fault | None = None
) -> Assessment:
    """Run the enabled checks over a draft; never raises.

    A rule that raises gives a `Fault`, as does each rule that needs the records that `store_fault` says could not be
    had. A claim that could not be read gets no other finding than that.
    """
    run = _Run(context, store_fault)
    checks = [check for check in CHECKS.values() if check.id in enabled]
    run.look_at_answer(draft, checks)
    claims: tuple[ClaimAssessment, ...] = ()
    if isinstance(draft.answer, GroundedAnswer):
        rules = run.usable(check for check in checks if check.claim is not None)
        for conflict in draft.answer.conflicts:
            run.look_at_claim(_as_claim(conflict), None, (rule for rule in rules if rule.conflicts))
        claims = tuple(run.assess_claim(claim, index, rules) for index, claim in enumerate(draft.answer.claims))
    return Assessment(draft, claims, tuple(run.findings), tuple(run.faults))


class _Run:
    """One pass over one draft: collects what is found."""

    __slots__ = ("context", "faults", "findings", "store_fault")

    def __init__(self, context: Context, store_fault: Fault | None) -> None:
        self.context = context
        self.store_fault = store_fault
        self.findings: list[Finding] = []
        self.faults: list[Fault] = []

    def usable(self, checks: Iterable[Check]) -> list[Check]:
        """Return the checks that can run; each of the others is a fault of the store."""
        if self.store_fault is None:
            return list(checks)
        able: list[Check] = []
        for check in checks:
            if check.needs_records:
                self.faults.append(replace(self.store_fault, check=check.id))
            else:
                able.append(check)
        return able

    def look_at_answer(self, draft: Draft, checks: Iterable[Check]) -> None:
        for check in checks:
            if check.answer is not None:
                self._collect(check, None, check.answer(draft, self.context))

    def assess_claim(self, claim: Claim, index: int, rules: list[Check]) -> ClaimAssessment:
        found, failed = len(self.findings), len(self.faults)
        evidence = self.look_at_claim(claim, index, rules if claim.text else ())
        if len(self.findings) > found or any(finding.claim == index for finding in self.findings[:found]):
            verdict = Verdict.FAIL
        else:
            verdict = Verdict.ERROR if len(self.faults) > failed or self.store_fault else Verdict.PASS
        return ClaimAssessment(claim, evidence, verdict)

    def look_at_claim(self, claim: Claim, index: int | None, rules: Iterable[Check]) -> Evidence:
        evidence = tuple(self._cite(support) for support in claim.support)
        for check in rules:
            if check.claim is not None:
                self._collect(check, index, check.claim(claim, evidence, self.context))
        return evidence

    def _cite(self, support: Support) -> Citation:
        fragment = self.context.fragments.get(support.fragment) if support.retrieved else None
        if fragment is None:
            return Citation(support)
        return Citation(support, fragment, match_quote(support.quote, fragment))

    def _collect(self, check: Check, claim: int | None, found: Iterable[Finding]) -> None:
        try:
            for finding in found:
                self.findings.append(finding if claim is None else replace(finding, claim=claim))
        except Exception as error:  # noqa: BLE001 - whatever a rule trips over, it is a fault and never a pass
            self.faults.append(Fault("check", type(error).__name__, check=check.id, claim=claim))


def _as_claim(conflict: Conflict) -> Claim:
    known = (Support(fragment) for fragment in conflict.fragments)
    return Claim(conflict.text, (*known, *(Support(named, retrieved=False) for named in conflict.unknown)))


ALL_CHECKS: Final[frozenset[CheckId]] = frozenset(CHECKS)
