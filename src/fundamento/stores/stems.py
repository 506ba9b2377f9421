"""Stems of the content words of a text, for search."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from fundamento.text.language import is_function_word
from fundamento.text.stems import stem_word, strip_accents

__all__ = ["fold", "fragment_terms", "search_terms", "stem_word", "stems"]

_TOKEN: Final = re.compile(r"[^\W_]+")
_COMPOUND: Final = re.compile(r"(?<![^\W_])[^\W_]++(?:[-\u2010\u2011][^\W_]++)+")
_HEADINGS: Final = 2  # the nearest ones; those further up are those of half the document
_HYPHEN: Final = re.compile(r"[-\u2010\u2011]")

fold = strip_accents


def stems(text: str) -> list[str]:
    """Return the stems of the words and numbers of a text, in order; function words are left out."""
    return [
        stem_word(word) for word in _TOKEN.findall(unicodedata.normalize("NFC", text)) if not is_function_word(word)
    ]


def search_terms(text: str) -> list[str]:
    """Return what a text is found by: its stems, and a compound with hyphens as one word, too ("e-mail", "email")."""
    compounds = _COMPOUND.findall(unicodedata.normalize("NFC", text))
    return [*stems(text), *(stem_word(_HYPHEN.sub("", compound)) for compound in compounds)]


def fragment_terms(text: str, section: Sequence[str]) -> list[str]:
    """Return what a fragment is found by: its own terms, and those of the headings that it stands under."""
    return [*search_terms(text), *(term for heading in section[-_HEADINGS:] for term in search_terms(heading))]
