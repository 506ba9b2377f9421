import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento.errors import IngestError
from fundamento.fragments import Document
from fundamento.ingest import extract, split
from fundamento.ingest.docx import extract_docx
from fundamento.spans import EditKind, Span
from ingest.papers import save_docx
from ingest.tracing import assert_faithful

WORDS = st.text(alphabet="aeñ\u0301😀 .¿?\t\n\u00a0\u00adש|#-", max_size=60)


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from(["Normal", "Heading 1", "List Bullet", "List Number"]), WORDS), max_size=8),
    st.lists(st.lists(WORDS, min_size=3, max_size=3), max_size=3),
)
def test_every_fragment_of_a_document_stands_in_it(paragraphs: list[tuple[str, str]], rows: list[list[str]]) -> None:
    document = docx.Document()
    for style, text in paragraphs:
        document.add_paragraph(text, style=style)
    table = document.add_table(0, 3)
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    assert_faithful(extract(save_docx(document), ".docx"))


def test_a_document_is_read_as_it_is_seen() -> None:
    document = docx.Document()
    document.add_heading("Plazos", 1)
    document.add_paragraph("El Sr. Pérez tiene 30 días.")
    for text in ("uno", "dos"):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("tres", style="List Bullet")
    document.add_heading("Precios", 2)
    table = document.add_table(2, 3)
    for index, text in enumerate(("Plan", "", "Precio", "Pro", "x", "20 €")):
        table.cell(index // 3, index % 3).text = text
    table.cell(1, 0).add_paragraph("nuevo")
    document.sections[0].header.paragraphs[0].text = "Cabecera"
    text, origin = extract(save_docx(document), ".docx")
    assert text.split("\n\n") == [
        "# Plazos",
        "El Sr. Pérez tiene 30 días.",
        "1. uno\n2. dos",
        "- tres",
        "## Precios",
        "| Plan |  | Precio |\n| Pro · nuevo | x | 20 € |",
    ]
    assert split(Document("d", text, origin=origin))[-1].section == ("Plazos", "Precios")
    header = [one.edit.removed for one in origin.map.edits() if one.edit.kind is EditKind.RUNNING_HEADER]
    assert header == ["Cabecera\n"]


def test_places_are_paragraphs_and_cells() -> None:
    document = docx.Document()
    document.add_paragraph("Uno.")
    document.add_paragraph("Hay treinta días.")
    document.add_table(1, 2).cell(0, 1).text = "20 €"
    text, origin = extract(save_docx(document), ".docx")
    days, price = (text.index(word) for word in ("treinta", "20"))
    assert (origin.locate(Span(days, days + 7)).place, origin.locate(Span(days, days + 7)).offset) == ("paragraph 2", 4)
    assert origin.locate(Span(price, price + 2)).place == "table 1, row 1, cell 2"


def test_tracked_changes_links_and_notes() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Cuesta ")
    for markup in (
        "<w:del {}><w:r><w:delText>10</w:delText></w:r></w:del>",
        "<w:ins {}><w:r><w:t>20</w:t></w:r></w:ins>",
        "<w:hyperlink {}><w:r><w:t> euros</w:t></w:r></w:hyperlink>",
    ):
        paragraph._p.append(parse_xml(markup.format(nsdecls("w"))))
    assert extract(save_docx(document), ".docx").text == "Cuesta 20 euros"


def packed(document: bytes, *, level: int = 9) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        archive.writestr("word/document.xml", document)
    return held.getvalue()


WORD = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>%s</w:body></w:document>'
ENTITIES = b'<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]>' + WORD % b"<w:p><w:r><w:t>&c;</w:t></w:r></w:p>"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (packed(WORD % (b" " * 200_000_000), level=1), "would unpack to 200,000,1"),
        (packed(WORD % (b" " * 20_000_000)), "would unpack to"),
        (packed(ENTITIES), "declares a document type"),
        (packed(b"<w:document"), "damaged"),
        (packed(WORD % b"")[:-30], "damaged, cut short"),
        (b"Hola.", "no DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "encrypted, or an old .doc"),
    ],
    ids=["too large", "shrunk too much", "entities", "no XML", "truncated", "text", "old"],
)
def test_what_cannot_be_read_says_why(content: bytes, says: str) -> None:
    with pytest.raises(IngestError, match=says):
        extract_docx(content)


def test_a_zip_of_something_else_is_told() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    with pytest.raises(IngestError, match="without a Word document"):
        extract_docx(held.getvalue())
