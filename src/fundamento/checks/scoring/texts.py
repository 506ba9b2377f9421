"""Texts as the score reads them: sentences, and where each word of theirs stands."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from fundamento.checks.passages import find_sentence_ends
from fundamento.checks.wording import Word, even, find_words, read_words
from fundamento.stems import stem_word, strip_accents

_WRITTEN: Final = re.compile(r"[^\W_]+(?:['.&-][^\W_]+)*")
_JOINERS: Final = re.compile(r"['.&-]")
_HEAD: Final = 5
_KEPT_UP_TO: Final = 20_000
_LONG: Final = 300  # code points; longer sentences are cut where a line ends
_LONGEST: Final = 64  # code points of a word of which anything is kept
# So many letters of a word its stem keeps for sure. Of a stem as short as that it is the first letter, and the word is
# short too: dying, die.
_SURE: Final = 3
_SHORT: Final = 7


@dataclass(frozen=True, slots=True)
class Term:
    """A word that tells something: `key` is its stem, or the figures of a number; `head` its first letters."""

    word: Word
    key: str
    head: str


class _Forms(NamedTuple):
    """A written word without case and accents, the head of its family, and its keys, those of its parts too.

    `tells` is false of a word that carries no content.
    """

    plain: str
    head: str
    keys: frozenset[str]
    tells: bool


class IndexedText:
    """The sentences of a text, and where its words stand: in which sentence, by number.

    Words are stemmed when something that begins as they do is looked up: to stem all of them takes far longer than all
    the rest. Safe to share between threads.
    """

    __slots__ = ("_beginnings", "_places", "_short", "sentences", "spellings")

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        self._places: dict[str, list[int]] = {}
        for place, sentence in enumerate(self.sentences):
            for written in dict.fromkeys(_WRITTEN.findall(sentence)):
                self._places.setdefault(written, []).append(place)
        self._beginnings: dict[str, list[str]] = {}
        self._short: dict[str, list[str]] = {}
        plain = {written: _plain(written) for written in self._places}
        for written, letters in plain.items():
            self._put(written, letters)
            if not letters.isalnum():
                figures = "".join(sign for sign in letters if sign.isdigit())
                for part in {figures, *_JOINERS.split(letters)} - {""}:
                    self._put(written, part)
        self.spellings = tuple(dict.fromkeys(plain.values()))

    def _put(self, written: str, letters: str) -> None:
        self._beginnings.setdefault(letters[:_SURE], []).append(written)
        if len(letters) <= _SHORT:
            self._short.setdefault(letters[0], []).append(written)

    def find_key(self, key: str) -> Iterator[int]:
        """Yield where words stand that have a key, and perhaps a place twice."""
        begun = strip_accents(key[:_LONGEST])
        found = self._beginnings.get(begun[:_SURE], ())
        for written in (*found, *self._short.get(begun[:1], ())) if len(begun) <= _SURE else found:
            if key in _read(written).keys:
                yield from self._places[written]

    def find_head(self, head: str) -> Iterator[int]:
        """Yield where words stand that begin with a head, and tell something."""
        for written in self._beginnings.get(head[:_SURE], ()):
            forms = _read(written)
            if forms.head == head and forms.tells:
                yield from self._places[written]

    def find_spelling(self, plain: str) -> Iterator[int]:
        """Yield where words stand that are written so, and tell something; nothing where they do not."""
        for written in dict.fromkeys(self._beginnings.get(plain[:_SURE], ())):
            forms = _read(written)
            if forms.plain == plain and forms.tells:
                yield from self._places[written]


def read_terms(text: str) -> tuple[Term, ...]:
    """Return the telling words of an evened text, in order."""
    words = read_words(text) if len(text) <= _KEPT_UP_TO else find_words(text)
    return tuple(_term(word) for word in words if word.stem or word.text[0].isdigit())


def _term(word: Word) -> Term:
    if word.stem:
        return Term(word, word.stem, word.plain[:_HEAD] if len(word.plain) > _HEAD else "")
    return Term(word, "".join(sign for sign in word.plain if sign.isdigit()) or word.plain, "")


def _read(written: str) -> _Forms:
    return _kept_forms(written) if len(written) <= _LONGEST else _make_forms(written)


def _make_forms(written: str) -> _Forms:
    word = find_words(written)[0]
    keys = {_term(word).key} if word.stem or written[0].isdigit() else set()
    if word.stem and not word.plain.isalnum():
        parts = _JOINERS.split(word.plain)
        keys.update(stem_word(part) for part in parts if len(parts) > 1 and 1 < len(part) <= _LONGEST)
    return _Forms(word.plain, word.plain[:_HEAD] if len(word.plain) >= _HEAD else "", frozenset(keys), bool(word.stem))


_kept_forms = lru_cache(maxsize=16_384)(_make_forms)


@lru_cache(maxsize=16_384)
def _kept_plain(written: str) -> str:
    return strip_accents(written)


def _plain(written: str) -> str:
    if written.isascii():
        return written.lower()
    return _kept_plain(written) if len(written) <= _LONGEST else strip_accents(written)


def index_text(text: str) -> IndexedText:
    """Return the sentences of a text and the places of its words; those of the commonest texts are kept in memory."""
    return _kept_index(text) if len(text) <= _KEPT_UP_TO else _index(text)


def index_words(text: str) -> IndexedText:
    """Return the same of a text as if it were one sentence, for who asks what it has and not where."""
    return _kept_whole(text) if len(text) <= _KEPT_UP_TO else _index_whole(text)


def _index(text: str) -> IndexedText:
    return IndexedText(_pieces(even(text)))


def _index_whole(text: str) -> IndexedText:
    return IndexedText((even(text),))


_kept_index = lru_cache(maxsize=256)(_index)
_kept_whole = lru_cache(maxsize=256)(_index_whole)


def _pieces(text: str) -> Iterator[str]:
    ends = (*find_sentence_ends(text), len(text))
    for start, end in zip((0, *ends), ends, strict=False):
        sentence = text[start:end]
        if len(sentence) > _LONG and "\n" in sentence:
            yield from (line.strip() for line in sentence.split("\n") if line.strip())
        elif sentence.strip():
            yield sentence.strip()
