"""Where markers stand, and what is left without them."""

import pytest

from fundamento.prose.markers import find_markers, strip_markers
from prose.samples import labels, named


def strip(text: str) -> tuple[str, list[tuple[int, list[str] | None]]]:
    page = strip_markers(text, find_markers(text, labels()))
    return page.text, [(mark.position, named(mark.support)) for mark in page.marks]


@pytest.mark.parametrize(
    ("text", "stripped", "marks"),
    [
        ("Dura 3 h [1].", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura 3 h.[1]", "Dura 3 h.", [(9, ["D1"])]),
        ("Dura 3 h. [1][2] Y más.", "Dura 3 h. Y más.", [(9, ["D1", "D2"])]),
        ("Dura 3 h [1], [2] y [3].", "Dura 3 h.", [(8, ["D1", "D2", "D3"])]),
        ("[1] Dura 3 h.", " Dura 3 h.", [(0, ["D1"])]),
        ("Dura [[1]] 3 h.", "Dura 3 h.", [(4, ["D1"])]),
        ("Dura 3 h【1†x】.", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura 3 h<sup>1</sup>.", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura tres horas¹.", "Dura tres horas.", [(15, ["D1"])]),
        ("Dura tres horas.¹˒² Y más.", "Dura tres horas. Y más.", [(16, ["D1", "D2"])]),
        ("Dura tres horas¹⁻³.", "Dura tres horas.", [(15, ["D1", "D2", "D3"])]),
        ("Dura 3 h [1](https://example.test/a).", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura 3 h `[D1]`.", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura 3 h ([1]).", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura 3 h (véase el manual [1]).", "Dura 3 h (véase el manual).", [(25, ["D1"])]),
        ("Dura 3 h (1).", "Dura 3 h.", [(8, ["D1"])]),
        ("Dura 3 h (1). Y 2 (30).", "Dura 3 h. Y 2.", [(8, ["D1"]), (13, ["?30"])]),
    ],
)
def test_a_marker_is_taken_out(text: str, stripped: str, marks: list[tuple[int, list[str]]]) -> None:
    assert strip(text) == (stripped, marks)


@pytest.mark.parametrize(
    "text",
    [
        "Mide 100 m² o 3 km².",
        "Vale 10³ y x² y 2⁻³.",
        "El valor array[1] es x[2] o my_field[3].",
        "La lista[1] de la casa.",
        "En el intervalo [1,3] y entre [2] ellos.",
        "Use `items[1]` o `a (1)`.",
        "Caso [2021] UKSC 5.",
        "Dos (2) bicicletas.",
        "Según el art. 3 (1).",
        "(1) Primero. (2) Segundo.",
        "El plan (Pro) y el [cliente].",
        "Modelo (P7) y COVID (19).",
        "[texto](https://example.test/1)",
    ],
)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert strip(text) == (text, [])


@pytest.mark.parametrize("text", ["Guarda los datos de la lista[1].", "It has 10 items[1]."])
def test_a_common_word_before_a_marker_that_ends_the_clause(text: str) -> None:
    assert [name for _, name in strip(text)[1]] == [["D1"]]
