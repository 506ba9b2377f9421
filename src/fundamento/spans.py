"""Positions in text, and maps that take them back through every change to the text that they came from.

Whatever rewrites a text does it through `rewrite`, which records each removal and replacement as an `Edit`. The maps
of consecutive steps are joined with `then`; any span of the final text is then resolved to the first one.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from fundamento.errors import InputError


# A tuple, not a dataclass: there is one for each quote and each edit, and it is made, compared and hashed without
# Python code.
class Span(NamedTuple):
    """A half-open range of code points: `text[start:end]`."""

    start: int
    end: int

    def shift(self, offset: int) -> "Span":
        """Return the same range, `offset` code points further on."""
        return Span(self.start + offset, self.end + offset)

    def __len__(self) -> int:
        return self.end - self.start


class EditKind(StrEnum):
    """Why a piece of text was changed."""

    BYTE_ORDER_MARK = "byte-order-mark"
    FRONT_MATTER = "front-matter"
    UNICODE_FORM = "unicode-form"
    SOFT_HYPHEN = "soft-hyphen"
    LINE_END_HYPHEN = "line-end-hyphen"
    WHITE_SPACE = "white-space"
    LINE_BREAK = "line-break"
    BLOCK_BREAK = "block-break"
    CELL_BREAK = "cell-break"
    PAGE_BREAK = "page-break"
    RUNNING_HEADER = "running-header"
    RUNNING_FOOTER = "running-footer"
    MARKUP = "markup"
    MARKER = "marker"
    CHARACTER_REFERENCE = "character-reference"
    HIDDEN = "hidden"
    NAVIGATION = "navigation"


class Edit(NamedTuple):
    """One change: the code points `span` of the text before it, which were `removed`, became `inserted`."""

    kind: EditKind
    span: Span
    removed: str
    inserted: str = ""


@dataclass(frozen=True, slots=True)
class _Step:
    edits: tuple[Edit, ...]
    before: int  # code points of the text that the step took
    after: int  # and of the text that it gave
    starts: "array[int]" = field(repr=False, compare=False)  # where each edit begins in the text after it
    ends: "array[int]" = field(repr=False, compare=False)

    def follow(self, span: Span) -> Span:
        first = bisect_right(self.edits, span.start, key=_end_before) - 1
        last = bisect_right(self.edits, span.end, key=_end_before) - 1
        # What was put in right behind a span is no part of it.
        while last > first and self.edits[last].span == (span.end, span.end):
            last -= 1
        return Span(self._place(span.start, first), self._place(span.end, last))

    def _place(self, position: int, index: int) -> int:
        return position if index < 0 else self.ends[index] + position - self.edits[index].span.end

    def origin(self, position: int) -> tuple[Span, Span]:
        """Return where the code point at a position comes from, and all in this text that came from there with it."""
        index = bisect_right(self.starts, position) - 1
        if index < 0:
            return Span(position, position + 1), Span(position, position + 1)
        before, start, end = self.edits[index].span, self.starts[index], self.ends[index]
        if position < end:
            return before, Span(start, end)
        origin = before.end + position - end
        return Span(origin, origin + 1), Span(position, position + 1)


def _end_before(edit: Edit) -> int:
    return edit.span.end


class Recorded(NamedTuple):
    """An edit of any step, and the span of the first text that it took place at."""

    edit: Edit
    span: Span


@dataclass(frozen=True, slots=True)
class SourceMap:
    """The steps from a source text to the text made of it; without any, both are the same text.

    Resolving a span takes a binary search or two a step; joining two maps looks at none of their edits.
    """

    steps: tuple[_Step, ...] = ()

    def then(self, later: "SourceMap") -> "SourceMap":
        """Return the map through both. Raises `InputError` where `later` does not begin where this one ends."""
        if self.steps and later.steps and self.steps[-1].after != later.steps[0].before:
            raise InputError(
                f"The map that follows is of a text of {later.steps[0].before} code points, not of the "
                f"{self.steps[-1].after} that this one ends with.",
                hint="Join maps in the order in which the steps were taken.",
            )
        return SourceMap(self.steps + later.steps)

    def resolve(self, span: Span) -> Span:
        """Return the shortest span of the source that the code points of `span` come from.

        A code point that replaced several, or is one of several that replaced one, resolves to all that was replaced;
        what was only inserted resolves to the empty span at its place. Raises `InputError` for a span outside the text.
        """
        if span.start < 0 or span.end < span.start or (self.steps and span.end > self.steps[-1].after):
            raise InputError(f"{span.start}-{span.end} is no span of the text.", hint="Spans are of the final text.")
        if not self.steps:
            return span
        start = _first(self.steps, len(self.steps), span)
        if start is None:
            place = _place(self.steps, span.start)
            return Span(place, place)
        end = _last(self.steps, len(self.steps), span)
        return Span(start, start if end is None else end)

    def follow(self, span: Span) -> Span:
        """Return where a span of the source is in the final text, for a span whose ends lie inside no edit."""
        for step in self.steps:
            span = step.follow(span)
        return span

    def apply(self, source: str) -> str:
        """Return the final text, made anew from the source and the recorded edits."""
        for step in self.steps:
            source = "".join(_pieces(source, step.edits))
        return source

    def edits(self) -> Iterator[Recorded]:
        """Yield every edit, step by step, in order, each with the span of the source that it took place at."""
        for number, step in enumerate(self.steps):
            earlier = SourceMap(self.steps[:number])
            for edit in step.edits:
                yield Recorded(edit, earlier.resolve(edit.span))


def _first(steps: Sequence[_Step], depth: int, span: Span) -> int | None:
    """Return where in the source a span of the text after `depth` steps begins; None: all of it was put in.

    One step at a time, because what was put in by one may stand beside what a later one took out.
    """
    if not depth:
        return span.start if span.start < span.end else None
    position = span.start
    while position < span.end:
        origin, together = steps[depth - 1].origin(position)
        found = _first(steps, depth - 1, origin)
        if found is not None:
            return found
        position = together.end
    return None


def _last(steps: Sequence[_Step], depth: int, span: Span) -> int | None:
    if not depth:
        return span.end if span.start < span.end else None
    position = span.end
    while position > span.start:
        origin, together = steps[depth - 1].origin(position - 1)
        found = _last(steps, depth - 1, origin)
        if found is not None:
            return found
        position = together.start
    return None


def _place(steps: Sequence[_Step], position: int) -> int:
    """Return the place in the source of what was put in at a position, or of an empty span."""
    for step in reversed(steps):
        position = step.origin(position)[0].start
    return position


class Rewritten(NamedTuple):
    """A text after a step, and the map back to the text before it."""

    text: str
    map: SourceMap


def rewrite(text: str, edits: Iterable[Edit]) -> Rewritten:
    """Apply edits to a text and record them.

    Edits are in order and do not overlap. Raises `InputError` for edits that are not, or that name text that is not
    at their place.
    """
    kept = tuple(edits)
    if not kept:
        return Rewritten(text, SourceMap())
    starts, ends = array("q"), array("q")
    cursor = offset = 0
    for edit in kept:
        start, end = edit.span.start, edit.span.end
        if start < cursor or end > len(text) or text[start:end] != edit.removed:
            raise InputError(
                f"The edit at {start}-{end} overlaps another or is of another text.",
                hint="Give edits in order, with the text that stands in their span.",
            )
        cursor = end
        starts.append(start + offset)
        ends.append(start + offset + len(edit.inserted))
        offset += len(edit.inserted) - len(edit.removed)
    step = _Step(kept, len(text), len(text) + offset, starts, ends)
    return Rewritten("".join(_pieces(text, kept)), SourceMap((step,)))


def _pieces(text: str, edits: Iterable[Edit]) -> Iterator[str]:
    cursor = 0
    for edit in edits:
        yield text[cursor : edit.span.start]
        yield edit.inserted
        cursor = edit.span.end
    yield text[cursor:]
