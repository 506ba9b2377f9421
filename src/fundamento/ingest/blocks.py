"""The blocks of plain text and Markdown: what may never be glued together."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from fundamento.spans import Span

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"[ \t]*(?:[-*+•·]|(\d{1,9})[.)])[ \t]+(?=\S)")
_DELIMITER_ROW = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t]*+$")


class Kind(StrEnum):
    """What a block is."""

    PROSE = "prose"
    HEADING = "heading"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item, table row or code fence: its kind, and where it stands in the text."""

    kind: Kind
    span: Span


def read_sections(text: str) -> list[list[Block]]:
    """Return the blocks of a text, grouped: only blocks of one group may ever share a fragment.

    A group ends at a blank line, at a heading and at a code fence. Works on Markdown and on plain text alike; spans
    are in code points, and take in everything but white space between blocks, rules and table delimiters.
    """
    reader = _Reader()
    for match in _LINE.finditer(text):
        reader.read(match[0].rstrip("\r\n"), match.start())
    reader.close_group()
    return reader.groups


@dataclass(slots=True)
class _Reader:
    groups: list[list[Block]] = field(default_factory=list)
    group: list[Block] = field(default_factory=list)
    open: bool = False  # whether the next plain line continues the last block
    fence: str = ""
    table: bool = False

    def read(self, line: str, start: int) -> None:
        span = Span(start, start + len(line))
        if self.fence:
            self._extend(span)
            if _closes(line, self.fence):
                self.close_group()
        elif not line.strip():
            self.close_group()
        elif fence := _FENCE.match(line):
            self.close_group()
            self._append(Kind.CODE, span)
            self.fence = fence[1]
        elif _HEADING.match(line):
            self.close_group()
            self._append(Kind.HEADING, span)
            self.close_group()
        elif self.open and self.group[-1].kind is Kind.PROSE and _UNDERLINE.match(line):
            self._underline(span)
        elif _RULE.match(line):
            self.close_group()
        elif _DELIMITER_ROW.match(line):
            self.table, self.open = True, False
        else:
            self._read_content(line, span)

    def _read_content(self, line: str, span: Span) -> None:
        if line.lstrip().startswith("|") or (self.table and "|" in line):
            self._append(Kind.ROW, span)
            self.open = False
        elif self._starts_item(line):
            self._append(Kind.ITEM, span)
        elif self.open:
            self._extend(span)
        else:
            self._append(Kind.PROSE, span)

    def _starts_item(self, line: str) -> bool:
        item = _ITEM.match(line)
        if item is None:
            return False
        # A wrapped line may begin with a number and a full stop ("… antes del día\n30. Después …").
        return item[1] in {None, "1"} or not self.open or self.group[-1].kind is Kind.ITEM

    def _underline(self, span: Span) -> None:
        title = self.group.pop()
        self.close_group()
        self._append(Kind.HEADING, Span(title.span.start, span.end))
        self.close_group()

    def _append(self, kind: Kind, span: Span) -> None:
        self.group.append(Block(kind, span))
        self.open = True

    def _extend(self, span: Span) -> None:
        last = self.group[-1]
        self.group[-1] = Block(last.kind, Span(last.span.start, span.end))

    def close_group(self) -> None:
        if self.group:
            self.groups.append(self.group)
        self.group, self.open, self.fence, self.table = [], False, "", False


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
