"""Sentences that say that the sources do not answer."""

import re
from enum import Enum, auto
from typing import Final

from fundamento.missing.assertions import says_not_found
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE

_SOURCE: Final = r"«denials.source»"
_MANY: Final = r"«denials.many»"
_DATA: Final = r"«denials.data»"
_TELLS: Final = r"«denials.tells»"
_TOLD: Final = r"«denials.told»"
_UNABLE: Final = r"«denials.unable»"
_UNABLE_EN: Final = r"«denials.unable-en»"

# The assistant, or all of what it was given, is the subject.
_OWN: Final = WordPattern(
    r"\b«denials.own-no»\s«denials.own-lo»{0,2}(?:«denials.own-encuentro»"
    r"|«denials.own-se» «denials.own-cu»"
    r"|«denials.own-he»\s«denials.own-podido»?«denials.own-encontra»\w*)\b|«denials.own»"
    r"|\b«denials.own-nothing»\s«denials.own-about»\s.{1,80}\s«denials.own-in»\s",
    _I,
)
# Nobody is: a claim about the world, too, where a source is cited for it.
_IMPERSONAL: Final = WordPattern(
    r"«denials.impersonal»|«denials.archive»"
    r"|\b«denials.impersonal-no»\s«denials.impersonal-se»\s«denials.impersonal-han»?«denials.impersonal-hall»\w*\s"
    r"«denials.impersonal-ninguna»?«denials.data»\b",
    _I,
)
# A sentence is searched up to here; one that denies does so early.
_SEARCHED: Final = 1_000


class Denial(Enum):
    """Who says that it is not there: the assistant of its sources (`OWN`), or nobody in particular."""

    OWN = auto()
    IMPERSONAL = auto()


def find_denial(sentence: str) -> Denial | None:
    """Say whether a sentence, in Spanish or English, denies that something stands in the sources."""
    head = sentence[:_SEARCHED]
    if _OWN.search(head):
        return Denial.OWN
    if _IMPERSONAL.search(head):
        return Denial.IMPERSONAL
    return Denial.OWN if says_not_found(sentence) else None
