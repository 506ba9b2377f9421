"""Does the evidence prove the claim, as a judge sees it?"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context, Unable
from fundamento.checks.passages import read_passages
from fundamento.checks.wording import even
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.judgements import Pair, Unjudged

THRESHOLD: Final = 0.5
NOT_REFERRED: Final = Unjudged("NotReferred")


def find_not_entailed(claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find a claim that scores below the threshold; nothing where there is no judge.

    `detail` holds `score`, and `why`, the judge's own words. Raises `Unable` where the judge could not do its work, or
    the claim was not put to it.
    """
    if context.judgements is None:
        return None
    judgement = context.judgements.get(make_pair(claim, evidence), NOT_REFERRED)
    if isinstance(judgement, Unjudged):
        raise Unable("judge", judgement.error)
    if judgement.score >= context.thresholds.get(CheckId.NOT_ENTAILED, THRESHOLD):
        return ()
    cited = evidence.fragments[0].id if len(evidence.fragments) == 1 else None
    return (
        Finding(
            CheckId.NOT_ENTAILED,
            "contradicted" if judgement.contradicted else "not-proven",
            fragment=cited,
            detail={"score": judgement.score, "why": judgement.reason},
        ),
    )


CHECK: Final = Check(
    CheckId.NOT_ENTAILED,
    Family.EVIDENCE,
    claim=find_not_entailed,
    needs=attrgetter("judgements"),
    wants="a judge: Grounder(judge=...)",
)


def make_pair(claim: Claim, evidence: Evidence) -> Pair:
    """Return a claim with its evidence: each quote in its sentences, or the whole fragment where none was found.

    The evidence is empty where the claim cites nothing that was retrieved.
    """
    texts = (
        passage.sentence.strip() if passage.found else even(passage.fragment.text)
        for passage in read_passages(evidence)
    )
    return Pair(even(claim.text).strip(), tuple(dict.fromkeys(text for text in texts if text.strip())))
