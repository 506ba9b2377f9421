"""Intervals for shares, of answers and of claims that cluster in answers; 95 % unless said otherwise."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

Z: Final = 1.959963984540054  # 95 %, both sides


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the interval of the ratio; all None where there is nothing to count."""

    count: int
    of: int
    ratio: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class ClusterSums:
    """Sums over answers: of claims m, of failed claims x, and of the products that a ratio's variance needs."""

    answers: int = 0  # with a claim
    claims: int = 0
    failed: int = 0
    failed_squared: int = 0
    failed_by_claims: int = 0
    claims_squared: int = 0


def share_of(count: int, of: int) -> Share:
    """Return a share of independent units with its Wilson interval."""
    return _wilson(count, of, float(of))


def clustered_share(sums: ClusterSums) -> Share:
    """Return the share of claims that failed, with an interval for claims that fail together.

    The variance is that of the ratio estimator over answers; the interval is Wilson's on the number of independent
    claims that would vary as much. Where no claim or every claim failed that number cannot be told and is taken to
    be the number of answers.
    """
    ratio = sums.failed / sums.claims if sums.claims else 0.0
    if not 0 < ratio < 1 or sums.answers < 2:
        return _wilson(sums.failed, sums.claims, float(sums.answers))
    residuals = sums.failed_squared - 2 * ratio * sums.failed_by_claims + ratio**2 * sums.claims_squared
    variance = sums.answers / (sums.answers - 1) * max(residuals, 0.0) / sums.claims**2
    if variance == 0:
        return _wilson(sums.failed, sums.claims, float(sums.answers))
    return _wilson(sums.failed, sums.claims, min(ratio * (1 - ratio) / variance, float(sums.claims)))


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a ratio changed, with the interval of that."""

    change: float
    low: float
    high: float


def difference(now: Share, before: Share) -> Difference | None:
    """Return the change from one share to another with Newcombe's hybrid interval; None where one is empty."""
    if now.ratio is None or now.low is None or now.high is None:
        return None
    if before.ratio is None or before.low is None or before.high is None:
        return None
    change = now.ratio - before.ratio
    down = sqrt((now.ratio - now.low) ** 2 + (before.high - before.ratio) ** 2)
    up = sqrt((now.high - now.ratio) ** 2 + (before.ratio - before.low) ** 2)
    return Difference(change, change - down, change + up)


def _wilson(count: int, of: int, effective: float) -> Share:
    if of == 0 or effective <= 0:
        return Share(count, of, None, None, None)
    ratio = count / of
    widened = 1 + Z**2 / effective
    middle = (ratio + Z**2 / (2 * effective)) / widened
    spread = Z * sqrt(ratio * (1 - ratio) / effective + Z**2 / (4 * effective**2)) / widened
    # Rounding must not leave the ratio itself outside.
    return Share(count, of, ratio, min(max(middle - spread, 0.0), ratio), max(min(middle + spread, 1.0), ratio))
