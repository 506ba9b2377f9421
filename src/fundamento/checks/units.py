"""Units of measure in Spanish and English: what they measure, and how they convert."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_DAY: Final = 86_400.0

# dimension: factor to its base unit, then the ways to write it. A name of one or two letters stands after figures only.
_TABLE: Final[dict[str, dict[float, str]]] = {
    "percent": {1: "% por_ciento percent per_cent percentage pct"},
    "permille": {1: "‰ por_mil"},
    "points": {
        1: "puntos_porcentuales punto_porcentual percentage_points percentage_point pp",
        0.01: "puntos_basicos punto_basico basis_points basis_point bps bp",
    },
    "time": {
        0.001: "ms milisegundos milisegundo milliseconds millisecond",
        1: "s seg segundos segundo seconds sec secs",
        60: "min mins minutos minuto minutes minute",
        3600: "h hs hr hrs horas hora hours hour",
        _DAY: "d dias dia days day jornadas jornada",
        7 * _DAY: "semanas semana weeks week",
        14 * _DAY: "quincenas quincena fortnights fortnight",
        30 * _DAY: "meses mes months month",
        90 * _DAY: "trimestres trimestre",
        180 * _DAY: "semestres semestre",
        365 * _DAY: "anos ano years year yr yrs",
        3650 * _DAY: "decadas decada decenios decenio decades decade",
        36500 * _DAY: "siglos siglo centuries century",
    },
    "length": {
        0.001: "mm milimetros milimetro millimetres millimeters millimetre millimeter",
        0.01: "cm centimetros centimetro centimetres centimeters centimetre centimeter",
        0.0254: "inches inch pulgadas pulgada",
        0.3048: "ft feet foot",
        0.9144: "yd yards yard yardas yarda",
        1: "m metros metro metres meters metre meter",
        1000: "km kms kilometros kilometro kilometres kilometers kilometre kilometer",
        1609.344: "miles mile millas milla",
    },
    "area": {
        1: "m2 m² metros_cuadrados metro_cuadrado square_metres square_meters square_metre square_meter sqm",
        0.09290304: "ft2 ft² square_feet square_foot sqft",
        10_000: "ha hectareas hectarea hectares hectare",
        4046.8564: "acres acre",
        1e6: "km2 km² kilometros_cuadrados kilometro_cuadrado square_kilometres square_kilometers square_kilometer",
        2_589_988.11: "square_miles square_mile sq_mi millas_cuadradas",
    },
    "volume": {
        0.001: "ml mililitros mililitro millilitres milliliters",
        0.01: "cl centilitros",
        1: "l litros litro litres liters litre liter",
        3.785411784: "gal gallons gallon galones galon",
        1000: "m3 m³ metros_cubicos metro_cubico cubic_metres cubic_meters",
    },
    "mass": {
        1e-6: "mg miligramos miligramo milligrams milligram",
        0.001: "g gr gramos gramo grams gram",
        0.0283495: "oz ounces ounce onzas onza",
        0.45359237: "lb lbs",
        1: "kg kgs kilos kilo kilogramos kilogramo kilograms kilogram",
        1000: "t toneladas tonelada tonnes tonne tons ton",
    },
    "data": {
        1: "bytes byte",
        1e3: "kb kib kilobytes kilobyte",
        1e6: "mb mib megas mega megabytes megabyte",
        1e9: "gb gib gigas giga gigabytes gigabyte",
        1e12: "tb tib teras tera terabytes terabyte",
        1e15: "pb petabytes petabyte",
    },
    "data rate": {1e3: "kbps kbit/s", 1e6: "mbps mb/s mbit/s", 1e9: "gbps gb/s gbit/s"},
    "power": {1: "w vatios vatio watts watt", 1e3: "kw kilovatios kilovatio kilowatts kilowatt", 1e6: "mw megavatios"},
    "energy": {1: "wh", 1e3: "kwh kilovatios_hora kilovatio_hora kilowatt_hours", 1e6: "mwh", 1e9: "gwh", 1e12: "twh"},
    "joules": {1: "j julios julio joules joule", 1e3: "kj kilojulios", 1e6: "mj"},
    "calories": {1: "cal calorias calories", 1e3: "kcal kilocalorias kilocalories"},
    "voltage": {1: "v voltios voltio volts volt", 1e3: "kv kilovoltios"},
    "current": {1: "a amperios amperio amps amp amperes", 0.001: "ma miliamperios"},
    "celsius": {
        1: "°c ºc °_c º_c c grados_celsius grado_celsius grados_centigrados degrees_celsius degrees_c grados_c celsius"
    },
    "fahrenheit": {1: "°f ºf °_f º_f f grados_fahrenheit degrees_fahrenheit degrees_f grados_f fahrenheit"},
    "degrees": {1: "° º grados grado degrees degree"},
    "speed": {1: "km/h kmh kph kilometros_por_hora kilometers_per_hour", 1.609344: "mph", 3.6: "m/s"},
    "frequency": {1: "hz hercios hertz", 1e3: "khz", 1e6: "mhz", 1e9: "ghz"},
    "pressure": {1: "bar bares", 0.001: "mbar", 1e-5: "pa", 0.01: "kpa", 10: "mpa"},
    "sound": {1: "db decibelios decibels"},
    "EUR": {1: "€ eur euros euro", 0.01: "centimos centimo"},
    "USD": {1: "us$ usd dolares dolar dollars dollar", 0.01: "cents cent centavos"},
    "GBP": {1: "£ gbp libras_esterlinas pounds_sterling"},
    "JPY": {1: "¥ jpy yenes yen"},
    "pesos": {1: "pesos peso mxn cop ars clp"},
    "CHF": {1: "chf francos_suizos swiss_francs"},
    "BRL": {1: "brl reales"},
    "dollars": {1: "$"},
    "pounds": {1: "pounds pound libras libra"},
}
_CURRENCIES: Final = frozenset({"EUR", "USD", "GBP", "JPY", "pesos", "CHF", "BRL", "dollars", "pounds"})
# What one word or sign may stand for.
_ALIKE: Final = (
    frozenset({"USD", "pesos", "dollars"}),
    frozenset({"degrees", "celsius"}),
    frozenset({"degrees", "fahrenheit"}),
    frozenset({"pounds", "GBP"}),
    frozenset({"pounds", "mass"}),
)
# One letter is a unit in the case that is its own: 5 a 10 is a range, 5 A are amperes.
_UPPER: Final = frozenset("avwjcf")
_MODIFIERS: Final = (
    r"primer[oa]s|últim[oa]s|ultim[oa]s|proxim[oa]s|siguientes|first|last|next|following|business|working"
    r"|calendar|consecutive|natural|full|whole|additional|extra|more|mas|million|millones|de|of|an?|una?"
    r"|vacation|holiday|paid|unpaid|sick|leave|school|academic|study|training|rest|trading|teaching|working"
    r"|us|u\.s\.|american|long|short|light|nautical"
)


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

    def measures_as(self, other: "Unit") -> bool:
        """Say whether two units measure the same thing."""
        pair = {self.dimension, other.dimension}
        return len(pair) == 1 or any(pair <= alike for alike in _ALIKE)


_UNITS: Final[dict[str, Unit]] = {
    name.replace("_", " "): Unit(dimension, factor, name)
    for dimension, factors in _TABLE.items()
    for factor, names in factors.items()
    for name in names.split()
}


def _any_of(names: list[str]) -> str:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "|".join(re.escape(name).replace("\\ ", " +") for name in ordered)


_SHORT: Final = [name for name in _UNITS if len(name) <= 2 and name[0].isalpha()]
_LONG: Final = [name for name in _UNITS if name not in _SHORT]
_AFTER_FIGURES: Final = re.compile(
    rf"(?P<gap> ?-?)(?:(?:{_MODIFIERS}) ){{0,2}}?(?P<unit>{_any_of(_LONG)}|{_any_of(_SHORT)})(?![\w²³])"
)
_AFTER_WORDS: Final = re.compile(
    rf"(?P<gap> -?|-)(?:(?:{_MODIFIERS}) ){{0,2}}?(?P<unit>{_any_of([n for n in _LONG if len(n) > 2])})(?![\w²³])"
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


_PERIODS: Final[dict[str, str]] = {
    "second": "second segundo", "minute": "minute minuto", "hour": "hour hora", "day": "day dia", "week": "week semana",
    "month": "month mes", "quarter": "quarter trimestre", "half-year": "semestre", "year": "year ano annum",
}  # fmt: skip
_ADJECTIVES: Final[dict[str, str]] = {
    "hour": "hourly", "day": "daily diario diaria diarios diarias diariamente",
    "week": "weekly semanal semanales semanalmente",
    "month": "monthly mensual mensuales mensualmente mensualidad",
    "quarter": "quarterly trimestral trimestrales trimestralmente",
    "half-year": "semestral semestrales", "year": "yearly annual annually anual anuales anualmente interanual",
}  # fmt: skip
_PERIOD_OF: Final = {
    name: period for table in (_PERIODS, _ADJECTIVES) for period, names in table.items() for name in names.split()
}
_RATE: Final = re.compile(
    r" ?(?:/ ?|(?:por|al|a la|cada|per|a|an|each|every|en un|en una"
    rf"|in a) )?(?<![a-z])(?P<period>{'|'.join(sorted(_PERIOD_OF, key=len, reverse=True))})\b"
)
_NAMED: Final = re.compile(
    r"(?:\b(?:por|al|a la|cada|per|each|every|a|an) "
    rf"|/ ?)(?P<period>{'|'.join(n for v in _PERIODS.values() for n in v.split())})\b"
    rf"|\b(?P<adjective>{'|'.join(n for v in _ADJECTIVES.values() for n in v.split())})\b"
)


_COUNTED_RATE: Final = re.compile(
    r"(?: (?!(?:en|de|in|of|por|per|al|a|an|cada|each|every|y|and|for)\b)[a-z][\w'-]*){1,3}"
    r"(?: ?/ ?| (?:por|al|a la|cada|per|an?|each|every) )"
    rf"(?P<period>{'|'.join(n for v in _PERIODS.values() for n in v.split())})"
    r"\b(?! (?:later|ago|earlier|before|after|despues|antes|anterior|siguiente)\b)"
)


def find_rate_of_counted(text: str, end: int) -> str | None:
    """Return the period by which a number counts the things that stand after it: `10 projects per minute`."""
    window = _plain(text[end : end + _WINDOW])
    found = _COUNTED_RATE.match(window) if window else None
    return _PERIOD_OF[found["period"]] if found else None


_SLASHED: Final = {
    "s": "second", "sec": "second", "seg": "second", "min": "minute", "h": "hour", "hr": "hour", "d": "day",
    "wk": "week", "mo": "month", "yr": "year",
}  # fmt: skip
_SLASH: Final = re.compile(rf" ?/ ?(?P<period>{'|'.join(sorted(_SLASHED, key=len, reverse=True))})\b")


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
