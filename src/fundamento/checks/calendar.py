"""Dates and times of day, in figures and in words, Spanish and English."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fundamento.checks.figures import read_number_words
from fundamento.checks.hints import Anchored, Hinted, has_any
from fundamento.checks.wording import words_in
from fundamento.text.language import Lang
from fundamento.text.stems import strip_accents

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "enero ene january jan", "febrero feb february", "marzo mar march", "abril abr april apr", "mayo may",
            "junio jun june", "julio jul july", "agosto ago august aug", "septiembre setiembre sep sept set september",
            "octubre oct october", "noviembre nov november", "diciembre dic december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
MONTH_NAMES: Final = frozenset(_MONTHS)
MONTH_PATTERN: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_MONTH: Final = MONTH_PATTERN
_FULL_MONTH: Final = "|".join(
    sorted((name for name in _MONTHS if len(name) > 4 or name in ("mayo", "june", "july")), key=len, reverse=True)
)
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


_ORDINALS: Final = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth
twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first
"""
_ORDINAL_DAYS: Final = tuple(_ORDINALS.split())
_ORDINAL_DAY: Final = "|".join(sorted(_ORDINAL_DAYS, key=len, reverse=True))
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
        rf"(?<![\w.,])(?P<day>0?[1-9]|[12]\d|3[01]|{_ORDINAL_DAY}|primero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez"
        r"|once|doce|trece|catorce"
        r"|quince|diecis[eé]is|diecisiete|dieciocho|diecinueve|veinte|veinti\w+|treinta(?: y uno)?)(?:\.?[ºo°]"
        r"|(?:st|nd|rd|th)(?: day(?= of ))?|(?<=[a-z]) day(?= of )| d[ií]as(?= del mes de ))?"
        rf" (?:del mes de |de |of |of the month of )?(?P<month>{_MONTH})\.?\b"
        rf"(?:,? (?:de |del |del año |de año )?{_YEAR})?(?!\w)",
        find_month_names,
        _I,
    ),
    Anchored(
        rf"\b(?P<month>{_MONTH})\.? (?:the )?{_DAY}(?:st|nd|rd|th)?\b(?!:\d)(?:,? (?:of )?{_YEAR}\b)?",
        find_month_names,
        _I,
    ),
    Anchored(
        rf"\b(?P<month>{_MONTH})\.?,? (?:de |del |del año |of )?{_YEAR}\b",
        find_month_names,
        _I,
    ),
    Anchored(
        r"(?:(?<=\b[Ee]n )|(?<=\b[Dd]e )|(?<=\ba )|(?<=\b[Ii]n )|(?<=\b[Oo]f )|(?<=\b[Bb]y )|(?<=\b[Uu]ntil )"
        r"|(?<=\b[Ss]ince )"
        r"|(?<=\b[Ff]rom )|(?<=\b[Dd]esde )"
        r"|(?<=\b[Hh]asta )|(?<=\b[Dd]uring )|(?<=\b[Dd]urante )"
        r"|(?<=\b[Tt]o )|(?<=\b[Ee]arly )|(?<=\b[Ll]ate )|(?<=\b[Mm]id-)"
        rf"|(?<=\b[Mm]es de ))(?P<month>(?i:{_FULL_MONTH})|May)\b",
        find_month_names,
    ),
)
_HALF_DAY: Final = (
    r"(?P<half>a\.? ?m\b\.?|p\.? ?m\b\.?|de la (?:mañana|tarde|noche)|in the (?:morning|afternoon|evening))"
)
_CLOCKS: Final = (
    re.compile(
        r"(?<![\d:.,/])(?P<hour>2[0-4]|[01]?\d)(?!\d)(?::|h(?=\d))(?P<minute>[0-5]\d)(?![\d:]|[.,]\d)(?: ?(?:h"
        rf"|hs|hrs|horas|hours)\b\.?)?(?: ?{_HALF_DAY})?",
        _I,
    ),
    re.compile(
        rf"(?<![\d:.,/])(?P<hour>2[0-4]|[01]?\d)(?!\d)[.](?P<minute>[0-5]\d) ?(?:(?:h|hs|horas)\b\.?|{_HALF_DAY})", _I
    ),
    re.compile(rf"(?<![\d:.,/])(?P<hour>2[0-4]|[01]?\d)(?!\d) ?{_HALF_DAY}", _I),
    re.compile(
        r"(?<=\blas )(?P<hour>2[0-4]|[01]?\d)(?!\d|[.,]\d{3})(?:[.](?P<minute>[0-5]\d))?(?: ?(?:h|hs"
        r"|horas)\b\.?)?(?! ?(?:%|\w+s\b))",
        _I,
    ),
)
_HOURS: Final = "una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce"
_ENGLISH_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_SPOKEN_HOUR: Final = re.compile(rf"las? (?:{_HOURS})\b")
_says_when: Final = has_any(
    *("half ", "quarter ", "o'clock", " am", " a.m", " pm", " p.m"),
    *("noon", "midd", "mediod", "midnight", "medianoche"),
)


def _may_be_spoken(text: str) -> bool:
    return _SPOKEN_HOUR.search(text.lower()) is not None or bool(_says_when(text))


# What is of midday, and need not be at twelve.
_MIDDAY: Final = r" (?:meal|visit|break|service|session|shift)s?\b"
_AT_MIDDAY: Final = ("comida", "visita", "turno", "pausa")
_SPOKEN: Final = Hinted(
    rf"\blas? (?P<hour>{_HOURS})\b(?! (?!menos\b)\w*s\b(?!.{{0,3}}de la))(?: (?P<way>y|menos) (?P<minute>media|cuarto"
    rf"|cinco|diez|veinte|veinticinco))?(?: {_HALF_DAY})?"
    rf"|\b(?:(?P<part>half|quarter) (?P<side>past|to) )(?P<ehour>{_ENGLISH_HOURS}|1?\d)\b"
    rf"|\b(?P<sharp>{_ENGLISH_HOURS}) (?:o'clock|(?P<ehalf>a\.?m\b|p\.?m\b)\.?)|\b(?P<noon>noon|midday(?!{_MIDDAY})"
    rf"|(?<!{_AT_MIDDAY[0]} de )(?<!{_AT_MIDDAY[1]} de )(?<!{_AT_MIDDAY[2]} de )(?<!{_AT_MIDDAY[3]} de )mediod[ií]a)\b"
    r"|\b(?P<midnight>midnight|medianoche)\b",
    _may_be_spoken,
    _I,
)
_MINUTES: Final = {
    "media": 30,
    "cuarto": 15,
    "cinco": 5,
    "diez": 10,
    "veinte": 20,
    "veinticinco": 25,
    "half": 30,
    "quarter": 15,
}
_CLOCK_FIGURES: Final = re.compile(r"\d(?:[:hH]| ?(?:[aApP]\.? ?[mM]|[dD][eE] |[iI][nN] )|\.[0-5]\d ?[hHaApPdDiI])")
_AT_HOUR: Final = re.compile(r"las \d")


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
    if written.islower() and written in ("may", "march", "mar", "set", "jan", "dec") and not _is_dated(found, year):
        return None  # a verb, or the sea
    return Day(found.start(), found.end(), year, month, _number_of(day) if day else None)


# What stands before a month with a day, and not before a month that something is counted in: on 12 march.
_ON: Final = re.compile(r"(?:\b(?:on|by|until|till|since|from|to|before|after)(?: the)? |\()\Z", _I)
_IN: Final = re.compile(r"\b(?:in|since|until|early|late|during|of) \Z|\bmid-\Z", _I)


def _is_dated(found: re.Match[str], year: int | None) -> bool:
    """Say whether the name of a month in small letters, which may be another word, stands in a date."""
    if year is not None:
        return True
    text, start = found.string, found.start()
    if "day" in found.groupdict():
        return _ON.search(text, max(0, start - 16), start) is not None
    return found["month"] == "march" and _IN.search(text, max(0, start - 10), start) is not None


_COUNTED_IN: Final = re.compile(r"\b(?:en|durante|in|during|within) (?:el mes de |the month of )?\Z", _I)
_COUNTED: Final = re.compile(
    r" (?!(?:de|del|of|at|a|y|and|to|in|on|se|he|she|it|we|they|was|is|were|are|has|as|his|this|los|las|sus|es)\b)"
    r"(?:(?:nuev[oa]s|otr[oa]s|other|new|more|m[aá]s|[a-z]+(?:ed|al|ic|ing)) )?"
    r"(?:[a-zñáéíóú]{3,}s|people|children|men|women|staff)\b"
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
    if plain == "primero":
        return 1
    if plain in _ORDINAL_DAYS:
        return _ORDINAL_DAYS.index(plain) + 1
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
        hour = _HOURS.split("|").index(found["hour"].casefold()) + 1
        extra = _MINUTES[found["minute"].casefold()] if found["minute"] else 0
        minutes = hour * 60 + (extra if (found["way"] or "").casefold() != "menos" else -extra)
        return _clock(found, minutes, found["half"])
    if found["sharp"]:
        return _clock(found, (_ENGLISH_HOURS.split("|").index(found["sharp"].casefold()) + 1) * 60, found["ehalf"])
    named = found["ehour"].casefold()
    hour = int(named) if named.isdigit() else _ENGLISH_HOURS.split("|").index(named) + 1
    extra = _MINUTES[found["part"].casefold()]
    return _clock(found, hour * 60 + (extra if found["side"].casefold() == "past" else -extra), None)


def _clock(found: re.Match[str], minutes: int, half: str | None) -> Clock:
    said = strip_accents(half or "").replace(" ", "").replace(".", "")
    if said in ("pm", "delatarde", "delanoche", "intheafternoon", "intheevening"):
        minutes = minutes % 720 + 720
    elif said:
        minutes %= 720
    hour_is_plain = not said and 60 <= minutes < 780
    return Clock(found.start(), found.end(), minutes, loose=hour_is_plain)


_MONTH_WORD: Final = re.compile(rf"\b(?:{_FULL_MONTH}|may)\b", _I)


def find_months(text: str) -> frozenset[int]:
    """Return the months that a text names in words, wherever they stand."""
    return frozenset(_MONTHS[strip_accents(found)] for found in _MONTH_WORD.findall(text))
