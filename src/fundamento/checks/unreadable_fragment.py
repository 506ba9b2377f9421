"""May this reader read what is cited?"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding


def find_unreadable_fragments(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments that this reader may not read; no known readers means nobody."""
    if context.reader is None:
        return None
    principals = context.reader.principals
    findings: list[Finding] = []
    for fragment in evidence.fragments:
        record = context.record(fragment)
        if record is not None and principals.isdisjoint(record.readers or ()):
            reason = "no-known-readers" if not record.readers else "not-on-allow-list"
            findings.append(Finding(CheckId.UNREADABLE_FRAGMENT, reason, fragment=fragment.id))
    return findings


CHECK: Final = Check(
    CheckId.UNREADABLE_FRAGMENT,
    Family.PROVENANCE,
    claim=find_unreadable_fragments,
    needs_records=True,
    conflicts=True,
    needs=attrgetter("reader"),
    wants="the reader of each answer: answer(reader=...)",
)
