import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fundamento.errors import InputError
from fundamento.fragments import Document, digest
from fundamento.ingest import split

WORD = re.compile(r"\w")

PIECES = [
    *(
        "Hola. ",
        "¿Qué tal? ",
        "Cuesta 3,5 €. ",
        "El Sr. Pérez llegó. ",
        "Wait… what?! ",
        "a",
        "...",
        '"',
        "«fin». ",
        "。",
    ),
    *(
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\x00",
        "\x0b",
        "\x0c",
        "\x85",
        "\u00a0",
        "\u202f",
        "\u200b",
        "\ufeff",
        "\u2028",
    ),
    *("# Título\n", "Título\n=====\n", "- uno\n", "1. dos\n", "30. tres\n", "> cita ", "---\n", "***\n"),
    *("| a | b |\n", "|---|---|\n", "```\n", "~~~py\nx = 1\n"),
    *(
        "e\u0301",
        "n\u0303",
        "😀",
        "👩\u200d👩\u200d👧",
        "\u202eשלום. ",
        "مرحبا؟ ",
        "\ud800",
        "x" * 300,
        "palabra " * 60,
    ),
]
texts = st.one_of(st.text(max_size=400), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


@given(texts, st.integers(1, 400))
@example("﻿Con marca.\r\n\r\nOtra\rlínea", 240)
@example("x" * 5000 + " fin. " + "y" * 5000, 40)
def test_every_fragment_is_a_slice_of_the_source(text: str, target: int) -> None:
    document = Document("d", text, version="v")
    for fragment in split(document, target=target):
        assert fragment.start is not None
        assert fragment.end is not None
        assert document.text[fragment.start : fragment.end] == fragment.text
        assert fragment.id == f"d@v:{fragment.start}-{fragment.end}"
        assert fragment.sha256 == digest(fragment.text)


@given(texts, st.integers(1, 400))
def test_every_word_is_in_exactly_one_fragment_in_order(text: str, target: int) -> None:
    fragments = split(Document("d", text), target=target)
    held: list[int] = []
    for fragment in fragments:
        assert fragment.start is not None
        held += [fragment.start + match.start() for match in WORD.finditer(fragment.text)]
    assert [match.start() for match in WORD.finditer(text)] == held


@given(texts, st.integers(1, 400))
def test_a_fragment_is_never_empty_nor_wrapped_in_white_space_nor_endless(text: str, target: int) -> None:
    for fragment in split(Document("d", text), target=target):
        assert WORD.search(fragment.text)
        assert fragment.text == fragment.text.strip()
        assert len(fragment.text) <= 5 * target


@pytest.mark.parametrize(
    ("about", "text", "expected"),
    [
        ("sentences", "Uno dos. Tres cuatro. ¿Y cinco? ¡Seis!", ["Uno dos.", "Tres cuatro.", "¿Y cinco?", "¡Seis!"]),
        ("English", "It costs 3.5 euros. Is it late? Yes.", ["It costs 3.5 euros.", "Is it late?", "Yes."]),
        ("abbreviations", "El Sr. Pérez llegó. Se fue.", ["El Sr. Pérez llegó.", "Se fue."]),
        ("a wrapped line is no boundary", "Una frase\nque sigue.\nOtra.", ["Una frase\nque sigue.", "Otra."]),
        ("a blank line is", "Sin punto final\n\notra cosa", ["Sin punto final", "otra cosa"]),
        ("with CRLF", "Sin punto final\r\n\r\notra cosa\r\nsigue", ["Sin punto final", "otra cosa\r\nsigue"]),
        ("with CR alone", "Sin punto\r\rotra cosa", ["Sin punto", "otra cosa"]),
        ("a heading", "Antes\n## Título\nDespués", ["Antes", "## Título", "Después"]),
        ("an underlined heading", "Título\n---\nDespués", ["Título\n---", "Después"]),
        ("list items", "Lista:\n- uno\n- dos\n  sigue\n1. tres", ["Lista:", "- uno", "- dos\n  sigue", "1. tres"]),
        ("a number after a wrap", "Es el día\n30. Después no.", ["Es el día\n30.", "Después no."]),
        ("table rows", "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", ["| a | b |", "| 1 | 2 |", "| 3 | 4 |"]),
        ("a table without outer bars", "a | b\n--|--\n1 | 2\n3 | 4", ["a | b", "1 | 2", "3 | 4"]),
        ("a fence stays whole", "Así:\n```\nx. y. z.\n\nw.\n```\nFin.", ["Así:", "```\nx. y. z.\n\nw.\n```", "Fin."]),
        ("an open fence", "~~~\nx. y", ["~~~\nx. y"]),
        ("what closes a sentence stays with it", "Dijo «ya está». …", ["Dijo «ya está». …"]),
        ("nothing", " \n\t\r\n ", []),
        ("rules and signs only", "---\n***\n…", []),
    ],
)  # fmt: skip
def test_boundaries(about: str, text: str, expected: list[str]) -> None:
    # The smallest target that cuts none of them, so that no two are joined.
    target = 1 + max([len(one) for one in expected], default=0) // 5
    assert [fragment.text for fragment in split(Document("d", text), target=target)] == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Según el art. 3.1 del convenio, son 30 días.",
        "Véanse los arts. 5 y 6.",
        "La Sra. Gómez y el Sr. Pérez firman con D. Luis.",
        "La Dra. Ruiz vive en la Avda. Sol, núm. 5.",
        "Se exporta a EE. UU. desde 2020.",
        "Cuesta 1.250,50 € al año.",
        "It costs 1,250.50 dollars a year.",
        "Hay excepciones, p. ej. los sábados.",
        "Véase la pág. 12 del vol. 3.",
        "Abre a las 9 a. m. y cierra a las 8 p. m. cada día.",
        "¿Cuánto cuesta?",
        "¡No se admite!",
        "Dijo: «No. Nunca».",
        "Bueno... ya veremos.",
        "Bueno… ya veremos.",
        "El siglo V a. C. fue largo.",
        "Mr. Smith and Dr. Brown signed, e.g. on Monday.",
    ],
)
def test_a_point_inside_a_sentence_does_not_end_it(sentence: str) -> None:
    text = f"Antes hay otra frase. {sentence} Después va una más."
    document = Document("d", text)
    target = 1 + len(sentence) // 2
    found = [fragment.text for fragment in split(document, target=target) if fragment.text]
    assert sentence in found


def test_short_neighbours_are_joined_up_to_the_target() -> None:
    text = "Uno dos. Tres. Cuatro cinco seis. Siete."
    assert [fragment.text for fragment in split(Document("d", text), target=18)] == [
        "Uno dos. Tres.",
        "Cuatro cinco seis.",
        "Siete.",
    ]


@pytest.mark.parametrize("between", ["\n\n", "\n# T\n", "\n```\ncode\n```\n", "\n---\n\n"])
def test_nothing_is_joined_across_a_section(between: str) -> None:
    texts = [fragment.text for fragment in split(Document("d", f"- Uno.{between}Dos."), target=1000)]
    assert not [text for text in texts if "Uno" in text and "Dos" in text]
    assert (texts[0], texts[-1]) == ("- Uno.", "Dos.")


def test_items_and_rows_share_a_fragment_but_no_sentence() -> None:
    assert [fragment.text for fragment in split(Document("d", "- uno\n- dos"), target=100)] == ["- uno\n- dos"]


def test_fragments_carry_what_the_document_says_of_itself() -> None:
    document = Document("m.md", "Uno.", version="3", readers=frozenset({"group:a"}))
    (fragment,) = split(document)
    assert ("m.md@3:0-4", "m.md", "3", frozenset({"group:a"})) == (
        fragment.id,
        fragment.document,
        fragment.version,
        fragment.readers,
    )


def test_a_target_under_one_is_refused() -> None:
    with pytest.raises(InputError, match="target is 0"):
        split(Document("d", "Uno."), target=0)


@pytest.mark.parametrize("unit", ["a", "a. ", "é😀 ", "- x\n", "|", "?!", '("', "1. ", "#", "```\n", "| x |\n"])
def test_a_long_text_of_anything_is_split(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    fragments = split(Document("d", text))
    assert sum(map(len, WORD.findall(text))) == sum(len(WORD.findall(fragment.text)) for fragment in fragments)


def test_sections_are_paths_of_titles_and_neighbours_are_known() -> None:
    text = "Intro.\n# Guía #\nUno.\n## Plazos\nDos.\n\nTres.\nPagos\n-----\nCuatro.\n"
    fragments = split(Document("d", text))
    assert [(one.text, one.section) for one in fragments] == [
        ("Intro.", ()),
        ("# Guía #", ("Guía",)),
        ("Uno.", ("Guía",)),
        ("## Plazos", ("Guía", "Plazos")),
        ("Dos.", ("Guía", "Plazos")),
        ("Tres.\nPagos\n-----", ("Guía", "Tres. Pagos")),
        ("Cuatro.", ("Guía", "Tres. Pagos")),
    ]
    assert [one.previous for one in fragments[1:]] == [one.id for one in fragments[:-1]]
    assert [one.following for one in fragments[:-1]] == [one.id for one in fragments[1:]]
