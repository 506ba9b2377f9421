"""Small words that change what a sentence claims, without accents."""

from typing import Final

from fundamento.text.vocabulary import Languages, WordSet, WordTable

ALL: Final = WordSet("scoring.all")
SPEAKER: Final = WordSet("scoring.speaker")


def _read_opposites(languages: Languages) -> dict[str, frozenset[str]]:
    """Read pairs of words without accents or of stems, as `checks.wording` makes them."""
    found: dict[str, set[str]] = {}
    for pair in languages.wordings("scoring.opposites"):
        one, other = pair.split()
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES: Final = WordTable(_read_opposites)
