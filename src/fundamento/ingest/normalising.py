"""What is done to every text, whatever its format: one Unicode form, no byte order mark, no soft hyphens."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from fundamento.spans import Edit, EditKind, Rewritten, Span, rewrite

_MARK: Final = re.compile("\ufeff")
_SOFT_HYPHEN: Final = re.compile(r"\u00ad+(?:[ \t]*(?:\r\n|\r|\n)[ \t]*(?=[^\W\d_]))?")
# No ASCII character ever composes with what stands before it, so forms can be worked out from one to the next.
_RUN: Final = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")


def normalise(text: str) -> Rewritten:
    """Return the text in NFC, without a leading byte order mark and without soft hyphens, and the map back.

    A soft hyphen at the end of a line goes with the line break, where a word follows. Line ends and white space stay.
    """
    edits: list[Edit] = []
    if text.startswith("\ufeff"):
        edits.append(Edit(EditKind.BYTE_ORDER_MARK, Span(0, 1), "\ufeff"))
    if "\u00ad" in text:
        edits += (_removal(match) for match in _SOFT_HYPHEN.finditer(text))
    first = rewrite(text, edits)
    if unicodedata.is_normalized("NFC", first.text):
        return first
    second = rewrite(first.text, _compose(first.text))
    return Rewritten(second.text, first.map.then(second.map))


def _removal(match: re.Match[str]) -> Edit:
    kind = EditKind.SOFT_HYPHEN if match[0].strip("\u00ad") == "" else EditKind.LINE_END_HYPHEN
    return Edit(kind, Span(*match.span()), match[0])


def _compose(text: str) -> Iterator[Edit]:
    for run in _RUN.finditer(text):
        composed = unicodedata.normalize("NFC", run[0])
        if composed == run[0]:
            continue
        pieces = list(_clusters(run[0]))
        if "".join(unicodedata.normalize("NFC", piece) for piece in pieces) != composed:
            pieces = [run[0]]  # Hangul and a few Indic vowels compose across what looks like a boundary
        start = run.start()
        for piece in pieces:
            form = unicodedata.normalize("NFC", piece)
            if form != piece:
                yield Edit(EditKind.UNICODE_FORM, Span(start, start + len(piece)), piece, form)
            start += len(piece)


def _clusters(text: str) -> Iterator[str]:
    start = 0
    for index in range(1, len(text)):
        if not unicodedata.combining(text[index]):
            yield text[start:index]
            start = index
    yield text[start:]
