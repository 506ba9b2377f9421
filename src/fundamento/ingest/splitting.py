"""A document as sentence-sized fragments with exact offsets."""

import re
from collections.abc import Iterator, Sequence

from fundamento.errors import InputError
from fundamento.fragments import Document, Fragment
from fundamento.ingest.blocks import item_marker, read_sections
from fundamento.ingest.sentences import find_sentences, trim
from fundamento.origins import Block, Kind, Origin
from fundamento.spans import Span
from fundamento.text.language import Lang, detect_language

TARGET = 240
_LONGEST = 5  # times the target: past that a sentence is cut
_WORD = re.compile(r"\w")
_TELLING = 80  # code points that it takes to tell the language of a block from that of its document


def split(document: Document, *, target: int = TARGET) -> list[Fragment]:
    """Cut a document into fragments of a sentence or a few, in order.

    `target` is in code points: short neighbours are joined up to it, never across a heading, a blank line or a code
    fence; a longer sentence stays whole up to five times as much. `document.text[f.start:f.end] == f.text` holds for
    every fragment, and whatever has a letter or a digit is in exactly one. IDs are `document@version:start-end`.
    Raises `InputError` for a target under 1.
    """
    if target < 1:
        raise InputError(f"The target is {target} code points.", hint="Give 1 or more; 240 is the default.")
    lang = detect_language(document.text)
    origin = document.origin
    groups = origin.groups if origin is not None and origin.groups is not None else read_sections(document.text)
    found = [
        (span, section)
        for group, section in _under_headings(groups)
        for span in _cut_group(document.text, group, lang=lang, target=target)
        if _WORD.search(document.text, span.start, span.end) and _is_of_source(origin, span)
    ]
    ids = [f"{document.id}@{document.version}:{span.start}-{span.end}" for span, _ in found]
    return [
        Fragment(
            id=ids[index],
            text=document.text[span.start : span.end],
            document=document.id,
            version=document.version,
            start=span.start,
            end=span.end,
            readers=document.readers,
            effective_from=document.effective_from,
            effective_until=document.effective_until,
            section=section,
            page=origin.page_of(span) if origin is not None and origin.pages else None,
            source=origin.map.resolve(span) if origin is not None else span,
            previous=ids[index - 1] if index else None,
            following=ids[index + 1] if index + 1 < len(ids) else None,
        )
        for index, (span, section) in enumerate(found)
    ]


def _is_of_source(origin: Origin | None, span: Span) -> bool:
    # The number of an item without text was put in, and is evidence of nothing.
    return origin is None or len(origin.map.resolve(span)) > 0


def _cut_group(text: str, group: Sequence[Block], *, lang: Lang, target: int) -> Iterator[Span]:
    whole = Span(group[0].span.start, group[-1].span.end)
    # All that is in it would be joined again.
    if len(whole) <= target:
        return iter((trim(text, whole),))
    return _join(_pieces(text, group, lang=lang, longest=_LONGEST * target), target)


def _under_headings(groups: Sequence[Sequence[Block]]) -> Iterator[tuple[Sequence[Block], tuple[str, ...]]]:
    """Yield each group with the titles that it stands under, outermost first; a heading stands under itself."""
    titles: list[tuple[int, str]] = []
    section: tuple[str, ...] = ()
    for group in groups:
        for block in group:
            if block.kind is Kind.HEADING:
                while titles and titles[-1][0] >= block.level:
                    titles.pop()
                titles.append((block.level, block.title))
                section = tuple(title for _, title in titles if title)
        yield group, section


def _pieces(text: str, group: Sequence[Block], *, lang: Lang, longest: int) -> Iterator[Span]:
    for block in group:
        content = text[block.span.start : block.span.end]
        whole = trim(content, Span(0, len(content)))
        if block.kind not in {Kind.PROSE, Kind.ITEM} and len(whole) <= longest:
            yield whole.shift(block.span.start)
            continue
        # The segmenter would take the number of an item for a sentence.
        marker = item_marker(content) if block.kind is Kind.ITEM else 0
        marker = marker if 2 * marker < longest else 0
        own = detect_language(content, default=lang) if len(content) >= _TELLING else lang
        for span in find_sentences(content[marker:], lang=own, longest=longest - marker):
            first = marker and span.start == 0
            yield trim(content, Span(0 if first else span.start + marker, span.end + marker)).shift(block.span.start)


def _join(pieces: Iterator[Span], target: int) -> Iterator[Span]:
    joined: Span | None = None
    for piece in pieces:
        if joined is not None and piece.end - joined.start <= target:
            joined = Span(joined.start, piece.end)
            continue
        if joined is not None:
            yield joined
        joined = piece
    if joined is not None:
        yield joined
