"""A bare yes: it claims what it was asked."""

from dataclasses import replace
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.frames import read_items
from fundamento.checks.wording import even
from fundamento.text.marks import Mark

_NEUTRAL: Final = int(Mark.NEUTRAL)
_NEGATION: Final = int(Mark.NEGATION)
_SIGNS: Final = "¿?¡! "
_MOST: Final = 40  # code points of a claim that says no more than yes


def read_affirmed(claim: Claim, question: str) -> Claim:
    """Return a claim with the words of the question in place of its own, where it only says yes to that."""
    if not question or len(claim.text) > _MOST:
        return claim
    items = [each for each in read_items(even(claim.text)) if each.plain.isalnum()]
    if not items or not all(each.marks & _NEUTRAL for each in items) or any(each.marks & _NEGATION for each in items):
        return claim
    asked = even(question)
    # Who says yes to a question that denies may mean either.
    if any(each.marks & _NEGATION for each in read_items(asked)):
        return claim
    return replace(claim, text=asked.strip(_SIGNS))
