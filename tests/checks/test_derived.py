"""Numbers that follow from those of the evidence, and those that only look as if they did."""

import pytest

from checks.test_notations import found


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El depósito se llena con 180 litros por hora.", "El depósito se llena con 3 litros por minuto."),
        ("The belt moves 240 boxes per minute.", "The belt moves 4 boxes per second."),
        ("El abono sale por 480 euros al año.", "El abono sale por 40 euros al mes."),
        ("The pension is $2,000 a month.", "The pension is $24,000 a year."),
        ("La consulta dura dos horas y media.", "La consulta es de 9:00 a 11:30."),
        ("The desk is open nine hours a day.", "The desk opens at 8:00 and closes at 17:00."),
        ("El diferencial bajó 0,5 puntos porcentuales.", "El diferencial bajó del 2,5 % al 2 %."),
        ("Turnout rose by 4 percentage points.", "Turnout rose from 61% to 65%."),
        ("The drops are given four times a day.", "The drops are given every 6 hours."),
        ("50 de las 150 plazas son para becarios.", "Un tercio de las 150 plazas son para becarios."),
        ("Each of the five equal payments is $80.", "$400 in five equal payments."),
        ("La flota creció en 15 barcos.", "La flota pasó de 45 a 60 barcos."),
        ("The fleet grew by 50%.", "The fleet grew from 40 to 60."),
        ("Sales fell by a quarter.", "Sales fell from 80 to 60 units."),
        ("Las ventas cayeron un 25 %.", "Las ventas pasaron de 8 a 6 millones de euros."),
        ("Un 20 % de los socios votó.", "De los 150 socios votaron 30."),
        ("Four nights cost 360 euros.", "A tent costs 90 euros per night."),
        ("The bridge was begun in 1931.", "The bridge was finished in 1935, four years after it was begun."),
        ("Students earn 45 credits a year.", "Students earn 180 credits over four years."),
        ("En total hay 90 asientos.", "Hay 40 asientos abajo y 50 asientos arriba."),
    ],
)
def test_what_follows_is_stated(claim: str, text: str) -> None:
    assert [check for check, _ in found(claim, text) if check != "weak-support"] == []


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El depósito se llena con 150 litros por hora.", "El depósito se llena con 3 litros por minuto."),
        ("The pension is $2,400 a month.", "The pension is $24,000 a year."),
        ("La consulta dura tres horas y media.", "La consulta es de 9:00 a 11:30."),
        ("Turnout rose by 5 percentage points.", "Turnout rose from 61% to 65%."),
        ("The drops are given five times a day.", "The drops are given every 6 hours."),
        ("60 de las 150 plazas son para becarios.", "Un tercio de las 150 plazas son para becarios."),
        ("La flota creció en 25 barcos.", "La flota pasó de 45 a 60 barcos."),
        ("Four nights cost 350 euros.", "A tent costs 90 euros per night."),
        ("The bridge was begun in 1932.", "The bridge was finished in 1935, four years after it was begun."),
        ("Nine years later, in 1911, it closed.", "Nine years later, in 1920, it closed."),
        ("Hay 90 asientos.", "Hay 40 asientos abajo y 50 asientos arriba."),
    ],
)
def test_what_does_not_follow_is_not(claim: str, text: str) -> None:
    assert "number-unsupported" in [check for check, _ in found(claim, text)]
