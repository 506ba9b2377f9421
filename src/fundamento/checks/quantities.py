"""The quantities that a text states: numbers with their units, dates and times of day, and what is none of these."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Protocol

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

_KEPT_UP_TO: Final = 20_000
_ENGLISH_TENS: Final = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_DIGIT: Final = re.compile(r"[\d①-⑳½¼¾⅓⅔⅕⅖⅗⅘⅛]")
# A text with no figure and none of these words states no number.
_MOMENTS: Final = frozenset(("noon", "midday", "midnight", "mediodia", "medianoche"))
_PERIODS: Final = frozenset(("year", "month", "week", "fortnight", "day", "hour", "minute"))  # a year
_HINTS: Final = NUMBER_WORDS | MONTH_NAMES | _MOMENTS | frozenset(_ENGLISH_TENS) | NOTED_WORDS | _PERIODS


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
_names_known: Final = has_word("covid", "sars", "co", "h", "pm", "web", "mp")
_DIMENSIONS: Final = re.compile(r"(?i)\b[234]d\b")
_KNOWN_NAMES: Final = Hinted(
    r"(?i)\b(?:covid[- ]?19|sars-cov-2|co2|h2o|pm2[.,]5|web 2\.0|24/7|mp[34]|[234]d)\b",
    lambda text: "24/7" in text or _names_known(text) or _DIMENSIONS.search(text),
)
_REFERRING_WORDS: Final = """
articulo articulos art arts article articles apartado apartados apdo capitulo capitulos cap caps chapter chapters
seccion section sec sect sects clausula clausulas clause clauses pagina paginas pag pags page pages p pp figura
figuras fig figure figures tabla tablas table tables anexo anexos annex appendix ley decreto law act directiva
reglamento version ver v release num no nos n nº ref expediente ticket iso une rfc norma modelo model ruta route
windows android ios python java nota notas note notes footnote footnotes paso step item inciso epigrafe parrafo
paragraph
"""
_REFERENCES: Final = (
    Hinted(
        r"(?i)(?:\b(?:art[ií]culos?|arts?|articles?|apartados?|apdo|cap[ií]tulos?|caps?|chapters?|secci[oó]n"
        r"|section|sec|sects?|cl[aá]usulas?|clauses?"
        r"|p[aá]ginas?|p[aá]gs?|pages?|pp?|figuras?|fig|figures?|tablas?|tables?|anexos?|annex|appendix|ley"
        r"|real decreto|decreto|law|act|directiva"
        r"|notas?|notes?|footnotes?|paso|step|[íi]tem|inciso|ep[íi]grafe|p[áa]rrafo|paragraph"
        r"|reglamento|versi[oó]n|version|ver|v|release|n[uú]m|nos?|n\.?[ºo°]|ref|expediente|ticket|iso|une"
        r"|en iso|rfc|norma|modelo|model|ruta|route"
        r"|windows|android|ios|python|java)\b\.?[ºo°]?|§|#|n\.?º)[ :]*\(?(?=\d)\d[\w.,/-]*\w"
        r"|(?:\b(?:art[ií]culos?|arts?|p[aá]ginas?|pages?|"
        r"notas?|notes?|footnotes?|paso|step|p[áa]rrafo|paragraph"
        r"|secci[oó]n|section|figuras?|fig|tablas?|versi[oó]n|version|cap[ií]tulos?|chapter|apartado|n[uú]m)\b\.?"
        r"|§|#|n\.?º) ?\d",
        has_lead(_REFERRING_WORDS.split()),
    ),
    Hinted(
        r"(?<![\w.,])(?!\d{1,3}(?:\.\d{3})+(?![\w.]*\d))v?\d+(?:\.\d+){2,}(?:[-.]?\w+)?(?!\w)",
        re.compile(r"\.\d+\.\d").search,
    ),
    Hinted(r"\b\d+/\d+/\d+/\d+\b", has_any("/")),
    Hinted(
        r"(?<!\w)(?![kcdm]?m[23]\b|ft2\b|l/100\b)[^\W\d_]{1,24}(?:[-_./][^\W\d_]{1,24}){0,3}[-_./]?\d\w*(?:[-./]\w+)*(?!\w)",
        re.compile(r"\d(?:(?<=[^\W\d_]\d)|(?<=[^\W\d_][-_./]\d))").search,
    ),
)
# A number with letters of no known unit: it may count them all the same.
_GLUED: Final = (
    Hinted(r"(?<![\w.,])\d+(?![½¼¾⅓⅔⅕⅖⅗⅘⅛]|(?:st|nd|rd|th|er|k|K|x|X|[ºª°]|h|hs|hrs?|min|mins|s|ms|seg|d|mm|cm|m|km|kms|mi|ft|in|yd|m2|km2|m²|km²|ha"
               r"|ml|cl|l|L|mg|g|gr|kg|kgs|oz|lb|lbs|t|[KMGTPkmgtp]i?[Bb]|[MGk]bps|W|kW|KW|MW|GW|[kKMGT]?Wh|J|kJ"
               r"|kcal|cal|V|kV|A|mA|C|F|[kMG]?Hz|hz"
               r"|mph|kmh|db|dB|bar|Pa|eur|EUR|euros|usd|USD|mn|bn|M|years?|años|días|days|am|pm|AM|PM|p"
               r"|h\d\d|T\d\d(?=:))(?![^\W\d_]))[^\W\d_]+\w*", re.compile(r"\d[^\W\d_]").search),
)  # fmt: skip
_FIGURES: Final = re.compile(r"\d+(?:[.,]\d+)*")
_TENS: Final = ("veinte", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_has_tens: Final = has_word(*_TENS, *_ENGLISH_TENS)
_DECADE_FIGURES: Final = re.compile(r"0'?[sS]\b| [1-9]0(?!\d)")


def _may_be_decade(text: str) -> bool:
    return _DECADE_FIGURES.search(text) is not None or bool(_has_tens(text))


_DECADE: Final = Hinted(
    r"(?<!\w)(?:(?P<full>1[0-9]|20)?'?(?P<tens>[0-9]0)'?s\b)"
    r"|(?:(?<=\baños )|(?<=\blos )|(?<=\bla década de ))(?:(?P<es>[1-9]0)(?:(?<=\baños \d\d)|(?! ?\w))(?! ?%|\w)"
    r"|(?P<words>veinte|treinta"
    r"|cuarenta|cincuenta|sesenta"
    r"|setenta|ochenta|noventa)\b(?! y\b))|\b(?P<english>twenties|thirties|forties|fifties|sixties|seventies"
    r"|eighties|nineties)\b",
    _may_be_decade,
    re.IGNORECASE,
)
_tells_half: Final = has_word("medio", "media", "half", "cuarto", "quarter")  # as each of these does
_IDIOMS: Final = (
    # What is said of halves and sets with hours, days and years: minutes, hours and months.
    (re.compile(r"(?i)\b(?:media hora|half an hour|half-hour)\b"), 0.5, "hora"),
    (re.compile(r"(?i)\b(?:(?<!\d )(?:una )?hora y media|an hour and a half)\b"), 1.5, "hora"),
    (re.compile(r"(?i)\b(?:(?<!\d )(?:un )?año y medio|a year and a half)\b"), 1.5, "año"),
    (re.compile(r"(?i)\b(?:medio año|half a year)\b"), 0.5, "año"),
    (re.compile(r"(?i)\b(?:medio kilo|half a kilo|half a kilogram)\b"), 0.5, "kilo"),
    (re.compile(r"(?i)\b(?:medio litro|half a litre|half a liter)\b"), 0.5, "litro"),
    (re.compile(r"(?i)\b(?:medio día|half a day)\b"), 0.5, "día"),
    (re.compile(r"(?i)\b(?:media docena|half a dozen)\b"), 6.0, ""),
    (re.compile(r"(?i)\b(?:medio millón|half a million)\b"), 500_000.0, ""),
    (re.compile(r"(?i)\b(?:(?:un |one )?millón y medio|(?:a|one) million and a half)\b"), 1_500_000.0, ""),
)
_OF_A_UNIT: Final = re.compile(
    r" (?:de (?:una? )?|of an? )(?:hora|año|litro|kilo|kil[oó]metro|hour|year|mile|litre|liter|kilo\w*)\b", re.I
)
# A year after one of these is how long something is, and no rate.
_ONE: Final = re.compile(
    r"\b(?:last(?:s|ed|ing)?|for|within|about|after|at least|at most|only|than|under|takes?|took|nearly|almost|up to)"
    r" (?P<one>an?)(?= (?:full |whole |calendar )?(?:year|month|week|fortnight|day|hour|minute)\b"
    r"(?! (?:later|ago|earlier|before|after)\b))",
    re.IGNORECASE,
)
_HALF: Final = Hinted(
    r"(?<=[\w%] )(?:(?P<half>y medi[oa]|and a half)|y cuarto|and a quarter)\b", _tells_half, re.IGNORECASE
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
    for pattern, value, name in _IDIOMS if _tells_half(masked) else ():
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
_ENGLISH_WORDS: Final = """
hundred thousand million billion trillion percent seconds minutes hours days weeks months years inches feet miles pounds
people users customers
"""
_SPANISH_WORDS: Final = """
mil millón millon millones billones ciento cientos segundos minutos horas dias semanas meses años metros libras personas
usuarios clientes
"""
_ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())
_SPANISH: Final = frozenset(_SPANISH_WORDS.split())


def _sure_language(text: str) -> Lang | None:
    sure = find_sure_language(text)
    if sure is not None:
        return sure
    words = words_in(text)
    spanish, english = not _SPANISH.isdisjoint(words), not _ENGLISH.isdisjoint(words)
    return None if spanish == english else "es" if spanish else "en"


def _decade(found: re.Match[str]) -> tuple[float, ...]:
    if found["full"]:
        return (float(f"{found['full']}{found['tens']}"),)
    if found["words"]:
        tens = 20.0 + 10 * _TENS.index(found["words"].casefold())
    elif found["english"]:
        tens = 20.0 + 10 * _ENGLISH_TENS.index(found["english"].casefold())
    else:
        tens = float(found["tens"] or found["es"])
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
