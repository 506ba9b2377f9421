"""The family contract: can the output be read, and does every claim name fragments of this request?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim, Draft, GroundedAnswer
from fundamento.checks.abstention import check_abstention
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding


def check_readable(draft: Draft, _context: Context) -> Sequence[Finding]:
    """Find every place where the output cannot be read as the schema."""
    return [
        Finding(
            CheckId.MALFORMED_OUTPUT,
            flaw.reason,
            claim=flaw.claim,
            detail={"hint": flaw.hint} if flaw.hint else {},
        )
        for flaw in draft.flaws
    ]


def check_supported(_claim: Claim, evidence: Evidence, _context: Context) -> Sequence[Finding]:
    """Find a claim that names no fragment."""
    return () if evidence.citations else (Finding(CheckId.EMPTY_SUPPORT, "no-fragment-named"),)


def check_conflicts_supported(draft: Draft, _context: Context) -> Sequence[Finding] | None:
    """Find a declared conflict that names fewer than two fragments: nothing disagrees with itself."""
    if not isinstance(draft.answer, GroundedAnswer) or not draft.answer.conflicts:
        return None
    alone = [each for each in draft.answer.conflicts if len({*each.fragments, *each.unknown}) < 2]
    return [Finding(CheckId.EMPTY_SUPPORT, "conflict-of-fewer-than-two") for _ in alone]


def check_retrieved(_claim: Claim, evidence: Evidence, _context: Context) -> Sequence[Finding] | None:
    """Find IDs that this request did not retrieve; one finding an ID."""
    if not evidence.citations:
        return None
    unknown = dict.fromkeys([c.support.fragment for c in evidence.citations if c.fragment is None])
    return [Finding(CheckId.UNKNOWN_FRAGMENT, "not-retrieved", fragment=cited) for cited in unknown]


def check_says_something(draft: Draft, _context: Context) -> Sequence[Finding] | None:
    """Find a grounded answer with no claim and no gap."""
    answer = draft.answer
    if not isinstance(answer, GroundedAnswer):
        return None
    return () if answer.claims or answer.gaps else (Finding(CheckId.EMPTY_ANSWER, "no-claim-no-gap"),)


CHECKS: Final[tuple[Check, ...]] = (
    Check(CheckId.MALFORMED_OUTPUT, Family.CONTRACT, answer=check_readable, wants="answers"),
    Check(
        CheckId.EMPTY_SUPPORT,
        Family.CONTRACT,
        claim=check_supported,
        answer=check_conflicts_supported,
        citations=True,
        wants="claims",
    ),
    Check(
        CheckId.UNKNOWN_FRAGMENT,
        Family.CONTRACT,
        claim=check_retrieved,
        conflicts=True,
        citations=True,
        wants="claims that cite fragments",
    ),
    Check(CheckId.EMPTY_ANSWER, Family.CONTRACT, answer=check_says_something, wants="answers that do not abstain"),
    Check(CheckId.CLAIMS_IN_ABSTENTION, Family.CONTRACT, answer=check_abstention, wants="abstentions, or gaps"),
)
