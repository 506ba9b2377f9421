"""Spanish or English: which one a text is in, and which of its words carry content."""

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, cast

from fundamento.text.identification import OTHER, identify
from fundamento.text.vocabulary import Derived, Languages, WordSet, lru_cache

Lang: TypeAlias = Literal["es", "en"]
LANGUAGES: Final[tuple[Lang, ...]] = ("es", "en")

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

# Closed classes of words only: articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs.
FUNCTION_WORDS: Final = WordSet("language.function")
_SAMPLE = 2_000


def is_function_word(word: str) -> bool:
    """Say whether a word (any case) only holds a sentence together, in Spanish or in English."""
    folded = word.casefold()
    return (folded.replace("’", "'") if "’" in folded else folded) in FUNCTION_WORDS


def content_words(text: str) -> list[str]:
    """Return the words of a text that carry content, as they stand, in order; numbers are no words."""
    return [word for word in _WORD.findall(text) if not is_function_word(word)]


def detect_language(text: str, default: Lang = "es") -> Lang:
    """Return the language of a text, Spanish or English; `default` where it is neither for sure.

    Looks at the first 2,000 code points.
    """
    return find_sure_language(text) or default


def find_sure_language(text: str) -> Lang | None:
    """Return the language of a text that speaks for one more than for the other; None: it may be either, or neither."""
    found = identify_language(text[:_SAMPLE])
    return None if found == OTHER else found


def language_among(texts: Iterable[object], default: Lang = "es") -> Lang:
    """Return the language of the first text that shows one, for a question that does not show its own."""
    found = (find_sure_language(text[:200]) for text in texts if isinstance(text, str))
    return next((lang for lang in found if lang is not None), default)


def is_unsupported(text: str) -> bool:
    """Say whether a text is surely in a language that has no folder; a text that shows none is not."""
    return identify_language(text[:_SAMPLE]) == OTHER


def may_share_language(one: str, other: str) -> bool:
    """Say whether two texts may be in one language: they are not surely in different ones."""
    return None in (known := {find_sure_language(one), find_sure_language(other)}) or len(known) == 1


def _read_words(languages: Languages) -> dict[str, frozenset[str]]:
    return {
        language: frozenset(sections.get("language", {}).get("function", "").split())
        for language, sections in languages.languages.items()
    }


_WORDS: Final = Derived(_read_words)


# Several checks ask for the language of the same claim and sentences, one after the other.
@lru_cache(maxsize=512)
def identify_language(sample: str) -> Lang | Literal["other"] | None:
    """Return the language of a text, `other` for one without a folder, None where the text does not show it."""
    return cast("Lang | Literal['other'] | None", identify(sample, _WORDS.value()))
