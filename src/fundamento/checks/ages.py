"""Numbers that tell how old somebody is, however they are told: minimum age 16, at least 16 years old."""

import re
from typing import Final

from fundamento.checks.measures import Quantity

_I: Final = re.IGNORECASE
_LOOK_BACK: Final = 48  # code points
_AGE_BEFORE: Final = re.compile(r"\b(?:edad(?:es)?|ages?|aged)\b[^.;,\d]*\Z", _I)
# Said of other things too: only with years.
_PERSON_BEFORE: Final = re.compile(
    r"\b(?:mayor(?:es)?|menor(?:es)?|older|younger|ten(?:er|ga|gan|gas|ía|ían)|tien(?:e|en|es)|cumpl\w+"
    r"|niñ[oa]s?|child(?:ren)?|personas?|people|adult[oa]?s?|turn(?:s|ed)?|over|under)\b[^.;,\d]{0,20}\Z",
    _I,
)
_PEOPLE_BEFORE: Final = re.compile(
    r"\b(?:(?:menores|mayores) de|(?:child(?:ren)?|kids?|people|persons?|adults?|anyone|nobody|no one)"
    r" (?:under|over|above|below|aged|(?:older|younger) than)) \Z",
    _I,
)
_AGE_AFTER: Final = re.compile(r"[- ](?:old|of age|de edad|cumplidos)\b", _I)


def is_age(text: str, quantity: Quantity) -> bool:
    """Say whether a number of an evened text is the age of a person."""
    unit = quantity.unit
    if unit is not None and unit.written not in ("years", "year", "anos", "ano", "yr", "yrs"):
        return False
    low = max(0, quantity.start - _LOOK_BACK)
    if _AGE_BEFORE.search(text, low, quantity.start) or _AGE_AFTER.match(text, quantity.end):
        return True
    if unit is None:
        return _PEOPLE_BEFORE.search(text, low, quantity.start) is not None
    return _PERSON_BEFORE.search(text, low, quantity.start) is not None
