"""Numbers, units, dates and times are read as people write them, and what is no quantity is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.checks.calendar import Clock, Day
from fundamento.checks.equality import have_same_figures, have_same_size
from fundamento.checks.figures import parse_figures
from fundamento.checks.quantities import Reading, merge, read_quantities
from fundamento.checks.wording import even


def numbers(text: str) -> list[tuple[tuple[float, ...], str | None]]:
    read = read_quantities(even(text))
    return [(each.values, each.unit.dimension if each.unit else None) for each in read.numbers]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.234,56 EUR", [((1234.56,), "EUR")]),
        ("1,234.56 EUR", [((1234.56,), "EUR")]),
        ("1.234 socios", [((1234.0, 1.234), None)]),
        ("1.234.567", [((1234567.0,), None)]),
        ("10\u202f000 km²", [((10000.0,), "area")]),
        ("10\xa0000 km", [((10000.0,), "length")]),
        ("un 1'5 %", [((1.0,), None), ((1.5,), "percent")]),
        ("−5,13%", [((-5.13,), "percent")]),
        ("-€5", [((-5.0,), "EUR")]),
        ("US$5", [((5.0,), "USD")]),
        ("5½ sacks", [((5.5,), None)]),
        ("1,5 millones de euros", [((1_500_000.0,), "EUR")]),
        ("1.234,5 millones de euros", [((1_234_500_000.0,), "EUR")]),
        ("1,234.5 thousand euros", [((1_234_500.0,), "EUR")]),
        ("2 mil millones", [((2e9,), None)]),
        ("$2.5 billion", [((2.5e9,), "dollars")]),
        ("medio millón", [((500_000.0,), None)]),
        ("twenty-five people", [((25.0,), None)]),
        ("one hundred and five thousand", [((105_000.0,), None)]),
        ("treinta y cinco días", [((35.0,), "time")]),
        ("dos mil veinticuatro", [((2024.0,), None)]),
        ("ciento veinte mil", [((120_000.0,), None)]),
        ("dos tercios", [((2 / 3,), None)]),
        ("three quarters", [((0.75,), None)]),
        ("la mitad", [((0.5,), None)]),
        ("hora y media", [((1.5,), "time")]),
        ("half an hour", [((0.5,), "time")]),
        ("5-10 GB", [((5.0,), "data"), ((10.0,), "data")]),
        ("entre 5 y 10 %", [((5.0,), "percent"), ((10.0,), "percent")]),
        ("3.º", [((3.0,), None)]),
        ("21st", [((21.0,), None)]),
        ("80 °C", [((80.0,), "celsius")]),
        ("5 a 8", [((5.0,), None), ((8.0,), None)]),
        ("5 A", [((5.0,), "current")]),
        ("los años setenta", [((70.0, 1970.0), None)]),
        ("the 1990s", [((1990.0,), None)]),
    ],
)
def test_numbers_are_read(text: str, expected: list[tuple[tuple[float, ...], str | None]]) -> None:
    assert numbers(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "COVID-19",
        "art. 3.1 del convenio",
        "el modelo P7",
        "v2.1",
        "versión 3",
        "dicho [1], [2,3] y [4-6]",
        "【1†source】",
        "1. Primer",
        "llame al 900 123 456",
        "+34 91 123 45 67",
        "abierto 24/7",
        "https://example.com/2024/05",
        "ana7@example.com",
        "red 5G y H2O",
        "once upon a time, at once",
    ],
)
def test_what_is_no_quantity_is_not_read(text: str) -> None:
    read = read_quantities(even(text))
    assert [each for each in read.numbers if each.kind != "rank"] == []
    assert (read.days, read.clocks) == ((), ())


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("el 3 de marzo de 2025", 2025, 3, 3),
        ("el 03/03/2025", 2025, 3, 3),
        ("on March 3, 2025", 2025, 3, 3),
        ("on 3rd March 2025", 2025, 3, 3),
        ("2025-03-03", 2025, 3, 3),
        ("el uno de mayo", None, 5, 1),
        ("31/12/24", 2024, 12, 31),
        ("en marzo de 2025", 2025, 3, None),
        ("in April", None, 4, None),
    ],
)
def test_dates_are_read(text: str, year: int | None, month: int, day: int | None) -> None:
    (read,) = read_quantities(text).days
    assert (read.year, read.month, read.day) == (year, month, day)


def test_a_month_that_is_a_verb_is_no_date() -> None:
    assert read_quantities("you may march 5 times").days == ()


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("a las 9:30", 570),
        ("a las nueve y media", 570),
        ("at half past nine", 570),
        ("a las 20 h", 1200),
        ("at 5 pm", 1020),
        ("a las 5 de la tarde", 1020),
        ("a las diez menos cuarto", 585),
        ("at noon", 720),
        ("a medianoche", 0),
        ("9.30 h", 570),
    ],
)
def test_times_are_read(text: str, minutes: int) -> None:
    (read,) = read_quantities(text).clocks
    assert read.minutes == minutes


def test_morning_and_evening_agree_only_where_one_is_not_said() -> None:
    assert Clock(0, 1, 540, loose=True).agrees(Clock(0, 1, 1260))
    assert not Clock(0, 1, 540).agrees(Clock(0, 1, 1260))


def test_day_and_month_may_be_swapped() -> None:
    assert Day(0, 1, 2025, 3, 4).agrees(Day(0, 1, 2025, 4, 3, swapped=True))
    assert Day(0, 1, 2025, 3, 4).clashes(Day(0, 1, 2025, 3, 5))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 semanas", "14 days"),
        ("90 minutos", "1,5 h"),
        ("1500 m", "1.5 km"),
        ("2 TB", "2000 GB"),
        ("un mes", "30 días"),
        ("50 céntimos", "0,50 €"),
        ("1 kg", "1000 g"),
    ],
)
def test_units_convert(one: str, other: str) -> None:
    ours, theirs = read_quantities(one).numbers[0], read_quantities(other).numbers[0]
    assert have_same_size(ours, theirs)
    assert have_same_size(theirs, ours)


@pytest.mark.parametrize(
    ("one", "other"), [("2 TB", "2 GB"), ("30 días", "30 horas"), ("5 €", "5 %"), ("5 kg", "5 km")]
)
def test_the_same_figures_in_other_units_are_another_size(one: str, other: str) -> None:
    ours, theirs = read_quantities(one).numbers[0], read_quantities(other).numbers[0]
    assert have_same_figures(ours, theirs)
    assert not have_same_size(ours, theirs)


@given(whole=st.integers(1_000_000, 10**12), cents=st.integers(0, 99))
def test_both_notations_are_the_same_number(whole: int, cents: int) -> None:
    english = f"{whole:,}.{cents:02}"
    spanish = english.translate(str.maketrans(",.", ".,"))
    assert parse_figures(english) == parse_figures(spanish) == (float(f"{whole}.{cents:02}"),)
    assert numbers(f"son {spanish} €") == numbers(f"it is {english} €")


_UNITS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_UNIDADES = ["", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"]
_DECENAS = ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
_CIENTOS = ["", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos"]


@given(hundreds=st.integers(1, 7), tens=st.integers(3, 9), units=st.integers(1, 9), thousand=st.booleans())
def test_numbers_in_words_are_what_they_say(hundreds: int, tens: int, units: int, thousand: bool) -> None:
    value = (hundreds * 100 + tens * 10 + units) * (1000 if thousand else 1)
    english = f"{_UNITS[hundreds]} hundred and {_TENS[tens]}-{_UNITS[units]}{' thousand' if thousand else ''}"
    spanish = f"los {_CIENTOS[hundreds]} {_DECENAS[tens]} y {_UNIDADES[units]}{' mil' if thousand else ''}"
    assert numbers(english) == numbers(spanish) == [((float(value),), None)]


@given(st.text(alphabet=st.sampled_from("0123456789.,'-+%€ºª½/ :hmkmañoséyde[]()\n\u202f−²"), max_size=60))
def test_every_quantity_lies_in_its_text(text: str) -> None:
    evened = even(text)
    read = read_quantities(evened)
    for each in read.numbers:
        assert 0 <= each.start < each.head <= each.end <= len(evened)
    for day in read.days:
        assert 0 <= day.start < day.end <= len(evened)


def test_readings_merge_in_order() -> None:
    one, other = read_quantities("30 días"), read_quantities("art. 5 y 7 km")
    merged = merge([one, other])
    assert merged.numbers == (*one.numbers, *other.numbers)
    assert merged.references == frozenset({"5"})
    assert not Reading("nada")
