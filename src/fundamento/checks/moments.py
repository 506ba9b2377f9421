"""Before and after: which side of a date, a time of day or a year two texts are about."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from fundamento.checks.bounds import Placed, read_bound, rules_out
from fundamento.checks.calendar import Clock, Day
from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import Reading
from fundamento.text.vocabulary import WordPattern

# It goes back to a moment that was told, and what is said of it may be on the other side.
_THEN: Final = WordPattern(
    r"«moments.then»|\b«moments.then-2»\b",
    re.IGNORECASE,
)


def find_turned_order(claim: Reading, stated: Reading) -> Iterator[str]:
    """Yield what a text says of a moment, where it cannot be as a claim puts it: before 5 May, after 5 May."""
    text = stated.text
    for moment, same in _pairs(claim, stated):
        bounds = [read_bound(text, other) for other in same]
        # Not until 1908 is in 1908 as well, so that a moment without a bound leaves room for any.
        if bounds and bounds[0] and all(bounds) and all(rules_out(text, each, claim.text, moment) for each in same):
            if _THEN.search(text):
                return
            yield bounds[0].written


_STARTS: Final = WordPattern(
    r"\b«moments.starts»\w*",
    re.I,
)
_ENDS: Final = WordPattern(
    r"\b«moments.ends»\w*",
    re.I,
)
_FROM: Final = WordPattern(r"\b«moments.from-from»(?: «moments.from-the»)? ?\Z", re.I)
_UNTIL: Final = WordPattern(r"\b«moments.until»(?: «moments.from-the»)? ?\Z", re.I)
_TO: Final = WordPattern(r" ?[-–—] ?| (?:«moments.to-hs»|h )?«moments.to-to»(?: «moments.to-the»)? ?", re.I)


def find_swapped_end(claim: Reading, stated: Reading) -> Placed | None:
    """Return the moment at which a claim has something begin that goes on until then, or end that begins then."""
    moments = _moments(claim)
    if len(moments) != 1:
        return None
    starts, ends = (pattern.search(claim.text) is not None for pattern in (_STARTS, _ENDS))
    if starts == ends:
        return None
    text, told = stated.text, _moments(stated)
    swapped = starts and any(
        _is_same(moments[0], each) and _UNTIL.search(text, max(0, each.start - 24), each.start) for each in told
    )
    for one, other in pairwise(told):
        if not _FROM.search(text, max(0, one.start - 24), one.start) or not _TO.fullmatch(text, one.end, other.start):
            continue
        right, wrong = (one, other) if starts else (other, one)
        if _is_same(moments[0], right):
            return None
        swapped = swapped or _is_same(moments[0], wrong)
    alone = sum(_is_same(moments[0], each) for each in told) == 1
    return moments[0] if swapped and alone else None


def _moments(reading: Reading) -> list[Placed]:
    years = (number for number in reading.numbers if number.is_year)
    return sorted((*reading.days, *reading.clocks, *years), key=lambda each: each.start)


def _is_same(one: Placed, other: Placed) -> bool:
    if isinstance(one, Day) and isinstance(other, Day):
        return one.agrees(other)
    if isinstance(one, Clock) and isinstance(other, Clock):
        return one.agrees(other)
    return isinstance(one, Quantity) and isinstance(other, Quantity) and one.values == other.values


def _pairs(claim: Reading, stated: Reading) -> Iterator[tuple[Placed, list[Placed]]]:
    for day in claim.days:
        yield day, [each for each in stated.days if day.agrees(each)]
    for clock in claim.clocks:
        yield clock, [each for each in stated.clocks if clock.agrees(each)]
    for number in claim.numbers:
        if number.is_year:
            yield number, [each for each in stated.numbers if each.is_year and each.values == number.values]
