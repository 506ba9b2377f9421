"""What the sentences of a fragment state, each read once: their numbers, their topic and whether they deny."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fundamento.checks.negation import has_negation
from fundamento.checks.passages import split_sentences
from fundamento.checks.quantities import Reading, read_quantities
from fundamento.checks.topics import Topic, read_topic
from fundamento.checks.wording import even

_KEPT_UP_TO: Final = 20_000


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, evened."""

    text: str
    read: Reading
    topic: Topic
    denies: bool


def read_statement(sentence: str) -> Statement:
    """Read one sentence, an evened one; the same is read once while it stays in memory."""
    return _kept_statement(sentence) if len(sentence) <= _SENTENCE else _read_statement(sentence)


def _read_statement(sentence: str) -> Statement:
    read = read_quantities(sentence)
    return Statement(sentence, read, read_topic(read), has_negation(sentence))


def read_statements(text: str) -> tuple[Statement, ...]:
    """Read the sentences of a fragment's text, in order; the same text is read once while it stays in memory."""
    return _kept_statements(text) if len(text) <= _KEPT_UP_TO else _read_statements(text)


def _read_statements(text: str) -> tuple[Statement, ...]:
    return tuple(_read_statement(even(sentence)) for sentence in split_sentences(text))


_SENTENCE: Final = 2_000
_kept_statement = lru_cache(maxsize=512)(_read_statement)
_kept_statements = lru_cache(maxsize=256)(_read_statements)
