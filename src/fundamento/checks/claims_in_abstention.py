"""Does an abstention, or a gap, assert something all the same?

What is missing is named in the question's own words and those of a small neutral vocabulary: kinds of data, and words
of what is not in the sources. Everything else is an assertion, as is a sentence about the thing itself.
"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Abstention, Draft, GroundedAnswer
from fundamento.checks.context import Check, Context
from fundamento.checks.numerals import in_figures
from fundamento.findings import CheckId, Family, Finding
from fundamento.missing.assertions import LONGEST, asserts


def find_claims_in_abstention(draft: Draft, context: Context) -> Sequence[Finding] | None:
    """Find claims beside an abstention, and facts stated in what an abstention or a gap says is missing."""
    answer = draft.answer
    gaps = answer.gaps if isinstance(answer, GroundedAnswer) else ()
    if not draft.stray_claims and not gaps and not isinstance(answer, Abstention):
        return None
    reasons = ["claims-beside-abstention"] if draft.stray_claims else []
    if isinstance(answer, Abstention) and _states_a_fact(answer.missing, context.question):
        reasons.append("abstention-states-a-fact")
    if any(_states_a_fact(gap.text, context.question) for gap in gaps):
        reasons.append("gap-states-a-fact")
    return [Finding(CheckId.CLAIMS_IN_ABSTENTION, reason) for reason in reasons]


CHECK: Final = Check(
    CheckId.CLAIMS_IN_ABSTENTION,
    Family.CONTRACT,
    answer=find_claims_in_abstention,
    wants="abstentions, or gaps",
    version=2,
)


def _states_a_fact(text: str, question: str) -> bool:
    return len(text) > LONGEST or asserts(in_figures(text), in_figures(question))
