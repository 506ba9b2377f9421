"""DOCX as text: paragraphs, list items and table cells, straight from the XML in the file."""

import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from xml.etree import ElementTree as ET

from fundamento.errors import IngestError
from fundamento.ingest.composing import CELL_BREAK, PARAGRAPH_IN_CELL, Composer
from fundamento.ingest.extracts import Extract
from fundamento.ingest.word import Numbering, Styles, find_boxes, number, read_text, value, w
from fundamento.origins import Kind, Origin, Place
from fundamento.spans import EditKind

LARGEST: Final = 128 * 1024 * 1024  # bytes of XML, unpacked
# What is kept of a paragraph takes some two kilobytes of memory until its document is stored.
MOST_PARAGRAPHS: Final = 100_000
VARIABLE: Final = "FUNDAMENTO_DOCX_PARAGRAPHS"
_MOST: Final = 200  # times that XML shrinks, at the very best, in a file that somebody wrote
_DOCUMENT: Final = "word/document.xml"
_PARTS: Final = re.compile(r"word/(?:document|styles|numbering|footnotes|endnotes|header\d*|footer\d*)\.xml")
_ENCODING: Final = re.compile(rb"""(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})""")
_ENCODINGS: Final = frozenset({b"utf-8", b"utf8", b"us-ascii", b"ascii"})
_BREAK: Final = re.compile(r"[\t\n]+")
_HOLDERS: Final = frozenset({w("sdt"), w("sdtContent"), w("customXml"), w("ins"), w("moveTo"), w("smartTag")})


def extract_docx(content: bytes) -> Extract:
    """Return the text of a DOCX, with its paragraphs, headings, list items, table rows and notes.

    The source is the text of its paragraphs, those in cells too, each on a line; the paragraphs of its headers and
    footers come last, and are left out of the text and recorded. What tracked changes deleted is no text. Raises
    `IngestError` for a file that is damaged or encrypted, that would unpack to more than `LARGEST` bytes, or that has
    more paragraphs and cells than the environment variable `VARIABLE` says, by default `MOST_PARAGRAPHS`.
    """
    body, parts = _unpack(content)
    styles, numbering = Styles.read(parts.get("word/styles.xml")), Numbering.read(parts.get("word/numbering.xml"))
    reader = _Reader(styles, numbering, most=_read_limit())
    try:
        reader.read_parts(_blocks(body), parts)
    except ET.ParseError:
        raise _damaged() from None
    except RecursionError:
        raise IngestError("Its XML is nested without end.", hint="Do not trust its sender.") from None
    composer = Composer("".join(f"{piece.text}\n" for piece in reader.pieces))
    _compose(composer, reader.pieces)
    rewritten, groups = composer.finish()
    places = tuple(Place(piece.place, piece.start) for piece in reader.pieces)
    origin = Origin(source=composer.source, map=rewritten.map, encoding="docx", groups=groups, places=places)
    return Extract(rewritten.text, origin)


def _read_limit() -> int:
    said = os.environ.get(VARIABLE, "").strip()
    if not said:
        return MOST_PARAGRAPHS
    if not said.isdecimal() or not int(said[:18]) > 0:
        raise IngestError(f"{VARIABLE} is {said!a}.", hint="Give a number of paragraphs above 0, or unset it.")
    return int(said[:18])


def _damaged() -> IngestError:
    return IngestError("It is damaged, cut short, or no DOCX.", hint="Open it in a word processor and save it anew.")


def _blocks(body: bytes) -> Iterator[ET.Element]:
    """Yield the paragraphs and tables of the main part, each let go of before the next is read."""
    above: list[ET.Element] = []
    for event, element in ET.iterparse(io.BytesIO(body), ("start", "end")):  # noqa: S314 - as in _parse
        if event == "start":
            above.append(element)
            continue
        above.pop()
        if len(above) == 2 and above[1].tag == w("body"):
            yield element
            above[1].clear()


def _unpack(content: bytes) -> tuple[bytes, Mapping[str, ET.Element]]:
    """Return the main part, and the other parts that hold text, parsed."""
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise IngestError("It is encrypted, or an old .doc.", hint="Save it as DOCX without a password.")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            wanted = [info for info in packed.infolist() if _PARTS.fullmatch(info.filename)]
            size = sum(info.file_size for info in wanted)
            if size > LARGEST or any(info.file_size > _MOST * max(5000, info.compress_size) for info in wanted):
                raise IngestError(
                    f"It would unpack to {size:,} bytes.",
                    hint=f"Split it: up to {LARGEST:,} bytes are taken, and none that shrank more than {_MOST} times.",
                )
            body = next((_checked(packed.read(info)) for info in wanted if info.filename == _DOCUMENT), None)
            parts = {info.filename: _parse(packed.read(info)) for info in wanted if info.filename != _DOCUMENT}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ET.ParseError, OSError):
        raise _damaged() from None
    if body is None:
        raise IngestError("It is a ZIP file without a Word document.", hint="Give it the suffix of what it is.")
    return body, parts


def _checked(content: bytes) -> bytes:
    """Return XML that is read as it stands. Raises `IngestError` for a document type, and for a strange encoding."""
    # The format has no document types; with one, a few bytes could stand for gigabytes.
    if (
        b"<!DOCTYPE" in content
        or b"<!ENTITY" in content
        or b"\0" in content[:4]
        or content[:2] in {b"\xff\xfe", b"\xfe\xff"}
    ):
        raise IngestError("Its XML declares a document type, which no DOCX does.", hint="Do not trust its sender.")
    declared = _ENCODING.match(content)
    if declared is not None and declared[1].lower() not in _ENCODINGS:
        raise IngestError("Its XML is in an encoding that no DOCX has.", hint="Open it and save it anew, as UTF-8.")
    return content


def _parse(content: bytes) -> ET.Element:
    return ET.fromstring(_checked(content))  # noqa: S314 - the size is bounded, and there are no entities


@dataclass(frozen=True, slots=True)
class _Piece:
    """A paragraph: its text and where it stands; `holder` is the list or table that it belongs to."""

    text: str
    start: int
    place: str
    kind: Kind = Kind.PROSE
    marker: str = ""
    level: int = 0
    holder: str = ""
    row: int = 0  # from 1, in a table
    column: int = 0
    unseen: EditKind | None = None


@dataclass(slots=True)
class _Reader:
    styles: Styles
    numbering: Numbering
    pieces: list[_Piece] = field(default_factory=list)
    size: int = 0
    paragraphs: int = 0
    tables: int = 0
    most: int = MOST_PARAGRAPHS

    def read_parts(self, body: Iterable[ET.Element], parts: Mapping[str, ET.Element]) -> None:
        """Take in the body, the notes, and then what runs along the margins."""
        self.read(body)
        for name, one in (("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote")):
            self.read_notes(parts.get(name), one)
        for name in sorted(parts):
            if "header" in name or "footer" in name:
                self.leave_out(parts[name], EditKind.RUNNING_HEADER if "header" in name else EditKind.RUNNING_FOOTER)

    def read(self, blocks: Iterable[ET.Element]) -> None:
        """Take in the paragraphs and tables of the body, or of a part of it."""
        for block in blocks:
            if block.tag == w("p"):
                self.paragraphs += 1
                self._read_paragraph(block, f"paragraph {self.paragraphs}")
            elif block.tag == w("tbl"):
                self.tables += 1
                self._read_table(block, f"table {self.tables}")
            elif block.tag in _HOLDERS:
                self.read(block)

    def read_notes(self, part: ET.Element | None, name: str) -> None:
        """Take in footnotes or endnotes; the two that only draw a line have a type."""
        notes = [note for note in part if note.get(w("type")) is None] if part is not None else []
        for index, note in enumerate(notes, 1):
            for paragraph in note.iter(w("p")):
                self._add(read_text(paragraph), f"{name} {index}")

    def leave_out(self, part: ET.Element, kind: EditKind) -> None:
        """Take in a header or a footer, which is no text of the document."""
        for paragraph in part.iter(w("p")):
            self._append(_Piece(read_text(paragraph), self.size, kind.value, unseen=kind))

    def _read_paragraph(self, paragraph: ET.Element, place: str) -> None:
        level, numbering = self.styles.level(paragraph), self.styles.numbering(paragraph)
        text = read_text(paragraph)
        marker = self.numbering.count(*numbering) if numbering and text.strip() else ""
        if level:
            # A heading that is only numbered has no bullet.
            marker = "#" * level + " " + marker.removeprefix("- ")
            self._append(_Piece(text, self.size, place, Kind.HEADING, marker, level))
        elif numbering:
            self._append(_Piece(text, self.size, place, Kind.ITEM, marker, holder=f"list {numbering[0]}"))
        else:
            self._add(text, place)
        for box in find_boxes(paragraph):
            for inner in box.iter(w("p")):
                self._add(read_text(inner), f"{place}, text box")

    def _read_table(self, table: ET.Element, place: str) -> None:
        for row, line in enumerate(_within(table, w("tr")), 1):
            column = 0
            for cell in _within(line, w("tc")):
                column += 1
                for paragraph in cell.iter(w("p")):
                    name = f"{place}, row {row}, cell {column}"
                    self._append(
                        _Piece(read_text(paragraph), self.size, name, Kind.ROW, holder=place, row=row, column=column)
                    )
                span = number(value(cell, "tcPr/gridSpan"), 1)
                column += span - 1 if 0 < span < 100 else 0

    def _add(self, text: str, place: str) -> None:
        self._append(_Piece(text, self.size, place))

    def _append(self, piece: _Piece) -> None:
        if len(self.pieces) >= self.most:
            raise IngestError(
                f"It has more than {self.most:,} paragraphs and cells.",
                hint=f"Split it, or raise {VARIABLE}: each takes some two kilobytes of memory.",
            )
        self.pieces.append(piece)
        self.size += len(piece.text) + 1


def _within(element: ET.Element, tag: str) -> Iterator[ET.Element]:
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _within(child, tag)


def _compose(composer: Composer, pieces: Sequence[_Piece]) -> None:
    last: _Piece | None = None  # with text
    for piece in pieces:
        row = (piece.holder, piece.row)
        if last is not None and last.row and (last.holder, last.row) != row and composer.is_open:
            composer.insert(" |", EditKind.MARKER)
            composer.abandon()
        if piece.unseen is not None or not piece.text.strip():
            composer.drop(piece.start + len(piece.text) + 1, piece.unseen or EditKind.WHITE_SPACE)
            continue
        joins = last is not None and bool(piece.holder) and last.holder == piece.holder
        if composer.is_open and last is not None and last.row and (last.holder, last.row) == row:
            apart = piece.column - last.column
            kind = EditKind.CELL_BREAK if apart else EditKind.BLOCK_BREAK
            composer.insert(CELL_BREAK * apart or PARAGRAPH_IN_CELL, kind)
        else:
            composer.abandon()
            marker = "| " * piece.column if piece.row else piece.marker
            composer.begin(piece.kind, marker=marker, level=piece.level, join=joins)
        _copy(composer, piece)
        last = piece
    if last is not None and last.row and composer.is_open:
        composer.insert(" |", EditKind.MARKER)


def _copy(composer: Composer, piece: _Piece) -> None:
    start, end = piece.start, piece.start + len(piece.text)
    composer.drop(start + len(piece.text) - len(piece.text.lstrip()), EditKind.WHITE_SPACE)
    for match in _BREAK.finditer(composer.source, composer.cursor, end):
        if match.start() > composer.cursor:
            composer.take(match.start())
        composer.swap(match.end(), " ", EditKind.WHITE_SPACE)
    if end > composer.cursor:
        composer.take(end)
    composer.drop(end + 1, EditKind.LINE_BREAK)
