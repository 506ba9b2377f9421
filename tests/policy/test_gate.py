"""The call on a check: what it takes to promote and to halt, and how long it will take."""

from itertools import accumulate

import pytest

from fundamento.errors import InputError
from fundamento.policy.gate import Call, Tally, Terms, decide, forecast

TERMS = Terms()


@pytest.mark.parametrize(
    ("tally", "call"),
    [
        (Tally(0, 0), Call.COLLECT),
        (Tally(99, 0), Call.COLLECT),
        (Tally(1_000, 0), Call.PROMOTE),
        (Tally(1_000, 20), Call.COLLECT),
        (Tally(3_000, 30), Call.PROMOTE),
        (Tally(1_000, 60), Call.HALT),
        (Tally(50, 50), Call.COLLECT),  # under the fewest answers, however clear
        (Tally(100, 100), Call.HALT),
    ],
)
def test_the_rate_decides_where_nobody_reviewed(tally: Tally, call: Call) -> None:
    decision = decide(tally, TERMS)
    assert (decision.call, decision.precision) == (call, None)


@pytest.mark.parametrize(
    ("reviewed", "wrong", "call"),
    [(5, 0, Call.COLLECT), (100, 0, Call.PROMOTE), (100, 10, Call.COLLECT), (100, 40, Call.HALT)],
)
def test_reviews_have_to_confirm_what_it_rejects(reviewed: int, wrong: int, call: Call) -> None:
    decision = decide(Tally(50_000, 500, reviewed, wrong), TERMS)
    assert decision.call is call
    assert decision.precision is not None
    assert decision.precision.low <= 1 - wrong / reviewed <= decision.precision.high
    assert (call is Call.PROMOTE) == (decision.precision.low > TERMS.precision)


@pytest.mark.parametrize(("answers", "failures"), [(100, 0), (200, 1), (500, 5), (1_000, 12)])
def test_as_many_more_answers_as_forecast_promote(answers: int, failures: int) -> None:
    more = forecast(failures, answers, terms=TERMS)
    assert more is not None
    rate = failures / answers
    total = answers + more
    # Failures come whole: a few answers round the forecast decide it.
    assert decide(Tally(total + 50, int(rate * total)), TERMS).call is Call.PROMOTE
    assert decide(Tally(total - 50, int(rate * total) + 1), TERMS).call is Call.COLLECT


def test_what_promotes_needs_no_more() -> None:
    assert decide(Tally(3_000, 30), TERMS).more == 0


@pytest.mark.parametrize("failures", [20, 21, 500])
def test_at_a_rate_over_the_budget_it_will_not_promote(failures: int) -> None:
    assert decide(Tally(1_000, failures), TERMS).more is None


def test_before_the_first_answer_nothing_is_forecast() -> None:
    assert forecast(0, 0, terms=TERMS) is None


def test_the_fewest_answers_are_forecast_too() -> None:
    assert decide(Tally(1_000, 0), Terms(answers=5_000)).more == 4_000


def test_more_reviews_are_forecast() -> None:
    first, *rest = [decide(Tally(3_000, 30, reviewed, 0), TERMS).more_reviews for reviewed in (10, 20, 200)]
    assert first is not None
    assert rest == [first - 10, 0]
    assert decide(Tally(3_000, 30, 10, 5), TERMS).more_reviews is None
    assert decide(Tally(3_000, 30), TERMS).more_reviews == 0


def test_a_tighter_budget_takes_more_answers() -> None:
    needed = [forecast(0, 10, terms=Terms(budget=budget)) or 0 for budget in (0.1, 0.05, 0.02, 0.01)]
    assert needed == sorted(needed)
    assert list(accumulate(needed, max)) == needed


@pytest.mark.parametrize("name", ["budget", "alpha", "precision"])
@pytest.mark.parametrize("value", [0.0, 1.0, -0.1, 2.0])
def test_terms_are_ratios(name: str, value: float) -> None:
    with pytest.raises(InputError, match=name):
        Terms(**{name: value})  # type: ignore[arg-type]  # the table names a field


def test_at_least_one_answer_is_needed() -> None:
    with pytest.raises(InputError):
        Terms(answers=0)
