"""Does the store still have what is cited?"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding


def find_missing_fragments(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments that the store no longer has."""
    records = context.records
    if records is None:
        return None
    gone = [fragment for fragment in evidence.fragments if fragment.id not in records]
    return [Finding(CheckId.MISSING_FRAGMENT, "not-in-store", fragment=fragment.id) for fragment in gone]


CHECK: Final = Check(
    CheckId.MISSING_FRAGMENT,
    Family.PROVENANCE,
    claim=find_missing_fragments,
    needs_records=True,
    conflicts=True,
    needs=attrgetter("records"),
    wants="a store: Grounder(store=...)",
)
