"""Days that count only if people work on them: business days, días hábiles."""

import re
from typing import Final

from fundamento.checks.measures import Quantity
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_AFTER: Final = WordPattern(r" ?«workdays.after»\b", _I)
_INSIDE: Final = WordPattern(r"\b«workdays.inside»\b", _I)
SAYS_WORKDAYS: Final = WordPattern(r"\b«workdays.says-workdays»\b", _I)


def find_workdays(text: str, quantity: Quantity) -> str | None:
    """Return the word that makes working days of a number of days in an evened text; None: there is none."""
    if quantity.unit is None or quantity.unit.dimension != "time":
        return None
    found = _AFTER.match(text, quantity.end) or _INSIDE.search(text, quantity.head, quantity.end)
    return None if found is None else found[0].strip()
