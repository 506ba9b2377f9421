"""A draft written as the contract has it, for models that answer in another form."""

from typing import Any

from fundamento.answers import Abstention, Claim, Draft


def write_draft(draft: Draft) -> dict[str, Any]:
    """Return the contract's JSON of a draft that could be read; an empty object where it could not."""
    answer = draft.answer
    if answer is None:
        return {}
    if isinstance(answer, Abstention):
        return {"answer": {"kind": "abstention", "missing": answer.missing}}
    return {
        "answer": {
            "kind": "grounded",
            "claims": [_claim(claim) for claim in answer.claims],
            "gaps": [{"text": gap.text} for gap in answer.gaps],
            "conflicts": [],
        }
    }


def _claim(claim: Claim) -> dict[str, Any]:
    support = [
        {"fragment": each.fragment, **({} if each.quote is None else {"quote": each.quote})} for each in claim.support
    ]
    return {"support": support, "text": claim.text}
