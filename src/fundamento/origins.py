"""Where the text of a document came from: its source, what was done to it, its blocks and its pages."""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final, Protocol

from fundamento.spans import SourceMap, Span

_STRIDE: Final = 256  # code points between two places whose other offsets are kept


class Kind(StrEnum):
    """What a block is."""

    PROSE = "prose"
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item, table row or piece of code: its kind, and where it stands in the text.

    `level` is that of a heading, 1 the highest; 0 for anything else. `title` is what a heading says.
    """

    kind: Kind
    span: Span
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the page's lower left corner."""

    page: int
    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page, from 1, and where its text stands in the source."""

    number: int
    span: Span


class BoxFinder(Protocol):
    """Finds the rectangles that some text of a page takes."""

    def __call__(self, page: int, start: int, count: int) -> Sequence[Box]:
        """Return a box a line for `count` code points of a page, from 1, from its code point `start` on."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a source that has a name (`paragraph 3`, `table 1, row 2, cell 1`), and where it begins."""

    name: str
    start: int


@dataclass(frozen=True, slots=True)
class Location:
    """Where a piece of a document stands in its source, in every unit.

    `span` counts code points, `utf8` bytes of the source as UTF-8, `utf16` the units of browsers and of Java. `pages`
    and `boxes` are empty where the source has no pages; there is a box a line. `place` names the paragraph or the
    cell that it begins in, where the source has such, and `offset` counts code points from the start of it.
    """

    span: Span
    utf8: Span
    utf16: Span
    pages: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()
    place: str = ""
    offset: int = 0


@dataclass(frozen=True)
class Origin:
    """The source of a document, and the way from the document's text back to it.

    `source` is, for text, Markdown and HTML, the decoded file, byte order mark included; for PDF the text of its
    pages as the file has it, with a form feed between pages; for DOCX the text of its paragraphs and cells, each on a
    line. `groups` holds the blocks of the document's text where the format told them; None: the text itself tells.
    """

    source: str
    map: SourceMap = field(default_factory=SourceMap)
    encoding: str = ""
    groups: Sequence[Sequence[Block]] | None = None
    pages: tuple[Page, ...] = ()
    places: tuple[Place, ...] = ()
    boxes: BoxFinder | None = field(default=None, repr=False)

    def locate(self, span: Span) -> Location:
        """Return where a span of the document's text stands in the source. Raises `InputError` for one outside it."""
        found = self.map.resolve(span)
        pages = self._pages_of(found)
        place = self.places[max(0, bisect_right(self._place_starts, found.start) - 1)] if self.places else None
        return Location(
            span=found,
            utf8=Span(self._utf8.measure(found.start), self._utf8.measure(found.end)),
            utf16=Span(self._utf16.measure(found.start), self._utf16.measure(found.end)),
            pages=tuple(page.number for page in pages),
            boxes=tuple(box for page in pages for box in self._boxes_on(page, found)),
            place=place.name if place else "",
            offset=found.start - place.start if place else 0,
        )

    def page_of(self, span: Span) -> int | None:
        """Return the number of the page on which a span of the document's text begins; None: there are no pages."""
        return self.source_page(self.map.resolve(span))

    def source_page(self, span: Span) -> int | None:
        """Return the number of the page on which a span of the source begins; None: there are no pages."""
        return next((page.number for page in self._pages_of(span)), None)

    @property
    def blank_pages(self) -> tuple[int, ...]:
        """The numbers of the pages that have no text: pictures and scans are not read."""
        return tuple(page.number for page in self.pages if not self.source[page.span.start : page.span.end].strip())

    def _pages_of(self, span: Span) -> Sequence[Page]:
        if not self.pages:
            return ()
        first = max(0, bisect_right(self._page_starts, span.start) - 1)
        last = max(first, bisect_right(self._page_starts, max(span.start, span.end - 1)) - 1)
        return self.pages[first : last + 1]

    def _boxes_on(self, page: Page, span: Span) -> Sequence[Box]:
        start, end = max(span.start, page.span.start), min(span.end, page.span.end)
        if self.boxes is None or end <= start:
            return ()
        return self.boxes(page.number, start - page.span.start, end - start)

    @cached_property
    def _page_starts(self) -> list[int]:
        return [page.span.start for page in self.pages]

    @cached_property
    def _place_starts(self) -> list[int]:
        return [place.start for place in self.places]

    @cached_property
    def _utf8(self) -> "_Ruler":
        return _Ruler(self.source, "utf-8", 1)

    @cached_property
    def _utf16(self) -> "_Ruler":
        return _Ruler(self.source, "utf-16-le", 2)


class _Ruler:
    """Turns code points into the units of an encoding, by way of places that are known."""

    def __init__(self, text: str, encoding: str, width: int) -> None:
        self._text, self._encoding, self._width = text, encoding, width
        self._known: array[int] | None = None
        if not text.isascii():
            self._known = array("q", [0])
            for start in range(0, len(text), _STRIDE):
                self._known.append(self._known[-1] + self._count(start, start + _STRIDE))

    def measure(self, position: int) -> int:
        if self._known is None:
            return position
        stride = position // _STRIDE
        return self._known[stride] + self._count(stride * _STRIDE, position)

    def _count(self, start: int, end: int) -> int:
        return len(self._text[start:end].encode(self._encoding, "surrogatepass")) // self._width
