"""Days that count only if people work on them: business days, días hábiles."""

import re
from typing import Final

from fundamento.checks.measures import Quantity

_I: Final = re.IGNORECASE
_AFTER: Final = re.compile(r" ?(?:hábiles|hábil|laborables?|laborales|lectivos)\b", _I)
_INSIDE: Final = re.compile(r"\b(?:business|working)\b", _I)
SAYS_WORKDAYS: Final = re.compile(
    r"\b(?:hábil\w*|laborable\w*|laboral\w*|lectiv\w*|working|business|workdays?|weekdays?)\b", _I
)


def find_workdays(text: str, quantity: Quantity) -> str | None:
    """Return the word that makes working days of a number of days in an evened text; None: there is none."""
    if quantity.unit is None or quantity.unit.dimension != "time":
        return None
    found = _AFTER.match(text, quantity.end) or _INSIDE.search(text, quantity.head, quantity.end)
    return None if found is None else found[0].strip()
