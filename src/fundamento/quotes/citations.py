"""Citations resolved: the span of each quote in its fragment, and whether the quote could stand in any text."""

import unicodedata
from typing import Final

from fundamento.answers import Support
from fundamento.evidence import Citation
from fundamento.fragments import Fragment
from fundamento.quotes.folding import fold, is_blank
from fundamento.quotes.matching import find_quote
from fundamento.text.language import FUNCTION_WORDS, content_words

# Longer than any function word, in whatever Unicode form it is written.
_LONG_TOKEN: Final = 64
_PLAIN_HEAD: Final = 32


def locate_quote(support: Support, fragment: Fragment | None) -> Citation:
    """Look a support's quote up in the fragment that it names; None: the request retrieved no such fragment."""
    quote = support.quote
    if fragment is None or quote is None or (not quote[:1].isalnum() and is_blank(quote)):
        return Citation(support, fragment)
    return Citation(support, fragment, find_quote(quote, fragment.text), is_trivial(quote))


def is_trivial(quote: str) -> bool:
    """Say whether a quote could stand in any text: no content word, in Spanish or English, and no number."""
    # Most quotes have a plain word or figure near their beginning; the full look costs ten times as much.
    tokens = quote[:_PLAIN_HEAD].casefold().split()
    if len(quote) > _PLAIN_HEAD:
        del tokens[-1:]  # cut off, maybe
    if any(map(str.isalnum, set(tokens) - FUNCTION_WORDS)):
        return False
    if any(character.isnumeric() for character in quote):
        return False
    for token in fold(quote).replace('"', "'").split():
        if len(token) > _LONG_TOKEN:
            if any(character.isalpha() for character in token):
                return False
        elif content_words(unicodedata.normalize("NFC", token)):
            return False
    return True
