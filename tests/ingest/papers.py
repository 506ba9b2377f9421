"""PDF and DOCX files made for the tests, by libraries that have nothing to do with how they are read."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

import docx
import fpdf
from PIL import Image


@dataclass(frozen=True)
class Said:
    """A line or paragraph of a page, the size that it is set in, and what kind of thing it is."""

    text: str
    size: int = 11
    width: float = 0  # in millimetres; 0: up to the margin


class Paper(fpdf.FPDF):
    """A PDF with a running header and a page number."""

    title_above = ""

    def header(self) -> None:
        """Write what runs along the top."""
        if self.title_above:
            self.set_font("helvetica", size=9)
            self.cell(0, 8, self.title_above, new_x="LMARGIN", new_y="NEXT")

    def footer(self) -> None:
        """Write the number of the page."""
        if self.title_above:
            self.set_y(-15)
            self.set_font("helvetica", size=9)
            self.cell(0, 8, f"Página {self.page_no()} de {{nb}}", align="C")


def make_pdf(pages: Sequence[Sequence[Said]], *, running: str = "", password: str = "") -> bytes:
    """Return a PDF with a paragraph for each thing said."""
    paper = Paper()
    paper.title_above = running
    for page in pages:
        paper.add_page()
        for said in page:
            paper.set_font("helvetica", size=said.size)
            paper.multi_cell(said.width, said.size * 0.5, said.text, new_x="LMARGIN", new_y="NEXT", align="L")
            paper.ln(said.size * 0.4)
    if password:
        paper.set_encryption(owner_password=password, user_password=password)
    return bytes(paper.output())


def make_columns(rows: Sequence[Sequence[str]]) -> bytes:
    """Return a PDF with a table."""
    paper = Paper()
    paper.add_page()
    paper.set_font("helvetica", size=11)
    for row in rows:
        for cell in row:
            paper.cell(50, 6, cell)
        paper.ln(6)
    return bytes(paper.output())


def make_picture(*texts: str) -> bytes:
    """Return a PDF of one picture, as a scanner makes it; each text adds a page of it, and a picture after."""
    paper = Paper()
    _add_picture(paper)
    for text in texts:
        paper.add_page()
        paper.set_font("helvetica", size=11)
        paper.multi_cell(150, 6, text)
        _add_picture(paper)
    return bytes(paper.output())


def _add_picture(paper: Paper) -> None:
    paper.add_page()
    picture = io.BytesIO()
    Image.new("RGB", (60, 60), "white").save(picture, "PNG")
    paper.image(picture, w=60)


def save_docx(document: docx.document.Document) -> bytes:
    """Return the bytes of a document made with python-docx."""
    held = io.BytesIO()
    document.save(held)
    return held.getvalue()
