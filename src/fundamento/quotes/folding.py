"""Text with its typography taken out, and the way back to where each piece of it stood.

Folding evens out what a typesetter, an extractor or a keyboard may change, and nothing else: canonical
Unicode form, letter case, white space, dashes, quotation marks, ligatures, invisible characters, hyphens at
the end of a line, the marks of Markdown and HTML that a rendered text does not show, and the space that may
stand between a number and its sign (50 %, 10€). It is canonical, never compatible: m² does not become m2, nor
a full-width digit a plain one.
"""

import re
import unicodedata
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from itertools import accumulate, groupby
from threading import Lock
from typing import Final, NamedTuple

from fundamento.quotes.markup import INVISIBLE as _INVISIBLE
from fundamento.quotes.markup import hide_markup
from fundamento.spans import Span

# Noncharacters, so that no text can mean them: a hyphen at the end of a line that may be the typesetter's,
# a dash at the end of a line whose white space may be, and a single mark after a digit (5' is no 5").
BREAK: Final = "\ufdd0"
DASH: Final = "\ufdd1"
PRIME: Final = "\ufdd2"
_RESERVED: Final = re.compile(f"[{BREAK}{DASH}{PRIME}]")

DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u02d7\ufe58\ufe63\uff0d\u2e3a\u2e3b"
SINGLE_MARKS: Final = "'`´‘’‚‛‹›′‵\u02b9\u02bb\u02bc\u0374\u1fef\u1ffd"
DOUBLE_MARKS: Final = '"“”„‟«»″‶〝〞'
QUOTE_MARKS: Final = SINGLE_MARKS + DOUBLE_MARKS
_IGNORABLE_RANGES: Final = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0001\U000e0020-\U000e007f\U000e0100-\U000e01ef"
)
_BLANKS: Final = " \\t\\x1f\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS: Final = "\\n\\r\\x0b\\x0c\\x1c-\\x1e\x85\u2028\u2029"
_NEW_LINE: Final = f"(?=[{_BLANKS}{_IGNORABLE_RANGES}]*[{_LINE_ENDS}][{_BLANKS}{_LINE_ENDS}{_IGNORABLE_RANGES}]*%s)"
_LETTER: Final = r"[^\W\d_]"

_IGNORABLE: Final = re.compile(f"[{_IGNORABLE_RANGES}]")
_BREAKS: Final = re.compile(rf"[-\u2010\u00ad](?<={_LETTER}.|[\u0300-\u036f].)" + _NEW_LINE % _LETTER)
_DASHES_AT_LINE_END: Final = re.compile(rf"[{re.escape(DASHES)}](?<=[\w\u0300-\u036f].)" + _NEW_LINE % r"[^\W_]")
_PRIMES: Final = re.compile(rf"[{SINGLE_MARKS}](?<=[0-9].)")
_LINE_END: Final = re.compile(f"[{_LINE_ENDS}]")
_SIGN_GAPS: Final = re.compile(
    rf"[{_BLANKS}](?:(?=\u200b{{0,10}}[%‰°€$£¥])(?<=[0-9].)|(?=\u200b{{0,10}}[0-9])(?<=[€$£¥].))"
    rf"|(?<=[0-9])[{_BLANKS}{_LINE_ENDS}{_IGNORABLE_RANGES}]{{2,12}}(?=[%‰°€$£¥])|[{_LINE_ENDS}](?<=[0-9](?s:.))(?=[%‰°€$£¥])"
)
# Both marks of a pair have to be there, on one line: 5 * 3 and snake_case are no emphasis.
_EMPHASIS: Final = re.compile(
    r"(?<![\w*\\])(\*{1,3})(?![\s*])([^*\n]{1,300})(?<!\s)\1(?![\w*])"
    r"|(?<![\w\\])(__)(?![\s_])([^_\n]{1,300})(?<!\s)__(?!\w)"
    r"|(?<![\w\\])(_)(?![\s_])([^_\n]{1,300})(?<!\s)_(?!\w)"
    r"|(?<![\w`\\])(`)(?![\s`])([^`\n]{1,300})(?<!\s)`(?![\w`])"
)
# A star that is left after a word is a note's; one after a figure may multiply. Said by what is no end of a word, so
# that a mark on its last letter is none; two of these signs fold to others, of ASCII.
_NOTE_STARS: Final = re.compile(
    r"(?:(?<=[\s\S])(?<![\s\d\x00-@\[-`{-\x7f\u037e\u1fef\u200b])|(?<=[^\W\d_]\u200b))\*(?![\w*])"
)
# Beside a figure, the sign of multiplication is no letter, whichever it is written with: 3x4, 3 × 4, 10x.
_BY: Final = "\u2715"
_TIMES: Final = re.compile(
    rf"([{_BLANKS}]?)[xX×](?:(?<=[0-9].)|(?<=[0-9][{_BLANKS}].))([{_BLANKS}]?)(?=[0-9])"
    r"|(?<=[0-9])[xX×](?!\w)"
)
_AFTER_MARKER: Final = re.compile(f"(?<=[{BREAK}{DASH}]) +")
_RUN: Final = re.compile("  +")
_STACK: Final = re.compile(r"[^\w\s\x00-\x7f]{2,}")
# What never folds together with what stands before it.
_CUT: Final = re.compile(rf"[\w!-~{re.escape(DASHES + QUOTE_MARKS)}€…]")
_IOTA_BELOW: Final = "\u0345"
_CHUNK: Final = 512


class _Folds(dict[int, str]):
    """What each code point folds to, worked out when it is first met; for `str.translate`."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if _IGNORABLE.match(character):
            folded = ""
        elif character.isspace():
            folded = " "
        else:
            parts = unicodedata.normalize("NFD", character)
            # The iota below is a mark whose case folding is a letter: folded, it could not be put in order
            # any more.
            folded = "".join(part if part == _IOTA_BELOW else part.casefold() for part in parts)
        self[code] = folded
        return folded


_FOLDS: Final = _Folds(
    {ord(character): "-" for character in DASHES}
    | {ord(character): '"' for character in QUOTE_MARKS}
    | {ord(PRIME): "'", ord(BREAK): BREAK, ord(DASH): DASH, ord("…"): "...", ord("×"): "x"}
)


def fold(text: str) -> str:
    """Return a text with its typography normalised; `BREAK` and `DASH` stand for hyphens at a line's end."""
    return _fold_marked(_mark(hide_markup(text)))


def is_ignorable(character: str) -> bool:
    """Say whether a character takes no place at all: zero-width, a direction control, a soft hyphen."""
    return _IGNORABLE.match(character) is not None


def is_blank(text: str) -> bool:
    """Say whether a text has nothing to be seen: only white space and characters that take no place."""
    return not strip_blank(text)


def strip_blank(text: str) -> str:
    """Return a text without the white space and the invisible characters at its two ends."""
    if text[:1].isalnum() and text[-1].isalnum():
        return text
    start, end = 0, len(text)
    while start < end and (text[start].isspace() or is_ignorable(text[start])):
        start += 1
    while end > start and (text[end - 1].isspace() or is_ignorable(text[end - 1])):
        end -= 1
    return text[start:end]


def _mark(text: str) -> str:
    """Put markers where what a character means depends on its neighbours; the length stays the same."""
    text = _RESERVED.sub("\ufffd", text)
    text = _SIGN_GAPS.sub(_hidden, text)
    text = _TIMES.sub(_multiplied, text)
    if "*" in text or "_" in text or "`" in text:
        text = _NOTE_STARS.sub(_hidden, _EMPHASIS.sub(_unmarked, text))
    if _LINE_END.search(text):
        text = _DASHES_AT_LINE_END.sub(DASH, _BREAKS.sub(BREAK, text))
    return _PRIMES.sub(PRIME, text)


def _unmarked(found: re.Match[str]) -> str:
    mark, inner = next((found[group], found[group + 1]) for group in (1, 3, 5, 7) if found[group])
    return _INVISIBLE * len(mark) + inner + _INVISIBLE * len(mark)


def _hidden(found: re.Match[str]) -> str:
    return _INVISIBLE * len(found[0])


def _multiplied(found: re.Match[str]) -> str:
    before, after = found[1] or "", found[2] or ""
    return _INVISIBLE * len(before) + _BY + _INVISIBLE * len(after)


def _fold_marked(marked: str) -> str:
    folded = marked.translate(_FOLDS)
    if not folded.isascii():
        folded = _STACK.sub(_in_order, folded)
    if BREAK in folded or DASH in folded:
        folded = _AFTER_MARKER.sub("", folded)
    return _RUN.sub(" ", folded) if "  " in folded else folded


def _in_order(found: re.Match[str]) -> str:
    """Return a run of marks in canonical order; `unicodedata.normalize` is quadratic in a long one."""
    classes = [*map(unicodedata.combining, found[0])]
    if not any(classes):
        return found[0]
    if 0 not in classes:
        return "".join(sorted(found[0], key=unicodedata.combining))
    ordered: list[str] = []
    start = 0
    for moves, run in groupby(classes, key=bool):
        end = start + sum(1 for _ in run)
        span = found[0][start:end]
        ordered += sorted(span, key=unicodedata.combining) if moves else span
        start = end
    return "".join(ordered)


class _Units(NamedTuple):
    """The smallest pieces of one chunk that fold by themselves, and where each stands."""

    folded: "array[int]"
    starts: "array[int]"
    ends: "array[int]"


class FoldedText:
    """A text and its folded form, with the way back from the one to the other.

    `resolve` takes positions in `folded` to exact code points of `source`. Building it takes time linear in
    the text; the way back is worked out chunk by chunk, only where it is asked for. `plain` is the source with its
    markup hidden, of the same length.
    """

    __slots__ = ("_cuts", "_ends", "_marked", "_recent", "folded", "plain", "source")

    def __init__(self, source: str) -> None:
        self.source = source
        self.plain = hide_markup(source)
        self._marked = _mark(self.plain)
        self._cuts = _cut(self._marked)
        chunks = [_fold_marked(self._marked[start:end]) for start, end in zip(self._cuts, self._cuts[1:], strict=False)]
        self.folded = "".join(chunks)
        self._ends = array("Q", accumulate(map(len, chunks)))
        self._recent: tuple[tuple[int, _Units], ...] = ()

    def resolve(self, start: int, end: int) -> Span | None:
        """Return where `folded[start:end]` stands in the source; None where an end falls inside a character.

        White space and invisible characters round it are left out. `start` must be less than `end`.
        """
        first, last = bisect_right(self._ends, start), bisect_left(self._ends, end)
        units = self._units(first)
        index = bisect_left(units.folded, start)
        if index == len(units.folded) or units.folded[index] != start:
            return None
        source_start = units.starts[index]
        units = self._units(last)
        index = bisect_left(units.folded, end)
        whole = end == self._ends[last] if index == len(units.folded) else end == units.folded[index]
        return Span(source_start, units.ends[index - 1]) if whole else None

    def _units(self, chunk: int) -> _Units:
        for known, units in self._recent:
            if known == chunk:
                return units
        units = self._split(chunk)
        self._recent = ((chunk, units), *self._recent[:2])
        return units

    def _split(self, chunk: int) -> _Units:
        units = _Units(array("Q"), array("Q"), array("Q"))
        offset = self._ends[chunk - 1] if chunk else 0
        last = ""
        for position in range(self._cuts[chunk], self._cuts[chunk + 1]):
            piece = _FOLDS[ord(self._marked[position])]
            if not piece or (piece == " " and last in (" ", BREAK, DASH)):
                continue
            if last and unicodedata.category(piece[0])[0] == "M":
                units.ends[-1] = position + 1
            else:
                units.folded.append(offset)
                units.starts.append(position)
                units.ends.append(position + 1)
            offset += len(piece)
            last = piece[-1]
        return units


def _cut(marked: str) -> "array[int]":
    """Return where to cut a text so that each chunk folds as it does within the whole, with both ends."""
    cuts = array("Q", [0])
    while found := _CUT.search(marked, cuts[-1] + _CHUNK):
        cuts.append(found.start())
    if cuts[-1] < len(marked):
        cuts.append(len(marked))
    return cuts


class FoldedTexts:
    """A bounded memory of folded texts, so that several quotes against one text fold it once.

    Holds at most `entries` texts and `size` code points in all; the one used longest ago goes first.
    Thread-safe.
    """

    def __init__(self, entries: int = 128, *, size: int = 4_000_000) -> None:
        self._entries = entries
        self._size = size
        self._held = 0
        self._texts: OrderedDict[str, FoldedText] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, text: str) -> FoldedText:
        """Return a text folded; from memory where it is there. A text above the whole size is never kept."""
        with self._lock:
            if text in self._texts:
                self._texts.move_to_end(text)
                return self._texts[text]
        folded = FoldedText(text)
        if len(text) <= self._size:
            with self._lock:
                self._keep(folded)
        return folded

    def _keep(self, folded: FoldedText) -> None:
        if folded.source in self._texts:
            return
        self._texts[folded.source] = folded
        self._held += len(folded.source)
        while len(self._texts) > self._entries or self._held > self._size:
            dropped, _ = self._texts.popitem(last=False)
            self._held -= len(dropped)
