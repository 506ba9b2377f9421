"""How well a fragment's words answer a question's: BM25.

Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, section 3.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

_SATURATION: Final = 1.2  # k1: how soon a word that repeats stops counting
_LENGTH_WEIGHT: Final = 0.4  # b: how far a long fragment is discounted; more would put bare headings first


@dataclass(frozen=True, slots=True)
class Corpus:
    """How many fragments there are, how many words they have together, and how many of them have each word asked."""

    fragments: int
    words: int
    holders: Mapping[str, int]


def score(asked: Iterable[str], counts: Mapping[str, int], length: int, corpus: Corpus) -> float:
    """Return the score of a fragment of `length` words with so many of each word; 0 where it shares none."""
    offset = _SATURATION * (1 - _LENGTH_WEIGHT + _LENGTH_WEIGHT * length * corpus.fragments / (corpus.words or 1))
    total = 0.0
    for word in asked:
        times = counts.get(word, 0)
        if times:
            holders = corpus.holders.get(word, 1)
            rarity = math.log(1 + (corpus.fragments - holders + 0.5) / (holders + 0.5))
            total += rarity * times * (_SATURATION + 1) / (times + offset)
    return total
