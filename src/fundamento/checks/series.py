"""Numbers that a sentence tells period by period: in 2022 five, in 2023 seven."""

import re
from bisect import bisect_right
from typing import Final

from fundamento.checks.calendar import Day
from fundamento.checks.measures import Quantity
from fundamento.checks.passages import find_sentence_ends
from fundamento.checks.quantities import Reading
from fundamento.checks.wording import find_words
from fundamento.text.vocabulary import WordPattern

_LINK: Final = WordPattern(r"[;:()\n]|,|\b«series.link»\b", re.IGNORECASE)
_COUNTED: Final = ("figures", "words", "fraction")
_MANY: Final = 24


def is_of_another_period(claim: Reading, quoted: Reading, theirs: Quantity) -> bool:
    """Say whether a sentence tells a number of one period, and another number of the period that a claim names.

    Only where it tells periods and numbers by turns, so that each is sure to go with its neighbour.
    """
    asked = _periods_of(claim, 0, len(claim.text))
    if len(asked) != 1:
        return False
    start, end = _sentence_of(quoted.text, theirs)
    pairs = _pair(quoted, start, end)
    mine = [day for day, number in pairs if number == theirs]
    named = [number for day, number in pairs if asked[0].agrees(day)]
    return bool(mine and named) and theirs not in named and all(asked[0].clashes(day) for day in mine)


def _sentence_of(text: str, quantity: Quantity) -> tuple[int, int]:
    ends = (0, *find_sentence_ends(text), len(text))
    place = bisect_right(ends, quantity.start, hi=len(ends) - 1)
    return ends[place - 1], ends[place]


def _periods_of(reading: Reading, start: int, end: int) -> list[Day]:
    """Return the years and the dates of a stretch, in order."""
    years = [Day(each.start, each.end, int(each.values[0])) for each in reading.numbers if each.is_year]
    return sorted((each for each in (*reading.days, *years) if start <= each.start < end), key=lambda each: each.start)


def _pair(reading: Reading, start: int, end: int) -> list[tuple[Day, Quantity]]:
    """Return each period with its number, where a stretch tells them by turns; empty: it does not."""
    periods = _periods_of(reading, start, end)
    numbers = [
        each for each in reading.numbers if start <= each.start < end and each.kind in _COUNTED and not each.is_year
    ]
    if not 2 <= len(periods) == len(numbers) <= _MANY:
        return []
    pairs = list(zip(periods, numbers, strict=True))
    later = list(zip(periods, numbers[1:], strict=False))
    text = reading.text
    if all(day.end <= number.start for day, number in pairs) and all(
        number.end <= day.start for number, day in zip(numbers, periods[1:], strict=False)
    ):
        return pairs if all(_opens_clause(text, start, day) for day, _ in pairs) else []
    if all(number.end <= day.start for day, number in pairs) and all(day.end <= number.start for day, number in later):
        apart = any(_LINK.search(text, number.end, day.start) for day, number in pairs)
        return [] if apart else pairs
    return []


def _opens_clause(text: str, start: int, day: Day) -> bool:
    """Say whether a period stands first in its clause: `en 2022`, and not `founded in 2022`."""
    for found in _LINK.finditer(text, start, day.start):
        start = found.end()
    return not any(word.stem for word in find_words(text[start : day.start]))
