"""A second, slow way from a text back to its source, to hold maps against."""

from typing import NamedTuple

from fundamento.fragments import Document
from fundamento.ingest import Extract, split
from fundamento.spans import SourceMap, Span


class Sign(NamedTuple):
    """A code point of the final text, and the span of the source that it came from."""

    sign: str
    start: int
    end: int


def trace(source: str, changes: SourceMap) -> list[Sign]:
    """Carry each code point through every recorded edit, one by one."""
    signs = [Sign(sign, index, index + 1) for index, sign in enumerate(source)]
    for step in changes.steps:
        result: list[Sign] = []
        cursor = 0
        for edit in step.edits:
            result += signs[cursor : edit.span.start]
            replaced = signs[edit.span.start : edit.span.end]
            assert "".join(one.sign for one in replaced) == edit.removed
            real = [one for one in replaced if one.end > one.start]
            start = real[0].start if real else _start_of(signs, edit.span.start, len(source))
            end = real[-1].end if real else start
            result += [Sign(sign, start, end) for sign in edit.inserted]
            cursor = edit.span.end
        signs = result + signs[cursor:]
    return signs


def _start_of(signs: list[Sign], index: int, length: int) -> int:
    return signs[index].start if index < len(signs) else length


def expected_span(signs: list[Sign], span: Span) -> tuple[int, int] | None:
    """Return the shortest span that the code points of `span` come from; None: all of them were put in."""
    real = [one for one in signs[span.start : span.end] if one.end > one.start]
    return (real[0].start, real[-1].end) if real else None


def assert_faithful(extracted: Extract) -> None:
    """Hold every fragment of what was extracted against the source, in every unit."""
    text, origin = extracted
    source, utf8, utf16 = origin.source, *_encodings(origin.source)
    signs = trace(source, origin.map)
    assert "".join(one.sign for one in signs) == text == origin.map.apply(source)
    for fragment in split(Document("d", text, origin=origin)):
        assert fragment.start is not None
        assert fragment.end is not None
        span = Span(fragment.start, fragment.end)
        assert text[span.start : span.end] == fragment.text
        found = origin.locate(span)
        assert expected_span(signs, span) == (found.span.start, found.span.end)
        assert fragment.source == found.span
        piece = source[found.span.start : found.span.end]
        assert utf8[found.utf8.start : found.utf8.end].decode("utf-8", "surrogatepass") == piece
        assert utf16[2 * found.utf16.start : 2 * found.utf16.end].decode("utf-16-le", "surrogatepass") == piece


def _encodings(source: str) -> tuple[bytes, bytes]:
    return source.encode("utf-8", "surrogatepass"), source.encode("utf-16-le", "surrogatepass")
