"""Run the checks over a draft: findings and faults, the same whatever the policy does about them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias

from fundamento.answers import Claim, Conflict, Draft, GroundedAnswer, Support
from fundamento.assessments import Assessment, ClaimAssessment
from fundamento.checks import CHECKS
from fundamento.checks.context import AnswerRule, Check, ClaimRule, Context, Unable
from fundamento.checks.malformed_output import MOST_CLAIMS
from fundamento.evidence import Evidence
from fundamento.failures import name_failure
from fundamento.findings import CheckId, Family, Fault, Finding, Verdict
from fundamento.fragments import Fragment
from fundamento.quotes.citations import locate_quote
from fundamento.scoring.score import score_support


def fragments_about(finding: Finding, assessment: Assessment, context: Context) -> tuple[Fragment, ...]:
    """Return the fragments that a finding is about: the one that it names, or all that its claim cites."""
    if finding.fragment is not None:
        named = context.fragments.get(finding.fragment) if finding.reason != "not-retrieved" else None
        return () if named is None else (named,)
    if finding.claim is None or finding.claim >= len(assessment.claims):
        return ()
    return assessment.claims[finding.claim].evidence.fragments


def cited_ids(draft: Draft, context: Context) -> list[str]:
    """Return the IDs that a draft cites and that the request retrieved, each once, in order."""
    if not isinstance(draft.answer, GroundedAnswer):
        return []
    claims = (support.fragment for claim in draft.answer.claims for support in claim.support if support.retrieved)
    conflicts = (fragment for conflict in draft.answer.conflicts for fragment in conflict.fragments)
    return [cited for cited in dict.fromkeys((*claims, *conflicts)) if cited in context.fragments]


_NONE: Final[Mapping[CheckId, Check]] = MappingProxyType({})


def assess(
    draft: Draft,
    context: Context,
    enabled: Collection[CheckId],
    *,
    store_fault: Fault | None = None,
    own: Mapping[CheckId, Check] = _NONE,
) -> Assessment:
    """Run the enabled checks over a draft, `own` those of a user's own among them; never raises.

    A rule that raises gives a `Fault`, as does each rule that needs the records that `store_fault` says could not be
    had, and each check of a user's own that the policy names and that is not there. A claim that could not be read gets
    no other finding than that.
    """
    run = _Run(context, store_fault)
    answer_rules, claim_rules = _rules(frozenset(enabled))
    for check in sorted(check for check in enabled if check not in CHECKS):
        if check not in own:
            run.faults.append(Fault("check", "not-loaded", check=check))
        elif (rule := own[check].claim) is not None:
            claim_rules = (*claim_rules, (own[check], rule))
    run.look_at_answer(draft, answer_rules)
    claims: tuple[ClaimAssessment, ...] = ()
    if isinstance(draft.answer, GroundedAnswer):
        rules = run.usable(claim_rules)
        for conflict in draft.answer.conflicts:
            run.look_at_claim(_as_claim(conflict), None, _Rules([rule for rule in rules if rule[0].conflicts]))
        claims = run.assess_claims(draft.answer.claims, _Rules(rules), scored=CheckId.WEAK_SUPPORT in enabled)
    return Assessment(draft, claims, tuple(run.findings), tuple(run.faults), run.looked(len(claims)))


_AnswerRules: TypeAlias = tuple[tuple[Check, AnswerRule], ...]
_ClaimRules: TypeAlias = Sequence[tuple[Check, ClaimRule]]


@lru_cache(maxsize=64)
def _rules(enabled: frozenset[CheckId]) -> tuple[_AnswerRules, _ClaimRules]:
    checks = [check for check in CHECKS.values() if check.id in enabled]
    return (
        tuple((check, check.answer) for check in checks if check.answer is not None),
        tuple((check, check.claim) for check in checks if check.claim is not None),
    )


class _Rules:
    """Claim rules: all; those that may find something where the evidence is sound; the checks that hold there."""

    __slots__ = ("all", "held", "where_sound")

    def __init__(self, rules: _ClaimRules) -> None:
        self.all = rules
        self.where_sound = [rule for rule in rules if not rule[0].citations]
        self.held = [check.id for check, _ in rules if check.citations]


class _Run:
    """One pass over one draft: collects what is found."""

    __slots__ = ("_at_claims", "_at_whole", "context", "faults", "findings", "store_fault")

    def __init__(self, context: Context, store_fault: Fault | None) -> None:
        self.context = context
        self.store_fault = store_fault
        self.findings: list[Finding] = []
        self.faults: list[Fault] = []
        self._at_whole: set[CheckId] = set()
        self._at_claims: dict[CheckId, int] = {}

    def looked(self, claims: int) -> dict[CheckId, int]:
        """Return what each check has looked at, in an answer of so many claims."""
        return {**self._at_claims, **dict.fromkeys(self._at_whole, claims)}

    def usable(self, rules: _ClaimRules) -> _ClaimRules:
        """Return the rules that can run, and not in vain; each that the store keeps from running is a fault of it."""
        if self.store_fault is not None:
            self.faults += [replace(self.store_fault, check=check.id) for check, _ in rules if check.needs_records]
            rules = [rule for rule in rules if not rule[0].needs_records]
        return [rule for rule in rules if rule[0].needs is None or rule[0].needs(self.context) is not None]

    def look_at_answer(self, draft: Draft, rules: _AnswerRules) -> None:
        for check, rule in rules:
            try:
                found = rule(draft, self.context)
                if found is not None:
                    self.findings.extend(found)
                    self._at_whole.add(check.id)
            except Exception as error:  # noqa: BLE001 - whatever a rule trips over, it is a fault and never a pass
                self.faults.append(Fault("check", name_failure(error), check=check.id))

    def assess_claims(self, claims: Sequence[Claim], rules: _Rules, *, scored: bool) -> tuple[ClaimAssessment, ...]:
        # What was found before is of the whole output, which may name a claim as unreadable.
        unreadable = {finding.claim for finding in self.findings}
        assessed: list[ClaimAssessment] = []
        for index, claim in enumerate(claims):
            found, failed = len(self.findings), len(self.faults)
            # What goes beyond what is read is a finding of the whole answer.
            beyond = index >= MOST_CLAIMS
            evidence = self.look_at_claim(claim, index, rules if claim.text and not beyond else _Rules(()))
            if len(self.findings) > found or index in unreadable or beyond:
                verdict = Verdict.FAIL
            elif len(self.faults) > failed or self.store_fault:
                verdict = Verdict.ERROR
            else:
                verdict = Verdict.PASS
            unable = any(fault.check is CheckId.WEAK_SUPPORT for fault in self.faults[failed:])
            score = self.score(claim, evidence) if scored and not unable else None
            assessed.append(ClaimAssessment(index, verdict, evidence, score))
        return tuple(assessed)

    def score(self, claim: Claim, evidence: Evidence) -> float | None:
        """Return the score that the rule on it has worked out."""
        score = score_support(claim, evidence, self.context)
        return None if score is None else round(score.probability, 4)

    def look_at_claim(self, claim: Claim, index: int | None, rules: _Rules) -> Evidence:
        context = self.context
        known = context.fragments
        evidence = Evidence.of(
            [
                locate_quote(support, known.get(support.fragment) if support.retrieved else None)
                for support in claim.support
            ]
        )
        looked = rules.held[:] if evidence.sound else []
        for check, rule in rules.where_sound if evidence.sound else rules.all:
            try:
                found = rule(claim, evidence, context)
                for finding in found or ():
                    self.findings.append(
                        replace(finding, span=None) if index is None else replace(finding, claim=index)
                    )
            except Unable as missing:
                self.faults.append(Fault(missing.part, missing.error, check=check.id, claim=index))
            except Exception as error:  # noqa: BLE001 - as above
                self.faults.append(Fault("check", name_failure(error), check=check.id, claim=index))
            else:
                # Beside the contract's, a rule compares with what is cited.
                if found is not None and (evidence.fragments or check.family is Family.CONTRACT):
                    looked.append(check.id)
        # A declared conflict is no claim.
        for looked_at in looked:
            self._at_claims[looked_at] = self._at_claims.get(looked_at, 0) + (index is not None)
        return evidence


def _as_claim(conflict: Conflict) -> Claim:
    known = (Support(fragment) for fragment in conflict.fragments)
    return Claim(conflict.text, (*known, *(Support(named, retrieved=False) for named in conflict.unknown)))


ALL_CHECKS: Final[frozenset[CheckId]] = frozenset(CHECKS)
