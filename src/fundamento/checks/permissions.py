"""What may be done and what may not, however it is said: forbidden, not allowed, it can at any time."""

import re
from typing import Final

from fundamento.checks.hints import has_any
from fundamento.checks.negation import blank_apparent

_I: Final = re.IGNORECASE
_FORBIDDEN: Final = re.compile(
    r"\b(?:prohib\w*|prohíb\w*|vetad[oa]s?|imposible|forbid\w*|forbade|forbidden|banned|prohibited|impossible)\b", _I
)
_ALLOWED: Final = re.compile(
    r"\b(?:permit\w*|permis\w*|autoriz\w*|posibles?|pued[ae]n?|podr[áa]n?|cabe|admit\w*|allow\w*|authori[sz]\w*|possible"
    r"|can(?:not)?|may|able|free to|welcome to)\b",
    _I,
)
_DENIED: Final = re.compile(
    r"\b(?:no|nunca|jamás|tampoco|nadie|ningun[oa]?s?|ningún|not|never|cannot|nobody|none|neither)\b|n't\b|\A\W*ni\b",
    _I,
)
# Denied, they permit: nothing prevents it from being allowed.
_UNDOING: Final = re.compile(
    r"\b(?:limit\w*|imp[ií]d\w*|evit\w*|restring\w*|restrict\w*|prevent\w*|avoid\w*|stop\w*|refus\w*|den(?:y|ie)\w*"
    r"|deneg\w*|denieg\w*|rechaz\w*|reject\w*|fail\w*)\b",
    _I,
)
_AT_ANY_TIME: Final = re.compile(
    r",? ?\b(?:at any (?:time|moment|point)|whenever (?:they|you|he|she|we|it) (?:like|likes|want|wants|wish|wishes)"
    r"|en cualquier momento|cuando (?:quier\w+|dese\w+|lo dese\w+)|a cualquier hora|siempre que (?:quier\w+|dese\w+)"
    r"|under any circumstances?|in any case|en cualquier caso|sin condiciones|without conditions)\b",
    _I,
)

_CONDITIONAL: Final = re.compile(
    r"\b(?:si|siempre que|siempre y|provid\w+|as long as|cuando"
    r"|hasta|salvo|excep\w*|menos|antes|después|tras|solo|sólo|únic\w*|if|when|until|till|unless|before"
    r"|after|only|while|mientras|during|durante)\b",
    _I,
)


def is_conditional(text: str) -> bool:
    """Say whether an evened text limits when or for whom something holds."""
    return _CONDITIONAL.search(text) is not None


def drop_at_any_time(claim: str) -> str | None:
    """Return a claim without what says that it holds at any time; None where it says no such thing."""
    bare = _AT_ANY_TIME.sub("", claim)
    return None if bare == claim else bare


may_permit: Final = has_any(
    *("prohib", "prohíb", "vetad", "impos", "forb", "banned"),
    *("permi", "autoriz", "posible", "pued", "podr", "cabe", "admit", "allow", "author", "possible", "can", "may"),
    *("able", "free to", "welcome to"),
)


def read_permission(text: str) -> bool | None:
    """Say whether what an evened sentence tells of may be done; None: it does not say, or says both."""
    if not may_permit(text):
        return None
    forbidden, allowed = len(_FORBIDDEN.findall(text)), len(_ALLOWED.findall(text))
    if forbidden + allowed != 1 or _UNDOING.search(text):
        return None
    # A negation that denies something else would leave it unclear what may be done.
    return (allowed == 1) is (len(_DENIED.findall(blank_apparent(text))) % 2 == 0)


def drop_permission(text: str) -> str:
    """Return a text without the words that permit or forbid."""
    return _FORBIDDEN.sub(" ", _ALLOWED.sub(" ", text))
