"""Units of measure in Spanish and English: what they measure, and how they convert."""

import re
from dataclasses import dataclass
from typing import Final

from fundamento.text.vocabulary import Languages, WordPattern, WordSet, WordTable, lru_cache

_CURRENCIES: Final = frozenset({"EUR", "USD", "GBP", "JPY", "pesos", "CHF", "BRL", "dollars", "pounds"})
# What one word or sign may stand for.
_ALIKE: Final = (
    frozenset({"USD", "pesos", "dollars"}),
    frozenset({"degrees", "celsius"}),
    frozenset({"degrees", "fahrenheit"}),
    frozenset({"pounds", "GBP"}),
    frozenset({"pounds", "mass"}),
)
_HOUR: Final = 3_600.0
_YEAR: Final = 365 * 86_400.0
# One letter is a unit in the case that is its own: 5 a 10 is a range, 5 A are amperes.
_UPPER: Final = frozenset("avwjcf")


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit measures, and how many of its base unit it is; `written` as it stands in the table."""

    dimension: str
    factor: float
    written: str

    @property
    def is_money(self) -> bool:
        """Whether it is a currency."""
        return self.dimension in _CURRENCIES

    @property
    def is_year(self) -> bool:
        """Whether it is a year."""
        return self.dimension == "time" and self.factor == _YEAR

    @property
    def is_hour(self) -> bool:
        """Whether it is an hour."""
        return self.dimension == "time" and self.factor == _HOUR

    def measures_as(self, other: "Unit") -> bool:
        """Say whether two units measure the same thing."""
        pair = {self.dimension, other.dimension}
        return len(pair) == 1 or any(pair <= alike for alike in _ALIKE)


def _read_units(vocabulary: Languages) -> dict[str, Unit]:
    """Read the units of all languages: by dimension, how many of the base unit they are and how they are written."""
    return {
        name: Unit(dimension, float(factor), name)
        for held in vocabulary.find("units.dimensions")
        for dimension, factors in held.items()
        for factor, names in factors.items()
        for name in names.split(", ")
    }


_UNITS: Final = WordTable(_read_units)
# A name of one or two letters stands after figures only.
_SHORT: Final = WordSet(lambda _: frozenset(name for name in _UNITS if len(name) <= 2 and name[0].isalpha()))
_LONG: Final = WordSet(lambda _: frozenset(_UNITS) - _SHORT.value())
_SPELT: Final = WordSet(lambda _: frozenset(name for name in _LONG if len(name) > 2))


def _as_pattern(names: WordSet) -> WordSet:
    return WordSet(lambda _: frozenset(re.escape(name).replace("\\ ", " +") for name in names))


_AFTER_FIGURES: Final = WordPattern(
    r"(?P<gap> ?-?)(?:«units.modifiers» ){0,2}?(?P<unit>«long-names»|«short-names»)(?![\w²³])",
    given={"long-names": _as_pattern(_LONG), "short-names": _as_pattern(_SHORT)},
)
_AFTER_WORDS: Final = WordPattern(
    r"(?P<gap> -?|-)(?:«units.modifiers» ){0,2}?(?P<unit>«spelt»)(?![\w²³])",
    given={"spelt": _as_pattern(_SPELT)},
)
_SIGN_BEFORE: Final = re.compile(
    r"(?:(?P<sign>us ?\$|[€£¥$])|(?<![\w])(?P<code>eur|usd|gbp|jpy|chf|mxn|cop|ars|brl))[ ]?-?$"
)
_WINDOW: Final = 48


def find_unit_after(text: str, end: int, *, figures: bool) -> tuple[Unit, int] | None:
    """Return the unit that follows a number, and where it ends; `text` is evened out.

    `figures`: the number is written in figures, so that a unit may be one letter.
    """
    window = _plain(text[end : end + _WINDOW])
    if window is None or not window:
        return None
    found = (_AFTER_FIGURES if figures else _AFTER_WORDS).match(window)
    if found is None:
        return None
    name = re.sub(" +", " ", found["unit"]) if " " in found["unit"] else found["unit"]
    if len(name) == 1 and name.isalpha() and text[end + found.start("unit")].isupper() != (name in _UPPER):
        return None
    return _UNITS[name], end + found.end()


def find_unit_before(text: str, start: int) -> Unit | None:
    """Return the currency that stands just before a number."""
    window = _plain(text[max(0, start - 6) : start])
    found = _SIGN_BEFORE.search(window) if window else None
    if found is None:
        return None
    name = (found["sign"] or found["code"]).replace(" ", "")
    return _UNITS.get(name)


_PLAIN: Final = tuple(zip("áéíóúüñàèìòùç", "aeiouunaeiouc", strict=True))


def _plain(text: str) -> str | None:
    """Return a text without case and accents, of the same length; None where that cannot be."""
    plain = text.lower()
    if text.isascii():
        return plain
    for accented, bare in _PLAIN:  # on a few words faster than to translate
        plain = plain.replace(accented, bare)
    return plain if len(plain) == len(text) else None


_PERIOD_OF: Final = WordTable(
    lambda vocabulary: {**vocabulary.table("units.periods"), **vocabulary.table("units.adjectives")}
)
_RATE: Final = WordPattern(
    r" ?(?:/ ?|«units.each-or-in» )?(?<![a-z])(?P<period>«units.periods»|«units.adjectives»)\b",
)
_NAMED: Final = WordPattern(
    r"(?:\b«units.each» |/ ?)(?P<period>«units.periods»)\b|\b(?P<adjective>«units.adjectives»)\b"
)


_COUNTED_RATE: Final = WordPattern(
    r"(?: (?!«units.not-counted»\b)[a-z][\w'-]*){1,3}(?: ?/ ?| «units.each» )"
    r"(?P<period>«units.periods»)\b(?! «units.not-after-period»\b)"
)


def find_rate_of_counted(text: str, end: int) -> str | None:
    """Return the period by which a number counts the things that stand after it: `10 projects per minute`."""
    window = _plain(text[end : end + _WINDOW])
    found = _COUNTED_RATE.match(window) if window else None
    return _PERIOD_OF[found["period"]] if found else None


_SLASHED: Final[WordTable[str]] = WordTable("units.slashed")
_SLASH: Final = WordPattern(r" ?/ ?(?P<period>«units.slashed»)\b")


def find_rate(text: str, end: int) -> str | None:
    """Return the period that a quantity is counted by, where it follows at once: `20 € al mes`, `20 €/month`."""
    window = _plain(text[end : end + _WINDOW])
    found = _RATE.match(window) if window else None
    if found is not None:
        return _PERIOD_OF[found["period"]]
    slashed = _SLASH.match(window) if window else None
    return _SLASHED[slashed["period"]] if slashed else None


@lru_cache(maxsize=64)
def find_horizons(text: str) -> frozenset[str]:
    """Return all periods that a text counts by: `mensual`, `per year`."""
    plain = _plain(text) or ""
    return frozenset(_PERIOD_OF[found["period"] or found["adjective"]] for found in _NAMED.finditer(plain))
