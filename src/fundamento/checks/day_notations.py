"""Dates that are not written out one by one: 3-III-2025, 03.03.2025, from 3 to 7 March, March 3-7."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from fundamento.checks.calendar import MONTH_PATTERN, Day, find_month_names, month_of
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_ROMAN_MONTHS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_ROMAN: Final = "|".join(sorted(_ROMAN_MONTHS, key=len, reverse=True))
_WITH_ROMAN: Final = re.compile(
    rf"(?<![\w./-])(?P<day>0?[1-9]|[12]\d|3[01])(?P<mark>[-/.])(?P<month>{_ROMAN})(?P=mark)(?P<year>[12]\d{{3}})"
    rf"(?![\w/-])"
)
_WITH_POINTS: Final = WordPattern(
    r"(?<![\w./-])«!day-notations.before-version»(?P<day>0?[1-9]|[12]\d|3[01])\."
    r"(?P<month>0?[1-9]|1[0-2])\.(?P<year>(?:19|20)\d\d)(?![\w/-]|\.\d)"
)
_MONTH_OF_YEAR: Final = re.compile(r"(?<![\w./-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![\w/-]|[.,]\d)")
_NUMBER: Final = r"(?:0?[1-9]|[12]\d|3[01])«day-notations.number-st»?"
_LINK: Final = (
    r"(?: ?[-–—/,] ?"
    r"|,? «day-notations.link-to»(?: «day-notations.link-the»?«day-notations.link-dia»?)?)"
)
_BEFORE_MONTH: Final = WordPattern(
    rf"(?<![\w.,/:-])(?P<days>(?:0?[1-9]|[12]\d|3[01])«day-notations.number-st»?(?:{_LINK} ?(?:0?[1-9]"
    rf"|[12]\d"
    rf"|3[01])«day-notations.number-st»?){{1,6}})(?=«day-notations.before-month-days»? "
    rf"«day-notations.before-month-of»?(?P<month>{MONTH_PATTERN})\b(?:,? «day-notations.before-month-de»?"
    rf"(?P<year>[12]\d{{3}})\b)?)",
    _I,
)
_AFTER_MONTH: Final = WordPattern(
    rf"\b(?P<month>{MONTH_PATTERN})\.? (?P<days>«day-notations.after-month-to»)(?![\w%:/]|[.,]\d| [a-z]+s\b"
    rf"|«day-notations.after-month-people»)(?:,? (?P<year>[12]\d{{3}})\b)?",
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
