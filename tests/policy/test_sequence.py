"""The confidence sequence, and what peeking does to it and to an interval that does not expect it."""

from math import exp, log
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.errors import InputError
from fundamento.policy.sequence import Bounds, Prior, bound_rate, log_evidence, rejects

RUNS: Final = 1_000
ANSWERS: Final = 5_000
BUDGET: Final = 0.02
ALPHA: Final = 0.05
Z: Final = 1.959964  # both sides of 95 %
Numbers = npt.NDArray[np.int64]


def simulate(rate: float, *, runs: int, seed: int) -> tuple[Numbers, Numbers, Numbers]:
    """Return failed answers, claims and failed claims after each answer, a row a run.

    An answer has 1 to 6 claims, and they fail together: all of them, at a rate of answers.
    """
    draw = np.random.default_rng(seed)
    claims = draw.integers(1, 7, size=(runs, ANSWERS))
    failed = np.where(draw.random((runs, ANSWERS)) < rate, claims, 0)
    return np.cumsum(failed > 0, axis=1), np.cumsum(claims, axis=1), np.cumsum(failed, axis=1)


def find_limits(answers: int) -> tuple[Numbers, Numbers]:
    """Return, after each answer, the most failures that still promote and the fewest that halt, by our own function."""
    prior = Prior.around(BUDGET)

    def ruled_out(failures: int, trials: int) -> bool:
        return rejects(failures, trials, rate=BUDGET, alpha=ALPHA, prior=prior)

    promote, halt = [], []
    most, fewest = -1, 1
    for trials in range(1, answers + 1):
        while most + 1 < BUDGET * trials and ruled_out(most + 1, trials):
            most += 1
        while fewest <= trials and (fewest <= BUDGET * trials or not ruled_out(fewest, trials)):
            fewest += 1
        promote.append(most)
        halt.append(fewest)
    return np.array(promote), np.array(halt)


def wilson_upper(failures: Numbers, trials: Numbers) -> npt.NDArray[np.float64]:
    share = failures / trials
    middle = share + Z**2 / (2 * trials)
    spread = Z * np.sqrt(share * (1 - share) / trials + Z**2 / (4 * trials**2))
    return np.asarray((middle + spread) / (1 + Z**2 / trials))


def first(crossed: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    """Return after how many answers each run first crossed; infinity: never."""
    return np.where(crossed.any(axis=1), crossed.argmax(axis=1) + 1.0, np.inf)


def test_peeking_after_every_answer_promotes_wrongly_in_at_most_alpha_of_the_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    promote, halt = find_limits(ANSWERS)
    trials = np.arange(1, ANSWERS + 1)
    at_budget, claims, failed_claims = simulate(BUDGET, runs=RUNS, seed=5)
    promoted, halted = first(at_budget <= promote), first(at_budget >= halt)
    wrong = float((promoted < halted).mean())
    either = float((np.minimum(promoted, halted) < np.inf).mean())
    # The same minimum of answers for the interval that does not expect to be looked at: it is no fairer without.
    peeked = (wilson_upper(at_budget, trials) < BUDGET) & (trials >= 100)
    wilson = float(peeked.any(axis=1).mean())
    once = float((wilson_upper(at_budget, trials)[:, -1] < BUDGET).mean())
    # The same sequence over claims, as if they failed one by one.
    limits = find_limits(6 * ANSWERS)[0]
    by_claim = float((failed_claims <= limits[claims - 1]).any(axis=1).mean())
    at_half, _, _ = simulate(BUDGET / 2, runs=300, seed=6)
    needed = first(at_half <= promote)
    median, late = (float(np.quantile(needed, share)) for share in (0.5, 0.9))
    with capsys.disabled():
        print(
            f"\ntrue rate = budget = {BUDGET:.0%}, {RUNS:,} runs of {ANSWERS:,} answers, looked at after each: "
            f"promoted wrongly in {wrong:.1%} (promoted or halted: {either:.1%}; allowed {ALPHA:.0%}); "
            f"by a Wilson interval in {wilson:.1%} (looked at once, at the end: {once:.1%}); "
            f"by the same sequence over claims, which fail together, in {by_claim:.1%}\n"
            f"at half the budget: promoted after {median:,.0f} answers in half of the runs, {late:,.0f} in nine of ten"
        )
    assert wrong <= ALPHA
    assert either <= ALPHA
    assert wilson > 2 * ALPHA
    assert by_claim > 2 * ALPHA
    assert median < ANSWERS


def test_the_boundary_is_where_the_bounds_exclude_the_budget() -> None:
    promote, halt = find_limits(600)
    prior = Prior.around(BUDGET)
    for trials in (250, 400, 600):
        most, fewest = int(promote[trials - 1]), int(halt[trials - 1])
        assert bound_rate(most, trials, alpha=ALPHA, prior=prior).high < BUDGET
        assert bound_rate(most + 1, trials, alpha=ALPHA, prior=prior).high >= BUDGET
        assert bound_rate(fewest, trials, alpha=ALPHA, prior=prior).low > BUDGET
        assert bound_rate(fewest - 1, trials, alpha=ALPHA, prior=prior).low <= BUDGET


@pytest.mark.parametrize("rate", [0.003, 0.02, 0.3, 0.9])
def test_the_evidence_is_a_martingale(rate: float) -> None:
    prior = Prior.around(0.02)
    for failures, trials in ((0, 0), (1, 7), (3, 200)):
        now = log_evidence(failures, trials, rate=rate, prior=prior)
        worse = log_evidence(failures + 1, trials + 1, rate=rate, prior=prior)
        better = log_evidence(failures, trials + 1, rate=rate, prior=prior)
        expected = rate * exp(worse - now) + (1 - rate) * exp(better - now)
        assert expected == pytest.approx(1.0)


def test_no_answer_is_no_evidence() -> None:
    assert log_evidence(0, 0, rate=0.1, prior=Prior.around(0.02)) == 0.0
    assert bound_rate(0, 0, alpha=0.05, prior=Prior.around(0.02)) == Bounds(0.0, 1.0)


@given(st.integers(0, 400), st.integers(0, 400), st.floats(0.001, 0.5), st.floats(0.001, 0.5))
def test_the_observed_rate_lies_within_the_bounds(failures: int, others: int, alpha: float, budget: float) -> None:
    trials = failures + others
    bounds = bound_rate(failures, trials, alpha=alpha, prior=Prior.around(budget))
    assert 0 <= bounds.low <= bounds.high <= 1
    if trials:
        assert bounds.low <= failures / trials <= bounds.high


@given(st.integers(0, 40), st.integers(40, 400))
def test_the_bounds_are_where_the_evidence_is_one_in_alpha(failures: int, others: int) -> None:
    prior, trials = Prior.around(0.05), failures + others
    bounds = bound_rate(failures, trials, alpha=0.05, prior=prior)
    for edge in (bounds.low, bounds.high):
        if 0 < edge < 1:
            assert log_evidence(failures, trials, rate=edge, prior=prior) == pytest.approx(log(20), abs=1e-3)


@pytest.mark.parametrize(("failures", "trials", "alpha"), [(2, 1, 0.05), (-1, 1, 0.05), (0, 1, 0.0), (0, 1, 1.0)])
def test_counts_that_make_no_sense_are_refused(failures: int, trials: int, alpha: float) -> None:
    with pytest.raises(InputError):
        bound_rate(failures, trials, alpha=alpha, prior=Prior.around(0.02))
