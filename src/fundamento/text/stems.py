"""Stems of words, the same for a Spanish and an English reader, with or without accents."""

import re
import threading
import unicodedata
from functools import lru_cache
from typing import Final, Protocol

_MARKS: Final = 30
_STACK: Final = re.compile(rf"[^\w\s\x00-\x7f]{{{_MARKS + 1},}}")


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - Snowball's own name


_STEMMERS: Final[list[_Stemmer]] = []
_IN_USE: Final = threading.Lock()  # a Snowball stemmer keeps the word that it works on in itself


def strip_accents(text: str) -> str:
    """Return the text without case, accents and compatibility forms: what people leave out when they type."""
    plain = unicodedata.normalize("NFKD", cut_stacks(text).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def cut_stacks(text: str) -> str:
    """Return a text with no more marks on one letter than Unicode's stream-safe format has.

    To normalise a run of marks takes time quadratic in its length. Source: Unicode Standard Annex 15, section 13.
    """
    return text if text.isascii() else _STACK.sub(lambda found: found[0][:_MARKS], text)


@lru_cache(maxsize=65_536)
def stem_word(word: str) -> str:
    """Return the stem of one word, without accents.

    A word is stemmed as Spanish, then as English, whatever its language: telling the language of a few words fails
    too often, and the two sides would no longer meet.
    """
    plain = strip_accents(word)
    with _IN_USE:
        if not _STEMMERS:
            import snowballstemmer  # noqa: PLC0415 - not everybody who imports the checks runs one that stems

            _STEMMERS.extend(snowballstemmer.stemmer(lang) for lang in ("spanish", "english"))
        for stemmer in _STEMMERS:
            plain = str(stemmer.stemWord(plain))
    return plain


@lru_cache(maxsize=65_536)
def stem_folded(plain: str) -> str:
    """Return the stem of a word in small letters without accents, as `stem_word` does."""
    return stem_word(plain)
