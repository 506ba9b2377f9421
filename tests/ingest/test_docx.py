import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import example, given, settings
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
@example([("List Number", "\u00ad")], [])
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
        (packed(ENTITIES.decode().encode("utf-16-le")), "declares a document type"),
        (packed(WORD % (b"<w:sdt>" * 5000 + b"</w:sdt>" * 5000)), "nested without end"),
        (packed(b"<w:document"), "damaged"),
        (packed(WORD % b"")[:-30], "damaged, cut short"),
        (b"Hola.", "no DOCX"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "encrypted, or an old .doc"),
    ],
    ids=[
        "too large",
        "shrunk",
        "entities",
        "wide entities",
        "nested",
        "no XML",
        "truncated",
        "text",
        "old",
    ],
)
def test_what_cannot_be_read_says_why(content: bytes, says: str) -> None:
    with pytest.raises(IngestError, match=says):
        extract_docx(content)


NUMBERING = b"""<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="2"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Art. %1."/></w:lvl>
<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num></w:numbering>"""


def test_notes_come_after_the_text() -> None:
    notes = b"""<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
<w:footnote w:type="separator"><w:p/></w:footnote>
<w:footnote w:id="1"><w:p><w:r><w:t>Salvo domingos.</w:t></w:r></w:p></w:footnote></w:footnotes>"""
    held = io.BytesIO(packed(WORD % b"<w:p><w:r><w:t>Abre siempre.</w:t></w:r></w:p>"))
    with zipfile.ZipFile(held, "a") as archive:
        archive.writestr("word/footnotes.xml", notes)
    text, origin = extract_docx(held.getvalue())
    assert text == "Abre siempre.\n\nSalvo domingos."
    assert origin.locate(Span(text.index("Salvo"), len(text))).place == "footnote 1"


def test_numbers_of_items_are_those_that_word_shows() -> None:
    item = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="7"/></w:numPr></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>'
    )
    depths = (("0", "uno"), ("1", "dos"), ("1", "tres"), ("0", "cuatro"), ("1", "cinco"), ("9" * 5000, "seis"))
    held = io.BytesIO(packed(WORD % "".join(item.format(*one) for one in depths).encode()))
    with zipfile.ZipFile(held, "a") as archive:
        archive.writestr("word/numbering.xml", NUMBERING)
    assert extract_docx(held.getvalue()).text.split("\n") == [
        "Art. II. uno",
        "II.a) dos",
        "II.b) tres",
        "Art. III. cuatro",
        "III.a) cinco",
        "Art. IV. seis",
    ]


def test_a_zip_of_something_else_is_told() -> None:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    with pytest.raises(IngestError, match="without a Word document"):
        extract_docx(held.getvalue())
