"""Numbers that tell how old somebody is, however they are told: minimum age 16, at least 16 years old."""

import re
from typing import Final

from fundamento.checks.measures import Quantity
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_LOOK_BACK: Final = 48  # code points
_AGE_BEFORE: Final = WordPattern(r"\b«ages.age-before»\b[^.;,\d]*\Z", _I)
# Said of other things too: only with years.
_PERSON_BEFORE: Final = WordPattern(
    r"\b«ages.person-before»\b[^.;,\d]{0,20}\Z",
    _I,
)
_PEOPLE_BEFORE: Final = WordPattern(
    r"\b«ages.people-before» \Z",
    _I,
)
_AGE_AFTER: Final = WordPattern(r"[- ]«ages.age-after»\b", _I)


def is_age(text: str, quantity: Quantity) -> bool:
    """Say whether a number of an evened text is the age of a person."""
    unit = quantity.unit
    if unit is not None and not unit.is_year:
        return False
    low = max(0, quantity.start - _LOOK_BACK)
    if _AGE_BEFORE.search(text, low, quantity.start) or _AGE_AFTER.match(text, quantity.end):
        return True
    if unit is None:
        return _PEOPLE_BEFORE.search(text, low, quantity.start) is not None
    return _PERSON_BEFORE.search(text, low, quantity.start) is not None
