"""The blocks of plain text and Markdown: what may never be glued together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fundamento.origins import Block, Kind
from fundamento.spans import Span

__all__ = ["Block", "Kind", "item_marker", "read_sections", "walk_blocks"]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_GAP = re.compile(r"(?:^|\n)\s*(?:\n|$)")
# The first sign of every line that is more than a line of prose.
_MARKED = re.compile(r"^[^\S\n]*(?:[#=\-*_|:+•·]|\d{1,9}[.)])", re.MULTILINE)
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+•·]|(\d{1,9})[.)])[ \t]+(?=\S)")
_DELIMITER_ROW = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t]*+$")


def read_sections(text: str) -> list[list[Block]]:
    """Return the blocks of a text, grouped: only blocks of one group may ever share a fragment.

    A group ends at a blank line, at a heading and at a code fence. Works on Markdown and on plain text alike; spans
    are in code points, and take in everything but white space between blocks, rules and table delimiters.
    """
    reader = _Reader(text)
    if "\r" in text or "```" in text or "~~~" in text:
        for match in _LINE.finditer(text):
            reader.read(match[0].rstrip("\r\n"), match.start())
        reader.close_group()
        return reader.groups
    start = 0
    for gap in _GAP.finditer(text):
        reader.read_chunk(start, gap.start())
        start = gap.end()
    reader.read_chunk(start, len(text))
    return reader.groups


@dataclass(slots=True)
class _Reader:
    text: str
    groups: list[list[Block]] = field(default_factory=list)
    group: list[Block] = field(default_factory=list)
    kind: Kind | None = None  # of the last block while it may grow, where it is kept apart
    start: int = 0
    end: int = 0
    open: bool = False  # whether the next plain line continues the last block
    fence: str = ""
    table: bool = False

    def read_chunk(self, start: int, end: int) -> None:
        """Read what stands between two blank lines, at once where no line of it has a mark."""
        if _MARKED.search(self.text, start, end):
            for line in self.text[start:end].split("\n"):
                self.read(line, start)
                start += len(line) + 1
            self.close_group()
        elif end > start:
            self.groups.append([Block(Kind.PROSE, Span(start, end))])

    def read(self, line: str, start: int) -> None:
        first = line.lstrip()[:1]
        if self.fence:
            self.end = start + len(line)
            if _closes(line, self.fence):
                self.close_group()
        elif not first:
            self.close_group()
        # Most lines begin with what begins nothing but prose.
        elif first.isalpha() and not (self.table and "|" in line):
            self._read_prose(line, start)
        else:
            self._read_marked(line, start)

    def _read_marked(self, line: str, start: int) -> None:
        if fence := _FENCE.match(line):
            self.close_group()
            self._begin(Kind.CODE, start, len(line))
            self.fence = fence[1]
        elif _HEADING.match(line):
            self.close_group()
            marks = len(line.strip()) - len(line.strip().lstrip("#"))
            title = line.strip(" \t#")
            self.groups.append([Block(Kind.HEADING, Span(start, start + len(line)), marks, title)])
        elif self.open and self.kind is Kind.PROSE and _UNDERLINE.match(line):
            self._underline(line, start)
        elif _RULE.match(line):
            self.close_group()
        elif _DELIMITER_ROW.match(line):
            self.table, self.open = True, False
        elif line.lstrip().startswith("|") or (self.table and "|" in line):
            self._begin(Kind.ROW, start, len(line))
            self.open = False
        elif self._starts_item(line):
            self._begin(Kind.ITEM, start, len(line))
        else:
            self._read_prose(line, start)

    def _read_prose(self, line: str, start: int) -> None:
        if self.open:
            self.end = start + len(line)
        else:
            self._begin(Kind.PROSE, start, len(line))

    def _starts_item(self, line: str) -> bool:
        item = _ITEM.match(line)
        if item is None:
            return False
        # A wrapped line may begin with a number and a full stop ("… antes del día\n30. Después …").
        return item[1] in {None, "1"} or not self.open or self.kind is Kind.ITEM

    def _underline(self, line: str, start: int) -> None:
        first, last, self.kind = self.start, self.end, None
        self.close_group()
        title = " ".join(self.text[first:last].split())
        level = 1 if line.strip().startswith("=") else 2
        self.groups.append([Block(Kind.HEADING, Span(first, start + len(line)), level, title)])

    def _begin(self, kind: Kind, start: int, length: int) -> None:
        self._end()
        self.kind, self.start, self.end, self.open = kind, start, start + length, True

    def _end(self) -> None:
        if self.kind is not None:
            self.group.append(Block(self.kind, Span(self.start, self.end)))
            self.kind = None

    def close_group(self) -> None:
        self._end()
        if self.group:
            self.groups.append(self.group)
            self.group = []
        self.open, self.fence, self.table = False, "", False


def _closes(line: str, fence: str) -> bool:
    mark = line.strip()
    return len(mark) >= len(fence) and set(mark) == {fence[0]}


def item_marker(text: str) -> int:
    """Return how many code points the marker of a list item takes, with the white space after it; 0: no marker."""
    match = _ITEM.match(text)
    return match.end() if match else 0


def walk_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text in order, whatever their groups."""
    for group in read_sections(text):
        yield from group
