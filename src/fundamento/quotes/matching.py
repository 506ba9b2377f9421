"""Where a quote stands in a text: exact code points, tolerant of typography and of nothing else."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, Generic, Protocol, TypeVar

from fundamento.quotes.boundaries import on_word_boundary
from fundamento.quotes.folding import (
    QUOTE_MARKS,
    FoldedText,
    FoldedTexts,
    fold,
    is_ignorable,
    strip_blank,
)
from fundamento.quotes.hyphenation import JoinedView, breaks_lines
from fundamento.quotes.markup import decode_escapes, hide_markup, is_struck_out
from fundamento.spans import Span

_ELLIPSIS: Final = re.compile(r"[\[(]\s*(?:…|\.{3,}|\.\s\.\s\.)\s*[\])]|…+|\.{3,}|(?<![\w.])\.\s\.\s\.(?!\.)")
_PLAIN_ENDS: Final = ".,;:?!¿¡()«»“”\"'%€$"
_SENTENCE_MARKS: Final = ".,;:"
_NOT_A_WORD: Final = re.compile(r"\W")
# A text that repeats itself may hold as many candidates as code points, and each costs the length of the
# quote: work is bounded to a multiple of the input, which any text that does not overlap with itself stays
# far below.
_WORK_PER_CODE_POINT: Final = 4
_WORK_AT_LEAST: Final = 50_000
_WORK_PER_CANDIDATE: Final = 16
_TIGHTENING_WORK: Final = 5_000_000
_RAW_TRIES: Final = 8

_folded_texts: Final = FoldedTexts()


def find_quote(quote: str, text: str) -> tuple[Span, ...]:
    """Return where a quote stands in a text, one span for each piece between ellipses; empty: it does not.

    Spans are in code points of `text`, in order, apart from each other, without the white space round them.
    Each begins and ends on the edges of words and numbers. Time is linear in the two lengths, whatever they
    hold.
    """
    # Most quotes begin and end with a letter or a figure.
    if quote and ((quote[0].isalnum() and quote[-1].isalnum()) or _has_plain_ends(quote)):
        start, tries = text.find(quote), 0
        while start >= 0 and tries < _RAW_TRIES:
            end = start + len(quote)
            if on_word_boundary(text, start, end) and not is_struck_out(text, start, end):
                return (Span(start, end),)
            start, tries = text.find(quote, start + 1), tries + 1
    spans = _find_folded(strip_blank(quote), text)
    if not spans and "\\" in quote and (decoded := decode_escapes(quote)) != quote:
        return _find_folded(strip_blank(decoded), text)
    return spans


def _has_plain_ends(quote: str) -> bool:
    """Say whether a quote may be looked for as it stands: nothing at its ends takes no place."""
    first, last = quote[0], quote[-1]
    if first.isalnum():
        return last.isalnum() or last in _PLAIN_ENDS
    return first in _PLAIN_ENDS and (last.isalnum() or (last in _PLAIN_ENDS and _has_content(quote)))


def _find_folded(quote: str, text: str) -> tuple[Span, ...]:
    if not _has_content(hide_markup(quote)):
        return ()
    source = _folded_texts.get(text)
    whole = [_endings(quote, at_start=True, at_end=True)]
    pieces = [piece for part in _ELLIPSIS.split(quote) if _has_content(hide_markup(piece := strip_blank(part)))]
    if not pieces or pieces == [quote]:
        return _find_pieces(whole, source)
    # Only the quote as it stands: what its ends tolerate comes after the reading of the ellipsis.
    last = len(pieces) - 1
    apart = [_endings(piece, at_start=index == 0, at_end=index == last) for index, piece in enumerate(pieces)]
    return _find_pieces([whole[0][:1]], source) or _find_pieces(apart, source)


def _find_pieces(pieces: Sequence[Sequence[str]], source: FoldedText) -> tuple[Span, ...]:
    """Return where pieces stand, in order; each is given as the forms that will do for it, the best first."""
    folded = [[each for form in forms if (each := fold(form))] for forms in pieces]
    spans = _Search(_PlainView(source), source.plain).run(folded)
    if not spans and (breaks_lines(source.folded) or any(breaks_lines(form) for forms in folded for form in forms)):
        spans = _Search(JoinedView(source), source.plain).run(folded)
    return spans


def _has_content(text: str) -> bool:
    return text[:1].isalnum() or any(
        not character.isspace() and not is_ignorable(character) and unicodedata.category(character)[0] not in "PM"
        for character in text
    )


def _endings(piece: str, *, at_start: bool, at_end: bool) -> list[str]:
    """Return a piece as it stands, then without what a model may have put round a quote or after it."""
    forms = [piece, _unwrapped(piece, at_start=at_start, at_end=at_end)]
    if at_end:
        for form in tuple(forms):
            if form.endswith(tuple(_SENTENCE_MARKS)):
                shorter = strip_blank(form[:-1])
                forms += shorter, _unwrapped(shorter, at_start=at_start, at_end=at_end)
    return [form for form in dict.fromkeys(forms) if _has_content(hide_markup(form))]


def _unwrapped(piece: str, *, at_start: bool, at_end: bool) -> str:
    inner = strip_blank(piece.lstrip(QUOTE_MARKS)) if at_start else piece
    if not at_end:
        return inner
    bare = inner.rstrip(QUOTE_MARKS)
    # After a number, a mark that nothing opens is a unit: 5" are inches.
    measured = bare[-1:].isdigit() and (inner == piece and at_start)
    return inner if measured else strip_blank(bare)


class _Needle(Protocol):
    @property
    def text(self) -> str: ...


_N = TypeVar("_N", bound=_Needle)


class _View(Protocol[_N]):
    """A form of a text to be searched, with the way back to the source."""

    @property
    def text(self) -> str: ...

    def needle(self, folded: str) -> _N: ...

    def resolve(self, start: int, needle: _N) -> Span | None: ...

    def effort(self, start: int, needle: _N) -> int: ...

    def next_start(self, start: int) -> int: ...


class _PlainNeedle:
    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class _PlainView:
    __slots__ = ("_source", "text")

    def __init__(self, source: FoldedText) -> None:
        self._source = source
        self.text = source.folded

    def needle(self, folded: str) -> _PlainNeedle:
        return _PlainNeedle(folded)

    def resolve(self, start: int, needle: _PlainNeedle) -> Span | None:
        # Asked first: the way back costs more than the look at two neighbours.
        end = start + len(needle.text)
        if _inside_word(self.text, start) or _inside_word(self.text, end):
            return None
        return self._source.resolve(start, end)

    def effort(self, _start: int, _needle: _PlainNeedle) -> int:
        return 0

    def next_start(self, start: int) -> int:
        if not _inside_word(self.text, start):
            return start + 1
        edge = _NOT_A_WORD.search(self.text, start)
        return edge.end() if edge else len(self.text)


def _inside_word(text: str, position: int) -> bool:
    return 0 < position < len(text) and text[position - 1].isalnum() and text[position].isalnum()


class _Search(Generic[_N]):
    """One search for the pieces of a quote in one view of a text, with its budget of work."""

    def __init__(self, view: _View[_N], source: str) -> None:
        self._view = view
        self._source = source
        self._work = 0

    def run(self, pieces: Sequence[Sequence[str]]) -> tuple[Span, ...]:
        needed = sum(len(form) + _WORK_PER_CANDIDATE for forms in pieces for form in forms)
        self._work = _WORK_AT_LEAST + _WORK_PER_CODE_POINT * (len(self._view.text) + needed)
        found: list[tuple[int, _N, Span]] = []
        cursor = 0
        for forms in pieces:
            hit = self._first([self._view.needle(form) for form in forms], cursor)
            if hit is None:
                return ()
            found.append(hit)
            cursor = hit[0] + len(hit[1].text)
        self._tighten(found)
        return tuple(span for _, _, span in found)

    def _first(self, needles: Sequence[_N], cursor: int) -> tuple[int, _N, Span] | None:
        for needle in needles:
            hit = self._find(needle, cursor)
            if hit is not None:
                return hit
        return None

    def _find(self, needle: _N, cursor: int) -> tuple[int, _N, Span] | None:
        text = self._view.text
        while (start := text.find(needle.text, cursor)) >= 0:
            self._work -= len(needle.text) + _WORK_PER_CANDIDATE + self._view.effort(start, needle)
            if self._work < 0:
                return None
            span = self._span(start, needle)
            if span is not None:
                return start, needle, span
            cursor = self._view.next_start(start)
        return None

    def _span(self, start: int, needle: _N) -> Span | None:
        span = self._view.resolve(start, needle)
        return span if span is not None and on_word_boundary(self._source, span.start, span.end) else None

    def _tighten(self, found: list[tuple[int, _N, Span]]) -> None:
        """Move every piece but the last as close to the next one as it can stand."""
        allowed = _TIGHTENING_WORK
        for index in reversed(range(len(found) - 1)):
            start, needle, _ = found[index]
            limit = found[index + 1][0]
            allowed -= (limit - start) * len(needle.text)
            if allowed < 0:
                return
            for _ in range(_RAW_TRIES):
                later = self._view.text.rfind(needle.text, start + 1, limit)
                if later < 0:
                    break
                span = self._span(later, needle)
                if span is not None:
                    found[index] = later, needle, span
                    break
                limit = later + len(needle.text) - 1
