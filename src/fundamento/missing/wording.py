"""The words of a text on what is missing, each with what it is: asked for, neutral, or neither."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fundamento.missing.vocabulary import read_vocabulary
from fundamento.text.language import is_function_word
from fundamento.text.stems import stem_word
from fundamento.text.vocabulary import WordPattern

_WORD: Final = re.compile(r"\w+(?:['’]\w+)*")
_PLAIN: Final = frozenset(" \t\r\n\u00a0\u202f.,;:!?¿¡…()'\"’‘“”«»-–—*_#/•")
# A point inside a word is part of an address; one inside a number, of a figure.
_ADDRESS: Final = re.compile(r"[^\W\d_]\.[^\W\d_]{2,}|//|\bwww\b")
_CLITIC: Final = WordPattern(r"«wording.clitics»\Z")
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
_SHORTEST_SHARED: Final = 5


@dataclass(frozen=True, slots=True)
class Word:
    """One word: as it stands, in lower case, by its stem, and where it begins and ends."""

    written: str
    plain: str
    stem: str
    start: int
    end: int

    @property
    def is_figure(self) -> bool:
        """Whether it begins with a digit: 20 and 5G, and no name such as Ext4."""
        return self.written[0].isdigit()

    @property
    def negates(self) -> bool:
        """Whether it denies."""
        return self.plain in read_vocabulary().negations or self.plain.endswith("n't")


@dataclass(frozen=True, slots=True)
class Question:
    """What a question has: stems of its words that carry content, its figures, its signs, all of its words."""

    stems: frozenset[str]
    figures: frozenset[str]
    signs: frozenset[str]
    words: frozenset[str]

    def has(self, word: Word) -> bool:
        """Say whether the question has a word, in this form or another of the same stem."""
        if word.is_figure:
            return word.plain in self.figures
        return word.plain in self.words or word.stem in self.stems or _shares(word.stem, self.stems)


def read_words(text: str) -> list[Word]:
    """Return the words of a text, in order."""
    words = []
    for found in _WORD.finditer(text):
        plain = found[0].casefold().replace("’", "'")
        words.append(Word(found[0], plain, stem_word(_CLITIC.sub("", plain)), found.start(), found.end()))
    return words


@lru_cache(maxsize=64)
def read_question(text: str) -> Question:
    """Return what a question has."""
    words = read_words(text)
    content = [word for word in words if not word.is_figure and not is_function_word(word.plain)]
    return Question(
        frozenset(word.stem for word in content),
        frozenset(word.plain for word in words if word.is_figure),
        frozenset(char for char in text if not char.isalnum()),
        frozenset(word.plain for word in words),
    )


def is_strange(word: Word, question: Question) -> bool:
    """Say whether a word is neither asked for nor neutral, nor holds a sentence together."""
    known = read_vocabulary()
    if word.plain in known.affirmations:
        return not question.has(word)
    if word.is_figure:
        return not question.has(word)
    if is_function_word(word.plain.partition("'")[0]) or is_function_word(word.plain) or word.plain in _LETTERS:
        return False
    if known.joins(word.plain) or known.is_neutral(word.stem):
        return False
    return not question.has(word)


def has_strange_signs(text: str, question: Question) -> bool:
    """Say whether a text has an address, markup or other signs that are no plain writing, and that were not asked."""
    strange = any(not char.isalnum() and char not in _PLAIN and char not in question.signs for char in text)
    return strange or _ADDRESS.search(text) is not None


def has_class(words: Sequence[Word], *groups: frozenset[str]) -> bool:
    """Say whether one of these words is of one of these classes of stems."""
    return any(word.stem in group for word in words for group in groups)


def _shares(stem: str, stems: frozenset[str]) -> bool:
    """Say whether a stem and another begin alike: student and students, cost and costing."""
    if len(stem) < _SHORTEST_SHARED:
        return False
    return any(
        len(each) >= _SHORTEST_SHARED
        and abs(len(each) - len(stem)) <= 2
        and (each.startswith(stem) or stem.startswith(each))
        for each in stems
    )
