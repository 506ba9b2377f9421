"""Whether two sentences with numbers tell of the same thing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fundamento.checks.magnitudes import is_telling
from fundamento.checks.quantities import Reading, blank
from fundamento.checks.wording import Vocabulary, Word, read_words
from fundamento.text.language import Lang, find_sure_language
from fundamento.text.vocabulary import Derived, Languages, WordPattern, lru_cache

# Where a sentence says who says it, before what is said.
_SOURCE: Final = WordPattern(
    r"^[^.;:\d]{3,80}:\s|^«topics.source»\b[^,\d]{3,80},\s",
    re.IGNORECASE,
)


def _read_groups(vocabulary: Languages) -> tuple[frozenset[str], ...]:
    tables = vocabulary.find("topics.alike")
    names = dict.fromkeys(name for table in tables for name in table)
    return tuple(frozenset(stem for table in tables for stem in table.get(name, "").split()) for name in names)


_SAME: Final = Derived(_read_groups)
_SHARED_AT_LEAST: Final = 2
_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Topic:
    """What a sentence is about: its telling words, and all that tells whether two sentences share one of them."""

    words: tuple[Word, ...]
    stems: Mapping[str, Word]
    vocabulary: Vocabulary
    marks: frozenset[str]
    lang: Lang | None


def read_topic(reading: Reading) -> Topic:
    """Return what the sentence of a reading is about; the same sentence is read once while it stays in memory."""
    return _kept_topic(reading) if len(reading.text) <= _KEPT_UP_TO else _read_topic(reading)


def _read_topic(reading: Reading) -> Topic:
    words = tuple(_telling(reading))
    vocabulary = Vocabulary(words)
    alike = (group for group in _SAME.value() if not group.isdisjoint(vocabulary.stems))
    marks = vocabulary.marks().union(*alike)
    return Topic(words, {word.stem: word for word in words}, vocabulary, marks, find_sure_language(reading.text))


_KEPT_UP_TO: Final = 2_000
_kept_topic = lru_cache(maxsize=2048)(_read_topic)


def alike_stems(stem: str) -> frozenset[str]:
    """Return a stem with those that tell of the same thing."""
    return next((group for group in _SAME.value() if stem in group), frozenset((stem,)))


def may_share_topic(one: Topic, other: Topic) -> bool:
    """Say whether two topics have words in common: a cheap look."""
    smaller = min(len(one.stems), len(other.stems))
    return smaller > 0 and len(one.marks & other.marks) >= min(_SHARED_AT_LEAST, smaller)


def share_topic(one: Topic, other: Topic) -> bool:
    """Say whether two sentences are about the same thing, so that their numbers can contradict each other.

    Their words must be mostly the same, and no word that they share may be told apart by its neighbour: plan Pro and
    plan Básico are two things. Sentences in different languages are not compared.
    """
    if not may_share_topic(one, other) or None is not one.lang != other.lang is not None:
        return False
    shared = {stem for stem, word in one.stems.items() if _has(other.vocabulary, word)}
    back = {stem for stem, word in other.stems.items() if _has(one.vocabulary, word)}
    smaller = min(len(one.stems), len(other.stems))
    if len(shared) < min(_SHARED_AT_LEAST, smaller) or min(len(shared), len(back)) < _SHARE * smaller:
        return False
    return not _told_apart(one.words, other.words, one.vocabulary, other.vocabulary)


def _telling(reading: Reading) -> list[Word]:
    text = _SOURCE.sub(lambda found: " " * len(found[0]), reading.text)
    inside = [(each.start, each.end) for each in reading.numbers]
    inside += [(each.start, each.end) for each in reading.days]
    inside += [(each.start, each.end) for each in reading.clocks]
    return [word for word in read_words(blank(text, inside)) if is_telling(word)]


def _has(vocabulary: Vocabulary, word: Word) -> bool:
    if vocabulary.has(word):
        return True
    return not alike_stems(word.stem).isdisjoint(vocabulary.stems)


def _told_apart(mine: Sequence[Word], theirs: Sequence[Word], ours: Vocabulary, known: Vocabulary) -> bool:
    """Say whether both sides have a word of their own that names or limits what they share."""
    here = [word for word in mine if not _has(known, word)]
    there = [word for word in theirs if not _has(ours, word)]
    if not here or not there:
        # One side says more: a name there is another thing, unless the other side names nothing at all.
        extra = here or there
        return any(word.is_identifier for word in extra)
    if any(_names(word) for word in here) and any(_names(word) for word in there):
        return True
    return bool(_neighbours(mine, known, here) & _neighbours(theirs, ours, there))


def _names(word: Word) -> bool:
    return word.is_identifier or (word.is_capital and word.start > 0)


_GAP: Final = 8  # code points: `de los` between


def _neighbours(words: Sequence[Word], known: Vocabulary, own: Sequence[Word]) -> set[str]:
    """Return the shared words that a word of one side's own follows at once, or with `de` between."""
    places = {word.start for word in own}
    return {
        head.stem
        for head, word in pairwise(words)
        if word.start in places and known.has(head) and word.start - head.end <= _GAP
    }
