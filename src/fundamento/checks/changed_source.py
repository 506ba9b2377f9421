"""Is the origin of what is cited still as it was when it was indexed?"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context, Unable
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import OriginState

_REASONS: Final = {OriginState.CHANGED: "changed-since-indexed", OriginState.GONE: "gone"}


def find_changed_sources(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find cited fragments whose file or page has changed or gone since; `Unable` where that cannot be told."""
    records = context.records or {}
    states = {
        fragment.id: state
        for fragment in evidence.fragments
        if fragment.id in records and (state := records[fragment.id].origin_state) is not None
    }
    if not states:
        return None
    found = [
        Finding(CheckId.CHANGED_SOURCE, _REASONS[state], fragment=one)
        for one, state in states.items()
        if state in _REASONS
    ]
    if not found and OriginState.UNKNOWN in states.values():
        raise Unable("source", "unknown-state")
    return found


CHECK: Final = Check(
    CheckId.CHANGED_SOURCE,
    Family.PROVENANCE,
    claim=find_changed_sources,
    needs_records=True,
    conflicts=True,
    needs=attrgetter("records"),
    wants="a store that knows the origin of what is cited: a library that took in files",
)
