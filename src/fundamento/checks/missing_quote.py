"""Is there a quote wherever one is required?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence, distinct_quotes
from fundamento.findings import CheckId, Family, Finding


def find_missing_quotes(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find the citations without a quote, or with a blank one, where quotes are required."""
    if not context.quotes_required:
        return None
    return [
        Finding(CheckId.MISSING_QUOTE, "none-given" if quote is None else "blank", fragment=fragment.id)
        for fragment, quote in distinct_quotes([c for c in evidence.citations if c.spans is None])
    ]


CHECK: Final = Check(
    CheckId.MISSING_QUOTE,
    Family.QUOTE,
    claim=find_missing_quotes,
    citations=True,
    needs=lambda context: context.quotes_required or None,
    wants="answers that have to quote",
)
