"""A confidence sequence for a rate: bounds that hold at every moment, however often somebody looks.

The beta-binomial mixture of Robbins (1970). For failures with a true rate r, `exp(log_evidence(..., r))` is a
martingale that starts at 1, so it ever reaches `1 / alpha` with a probability of at most `alpha` (Ville's inequality).
The rates where it is still below that are the sequence.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import lgamma, log
from typing import Final

from fundamento.errors import InputError

_STEPS: Final = 60  # halvings: finer than a float tells apart


@dataclass(frozen=True, slots=True)
class Prior:
    """The beta distribution that the evidence is averaged over; to be fixed before the data are seen."""

    alpha: float
    beta: float

    @classmethod
    def around(cls, budget: float) -> "Prior":
        """Return the prior whose mean is a budget: narrow enough to see half of it soon, wide enough for the double."""
        return cls(1.0, 1.0 / budget - 1.0)


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where the true rate lies: ratios from 0 to 1."""

    low: float
    high: float


def log_evidence(failures: float, trials: float, *, rate: float, prior: Prior) -> float:
    """Return the natural logarithm of the evidence against a rate: 0 is none, log(1 / alpha) rejects it at alpha.

    `failures` and `trials` may be fractions, for forecasts. `rate` lies between 0 and 1, both excluded.
    """
    mixture = _log_beta(prior.alpha + failures, prior.beta + trials - failures) - _log_beta(prior.alpha, prior.beta)
    return mixture - failures * log(rate) - (trials - failures) * log(1.0 - rate)


def bound_rate(failures: int, trials: int, *, alpha: float, prior: Prior) -> Bounds:
    """Return the bounds after so many trials, of which so many failed.

    Over the whole of a sequence they miss the true rate with a probability of at most `alpha`. Raises `InputError`
    for counts or an alpha that make no sense.
    """
    if not 0 <= failures <= trials:
        raise InputError(f"{failures} failures of {trials} trials make no sense.")
    if not 0 < alpha < 1:
        raise InputError("alpha is not between 0 and 1.", hint="Give the share of wrong decisions to accept, say 0.05.")
    enough = -log(alpha)
    middle = failures / trials if trials else 0.5

    def excluded(rate: float) -> bool:
        return log_evidence(failures, trials, rate=rate, prior=prior) >= enough

    low = 0.0 if failures == 0 else _find_edge(0.0, middle, excluded)
    high = 1.0 if failures == trials else _find_edge(1.0, middle, excluded)
    return Bounds(low, high)


def rejects(failures: float, trials: float, *, rate: float, alpha: float, prior: Prior) -> bool:
    """Say whether so many failures rule a rate out; the bounds of `bound_rate` exclude it at the same moment."""
    return log_evidence(failures, trials, rate=rate, prior=prior) >= -log(alpha)


def _find_edge(outside: float, inside: float, excluded: Callable[[float], bool]) -> float:
    """Return the outermost rate that is not excluded: the evidence grows to both sides of the observed rate."""
    for _ in range(_STEPS):
        middle = (outside + inside) / 2
        if middle in (0.0, 1.0):
            break
        if excluded(middle):
            outside = middle
        else:
            inside = middle
    return outside


def _log_beta(alpha: float, beta: float) -> float:
    return lgamma(alpha) + lgamma(beta) - lgamma(alpha + beta)
