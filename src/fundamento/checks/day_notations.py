"""Dates that are not written out one by one: 3-III-2025, 03.03.2025, from 3 to 7 March, March 3-7."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from fundamento.checks.calendar import MONTH_PATTERN, Day, find_month_names, month_of

_I: Final = re.IGNORECASE
_ROMAN_MONTHS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_ROMAN: Final = "|".join(sorted(_ROMAN_MONTHS, key=len, reverse=True))
_WITH_ROMAN: Final = re.compile(
    rf"(?<![\w./-])(?P<day>0?[1-9]|[12]\d|3[01])(?P<mark>[-/.])(?P<month>{_ROMAN})(?P=mark)(?P<year>[12]\d{{3}})(?![\w/-])"
)
_WITH_POINTS: Final = re.compile(
    r"(?<![\w./-])(?<!ver )(?<!version )(?<!versión )(?<!release )(?P<day>0?[1-9]|[12]\d|3[01])\."
    r"(?P<month>0?[1-9]|1[0-2])\.(?P<year>(?:19|20)\d\d)(?![\w/-]|\.\d)"
)
_MONTH_OF_YEAR: Final = re.compile(r"(?<![\w./-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\w/-]|[.,]\d)")
_NUMBER: Final = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"
_LINK: Final = (
    r"(?: ?[-–—/,] ?|,? (?:a|al|y|y el|o|o el|u|to|and|or|through|till|until|hasta el)(?: (?:el |the )?(?:d[ií]a )?)?)"
)
_BEFORE_MONTH: Final = re.compile(
    rf"(?<![\w.,/:-])(?P<days>{_NUMBER}(?:{_LINK} ?{_NUMBER}){{1,6}})(?=(?:(?<=[a-z]) days?)?"
    rf" (?:de |of )?(?P<month>{MONTH_PATTERN})\b"
    r"(?:,? (?:de |del |del año |de año )?(?P<year>[12]\d{3})\b)?)",
    _I,
)
_AFTER_MONTH: Final = re.compile(
    rf"\b(?P<month>{MONTH_PATTERN})\.? (?P<days>{_NUMBER}(?: ?[-–—/] ?{_NUMBER}"
    rf"|(?:, {_NUMBER}){{0,5}},? (?:to|and|or|through) {_NUMBER}))(?![\w%:/]|[.,]\d| [a-z]+s\b| people\b)"
    r"(?:,? (?P<year>[12]\d{3})\b)?",
    _I,
)
_ONE: Final = re.compile(r"\d{1,2}")


def read_noted_days(text: str) -> Iterator[Day]:
    """Read the dates in figures that other readings would take for versions and identifiers."""
    for found in _WITH_ROMAN.finditer(text):
        yield Day(*found.span(), int(found["year"]), _ROMAN_MONTHS.index(found["month"]) + 1, int(found["day"]))
    for found in _WITH_POINTS.finditer(text):
        yield Day(*found.span(), int(found["year"]), int(found["month"]), int(found["day"]))
    for found in _MONTH_OF_YEAR.finditer(text):
        if int(found["month"]) <= int(found["year"]) % 100:  # 2013-14 is a span of years
            yield Day(*found.span(), int(found["year"]), int(found["month"]))


def read_shared_months(text: str) -> Iterator[Day]:
    """Read the days that leave their month to another one: del 3 al 7 de marzo, 3, 5 and 7 March, March 3-7."""
    names = find_month_names(text)
    if not names:
        return
    for found in _BEFORE_MONTH.finditer(text):
        figures = list(_ONE.finditer(text, *found.span("days")))
        yield from (_day(each, found) for each in figures[:-1])  # the last one has its month
    for found in _AFTER_MONTH.finditer(text):
        if found["month"].islower() and month_of(found["month"]) in _VERBS:
            continue
        days = [_day(each, found) for each in _ONE.finditer(text, *found.span("days"))]
        yield replace(days[0], start=found.start())
        yield from days[1:-1]
        yield replace(days[-1], end=found.end())


_VERBS: Final = (3, 5)  # march, may


def _day(each: re.Match[str], found: re.Match[str]) -> Day:
    year = int(found["year"]) if found["year"] else None
    return Day(each.start(), each.end(), year, month_of(found["month"]), int(each[0]))
