"""Where in a claim, as it was written, stands what a check read in the evened text: which half of it failed."""

import re
from typing import Final

from fundamento.checks.segments import read_tokens
from fundamento.checks.wording import even_claim, plain_letters, read_words
from fundamento.spans import Span
from fundamento.text.marks import Mark

_MARKS: Final = re.compile(r"[;:()\n]|,(?! ?\d)")
_JOINING: Final = int(Mark.CONJUNCTION | Mark.SUBORDINATOR)


def place_in_claim(text: str, start: int, end: int) -> Span:
    """Return the code points of a claim's text that a part of its evened text was read from."""
    evened = even_claim(text)
    if evened == text[: len(evened)]:
        return Span(start, end)
    found = Span(_last_before(text, start), _last_before(text, end))
    return found if found.start < found.end else Span(found.start, min(found.start + 1, len(text)))


def _last_before(text: str, place: int) -> int:
    """Return how much of a text becomes so many code points: to even a longer part never gives fewer."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if len(even_claim(text[:middle])) <= place:
            low = middle
        else:
            high = middle - 1
    return low


def find_written(text: str, written: str) -> Span | None:
    """Return the first place where a claim has some writing, in any case; None: it has it nowhere."""
    evened = plain_letters(even_claim(text))
    start = evened.find(plain_letters(written)) if written else -1
    return None if start < 0 else place_in_claim(text, start, start + len(written))


def find_differing(text: str, sentence: str) -> Span | None:
    """Return the one clause of a claim that an evened sentence does not have word for word; None: it is not one."""
    evened = even_claim(text)
    clauses = _split(evened)
    stated = {_plain_words(sentence[each.start : each.end]) for each in _split(sentence)}
    differing = [each for each in clauses if _plain_words(evened[each.start : each.end]) not in stated]
    return place_in_claim(text, *differing[0]) if len(clauses) > 1 and len(differing) == 1 else None


def _split(text: str) -> list[Span]:
    """Return the clauses of an evened text that have a word."""
    tokens = read_tokens(text)
    joints = [found.span() for found in _MARKS.finditer(text)]
    joints += [
        (tokens.starts[at], tokens.ends[at])
        for at, word in enumerate(tokens.words)
        if word is not None and word.marks & _JOINING
    ]
    edges = [0, *(edge for joint in sorted(joints) for edge in joint), len(text)]
    clauses = (_strip(text, *pair) for pair in zip(edges[::2], edges[1::2], strict=True))
    return [each for each in clauses if each.start < each.end and read_words(text[each.start : each.end])]


def _plain_words(text: str) -> tuple[str, ...]:
    return tuple(word.plain for word in read_words(text))


def _strip(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return Span(end - len(piece.lstrip()), start + len(piece.rstrip(" .")))
