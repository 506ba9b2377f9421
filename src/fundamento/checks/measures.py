"""Quantities: numbers with their units, those that are told in two parts, and those of a range."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from fundamento.checks.units import Unit
from fundamento.text.vocabulary import WordPattern


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit: `values` are all that its figures may mean, in that unit; `end` is after the unit.

    `head` is where the number itself ends. `rate` is the period that it counts by. `kind` is its numeral's. `parts`
    are what it is told in: 1 h 30 min. `mark` and `scale` are its numeral's.
    """

    start: int
    head: int
    end: int
    values: tuple[float, ...]
    kind: str
    unit: Unit | None = None
    rate: str | None = None
    step: float = 1.0
    parts: tuple["Quantity", ...] = ()
    mark: str = ""
    scale: float = 1.0

    @property
    def is_year(self) -> bool:
        """Whether it may be the number of a year."""
        return self.unit is None and any(1000 <= value < 2200 and value == int(value) for value in self.values)

    @property
    def base_values(self) -> tuple[float, ...]:
        """The values in the base unit of what it measures."""
        factor = self.unit.factor if self.unit else 1.0
        return tuple(value * factor for value in self.values)


_RANGE_GAP: Final = WordPattern(r" ?[-–—+] ?| «measures.range-gap-to» «measures.range-gap-the»?")
_PART_GAP: Final = WordPattern(r" ?(?:, ?|«measures.part-gap»)?")
_IN_PARTS: Final = frozenset(("time", "length", "mass"))


def join_parts(numbers: Sequence[Quantity], text: str) -> list[Quantity]:
    """Make one quantity of what is told in a larger and a smaller unit: 1 h 30 min, two years and three months."""
    joined: list[Quantity] = []
    for each in numbers:
        last = joined[-1] if joined else None
        if last is not None and _goes_on(last, each) and _PART_GAP.fullmatch(text, last.end, each.start):
            joined[-1] = _add(last, each)
        else:
            joined.append(each)
    return joined


_OF_EACH: Final = WordPattern(r"«measures.of-each»")


_WHOLES: Final = (*range(2, 11), 20, 100, 1000)


def join_shares(numbers: Sequence[Quantity], text: str) -> list[Quantity]:
    """Make one fraction of a number out of another: six out of ten, una de cada cinco."""
    joined: list[Quantity] = []
    for each in numbers:
        last = joined[-1] if joined else None
        if last is not None and _is_share(last, each) and _OF_EACH.fullmatch(text, last.end, each.start):
            share = last.values[0] / each.values[0]
            joined[-1] = replace(
                last, head=each.head, end=each.end, values=(share,), kind="fraction", parts=(last, each)
            )
        else:
            joined.append(each)
    return joined


_TIMES: Final = WordPattern(r" «measures.times» ")


def join_products(numbers: Sequence[Quantity], text: str) -> list[Quantity]:
    """Make one number of two that are multiplied: ten times ten. Each may be stated apart, unless they are the same."""
    joined: list[Quantity] = []
    for each in numbers:
        last = joined[-1] if joined else None
        if last is not None and _is_factor(last, each) and _TIMES.fullmatch(text, last.end, each.start):
            parts = (last, each) if last.values != each.values else ()
            value = last.values[0] * each.values[0]
            joined[-1] = replace(each, start=last.start, values=(value,), parts=parts)
        else:
            joined.append(each)
    return joined


def _is_factor(last: Quantity, each: Quantity) -> bool:
    return last.unit is None and all(one.kind in ("words", "figures") for one in (last, each))


def _is_share(last: Quantity, each: Quantity) -> bool:
    counts = all(one.kind in ("words", "figures", "one") and one.unit is None for one in (last, each))
    return counts and 0 < last.values[0] < each.values[0] and each.values[0] in _WHOLES


def _goes_on(last: Quantity, each: Quantity) -> bool:
    one, other = last.unit, each.unit
    return (
        one is not None
        and other is not None
        and one.dimension == other.dimension
        and one.dimension in _IN_PARTS
        and other.factor < (last.parts[-1].unit or one if last.parts else one).factor
        and len(last.values) == len(each.values) == 1
        and 0 <= each.base_values[0] <= one.factor * 1.04
        and last.rate is None
    )


def _add(last: Quantity, each: Quantity) -> Quantity:
    factor = last.unit.factor if last.unit else 1.0
    parts = (*(last.parts or (last,)), each)
    value = last.values[0] + each.base_values[0] / factor
    return replace(last, end=each.end, values=(value,), rate=each.rate, parts=parts)


_FROM_TO_GAP: Final = WordPattern(r" ?[-–—] ?|«measures.from-to-gap»")
_BETWEEN_GAP: Final = WordPattern(r" «measures.between-gap» ")
_BETWEEN: Final = WordPattern(r"\b«measures.between-between» «measures.between-the»?[€$£]?\Z", re.IGNORECASE)
_CHANGES: Final = WordPattern(
    r"\b«measures.changes»\w*\b",
    re.IGNORECASE,
)


def find_range(numbers: Sequence[Quantity], text: str, ours: Quantity) -> tuple[Quantity, Quantity] | None:
    """Return the two ends of the range of which a number is one: 3 to 5 weeks, entre 2 y 4 días; None: it is of none.

    What changes from one number to another is no range.
    """
    for one, other in pairwise(numbers):
        if ours not in (one, other) or one.kind not in _RANGED or other.kind not in _RANGED or other.unit is None:
            continue
        if _BETWEEN_GAP.fullmatch(text, one.end, other.start):
            if _BETWEEN.search(text, max(0, one.start - 24), one.start):
                return one, other
        elif _FROM_TO_GAP.fullmatch(text, one.end, other.start) and not _CHANGES.search(text, 0, one.start):
            return one, other
    return None


_RANGED: Final = ("figures", "words", "one")


def share_units(found: Sequence[Quantity], text: str) -> tuple[Quantity, ...]:
    """Give the first number of a range the unit of the second: 5-10 días, entre 5 y 10 %."""
    numbers = list(found)
    starts = [each.start for each in numbers]
    for index, each in enumerate(numbers):
        if each.end != each.head:
            continue
        following = bisect_right(starts, each.start)
        while following < len(numbers) and numbers[following].start < each.end:
            following += 1
        if following == len(numbers):
            continue
        other = numbers[following]
        if each.kind == "one" and _BETWEEN_GAP.fullmatch(text, each.end, other.start):
            continue  # according to one, and 25 days according to the other
        if _RANGE_GAP.fullmatch(text, each.end, other.start):
            numbers[index] = _share_scale(each, other)
            if other.unit is not None and each.unit is None:
                numbers[index] = replace(numbers[index], unit=other.unit, rate=other.rate)
    return tuple(numbers)


def _share_scale(each: Quantity, other: Quantity) -> Quantity:
    """Give the first number of a range the scale of the second: 3 a 6 mil, $2-4 million.

    Where it would be the larger one it may be meant as it stands, as in `from 800 to 1 million`.
    """
    if other.scale < _SMALLEST_SCALE or each.scale > 1 or any(abs(value) >= _SMALLEST_SCALE for value in each.values):
        return each
    scaled = tuple(value * other.scale for value in each.values)
    sure = max(map(abs, scaled)) <= max(map(abs, other.values))
    return replace(each, values=scaled if sure else (*scaled, *each.values), step=each.step * other.scale)


_SMALLEST_SCALE: Final = 1000
