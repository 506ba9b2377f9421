"""What a text states, value by value: the clause of each number, day and time, with what that clause inherits.

A sentence that states several values is cut between them. A clause inherits its heading, the label before a colon, and
the heads of its row and column.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from fundamento.checks.calendar import Day
from fundamento.checks.measures import Quantity
from fundamento.checks.passages import find_sentence_ends
from fundamento.checks.quantities import read_quantities
from fundamento.checks.values import Segment, Taken, Value, are_comparable
from fundamento.text.language import detect_language
from fundamento.text.lexicon import load_lexicons
from fundamento.text.marks import BOUNDS, Mark
from fundamento.text.tokens import NUMBER, SIGN, WORD, Tokens, Words
from fundamento.text.vocabulary import lru_cache

_KEPT_UP_TO: Final = 20_000
_CONJUNCTION: Final = int(Mark.CONJUNCTION)
_RESPECTIVELY: Final = int(Mark.RESPECTIVELY)
_WEEKDAY: Final = int(Mark.WEEKDAY)
_RANGE: Final = int(Mark.RANGE)
_NEGATION: Final = int(Mark.NEGATION)
_ROW: Final = re.compile(r"\s*\|")
_RULE: Final = re.compile(r"[\s|:-]+")
_HEADING: Final = re.compile(r"\s*(?:#{1,6}\s+|\*\*[^*]+\*\*:?\s*$)")
_ITEM: Final = re.compile(r"\s*(?:[-*•·–+]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+")
_REFERENCE: Final = int(Mark.REFERENCE)
_PAIR: Final = re.compile(r"[^.:\n]{1,60}: [^.\n]{1,60}$", re.MULTILINE)
_LABELLED: Final = re.compile(r"[^.:\n]{1,60}: [^.:\n]{1,120}\.?")
_NAMING: Final = int(Mark.ONLY | Mark.UNIVERSAL | Mark.PARTIAL | Mark.LIGHT)  # Acme Solo, Acme Total
_STOPS: Final = frozenset(",;()")
_MOST: Final = 64  # values of one clause: what has more is a list of figures
_REMEMBERED: Final = 400  # words of one sentence that its later clauses know of; of a longer one, the last
_STATING: Final = ("figures", "words", "fraction", "multiple", "ordinal")
_STRONG: Final = ";"
VALUE: Final = "\0"  # begins what stands for a value among written words


@lru_cache(maxsize=4)
def words_of(language: str) -> Words:
    """Return the words of one language."""
    return Words(load_lexicons()[language])


def read_tokens(text: str) -> Tokens:
    """Cut an evened text into tokens, in its own language."""
    return Tokens(text, words_of(detect_language(text)))


def read_segments(text: str) -> tuple[Segment, ...]:
    """Return the clauses of an evened text that state a value, and its sentences that state none."""
    return _kept(text) if len(text) <= _KEPT_UP_TO else _read(text)


@lru_cache(maxsize=512)
def _kept(text: str) -> tuple[Segment, ...]:
    return _read(text)


def _read(text: str) -> tuple[Segment, ...]:
    segments = list(_Segmenter(text).read())
    sentences = segments[-1].sentence if segments else 0
    return tuple(replace(each, source=text, sentences=sentences) for each in segments)


def _place(value: Value) -> tuple[int, int]:
    return value.start, value.end


class _Segmenter:
    """Reads the clauses of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = read_tokens(text)
        # A bound is told in many ways, and other rules compare it.
        self.bounds = frozenset(
            inside
            for index, (entry, after) in self.tokens.phrases.items()
            if entry.marks & BOUNDS
            for inside in range(index, after)
        )
        read = read_quantities(text)
        found: list[Value] = [*read.days, *read.clocks]
        taken = Taken(map(_place, found))
        found += [
            number
            for number in read.numbers
            if number.kind in _STATING and taken.is_free(*_place(number)) and not self._names(number)
        ]
        found += self._bare_months(Taken(map(_place, found)))
        self.values = sorted(found, key=_place)
        self.starts = [each.start for each in self.values]
        # For each token, where the value begins that it belongs to.
        self.inside: dict[int, int] = {}
        for each in self.values:
            for index in self._between(each.start, each.end):
                self.inside.setdefault(index, each.start)
        self.telling = [index for index in range(len(self.tokens)) if self._tells(index)]
        self.sentence = 0

    def _tells(self, index: int) -> bool:
        """Say whether a token is one of those that `_sequence` returns."""
        word = self.tokens.words[index]
        if index in self.inside or index in self.bounds:
            return False
        return self.tokens.kinds[index] == NUMBER if word is None else bool(word.stem and not word.marks & _WEEKDAY)

    def _names(self, number: Quantity) -> bool:
        """Say whether a number names the thing before it: passage 2, article 5."""
        index = self._between(number.start, number.end).start
        return number.unit is None and index > 0 and bool(self.tokens.marks(index - 1) & _REFERENCE)

    def _bare_months(self, taken: Taken) -> Iterator[Day]:
        """Read the months that stand by themselves, as in the cell of a table."""
        tokens = self.tokens
        for index, word in enumerate(tokens.words):
            if word is None or word.entry is None or not word.entry.month or word.entry.doubtful:
                continue
            start, end = tokens.starts[index], tokens.ends[index]
            if taken.is_free(start, end):
                yield Day(start, end, month=word.entry.month)

    def read(self) -> Iterator[Segment]:
        heading: tuple[str, ...] = ()
        label: tuple[str, ...] = ()
        heads: list[tuple[int, int]] = []
        place = 0
        for line in self.text.splitlines(keepends=True) or [""]:
            start, place = place, place + len(line)
            if not line.strip():
                heads = []
                continue
            if _ROW.match(line) and line.count("|") > 1:
                cells = self._cells(start, line)
                if _RULE.fullmatch(line):
                    continue
                if not heads:
                    heads = cells
                    yield self._segment(start, place, (), ())
                else:
                    yield from self._row(cells, heads, (*heading, *label))
                continue
            heads = []
            bare = line.strip()
            if _HEADING.match(line) and not self._values(start, place):
                heading, label = self._sequence(start, place), ()
                yield self._segment(start, place, (), ())
                continue
            if not _ITEM.match(line):
                label = ()
            if bare.endswith(":") and not self._values(start, place):
                label = self._sequence(start, place)
                yield self._segment(start, place, (), ())
                continue
            alone = bool(_ITEM.match(line) or _PAIR.match(line))
            for segment in self._sentences(start, place, (*heading, *label)):
                yield replace(segment, is_line=alone or segment.is_line)

    def _cells(self, start: int, line: str) -> list[tuple[int, int]]:
        cells, at = [], start
        for piece in line.rstrip().split("|"):
            cells.append((at, at + len(piece)))
            at += len(piece) + 1
        return cells[1:-1] if line.rstrip().endswith("|") else cells[1:]

    def _row(
        self, cells: Sequence[tuple[int, int]], heads: Sequence[tuple[int, int]], above: tuple[str, ...]
    ) -> Iterator[Segment]:
        self.sentence += 1
        # The first cell is the head of its row, even where it states a measure.
        plain = [cell for number, cell in enumerate(cells) if not number or not self._values(*cell)]
        row = tuple(stem for cell in plain for stem in self._sequence(*cell))
        days = frozenset().union(*(self._days(*cell) for cell in plain), frozenset())
        named = self._values(*cells[0]) if len(cells) > 1 and self._stems(*cells[0]) else ()
        if not any(self._values(*cell) for cell in cells[1:]):
            yield self._segment(cells[0][0], cells[-1][1], (), above)
            return
        for column, cell in enumerate(cells):
            values = self._values(*cell)
            if values and (column or not named):
                head = heads[column] if column < len(heads) else (0, 0)
                segment = self._segment(*cell, values, (*above, *self._sequence(*head)))
                own = (*row, *segment.own)
                yield replace(
                    segment,
                    own=own,
                    words=frozenset(own),
                    values=(*named, *values),
                    days=segment.days | days | self._days(*head),
                    row=(*row, *segment.context, *segment.row),
                    is_line=True,
                    groups=(*(-1 for _ in named), *segment.groups),
                )  # fmt: skip

    def _sentences(self, start: int, end: int, above: tuple[str, ...]) -> Iterator[Segment]:
        line = self.text[start:end]
        ends = (*find_sentence_ends(line), len(line))
        first = 0
        for last in ends:
            if line[first:last].strip():
                self.sentence += 1
                # "40 years: bronze (ring, bolt)." is a line of a list, wherever it stands.
                alone = _LABELLED.fullmatch(line[first:last].strip()) is not None
                for segment in self._clauses(start + first, start + last, above):
                    yield replace(segment, is_line=alone)
            first = last

    def _clauses(self, start: int, end: int, above: tuple[str, ...]) -> Iterator[Segment]:
        values = self._values(start, end)
        colon = self.text.find(": ", start, end)
        if colon >= 0 and values and not self._values(start, colon) and self._groups(values)[-1] > 0:
            above = (*above, *self._sequence(start, colon))
            start = colon + 1
        paired = self._respectively(start, end, values, above)
        if paired:
            yield from paired
            return
        cuts = [start]
        for index, (one, other) in enumerate(pairwise(values), 2):
            limit = values[index].start if index < len(values) else end
            cut = self._cut((one.end, other.start), cuts[-1], limit)
            if cut is not None:
                cuts.append(cut)
        cuts.append(end)
        opened: tuple[str, ...] = ()
        for first, last in pairwise(cuts):
            segment = self._segment(first, last, self._values(first, last), above)
            if self.text.startswith(_STRONG, first):
                opened = ()
            yield replace(segment, opened=opened)
            opened = (*opened, *segment.own)[-_REMEMBERED:]

    def _cut(self, gap: tuple[int, int], opened: int, limit: int) -> int | None:
        """Return where a sentence is cut between two values, if at all: each side has words of its own."""
        tokens = self.tokens
        between = list(self._between(*gap))
        strong = next((tokens.starts[i] for i in between if tokens.written[i] == _STRONG), None)
        if strong is not None:
            return strong
        cut = None
        for index in between:
            if tokens.marks(index) & _CONJUNCTION and tokens.kinds[index] == WORD:
                cut = tokens.starts[index]
                break
        if cut is None:
            cut = next((tokens.starts[i] for i in between if tokens.written[i] in (",", "(", ")", "·", "/")), None)
        if cut is None:
            return None
        before = self._says_more(opened, cut)
        # What follows the second value belongs to it, up to the next mark.
        stops = (tokens.starts[i] for i in self._between(gap[1], limit) if tokens.written[i] in _STOPS)
        limit = min([limit, *stops])
        after = self._says_more(cut, limit) or self._days(cut, limit)
        return cut if before and after else None

    def _respectively(self, start: int, end: int, values: Sequence[Value], above: tuple[str, ...]) -> list[Segment]:
        """Pair subjects with values where a sentence says that they go in that order."""
        tokens = self.tokens
        if len(values) < 2 or not any(tokens.marks(i) & _RESPECTIVELY for i in self._between(start, end)):
            return []
        pieces: list[tuple[int, int]] = []
        first = start
        indexes = list(self._between(start, values[0].start))
        for index in indexes:
            if tokens.written[index] == "," or tokens.marks(index) & _CONJUNCTION:
                pieces.append((first, tokens.starts[index]))
                first = tokens.ends[index]
        pieces.append((first, values[0].start))
        pieces = [piece for piece in pieces if self._stems(*piece)]
        if len(pieces) != len(values):
            return []
        rest = self._sequence(values[0].start, end)
        # The predicate stands after the last subject, and the common noun before the first.
        segments = []
        for piece, value in zip(pieces, values, strict=True):
            segment = self._segment(*piece, (), (*above, *rest))
            segments.append(replace(segment, values=(value,), groups=(0,), row=(*segment.row, f"{VALUE}{value.start}")))
        return segments

    def _between(self, start: int, end: int) -> range:
        return range(bisect_left(self.tokens.starts, start), bisect_left(self.tokens.starts, end))

    def _values(self, start: int, end: int) -> tuple[Value, ...]:
        first = bisect_left(self.starts, start)
        last = bisect_left(self.starts, end, first)
        return tuple(each for each in self.values[first:last] if each.end <= end)

    def _days(self, start: int, end: int) -> frozenset[int]:
        tokens = self.tokens
        found: set[int] = set()
        last, ranged = None, False
        for index in self._between(start, end):
            entry = tokens.entry(index)
            if entry is not None and entry[0].weekdays:
                days = entry[0].weekdays
                if last is not None and ranged and len(days) == 1:
                    (day,) = days
                    found |= {(last + step) % 7 for step in range((day - last) % 7 + 1)}
                found |= days
                last, ranged = (min(days), False) if len(days) == 1 else (None, False)
            else:
                ranged = last is not None and (
                    tokens.written[index].lower() in ("-", "–", "—")
                    or (bool(tokens.marks(index) & _RANGE) and not tokens.marks(index) & _CONJUNCTION)
                    or (ranged and bool(tokens.marks(index) & int(Mark.FUNCTION)))
                )
                if not ranged:
                    last = None if tokens.kinds[index] in (WORD, NUMBER) else last
        return frozenset(found)

    def _sequence(self, start: int, end: int, *, marked: bool = False) -> tuple[str, ...]:
        """Return the stems of a part of the text in order, with a mark where a value stands if asked for."""
        tokens = self.tokens
        found: list[str] = []
        for index in self._between(start, end):
            word = tokens.words[index]
            inside = self.inside.get(index)
            if inside is not None:
                mark = f"{VALUE}{inside}"
                if marked and mark not in found[-1:]:
                    found.append(mark)
            elif index in self.bounds:
                continue
            elif word is None:
                if tokens.kinds[index] == NUMBER:
                    found.append("#" + tokens.written[index])
            elif word.stem and not word.marks & _WEEKDAY:
                found.append(word.stem)
            elif word.marks & _NAMING and index and tokens.is_capital(index) and self._is_name(index - 1):
                found.append(word.plain)
        return tuple(found)

    def _says_more(self, start: int, end: int) -> bool:
        """Say whether a part of the text has words beside its values; without going through it, which may be long."""
        span = self._between(start, end)
        return bisect_left(self.telling, span.start) < bisect_left(self.telling, span.stop)

    def _is_name(self, index: int) -> bool:
        return self.tokens.kinds[index] == WORD and self.tokens.is_capital(index)

    def _stems(self, start: int, end: int) -> frozenset[str]:
        return frozenset(self._sequence(start, end))

    def _segment(self, start: int, end: int, values: tuple[Value, ...], above: tuple[str, ...]) -> Segment:
        own = self._sequence(start, end)
        values = values[:_MOST]
        tokens = self.tokens
        names = frozenset(
            word.stem
            for index in self._between(start, end)
            if (word := tokens.words[index]) is not None
            and word.stem
            and tokens.is_capital(index)
            and index
            and tokens.kinds[index - 1] != SIGN
        )
        denies = any(tokens.marks(index) & _NEGATION for index in self._between(start, end))
        return Segment(
            start, end, own, frozenset(above), values, self._days(start, end), denies, self._written(start, end), names,
            self.sentence, frozenset(own), self._groups(values),
            self._sequence(start, end, marked=True), above,
        )  # fmt: skip

    def _groups(self, values: Sequence[Value]) -> tuple[int, ...]:
        groups: list[int] = []
        for index, value in enumerate(values):
            together = (
                index > 0
                and are_comparable(values[index - 1], value)
                and not self._sequence(values[index - 1].end, value.start)
            )
            groups.append(groups[-1] + (not together) if groups else 0)
        return tuple(groups)

    def _written(self, start: int, end: int) -> tuple[str, ...]:
        """Return all words and signs of a clause in small letters, a value as one of them."""
        tokens = self.tokens
        found: list[str] = []
        for index in self._between(start, end):
            if index in self.bounds:
                continue
            inside = self.inside.get(index)
            if inside is not None:
                if f"{VALUE}{inside}" not in found[-1:]:
                    found.append(f"{VALUE}{inside}")
            elif tokens.kinds[index] in (WORD, NUMBER):
                word = tokens.words[index]
                found.append(tokens.written[index] if word is None else word.plain)
        return tuple(found)
