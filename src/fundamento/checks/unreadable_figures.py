"""Figures of a form that nobody can read for sure: 20² €, 3^4 days, 1,,000."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.spans import Span

_FORMS: Final = re.compile(
    r"(?<![\w.,^])(?!10(?:\^|[⁰¹²³⁴-⁹]))\d[\d.,]*"
    # A raised figure at the end of a clause is the mark of a note.
    r"(?:[⁰¹²³⁴-⁹]+(?= ?[€$£%]| [^\W\d_])|\^\d+(?!\w)|(?:[.,]{2}|[.,]['_]|['_][.,])\d[\d.,'_]*)"
)
_LONGEST: Final = 40


def find_unreadable(claim: str, texts: Sequence[str]) -> Iterator[Span]:
    """Yield the figures of a claim that cannot be read, unless a text writes them in the same way."""
    for found in _FORMS.finditer(claim):
        written = found[0].rstrip(".,")
        if len(written) <= _LONGEST and not any(_has(text, written) for text in texts):
            yield Span(found.start(), found.start() + len(written))


def _has(text: str, written: str) -> bool:
    return re.search(rf"(?<![\w.,]){re.escape(written)}(?![\w⁰¹²³⁴-⁹])", text) is not None
