"""Values (numbers, days, clock times), when two are the same or comparable, and the clause that states them."""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from fundamento.checks.calendar import Clock, Day
from fundamento.checks.equality import have_same_figures, have_same_size, is_share_of
from fundamento.checks.measures import Quantity

Value: TypeAlias = Quantity | Day | Clock


def is_same(one: Value, other: Value) -> bool:
    """Say whether two values are the same."""
    if isinstance(one, Day):
        return isinstance(other, Day) and (one.agrees(other) or other.agrees(one))
    if isinstance(one, Clock):
        return isinstance(other, Clock) and one.agrees(other)
    if not isinstance(other, Quantity):
        return False
    if one.unit is not None and other.unit is not None:
        return have_same_size(one, other) and (not one.rate or not other.rate or one.rate == other.rate)
    return have_same_figures(one, other) or is_share_of(one, other)


def are_comparable(one: Value, other: Value) -> bool:
    """Say whether two values measure the same kind of thing, so that one could stand for the other."""
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        if one.unit is None or other.unit is None:
            return one.unit is None and other.unit is None and one.is_year == other.is_year
        return one.unit.measures_as(other.unit)
    return type(one) is type(other)


class Taken:
    """Places of a text that something stands in already."""

    __slots__ = ("_ends", "_starts")

    def __init__(self, places: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(places)
        self._starts = [start for start, _ in ordered]
        self._ends = [end for _, end in ordered]

    def is_free(self, start: int, end: int) -> bool:
        """Say whether nothing stands in a place."""
        index = bisect_left(self._starts, end)
        return index == 0 or max(self._ends[max(0, index - 2) : index]) <= start


@dataclass(frozen=True, slots=True)
class Segment:
    """One clause with the values that it states.

    `own` are the stems of its words in their order, `inherited` those of its headings and labels. `days` are the days
    of the week that it names, with those between. `start` and `end` are its place in the text.
    """

    start: int
    end: int
    own: tuple[str, ...]
    inherited: frozenset[str]
    values: tuple[Value, ...]
    days: frozenset[int] = frozenset()
    denies: bool = False
    written: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    sentence: int = 0
    words: frozenset[str] = field(default=frozenset(), repr=False)
    # Which values stand together with no word between, as the two ends of a range do: a number for each.
    groups: tuple[int, ...] = ()
    # Its stems with a mark for each value, and those that it inherits: from headings and labels, and from the clauses
    # before it in its sentence.
    row: tuple[str, ...] = ()
    context: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    # Whether it is a line by itself: an item of a list, or a name and its value.
    is_line: bool = False
    # The text that it is of, and how many sentences that has.
    source: str = field(default="", repr=False)
    sentences: int = 1

    @property
    def all(self) -> frozenset[str]:
        """All stems that it has or inherits."""
        return self.words | self.inherited
