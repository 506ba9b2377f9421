"""The family currency: is the cited source still in force?"""

from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment, FragmentRecord


def check_latest(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments of a version that a newer one has superseded; nothing where no version is known."""
    known = [each for each in _known(evidence, context) if each.version or each.superseded_by]
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


def check_in_force(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments whose validity dates, both inclusive, leave out the day of the request.

    Nothing where no fragment has such a date.
    """
    dated = [each for each in _known(evidence, context) if each.effective_from or each.effective_until]
    return [finding for each in dated for finding in _out_of_date(each, context)] if dated else None


def _out_of_date(record: Fragment | FragmentRecord, context: Context) -> Iterator[Finding]:
    begins, ends = record.effective_from, record.effective_until
    if begins is not None and context.as_of < begins:
        reason, detail = "not-yet-in-force", {"effective_from": begins.isoformat()}
    elif ends is not None and context.as_of > ends:
        reason, detail = "no-longer-in-force", {"effective_until": ends.isoformat()}
    else:
        return
    yield Finding(CheckId.OUT_OF_DATE_SOURCE, reason, fragment=record.id, detail=detail)


def _known(evidence: Evidence, context: Context) -> list[Fragment | FragmentRecord]:
    records = map(context.record, evidence.fragments)
    return [record for record in records if record is not None]


CHECKS: Final[tuple[Check, ...]] = (
    Check(
        CheckId.SUPERSEDED_SOURCE,
        Family.CURRENCY,
        claim=check_latest,
        needs_records=True,
        wants="fragments with the version of their document, or a store that knows it",
    ),
    Check(
        CheckId.OUT_OF_DATE_SOURCE,
        Family.CURRENCY,
        claim=check_in_force,
        needs_records=True,
        wants="fragments with validity dates, or a store that knows them",
    ),
)
