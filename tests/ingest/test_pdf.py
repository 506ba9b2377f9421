import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document, Fragment
from fundamento.ingest import Extract, extract, split
from fundamento.ingest.pages import Line, PageLines, find_running
from fundamento.ingest.pdf import extract_pdf
from fundamento.spans import EditKind, Span
from ingest.papers import Said, make_columns, make_pdf, make_picture
from ingest.tracing import assert_faithful

LONG = "El plan Pro conserva los archivos borrados durante treinta días y después los elimina para siempre. " * 3


def fragments_of(extracted: Extract) -> list[Fragment]:
    return split(Document("d", extracted.text, origin=extracted.origin))


@settings(max_examples=25)
@given(
    st.lists(
        st.lists(st.text(alphabet="aeñ ¿?.,-1€\u00a0\u00ad«»", min_size=1, max_size=150).map(Said), max_size=5),
        min_size=1,
        max_size=4,
    )
)
def test_every_fragment_of_a_paper_stands_on_its_page(pages: list[list[Said]]) -> None:
    spoken = [[said for said in page if "€" not in said.text] for page in pages]  # not in the core fonts
    try:
        extracted = extract(make_pdf([[*page, Said("Fin.")] for page in spoken]), ".pdf")
    except IngestError as error:
        pytest.fail(str(error))
    assert_faithful(extracted)


def test_paragraphs_are_whole_and_headings_apart() -> None:
    content = make_pdf([[Said("Plazos", 18), Said(LONG), Said("Pagos", 18), Said("Se paga al mes. No hay recargo.")]])
    extracted = extract(content, ".pdf")
    assert extracted.text == f"# Plazos\n\n{LONG.strip()}\n\n# Pagos\n\nSe paga al mes. No hay recargo."
    assert {one.section for one in fragments_of(extracted)} == {("Plazos",), ("Pagos",)}


def test_headers_footers_and_page_breaks_are_told_and_left_out() -> None:
    pages = [[Said(f"Texto número {number} de la página.")] for number in ("uno", "dos", "tres", "cuatro")]
    text, origin = extract(make_pdf(pages, running="Manual de uso"), ".pdf")
    assert text.split("\n\n") == [f"Texto número {number} de la página." for number in ("uno", "dos", "tres", "cuatro")]
    removed = [(one.edit.kind, one.edit.removed) for one in origin.map.edits()]
    assert [kind for kind, _ in removed].count(EditKind.RUNNING_HEADER) == 4
    assert [text for kind, text in removed if kind is EditKind.RUNNING_FOOTER] == [
        f"Página {number} de 4" for number in (1, 2, 3, 4)
    ]


def test_a_fragment_knows_its_page_and_its_boxes_hold_its_text() -> None:
    pages = [[Said("La primera página.")], [Said("Hay treinta días de plazo."), Said("Otra cosa.")]]
    content = make_pdf(pages)
    extracted = extract(content, ".pdf")
    found = {one.text: one for one in fragments_of(extracted)}["Hay treinta días de plazo."]
    assert found.page == 2
    assert found.start is not None
    start = found.start + found.text.index("treinta")
    place = extracted.origin.locate(Span(start, start + len("treinta días")))
    assert place.pages == (2,)
    (box,) = place.boxes
    page = pypdfium2.PdfDocument(content)[1]
    inside = page.get_textpage().get_text_bounded(box.left - 0.5, box.bottom - 0.5, box.right + 0.5, box.top + 0.5)
    assert inside.strip() == "treinta días"


def test_a_line_end_hyphen_goes_and_is_told() -> None:
    text, origin = extract(make_pdf([[Said("La auto-\nmatización de los pagos."), Said("Fin.")]]), ".pdf")
    assert text.split("\n\n")[0] == "La automatización de los pagos."
    assert [one.edit.kind for one in origin.map.edits() if one.edit.kind is EditKind.LINE_END_HYPHEN] == [
        EditKind.LINE_END_HYPHEN
    ]


def test_cells_of_a_table_are_never_glued() -> None:
    text, _ = extract(make_columns([["Plan", "Precio", "Plazo"], ["Pro", "20 euros", "30 días"]]), ".pdf")
    assert text.split("\n") == ["Plan | Precio | Plazo", "Pro | 20 euros | 30 días"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (make_pdf([[Said("Hola.")]], password="secreto"), "It is encrypted"),
        (make_pdf([[Said(LONG)]])[:-200], "cut short"),
        (make_pdf([[Said(LONG)]])[:300], "damaged or cut short"),
        (make_picture(), "1 pages hold no text: it is made of pictures"),
        (b"Hola.", "no PDF"),
        (b"%PDF-1.7\n" + bytes(range(256)) * 20 + b"%%EOF", "damaged"),
    ],
)
def test_what_cannot_be_read_says_why(content: bytes, says: str) -> None:
    with pytest.raises(IngestError, match=says):
        extract_pdf(content)


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdfium2", None)
    with pytest.raises(MissingExtraError, match=r"fundamento\[pdf\]"):
        extract_pdf(b"%PDF-1.7")


def pages_with(*tops: str) -> list[PageLines]:
    pages = []
    for number, top in enumerate(tops, 1):
        text = f"{top}\r\nEl cuerpo de la página."
        lines = [Line(Span(0, len(top)), 50, 780, 300, 10), Line(Span(len(top) + 2, len(text)), 50, 400, 300, 10)]
        pages.append(PageLines(number, text, 842, lines))
    return pages


@pytest.mark.parametrize(
    ("tops", "runs"),
    [
        (("Manual", "Manual", "Manual"), True),
        (("Manual", "Manual"), False),
        (("Manual 5", "Manual 6", "Manual 7"), False),  # it may as well be "Artículo 5"
        (("Manual de uso 5", "Manual de uso 6", "Manual de uso 7"), True),
        (("5", "6", "7"), True),
        (("Página 5 de 9", "Página 6 de 9", "Página 7 de 9"), True),
        (("Artículo 1", "Artículo 2", "Artículo 3"), False),
        (("Precio 10 euros", "Precio 30 euros", "Precio 20 euros"), False),
        (("Uno", "Dos", "Tres"), False),
        (("nota", *(str(n) * 3 + " a" for n in range(1, 9)), "nota", *"abcdefgh", "nota"), False),
    ],
)
def test_only_what_runs_from_page_to_page_is_running(tops: tuple[str, ...], runs: bool) -> None:
    assert bool(find_running(pages_with(*tops))) is runs
