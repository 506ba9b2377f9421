"""What the sentences of a fragment state: their numbers, their topic and whether they deny, each read once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.checks.negation import has_negation
from fundamento.checks.passages import split_sentences
from fundamento.checks.quantities import Reading, may_count, read_quantities
from fundamento.checks.topics import Topic, alike_stems, read_topic
from fundamento.checks.wording import even, words_in
from fundamento.text.language import FUNCTION_WORDS
from fundamento.text.stems import strip_accents
from fundamento.text.vocabulary import WordSet, lru_cache

_KEPT_UP_TO: Final = 20_000
_LONG_SENTENCE: Final = 2_000
_ENOUGH: Final = 2
_FUNCTION_WORDS: Final = WordSet(lambda _: frozenset(map(strip_accents, FUNCTION_WORDS)))
# What a word and its stem have in common: four letters, or two where the stem is short (skies, sky).
_SURE: Final = 4
_SHORT: Final = 2
_SHORT_WORD: Final = 6


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, evened, and what is cheap to know of it; to read what it states costs a hundred times as much.

    `heads` is how its words begin, `is_word` says that it has one at the most, `counts` that it may state a number.
    """

    text: str
    heads: Collection[str]
    is_word: bool
    counts: bool
    denies: bool


@dataclass(frozen=True, slots=True)
class Statement:
    """What one sentence states; `heads` has for each telling word how the words of its family begin."""

    text: str
    read: Reading
    topic: Topic
    denies: bool
    heads: Sequence[frozenset[str]]


def may_contradict(stated: Statement, sentence: Sentence) -> bool:
    """Say whether a sentence may contradict a statement: a cheap look, hardly ever wrong where it says no."""
    if stated.denies == sentence.denies and not (stated.read and sentence.counts):
        return False
    least = 1 if sentence.is_word else min(_ENOUGH, len(stated.heads))
    for family in stated.heads:
        if not family.isdisjoint(sentence.heads):
            least -= 1
            if least <= 0:
                return True
    return False


def read_statement(sentence: str) -> Statement:
    """Read one sentence, an evened one; the same is read once while it stays in memory."""
    return _kept_statement(sentence) if len(sentence) <= _LONG_SENTENCE else _read_statement(sentence)


def _read_statement(sentence: str) -> Statement:
    read = read_quantities(sentence)
    topic = read_topic(read)
    heads = tuple([frozenset(map(_head, alike_stems(stem))) for stem in topic.stems])
    return Statement(sentence, read, topic, has_negation(sentence), heads)


def read_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a fragment's text, in order; the same text is split once while it stays in memory."""
    return _kept_sentences(text) if len(text) <= _KEPT_UP_TO else _read_sentences(text)


def _read_sentences(text: str) -> tuple[Sentence, ...]:
    return tuple([_read_sentence(even(sentence)) for sentence in split_sentences(text)])


def _read_sentence(text: str) -> Sentence:
    words = words_in(text) - _FUNCTION_WORDS
    heads = {word[:_SURE] for word in words} | {word[:_SHORT] for word in words if len(word) <= _SHORT_WORD}
    return Sentence(text, frozenset(heads), len(words) < _ENOUGH, may_count(text), has_negation(text))


def _head(stem: str) -> str:
    return stem[:_SURE] if len(stem) >= _SURE else stem[:_SHORT]


_kept_statement = lru_cache(maxsize=1024)(_read_statement)
_kept_sentences = lru_cache(maxsize=512)(_read_sentences)
