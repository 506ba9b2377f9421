"""Stems of content words, the same for a Spanish and an English reader, with or without accents."""

import re
import threading
import unicodedata
from functools import lru_cache
from typing import Final

import snowballstemmer

from fundamento.language import is_function_word

_TOKEN = re.compile(r"[^\W_]+")
_SPANISH: Final = snowballstemmer.stemmer("spanish")
_ENGLISH: Final = snowballstemmer.stemmer("english")
_STEMMERS_IN_USE: Final = threading.Lock()  # a Snowball stemmer keeps the word that it works on in itself


def fold(text: str) -> str:
    """Return the text without case, accents and compatibility forms: what people leave out when they type."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))


def stems(text: str) -> list[str]:
    """Return the stems of the words and numbers of a text, in order; function words are left out.

    A word is stemmed as Spanish, then as English, whatever its language: telling the language of a question of four
    words fails too often, and the two sides would no longer meet.
    """
    return [
        stem_word(word) for word in _TOKEN.findall(unicodedata.normalize("NFC", text)) if not is_function_word(word)
    ]


@lru_cache(maxsize=65_536)
def stem_word(word: str) -> str:
    """Return the stem of one word, without accents."""
    with _STEMMERS_IN_USE:
        return str(_ENGLISH.stemWord(_SPANISH.stemWord(fold(word))))
