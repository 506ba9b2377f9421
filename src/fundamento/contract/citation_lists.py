"""Lists of citations, `[{"text": ..., "source": ..., "quote": ...}]`, as the contract's JSON."""

import json
from typing import Final

_KEYS: Final = frozenset({"text", "source", "quote"})


def as_contract(output: object) -> object:
    """Return a list of citations, as JSON text or parsed, in the contract's form: each is a claim with one support.

    Where the source is missing or null, the claim has no support. What is no such list comes back as it is, and is for
    the decoder to refuse.
    """
    value = output
    if isinstance(output, str):
        try:
            value = json.loads(output)
        except (ValueError, RecursionError):
            return output
    if not isinstance(value, list) or not all(isinstance(one, dict) and one.keys() <= _KEYS for one in value):
        return output
    return {"answer": {"kind": "grounded", "claims": [_claim(one) for one in value]}}


def _claim(citation: dict[str, object]) -> dict[str, object]:
    support = {"fragment": citation.get("source"), "quote": citation.get("quote")}
    named = support["fragment"] is not None
    text = {"text": citation["text"]} if "text" in citation else {}
    return {"support": [support] if named else [], **text}
