"""Two runs over the same cases: which changed, and whether that is more than chance."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb


@dataclass(frozen=True, slots=True)
class Comparison:
    """The cases of two runs by ID. `p_value` is of the two-sided exact McNemar test; None where no case changed."""

    both: int
    better: tuple[str, ...]
    worse: tuple[str, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    p_value: float | None


def compare(before: Mapping[str, bool], after: Mapping[str, bool]) -> Comparison:
    """Compare whether each case held, before and after; cases of one run alone are named and not counted."""
    paired = [one for one in before if one in after]
    better = tuple(one for one in paired if after[one] and not before[one])
    worse = tuple(one for one in paired if before[one] and not after[one])
    return Comparison(
        len(paired),
        better,
        worse,
        tuple(one for one in before if one not in after),
        tuple(one for one in after if one not in before),
        exact_mcnemar(len(better), len(worse)),
    )


def exact_mcnemar(better: int, worse: int) -> float | None:
    """Return the two-sided p-value of so many pairs that changed each way, by the binomial with 1/2; None without any.

    Source: McNemar, 1947, in its exact form. Twice the smaller tail, at most 1.
    """
    n = better + worse
    if not n:
        return None
    tail = sum(comb(n, k) for k in range(min(better, worse) + 1))
    return min(1.0, 2 * tail / float(1 << n))
