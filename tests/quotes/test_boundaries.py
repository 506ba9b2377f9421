import pytest

from fundamento.quotes.boundaries import on_word_boundary


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("un plazo de 30 días", "plazo"),
        ("un plazo de 30 días", "30 días"),
        ("(plazo) fijo", "plazo"),
        ("el plazo, fijo", "plazo"),
        ("el 30%", "30"),
        ("a 30°C", "30"),
        ("entre 2020-2024", "2024"),
        ("entre 2020-2024", "2020"),
        ("entre 2020–2024", "2024"),
        ("un F-16 nuevo", "16"),
        ("anti-inflamatorio", "inflamatorio"),
        ("total: 10.", "10"),
        ("total: 10, o más", "10"),
        ("a las 14: salida", "14"),
        ("en 2020 300 personas", "2020"),
        ("en 2020 300 personas", "300 personas"),
        ("1234 567", "567"),
        ("la 'letra' chica", "letra"),
        ("“letra”", "letra"),
        ("un 5 - 3", "3"),
        ("10-5", "5"),
        ("(a)-5", "5"),
        ("10%-5%", "5%"),
        ("fin…5", "5"),
        ("No.5", "5"),
        ("pre- y posventa", "posventa"),
        ("uno -\n dos", "dos"),
        ("-\nuno", "uno"),
        ("fila 10\n200\n300", "200"),
        ("€5", "5"),
        ("teléfono 2025-03", "03"),
        ("the dogs' food", "dogs"),
        ("el _plazo fijo_ de", "plazo fijo"),
        ("el __plazo__ fijo", "plazo"),
        ("the in-house team", "house"),
        ("un casino-hotel", "hotel"),
    ],
)
def test_edges(text: str, span: str) -> None:
    start = text.rindex(span)
    assert on_word_boundary(text, start, start + len(span)) is True


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("aplazamiento", "plazo"[:3]),
        ("plazos", "plazo"),
        ("emplazo", "plazo"),
        ("plazo_fijo", "plazo"),
        ("plazo_fijo", "fijo"),
        ("_plazo__fijo_", "fijo"),
        ("a non-refundable fee", "refundable"),
        ("A Non\u2011refundable fee", "refundable fee"),
        ("los no-residentes", "residentes"),
        ("an un-numbered page", "numbered"),
        ("un ex-socio", "socio"),
        ("v2plazo", "plazo"),
        ("en 30 días", "0 días"),
        ("son 110", "10"),
        ("son 10.000", "10"),
        ("son 10.000", "000"),
        ("son 10,5", "10"),
        ("la 3.1", "3"),
        ("la 3.1", "1"),
        ("a las 14:30", "14"),
        ("a las 14:30", "30"),
        ("el 03/03/2025", "2025"),
        ("el 03/03/2025", "03/03"),
        ("el 2025-03-01", "2025"),
        ("el 2025-03-01", "01"),
        ("el 01-03-2025", "2025"),
        ("son 10 000 peticiones", "10"),
        ("son 10 000 peticiones", "000 peticiones"),
        ("son 10\xa0000 peticiones", "000 peticiones"),
        ("son 10\u202f000 peticiones", "10"),
        ("son 10\u2009000\u2009000", "10\u2009000"),
        ("son 10'000", "10"),
        ("baja −5,13%", "5,13%"),
        ("-5 grados", "5 grados"),
        ("(-5)", "5"),
        ("de -5 €", "5"),
        ("de -€5", "€5"),
        ("de -€5", "5"),
        ("de -\u200b5", "5"),
        ("x=-5", "5"),
        ("un ±5 %", "5 %"),
        ("dosis de .5 mg", "5 mg"),
        ("en m² útiles", "m"),
        ("el 1º piso", "1"),
        ("10^6 casos", "10"),
        ("10^6 casos", "6"),
        ("1⁄2 taza", "1"),
        ("2½ tazas", "2"),
        ("don't go", "don"),
        ("don’t go", "t go"),
        ("l'hospital", "hospital"),
        ("col·lecció", "col"),
        ("conservacio\u0301n", "conservacio"),
        ("a\u200bb", "a"),
        ("a\u00adb", "b"),
        ("des-\nactivado", "activado"),
        ("des-\n   activado", "activado"),
        ("des-\nactivado", "des"),
        ("des\u00ad\nactivado", "activado"),
        ("des\u00ad\nactivado", "des"),
    ],
)
def test_insides(text: str, span: str) -> None:
    start = text.rindex(span)
    assert on_word_boundary(text, start, start + len(span)) is False


def test_the_whole_text_is_on_word_boundaries() -> None:
    assert on_word_boundary("-5", 0, 2) is True


def test_a_long_run_of_invisible_characters_ends_the_look() -> None:
    text = "a" + "\u200b" * 100_000 + "b"
    assert on_word_boundary(text, 0, 1) is True
