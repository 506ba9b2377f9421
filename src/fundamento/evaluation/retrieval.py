"""How well a search finds what it should: hit and recall at k, precision at k, reciprocal rank.

Source: Manning, Raghavan and Schütze, "Introduction to Information Retrieval", 2008, chapter 8. All take what was
found, best first, as sets of what each hit is relevant to: of two hits on the same relevant thing, it counts once.
"""

from collections.abc import Collection, Sequence
from statistics import fmean
from typing import TypeVar

T = TypeVar("T")


def hit_at(found: Sequence[T], relevant: Collection[T], k: int) -> bool:
    """Say whether any of the first k found is relevant."""
    return any(one in relevant for one in found[:k])


def recall_at(found: Sequence[T], relevant: Collection[T], k: int) -> float | None:
    """Return the share of what is relevant that is among the first k found; None where nothing is relevant."""
    wanted = set(relevant)
    return len(wanted.intersection(found[:k])) / len(wanted) if wanted else None


def precision_at(found: Sequence[T], relevant: Collection[T], k: int) -> float | None:
    """Return the share of the first k found that is relevant; None where nothing was found.

    Where fewer than k were found, it is the share of those.
    """
    first = found[:k]
    return sum(one in relevant for one in first) / len(first) if first else None


def reciprocal_rank(found: Sequence[T], relevant: Collection[T]) -> float:
    """Return 1 over the rank of the first relevant one, from 1; 0 where none was found."""
    return next((1 / rank for rank, one in enumerate(found, 1) if one in relevant), 0.0)


def mean(values: Sequence[float | None]) -> float | None:
    """Return the mean of the values that there are; None without any."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
