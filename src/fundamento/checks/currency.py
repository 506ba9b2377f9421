"""The family currency: is the cited source still in force?"""

from collections.abc import Iterator
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context, Evidence
from fundamento.findings import CheckId, Family, Finding


def check_latest(_claim: Claim, evidence: Evidence, context: Context) -> Iterator[Finding]:
    """Find cited fragments of a version that a newer one has superseded."""
    for fragment in evidence.fragments:
        record = context.record(fragment)
        if record is not None and record.superseded_by is not None:
            detail = {"superseded_by": record.superseded_by}
            yield Finding(CheckId.SUPERSEDED_SOURCE, "newer-version-exists", fragment=fragment.id, detail=detail)


def check_in_force(_claim: Claim, evidence: Evidence, context: Context) -> Iterator[Finding]:
    """Find cited fragments whose validity dates, both inclusive, leave out the day of the request."""
    for fragment in evidence.fragments:
        record = context.record(fragment)
        if record is None:
            continue
        begins, ends = record.effective_from, record.effective_until
        if begins is not None and context.as_of < begins:
            detail = {"effective_from": begins.isoformat()}
            yield Finding(CheckId.OUT_OF_DATE_SOURCE, "not-yet-in-force", fragment=fragment.id, detail=detail)
        elif ends is not None and context.as_of > ends:
            detail = {"effective_until": ends.isoformat()}
            yield Finding(CheckId.OUT_OF_DATE_SOURCE, "no-longer-in-force", fragment=fragment.id, detail=detail)


CHECKS: Final[tuple[Check, ...]] = (
    Check(CheckId.SUPERSEDED_SOURCE, Family.CURRENCY, claim=check_latest, needs_records=True),
    Check(CheckId.OUT_OF_DATE_SOURCE, Family.CURRENCY, claim=check_in_force, needs_records=True),
)
