"""Did this request retrieve every fragment that a claim names?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding


def find_unknown_fragments(_claim: Claim, evidence: Evidence, _context: Context) -> Sequence[Finding] | None:
    """Find IDs that this request did not retrieve; one finding an ID."""
    if not evidence.citations:
        return None
    unknown = dict.fromkeys([c.support.fragment for c in evidence.citations if c.fragment is None])
    return [Finding(CheckId.UNKNOWN_FRAGMENT, "not-retrieved", fragment=cited) for cited in unknown]


CHECK: Final = Check(
    CheckId.UNKNOWN_FRAGMENT,
    Family.CONTRACT,
    claim=find_unknown_fragments,
    conflicts=True,
    citations=True,
    wants="claims that cite fragments",
)
