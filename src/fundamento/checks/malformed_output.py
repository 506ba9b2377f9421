"""Can the output be read as the schema?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Draft
from fundamento.checks.context import Check, Context
from fundamento.findings import CheckId, Family, Finding


def find_malformed_output(draft: Draft, _context: Context) -> Sequence[Finding]:
    """Find every place where the output cannot be read as the schema."""
    return [
        Finding(
            CheckId.MALFORMED_OUTPUT,
            flaw.reason,
            claim=flaw.claim,
            detail={"hint": flaw.hint} if flaw.hint else {},
        )
        for flaw in draft.flaws
    ]


CHECK: Final = Check(CheckId.MALFORMED_OUTPUT, Family.CONTRACT, answer=find_malformed_output, wants="answers")
