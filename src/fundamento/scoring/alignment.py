"""Where the words of a claim stand in its evidence: the same word, one of its family, or one spelt nearly so."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.scoring.texts import IndexedText, Term

FOUND: Final = 0.5
_NEAR: Final = 72.0  # per cent of letters in common
_SOFT_FROM: Final = 4  # letters
_CANDIDATES: Final = 8  # some of which are words without content


@dataclass(frozen=True, slots=True)
class Alignment:
    """The words of a claim, each once, over the sentences of its evidence.

    `hits` says of each word, by the number of a sentence, how well that sentence has it, from 0 to 1; `weights` how
    much it tells: a word that is all over the evidence tells less. `texts` says which text each sentence is of.
    """

    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    hits: tuple[dict[int, float], ...]
    sentences: tuple[str, ...]
    texts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a claim its evidence has, from 0 to 1, by the weights of the words.

    `covers` says it of each sentence, as a sum of weights. `best` is the number of the sentence that has most, and
    `plain` what it has where all words count alike; `second` is the one that adds most to it, itself where none does.
    `two`: those two; `window`: the best three sentences in a row.
    """

    covers: Sequence[float]
    best: int
    second: int
    plain: float
    two: float
    window: float


def align(terms: Sequence[Term], texts: Sequence[IndexedText]) -> Alignment:
    """Look the words of a claim up in the sentences of some texts, in time linear in both."""
    unique = tuple({term.key: term for term in terms}.values())
    sentences: list[str] = []
    numbers: list[int] = []
    starts: list[int] = []
    for number, text in enumerate(texts):
        starts.append(len(sentences))
        sentences += text.sentences
        numbers += [number] * len(text.sentences)
    hits = tuple(_find(term, texts, starts) for term in unique)
    weights = tuple(math.log(2 + len(sentences) / (1 + len(places))) for places in hits)
    return Alignment(unique, weights, hits, tuple(sentences), tuple(numbers))


def measure_coverage(aligned: Alignment) -> Coverage:
    """Measure how much of the claim one, two and three sentences have."""
    count = len(aligned.sentences)
    covers, gains, windows = [0.0] * count, [0.0] * count, [0.0] * count
    weighed = tuple(zip(aligned.weights, aligned.hits, strict=True))
    for weight, places in weighed:
        for place, strength in places.items():
            covers[place] += weight * strength
    # Nothing may depend on the order in which texts are given.
    best = max(range(count), key=lambda place: (covers[place], aligned.sentences[place]))
    texts = aligned.texts
    for weight, places in weighed:
        here = places.get(best, 0.0)
        seen: dict[int, float] = {}
        for place, strength in places.items():
            if strength > here:
                gains[place] += weight * (strength - here)
            if strength > seen.get(place, 0.0):
                seen[place] = strength
            for first in (place - 1, place - 2):
                if first >= 0 and texts[first] == texts[place] and strength > seen.get(first, 0.0):
                    seen[first] = strength
        for first, strength in seen.items():
            windows[first] += weight * strength
    total = sum(aligned.weights) or 1.0
    second = max(range(count), key=lambda place: (gains[place], aligned.sentences[place]))
    return Coverage(
        covers,
        best,
        second if gains[second] else best,
        plain=sum(places.get(best, 0.0) for places in aligned.hits) / max(1, len(aligned.hits)),
        two=(covers[best] + gains[second]) / total,
        window=max(windows) / total,
    )


def find_anywhere(terms: Sequence[Term], texts: Sequence[IndexedText]) -> list[float]:
    """Return how well some texts have each word, from 0 to 1."""
    starts = range(len(texts))
    return [max(_find(term, texts, starts).values(), default=0.0) for term in terms]


def _find(term: Term, texts: Sequence[IndexedText], starts: Sequence[int]) -> dict[int, float]:
    found: dict[int, float] = {}
    for text, start in zip(texts, starts, strict=True):
        here = text.find(term)
        if here:
            found.update({start + place: strength for place, strength in here.items()} if start else here)
    if found or not term.word.stem or len(term.word.plain) < _SOFT_FROM:
        return found
    return _find_alike(term, texts, starts)


def _find_alike(term: Term, texts: Sequence[IndexedText], starts: Sequence[int]) -> dict[int, float]:
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only where a word is not found, and costly to import

    found: dict[int, float] = {}
    for text, start in zip(texts, starts, strict=True):
        nearest = process.extract(
            term.word.plain, text.spellings, scorer=fuzz.ratio, score_cutoff=_NEAR, limit=_CANDIDATES
        )
        for spelling, similarity, _ in nearest:
            places = text.find_spelling(spelling)
            if places:
                # From .35 for a word that has 72 % of the letters to .8.
                found.update((start + place, (similarity - 50.0) / 62.5) for place in places)
                break
    return found
