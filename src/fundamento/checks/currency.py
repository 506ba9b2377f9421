"""The family currency: is the cited source still in force?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context, Evidence
from fundamento.findings import CheckId, Family, Finding


def check_latest(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding]:
    """Find cited fragments of a version that a newer one has superseded."""
    findings: list[Finding] = []
    for fragment in evidence.fragments:
        record = context.record(fragment)
        if record is not None and record.superseded_by is not None:
            detail = {"superseded_by": record.superseded_by}
            found = Finding(CheckId.SUPERSEDED_SOURCE, "newer-version-exists", fragment=fragment.id, detail=detail)
            findings.append(found)
    return findings


def check_in_force(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding]:
    """Find cited fragments whose validity dates, both inclusive, leave out the day of the request."""
    findings: list[Finding] = []
    for fragment in evidence.fragments:
        record = context.record(fragment)
        if record is None:
            continue
        begins, ends = record.effective_from, record.effective_until
        if begins is not None and context.as_of < begins:
            reason, detail = "not-yet-in-force", {"effective_from": begins.isoformat()}
        elif ends is not None and context.as_of > ends:
            reason, detail = "no-longer-in-force", {"effective_until": ends.isoformat()}
        else:
            continue
        findings.append(Finding(CheckId.OUT_OF_DATE_SOURCE, reason, fragment=fragment.id, detail=detail))
    return findings


CHECKS: Final[tuple[Check, ...]] = (
    Check(CheckId.SUPERSEDED_SOURCE, Family.CURRENCY, claim=check_latest, needs_records=True),
    Check(CheckId.OUT_OF_DATE_SOURCE, Family.CURRENCY, claim=check_in_force, needs_records=True),
)
