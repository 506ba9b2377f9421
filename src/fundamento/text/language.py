"""Spanish or English: which one a text is in, and which of its words carry content."""

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast

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
    """Guess whether a text is Spanish or English from its function words and letters; `default` where it is even.

    Looks at the first 2,000 code points.
    """
    if not text:
        return default
    return _find_one(text) or default


def find_sure_language(text: str) -> Lang | None:
    """Return the language of a text that speaks for one more than for the other; None: it may be either."""
    return _find_one(text)


def may_share_language(one: str, other: str) -> bool:
    """Say whether two texts may be in one language: they are not surely in different ones."""
    return None in (known := {find_sure_language(one), find_sure_language(other)}) or len(known) == 1


@dataclass(frozen=True, slots=True)
class _Signs:
    """What speaks for a language: its closed classes of words, its letters, and those that only it has."""

    words: frozenset[str]
    letters: str
    sure_letters: str


def _read_signs(languages: Languages) -> dict[str, _Signs]:
    held = {language: sections.get("language", {}) for language, sections in languages.languages.items()}
    return {
        language: _Signs(
            frozenset(each.get("function", "").split()), each.get("letters", ""), each.get("sure-letters", "")
        )
        for language, each in held.items()
    }


_SIGNS: Final = Derived(_read_signs)


def _find_one(text: str) -> Lang | None:
    counts = _count_words(text[:_SAMPLE])
    most = max(counts.values())
    found = [language for language, count in counts.items() if count == most]
    return cast("Lang", found[0]) if len(found) == 1 else None


# Several checks ask for the language of the same claim and sentences, one after the other.
@lru_cache(maxsize=512)
def _count_words(sample: str) -> dict[str, int]:
    """Return what in a text speaks for each language."""
    sample = sample.casefold()
    words = _WORD.findall(sample)
    plain = sample.isascii()
    counts = {}
    for language, signs in _SIGNS.value().items():
        counts[language] = sum(map(signs.words.__contains__, words))
        if not plain:
            counts[language] += 2 * sum(map(sample.count, signs.sure_letters)) + sum(map(sample.count, signs.letters))
    return counts
