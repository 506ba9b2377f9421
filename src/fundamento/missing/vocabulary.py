"""The neutral words of what is not in the sources: kinds of data, and words of "not found", in every language read."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.resources import files
from typing import Final

from fundamento.strict_yaml import parse_yaml
from fundamento.text.language import LANGUAGES
from fundamento.text.stems import stem_word

# Classes whose words are compared as they stand; the others are compared by their stems.
_EXACT: Final = frozenset(
    {
        "knowing",
        "negations",
        "only",
        "verbs",
        "subjects",
        "turns",
        "interrogatives",
        "whys",
        "relatives",
        "affirmations",
        "connectors",
        "alone",
    }
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Classes of words; see `lang/*/prose.yaml` for what each class is."""

    kinds: frozenset[str]
    papers: frozenset[str]
    sources: frozenset[str]
    data: frozenset[str]
    stated: frozenset[str]
    knowing: frozenset[str]
    held: frozenset[str]
    lacking: frozenset[str]
    wanted: frozenset[str]
    negations: frozenset[str]
    only: frozenset[str]
    asides: frozenset[str]
    verbs: frozenset[str]
    subjects: frozenset[str]
    turns: frozenset[str]
    interrogatives: frozenset[str]
    whys: frozenset[str]
    relatives: frozenset[str]
    affirmations: frozenset[str]
    connectors: frozenset[str]
    alone: frozenset[str]

    def is_neutral(self, stem: str) -> bool:
        """Say whether a word with this stem may name what is missing, or say that it is."""
        groups = (
            self.kinds,
            self.papers,
            self.sources,
            self.data,
            self.stated,
            self.held,
            self.lacking,
            self.wanted,
            self.asides,
        )
        return any(stem in group for group in groups)

    def joins(self, word: str) -> bool:
        """Say whether a word, in lower case, only holds a sentence together, denies or asks."""
        held = (self.knowing, self.negations, self.only, self.verbs, self.subjects)
        return any(word in group for group in (*held, self.turns, self.interrogatives, self.relatives))


@lru_cache(maxsize=1)
def read_vocabulary() -> Vocabulary:
    """Return the vocabulary of all languages as one: an answer may be in another language than its question."""
    texts = [(files("fundamento") / "lang" / lang / "prose.yaml").read_text("utf-8") for lang in LANGUAGES]
    tables = [table for table in map(parse_yaml, texts) if isinstance(table, dict)]
    return Vocabulary(
        **{
            each.name: frozenset(_form(word, each.name) for table in tables for word in _words(table[each.name]))
            for each in fields(Vocabulary)
        }
    )


def _words(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return value.split()
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else ()


def _form(word: str, group: str) -> str:
    return word.casefold() if group in _EXACT else stem_word(word)
