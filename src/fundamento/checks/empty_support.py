"""Does every claim name a fragment, and every declared conflict two?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim, Draft, GroundedAnswer
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding


def find_empty_support(_claim: Claim, evidence: Evidence, _context: Context) -> Sequence[Finding]:
    """Find a claim that names no fragment."""
    return () if evidence.citations else (Finding(CheckId.EMPTY_SUPPORT, "no-fragment-named"),)


def find_conflicts_of_one(draft: Draft, _context: Context) -> Sequence[Finding] | None:
    """Find a declared conflict that names fewer than two fragments: nothing disagrees with itself."""
    if not isinstance(draft.answer, GroundedAnswer) or not draft.answer.conflicts:
        return None
    alone = [each for each in draft.answer.conflicts if len({*each.fragments, *each.unknown}) < 2]
    return [Finding(CheckId.EMPTY_SUPPORT, "conflict-of-fewer-than-two") for _ in alone]


CHECK: Final = Check(
    CheckId.EMPTY_SUPPORT,
    Family.CONTRACT,
    claim=find_empty_support,
    answer=find_conflicts_of_one,
    citations=True,
    wants="claims",
)
