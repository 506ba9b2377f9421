"""The family provenance: does the cited fragment still exist, unchanged, and may this reader see it?"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import digest


def check_exists(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments that the store no longer has."""
    records = context.records
    if records is None:
        return None
    gone = [fragment for fragment in evidence.fragments if fragment.id not in records]
    return [Finding(CheckId.MISSING_FRAGMENT, "not-in-store", fragment=fragment.id) for fragment in gone]


def check_unchanged(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
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


def check_readable_by(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
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


_KNOWN: Final = attrgetter("records")
CHECKS: Final[tuple[Check, ...]] = (
    Check(
        CheckId.MISSING_FRAGMENT,
        Family.PROVENANCE,
        claim=check_exists,
        needs_records=True,
        conflicts=True,
        needs=_KNOWN,
        wants="a store: Grounder(store=...)",
    ),
    Check(
        CheckId.CHANGED_FRAGMENT,
        Family.PROVENANCE,
        claim=check_unchanged,
        needs_records=True,
        conflicts=True,
        needs=_KNOWN,
        wants="a store that has what is cited: Grounder(store=...)",
    ),
    Check(
        CheckId.UNREADABLE_FRAGMENT,
        Family.PROVENANCE,
        claim=check_readable_by,
        needs_records=True,
        conflicts=True,
        needs=attrgetter("reader"),
        wants="the reader of each answer: answer(reader=...)",
    ),
)
