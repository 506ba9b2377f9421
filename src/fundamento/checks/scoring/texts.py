"""Texts as the score reads them: sentences, and where each word of theirs stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fundamento.checks.passages import find_sentence_ends
from fundamento.checks.wording import Word, even, find_words, plain_letters, read_words
from fundamento.stems import stem_word

_HEAD: Final = 5
_KEPT_UP_TO: Final = 20_000
_LONG: Final = 300  # code points; longer sentences are cut where a line ends


@dataclass(frozen=True, slots=True)
class Term:
    """A word that tells something: `key` is its stem, or the figures of a number; `head` its first letters."""

    word: Word
    key: str
    head: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, the same in small letters without accents, and its telling words, in order."""

    text: str
    plain: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndexedText:
    """The sentences of a text, and by key, by head and by spelling, in which of them a word stands."""

    sentences: tuple[Sentence, ...]
    keys: dict[str, list[int]]
    heads: dict[str, list[int]]
    spellings: dict[str, list[int]]


def read_terms(text: str) -> tuple[Term, ...]:
    """Return the telling words of an evened text, in order."""
    words = read_words(text) if len(text) <= _KEPT_UP_TO else find_words(text)
    return tuple(_term(word) for word in words if word.stem or word.text[0].isdigit())


def _term(word: Word) -> Term:
    if word.stem:
        return Term(word, word.stem, word.plain[:_HEAD] if len(word.plain) > _HEAD else "")
    return Term(word, "".join(sign for sign in word.plain if sign.isdigit()) or word.plain, "")


def index_text(text: str) -> IndexedText:
    """Return the index of a text; those of the commonest texts are kept in memory."""
    return _kept_index(text) if len(text) <= _KEPT_UP_TO else _index(text)


def _index(text: str) -> IndexedText:
    sentences: list[Sentence] = []
    keys: dict[str, list[int]] = {}
    heads: dict[str, list[int]] = {}
    spellings: dict[str, list[int]] = {}
    for piece in _pieces(even(text)):
        place = len(sentences)
        terms = read_terms(piece)
        sentences.append(Sentence(piece, plain_letters(piece), tuple(term.key for term in terms)))
        for term in terms:
            _put(keys, term.key, place)
            if not term.word.stem:
                continue
            _put(spellings, term.word.plain, place)
            if len(term.word.plain) >= _HEAD:
                _put(heads, term.word.plain[:_HEAD], place)
            if "-" in term.word.plain or "." in term.word.plain or "'" in term.word.plain or "&" in term.word.plain:
                for part in term.word.plain.replace(".", "-").replace("'", "-").replace("&", "-").split("-"):
                    if 1 < len(part) <= 64:
                        _put(keys, stem_word(part), place)
    return IndexedText(tuple(sentences), keys, heads, spellings)


_kept_index = lru_cache(maxsize=256)(_index)


def _put(places: dict[str, list[int]], key: str, place: int) -> None:
    known = places.setdefault(key, [])
    if not known or known[-1] != place:
        known.append(place)


def _pieces(text: str) -> Iterator[str]:
    ends = (*find_sentence_ends(text), len(text))
    for start, end in zip((0, *ends), ends, strict=False):
        sentence = text[start:end]
        if len(sentence) > _LONG and "\n" in sentence:
            yield from (line.strip() for line in sentence.split("\n") if line.strip())
        elif sentence.strip():
            yield sentence.strip()
