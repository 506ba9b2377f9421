"""Which claims of a draft are put to a judge, and which of the others need no judge."""

from collections.abc import Collection, Iterable
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.checks import CHECKS
from fundamento.checks.context import Context
from fundamento.checks.not_entailed import NOT_REFERRED, make_pair
from fundamento.engine.assessment import assess
from fundamento.findings import CheckId, Family, Fault, Finding
from fundamento.judgements import Pair

# What a reader may not read goes to no model, whatever the model is for.
_FIRST: Final = frozenset(check.id for check in CHECKS.values() if check.family in (Family.CONTRACT, Family.QUOTE)) | {
    CheckId.UNREADABLE_FRAGMENT
}


def claims_to_judge(draft: Draft, context: Context, enabled: Collection[CheckId]) -> tuple[Pair, ...]:
    """Return the claims, each with its evidence, that hold their contract and quotes and cite nothing unreadable.

    Each pair comes once. Whatever else fails, a judge is asked all the same.
    """
    if not isinstance(draft.answer, GroundedAnswer):
        return ()
    first = assess(draft, context, _FIRST.intersection(enabled))
    failed = {finding.claim for finding in first.findings}
    pairs = (
        make_pair(claim, said.evidence)
        for claim, said in zip(draft.answer.claims, first.claims, strict=True)
        if said.index not in failed
    )
    return tuple(dict.fromkeys(pair for pair in pairs if pair.claim and pair.evidence))


def drop_explained(faults: Iterable[Fault], blocking: Iterable[Finding]) -> tuple[Fault, ...]:
    """Return the faults without those of claims that were kept from the judge by what blocks them all the same.

    A claim that fails a check which only warns was not judged either, and nothing else stops it.
    """
    blocked = {finding.claim for finding in blocking}
    return tuple(
        fault
        for fault in faults
        if not (fault.part == "judge" and fault.error == NOT_REFERRED.error and blocked & {fault.claim, None})
    )
