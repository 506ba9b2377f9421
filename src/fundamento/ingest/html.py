"""HTML as text: what a reader of the page sees, block by block, each place of it known in the file."""

import html
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.ingest.composing import CELL_BREAK, PARAGRAPH_IN_CELL, Composer
from fundamento.ingest.decoding import decode
from fundamento.ingest.extracts import Extract
from fundamento.ingest.tokens import Token, TokenKind, tokenise
from fundamento.origins import Kind, Origin
from fundamento.spans import EditKind

_VOID: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
_UNSEEN: Final = frozenset(
    [
        "head",
        "script",
        "style",
        "template",
        "noembed",
        "noframes",
        "iframe",
        "object",
        "audio",
        "video",
        "canvas",
        "svg",
        "math",
        "datalist",
    ]
)
_BREAKING: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "optgroup",
        "option",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "caption",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "xmp",
    ]
)
# What a start tag ends where it is still open, up to the element that holds both.
_IMPLIED: Final[Mapping[str, tuple[frozenset[str], frozenset[str]]]] = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol", "menu", "dir", "table"})),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl", "table"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl", "table"})),
    "tr": (frozenset({"tr", "td", "th", "caption"}), frozenset({"table"})),
    "td": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "th": (frozenset({"td", "th"}), frozenset({"tr", "table"})),
    "thead": (frozenset({"caption", "thead", "tbody", "tfoot"}), frozenset({"table"})),
    "tbody": (frozenset({"caption", "thead", "tbody", "tfoot"}), frozenset({"table"})),
    "tfoot": (frozenset({"caption", "thead", "tbody", "tfoot"}), frozenset({"table"})),
    "option": (frozenset({"option"}), frozenset({"select", "optgroup", "datalist"})),
    "body": (frozenset({"head"}), frozenset()),
}
_HEADINGS: Final = frozenset(f"h{level}" for level in range(1, 7))
_LAYOUT: Final = _HEADINGS | {"table", "pre", "article", "section", "main"}  # no cell of data holds any of these
_NAVIGATION: Final = frozenset({"navheader", "navfooter", "navbar", "breadcrumb", "breadcrumbs", "pagination"})
_UNSEEN_STYLE: Final = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_DEEPEST: Final = 512  # elements in elements; deeper ones are read as if they had no end, as browsers do
_LEADING: Final = re.compile(r"[ \t\n\r\f]*")
_REFERENCE: Final = r"&(?:#\d{1,9};?|#[xX][0-9a-fA-F]{1,8};?|[A-Za-z][A-Za-z0-9]{0,31};?)"
_CHANGED: Final = re.compile(rf"(?P<white>[ \t\n\r\f]{{2,}}|[\t\n\r\f])|{_REFERENCE}")
_CHANGED_IN_CODE: Final = re.compile(rf"(?P<white>(?!))|{_REFERENCE}")
_CODE: Final = ("pre", "listing", "plaintext", "xmp")
_TABLE: Final = frozenset({"table"})
_TABLE_PARTS: Final = frozenset({"td", "th", "tr", "tbody", "thead", "tfoot", "caption"})


def extract_html(content: bytes) -> Extract:
    """Return the text of an HTML file as a page shows it, with its blocks.

    Scripts, styles, navigation and what the file itself hides are left out; headings, list items and table rows get
    light marks, as Markdown writes them. The source is the decoded file. Raises `IngestError` as `decode` does.
    """
    decoded = decode(content)
    reader = _Reader(decoded.text)
    tokens = list(tokenise(decoded.text))
    layout = _find_layout(tokens)
    for index, token in enumerate(tokens):
        reader.read(token, layout=index in layout)
    rewritten, groups = reader.composer.finish()
    origin = Origin(source=decoded.text, map=rewritten.map, encoding=decoded.encoding, groups=groups)
    return Extract(rewritten.text, origin)


def _find_layout(tokens: Sequence[Token]) -> set[int]:
    """Return the tables that only lay a page out, by the place of their start tags."""
    found: set[int] = set()
    tables: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.START:
            if tables and token.name in _LAYOUT:
                found.add(tables[-1])
            if token.name == "table":
                tables.append(index)
                if token.attributes.get("role") == "presentation":
                    found.add(index)
        elif token.kind is TokenKind.END and token.name == "table" and tables:
            tables.pop()
    return found


def _tell_unseen(token: Token) -> EditKind | None:
    """Return why a page does not show an element; None: it does."""
    attributes = token.attributes
    if token.name in _UNSEEN or token.name == "dialog":
        return EditKind.HIDDEN
    if token.name == "nav" or attributes.get("role") == "navigation":
        return EditKind.NAVIGATION
    if _NAVIGATION.intersection(attributes.get("class", "").lower().split()):
        return EditKind.NAVIGATION
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return EditKind.HIDDEN
    return EditKind.HIDDEN if _UNSEEN_STYLE.search(attributes.get("style", "")) else None


@dataclass(slots=True, eq=False)
class _Element:
    name: str
    unseen: EditKind | None = None
    layout: bool = False  # of a table
    number: int = 0  # of the next item of an ordered list; 0: unordered
    cells: int = 0  # of a row, so far


class _Reader:
    def __init__(self, source: str) -> None:
        self.composer = Composer(source)
        self._source = source
        self._stack: list[_Element] = []
        self._open: Counter[str] = Counter()
        self._unseen: list[EditKind] = []
        self._tables: list[_Element] = []
        self._lists: list[_Element] = []
        self._rows: list[_Element] = []  # of data, innermost last
        self._container: _Element | None = None  # the list, table or definitions that the last block was in
        self._blank = True  # whether the text ends in white space
        self._broken = False  # whether a paragraph ended inside a cell

    def read(self, token: Token, *, layout: bool) -> None:
        """Take in the next token; `layout`: it begins a table that only lays the page out."""
        if token.kind is TokenKind.TEXT and not self._unseen:
            self._read_text(token)
        elif token.kind is TokenKind.START:
            self._start(token, layout=layout)
        elif token.kind is TokenKind.END:
            self._end(token)
        else:
            self._drop(token, EditKind.HIDDEN if token.kind is TokenKind.RAW else EditKind.MARKUP)

    def _drop(self, token: Token, kind: EditKind) -> None:
        self.composer.drop(token.end, self._unseen[-1] if self._unseen else kind)

    def _start(self, token: Token, *, layout: bool) -> None:
        self._close_implied(token.name)
        unseen = _tell_unseen(token)
        self._drop(token, unseen or EditKind.MARKUP)
        if token.name == "br" and not self._unseen:
            self._break_line()
        if token.name in _VOID or len(self._stack) >= _DEEPEST:
            if token.name in _BREAKING and not self._unseen:
                self._break_block()
            return
        element = _Element(token.name, unseen, layout)
        self._stack.append(element)
        self._open[token.name] += 1
        if unseen:
            self._unseen.append(unseen)
        if not self._unseen and token.name in _BREAKING:
            self._begin(token, element)

    def _begin(self, token: Token, element: _Element) -> None:
        name = token.name
        if self._rows and name in {"td", "th"}:
            self._begin_cell()
        elif self._rows:
            self._break_block()
        elif name == "tr" and self._tables and not self._tables[-1].layout:
            self.composer.abandon()
            self._rows.append(element)
        elif name in _HEADINGS:
            self.composer.abandon()
            self.composer.begin(Kind.HEADING, marker="#" * int(name[1]) + " ", level=int(name[1]))
            self._container = None
        elif name == "li":
            self._begin_item(element)
        elif name in _CODE:
            self.composer.begin(Kind.CODE)
        elif name in {"dt", "dd"}:
            self.composer.abandon()
            self.composer.begin(join=name == "dd")
        else:
            self._break_block()
            self._enter(token, element)

    def _enter(self, token: Token, element: _Element) -> None:
        if token.name == "table":
            self._tables.append(element)
        elif token.name in {"ul", "ol", "menu", "dir"}:
            start = token.attributes.get("start", "1").strip()
            element.number = int(start) if token.name == "ol" and start.isdecimal() and len(start) < 10 else 1
            element.number = element.number if token.name == "ol" else 0
            self._lists.append(element)

    def _begin_item(self, element: _Element) -> None:
        self.composer.abandon()
        inner = self._lists[-1] if self._lists else element
        outer = self._lists[0] if self._lists else element
        marker = f"{inner.number}. " if inner.number else "- "
        inner.number += bool(inner.number)
        self.composer.begin(Kind.ITEM, marker=marker, join=self._container is outer)
        self._container = outer

    def _begin_cell(self) -> None:
        row = self._rows[-1]
        row.cells += 1
        self._broken = False
        if self.composer.is_open:
            self.composer.insert(CELL_BREAK, EditKind.CELL_BREAK)
            self._blank = True
        else:  # the columns stay where they are, whatever cells are empty
            table = self._tables[-1] if self._tables else row
            self.composer.begin(Kind.ROW, marker="| " * row.cells, join=self._container is table)

    def _break_line(self) -> None:
        if self.composer.is_open:
            self.composer.insert(" " if self._rows else "\n", EditKind.LINE_BREAK)
            self._blank = True

    def _break_block(self) -> None:
        if not self._rows:
            self.composer.begin()
        elif self.composer.is_open and not self._blank:
            self._broken = True

    def _end(self, token: Token) -> None:
        # A cell's end tag does not reach out of its table, nor any other out of its cell.
        inside = _TABLE if token.name in _TABLE_PARTS else _TABLE | {"td", "th"}
        if self._open[token.name]:
            self._drop_before(token)
            self._close(token.name, within=inside if token.name not in {"table", "body", "html"} else frozenset())
        self._drop(token, EditKind.MARKUP)
        if token.name in _BREAKING and not self._unseen and not self._rows:
            self.composer.begin()

    def _drop_before(self, token: Token) -> None:
        # The end tag of what is not shown goes with it.
        if self._unseen and self._stack and self._stack[-1].name == token.name:
            self.composer.drop(token.end, self._unseen[-1])

    def _close_implied(self, name: str) -> None:
        ended, within = _IMPLIED.get(name, (frozenset(), frozenset()))
        for one in ended:
            while self._open[one] and self._close(one, within=within):
                pass
        if name in _BREAKING and self._open["p"]:
            self._close("p", within=_TABLE | {"td", "th", "caption", "button"})

    def _close(self, name: str, *, within: frozenset[str]) -> bool:
        """Close the innermost element of a name with all in it, unless one of `within` stands between."""
        for index in range(len(self._stack) - 1, -1, -1):
            if self._stack[index].name == name:
                while len(self._stack) > index:
                    self._pop()
                return True
            if self._stack[index].name in within:
                return False
        return False

    def _pop(self) -> None:
        element = self._stack.pop()
        self._open[element.name] -= 1
        if element.unseen:
            self._unseen.pop()
        elif self._rows and self._rows[-1] is element:
            if self.composer.is_open:
                self.composer.insert(" |", EditKind.MARKER)
                self._container = self._tables[-1] if self._tables else None
            self.composer.abandon()
            self._rows.pop()
        elif element.name in _HEADINGS or (element.name == "li" and not self._rows):
            self.composer.abandon()
        elif element.name in _BREAKING and not self._unseen and element.name not in {"td", "th"}:
            self._break_block()
        for held in (self._tables, self._lists):
            if held and held[-1] is element:
                held.pop()

    def _read_text(self, token: Token) -> None:
        code = any(self._open[name] for name in _CODE)
        start = token.start
        if not self.composer.is_open:
            self._blank = True
        if self._blank and not (code and self.composer.is_open):
            start = _end_of_white(self._source, token)
            self.composer.drop(start, EditKind.WHITE_SPACE)
        if start == token.end:
            return
        if self._broken:
            self.composer.insert(PARAGRAPH_IN_CELL, EditKind.BLOCK_BREAK)
            self._broken = False
        for match in (_CHANGED_IN_CODE if code else _CHANGED).finditer(self._source, start, token.end):
            if match.start() > self.composer.cursor:
                self.composer.take(match.start())
            if match["white"]:
                self.composer.swap(match.end(), " ", EditKind.WHITE_SPACE)
            else:
                self._read_reference(match)
        if token.end > self.composer.cursor:
            self.composer.take(token.end)
        self._blank = self._source[token.end - 1] in " \t\n\r\f"

    def _read_reference(self, match: re.Match[str]) -> None:
        text = html.unescape(match[0])
        if text == match[0]:
            self.composer.take(match.end())
        else:
            self.composer.swap(match.end(), text, EditKind.CHARACTER_REFERENCE)


def _end_of_white(source: str, token: Token) -> int:
    match = _LEADING.match(source, token.start, token.end)
    return match.end() if match else token.start
