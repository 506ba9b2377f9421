"""The word that a number counts."""

from itertools import islice
from typing import Final

from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.measures import Quantity
from fundamento.checks.wording import Word, as_word, match_words
from fundamento.text.vocabulary import WordSet

_WINDOW: Final = 96  # code points after a number


def is_telling(word: Word) -> bool:
    """Say whether a word tells what a sentence is about: it carries content and is no number."""
    return bool(word.stem) and word.plain not in NUMBER_WORDS and not word.text[0].isdigit()


def noun_of(text: str, quantity: Quantity) -> Word | None:
    """Return the content word that stands right after a number, with no more than `de los` or `of the` between."""
    rest = text[quantity.end : quantity.end + _WINDOW]
    edge = 0
    for word in map(as_word, islice(match_words(rest), 3)):
        if rest[edge : word.start] not in (" ", "-"):
            return None
        if is_telling(word):
            return word
        if word.plain not in _OF:
            return None
        edge = word.end
    return None


_OF: Final = WordSet("magnitudes.of")
