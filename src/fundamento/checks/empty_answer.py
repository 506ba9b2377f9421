"""Does a grounded answer say anything?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.checks.context import Check, Context
from fundamento.findings import CheckId, Family, Finding


def find_empty_answer(draft: Draft, _context: Context) -> Sequence[Finding] | None:
    """Find a grounded answer with no claim, no gap and no declared conflict."""
    answer = draft.answer
    if not isinstance(answer, GroundedAnswer):
        return None
    return (
        () if answer.claims or answer.gaps or answer.conflicts else (Finding(CheckId.EMPTY_ANSWER, "no-claim-no-gap"),)
    )


CHECK: Final = Check(
    CheckId.EMPTY_ANSWER, Family.CONTRACT, answer=find_empty_answer, wants="answers that do not abstain"
)
