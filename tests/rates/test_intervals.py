"""Intervals: by the book, at the edges, and how often they hold what they should where claims fail together."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.rates.intervals import ClusterSums, Share, clustered_share, difference, share_of


def sums_of(
    claims: "np.ndarray[tuple[int], np.dtype[np.int64]]", failed: "np.ndarray[tuple[int], np.dtype[np.int64]]"
) -> ClusterSums:
    return ClusterSums(
        answers=int((claims > 0).sum()),
        claims=int(claims.sum()),
        failed=int(failed.sum()),
        failed_squared=int((failed * failed).sum()),
        failed_by_claims=int((failed * claims).sum()),
        claims_squared=int((claims * claims).sum()),
    )


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)],
)
def test_the_interval_of_answers_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    share = share_of(count, of)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


def test_nothing_has_no_ratio() -> None:
    assert share_of(0, 0) == Share(0, 0, None, None, None)
    assert clustered_share(ClusterSums()) == Share(0, 0, None, None, None)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40))
def test_the_ratio_lies_within_its_interval(pairs: list[tuple[int, int]]) -> None:
    claims = np.array([max(pair) for pair in pairs], dtype=np.int64)
    failed = np.array([min(pair) for pair in pairs], dtype=np.int64)
    share = clustered_share(sums_of(claims, failed))
    if share.ratio is None:
        assert claims.sum() == 0
    else:
        assert share.low is not None
        assert share.high is not None
        assert 0 <= share.low <= share.ratio <= share.high <= 1


def test_where_each_answer_has_one_claim_both_intervals_agree() -> None:
    claims = np.ones(500, dtype=np.int64)
    failed = np.array([1] * 40 + [0] * 460, dtype=np.int64)
    clustered, plain = clustered_share(sums_of(claims, failed)), share_of(40, 500)
    assert clustered.low == pytest.approx(plain.low, rel=0.01)
    assert clustered.high == pytest.approx(plain.high, rel=0.01)


def test_intervals_hold_the_true_rate_where_claims_fail_together(capsys: pytest.CaptureFixture[str]) -> None:
    draw = np.random.default_rng(4)
    held = naive = 0
    runs, rate = 2_000, 0.08
    for _ in range(runs):
        claims = draw.integers(1, 8, size=300)
        failed = draw.binomial(claims, draw.beta(rate * 0.5, (1 - rate) * 0.5, size=300))
        sums = sums_of(claims, failed)
        clustered, wilson = clustered_share(sums), share_of(sums.failed, sums.claims)
        held += clustered.low is not None and clustered.high is not None and clustered.low <= rate <= clustered.high
        naive += wilson.low is not None and wilson.high is not None and wilson.low <= rate <= wilson.high
    with capsys.disabled():
        print(
            f"\nclaims that fail together, 300 answers, {runs:,} runs: the interval of 95 % holds the true rate in "
            f"{held / runs:.1%}; one that takes claims for independent in {naive / runs:.1%}"
        )
    assert 0.93 <= held / runs <= 0.97
    assert naive / runs < 0.85


def test_a_change_has_the_interval_of_newcombe() -> None:
    # Newcombe 1998, table II, example (a), method 10: 56/70 and 48/80.
    changed = difference(share_of(56, 70), share_of(48, 80))
    assert changed is not None
    assert changed.change == pytest.approx(0.2, abs=1e-9)
    assert changed.low == pytest.approx(0.0524, abs=5e-5)
    assert changed.high == pytest.approx(0.3339, abs=5e-5)


def test_from_nothing_there_is_no_change() -> None:
    assert difference(share_of(1, 2), share_of(0, 0)) is None
    assert difference(share_of(0, 0), share_of(1, 2)) is None
