"""The similarity in meaning of two texts."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


@runtime_checkable
class Similarity(Protocol):
    """Anything that compares texts by their meaning, and says the same of the same pairs each time.

    Whatever it raises is a fault, and never a pass.
    """

    def compare(self, pairs: Sequence[tuple[str, str]], /) -> Sequence[float]:
        """Return for each pair of short texts how alike they are, from -1 to 1."""
        ...
