"""Numbers in words, Spanish and English, written in figures."""

import re
from typing import Final

from fundamento.text.vocabulary import WordPattern, WordSet, WordTable

_SMALL: Final = WordTable("numerals.small", int)
# "Once" is eleven in one language only, and "un" and "one" are articles unless a number goes on from them.
_ONES: Final = WordSet("numerals.ones")
_SCALES: Final = WordTable("numerals.scales", int)
_HUNDRED: Final = 100
_WORD: Final = "«numerals.small»|«numerals.scales»"
_NUMERAL: Final = WordPattern(
    rf"\b(?:«numerals.before-scale»\s+(?=«numerals.scales»\b))?(?:{_WORD})\b"
    rf"(?:(?:\s+«numerals.and»\s+|\s+|-)(?:{_WORD}|«numerals.last-one»)\b)*",
    re.IGNORECASE,
)


def in_figures(text: str) -> str:
    """Return a text with its whole numbers in words written in figures: "treinta y dos días" as "32 días"."""
    return _NUMERAL.sub(lambda found: str(_value(found[0])), text)


def _value(numeral: str) -> int:
    total = part = 0
    for word in re.findall(r"\w+", numeral.casefold()):
        if word in _SCALES:
            scale = _SCALES[word]
            if scale == _HUNDRED:  # hundreds go on: two hundred thousand
                part = max(part % scale, 1) * scale
            else:
                total, part = total + max(part, 1) * scale, 0
        elif word in _ONES:
            part += 1
        else:
            part += _SMALL.get(word, 0)
    return total + part
