"""Texts as the score reads them: sentences, and where each word of theirs stands."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fundamento.checks.passages import find_sentence_ends
from fundamento.checks.wording import Word, even, find_words, read_words
from fundamento.text.stems import stem_word, strip_accents
from fundamento.text.vocabulary import lru_cache

_WRITTEN: Final = re.compile(r"[^\W_]+(?:['.&-][^\W_]+)*")
_JOINERS: Final = re.compile(r"['.&-]")
FAMILY: Final = 0.9
_HEAD: Final = 5
_KEPT_UP_TO: Final = 20_000
_LAST_UP_TO: Final = 1_000_000
_LONG: Final = 300  # code points; longer sentences are cut where a line ends
_LONGEST: Final = 64  # code points of a word of which anything is kept
# So many letters of a word its stem keeps for sure. Of a stem as short as that it is the first letter, and the word is
# short too: dying, die; quedaban, qu.
_SURE: Final = 3
_SHORT: Final = 9


@dataclass(frozen=True, slots=True)
class Term:
    """A word that tells something: `key` is its stem, or the figures of a number; `head` its first letters."""

    word: Word
    key: str
    head: str


class _Forms(NamedTuple):
    """A written word: its keys, those of its parts too; the word without case and accents, and the head of its family.

    The last two are empty where it tells nothing.
    """

    keys: frozenset[str]
    plain: str
    head: str


class IndexedText:
    """The sentences of a text, and where its words stand: in which sentence, by number.

    Words are stemmed when something that begins as they do is looked up: to stem all of them takes far longer than all
    the rest. Safe to share between threads.
    """

    __slots__ = ("_begun", "_heads", "_keys", "_places", "_plain", "_read", "sentences", "spellings")

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = tuple(sentences)
        self._places: dict[str, list[int]] = {}
        for place, sentence in enumerate(self.sentences):
            for written in dict.fromkeys(_WRITTEN.findall(sentence)):
                self._places.setdefault(written, []).append(place)
        # Words by their first letters; a short one by its first letter, too.
        self._begun: dict[str, list[str]] = {}
        # What was read of them; `_read` says from which first letters on.
        self._read: set[str] = set()
        self._keys: dict[str, list[int]] = {}
        self._heads: dict[str, list[int]] = {}
        self._plain: dict[str, list[int]] = {}
        spellings = {written: _plain(written) for written in self._places}
        # In the order of the text: of two that are as near, the first is taken.
        self.spellings = tuple(dict.fromkeys(spellings.values()))
        for written, plain in spellings.items():
            self._put(written, plain)
            if not plain.isalnum():
                figures = "".join(sign for sign in plain if sign.isdigit())
                for part in {figures, *_JOINERS.split(plain)} - {""}:
                    self._put(written, part)

    def _put(self, written: str, letters: str) -> None:
        self._begun.setdefault(letters[:_SURE], []).append(written)
        if len(letters) <= _SHORT:
            self._begun.setdefault(letters[0], []).append(written)

    def find(self, term: Term) -> dict[int, float]:
        """Return where a word stands, or one of its family, and how well that is it, from 0 to 1."""
        key, head, read = term.key, term.head, self._read
        begun = key[:_SURE].lower()
        if begun not in read:
            self._look_at(begun)
        if len(key) <= _SURE and begun[0] not in read:
            self._look_at(begun[0])
        found = dict.fromkeys(self._keys.get(key, ()), 1.0)
        if head:
            if head[:_SURE] not in read:
                self._look_at(head[:_SURE])
            for place in self._heads.get(head, ()):
                found.setdefault(place, FAMILY)
        return found

    def find_spelling(self, plain: str) -> Sequence[int]:
        """Return where words stand that are written so, and tell something, perhaps a place twice."""
        if plain[:_SURE] not in self._read:
            self._look_at(plain[:_SURE])
        return self._plain.get(plain, ())

    def _look_at(self, letters: str) -> None:
        for written in self._begun.get(letters, ()):
            forms, places = _read(written), self._places[written]
            for key in forms.keys:
                self._keys.setdefault(key, []).extend(places)
            if forms.plain:
                self._plain.setdefault(forms.plain, []).extend(places)
            if forms.head:
                self._heads.setdefault(forms.head, []).extend(places)
        self._read.add(letters)


def read_terms(text: str) -> tuple[Term, ...]:
    """Return the telling words of an evened text, in order."""
    words = read_words(text) if len(text) <= _KEPT_UP_TO else find_words(text)
    return tuple(_term(word) for word in words if word.stem or word.text[0].isdigit())


def _term(word: Word) -> Term:
    if word.stem:
        return Term(word, word.stem, word.plain[:_HEAD].lower() if len(word.plain) > _HEAD else "")
    return Term(word, "".join(sign for sign in word.plain if sign.isdigit()) or word.plain, "")


def _read(written: str) -> _Forms:
    return _kept_forms(written) if len(written) <= _LONGEST else _make_forms(written)


def _make_forms(written: str) -> _Forms:
    word = find_words(written)[0]
    keys = {_term(word).key} if word.stem or written[0].isdigit() else set()
    if word.stem and not word.plain.isalnum():
        parts = _JOINERS.split(word.plain)
        keys.update(stem_word(part) for part in parts if len(parts) > 1 and 1 < len(part) <= _LONGEST)
    plain = _plain(written)
    return _Forms(
        frozenset(keys),
        plain if word.stem else "",
        plain[:_HEAD] if word.stem and len(plain) >= _HEAD else "",
    )


_kept_forms = lru_cache(maxsize=16_384)(_make_forms)


def _plain(written: str) -> str:
    # Some letters of NFKD's are capitals still.
    return written.lower() if written.isascii() or len(written) > _LONGEST else _kept_plain(written).lower()


_kept_plain = lru_cache(maxsize=16_384)(strip_accents)


def index_text(text: str) -> IndexedText:
    """Return the sentences of a text and the places of its words; those of the commonest texts are kept in memory."""
    if len(text) <= _KEPT_UP_TO:
        return _kept_index(text)
    return _last_index(text) if len(text) <= _LAST_UP_TO else _index(text)


def index_words(text: str) -> IndexedText:
    """Return the same of a text as if it were one sentence, for who asks what it has and not where."""
    if len(text) <= _KEPT_UP_TO:
        return _kept_whole(text)
    return _last_whole(text) if len(text) <= _LAST_UP_TO else _index_whole(text)


def _index(text: str) -> IndexedText:
    return IndexedText(_pieces(even(text)))


def _index_whole(text: str) -> IndexedText:
    return IndexedText((even(text),))


_kept_index = lru_cache(maxsize=256)(_index)
_kept_whole = lru_cache(maxsize=256)(_index_whole)
# What is long is kept for the other claims of its answer, and no longer.
_last_index = lru_cache(maxsize=4)(_index)
_last_whole = lru_cache(maxsize=4)(_index_whole)


def _pieces(text: str) -> Iterator[str]:
    ends = (*find_sentence_ends(text), len(text))
    for start, end in zip((0, *ends), ends, strict=False):
        sentence = text[start:end]
        if len(sentence) > _LONG and "\n" in sentence:
            yield from (line.strip() for line in sentence.split("\n") if line.strip())
        elif sentence.strip():
            yield sentence.strip()
