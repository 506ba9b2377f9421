"""Dear patterns behind cheap looks: most texts have nothing of what a pattern is after."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from fundamento.stems import strip_accents

Hint: TypeAlias = Callable[[str], object]
# The word or sign before a figure, and what may stand between.
_LEAD: Final = re.compile(r"(?:\b([^\W\d_]++)|[§#])\.?[ºo°]?[ :]*\(?(?=\d)")


class Hinted:
    """A pattern that is only tried on texts of which a cheap look says that it may be there.

    The look may be wrong where it says yes, and never where it says no.
    """

    __slots__ = ("hint", "pattern")

    def __init__(self, pattern: str, hint: Hint, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.pattern = re.compile(pattern, flags)
        self.hint = hint

    def sub(self, replacement: Callable[[re.Match[str]], str], text: str) -> str:
        """Replace it, as `re.Pattern.sub` does."""
        return self.pattern.sub(replacement, text) if self.hint(text) else text

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Find it, as `re.Pattern.finditer` does."""
        return self.pattern.finditer(text) if self.hint(text) else iter(())


class Anchored:
    """A pattern that can only begin at places that are cheap to find."""

    __slots__ = ("pattern", "places")

    def __init__(self, pattern: str, places: Callable[[str], Iterable[int]], flags: re.RegexFlag = re.NOFLAG) -> None:
        self.pattern = re.compile(pattern, flags)
        self.places = places

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Find it, as `re.Pattern.finditer` does."""
        end = 0
        for place in self.places(text):
            found = self.pattern.match(text, place) if place >= end else None
            if found is not None:
                end = found.end()
                yield found


def has_any(*pieces: str) -> Hint:
    """Look for any of some stretches, which are given in small letters."""

    def look(text: str) -> bool:
        lowered = text.lower()
        for piece in pieces:  # a generator would take longer than the looking
            if piece in lowered:
                return True
        return False

    return look


def has_lead(words: Iterable[str]) -> Hint:
    """Look for a figure that follows one of some words, in small letters without accents, or `§` or `#`."""
    known = frozenset(words)

    def look(text: str) -> bool:
        leads = set(_LEAD.findall(text))
        # An `º` after a word counts as one of its letters.
        return "" in leads or any(not known.isdisjoint((strip_accents(each), each[:-1].lower())) for each in leads)

    return look
