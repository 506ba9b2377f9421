"""Find the numbers of a text that may be the same as a given one, without looking at all of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from fundamento.checks.equality import SHARES, have_same_figures, have_same_size, is_share_of
from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import read_quantities
from fundamento.checks.units import Unit
from fundamento.text.vocabulary import lru_cache

_KEPT_UP_TO: Final = 20_000
_ANSWERS: Final = 64


class NumberIndex:
    """The numbers of one text, by their figures and by what they measure."""

    __slots__ = ("_by_figures", "_by_measure", "_found", "_shares", "numbers")

    def __init__(self, numbers: Iterable[Quantity]) -> None:
        self.numbers = tuple(each for number in numbers for each in (number, *number.parts))
        self._by_figures: dict[str, list[int]] = {}
        self._by_measure: dict[tuple[str, float], list[int]] = {}
        self._shares: list[int] = []
        self._found: dict[tuple[tuple[float, ...], Unit | None, str, str], list[Quantity]] = {}
        for place, each in enumerate(self.numbers):
            for value in each.values:
                self._by_figures.setdefault(_key(value), []).append(place)
            if each.unit is not None:
                self._by_measure.setdefault((each.unit.dimension, each.unit.factor), []).append(place)
            if each.kind in (*SHARES, "multiple") or (each.unit is not None and each.unit.dimension == "percent"):
                self._shares.append(place)

    def find(self, quantity: Quantity) -> list[Quantity]:
        """Return the numbers of the same figures, the same size or the same share, in their order."""
        asked = (quantity.values, quantity.unit, quantity.kind, quantity.mark)
        if asked not in self._found:
            if len(self._found) >= _ANSWERS:
                self._found.clear()
            self._found[asked] = self._find(quantity)
        return self._found[asked]

    def _find(self, quantity: Quantity) -> list[Quantity]:
        places = {place for value in quantity.values for place in self._by_figures.get(_key(value), ())}
        places.update(self._converted(quantity))
        if quantity.kind in (*SHARES, "multiple") or (
            quantity.unit is not None and quantity.unit.dimension == "percent"
        ):
            places.update(place for place in self._shares if is_share_of(quantity, self.numbers[place]))
        found = [self.numbers[place] for place in sorted(places)]
        return [each for each in found if _is_same(quantity, each)]

    def shares_any(self, quantities: Iterable[Quantity]) -> bool:
        """Say whether any of some numbers is there."""
        return any(self.find(each) for each in quantities)

    def _converted(self, quantity: Quantity) -> Iterator[int]:
        """Return the places of the numbers in other units of the same measure that are the same size."""
        unit = quantity.unit
        if unit is None:
            return
        for (_, factor), places in self._by_measure.items():
            first = self.numbers[places[0]].unit
            if factor != unit.factor and first is not None and first.measures_as(unit):
                yield from (place for place in places if have_same_size(quantity, self.numbers[place]))


def _is_same(one: Quantity, other: Quantity) -> bool:
    return have_same_size(one, other) or have_same_figures(one, other) or is_share_of(one, other)


def _key(value: float) -> str:
    return f"{abs(value):.6g}"


def _index(text: str) -> NumberIndex:
    return NumberIndex(read_quantities(text).numbers)


_kept_index = lru_cache(maxsize=256)(_index)
# A claim's numbers are looked up one by one in the text that it cites.
_kept_large = lru_cache(maxsize=2)(_index)


def index_numbers(text: str) -> NumberIndex:
    """Return the index of an evened text; it is made once while it stays in memory."""
    return _kept_index(text) if len(text) <= _KEPT_UP_TO else _kept_large(text)
