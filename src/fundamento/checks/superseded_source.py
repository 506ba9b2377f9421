"""Is what is cited of the newest version of its document?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding


def find_superseded_sources(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments of a version that a newer one has superseded; nothing where no version is known."""
    known = [each for each in context.known(evidence.fragments) if each.version or each.superseded_by]
    if not known:
        return None
    return [
        Finding(
            CheckId.SUPERSEDED_SOURCE,
            "newer-version-exists",
            fragment=each.id,
            detail={"superseded_by": each.superseded_by},
        )
        for each in known
        if each.superseded_by is not None
    ]


CHECK: Final = Check(
    CheckId.SUPERSEDED_SOURCE,
    Family.CURRENCY,
    claim=find_superseded_sources,
    needs_records=True,
    wants="fragments with the version of their document, or a store that knows it",
)
