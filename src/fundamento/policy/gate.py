"""Promote, halt or keep collecting: whether the answers seen so far say that a check may start to block."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from fundamento.errors import InputError
from fundamento.policy.sequence import Bounds, Prior, bound_rate, rejects

_FURTHEST: Final = 1_000_000_000  # answers; what would take more will not come about


class Call(StrEnum):
    """What to do about a check."""

    PROMOTE = "promote"
    HALT = "halt"
    COLLECT = "keep-collecting"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a check has to show before it may block.

    `budget` is the highest rate of answers that enforcement may reject, `alpha` how often a decision of either kind may
    be wrong, `precision` the share of its rejections that reviewers have to confirm, where they looked at any, and
    `answers` the fewest answers to decide on. Raises `InputError` for what is not between 0 and 1.
    """

    budget: float = 0.02
    alpha: float = 0.05
    precision: float = 0.9
    answers: int = 100

    def __post_init__(self) -> None:
        for name in ("budget", "alpha", "precision"):
            if not 0 < getattr(self, name) < 1:
                raise InputError(f"{name} is not between 0 and 1.", hint=f"Give a ratio: --{name} 0.05, say.")
        if self.answers < 1:
            raise InputError("The fewest answers to decide on is below 1.")


@dataclass(frozen=True, slots=True)
class Tally:
    """What was seen of one check: answers that it looked at, those that it fails, and how reviewers judged some."""

    answers: int
    failures: int
    reviewed: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """The call on one check, with what it rests on.

    `bounds` are those of the rate of answers that it fails; `precision` those of the share of its reviewed failures
    that were right, None where nobody reviewed any. `more` is the number of answers, and `more_reviews` that of
    reviewed ones, that promotion is expected to take if the rates stay what they are; None: not at these rates.
    """

    call: Call
    tally: Tally
    bounds: Bounds
    precision: Bounds | None
    more: int | None
    more_reviews: int | None


def decide(tally: Tally, terms: Terms) -> Decision:
    """Return the call on a check; it may be asked for after every answer without being wrong more often.

    Promote where the upper bound of the rate is under the budget and, where there are reviews, the lower bound of the
    precision over what is asked. Halt where the rate is surely over the budget, or the precision surely too low.
    """
    rate = Prior.around(terms.budget)
    bounds = bound_rate(tally.failures, tally.answers, alpha=terms.alpha, prior=rate)
    misses = 1.0 - terms.precision
    wrong = bound_rate(tally.wrong, tally.reviewed, alpha=terms.alpha, prior=Prior.around(misses))
    call = Call.COLLECT
    if tally.answers >= terms.answers:
        if bounds.low > terms.budget or wrong.low > misses:
            call = Call.HALT
        elif bounds.high < terms.budget and (not tally.reviewed or wrong.high < misses):
            call = Call.PROMOTE
    return Decision(
        call,
        tally,
        bounds,
        Bounds(1.0 - wrong.high, 1.0 - wrong.low) if tally.reviewed else None,
        forecast(tally.failures, tally.answers, terms=terms),
        _forecast_reviews(tally, terms),
    )


def forecast(failures: int, answers: int, *, terms: Terms) -> int | None:
    """Return how many more answers promotion is expected to take at the rate seen so far; None: not at this rate."""
    if answers == 0:
        return None
    needed = _find_trials(failures / answers, answers, limit=terms.budget, alpha=terms.alpha)
    return None if needed is None else max(needed, terms.answers) - answers


def _forecast_reviews(tally: Tally, terms: Terms) -> int | None:
    if tally.reviewed == 0:
        return 0
    rate = tally.wrong / tally.reviewed
    needed = _find_trials(rate, tally.reviewed, limit=1.0 - terms.precision, alpha=terms.alpha)
    return None if needed is None else needed - tally.reviewed


def _find_trials(rate: float, start: int, *, limit: float, alpha: float) -> int | None:
    """Return the fewest trials, from `start` on, after which a steady rate is known to be under a limit."""
    if rate >= limit:
        return None
    prior = Prior.around(limit)

    def enough(trials: int) -> bool:
        return rejects(rate * trials, trials, rate=limit, alpha=alpha, prior=prior)

    low, high = start - 1, start
    while not enough(high):
        low, high = high, high * 2
        if high > _FURTHEST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
