"""Dear patterns behind cheap looks: most texts have nothing of what a pattern is after."""

import re
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Final, TypeAlias

from fundamento.checks.wording import plain_letters, words_in
from fundamento.text.vocabulary import Derived, WordPattern, WordSet

Hint: TypeAlias = Callable[[str], object]
_FIGURE: Final = re.compile(r"\d+")
# What may stand between a figure and the word or sign before it, and that word, from right to left.
_LEAD: Final = re.compile(r"\(?[ :]*+\.?[º°]?\.?([^\W\d_]+|[§#])")
_REACH: Final = 64


class Hinted:
    """A pattern that is only tried on texts of which a cheap look says that it may be there.

    The look may be wrong where it says yes, and never where it says no.
    """

    __slots__ = ("hint", "pattern")

    def __init__(self, pattern: str, hint: Hint, flags: re.RegexFlag = re.NOFLAG) -> None:
        self.pattern = WordPattern(pattern, flags)
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
        self.pattern = WordPattern(pattern, flags)
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

    return lambda text: any(map(text.lower().__contains__, pieces))


def has_any_of(name: str, *signs: str) -> Hint:
    """Look for any of the wordings of the languages by a name, or of some signs."""
    pieces = Derived(lambda vocabulary: (*vocabulary.wordings(name), *signs))

    return lambda text: any(map(text.lower().__contains__, pieces.value()))


def has_word(known: Set[str]) -> Hint:
    """Look for any of some words, in small letters without accents: the cheapest look, as all share what it reads."""
    return lambda text: not known.isdisjoint(words_in(text))


def has_lead(words: Iterable[str]) -> Hint:
    """Look for a figure that follows one of some words, in small letters without accents, or `§` or `#`."""
    # An `º` may count as a letter, and an `o` may stand for one behind a point.
    known = WordSet(lambda _: frozenset((*(word[::-1] for word in words), *"§#o")))

    def look(text: str) -> bool:
        plain = plain_letters(text)
        for figure in _FIGURE.finditer(plain):
            start = figure.start()
            lead = _LEAD.match(plain[max(0, start - _REACH) : start][::-1])
            # A sign of numbers may be glued to what stands before it.
            if lead is not None and (
                lead[1] in known or len(lead[0]) == _REACH or (lead[1][0] == "n" and "º" in lead[0])
            ):
                return True
        return False

    return look
