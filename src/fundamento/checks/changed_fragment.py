"""Has the store still the text that was cited?"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import digest


def find_changed_fragments(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments whose text the store now has otherwise than the request retrieved it."""
    records = context.records or {}
    found = [(fragment, records[fragment.id]) for fragment in evidence.fragments if fragment.id in records]
    if not found:
        return None
    return [
        Finding(CheckId.CHANGED_FRAGMENT, "text-differs", fragment=fragment.id)
        for fragment, record in found
        if record.sha256 != digest(fragment.text)
    ]


CHECK: Final = Check(
    CheckId.CHANGED_FRAGMENT,
    Family.PROVENANCE,
    claim=find_changed_fragments,
    needs_records=True,
    conflicts=True,
    needs=attrgetter("records"),
    wants="a store that has what is cited: Grounder(store=...)",
)
