"""Dates and times of day, in figures and in words, Spanish and English."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fundamento.checks.figures import read_number_words
from fundamento.checks.hints import Anchored, Hinted, has_any_of
from fundamento.checks.wording import words_in
from fundamento.text.language import Lang
from fundamento.text.stems import strip_accents
from fundamento.text.vocabulary import WordPattern, WordSet, WordTable, lru_cache

_MONTHS: Final = WordTable("calendar.months", int)
MONTH_NAMES: Final = WordSet(lambda vocabulary: frozenset(vocabulary.table("calendar.months")))
MONTH_PATTERN: Final = "«calendar.months»"
_MONTH: Final = MONTH_PATTERN
_FULL_MONTH: Final = "«calendar.full-months»"
_DAY: Final = r"(?P<day>0?[1-9]|[12]\d|3[01])"
_YEAR: Final = r"(?P<year>[12]\d{3})"
_I: Final = re.IGNORECASE


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as it is said; None: not said. `swapped`: day and month may be the other way round."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    swapped: bool = False

    def agrees(self, other: "Day") -> bool:
        """Say whether the other date says all that this one says, and the same."""
        return any(
            all(
                mine is None or mine == theirs
                for mine, theirs in zip((self.year, *one), (other.year, *two), strict=True)
            )
            for one in self._month_and_day()
            for two in other._month_and_day()  # noqa: SLF001 - of its own class
        )

    def clashes(self, other: "Day") -> bool:
        """Say whether the two cannot be one day."""
        return not any(
            all(a is None or b is None or a == b for a, b in zip((self.year, *one), (other.year, *two), strict=True))
            for one in self._month_and_day()
            for two in other._month_and_day()  # noqa: SLF001 - of its own class
        )

    def _month_and_day(self) -> tuple[tuple[int | None, int | None], ...]:
        plain = (self.month, self.day)
        return (plain, (self.day, self.month)) if self.swapped else (plain,)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day in minutes since midnight; `loose`: morning or evening is not said."""

    start: int
    end: int
    minutes: int
    loose: bool = False

    def agrees(self, other: "Clock") -> bool:
        """Say whether two may be the same time."""
        if self.minutes == other.minutes:
            return True
        return (self.loose or other.loose) and self.minutes % 720 == other.minutes % 720


_WORDS: Final = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=2)
def find_month_names(text: str) -> tuple[int, ...]:
    """Return where the names of months begin, once for all patterns that are tried there."""
    if MONTH_NAMES.isdisjoint(words_in(text)):
        return ()
    return tuple([found.start() for found in _WORDS.finditer(text) if found[0].lower() in MONTH_NAMES])


_ORDINAL_DAYS: Final = WordTable("calendar.day-ordinals", int)
_ORDINAL_DAY: Final = "«calendar.day-ordinals»"
_DATES: Final = (
    Hinted(
        rf"(?<![\d/.-]){_YEAR}(?P<mark>[-/.])(?P<month>0?[1-9]|1[0-2])(?P=mark){_DAY}(?!\d)(?:T\d\d:\d\d\S*)?",
        re.compile(r"\d[-/.]\d").search,
    ),
    Hinted(
        r"(?<![\w/.-])(?P<a>[0-3]?\d)(?P<mark>[-/.])(?P<b>[0-3]?\d)(?P=mark)(?P<year>[12]\d{3}|\d\d)(?!\d|[/-]\d)",
        re.compile(r"\d[-/.]\d").search,
    ),
    Hinted(
        rf"(?<![\w.,])(?P<day>0?[1-9]|[12]\d|3[01]|{_ORDINAL_DAY}|«calendar.dates-once»)(?:\.?[ºo°]"
        rf"|«calendar.dates-st»)? «calendar.dates-of»?(?P<month>{_MONTH})\.?\b(?:,? «calendar.dates-de»?{_YEAR})?"
        rf"(?!\w)",
        find_month_names,
        _I,
    ),
    Anchored(
        rf"\b(?P<month>{_MONTH})\.? «calendar.dates-the»?{_DAY}«calendar.dates-st-2»?\b(?!:\d)(?:,? "
        rf"«calendar.dates-of-2»?{_YEAR}\b)?",
        find_month_names,
        _I,
    ),
    Anchored(
        rf"\b(?P<month>{_MONTH})\.?,? «calendar.dates-of-3»?{_YEAR}\b",
        find_month_names,
        _I,
    ),
    Anchored(
        rf"«calendar.dates-in»(?P<month>(?i:{_FULL_MONTH})|«calendar.dates-may»)\b",
        find_month_names,
    ),
)
_HALF_DAY: Final = r"(?P<half>a\.? ?m\b\.?|p\.? ?m\b\.?|«calendar.part-of-day»)"
_HOUR: Final = r"(?P<hour>2[0-4]|[01]?\d)"
_CLOCKS: Final = (
    WordPattern(
        rf"(?<![\d:.,/]){_HOUR}(?!\d)(?::|h(?=\d))(?P<minute>[0-5]\d)(?![\d:]|[.,]\d)(?: ?(?:h"
        rf"|«calendar.hour-units»)\b\.?)?(?: ?{_HALF_DAY})?",
        _I,
    ),
    WordPattern(
        rf"(?<![\d:.,/]){_HOUR}(?!\d)[.](?P<minute>[0-5]\d) ?(?:(?:h|«calendar.hour-words»)\b\.?|{_HALF_DAY})", _I
    ),
    WordPattern(rf"(?<![\d:.,/]){_HOUR}(?!\d) ?{_HALF_DAY}", _I),
    WordPattern(
        rf"«<calendar.at-the»{_HOUR}(?!\d|[.,]\d{{3}})(?:[.](?P<minute>[0-5]\d))?(?: ?(?:h"
        r"|«calendar.hour-words»)\b\.?)?(?! ?(?:%|\w+s\b))",
        _I,
    ),
)
# Hours that an article stands before, and those that stand alone.
_HOURS: Final = WordTable("calendar.hours", int)
_BARE_HOURS: Final = WordTable("calendar.bare-hours", int)
_SPOKEN_HOUR: Final = WordPattern(r"«calendar.article» «calendar.hours»\b")
_says_when: Final = has_any_of("calendar.moment-hints", " am", " a.m", " pm", " p.m")


def _may_be_spoken(text: str) -> bool:
    return _SPOKEN_HOUR.search(text.lower()) is not None or bool(_says_when(text))


_SPOKEN: Final = Hinted(
    r"\b«calendar.article» (?P<hour>«calendar.hours»)\b(?! (?!«calendar.less»\b)\w*s\b(?!.{0,3}«calendar.of-the»))"
    r"(?: (?P<way>«calendar.and»|«calendar.less») (?P<minute>«calendar.minutes»))?"
    rf"(?: {_HALF_DAY})?"
    r"|\b(?:(?P<part>«calendar.parts») (?P<side>«calendar.past»|«calendar.to») )(?P<ehour>"
    r"«calendar.bare-hours»|1?\d)\b"
    r"|\b(?P<sharp>«calendar.bare-hours») (?:«calendar.sharp»|(?P<ehalf>a\.?m\b|p\.?m\b)\.?)"
    # What is of midday need not be at twelve.
    r"|\b(?P<noon>«calendar.noon»)\b|\b(?P<midnight>«calendar.midnight»)\b",
    _may_be_spoken,
    _I,
)
_MINUTES: Final = WordTable("calendar.minutes", int)
_PARTS: Final = WordTable("calendar.parts", int)
_LESS: Final = WordSet("calendar.less")
_PAST: Final = WordSet("calendar.past")
_AFTER_NOON: Final = WordPattern("pm|«calendar.after-noon»")
_CLOCK_FIGURES: Final = re.compile(r"\d(?:[:hH]| ?(?:[aApP]\.? ?[mM]|[dD][eE] |[iI][nN] )|\.[0-5]\d ?[hHaApPdDiI])")
_AT_HOUR: Final = WordPattern(r"«calendar.at-the» \d")


def read_days(text: str, *, lang: Lang | None = None) -> Iterator[Day]:
    """Read the dates of an evened text. None overlaps with another. `lang`: what the text is surely in.

    In Spanish the day goes before the month; otherwise 3/4/2025 may be either.
    """
    taken: list[tuple[int, int]] = []
    for pattern in _DATES:
        for found in pattern.finditer(text):
            if any(found.start() < end and start < found.end() for start, end in taken[-64:]):
                continue
            day = None if _is_count_in_month(text, found) else _day(found, lang)
            if day is not None:
                taken.append((day.start, day.end))
                yield day


def _day(found: re.Match[str], lang: Lang | None) -> Day | None:
    parts = found.groupdict()
    year = int(parts["year"]) if parts.get("year") else None
    if "a" in parts:
        first, second = int(parts["a"]), int(parts["b"])
        if year is not None and year < 100:
            year += 2000 if year < 70 else 1900
        if not (1 <= first <= 31 and 1 <= second <= 31) or min(first, second) > 12:
            return None
        if second > 12:
            first, second = second, first
            return Day(found.start(), found.end(), year, second, first)
        return Day(found.start(), found.end(), year, second, first, swapped=first <= 12 and lang != "es")
    written = parts["month"]
    month = int(written) if written.isdigit() else _MONTHS[strip_accents(written)]
    day = parts.get("day")
    if written.islower() and written in _DOUBTFUL and not _is_dated(found, year):
        return None  # a verb, or the sea
    return Day(found.start(), found.end(), year, month, _number_of(day) if day else None)


# What stands before a month with a day, and not before a month that something is counted in: on 12 march.
_DOUBTFUL: Final = WordSet("calendar.doubtful-months")
_VERBS: Final = WordSet("calendar.month-verbs")
_ON: Final = WordPattern(r"(?:«calendar.on»|\()\Z", _I)
_IN: Final = WordPattern(r"«calendar.in»", _I)


def _is_dated(found: re.Match[str], year: int | None) -> bool:
    """Say whether the name of a month in small letters, which may be another word, stands in a date."""
    if year is not None:
        return True
    text, start = found.string, found.start()
    if "day" in found.groupdict():
        return _ON.search(text, max(0, start - 16), start) is not None
    return found["month"] in _VERBS and _IN.search(text, max(0, start - 10), start) is not None


_COUNTED_IN: Final = WordPattern(r"\b«calendar.counted-in-in» «calendar.counted-in-the»?\Z", _I)
_COUNTED: Final = WordPattern(
    r" (?!«calendar.counted-of»\b)(?:(?:«calendar.counted-other»"
    r"|[a-z]+«calendar.counted-ic») )?(?:[a-zñáéíóú]{3,}s|«calendar.counted-people»)\b"
)


def _is_count_in_month(text: str, found: re.Match[str]) -> bool:
    """Say whether what looks like a date is a month and what was counted in it: in March 15 people applied."""
    parts = found.groupdict()
    if parts.get("day") is None or parts.get("month") is None or parts.get("year"):
        return False
    if found.start("month") > found.start("day") or not found["day"].isdigit():
        return False
    counted = _COUNTED.match(text, found.end()) is not None
    return counted and _COUNTED_IN.search(text, max(0, found.start() - 24), found.start()) is not None


def month_of(written: str) -> int:
    """Return the month that a name, in any letters, stands for."""
    return _MONTHS[strip_accents(written.casefold())]


def _number_of(written: str) -> int:
    if written.isdigit():
        return int(written)
    plain = written.casefold()
    if plain in _ORDINAL_DAYS:
        return _ORDINAL_DAYS[plain]
    return int(next(read_number_words(written, spanish=True)).values[0])


def read_clocks(text: str) -> Iterator[Clock]:
    """Read the times of day of an evened text."""
    taken: list[tuple[int, int]] = []
    for pattern in _CLOCKS if _CLOCK_FIGURES.search(text) or _AT_HOUR.search(text.lower()) else ():
        for found in pattern.finditer(text):
            if any(found.start() < end and start < found.end() for start, end in taken[-64:]):
                continue
            taken.append(found.span())
            parts = found.groupdict()
            minutes = int(parts["hour"]) % 24 * 60 + int(parts.get("minute") or 0)
            yield _clock(found, minutes, parts.get("half"))
    for found in _SPOKEN.finditer(text):
        yield _spoken(found)


def _spoken(found: re.Match[str]) -> Clock:
    if found["noon"] or found["midnight"]:
        return Clock(found.start(), found.end(), 720 if found["noon"] else 0)
    if found["hour"]:
        hour = _HOURS[found["hour"].casefold()]
        extra = _MINUTES[found["minute"].casefold()] if found["minute"] else 0
        minutes = hour * 60 + (extra if (found["way"] or "").casefold() not in _LESS else -extra)
        return _clock(found, minutes, found["half"])
    if found["sharp"]:
        return _clock(found, _BARE_HOURS[found["sharp"].casefold()] * 60, found["ehalf"])
    named = found["ehour"].casefold()
    hour = int(named) if named.isdigit() else _BARE_HOURS[named]
    extra = _PARTS[found["part"].casefold()]
    return _clock(found, hour * 60 + (extra if found["side"].casefold() in _PAST else -extra), None)


def _clock(found: re.Match[str], minutes: int, half: str | None) -> Clock:
    said = strip_accents(half or "").replace(" ", "").replace(".", "")
    if _AFTER_NOON.fullmatch(said):
        minutes = minutes % 720 + 720
    elif said:
        minutes %= 720
    hour_is_plain = not said and 60 <= minutes < 780
    return Clock(found.start(), found.end(), minutes, loose=hour_is_plain)


_MONTH_WORD: Final = WordPattern(rf"\b(?:{_FULL_MONTH}|«calendar.month-word»)\b", _I)


def find_months(text: str) -> frozenset[int]:
    """Return the months that a text names in words, wherever they stand."""
    return frozenset(_MONTHS[strip_accents(found)] for found in _MONTH_WORD.findall(text))
