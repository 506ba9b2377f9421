"""The sentences of a page, unit by unit: a paragraph, a line that stands by itself, a list item, a table row."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.ingest.blocks import Block, Kind, item_marker, walk_blocks
from fundamento.ingest.sentences import find_sentences, trim
from fundamento.prose.courtesies import could_be_title, is_courtesy, is_label
from fundamento.prose.markers import Mark, Page
from fundamento.spans import Span
from fundamento.text.language import Lang
from fundamento.text.vocabulary import WordPattern

_FENCE_END: Final = re.compile(r"\n {0,3}(?:`{3,}|~{3,})[ \t]*$")
_DELIMITER_BELOW: Final = re.compile(
    r"[ \t]*+\r?\n[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+(?:\r?\n|$)"
)
_QUOTED: Final = re.compile(r"\s*(?:>\s*)+")
_NEWLINE: Final = re.compile(r"\r\n|\r|\n")
_UNDERLINE: Final = re.compile(r"\n[ \t]*(?:=+|-+)[ \t]*$")
# A sentence never ends at these, whatever follows.
_ABBREVIATION: Final = WordPattern(
    r"(?:^|[\s(«\"'])(?:«sentences.abbreviation-vs»|cf)\.ª?\s*$",
    re.IGNORECASE,
)
_LOOK_BACK: Final = 24


@dataclass(frozen=True, slots=True)
class Sentence:
    """Where a sentence stands in the page, and the marks that belong to it."""

    span: Span
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """Sentences that stand together. `heads`: the titles of a table's columns; `following` is what comes next."""

    kind: Kind
    sentences: tuple[Sentence, ...]
    following: Kind | None = None
    heads: bool = False


def read_units(page: Page, *, lang: Lang) -> Iterator[Unit]:
    """Yield the units of a page in order. Each mark belongs to exactly one sentence, code excepted.

    A mark belongs to the sentence that it stands in or after. Where marks stand before sentences, and none after the
    last, they belong to what follows.
    """
    pieces = [piece for block in walk_blocks(page.text) for piece in _pieces(block, page)]
    marks = _share_out(page.marks, [span.start for _, span in pieces])
    for index, (kind, span) in enumerate(pieces):
        following = pieces[index + 1][0] if index + 1 < len(pieces) else None
        if kind is Kind.CODE:
            continue
        spans = [_without_bars(page.text, span)] if kind is Kind.ROW else _sentences(page.text, kind, span, lang)
        sentences = _mark(page.text, [one for one in spans if len(one)], marks[index])
        heads = kind is Kind.ROW and _DELIMITER_BELOW.match(page.text, span.end) is not None
        yield Unit(kind, sentences, following, heads)


def _pieces(block: Block, page: Page) -> Iterator[tuple[Kind, Span]]:
    text, span = page.text, block.span
    inside = text[span.start : span.end]
    kind = block.kind
    if kind is Kind.CODE and not _FENCE_END.search(inside):
        kind = Kind.PROSE  # a fence that is never closed hides nothing
    if kind is Kind.HEADING and not inside.lstrip().startswith("#"):
        # A paragraph above a rule looks like a title.
        rule = _UNDERLINE.search(inside)
        span = Span(span.start, span.start + rule.start()) if rule else span
        kind = Kind.HEADING if could_be_title(text[span.start : span.end].strip()) else Kind.PROSE
    if kind is Kind.PROSE:
        yield from ((kind, line) for line in _lines(page, span))
    else:
        yield kind, span


def _lines(page: Page, span: Span) -> Iterator[Span]:
    """Cut a paragraph at line ends where a line stands by itself: after a marker, a colon, a greeting, a label."""
    text = page.text
    start = span.start
    for found in _NEWLINE.finditer(text, span.start, span.end):
        line = trim(text, Span(start, found.start()))
        if _stands_alone(text[line.start : line.end]) or _has_mark(page.marks, line.end, found.start()):
            yield Span(start, found.start())
            start = found.end()
    yield Span(start, span.end)


def _stands_alone(line: str) -> bool:
    return line.endswith(":") or is_courtesy(line) or is_label(line)


def _has_mark(marks: Sequence[Mark], low: int, high: int) -> bool:
    at = bisect_left(marks, low, key=_position)
    return at < len(marks) and marks[at].position <= high


def _position(mark: Mark) -> int:
    return mark.position


def _share_out(marks: Sequence[Mark], starts: Sequence[int]) -> list[list[Mark]]:
    shares: list[list[Mark]] = [[] for _ in starts]
    for mark in marks:
        if shares:
            shares[max(0, bisect_right(starts, mark.position) - 1)].append(mark)
    return shares


def _sentences(text: str, kind: Kind, span: Span, lang: Lang) -> list[Span]:
    start = span.start
    if kind is Kind.ITEM:
        start += item_marker(text[span.start : span.end])
    quoted = _QUOTED.match(text, start, span.end)
    start = quoted.end() if quoted else start
    inside = text[start : span.end]
    joined: list[Span] = []
    for found in find_sentences(inside, lang=lang, longest=len(inside) + 1):
        sentence = found.shift(start)
        if joined and _goes_on(text, joined[-1], sentence):
            joined[-1] = Span(joined[-1].start, sentence.end)
        else:
            joined.append(sentence)
    return joined


def _goes_on(text: str, before: Span, after: Span) -> bool:
    """Say whether two sentences are one that an abbreviation ended too early."""
    head = text[max(before.start, before.end - _LOOK_BACK) : before.end]
    return head.endswith(".") and (_ABBREVIATION.search(head) is not None or text[after.start].islower())


def _without_bars(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and text[start] in "| \t":
        start += 1
    while end > start and text[end - 1] in "| \t\r":
        end -= 1
    return Span(start, end)


def _mark(text: str, spans: Sequence[Span], marks: Sequence[Mark]) -> tuple[Sentence, ...]:
    if not spans:
        return ()
    starts = [span.start for span in spans]
    leads = _leads(text, spans, marks)
    shares: list[list[Mark]] = [[] for _ in spans]
    for mark in marks:
        at = max(0, bisect_left(starts, mark.position) - 1)
        if leads and at + 1 < len(spans) and mark.position >= spans[at].end:
            at += 1
        shares[at].append(mark)
    return tuple([Sentence(span, tuple(share)) for span, share in zip(spans, shares, strict=True)])


def _leads(text: str, spans: Sequence[Span], marks: Sequence[Mark]) -> bool:
    if not marks or marks[0].position > spans[0].start:
        return False
    last = text[marks[-1].position : spans[-1].end] if marks[-1].position > spans[0].start else "x"
    return any(character.isalnum() for character in last)
