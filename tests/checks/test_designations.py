"""What a number or a letter names is no count, and another name is another thing."""

import pytest

from checks.test_contacts import found
from fundamento.checks.designations import read_designations

ANOTHER = ("number-unsupported", "name-in-no-quote")
MISSING = ("number-unsupported", "number-in-no-quote")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("el art. 7.2.b) y el artículo 9 bis", [("articulo", "7.2", "b", ""), ("articulo", "9", "", "bis")]),
        ("section 4(c)", [("seccion", "4", "c", "")]),
        ("apartado d)", [("apartado", "", "d", "")]),
        ("Annexes I to III", [("anexo", "1", "", ""), ("anexo", "2", "", ""), ("anexo", "3", "", "")]),
        ("grupos A y C", [("grupo", "", "a", ""), ("grupo", "", "c", "")]),
        ("páginas 4-6", [("pagina", "4", "", ""), ("pagina", "5", "", ""), ("pagina", "6", "", "")]),
        ("We made the point. A rope broke in that case I think.", []),
        ("la sala 3, 20 sillas", [("sala", "3", "", "")]),
        ("at that level I would stop", []),
    ],
)
def test_names_are_read(text: str, expected: list[tuple[str, str, str, str]]) -> None:
    read = [(each.head, each.number, each.letter, each.suffix) for each in read_designations(text)]
    assert sorted(read) == sorted(expected)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El artículo 7.2.b) obliga a podar.", "El artículo 7.2.c) obliga a podar."),
        ("El artículo 9 ter obliga a podar.", "El artículo 9 bis obliga a podar."),
        ("Paragraph (d) covers hedges.", "Paragraph (e) covers hedges."),
        ("Annex III covers hedges.", "Annex IV covers hedges."),
        ("El sendero es de grado II.", "El sendero es de grado III."),
        ("El anexo II.B trata de setos.", "El anexo II.A trata de setos."),
        ("Paragraph 3(b)(ii) covers hedges.", "Paragraph 3(b)(iii) covers hedges."),
        ("El apartado segundo obliga a podar.", "El apartado tercero obliga a podar."),
        ("The first stage is steep.", "The second stage is steep."),
        ("Group B starts at dawn.", "Group C starts at dawn."),
        ("Android 9 is enough.", "Android 8 is enough for 9 riders."),
    ],
)
def test_another_name_is_found(claim: str, text: str) -> None:
    assert ANOTHER in found(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El artículo 7.2.b) obliga a podar.", "El art. 7.2.b obliga a podar."),
        ("The third stage is steep.", "Stage III is steep."),
        ("La etapa III es dura.", "La tercera etapa es dura."),
        ("Annex II covers hedges.", "Annex II.A covers hedges."),
        ("La etapa 2 es dura.", "La segunda etapa es dura."),
        ("Annex 2 covers hedges.", "Annex II covers hedges."),
        ("Chapter 4 covers hedges.", "Chapters 3 to 6 cover hedges."),
        ("El capítulo 4 trata de los setos.", "Chapter 4 covers hedges."),
        ("La norma b) obliga a podar.", "Normas: a) regar; b) podar."),
        ("Bus 7 stops here.", "Bus 7 stops here."),
    ],
)
def test_the_same_name_passes(claim: str, text: str) -> None:
    assert [each for each in found(claim, text) if each[0] == "number-unsupported"] == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Hay 6 rutas.", "La ruta 6 tiene 14 curvas."),
        ("There are 6 trails.", "Trail no. 6 has 14 bends."),
        ("The map shows 3 huts.", "Version 3 of the map shows 8 huts."),
        ("Participan 2 clubes.", "En la segunda jornada participan 9 clubes."),
        ("Se abrieron 9 refugios.", "El 9 de junio se abrieron 4 refugios."),
        ("The toll is 2021 euros.", "In 2021 the toll was 3 euros."),
        ("Se abrieron 2021 refugios.", "En 2021 se abrieron 4 refugios."),
        ("The hut has 8 beds.", "The hut opens at 8:00 and has 20 beds."),
        ("La cabaña tiene 7 camas.", "Cabaña 7 tiene 12 camas."),
        ("Locker 15 is free.", "Locker 1915 is free."),
        ("Locker 15 is free.", "Locker 2015 is free."),
        ("El número de rutas es de 12.", "El 12 de junio se abrieron 4 rutas."),
    ],
)
def test_what_names_or_dates_backs_no_count(claim: str, text: str) -> None:
    assert MISSING in found(claim, text)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("It was the team's 4 straight wins.", "It was the fourth straight win."),
        ("The 2019 floods closed the trail.", "Floods closed the trail in June 2019."),
        ("In 2019 floods closed the trail.", "Floods closed the trail on 3 June 2019."),
        ("The crowd at Turin 06 was small.", "The crowd at Turin 2006 was small."),
        ("La Expo 92 atrajo visitas.", "La Expo de 1992 atrajo visitas."),
    ],
)
def test_what_may_be_the_same_passes(claim: str, text: str) -> None:
    assert MISSING not in found(claim, text)
