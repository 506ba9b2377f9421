"""What may be done and what may not, however it is said: forbidden, not allowed, it can at any time."""

import re
from typing import Final

from fundamento.checks.hints import has_any_of
from fundamento.checks.negation import blank_apparent
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_FORBIDDEN: Final = WordPattern(r"\b«permissions.forbidden»\b", _I)
_ALLOWED: Final = WordPattern(
    r"\b«permissions.allowed»\b",
    _I,
)
_DENIED: Final = WordPattern(
    r"\b«permissions.denied»\b|«permissions.denied-otherwise»",
    _I,
)
# Denied, they permit: nothing prevents it from being allowed.
_UNDOING: Final = WordPattern(
    r"\b«permissions.undoing»\b",
    _I,
)
_AT_ANY_TIME: Final = WordPattern(
    r",? ?\b«permissions.at-any-time»\b",
    _I,
)

_CONDITIONAL: Final = WordPattern(
    r"\b«permissions.conditional»\b",
    _I,
)


def is_conditional(text: str) -> bool:
    """Say whether an evened text limits when or for whom something holds."""
    return _CONDITIONAL.search(text) is not None


def drop_at_any_time(claim: str) -> str | None:
    """Return a claim without what says that it holds at any time; None where it says no such thing."""
    bare = _AT_ANY_TIME.sub("", claim)
    return None if bare == claim else bare


may_permit: Final = has_any_of("permissions.hints")


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
