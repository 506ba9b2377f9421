"""Words that say the opposite of each other, Spanish and English: permitted and forbidden, enabled and disabled."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from fundamento.checks.wording import Vocabulary, Word, words_in
from fundamento.text.vocabulary import Derived, Languages, WordSet, WordTable, lru_cache

# The beginnings of words, without accents: one side, the other side.
Side: TypeAlias = tuple[int, int, tuple[str, ...]]


def _read_sides(vocabulary: Languages) -> tuple[Side, ...]:
    """Read the pairs that say the contrary of each other, by how their words begin."""
    tables = vocabulary.find("opposites.pairs")
    names = dict.fromkeys(name for table in tables for name in table)
    return tuple(
        (pair, side, tuple(word for table in tables if name in table for word in table[name][side].split()))
        for pair, name in enumerate(names)
        for side in (0, 1)
    )


def _read_counterparts(vocabulary: Languages) -> dict[str, str]:
    """Read the two sides of a contract and the like, whose names begin alike: each by the other."""
    found: dict[str, str] = {}
    for held in vocabulary.find("opposites.sides-of-contracts"):
        names = held.split()
        for one, other in zip(names[::2], names[1::2], strict=True):
            found |= {one: other, other: one}
    return found


_COUNTERPARTS: Final = WordTable(_read_counterparts)
_SIDES: Final = Derived(_read_sides)
_BEGINNINGS: Final = Derived(
    lambda _: tuple(beginning for _, _, each in _SIDES.value() for beginning in each if beginning)
)
_PREFIXES: Final = WordSet("opposites.prefixes")
_CONTRACTING: Final = WordSet(lambda _: frozenset(each + end for each in _COUNTERPARTS for end in ("", "s", "es")))
_ROOT: Final = 4
_DENYING_PREFIX: Final = WordSet("opposites.denying-prefix")
_NO_PREFIX: Final = WordSet("opposites.no-prefix")  # they deny nothing
_SWAPPED: Final[WordTable[str]] = WordTable("opposites.swapped")
_TWICE: Final = WordSet("opposites.twice")  # another word where the accent is not at the end


@lru_cache(maxsize=1024)
def may_oppose(one: str, other: str) -> bool:
    """Say whether an evened text may have a word that says the opposite of one in another: a cheap look."""
    opposite, derived = _opposites_of(one)
    if not _CONTRACTING.isdisjoint(words_in(one)):
        return True
    return not (derived.isdisjoint(words_in(other)) and (not opposite or opposite.isdisjoint(_sides_of(other))))


@lru_cache(maxsize=512)
def _opposites_of(text: str) -> tuple[frozenset[tuple[int, int]], frozenset[str]]:
    """Return the sides that are opposite to those of a text, and the words that its own may be turned into."""
    words = words_in(text)
    derived = frozenset().union(*map(_derived, words)) - words
    return frozenset((pair, 1 - side) for pair, side in _sides_of(text)), derived


def are_opposite(word: Word, others: Sequence[Word], ours: Vocabulary) -> bool:
    """Say whether a word has its opposite among the words that the other text has and its own text has not."""
    side, derived = _side(word.plain), _derived(word.plain)
    if side is not None and any(_side(other.plain) == side for other in others):
        side = None  # the other text says as much
    return any(
        other.plain in derived or (side is not None and _side(other.plain) == (side[0], 1 - side[1]))
        for other in others
        if not ours.has(other) and (other.plain not in _TWICE or other.text.endswith("ó"))
    )


def find_counterpart(words: Sequence[Word], others: Sequence[Word]) -> Word | None:
    """Return the word that names one side of a contract where the other text names the other side in its place."""
    ours, theirs = {_singular(word.plain) for word in words}, {_singular(word.plain) for word in others}
    return next(
        (
            word
            for word in words
            if _COUNTERPARTS.get(_singular(word.plain)) in theirs - ours and _singular(word.plain) not in theirs
        ),
        None,
    )


def _singular(plain: str) -> str:
    return next((plain.removesuffix(end) for end in ("es", "s") if plain.removesuffix(end) in _COUNTERPARTS), plain)


@lru_cache(maxsize=8192)
def _side(plain: str) -> tuple[int, int] | None:
    if not plain.startswith(_BEGINNINGS.value()):  # as most words
        return None
    for pair, side, beginnings in _SIDES.value():
        if plain.startswith(beginnings):
            return pair, side
    return None


@lru_cache(maxsize=256)
def _sides_of(text: str) -> frozenset[tuple[int, int]]:
    return frozenset(side for side in map(_side, words_in(text)) if side)


@lru_cache(maxsize=8192)
def _derived(plain: str) -> frozenset[str]:
    """Return what a word may be turned into its opposite with, or is that of: activado, desactivado."""
    if len(plain) < _ROOT:
        return frozenset()
    roots = {plain[len(each) :] for each in _PREFIXES if plain.startswith(each) and len(plain) - len(each) > _ROOT}
    if plain not in _NO_PREFIX:
        roots |= {plain[len(each) :] for each in _DENYING_PREFIX if plain.startswith(each)}
    return frozenset(
        {f"{each}{plain}" for each in _PREFIXES} | roots | ({_SWAPPED[plain]} if plain in _SWAPPED else set())
    )
