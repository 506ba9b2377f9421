"""The passage of a text that is most like a quote that does not stand in it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from fundamento.spans import Span
from fundamento.text.language import is_function_word

MAX_LENGTH: Final = 300
_LEAST_SIMILARITY: Final = 0.55
_WORD: Final = re.compile(r"\w+")
# Every bound here keeps the work the same whatever the sizes: the passage is shown to a person, and proves
# nothing.
_QUOTE: Final = 300
_TEXT: Final = 2_000_000
_WHOLE: Final = 2_000
_ANCHORS: Final = 12
_PLACES: Final = 64
_WINDOWS: Final = 12
_WORD_LENGTH: Final = 60


@dataclass(frozen=True, slots=True)
class Nearest:
    """A passage like a quote: where it stands, its text (300 code points at most), a similarity from 0 to 1.

    `span` is in code points of the text that was searched, and is what `text` holds.
    """

    span: Span
    text: str
    similarity: float


def nearest_text(quote: str, text: str) -> Nearest | None:
    """Return the passage of a text most like a quote; None where nothing is much like it.

    Looks at the first 300 code points of the quote and the first two million of the text. Work is bounded.
    """
    quote = " ".join(quote[: 4 * _QUOTE].split())[:_QUOTE]
    if not any(character.isalnum() for character in quote):
        return None
    text = text[:_TEXT]
    best: Nearest | None = None
    for window in _windows(quote, text):
        found = _aligned(quote, text, window)
        if found is not None and (best is None or found.similarity > best.similarity):
            best = found
    return best


def _windows(quote: str, text: str) -> Iterable[Span]:
    """Return the spans of the text worth comparing, those with the most rare words of the quote first."""
    if len(text) <= _WHOLE:
        return [Span(0, len(text))]
    size = len(quote)
    weights: dict[int, float] = {}
    for offset, word in _anchors(quote):
        places = list(islice(_places(word, text), _PLACES))
        for bucket in {max(0, place - offset) // size for place in places}:
            weights[bucket] = weights.get(bucket, 0.0) + 1 / len(places)
    ranked = sorted(weights, key=lambda bucket: (-weights[bucket] - weights.get(bucket + 1, 0.0), bucket))
    return [
        Span(max(0, bucket * size - size // 2), min(len(text), (bucket + 3) * size)) for bucket in ranked[:_WINDOWS]
    ]


def _anchors(quote: str) -> list[tuple[int, str]]:
    """Return the words of a quote that say most, with their offsets: no function words, the longest first."""
    words = [(found.start(), found[0][:_WORD_LENGTH]) for found in _WORD.finditer(quote)]
    telling = [(offset, word) for offset, word in words if not is_function_word(word)] or words
    return sorted(telling, key=lambda anchor: (not anchor[1].isdigit(), -len(anchor[1])))[:_ANCHORS]


def _places(word: str, text: str) -> Iterator[int]:
    for form in dict.fromkeys((word, word.lower(), word.capitalize())):
        place = text.find(form)
        while place >= 0:
            yield place
            place = text.find(form, place + len(form))


def _aligned(quote: str, text: str, window: Span) -> Nearest | None:
    from rapidfuzz import fuzz  # noqa: PLC0415 - a vendor loads on first use

    passage = text[window.start : window.end]
    alignment = fuzz.partial_ratio_alignment(_lowered(quote), _lowered(passage), score_cutoff=100 * _LEAST_SIMILARITY)
    if alignment is None or alignment.dest_start == alignment.dest_end:
        return None
    span = _whole_words(text, Span(alignment.dest_start, alignment.dest_end).shift(window.start))
    passage = text[span.start : span.end]
    similarity = fuzz.ratio(_lowered(quote), _lowered(passage)) / 100
    return Nearest(span, passage, round(similarity, 3)) if similarity >= _LEAST_SIMILARITY else None


def _lowered(text: str) -> str:
    """Return a text in lower case where that leaves every position as it is, and as it stands elsewhere."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text


def _whole_words(text: str, span: Span) -> Span:
    """Return a span widened to whole words, by 40 code points at most, and cut to `MAX_LENGTH`."""
    start, end = span.start, min(span.end, span.start + MAX_LENGTH)
    while start > max(0, span.start - 40) and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < min(len(text), span.end + 40) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    end = min(end, start + MAX_LENGTH)
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
