"""Hyphens at the end of a line, read both as the typesetter's and as the word's own.

A text broken as "conserva-" / "ción" holds "conservación", and one broken as "hispano-" / "luso" holds
"hispano-luso"; only the quote shows which. So both are searched without the hyphens inside words,
and where the letters agree the hyphens are compared one by one: only one that stands at the end of a line
agrees with its absence.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from typing import Final

from fundamento.quotes.folding import BREAK, DASH, FoldedText
from fundamento.spans import Span

_LETTER: Final = r"[^\W\d_]"
_MARK: Final = "[\u0300-\u036f]"
_SPOTS: Final = re.compile(
    rf"((?<={_LETTER}|{_MARK})(?:[{BREAK}{DASH}]|- ?)(?={_LETTER}))"
    rf"|(?:[{BREAK}{DASH}]|(?<=[^\W_]|{_MARK})- ?)(?=[^\W_])"
)
# A hyphen is compared in Python, a letter in C.
_EFFORT_PER_SPOT: Final = 16
_MARKERS: Final = re.compile(f"[{BREAK}{DASH}]")


def breaks_lines(folded: str) -> bool:
    """Say whether a folded text has a hyphen at the end of a line."""
    return _MARKERS.search(folded) is not None


class Joined:
    """A folded text without the hyphens between letters; `points` and `signs` say what stood where.

    A point is a position in `text`; its sign is what the folded text has there. Linear in the folded text.
    """

    __slots__ = ("_dropped", "points", "signs", "text")

    def __init__(self, folded: str) -> None:
        self.points = array("Q")
        self.signs: list[str] = []
        self._dropped = array("Q", [0])
        parts: list[str] = []
        done = size = 0
        for spot in _SPOTS.finditer(folded):
            start, end = spot.span()
            kept = "" if spot.lastindex else "-"
            parts += folded[done:start], kept
            size += start - done + len(kept)
            done = end
            self.points.append(size)
            self.signs.append(spot[0])
            self._dropped.append(end - size)
        parts.append(folded[done:])
        self.text = "".join(parts)

    def start_in_folded(self, position: int) -> int:
        """Return where the character at a position of `text` stands in the folded text."""
        return position + self._dropped[bisect_right(self.points, position)]

    def end_in_folded(self, position: int) -> int:
        """Return where the character before a position of `text` ends in the folded text."""
        return position + self._dropped[bisect_left(self.points, position)]

    def agrees(self, start: int, other: "Joined") -> bool:
        """Say whether the hyphens from `start` on agree with those of another text, over its length."""
        low = bisect_right(self.points, start)
        high = bisect_left(self.points, start + len(other.text))
        mine, theirs = low, bisect_right(other.points, 0)
        stop = bisect_left(other.points, len(other.text))
        while mine < high or theirs < stop:
            here = self.points[mine] - start if mine < high else len(other.text)
            there = other.points[theirs] if theirs < stop else len(other.text)
            sign = self.signs[mine] if here <= there else ""
            if not _agree(sign, other.signs[theirs] if there <= here else ""):
                return False
            mine += here <= there
            theirs += there <= here
        return True


class JoinedView:
    """A folded text to be searched by its letters: positions are those of `text`."""

    __slots__ = ("_joined", "_source", "text")

    def __init__(self, source: FoldedText) -> None:
        self._source = source
        self._joined = Joined(source.folded)
        self.text = self._joined.text

    def needle(self, folded: str) -> Joined:
        """Return what to look for, for a folded quote."""
        return Joined(folded)

    def resolve(self, start: int, needle: Joined) -> Span | None:
        """Return where a needle that `text` has at `start` stands in the source; None: its hyphens differ."""
        if not self._joined.agrees(start, needle):
            return None
        end = self._joined.end_in_folded(start + len(needle.text))
        return self._source.resolve(self._joined.start_in_folded(start), end)

    def effort(self, start: int, needle: Joined) -> int:
        """Return what `resolve` costs more than a comparison of letters, in code points."""
        spots = bisect_left(self._joined.points, start + len(needle.text)) - bisect_right(self._joined.points, start)
        return _EFFORT_PER_SPOT * (spots + len(needle.points))

    def next_start(self, start: int) -> int:
        """Return where to look on after a needle at `start` would not do."""
        return start + 1


def _agree(one: str, other: str) -> bool:
    if one == other or BREAK in (one, other):
        return True
    return DASH in (one, other) and "" not in (one, other)
