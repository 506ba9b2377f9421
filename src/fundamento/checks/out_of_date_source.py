"""Is what is cited in force on the day of the request?"""

from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment, FragmentRecord


def find_out_of_date_sources(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments whose validity dates, both inclusive, leave out the day of the request.

    Nothing where no fragment has such a date.
    """
    dated = [each for each in context.known(evidence.fragments) if each.effective_from or each.effective_until]
    return [finding for each in dated for finding in _out_of_date(each, context)] if dated else None


CHECK: Final = Check(
    CheckId.OUT_OF_DATE_SOURCE,
    Family.CURRENCY,
    claim=find_out_of_date_sources,
    needs_records=True,
    wants="fragments with validity dates, or a store that knows them",
)


def _out_of_date(record: Fragment | FragmentRecord, context: Context) -> Iterator[Finding]:
    begins, ends = record.effective_from, record.effective_until
    if begins is not None and context.as_of < begins:
        reason, detail = "not-yet-in-force", {"effective_from": begins.isoformat()}
    elif ends is not None and context.as_of > ends:
        reason, detail = "no-longer-in-force", {"effective_until": ends.isoformat()}
    else:
        return
    yield Finding(CheckId.OUT_OF_DATE_SOURCE, reason, fragment=record.id, detail=detail)
