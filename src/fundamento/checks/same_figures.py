"""Which numbers of the evidence have the figures of a claim's, and stand where they may back it."""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from fundamento.checks.counting import counts_here, is_count, may_back
from fundamento.checks.lookup import NumberIndex
from fundamento.checks.measures import Quantity

_P = TypeVar("_P")


class SameFigures(Generic[_P]):
    """Finds the numbers of passages, each with its text and its index, for one claim; looks at each place once."""

    __slots__ = ("_claim", "_counting", "_found", "_passages")

    def __init__(self, claim: str, passages: Sequence[tuple[_P, str, NumberIndex]]) -> None:
        self._claim: Final = claim
        self._passages: Final = passages
        self._found: Final[dict[object, list[tuple[_P, Quantity]]]] = {}
        self._counting: Final[dict[tuple[int, int, int], bool]] = {}

    def find(self, quantity: Quantity) -> list[tuple[_P, Quantity]]:
        """Return each number that may back one of the claim's, with the passage that states it."""
        asked = (quantity.start, quantity.end, quantity.values, quantity.unit, quantity.kind)
        known = self._found.get(asked)
        if known is None:
            counts = is_count(self._claim, quantity)
            known = self._found[asked] = [
                (passage, other)
                for place, (passage, text, index) in enumerate(self._passages)
                for other in index.find(quantity)
                if not counts or self._may_back(quantity, place, text, other)
            ]
        return known

    def _may_back(self, quantity: Quantity, place: int, text: str, other: Quantity) -> bool:
        if other.unit is not None or other.kind != "figures":
            return may_back(quantity, text, other)
        # A claim may have the same figures many times.
        at = (place, other.start, other.end)
        if at not in self._counting:
            self._counting[at] = counts_here(text, other)
        return self._counting[at]
