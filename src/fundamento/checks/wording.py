"""Texts as the evidence checks read them: evened out, cut into words, with what tells a word from another."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from fundamento.quotes.folding import is_ignorable
from fundamento.text.language import FUNCTION_WORDS
from fundamento.text.stems import cut_stacks, stem_word, strip_accents
from fundamento.text.vocabulary import WordSet, lru_cache

_WORD: Final = re.compile(r"[^\W_]+(?:['.&-][^\W_]+)*")
_SPACES: Final = re.compile(r"[^\S\n ]")
_RARE: Final = re.compile(r"[^\w\s\x20-\x7e¿¡«»“”…€–—°º]")
_EVENED: Final = str.maketrans({"−": "-", "‐": "-", "‑": "-", "’": "'", "‘": "'", "`": "'", "´": "'", "⁄": "/"})
_ODD: Final = re.compile(f"[{''.join(map(chr, _EVENED))}]")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_EXPONENT: Final = re.compile(r"[\d.]+[eE][-+]?\d+")  # a number: 2.5e3
_JOINERS: Final = re.compile(r"['.&-]")
_CACHED_UP_TO: Final = 20_000
_SHORT: Final = 2_000
_LONGEST: Final = 64  # of the words that are read
# Words that hold a sentence together, beyond the closed classes: they say nothing of what a sentence is about.
_LIGHT: Final = WordSet("wording.light")


class Word(NamedTuple):
    """A word of an evened text: `plain` has no case and no accents; `stem` is empty where it carries no content."""

    start: int
    end: int
    text: str
    plain: str
    stem: str

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[0].isupper()

    @property
    def is_identifier(self) -> bool:
        """Whether it mixes letters and digits, as P7 and COVID-19 do."""
        mixed = any(c.isdigit() for c in self.text) and any(c.isalpha() for c in self.text)
        return mixed and _EXPONENT.fullmatch(self.text) is None


def even(text: str) -> str:
    """Return a text in NFC, with plain spaces, hyphens and apostrophes and without invisible characters."""
    return _kept_even(text) if len(text) <= _SHORT else _even(text)


def even_claim(text: str) -> str:
    """Return a claim, evened. A claim is one statement: of what is longer than a chapter only that much is read."""
    # The first is the common case, and every rule asks.
    return _kept_even(text) if len(text) <= _SHORT else even(text[:_CACHED_UP_TO])


def _even(text: str) -> str:
    if text.isascii():
        return _SPACES.sub(" ", text) if "\t" in text or "\r" in text else text
    text = unicodedata.normalize("NFC", cut_stacks(text))
    if _ODD.search(text):  # few texts have any, and to translate takes longer than all of the rest
        text = text.translate(_EVENED)
    return _SPACES.sub(" ", _RARE.sub(lambda found: "" if is_ignorable(found[0]) else found[0], text))


_ACCENTS: Final = tuple(zip("áéíóúüàèìòùÁÉÍÓÚÜ", "aeiouuaeiouaeiouu", strict=True))


def plain_letters(text: str) -> str:
    """Return a text in small letters without the accents that number words have, of the same length."""
    if not text.isascii():
        for accented, bare in _ACCENTS:  # some ten times as fast as to translate
            text = text.replace(accented, bare)
    plain = text.lower()
    return plain if len(plain) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


@lru_cache(maxsize=1024)
def _kept_letters(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(plain_letters(text)))


def words_in(text: str) -> frozenset[str]:
    """Return the words of a text in small letters without accents: a cheap look before a dear one."""
    return _kept_letters(text) if len(text) <= _CACHED_UP_TO else frozenset(_LETTERS.findall(plain_letters(text)))


def read_words(text: str) -> tuple[Word, ...]:
    """Return the words of an evened text, in order; the commonest texts are kept in memory."""
    return _kept_words(text) if len(text) <= _CACHED_UP_TO else find_words(text)


def find_words(text: str) -> tuple[Word, ...]:
    """Return the words of an evened text, in order, and keep nothing in memory."""
    return tuple([as_word(found) for found in _WORD.finditer(text)])


def match_words(text: str) -> Iterator[re.Match[str]]:
    """Find the words of an evened text without reading them: `as_word` reads one."""
    return _WORD.finditer(text)


def as_word(found: re.Match[str]) -> Word:
    """Return the word that was found at a place."""
    written = found[0]
    plain, stem = _read_forms(written)
    return _make_word(Word, (found.start(), found.end(), written, plain, stem))


def _read_forms(written: str) -> tuple[str, str]:
    return _forms(written) if len(written) <= _LONGEST else (written, written)


_make_word: Final = tuple.__new__  # each word of each text: the constructor would cost a call more


_kept_words = lru_cache(maxsize=512)(find_words)


@lru_cache(maxsize=16_384)
def _forms(text: str) -> tuple[str, str]:
    plain = strip_accents(text)
    bare = plain.removesuffix("'s")
    if text.casefold() in FUNCTION_WORDS or plain in _LIGHT or not plain.strip("0123456789.,'"):
        return plain, ""
    return plain, stem_word(bare) or bare


def content_stems(words: Iterable[Word]) -> list[str]:
    """Return the stems of the words that carry content, in order."""
    return [word.stem for word in words if word.stem]


_kept_even = lru_cache(maxsize=1024)(_even)


class Vocabulary:
    """The words that a text has, tolerant of inflection, accents and derivation."""

    __slots__ = ("_heads", "stems")

    def __init__(self, words: Iterable[Word]) -> None:
        self._take([word.text for word in words])

    @classmethod
    def of(cls, text: str) -> "Vocabulary":
        """Return the vocabulary of an evened text, whose words need not be read one by one for that."""
        known = cls(())
        known._take(spellings(text))
        return known

    def _take(self, written: Iterable[str]) -> None:
        entries = [(_kept_entry if len(each) <= _LONGEST else _enter)(each) for each in written]
        self.stems: set[str] = set().union(*[stems for stems, _ in entries])
        self._heads: set[str] = set().union(*[heads for _, heads in entries])

    def has(self, word: Word) -> bool:
        """Say whether the text has the word, or one of its family."""
        if word.stem in self.stems or word.plain in self.stems:
            return True
        return len(word.plain) > _HEAD and word.plain[:_HEAD] in self._heads

    def has_stem(self, stem: str) -> bool:
        """Say whether the text has a word of that stem, or one of its family."""
        return stem in self.stems or (len(stem) >= _HEAD and stem[:_HEAD] in self._heads)

    def marks(self) -> frozenset[str]:
        """Return what another text has one of, if it has a word of this one: stems, and beginnings with a star."""
        return frozenset(self.stems).union(f"{head}*" for head in self._heads)


def read_vocabulary(text: str) -> Vocabulary:
    """Return the words that an evened text has; that of the commonest texts is kept in memory."""
    return _kept_vocabulary(text) if len(text) <= _CACHED_UP_TO else Vocabulary.of(text)


_kept_vocabulary = lru_cache(maxsize=512)(Vocabulary.of)
_HEAD: Final = 5
# As many letters of a word as its stem keeps for sure, by the length of the stem. Of a short one that is the first
# letter, in words that are short too: dying, die; quedaban, qu.
_SURE: Final = 4
_SHORT_STEM: Final = 3
_SHORT_WORD: Final = 9


def look_up(text: str, wanted: Iterable[str]) -> Vocabulary:
    """Return what an evened text has of some words and stems, in small letters without accents, and of their families.

    For all of them it answers as the vocabulary of the whole text does; only what begins as they do is stemmed.
    """
    sought = {strip_accents(each) for each in wanted if each}
    heads = {each[: _SURE if len(each) > _SURE else _SHORT_STEM] for each in sought}
    first = {each[0] for each in sought if len(each) <= _SHORT_STEM}

    def may_be_one(part: str) -> bool:
        begun = _plain_head(part[:_SURE])
        return begun in heads or begun[:_SHORT_STEM] in heads or (len(part) <= _SHORT_WORD and begun[:1] in first)

    return Vocabulary(
        word
        for written in spellings(text)
        if any(map(may_be_one, (written, *_JOINERS.split(written))))
        for word in find_words(written)
    )


def spellings(text: str) -> frozenset[str]:
    """Return the words of an evened text as they are written."""
    return _kept_spellings(text) if len(text) <= _CACHED_UP_TO else _kept_large_spellings(text)


def _find_spellings(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text))


_kept_spellings = lru_cache(maxsize=512)(_find_spellings)
# A text that is too large to keep is asked for by several names of one claim.
_kept_large_spellings = lru_cache(maxsize=2)(_find_spellings)


@lru_cache(maxsize=16_384)
def _plain_head(written: str) -> str:
    return strip_accents(written)[:_SURE]


def root(stem: str) -> str:
    """Return what the stems of a family of words have in common."""
    return stem[:_HEAD]


def _enter(written: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the stems and the heads by which a word is found.

    Where it is made of several, `well-known`, `S.A.`, those of these too.
    """
    plain, stem = _read_forms(written)
    parts = [(plain, stem or plain)]
    if not plain.isalnum():
        pieces = _JOINERS.split(plain)
        if len(pieces) > 1:
            parts += [(piece, stem_word(piece)) for piece in pieces if piece and len(piece) <= _LONGEST]
    return tuple([stem for _, stem in parts]), tuple([part[:_HEAD] for part, _ in parts if len(part) >= _HEAD])


_kept_entry = lru_cache(maxsize=16_384)(_enter)
