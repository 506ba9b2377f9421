"""Sentences, as spans of the text that they stand in."""

import re
from collections.abc import Iterator

import sentencex

from fundamento.spans import Span
from fundamento.text.language import Lang

# Every one of these would be one code point more or less, an end of paragraph or an error to the segmenter.
_TO_SPACE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_WORD = re.compile(r"\w")
# What no sentence ends with, in either language, whatever the segmenter was told the language is.
_TITLE = re.compile(
    r"(?:^|[\s(«\"“])(?:(?i:sra?|srta|sres|sras|dra?|dres|dña|prof|profa|ing|lic|excm[oa]|ilm[oa]|avda|ctra|mrs?|ms"
    r"|e\.g|i\.e|p\.\s?ej)|D)\.$"
)
# What one may end with, but not before a number or a small letter.
_REFERENCE = re.compile(
    r"(?:^|[\s(«\"“])(?i:arts?|n[úu]ms?|p[áa]gs?|pp?|caps?|figs?|vols?|p[áa]rrs?|apdos?|secs?|aprox|tel|tfno|cfr?|vs|ss|etc"
    r"|[a-z])\.$"
)
_CONTINUES = re.compile(r"[\d(]|[^\W\dA-ZÁÉÍÓÚÜÑ_]|[IVXLC]+\b")
# The segmenter's time grows as the square of what it is given, and it lets nobody else work meanwhile.
_WINDOW = 4_096  # code points
_END = re.compile(r"[.!?…‽。．！？؟۔।]")


def find_sentences(text: str, *, lang: Lang, longest: int) -> list[Span]:
    """Return the sentences of one paragraph, in order, without the white space between them.

    Spans are in code points and hold every character that is not white space. None is longer than `longest` code
    points: an endless sentence is cut between words, or anywhere where it has no white space.
    """
    spans: list[Span] = []
    for found in _segments(text, lang):
        span = trim(text, found)
        if not len(span):
            continue
        # Closing quotes or an ellipsis on their own belong to what they close.
        alone = not _WORD.search(text, span.start, span.end)
        if spans and (alone or _runs_on(text, spans[-1], span)):
            spans[-1] = Span(spans[-1].start, span.end)
        else:
            spans.append(span)
    return [piece for span in spans for piece in _cut(text, span, longest)]


def _runs_on(text: str, sentence: Span, following: Span) -> bool:
    """Say whether the point that a piece ends with is that of an abbreviation, and the sentence goes on."""
    if text[sentence.end - 1] != ".":
        return False
    tail = text[max(sentence.start, sentence.end - 12) : sentence.end]
    if _TITLE.search(tail):
        return True
    return bool(_REFERENCE.search(tail) and _CONTINUES.match(text, following.start, following.end))


def trim(text: str, span: Span) -> Span:
    """Return the span without the white space at its ends."""
    piece = text[span.start : span.end]
    start = span.end - len(piece.lstrip())
    return Span(start, max(start, span.start + len(piece.rstrip())))


def _segments(text: str, lang: Lang) -> Iterator[Span]:
    if not _END.search(text):
        yield Span(0, len(text))
        return
    plain = _TO_SPACE.sub(" ", text)
    start = cursor = 0
    while cursor < len(plain):
        pieces = list(sentencex.segment(lang, plain[cursor : cursor + _WINDOW]))
        ended = cursor + _WINDOW >= len(plain)
        if not ended and len(pieces) > 1:
            ended = True
            pieces.pop()  # it may go on
            # A quotation that the window cuts looks like two sentences.
            while len(pieces) > 1 and sum(map(len, pieces)) > _WINDOW - _WINDOW // 8:
                pieces.pop()
        for piece in pieces:
            cursor += len(piece)
            if ended or piece is not pieces[-1]:
                yield Span(start, cursor)
                start = cursor
        if not ended:
            cursor = min(len(plain), cursor + _WINDOW - sum(map(len, pieces)))
        elif not pieces:
            break
    yield Span(start, len(text))


def _cut(text: str, span: Span, longest: int) -> Iterator[Span]:
    start = span.start
    while span.end - start > longest:
        end = start + longest
        while end > start and not text[end].isspace():
            end -= 1
        end = end if end > start else start + longest
        yield trim(text, Span(start, end))
        start = trim(text, Span(end, span.end)).start
    yield Span(start, span.end)
