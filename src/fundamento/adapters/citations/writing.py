"""A draft written as the contract has it, for models that answer in another form."""

from collections.abc import Mapping
from typing import Any

from fundamento.answers import Abstention, Claim, Draft


def write_draft(draft: Draft, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the contract's JSON of a draft that could be read; an empty object where it could not.

    `texts` gives the quotes of citations that have none and are of a whole fragment, by the fragment's name.
    """
    answer = draft.answer
    if answer is None:
        return {}
    if isinstance(answer, Abstention):
        return {"answer": {"kind": "abstention", "missing": answer.missing}}
    return {
        "answer": {
            "kind": "grounded",
            "claims": [_claim(claim, texts) for claim in answer.claims],
            "gaps": [{"text": gap.text} for gap in answer.gaps],
            "conflicts": [],
        }
    }


def _claim(claim: Claim, texts: Mapping[str, str]) -> dict[str, Any]:
    quoted = [(each.fragment, texts.get(each.fragment) if each.quote is None else each.quote) for each in claim.support]
    support = [{"fragment": name, **({} if quote is None else {"quote": quote})} for name, quote in quoted]
    return {"support": support, "text": claim.text}
