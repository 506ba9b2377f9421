"""Numbers in other notations than plain figures and words, and what a claim adds to a number."""

import pytest

from checks.test_evidence import check, reasons
from fundamento.checks.quantities import read_quantities
from fundamento.checks.wording import even

ESTIMATE = "weak-support"


def found(claim: str, text: str) -> list[tuple[str, str]]:
    return [each for each in reasons(check(claim, text, quotes=[text.rstrip(".")])) if each[0] != ESTIMATE]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10⁵ ciclos", (100_000.0,)),
        ("10³ ciclos", (1_000.0, 10.0)),  # or ten, with a mark
        ("10¹ ciclos", (10.0,)),
        ("10^-3 mol", (0.001,)),
        ("3×10⁴ kg", (30_000.0,)),
        ("2,5·10^3 hours", (2_500.0,)),
        ("1e6 rows", (1_000_000.0,)),
        ("2.5E3 rows", (2_500.0,)),
        ("hay ⑫ vagones", (12.0,)),
        ("ten times ten boxes", (100.0,)),
        ("diez veces cien cajas", (1_000.0,)),
        ("siglo XIX", (19.0,)),
        ("the IV century", (4.0,)),
        ("el triple", (3.0,)),
        ("media docena", (6.0,)),
        ("tres cuartos de hora", (0.75,)),
        ("a third of a mile", (1 / 3,)),
        ("for a year", (1.0,)),
    ],
)
def test_notations_are_read(text: str, expected: tuple[float, ...]) -> None:
    assert [each.values for each in read_quantities(even(text)).numbers] == [expected]


@pytest.mark.parametrize(
    "text", ["m² y m³", "el vagón①", "Luis XIV", "twice a year, a year later", "modelo 1E6-B", "x²"]
)
def test_what_is_no_such_notation_is_none(text: str) -> None:
    assert [each for each in read_quantities(even(text)).numbers if each.kind in ("figures", "century", "one")] == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El relé aguanta 100.000 maniobras.", "El relé aguanta 10⁵ maniobras."),
        ("El puente es del siglo XIII.", "El puente se levantó en 1245."),
        ("The mill dates from the 19th century.", "The mill was built in the nineteenth century."),
        ("Los frescos son de los siglos XI y XII.", "Los frescos se pintaron entre los siglos XI y XII."),
        ("El precio subió un 100 %.", "El precio se duplicó."),
        ("Sales fell by 50%.", "Sales halved."),
        ("Sales fell in Q2.", "Sales fell in the second quarter."),
        ("The pump moves 77 litres per minute.", "The pump moves 77 l/min."),
        (
            "Cover per claim reaches 300 euros.",
            "The policy pays up to 300 euros per claim; cover per claim reaches 300 euros.",
        ),
        ("Se gasta el 25 %.", "Se gasta un cuarto."),
        ("Wait a quarter of an hour.", "Wait 15 minutes."),
        ("The course takes 12 months.", "The course takes a year."),
        ("Son 15 business days.", "Son 15 working days."),
        ("El equipo atiende 40 avisos al día.", "El equipo atiende 40 avisos cada día."),
        ("The line makes 30 parts an hour.", "Each hour the line makes 30 parts."),
        ("La reunión es el 4 de junio de 2026.", "La reunión es el 04/06/2026."),
        ("You have 10 days to appeal.", "Appeals are accepted within 10 days."),
        ("El centro cierra a las 14:00.", "El centro abre de 9:00 a 14:00."),
        ("The lease starts on 1 March 2024.", "The lease runs from 1 March 2024 to 28 February 2026."),
        ("La entrega tarda hasta 4 días.", "La entrega tarda entre 2 y 4 días."),
        ("The price rose to 5 euros.", "The price rose from 3 to 5 euros."),
        ("The cellar is kept at minus 4 °C.", "The cellar is kept at -4 °C."),
        ("En la portada hay dos escudos, según una y 25 € según otra.", "Hay dos escudos y cuesta 25 €."),
    ],
)
def test_the_same_in_another_notation_passes(claim: str, text: str) -> None:
    assert found(claim, text) == []


@pytest.mark.parametrize(
    ("claim", "text", "check_id", "reason"),
    [
        (
            "El relé aguanta 10⁶ maniobras.",
            "El relé aguanta 10⁵ maniobras.",
            "number-unsupported",
            "number-in-no-quote",
        ),
        ("Hay 10e3 socios.", "Hay 10 socios.", "number-unsupported", "number-in-no-quote"),
        ("There are ten times ten seats.", "There are 10 seats.", "number-unsupported", "number-in-no-quote"),
        ("Hay ⑫ vagones.", "Hay 10 vagones.", "number-unsupported", "number-in-no-quote"),
        ("El arco es del siglo XV.", "El arco es del siglo XVI.", "number-unsupported", "number-in-no-quote"),
        (
            "The arch is from the XII century.",
            "The arch was built in 1470.",
            "number-unsupported",
            "number-in-no-quote",
        ),
        ("Se paga el triple.", "Se paga el doble.", "number-unsupported", "number-in-no-quote"),
        ("Dura dos horas y cuarto.", "Dura 2 h 40 min.", "number-unsupported", "number-in-no-quote"),
        (
            "El depósito es de 4 €.",
            "Véase la nota 4. El depósito es de 500 €.",
            "number-unsupported",
            "number-in-no-quote",
        ),
        ("It lasts a year.", "It lasts 18 months.", "number-unsupported", "number-in-no-quote"),
        (
            "La cita es el 11/04/2025.",
            "La cita es el 4 de noviembre de 2025.",
            "number-unsupported",
            "date-in-no-quote",
        ),
        ("Avise en 45 horas.", "El aviso 4512 se cerró en 3 horas.", "number-unsupported", "number-in-no-quote"),
        ("Up to 21 users fit.", "Version 2.1: up to 64 users fit.", "number-unsupported", "number-in-no-quote"),
        ("Hay 30 días hábiles.", "Hay 30 días.", "number-misattributed", "another-unit"),
        ("It takes 30 business days.", "It takes 30 days.", "number-misattributed", "another-unit"),
        ("Se hacen 10 piezas por minuto.", "Se hacen 10 piezas.", "number-misattributed", "another-horizon"),
        ("The team closed 10 cases a week.", "The team closed 10 cases.", "number-misattributed", "another-horizon"),
        ("Debe estar a 20 °C o menos.", "Debe estar a -20 °C o menos.", "number-misattributed", "another-sign"),
        ("El centro cierra a las 9:00.", "El centro abre de 9:00 a 14:00.", "number-misattributed", "another-end"),
        ("The plan began in 2024.", "The plan ran from 2021 to 2024.", "number-misattributed", "another-end"),
        ("Paid within 30 days.", "Paid within 30 business days.", "qualifier-dropped", "working-days"),
        ("Tarda 3 semanas.", "Tarda de 3 a 5 semanas.", "qualifier-dropped", "range"),
        ("Delivery takes 4 days.", "Delivery takes between 2 and 4 days.", "qualifier-dropped", "range"),
    ],
)
def test_another_number_is_found_in_any_notation(claim: str, text: str, check_id: str, reason: str) -> None:
    assert (check_id, reason) in found(claim, text)
