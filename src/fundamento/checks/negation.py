"""What a text denies: the words that stand within reach of a negation, in Spanish and English."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.wording import Word, read_words, words_in
from fundamento.text.vocabulary import WordPattern, WordSet, lru_cache

_I: Final = re.IGNORECASE
# What looks like a negation and denies nothing.
_NONE: Final = WordPattern(
    r"\b(?:«negation.no-negations»|n\.?[ºo°]\.? ?\d+)\b|«negation.no-negation-sign»",
    _I,
)
# A negation that belongs to the bound on a number denies nothing of what is bounded: cannot have more than 10.
_BOUNDED: Final = WordPattern(
    r"(?:\b«negation.bounded-not»\b"
    r"|«negation.bounded-nt»)(?=(?: (?!«negation.bounded-in»\b)[^\W\d_]+){0,5} (?:«negation.bounded-more»(?:"
    r" «negation.bounded-an»){0,3} ?[€$£]?(?:\d"
    r"|«numbers»\b)))",
    _I,
    given={"numbers": NUMBER_WORDS},
)
_NEGATION: Final = WordPattern(
    r"\b«negation.negations»\b|«negation.clitics»",
    _I,
)
# What is denied of all times and all cases is asserted of none, and only contradicts who asserts it of all.
_FOREVER: Final = WordPattern(
    r"\b«negation.forever»\b",
    _I,
)
_AUXILIARY: Final = WordSet("negation.auxiliary")
_STOP: Final = WordPattern(
    r"[.,;:()!?\n—–]|\b«negation.stop»\b",
    _I,
)
_REACH: Final = 6


_DENYING: Final = WordSet("negation.denying")


def has_negation(text: str) -> bool:
    """Say whether an evened text has a word that denies."""
    return _kept_denial(text) if len(text) <= _KEPT_UP_TO else _denies(text)


def _denies(text: str) -> bool:
    return "n't" in text or not _DENYING.isdisjoint(words_in(text)) or "N'T" in text


_KEPT_UP_TO: Final = 20_000
_kept_denial = lru_cache(maxsize=2048)(_denies)


@dataclass(frozen=True, slots=True)
class Polarity:
    """The stems that a text denies, each the first content word that a negation reaches, and those that it does not."""

    denied: frozenset[str]
    asserted: frozenset[str]
    negations: int


def read_polarity(text: str) -> Polarity:
    """Read what an evened text denies and what it asserts."""
    return _kept_polarity(text) if len(text) <= _KEPT_UP_TO else _read_polarity(text)


def _read_polarity(text: str) -> Polarity:
    words = read_words(text)
    if not has_negation(text):
        return Polarity(frozenset(), frozenset(word.stem for word in words if word.stem), 0)
    plain = blank_apparent(text)
    reached: set[int] = set()
    count = 0
    for found in _NEGATION.finditer(plain):
        count += 1
        reached |= _reach(words, found.end(), plain)
    denied = {words[index].stem for index in reached}
    asserted = {word.stem for index, word in enumerate(words) if index not in reached and word.stem}
    return Polarity(frozenset(denied), frozenset(asserted), count)


_kept_polarity = lru_cache(maxsize=512)(_read_polarity)


def denies_forever(text: str, polarity: Polarity, other: str) -> bool:
    """Say whether a text denies that something is so for ever, and the other one does not say that it is."""
    return bool(polarity.negations) and _FOREVER.search(text) is not None and _FOREVER.search(other) is None


def blank_apparent(text: str) -> str:
    """Return a text of the same length without what looks like a negation and denies nothing: no more than."""
    return _BOUNDED.sub(_blank, _NONE.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    return "_" * len(found[0])


def _reach(words: Sequence[Word], end: int, plain: str) -> set[int]:
    """Return the index of the content word that a negation at a place denies; empty: none."""
    edge = end
    first = bisect_left(words, end, key=lambda word: word.start)
    for index, word in enumerate(words[first : first + _REACH + 1], first):
        if _STOP.search(plain, edge, word.start):
            return set()
        if _STOP.fullmatch(plain, word.start, word.end):
            return set()
        edge = word.end
        if word.stem and word.plain not in _AUXILIARY:
            return {index}
    return set()
