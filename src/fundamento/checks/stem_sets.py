"""Sets of stems, in which a word is known again by its family and its synonyms."""

from collections.abc import Iterable
from typing import Final

from fundamento.text.lexicon import Lexicon, load_lexicons

_PREFIX: Final = 5  # letters that words of one family have in common
_SHORTEST: Final = 4
KEY: Final = "@"  # begins what stands for a value among stems


class Stems:
    """A set of stems that knows a word again by its family and its synonyms."""

    __slots__ = ("_heads", "_stems")

    def __init__(self, stems: Iterable[str]) -> None:
        self._stems = frozenset(stems)
        self._heads: dict[str, list[str]] | None = None

    def has(self, stem: str) -> bool:
        """Say whether a stem is there, or one of its family, or a synonym."""
        if stem in self._stems:
            return True
        if stem[0] == KEY:
            return False
        if len(stem) >= _SHORTEST and stem.isalpha():  # a name with a figure or a hyphen is that one alone
            if self._heads is None:
                self._heads = {}
                for each in self._stems:
                    if len(each) >= _SHORTEST:
                        self._heads.setdefault(each[:_SHORTEST], []).append(each)
            for each in self._heads.get(stem[:_SHORTEST], ()):
                if each[:_PREFIX] == stem[:_PREFIX] or each.startswith(stem) or stem.startswith(each):
                    return True
        lexicon = any_lexicon()
        groups = lexicon.groups.get(stem)
        if groups is None:
            return False
        return any(not groups.isdisjoint(lexicon.groups.get(each, frozenset())) for each in self._stems)


def any_lexicon() -> Lexicon:
    """Return a lexicon, for what all have in common."""
    return next(iter(load_lexicons().values()))
