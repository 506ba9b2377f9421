"""PDF as text: paragraphs, headings, items and rows told by where they stand on the page."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fundamento.errors import IngestError, MissingExtraError
from fundamento.ingest.composing import Composer
from fundamento.ingest.extracts import Extract
from fundamento.ingest.pages import Line, PageLines, arrange
from fundamento.origins import Box, Origin, Page
from fundamento.spans import Span

if TYPE_CHECKING:
    import pypdfium2

_LOCK: Final = threading.Lock()  # pdfium is not safe for threads
_TAIL: Final = 2048  # bytes at the end of a file, one of the last of which is its mark of the end
_PASSWORD: Final = 4  # pdfium's number for "a password is needed, or another one"
_HYPHEN: Final = "\ufffe"  # what pdfium writes for a hyphen at the end of a line, in place of the line break
_WIDE: Final = 1.2  # times the font size: a gap between words that only a column leaves


def extract_pdf(content: bytes) -> Extract:
    """Return the text of a PDF in reading order, without running headers and footers and line-end hyphens.

    The source is the text of its pages as pdfium gives it, with a form feed between pages. Headings are those of the
    outline, or else what is set larger than the body. Raises `IngestError` for a file that is encrypted, cut short or
    holds nothing but pictures, and `MissingExtraError` without pypdfium2 (extra `pdf`).
    """
    with _LOCK:
        pdf = _open(content)
        try:
            pages = [_read_page(pdf, index) for index in range(len(pdf))]
            outline = list(_read_outline(pdf))
        finally:
            pdf.close()
    if not any(page.text.strip() for page in pages):
        raise IngestError(
            f"Its {len(pages)} pages hold no text: it is made of pictures, or empty.",
            hint="Put it through text recognition (OCR) first.",
        )
    composer = Composer("\f".join(page.text for page in pages))
    arrange(composer, pages, outline)
    rewritten, groups = composer.finish()
    origin = Origin(
        source=composer.source,
        map=rewritten.map,
        encoding="pdf",
        groups=groups,
        pages=tuple(_number(pages)),
        boxes=PdfBoxes(content),
    )
    return Extract(rewritten.text, origin)


@dataclass(frozen=True, slots=True)
class PdfBoxes:
    """Finds the boxes of text in the pages of a PDF, which it keeps."""

    content: bytes = field(repr=False)

    def __call__(self, page: int, start: int, count: int) -> list[Box]:
        """Return a box a line for `count` code points of a page, from 1, from its code point `start` on."""
        with _LOCK:
            pdf = _open(self.content)
            try:
                text = pdf[page - 1].get_textpage()
                found = [text.get_rect(index) for index in range(text.count_rects(start, count))]
            finally:
                pdf.close()
        return _merge([Box(page, *rectangle) for rectangle in found])


def _merge(boxes: Sequence[Box]) -> list[Box]:
    """Return a box a line: pdfium gives one for each change of font."""
    merged: list[Box] = []
    for box in boxes:
        last = merged[-1] if merged else None
        if last is not None and box.left >= last.left and min(box.top, last.top) > max(box.bottom, last.bottom):
            right, top = max(box.right, last.right), max(box.top, last.top)
            merged[-1] = Box(box.page, last.left, min(box.bottom, last.bottom), right, top)
        else:
            merged.append(box)
    return merged


def _open(content: bytes) -> "pypdfium2.PdfDocument":
    try:
        import pypdfium2  # noqa: PLC0415 - a large library that only PDF needs
    except ImportError:
        raise MissingExtraError("pypdfium2", extra="pdf", purpose="Reading PDF") from None
    if b"%PDF-" not in content[:1024]:
        raise IngestError("It is no PDF, whatever its name says.", hint="Give it the suffix of what it is.")
    try:
        pdf = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        if error.err_code == _PASSWORD:
            raise IngestError("It is encrypted.", hint="Save it without a password.") from None
        raise IngestError("It is damaged or cut short.", hint="Get it again, or print it to a new PDF.") from None
    # pdfium mends what is cut short, and says nothing of the pages that are gone.
    if b"%%EOF" not in content[-_TAIL:]:
        pdf.close()
        raise IngestError(
            "It is cut short: the mark of its end is missing.", hint="Get it again, or print it to a new PDF."
        )
    return pdf


def _read_page(pdf: "pypdfium2.PdfDocument", index: int) -> PageLines:
    from pypdfium2 import PdfiumError  # noqa: PLC0415 - as above

    try:
        page = pdf[index]
        text_page = page.get_textpage()
    except PdfiumError:
        raise IngestError(f"Page {index + 1} is damaged.", hint="Get it again, or print it to a new PDF.") from None
    try:
        text = _read_text(text_page)
        reader = _PageReader(text_page, text)
        return PageLines(index + 1, text, page.get_height(), list(reader.lines()))
    finally:
        text_page.close()
        page.close()


def _read_text(page: "pypdfium2.PdfTextPage") -> str:
    import pypdfium2.raw as pdfium  # noqa: PLC0415 - as above

    count = page.count_chars()
    text: str = page.get_text_range()
    if len(text) == count:
        return text
    # One code point a character of pdfium's, so that its positions are ours.
    codes = (pdfium.FPDFText_GetUnicode(page, index) for index in range(count))
    return "".join(_HYPHEN if code == 2 else chr(code) if _is_scalar(code) else "\ufffd" for code in codes)


def _is_scalar(code: int) -> bool:
    return 0 < code < 0xD800 or 0xDFFF < code <= 0x10FFFF


@dataclass(slots=True)
class _PageReader:
    page: "pypdfium2.PdfTextPage"
    text: str

    def lines(self) -> Iterator[Line]:
        start = 0
        while start < len(self.text):
            end = start
            while end < len(self.text) and self.text[end] not in f"\r\n{_HYPHEN}":
                end += 1
            if self.text[start:end].strip():
                yield self._measure(start, end)
            start = end + 1

    def _measure(self, start: int, end: int) -> Line:
        import pypdfium2.raw as pdfium  # noqa: PLC0415 - as above

        first = start + len(self.text[start:end]) - len(self.text[start:end].lstrip())
        last = start + len(self.text[start:end].rstrip())
        left, bottom, _, top = self.page.get_charbox(first, loose=True)
        right = self.page.get_charbox(last - 1, loose=True)[2]
        size = pdfium.FPDFText_GetFontSize(self.page, first)
        # The size before scaling; the height of the box is what the eye sees.
        size = top - bottom if top - bottom > 0 else size
        gaps = [
            index
            for index in range(first + 1, last - 1)
            if self.text[index] == " " and pdfium.FPDFText_IsGenerated(self.page, index) == 1 and self._gap(index, size)
        ]
        return Line(Span(first, last), left, bottom, right, size, tuple(gaps))

    def _gap(self, index: int, size: float) -> bool:
        before, after = self.page.get_charbox(index - 1), self.page.get_charbox(index + 1)
        return bool(after[0] - before[2] > _WIDE * size)


def _read_outline(pdf: "pypdfium2.PdfDocument") -> Iterator[tuple[int, int, str]]:
    """Yield page, level and title of each entry."""
    for entry in pdf.get_toc():
        target = entry.get_dest()
        page = target.get_index() if target is not None else None
        if page is not None:
            yield page + 1, entry.level + 1, entry.get_title() or ""


def _number(pages: Sequence[PageLines]) -> Iterator[Page]:
    start = 0
    for page in pages:
        yield Page(page.number, Span(start, start + len(page.text)))
        start += len(page.text) + 1
