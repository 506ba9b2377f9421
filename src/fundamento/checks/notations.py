"""Numbers that are written in other ways: powers of ten, multiples, circled digits, the Roman numerals of centuries."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from fundamento.checks.calendar import MONTH_PATTERN
from fundamento.checks.figures import Numeral, parse_figures
from fundamento.checks.hints import has_any_of
from fundamento.text.vocabulary import Derived, Languages, WordPattern, WordSet, alternation, split_wordings

_I: Final = re.IGNORECASE
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_POWER: Final = re.compile(
    r"(?<![\w.,])(?:(?P<factor>\d{1,6}(?:[.,]\d{1,6})?) ?[×x·*] ?)?10"
    r"(?:(?:\^|\*\*)(?P<plain>-?\d{1,2})(?!\d)|(?P<raised>⁻?[⁰¹²³⁴-⁹]{1,2}))(?!\w)"
)
_EXPONENT: Final = re.compile(
    r"(?<![\w.,/-])(?P<factor>\d{1,6}(?:[.,]\d{1,6})?)[eE](?P<power>[-+]?\d{1,2})(?![\w-]|[.,/]\w)"
)
_CIRCLED: Final = re.compile(r"[①-⑳](?<=[^\W\d_] .)(?= [^\W\d_])")
_SMALLEST_POWER: Final = 2  # 10¹ is ten with a mark
_SURE_POWER: Final = 4  # 10³ may be ten with a mark
_FIRST_CIRCLED: Final = ord("①") - 1

_LETTERS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_NUMERAL: Final = r"[IVXL]{1,6}"
_MORE: Final = rf"(?:(?:, | ?[-–/] ?| «notations.more-and» «notations.more-the»?){_NUMERAL}){{0,3}}"
_CENTURIES: Final = WordPattern(
    rf"\b(?:«notations.centuries-siglos»|[Ss]s?\.) ?(?P<es>{_NUMERAL}{_MORE})(?!\w)"
    rf"|(?<!\w)(?P<en>{_NUMERAL}{_MORE}) «notations.centuries-centuries»\b"
)


def _multiple(vocabulary: Languages, value: str) -> str:
    held = [each for table in vocabulary.find("notations.multiples") if (each := table.get(value))]
    return f"({alternation(wording for each in held for wording in split_wordings(each))})"


_ONE_NUMERAL: Final = re.compile(rf"\b{_NUMERAL}\b")
_MULTIPLES: Final = ("2", "3", "4", "5", "10")
_MULTIPLE: Final = Derived(
    lambda vocabulary: re.compile(rf"\b(?:{'|'.join(_multiple(vocabulary, value) for value in _MULTIPLES)})\b", _I)
)
_HALVED: Final = WordPattern(r"\b«notations.halved-halv»«notations.halved»\b", _I)
_says_power: Final = re.compile(r"10(?:\^|\*\*|[⁰¹²³⁴-⁹⁻])|\d[eE][-+]?\d").search
_says_century: Final = WordPattern(rf"[Ss]s?\. ?{_NUMERAL}|«notations.says-century»").search
_says_multiple: Final = has_any_of("notations.multiple-hints")
# What a text of no figures may have, and count all the same.
NOTED_WORDS: Final = WordSet("notations.noted")


def read_notations(text: str) -> Iterator[Numeral]:
    """Read what an evened text counts in other ways than in plain figures and number words."""
    return chain(
        _read_year_spans(text),
        _read_underscored(text) if "_" in text else (),
        _read_powers(text) if _says_power(text) else (),
        _read_circled(text),
        _read_centuries(text) if _says_century(text) else (),
        _read_multiples(text) if _says_multiple(text) else (),
    )


_YEARS: Final = WordPattern(
    rf"(?<![\w./-])(?P<from>(?:1[5-9]|20)\d\d)(?:(?: ?(?:--?|–) ?|/)(?P<to>\d\d)|/(?P<whole>(?:1[5-9]"
    rf"|20)\d\d))(?![\w/-]|[.,]\d| ?%| «notations.years-of»?(?:{MONTH_PATTERN})\b)",
    _I,
)
_UNDERSCORED: Final = re.compile(r"(?<![\w.,])\d{1,3}(?:_\d{3})+(?!\w|[.,]\d)")
_LONGEST_SPAN: Final = 50


def _read_year_spans(text: str) -> Iterator[Numeral]:
    """Read the years of a span whose last is cut short: 2013-14, 1998/99."""
    for found in _YEARS.finditer(text):
        first = int(found["from"])
        if found["whole"]:
            yield Numeral(*found.span("from"), (float(first),))
            yield Numeral(*found.span("whole"), (float(found["whole"]),))
            continue
        last = first - first % 100 + int(found["to"])
        last += 100 if last < first and last % 100 == 0 else 0
        if first < last <= first + _LONGEST_SPAN:
            yield Numeral(*found.span("from"), (float(first),))
            yield Numeral(*found.span("to"), (float(last),))


def _read_underscored(text: str) -> Iterator[Numeral]:
    for found in _UNDERSCORED.finditer(text):
        yield Numeral(*found.span(), (float(found[0].replace("_", "")),))


def _read_powers(text: str) -> Iterator[Numeral]:
    for found in _POWER.finditer(text):
        power = int(found["plain"] or found["raised"].translate(_RAISED))
        marked = found["raised"] is not None and found["factor"] is None
        if marked and 0 <= power < _SMALLEST_POWER:
            continue
        values = tuple(value * 10.0**power for value in _factors(found["factor"]))
        yield Numeral(*found.span(), (*values, 10.0) if marked and 0 < power < _SURE_POWER else values)
    for found in _EXPONENT.finditer(text):
        yield Numeral(*found.span(), tuple(value * 10.0 ** int(found["power"]) for value in _factors(found["factor"])))


def _factors(written: str | None) -> tuple[float, ...]:
    return parse_figures(written) if written else (1.0,)


def _read_circled(text: str) -> Iterator[Numeral]:
    for found in _CIRCLED.finditer(text):
        yield Numeral(*found.span(), (float(ord(found[0]) - _FIRST_CIRCLED),))


def _read_centuries(text: str) -> Iterator[Numeral]:
    for found in _CENTURIES.finditer(text):
        start, end = found.span("es" if found["es"] else "en")
        for numeral in _ONE_NUMERAL.finditer(text, start, end):
            yield Numeral(*numeral.span(), (float(value_of_roman(numeral[0])),), "century")


def value_of_roman(roman: str) -> int:
    """Return the number that a Roman numeral writes."""
    values = [_LETTERS[letter] for letter in roman]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _read_multiples(text: str) -> Iterator[Numeral]:
    for found in _MULTIPLE.value().finditer(text):
        yield Numeral(*found.span(), (float(_MULTIPLES[(found.lastindex or 1) - 1]),), "multiple")
    for found in _HALVED.finditer(text):
        yield Numeral(*found.span(), (0.5,), "fraction")
