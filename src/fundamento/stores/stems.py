"""Stems of the content words of a text, for search."""

import re
import unicodedata
from typing import Final

from fundamento.text.language import is_function_word
from fundamento.text.stems import stem_word, strip_accents

__all__ = ["fold", "stem_word", "stems"]

_TOKEN: Final = re.compile(r"[^\W_]+")

fold = strip_accents


def stems(text: str) -> list[str]:
    """Return the stems of the words and numbers of a text, in order; function words are left out."""
    return [
        stem_word(word) for word in _TOKEN.findall(unicodedata.normalize("NFC", text)) if not is_function_word(word)
    ]
