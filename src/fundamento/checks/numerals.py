"""Numbers in words, Spanish and English, written in figures."""

import re
from typing import Final

_SMALL: Final = {
    word: value
    for value, words in {
        2: "dos two",
        3: "tres three",
        4: "cuatro four",
        5: "cinco five",
        6: "seis six",
        7: "siete seven",
        8: "ocho eight",
        9: "nueve nine",
        10: "diez ten",
        11: "eleven",
        12: "doce twelve",
        13: "trece thirteen",
        14: "catorce fourteen",
        15: "quince fifteen",
        16: "dieciséis dieciseis sixteen",
        17: "diecisiete seventeen",
        18: "dieciocho eighteen",
        19: "diecinueve nineteen",
        20: "veinte twenty",
        21: "veintiuno veintiún veintiuna",
        22: "veintidós veintidos",
        23: "veintitrés veintitres",
        24: "veinticuatro",
        25: "veinticinco",
        26: "veintiséis veintiseis",
        27: "veintisiete",
        28: "veintiocho",
        29: "veintinueve",
        30: "treinta thirty",
        40: "cuarenta forty",
        50: "cincuenta fifty",
        60: "sesenta sixty",
        70: "setenta seventy",
        80: "ochenta eighty",
        90: "noventa ninety",
        100: "cien ciento",
        200: "doscientos doscientas",
        300: "trescientos trescientas",
        400: "cuatrocientos cuatrocientas",
        500: "quinientos quinientas",
        600: "seiscientos seiscientas",
        700: "setecientos setecientas",
        800: "ochocientos ochocientas",
        900: "novecientos novecientas",
    }.items()
    for word in words.split()
}
# "Once" is eleven in one language only, and "un" and "one" are articles unless a number goes on from them.
_ONES: Final = frozenset({"un", "uno", "una", "one", "a"})
_SCALES: Final = {"hundred": 100, "mil": 1_000, "thousand": 1_000} | dict.fromkeys(
    ("millón", "millon", "millones", "million"), 1_000_000
)
_WORD: Final = "|".join(sorted((*_SMALL, *_SCALES), key=len, reverse=True))
_NUMERAL: Final = re.compile(
    rf"\b(?:(?:un|one|a)\s+(?={'|'.join(_SCALES)}\b))?(?:{_WORD})\b"
    rf"(?:(?:\s+(?:y|and)\s+|\s+|-)(?:{_WORD}|(?<=y )uno?|(?<=y )una|(?<=-)one)\b)*",
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
            if scale == _SCALES["hundred"]:  # hundreds go on: two hundred thousand
                part = max(part % scale, 1) * scale
            else:
                total, part = total + max(part, 1) * scale, 0
        elif word in _ONES:
            part += 1
        else:
            part += _SMALL.get(word, 0)
    return total + part
