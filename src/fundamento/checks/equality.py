"""When two quantities are the same one: notation, conversion, rounding and sign."""

import math
import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from fundamento.checks.bounds import Bound, read_bound
from fundamento.checks.calendar import Clock, Day, find_months
from fundamento.checks.counting import is_count, may_be_clock
from fundamento.checks.designations import head_before
from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import Reading
from fundamento.checks.units import Unit
from fundamento.text.vocabulary import WordPattern

_EXACT: Final = 1e-6
# A month has 28 to 31 days and a gigabyte 1000 or 1024 megabytes, whatever the text means.
_TOLERANCE: Final = {"time": 0.036, "data": 0.075}
_ROUGHLY: Final = WordPattern(
    r"(?:\b«equality.roughly-about»|~|≈|±|c\.|«equality.roughly-ca») ?«equality.roughly-the»?[€$£]?$",
    re.IGNORECASE,
)
_ROUGH: Final = 0.1
_PASSED: Final = 0.3
# What may be a part of something; `third` is a rank as well.
SHARES: Final = ("fraction", "rank")
_DOWN: Final = WordPattern(
    r"\b«equality.down»",
    re.IGNORECASE,
)


_EXACTLY_BEFORE: Final = WordPattern(
    r"\b«equality.exactly-before» ?[€$£]?\Z",
    re.IGNORECASE,
)
_EXACTLY_AFTER: Final = WordPattern(r" (?:[^\W\d_]+ )?«equality.exactly-after-exactly»\b", re.I)


def is_exact(text: str, quantity: Quantity) -> bool:
    """Say whether a number is given as an exact one: exactly 5 minutes, 20 euros justos."""
    return (
        _EXACTLY_BEFORE.search(text, max(0, quantity.start - 24), quantity.start) is not None
        or _EXACTLY_AFTER.match(text, quantity.end) is not None
    )


def is_rough(text: str, quantity: Quantity) -> bool:
    """Say whether a number is given as a rough one: `unos 30`, `about 30`, `más de 30`."""
    return _ROUGHLY.search(text, max(0, quantity.start - 24), quantity.start) is not None


def goes_down(text: str) -> bool:
    """Say whether a text tells of a decrease, so that its figure needs no minus sign."""
    return _DOWN.search(text) is not None


def is_close(one: float, other: float, tolerance: float = _EXACT) -> bool:
    """Say whether two values differ by no more than a share of the larger one."""
    return math.isclose(one, other, rel_tol=tolerance, abs_tol=1e-9)


def have_same_figures(one: Quantity, other: Quantity) -> bool:
    """Say whether two quantities are the same number, whatever their units and their signs."""
    return any(is_close(abs(a), abs(b)) for a, b in _pair_readings(one, other, one.values, other.values))


def have_same_size(one: Quantity, other: Quantity) -> bool:
    """Say whether two quantities with units are the same size once converted."""
    if one.unit is None or other.unit is None or not one.unit.measures_as(other.unit):
        return False
    converted = one.unit.factor != other.unit.factor
    tolerance = _TOLERANCE.get(one.unit.dimension, 1e-3) if converted else _EXACT
    ours, theirs = _in_one_base(one, other.unit), _in_one_base(other, one.unit)
    pairs = _pair_readings(one, other, ours, theirs)
    return any(is_close(abs(a), abs(b), tolerance) for a, b in pairs)


_POUND: Final = 0.45359237  # kilograms


def _in_one_base(quantity: Quantity, beside: Unit) -> tuple[float, ...]:
    """Return the values in the base unit that both share: pounds are money, unless the other side weighs."""
    weighs = _is(quantity.unit, "pounds") and beside.dimension == "mass"
    return tuple(value * _POUND for value in quantity.values) if weighs else quantity.base_values


def _pair_readings(
    one: Quantity, other: Quantity, ours: Sequence[float], theirs: Sequence[float]
) -> Iterable[tuple[float, float]]:
    """Return what two numbers may mean together: figures with the same mark are read the same way."""
    alike = one.mark and one.mark == other.mark and len(ours) == len(theirs)
    return zip(ours, theirs, strict=True) if alike else product(ours, theirs)


def may_be_rounded(quantity: Quantity, text: str) -> bool:
    """Say whether a number of a claim is given as a rough one, or in thousands or more with decimals."""
    return quantity.kind in ("figures", "words") and (
        is_rough(text, quantity) or any(1000 <= quantity.step * 10 <= abs(value) for value in quantity.base_values)
    )


def rounds_to(one: Quantity, other: Quantity, text: str) -> bool:
    """Say whether a claim's number is the other one rounded, and says so or writes it in millions."""
    if one.unit is not None and other.unit is not None and not one.unit.measures_as(other.unit):
        return False
    rough = one.kind in ("figures", "words") and is_rough(text, one)
    bound = read_bound(text, one) if rough else None
    for mine in one.base_values:
        for theirs in other.base_values:
            scaled = one.step >= 1000 and one.step * 10 <= abs(mine) and abs(mine - theirs) <= one.step / 2
            if scaled or (rough and is_close(abs(mine), abs(theirs), _ROUGH) and _is_within(mine, theirs, bound)):
                return True
            # More than 50 million, where it is 67: who bounds it so rounds to a rounder number.
            passed = bound is not None and bound.strict and is_close(abs(mine), abs(theirs), _PASSED)
            if passed and _is_within(mine, theirs, bound) and _digits(mine) < _digits(theirs):
                return True
    return False


def _digits(value: float) -> int:
    """Return how many digits a number has before its last noughts."""
    return len(f"{abs(value):.12g}".replace(".", "").strip("0"))


def _is_within(mine: float, theirs: float, bound: Bound | None) -> bool:
    """Say whether a value keeps to a claim's bound: 19 is less than 20, and not more."""
    return bound is None or (abs(theirs) <= abs(mine) if bound.side == "upper" else abs(theirs) >= abs(mine))


def is_share_of(one: Quantity, other: Quantity) -> bool:
    """Say whether one is a percentage and the other the same share as a fraction, or the same growth as a multiple."""
    for percent, part in ((one, other), (other, one)):
        if not _is(percent.unit, "percent"):
            continue
        if part.kind in SHARES:
            return any(is_close(p / 100, f, 0.012) for p in percent.values for f in part.values if f < 1)
        if part.kind == "multiple":
            return any(is_close(p / 100, m) for p in percent.values for f in part.values for m in (f, f - 1))
    return False


def _is(unit: Unit | None, dimension: str) -> bool:
    return unit is not None and unit.dimension == dimension


def is_stated_otherwise(one: Quantity, evidence: Reading, text: str) -> bool:
    """Say whether a number stands in the evidence within a date, a time, a decade, an identifier or a Roman numeral."""
    if any(_is_part(value, one, evidence, text) for value in one.values):
        return True
    if one.unit is not None:
        return False
    figures = _bare(text[one.start : one.head])
    loose = evidence.glued if is_count(text, one) else evidence.loose
    return figures != "" and any(figures == _bare(each) for each in loose)


def _bare(figures: str) -> str:
    """Return figures without signs, and with one mark for any that stands between them."""
    return re.sub(r"[.,' ]", ".", re.sub(r"[^\d.,' ]|\A\D+|\D+\Z", "", figures))


def _is_part(value: float, one: Quantity, evidence: Reading, text: str) -> bool:
    years = _years(evidence)
    plain = one.unit is None and one.kind in ("figures", "ordinal", "rank", "words")
    names = plain and not is_count(text, one)
    return (
        (not is_count(text, one) and value in years)
        or (names and any(value in (day.month, day.day) for day in evidence.days))
        or (one.kind == "decade" and any(0 <= year - value < 10 for year in years))
        or (_is_century(one, text) and any(value * 100 - 100 <= year <= value * 100 for year in years))
        or (names and 0 < value < 100 and any(year % 100 == value for year in years) and _names_year(one, text))
        or (value == 2 and _PAIR.search(evidence.text) is not None)
        or (_hours(one) and may_be_clock(text, one) and _has_hour(value, evidence))
        or (names and 0 < value < 4000 and value == int(value) and _roman(int(value)) in _romans(evidence.text))
        or (plain and _bounds_century(value, evidence))
        or (plain and one.kind == "words" and 3 < value <= _LISTED and _lists(evidence.text, int(value)))
    )


def _has_hour(value: float, evidence: Reading) -> bool:
    return any(clock.minutes % 720 == value * 60 % 720 for clock in evidence.clocks)


_LISTED: Final = 9
_ENUMERATION: Final = WordPattern(
    r"(?:[^,.;:()\n]{2,60}(?:\([^)]{0,60}\))?, ){2,9}[^,.;:()\n]{2,60}? «equality.enumeration-and» [^,.;:\n]{2,60}"
)

_BETWEEN: Final = WordPattern(r",? «equality.last-and» |, | «equality.enumeration-and» ")


def _lists(text: str, count: int) -> bool:
    """Say whether a text names so many things one after the other: Suiza, Noruega, Liechtenstein e Islandia."""
    return any(len(_BETWEEN.findall(found[0])) + 1 == count for found in _ENUMERATION.finditer(text[:_SEARCHED]))


_SEARCHED: Final = 4_000


def _bounds_century(value: float, evidence: Reading) -> bool:
    """Say whether a year begins or ends a century that the evidence names."""
    if not 1000 <= value <= 2100 or value % 100 not in (0, 1):
        return False
    named = f"{_roman(int(value + 99) // 100)}"
    return named in (roman for found in _CENTURY_NAMED.finditer(evidence.text) for roman in found.groups()) or any(
        each.kind == "ordinal" and each.values[0] == (value + 99) // 100 for each in evidence.numbers
    )


_CENTURY_NAMED: Final = WordPattern(r"(?i:\b«equality.century-named») (?:(\w+) «equality.and-named» )?([IVXL]+)\b")
_PAIR: Final = WordPattern(r"\b«equality.pair»\b", re.IGNORECASE)
_AND: Final = r",? ?(?:«equality.and»|-|–)? ?(?:«equality.of-the» )?"
_CENTURY_BEFORE: Final = WordPattern(
    rf"\b(?:«equality.centuries»|ss?\.) ?(?:[IVXL]++(?:{_AND})){{0,3}}\Z", re.IGNORECASE
)
_CENTURY_AFTER: Final = WordPattern(
    rf"(?:(?:{_AND})(?:[IVXL]++|\d+«equality.ordinal-endings»)){{0,3}} «equality.century»", re.IGNORECASE
)


def _is_century(one: Quantity, text: str) -> bool:
    return (
        _CENTURY_BEFORE.search(text, max(0, one.start - 24), one.start) is not None
        or _CENTURY_AFTER.match(text, one.head) is not None
    )


_YEAR_NAME: Final = WordPattern(
    r"(?:[^\W\d_]'|'|\b«equality.year-name-expo»«equality.year-name-de»? )\Z",
    re.IGNORECASE,
)


# A name within a sentence; what opens one may be an order or a locker.
_PLACE_OF_YEAR: Final = re.compile(r"(?:\b[a-zñáéíóú]{1,12} )(?P<name>[A-ZÁÉÍÓÚ][a-zñáéíóú]{3,}) \Z")


def _names_year(one: Quantity, text: str) -> bool:
    place = _PLACE_OF_YEAR.search(text, max(0, one.start - 40), one.start)
    if place is not None and head_before(text, one.start) is None:
        return True
    return _YEAR_NAME.search(text, max(0, one.start - 24), one.start) is not None


def _years(evidence: Reading) -> list[float]:
    stated = [float(day.year) for day in evidence.days if day.year is not None]
    counts = [each for each in evidence.numbers if each.unit is None]
    return stated + [value for each in counts for value in each.values if 1000 <= value < 2200]


def _hours(one: Quantity) -> bool:
    return (one.unit is None or one.unit.is_hour) and all(0 <= value <= 24 for value in one.values)


_ROMAN: Final = re.compile(r"\b[IVXLCDM]+\b")


def _romans(text: str) -> list[str]:
    return _ROMAN.findall(text)


_ROMAN_LETTERS: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")),
    *((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)


def _roman(value: int) -> str:
    written = ""
    for size, letters in _ROMAN_LETTERS:
        written += letters * (value // size)
        value %= size
    return written


def has_day(day: Day, evidence: Reading) -> bool:
    """Say whether the evidence states a date, all of it or its parts apart."""
    if any(day.agrees(other) for other in evidence.days):
        return True
    figures = {value for each in evidence.numbers for value in each.values}
    years = {other.year for other in evidence.days}
    if day.year is not None and (day.year in years or day.year in figures):
        rest = Day(day.start, day.end, None, day.month, day.day, day.swapped)
        if any(rest.agrees(other) for other in evidence.days if other.year is None or other.year == day.year):
            return True
    if day.day is None and day.month is not None:
        known = day.year is None or day.year in years or day.year in figures
        return known and day.month in find_months(evidence.text)
    return False


def has_clock(clock: Clock, evidence: Reading) -> bool:
    """Say whether the evidence states a time of day."""
    if any(clock.agrees(other) for other in evidence.clocks):
        return True
    hour = clock.minutes / 60
    return any(
        value == hour or (value % 12 == hour % 12 and value <= 24)
        for each in evidence.numbers
        if _hours(each)
        for value in each.values
    )
