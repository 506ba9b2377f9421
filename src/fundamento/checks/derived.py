"""Numbers that follow from those of the evidence: of another period, a duration, a share, a change, a sum."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from fundamento.checks.equality import SHARES, is_close
from fundamento.checks.listed import is_difference, is_length_of_list, is_of_pairs, is_time_between
from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import Reading
from fundamento.checks.units import find_horizons, find_rate, find_rate_of_counted
from fundamento.text.vocabulary import WordPattern

_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_MONTHS: Final = {"month": 1, "quarter": 3, "half-year": 6, "year": 12}
# How often the shorter one is in the longer one, as people reckon.
_RECKONED: Final = {("day", "month"): (30,), ("day", "year"): (365,), ("week", "month"): (4,), ("week", "year"): (52,)}
_LENGTH: Final = {
    **_SECONDS,
    "month": 30 * 86_400,
    "quarter": 90 * 86_400,
    "half-year": 180 * 86_400,
    "year": 365 * 86_400,
}
_OVER: Final = WordPattern(r"\b«derived.over-over»«derived.over-the»? ?\Z", re.IGNORECASE)
_TIMES: Final = WordPattern(r" «derived.times»", re.IGNORECASE)
_EVERY: Final = WordPattern(r"\b«derived.every» \Z", re.IGNORECASE)
_OF: Final = WordPattern(r" «derived.of-of» «derived.of-the»?", re.IGNORECASE)
_EQUAL_PARTS: Final = WordPattern(r"\b«derived.equal-parts»\b", re.IGNORECASE)
_EACH: Final = WordPattern(r"\b«derived.each»\b", re.IGNORECASE)
_SUM: Final = WordPattern(r"\b«derived.sum»\b", re.IGNORECASE)
_DAY: Final = 86_400
_HALF_DAY: Final = 720
_MANY: Final = 24


def follows(quantity: Quantity, claim: Reading, evidence: Reading) -> bool:
    """Say whether a number of a claim can be reckoned from what the evidence states, in one of the usual ways.

    Only exact results count.
    """
    numbers, told, text = evidence.numbers[:_MANY], claim.text, evidence.text
    return (
        _is_in_another_period(quantity, told, numbers, text)
        or _is_rate_of_total(quantity, told, numbers, text)
        or _is_frequency(quantity, told, numbers, text)
        or _is_duration(quantity, evidence)
        or _is_one_period(quantity, text)
        or _is_other_temperature(quantity, numbers)
        or _is_written_sum(quantity, numbers, text)
        or _is_difference_of_percentages(quantity, numbers)
        or any(_is(quantity, value) for value in _shares(quantity, numbers, text))
        or (_says(_EACH, told) and _is_equal_part(quantity, numbers, text))
        or (_says(_SUM, told) and _is_sum(quantity, numbers))
        or _is_change(quantity, told, numbers, text)
        or _is_part(quantity, numbers, text)
        or (_is_time(quantity) and is_time_between(quantity, claim, evidence))
        or is_difference(quantity, claim, evidence)
        or is_of_pairs(quantity, evidence)
        or is_length_of_list(quantity, claim, evidence)
        or _is_multiple_of_rate(quantity, claim, numbers, text)
        or (quantity.is_year and not any(map(_is_years, claim.numbers)) and _is_year_apart(quantity, numbers, text))
    )


@lru_cache(maxsize=16)
def _says(words: re.Pattern[str], claim: str) -> bool:
    """Say whether a claim has one of some words; all of its numbers ask for the same."""
    return words.search(claim) is not None


def _is(quantity: Quantity, value: float) -> bool:
    return any(is_close(each, value) for each in quantity.base_values)


def _period(quantity: Quantity, text: str) -> str | None:
    period = quantity.rate or find_rate(text, quantity.end) or find_rate_of_counted(text, quantity.end)
    if period is not None:
        return period
    told = find_horizons(text)
    return next(iter(told)) if len(told) == 1 else None


def _is_in_another_period(quantity: Quantity, claim: str, numbers: Sequence[Quantity], text: str) -> bool:
    ours = _period(quantity, claim)
    if ours is None:
        return False
    for each in numbers:
        theirs = _period(each, text) if _is_same_measure(quantity, each) else None
        if theirs is None or theirs == ours:
            continue
        ratios = _ratios(theirs, ours)
        if any(_is(quantity, value * ratio) for value in each.base_values for ratio in ratios):
            return True
    return False


def _is_rate_of_total(quantity: Quantity, claim: str, numbers: Sequence[Quantity], text: str) -> bool:
    """Say whether it is what falls to each period: 240 credits over four years."""
    ours = _period(quantity, claim)
    if ours is None:
        return False
    for whole, time in pairwise(numbers):
        if time.unit is None or time.unit.dimension != "time" or not _is_same_measure(quantity, whole):
            continue
        count = time.base_values[0] / _LENGTH[ours]
        if count > 1 and _OVER.search(text, whole.end, time.start) and _is(quantity, whole.base_values[0] / count):
            return True
    return False


def _is_same_measure(one: Quantity, other: Quantity) -> bool:
    if one.unit is None or other.unit is None:
        return one.unit is other.unit
    return one.unit.measures_as(other.unit)


def _ratios(short: str, long: str) -> tuple[float, ...]:
    """Return how often one period is in another, a share where it is the longer one."""
    for table in (_SECONDS, _MONTHS):
        if short in table and long in table:
            return (table[long] / table[short],)
    if (long, short) in _RECKONED:
        return tuple(1 / each for each in _RECKONED[long, short])
    return _RECKONED.get((short, long), ())


def _is_frequency(quantity: Quantity, claim: str, numbers: Sequence[Quantity], text: str) -> bool:
    """Say whether so many times in a period are what the evidence does every so often: every 8 hours."""
    times = _TIMES.match(claim, quantity.head)
    period = find_rate(claim, times.end()) if times is not None else None
    if period not in _SECONDS:
        return False
    return any(
        _EVERY.search(text, max(0, each.start - 8), each.start) is not None
        and any(is_close(value * other, _SECONDS[period]) for value in each.base_values for other in quantity.values)
        for each in numbers
        if each.unit is not None and each.unit.dimension == "time"
    )


def _is_duration(quantity: Quantity, evidence: Reading) -> bool:
    if quantity.unit is None or quantity.unit.dimension != "time":
        return False
    if any(_is(quantity, seconds) for seconds in _between_clocks(evidence)):
        return True
    return any(
        _is(quantity, days * _DAY) for days in _between_days(evidence) if quantity.unit.factor in (_DAY, 30 * _DAY)
    )


def _is_one_period(quantity: Quantity, text: str) -> bool:
    """Say whether it is as long as a period that the evidence counts by: 24 hours, where it says `al día`."""
    if quantity.unit is None or quantity.unit.dimension != "time":
        return False
    return any(_is(quantity, _LENGTH[period]) for period in find_horizons(text) if period in _LENGTH)


def _is_other_temperature(quantity: Quantity, numbers: Sequence[Quantity]) -> bool:
    """Say whether it is a temperature of the evidence on the other scale, rounded as people do: 350 °F, 175 °C."""
    ours = quantity.unit.dimension if quantity.unit is not None else None
    if ours not in ("celsius", "fahrenheit"):
        return False
    for each in numbers:
        theirs = each.unit.dimension if each.unit is not None else None
        if theirs == ours or theirs not in ("celsius", "fahrenheit", "degrees"):
            continue
        for value in each.values:
            turned = (value - 32) / 1.8 if ours == "celsius" else value * 1.8 + 32
            if any(
                abs(told - turned) <= (_ROUND if told % 5 == 0 and told >= _OVEN else _NEAREST)
                for told in quantity.values
            ):
                return True
    return False


_OVEN: Final = 100  # from there on people round to fives
_ROUND: Final = 2.6
_NEAREST: Final = 0.6
_PLUS: Final = re.compile(r" ?\+ ?")


def _is_written_sum(quantity: Quantity, numbers: Sequence[Quantity], text: str) -> bool:
    return any(
        _PLUS.fullmatch(text, one.end, other.start) is not None
        and _is_same_measure(quantity, other)
        and _is(quantity, one.base_values[0] + other.base_values[0])
        for one, other in pairwise(numbers)
    )


def _between_clocks(evidence: Reading) -> Iterator[float]:
    for one, other in pairwise(evidence.clocks[:_MANY]):
        minutes = (other.minutes - one.minutes) % (2 * _HALF_DAY)
        yield minutes * 60
        if one.loose or other.loose:
            yield minutes % _HALF_DAY * 60


def _between_days(evidence: Reading) -> Iterator[float]:
    """Yield the days of whole months and of stretches within a month, with the last day and without."""
    for one, other in pairwise(evidence.days[:_MANY]):
        if one.day is None or other.day is None or one.month is None or other.month is None:
            continue
        months = (other.month - one.month) + 12 * ((other.year or 0) - (one.year or other.year or 0))
        if one.year is None and months < 0:
            months += 12
        if one.day == other.day:
            yield months * 30
        elif months == 0:
            yield from (other.day - one.day, other.day - one.day + 1)


def _is_difference_of_percentages(quantity: Quantity, numbers: Sequence[Quantity]) -> bool:
    if quantity.unit is None or quantity.unit.dimension != "points":
        return False
    percents = [each for each in numbers if each.unit is not None and each.unit.dimension == "percent"]
    return any(
        is_close(abs(a - b), abs(value))
        for one, other in pairwise(percents)
        for a in one.values
        for b in other.values
        for value in quantity.base_values
    )


def _shares(quantity: Quantity, numbers: Sequence[Quantity], text: str) -> Iterator[float]:
    """Yield how much the shares are that the evidence tells of numbers: two thirds of the 90 places."""
    for one, other in pairwise(numbers):
        share = 0.01 if one.unit is not None and one.unit.dimension == "percent" else 1.0
        if (share == 1 and one.kind not in SHARES) or not _is_same_measure(quantity, other):
            continue
        if _OF.fullmatch(text, one.end, other.start):
            yield from (part * share * whole for part in one.values if part * share < 1 for whole in other.base_values)


def _is_equal_part(quantity: Quantity, numbers: Sequence[Quantity], text: str) -> bool:
    if not _EQUAL_PARTS.search(text):
        return False
    wholes = [each for each in numbers if each.unit is not None and _is_same_measure(quantity, each)]
    counts = [each for each in numbers if each.unit is None and each.kind in ("figures", "words")]
    return any(
        _is(quantity, value / count)
        for whole in wholes
        for value in whole.base_values
        for each in counts
        for count in each.values
        if count > 1
    )


def _is_sum(quantity: Quantity, numbers: Sequence[Quantity]) -> bool:
    alike = [each for each in numbers if each.kind in ("figures", "words") and _is_same_measure(quantity, each)]
    pairs = [*pairwise(alike), tuple(alike)] if len(alike) > 1 else []
    return any(_is(quantity, sum(each.base_values[0] for each in pair)) for pair in pairs)


_BY: Final = WordPattern(r"\b«derived.by-by» «derived.by-an»?[€$£]?\Z", re.IGNORECASE)
_CHANGE: Final = WordPattern(
    r"\b«derived.change»",
    re.IGNORECASE,
)
_TO: Final = WordPattern(r" (?:[^\W\d_]{1,20} ){0,2}«derived.to-to» «derived.to-the»?[€$£]?", re.IGNORECASE)


def _is_change(quantity: Quantity, claim: str, numbers: Sequence[Quantity], text: str) -> bool:
    """Say whether it is by how much something went from one number to another: from 120 to 150, by 30, by 25%."""
    if not _BY.search(claim, max(0, quantity.start - 12), quantity.start) or not _CHANGE.search(claim):
        return False
    share = _SHARE_OF.get(quantity.kind) or (100.0 if _is_percent(quantity) else None)
    for one, other in pairwise(numbers):
        if not _TO.fullmatch(text, one.end, other.start) or (share is None and not _is_same_measure(quantity, other)):
            continue
        for a, b in _pairs(one, other):
            change = abs(b - a)
            if a and _is(quantity, change / abs(a) * share if share else change):
                return True
    return False


_SHARE_OF: Final = dict.fromkeys(SHARES, 1.0)


def _is_percent(quantity: Quantity) -> bool:
    return quantity.unit is not None and quantity.unit.dimension == "percent"


def _pairs(one: Quantity, other: Quantity) -> Iterator[tuple[float, float]]:
    """Yield what two numbers may be, of which the first may leave out the unit and the scale: from 8 to 6 million."""
    factor = other.unit.factor if other.unit is not None and one.unit is None else 1.0
    for a in one.base_values:
        for b in other.base_values:
            yield a * factor, b
            if other.step >= _THOUSAND > abs(a):
                yield a * factor * _scale(other.step), b


_THOUSAND: Final = 1000


def _scale(step: float) -> float:
    return next(each for each in (1e9, 1e6, 1e3) if step >= each)


_OUT_OF: Final = WordPattern(r"\b«derived.out-of-of»(?: «derived.out-of-all»){1,2} \Z", re.IGNORECASE)


def _is_part(quantity: Quantity, numbers: Sequence[Quantity], text: str) -> bool:
    """Say whether it is the share that one number is of the one before: of the 80 applicants, 20 were admitted."""
    share = _SHARE_OF.get(quantity.kind) or (100.0 if _is_percent(quantity) else None)
    if share is None:
        return False
    return any(
        _OUT_OF.search(text, max(0, whole.start - 24), whole.start) is not None
        and any(0 < a < b and _is(quantity, a / b * share) for a in part.values for b in whole.values)
        for whole, part in pairwise(numbers)
        if whole.unit is part.unit is None
    )


_PER: Final = WordPattern(r" ?(?:«derived.per-per»|/) ?([^\W\d_]{3,20})", re.IGNORECASE)
_NOUN: Final = re.compile(r" ([^\W\d_]{3,20})")
_FAMILY: Final = 4


def _is_multiple_of_rate(quantity: Quantity, claim: Reading, numbers: Sequence[Quantity], text: str) -> bool:
    """Say whether it is the price of so many as the claim tells, or how many: 80 euros a night, 240 for three."""
    for each in numbers:
        per = _PER.match(text, each.head if each.rate else each.end) or _PER.match(text, each.end)
        if per is None or each.unit is None:
            continue
        told = claim.numbers[:_MANY]
        for count, price in ((count, price) for count in told for price in told if quantity in (count, price)):
            noun = _NOUN.match(claim.text, count.head)
            alike = noun is not None and noun[1][:_FAMILY].lower() == per[1][:_FAMILY].lower()
            if (
                alike
                and _is_same_measure(price, each)
                and any(_is(price, value * times) for value in each.base_values for times in count.values)
            ):
                return True
    return False


_APART: Final = WordPattern(r"\b«derived.apart»\b", re.IGNORECASE)


def _is_year_apart(quantity: Quantity, numbers: Sequence[Quantity], text: str) -> bool:
    if not _APART.search(text):
        return False
    spans = [value / (365 * _DAY) for each in numbers if _is_years(each) for value in each.base_values]
    years = [value for each in numbers if each.is_year for value in each.values]
    return any(_is(quantity, year + sign * span) for year in years for span in spans for sign in (1, -1))


def _is_time(quantity: Quantity) -> bool:
    return quantity.unit is not None and quantity.unit.dimension == "time"


def _is_years(quantity: Quantity) -> bool:
    unit = quantity.unit
    return unit is not None and unit.dimension == "time" and unit.factor == 365 * _DAY
