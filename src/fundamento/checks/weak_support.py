"""Whether the support score of a claim is as high as the policy wants it."""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.scoring.score import score_support

# Where no bundle says otherwise.
THRESHOLD: Final = 0.01


def find_weak_support(claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find a claim whose score is under the threshold of the policy; one that cannot be scored passes.

    `detail` holds `score` and `threshold`, from 0 to 1.
    """
    score = score_support(claim, evidence, context)
    threshold = context.thresholds.get(CheckId.WEAK_SUPPORT, THRESHOLD)
    if score is None:
        return None
    if score.probability >= threshold:
        return ()
    detail = {"score": round(score.probability, 4), "threshold": threshold}
    return (Finding(CheckId.WEAK_SUPPORT, "under-threshold", detail=detail),)


CHECK: Final = Check(
    CheckId.WEAK_SUPPORT,
    Family.EVIDENCE,
    claim=find_weak_support,
    wants="claims that can be scored: quotes that stand, in the claim's language",
)
