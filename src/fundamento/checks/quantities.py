"""The quantities that a text states: numbers with their units, dates and times of day, and what is none of these."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, cast

from fundamento.checks.calendar import MONTH_NAMES, Clock, Day, read_clocks, read_days
from fundamento.checks.contacts import Contact, read_contacts
from fundamento.checks.day_notations import read_noted_days, read_shared_months
from fundamento.checks.figures import (
    COUNTING_WORDS,
    DIVIDING_WORDS,
    NUMBER_WORDS,
    Numeral,
    read_figures,
    read_number_words,
    read_parts_and_ranks,
    read_ratios,
)
from fundamento.checks.hints import Hinted, has_any, has_lead, has_word
from fundamento.checks.measures import Quantity, join_parts, join_products, join_shares, share_units
from fundamento.checks.notations import NOTED_WORDS, read_notations
from fundamento.checks.units import Unit, find_rate, find_unit_after, find_unit_before
from fundamento.checks.wording import words_in
from fundamento.text.language import Lang, detect_language, find_sure_language
from fundamento.text.vocabulary import Derived, WordPattern, WordSet, WordTable, lru_cache

_KEPT_UP_TO: Final = 20_000
_TENS: Final = WordTable("quantities.tens", float)
_NAMED_TENS: Final = WordTable("quantities.named-tens", float)
_DIGIT: Final = re.compile(r"[\d①-⑳½¼¾⅓⅔⅕⅖⅗⅘⅛]")
# A text with no figure and none of these words states no number.
_MOMENTS: Final = WordSet("quantities.moments")
_PERIODS: Final = WordSet("quantities.periods")  # a year
_HINTS: Final = NUMBER_WORDS | MONTH_NAMES | _MOMENTS | _NAMED_TENS.keys() | NOTED_WORDS | _PERIODS


@dataclass(frozen=True, slots=True)
class Reading:
    """All that a text states in numbers.

    `loose` holds the figures that are no quantities, `references` those of them that name something, and `glued` those
    that have letters of no known unit behind them.
    """

    text: str
    numbers: tuple[Quantity, ...] = ()
    days: tuple[Day, ...] = ()
    clocks: tuple[Clock, ...] = ()
    loose: frozenset[str] = field(default_factory=frozenset)
    references: frozenset[str] = field(default_factory=frozenset)
    glued: frozenset[str] = field(default_factory=frozenset)
    contacts: tuple[Contact, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.numbers or self.days or self.clocks or self.references or self.contacts)


# None of these is a quantity. The figures of references and identifiers are kept: they too have to be right.
_MARKS: Final = (
    Hinted(
        r"【[^】]{0,40}】|\[\^?\w{0,3}\d{1,4}(?:\s*[,;–-]\s*\w{0,3}\d{1,9})*\]|[¹²³⁴⁵⁶⁷⁸⁹⁰]+(?=\s|$|[.,;])(?<![mM²³].)",
        re.compile(r"[【\[¹²³⁴⁵⁶⁷⁸⁹⁰]").search,
    ),
    re.compile(r"(?m)^[ \t]*\(?\d{1,2}[.)](?=[ \t])(?:-(?= ))?"),
)
# Everybody's names: their figures are looked for nowhere.
_names_known: Final = has_word(frozenset(("covid", "sars", "co", "h", "pm", "web", "mp")))
_DIMENSIONS: Final = re.compile(r"(?i)\b[234]d\b")
_KNOWN_NAMES: Final = Hinted(
    r"(?i)\b(?:covid[- ]?19|sars-cov-2|co2|h2o|pm2[.,]5|web 2\.0|24/7|mp[34]|[234]d)\b",
    lambda text: "24/7" in text or _names_known(text) or _DIMENSIONS.search(text),
)
_REFERENCES: Final = (
    Hinted(
        r"(?i)(?:\b(?:«quantities.references»|n\.?[ºo°])\b\.?[ºo°]?|§|#|n\.?º)[ :]*\(?(?=\d)\d[\w.,/-]*\w"
        r"|(?:\b«quantities.references-of-one-figure»\b\.?|§|#|n\.?º) ?\d",
        has_lead(WordSet("quantities.referring")),
    ),
    Hinted(
        r"(?<![\w.,])(?!\d{1,3}(?:\.\d{3})+(?![\w.]*\d))v?\d+(?:\.\d+){2,}(?:[-.]?\w+)?(?!\w)",
        re.compile(r"\.\d+\.\d").search,
    ),
    Hinted(r"\b\d+/\d+/\d+/\d+\b", has_any("/")),
    Hinted(
        r"(?<!\w)(?![kcdm]?m[23]\b|ft2\b|l/100\b)[^\W\d_]{1,24}(?:[-_./][^\W\d_]{1,24}){0,3}[-_./]?\d\w*(?:[-./]\w+)*"
        r"(?!\w)",
        re.compile(r"\d(?:(?<=[^\W\d_]\d)|(?<=[^\W\d_][-_./]\d))").search,
    ),
)
# A number with letters of no known unit: it may count them all the same.
_GLUED: Final = (
    Hinted(r"(?<![\w.,])\d+(?![½¼¾⅓⅔⅕⅖⅗⅘⅛]|(?:«quantities.ordinal-endings»|k|K|x|X|[ºª°]|h|hs|hrs?|min|mins|s|ms|seg|d|mm|cm|m|km|kms|mi|ft|in|yd|m2|km2|m²|km²|ha"
               r"|ml|cl|l|L|mg|g|gr|kg|kgs|oz|lb|lbs|t|[KMGTPkmgtp]i?[Bb]|[MGk]bps|W|kW|KW|MW|GW|[kKMGT]?Wh|J|kJ"
               r"|kcal|cal|V|kV|A|mA|C|F|[kMG]?Hz|hz"
               r"|mph|kmh|db|dB|bar|Pa|eur|EUR|usd|USD|M|am|pm|AM|PM|p|«quantities.glued-units»"
               r"|h\d\d|T\d\d(?=:))(?![^\W\d_]))[^\W\d_]+\w*", re.compile(r"\d[^\W\d_]").search),
)  # fmt: skip
_FIGURES: Final = re.compile(r"\d+(?:[.,]\d+)*")
_has_tens: Final = has_word(_TENS.keys() | _NAMED_TENS.keys())
_DECADE_FIGURES: Final = re.compile(r"0'?[sS]\b| [1-9]0(?!\d)")


def _may_be_decade(text: str) -> bool:
    return _DECADE_FIGURES.search(text) is not None or bool(_has_tens(text))


_DECADE: Final = Hinted(
    r"(?<!\w)(?:(?P<full>1[0-9]|20)?'?(?P<tens>[0-9]0)'?s\b)"
    r"|«<quantities.before-decade»(?:(?P<bare>[1-9]0)(?:«quantities.bare-decade»|(?! ?\w))(?! ?%|\w)"
    r"|(?P<words>«quantities.tens»)\b(?! «quantities.after-tens»\b))|\b(?P<english>«quantities.named-tens»)\b",
    _may_be_decade,
    re.IGNORECASE,
)
_tells_half: Final = has_word(WordSet("quantities.halves"))  # as each of these does
# What is said of halves and sets with hours, days and years: minutes, hours and months.
_IDIOMS: Final = Derived(
    lambda vocabulary: [
        (re.compile(rf"(?i)\b(?:{wording})\b"), float(value), unit)
        for wording, held in vocabulary.table("quantities.idioms").items()
        for value, _, unit in [held.partition(" ")]
    ]
)
_OF_A_UNIT: Final = WordPattern(r" «quantities.of-a»«quantities.units-of-halves»\b", re.I)
# A year after one of these is how long something is, and no rate.
_ONE: Final = WordPattern(
    r"\b«quantities.before-one» (?P<one>«quantities.one»)(?= (?:«quantities.whole» )?«quantities.period-nouns»\b"
    r"(?! «quantities.not-after-one»\b))",
    re.IGNORECASE,
)
_HALF: Final = Hinted(
    r"(?<=[\w%] )(?:(?P<half>«quantities.and-a-half»)|«quantities.and-a-quarter»)\b", _tells_half, re.IGNORECASE
)


def read_quantities(text: str) -> Reading:
    """Read what an evened text states in numbers; the same text is read once while it stays in memory."""
    return _kept(text) if len(text) <= _KEPT_UP_TO else _kept_large(text)


def may_count(text: str) -> bool:
    """Say whether a text may state a number, a date or a time: a cheap look, never wrong where it says no."""
    return _DIGIT.search(text) is not None or not _HINTS.isdisjoint(words_in(text))


def _read(text: str) -> Reading:
    contacts = read_contacts(text)
    if not may_count(text):
        return Reading(text, contacts=contacts)
    masked = _blank_all(text, contacts)
    early = list(read_noted_days(masked))
    masked = _blank_all(masked, early)
    noted = tuple(read_notations(masked))
    masked, marks = _mask(_blank_all(masked, noted), (_KNOWN_NAMES, *_MARKS))
    masked, references = _mask(masked, _REFERENCES)
    masked, glued = _mask(masked, _GLUED)
    references |= glued
    lang = _sure_language(text)
    early += read_shared_months(masked)
    days = tuple(sorted((*early, *read_days(masked, lang=lang)), key=lambda day: (day.start, -day.end)))
    days = _keep_apart(days)
    masked = _blank_all(masked, days)
    clocks = tuple(sorted(read_clocks(masked), key=lambda clock: clock.start))
    masked = _blank_all(masked, clocks)
    numbers = share_units(_numbers(masked, text, noted, lang), masked)
    return Reading(text, numbers, days, clocks, marks | references, references, glued, contacts)


def _keep_apart(days: Sequence[Day]) -> tuple[Day, ...]:
    """Return dates in their order without those that overlap with one before."""
    kept: list[Day] = []
    for each in days:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return tuple(kept)


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def _blank_all(text: str, found: Iterable[_Placed]) -> str:
    return blank(text, [(each.start, each.end) for each in found])


_kept = lru_cache(maxsize=1024)(_read)
# Several checks read the text of one claim's evidence, one after the other.
_kept_large = lru_cache(maxsize=2)(_read)


_MASKABLE: Final = re.compile(r"[\d¹²³⁴⁵⁶⁷⁸⁹⁰]")


def _mask(text: str, patterns: Sequence[re.Pattern[str] | Hinted]) -> tuple[str, frozenset[str]]:
    """Return a text of the same length in which what is no quantity is blanked, and the figures in that."""
    loose: set[str] = set()
    if not _MASKABLE.search(text):
        return text, frozenset()

    def hide(found: re.Match[str]) -> str:
        loose.update(_FIGURES.findall(found[0]))
        return "_" * len(found[0])

    for pattern in patterns:
        text = pattern.sub(hide, text)
    return text, frozenset(loose)


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text of the same length in which some stretches are blanked."""
    ordered = sorted(spans)
    if not ordered:
        return text
    pieces, last = [], 0
    for start, end in ordered:
        if start >= last:
            pieces += [text[last:start], "_" * (end - start)]
            last = end
    return "".join([*pieces, text[last:]])


def _numbers(masked: str, text: str, noted: Sequence[Numeral], lang: Lang | None) -> list[Quantity]:
    found: list[Quantity] = []
    for pattern, value, name in _IDIOMS.value() if _tells_half(masked) else ():
        for idiom in pattern.finditer(masked):
            unit = find_unit_after(f" {name}", 0, figures=False) if name else None
            found.append(
                Quantity(idiom.start(), idiom.end(), idiom.end(), (value,), "words", unit[0] if unit else None)
            )
    masked = blank(masked, [(each.start, each.end) for each in found])
    found += [
        Quantity(decade.start(), decade.end(), decade.end(), _decade(decade), "decade")
        for decade in _DECADE.finditer(masked)
    ]
    masked = blank(masked, [(each.start, each.end) for each in found])
    halves = {half.start(): (half.end(), 0.5 if half["half"] else 0.25) for half in _HALF.finditer(masked)}
    masked = blank(masked, [(start, end) for start, (end, _) in halves.items()])
    ratios = list(read_ratios(masked))
    masked = blank(masked, [(each.start, each.end) for each in ratios])
    figures = [*noted, *ratios, *read_figures(masked, lang=lang)]
    masked_words = blank(masked, [(each.start, each.end) for each in figures])
    words = words_in(text)
    parts = [] if DIVIDING_WORDS.isdisjoint(words) else list(read_parts_and_ranks(masked_words))
    masked_words = blank(masked_words, [(each.start, each.end) for each in parts])
    spanish = detect_language(text) == "es"
    may_be_one = not _PERIODS.isdisjoint(words)
    ones = [Numeral(*one.span("one"), (1.0,), "one") for one in _ONE.finditer(masked_words)] if may_be_one else []
    in_words = () if COUNTING_WORDS.isdisjoint(words) else read_number_words(masked_words, spanish=spanish)
    numerals = [*figures, *parts, *ones, *in_words]
    found += [_measure(_add_half(numeral, halves), masked, halves) for numeral in numerals]
    ordered = join_parts(sorted(found, key=lambda each: (each.start, -each.end, each.kind)), masked)
    return join_products(join_shares(ordered, masked), masked)


def _add_half(numeral: Numeral, halves: Mapping[int, tuple[int, float]]) -> Numeral:
    end, part = halves.get(numeral.end + 1, (None, 0.0))
    if end is None or numeral.kind not in ("figures", "words", "one"):
        return numeral
    return replace(numeral, end=end, values=tuple(value + part for value in numeral.values), kind="words")


# What tells the language of a text that has no word of the closed classes.
_TELLING: Final = Derived(
    lambda vocabulary: {
        language: frozenset(held["quantities"]["telling"].split())
        for language, held in vocabulary.languages.items()
        if "telling" in held.get("quantities", {})
    }
)


def _sure_language(text: str) -> Lang | None:
    sure = find_sure_language(text)
    if sure is not None:
        return sure
    words = words_in(text)
    telling = [language for language, known in _TELLING.value().items() if not known.isdisjoint(words)]
    return cast("Lang", telling[0]) if len(telling) == 1 else None


def _decade(found: re.Match[str]) -> tuple[float, ...]:
    if found["full"]:
        return (float(f"{found['full']}{found['tens']}"),)
    if found["words"]:
        tens = _TENS[found["words"].casefold()]
    elif found["english"]:
        tens = _NAMED_TENS[found["english"].casefold()]
    else:
        tens = float(found["tens"] or found["bare"])
    return (tens, 1900.0 + tens)


def _measure(numeral: Numeral, text: str, halves: Mapping[int, tuple[int, float]]) -> Quantity:
    """Attach to a number the unit and the rate that stand by it."""
    end = numeral.end
    unit: Unit | None = None
    numeral = _as_part_of_unit(numeral, text)
    if numeral.kind not in ("rank", "century", "multiple"):
        after = find_unit_after(text, end, figures=numeral.kind == "figures")
        if after is not None:
            unit, end = after
        elif numeral.kind == "figures":
            unit = find_unit_before(text, numeral.start)
    values = numeral.values
    if numeral.kind == "figures" and _signed_before(text, numeral.start):
        values = tuple(-value for value in values)
    kind = numeral.kind
    if unit is not None and end + 1 in halves and kind in ("figures", "words", "one"):  # two hours and a half
        end, part = halves[end + 1]
        kind = "words"
        values = tuple(value + part for value in values)
    rate = find_rate(text, end) if unit is not None or numeral.kind == "figures" else None
    return Quantity(
        numeral.start, numeral.end, end, values, kind, unit, rate, numeral.step, (), numeral.mark, numeral.scale
    )


def _as_part_of_unit(numeral: Numeral, text: str) -> Numeral:
    """Return a word that may be a rank as the fraction that it is before a unit: un cuarto de hora."""
    shares = tuple(value for value in numeral.values if value < 1)
    if numeral.kind != "rank" or not shares or not _OF_A_UNIT.match(text, numeral.end):
        return numeral
    return replace(numeral, values=shares, kind="fraction")


def _signed_before(text: str, start: int) -> bool:
    before = text[max(0, start - 5) : start]
    return "-" in before and re.search(r"(?:^|[\s(])-[€$£] ?$", before) is not None


def merge(readings: Sequence[Reading]) -> Reading:
    """Return what several texts state together, in their order."""
    return Reading(
        "\n".join(each.text for each in readings),
        tuple(number for each in readings for number in each.numbers),
        tuple(day for each in readings for day in each.days),
        tuple(clock for each in readings for clock in each.clocks),
        frozenset().union(*(each.loose for each in readings)),
        frozenset().union(*(each.references for each in readings)),
        frozenset().union(*(each.glued for each in readings)),
        tuple(contact for each in readings for contact in each.contacts),
    )
