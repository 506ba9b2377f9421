"""Dates in all the ways they are written, and months in which something is counted."""

import pytest

from checks.test_contacts import found
from fundamento.checks.quantities import read_quantities
from fundamento.checks.wording import even


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the 2nd day of May, 2023", [(2023, 5, 2)]),
        ("the first day of June 2023", [(2023, 6, 1)]),
        ("a los 8 días del mes de junio de 2023", [(2023, 6, 8)]),
        ("8-VI-2023", [(2023, 6, 8)]),
        ("08.06.2023", [(2023, 6, 8)]),
        ("2023-06-08", [(2023, 6, 8)]),
        ("on 8 june 2023", [(2023, 6, 8)]),
        ("on march 8", [(None, 3, 8)]),
        ("del 8 al 11 de junio de 2023", [(2023, 6, 8), (2023, 6, 11)]),
        ("8, 9 and 11 June", [(None, 6, 8), (None, 6, 9), (None, 6, 11)]),
        ("June 8-11, 2023", [(2023, 6, 8), (2023, 6, 11)]),
        ("1.º de junio", [(None, 6, 1)]),
        ("En junio 14 barcos", [(None, 6, None)]),
        ("In June 14 boats sank", [(None, 6, None)]),
        ("On June 14 boats sank", [(None, 6, 14)]),
        ("en agosto 23 días", [(None, 8, None)]),
        ("8 June 1708 -- 18 August 1765", [(1708, 6, 8), (1765, 8, 18)]),
        ("On June 28, 2 boats sank", [(None, 6, 28)]),
        ("version 8.6.2", []),
        ("they march 12 miles", []),
    ],
)
def test_dates_are_read(text: str, expected: list[tuple[int | None, int | None, int | None]]) -> None:
    assert [(each.year, each.month, each.day) for each in read_quantities(even(text)).days] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("la temporada 2016-17", [2016.0, 2017.0]),
        ("the 1999/00 season", [1999.0, 2000.0]),
        ("el curso 2019/2020", [2019.0, 2020.0]),
        ("1998–2001", [1998.0, 2001.0]),
        ("from 2003 to 2005", [2003.0, 2005.0]),
        ("4 a 7 mil botes", [4_000.0, 7_000.0]),
        ("four to seven million", [4e6, 7e6]),
        ("30_000 boats", [30_000.0]),
        ("a hundred boats", [100.0]),
        ("several thousand boats", []),
    ],
)
def test_spans_and_scales_are_read(text: str, expected: list[float]) -> None:
    assert [each.values[0] for each in read_quantities(even(text)).numbers] == expected


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("La regata empieza el 8 de junio.", "La regata dura del 8 al 11 de junio."),
        ("The lock reopened on 8 June 2023.", "The lock reopened on 8-VI-2023."),
        ("The cup was won in 2017.", "The cup was won in the 2016-17 season."),
        ("La cuota es de 2 a 4 mil euros.", "La cuota es de 2.000 a 4.000 euros."),
        ("El premio es de 70 €.", "El premio es de 30+40 €."),
        ("The rate fell by 0.25 percentage points.", "The rate fell by 25 basis points."),
        ("The anchor weighs 12 pounds.", "The anchor weighs 12 lb."),
        ("Dry it at 200 F.", "Dry it at 200 °F."),
        ("Dry it at 95 °C.", "Dry it at 203 °F."),
        ("There is a 30 percentage chance of wind.", "There is a 30% chance of wind."),
        ("The 52-year-old Reyes steers.", "Reyes, 52, steers."),
        ("Se achica cada 24 horas.", "Se achica una vez al día."),
        ("Crews get 2.5 days of leave.", "Crews get 2.5 leave days a year."),
        ("Knots are tied in four steps:", "Loop the rope. Pull it. Turn it. Tighten it."),
        ("Repeat step 2.", "STEP TWO: pull the rope."),
        ("Passage 1 says that the boat has 9 oars.", "The boat has 9 oars."),
        ("According to the third source, the boat has 9 oars.", "The boat has 9 oars and a second mast."),
        ("La fuente 1 dice que el bote tiene 9 remos.", "El bote tiene 9 remos."),
    ],
)
def test_the_same_told_in_another_way_passes(claim: str, text: str) -> None:
    assert [each for each in found(claim, text) if each[0].startswith("number")] == []


@pytest.mark.parametrize(
    ("claim", "text", "reason"),
    [
        ("La regata empieza el 9 de junio.", "La regata dura del 8 al 11 de junio.", "date-in-no-quote"),
        ("Los barcos zarparon el 14 de junio.", "En junio 14 barcos zarparon.", "date-in-no-quote"),
        ("Boats sailed on June 14.", "In June 14 boats sailed.", "date-in-no-quote"),
        ("The cup was won in 2018.", "The cup was won in the 2016-17 season.", "number-in-no-quote"),
        ("The rate fell by 0.5 percentage points.", "The rate fell by 25 basis points.", "number-in-no-quote"),
        ("La cuota es de 30² €.", "La cuota es de 30 €.", "figure-unreadable"),
        ("The trip takes exactly 40 minutes.", "The trip takes ~40 minutes.", "number-only-roughly"),
        ("La travesía dura 40 minutos exactos.", "La travesía dura aprox. 40 minutos.", "number-only-roughly"),
        ("Dry it at 20 °C.", "Dry it at 64 °F.", "number-in-no-quote"),
        ("Passage 7 of 7 boats is toll-free.", "The boat has 9 oars.", "number-in-no-quote"),
    ],
)
def test_another_one_is_found(claim: str, text: str, reason: str) -> None:
    assert ("number-unsupported", reason) in found(claim, text)
