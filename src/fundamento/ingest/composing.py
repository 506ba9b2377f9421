"""A text put together from pieces of a source, block by block, with a record of all that was left out or put in."""

from dataclasses import dataclass, field
from typing import Final

from fundamento.origins import Block, Kind
from fundamento.spans import Edit, EditKind, Rewritten, Span, rewrite

CELL_BREAK: Final = " | "
PARAGRAPH_IN_CELL: Final = " · "


@dataclass(slots=True)
class Composer:
    """Walks through a source from its start to its end; whatever is not taken is dropped, and recorded.

    Blocks are begun with `begin`; the first text that follows opens the block, so a block without text never is. With
    `join`, the block may share a fragment with the one before it.
    """

    source: str
    groups: list[list[Block]] = field(default_factory=list)
    cursor: int = 0  # in the source
    size: int = 0  # of the text so far
    _changes: list["_Change"] = field(default_factory=list)
    _pending: "_Start | None" = None
    _open: "_Start | None" = None
    _start: int = 0  # of the open block, in the text
    _pieces: list[str] = field(default_factory=list)  # what the open block says, without its marker

    def begin(self, kind: Kind = Kind.PROSE, *, marker: str = "", level: int = 0, join: bool = False) -> None:
        """End the open block; the next text begins one of this kind, after `marker`.

        A block that was begun and got no text yet gives way, unless it has a marker and the new one is mere prose: the
        first paragraph of a list item is the item.
        """
        self.end()
        waiting = self._pending
        if waiting is not None and waiting.marker and kind is Kind.PROSE:
            return
        self._pending = _Start(kind, marker, level, join=join)

    def end(self) -> None:
        """End the open block, if there is one."""
        if self._open is None:
            return
        title = " ".join("".join(self._pieces).split()) if self._open.kind is Kind.HEADING else ""
        block = Block(self._open.kind, Span(self._start, self.size), self._open.level, title)
        if self._open.join and self.groups:
            self.groups[-1].append(block)
        else:
            self.groups.append([block])
        self._open = self._pending = None
        self._pieces.clear()

    def abandon(self) -> None:
        """End the open block, and forget what was begun and has no text."""
        self.end()
        self._pending = None

    def finish(self) -> tuple[Rewritten, list[list[Block]]]:
        """Return the text with its map, and the groups of its blocks; what is left of the source is dropped."""
        self.abandon()
        self.drop(len(self.source), EditKind.WHITE_SPACE)
        edits = (Edit(c.kind, Span(c.start, c.end), self.source[c.start : c.end], c.text) for c in self._changes)
        return rewrite(self.source, edits), self.groups

    @property
    def is_open(self) -> bool:
        """Whether the block has text yet."""
        return self._open is not None

    def drop(self, end: int, kind: EditKind) -> None:
        """Leave out the source up to `end`."""
        if end > self.cursor:
            self._change(end, kind, "")

    def take(self, end: int) -> None:
        """Take the source up to `end` as it stands."""
        self._write()
        piece = self.source[self.cursor : end]
        self._pieces.append(piece)
        self.size += len(piece)
        self.cursor = end

    def swap(self, end: int, text: str, kind: EditKind) -> None:
        """Put a text in place of the source up to `end`; an empty one does not open a block."""
        if text:
            self._write()
            self._pieces.append(text)
        self._change(end, kind, text)

    def insert(self, text: str, kind: EditKind) -> None:
        """Put in a text that the source does not have, inside the open block."""
        self._pieces.append(text)
        self._change(self.cursor, kind, text)

    def _write(self) -> None:
        if self._open is not None:
            return
        start = self._pending or _Start(Kind.PROSE, "", 0, join=False)
        if self.groups:
            self._change(self.cursor, EditKind.BLOCK_BREAK, "\n" if start.join else "\n\n")
        self._start, self._open, self._pending = self.size, start, None
        if start.marker:
            self._change(self.cursor, EditKind.MARKER, start.marker)

    def _change(self, end: int, kind: EditKind, text: str) -> None:
        last = self._changes[-1] if self._changes else None
        if last and not text and not last.text and last.kind is kind and last.end == self.cursor:
            last.end = end
        else:
            self._changes.append(_Change(kind, self.cursor, end, text))
        self.size += len(text)
        self.cursor = end


@dataclass(frozen=True, slots=True)
class _Start:
    kind: Kind
    marker: str
    level: int
    join: bool


@dataclass(slots=True)
class _Change:
    kind: EditKind
    start: int
    end: int
    text: str
