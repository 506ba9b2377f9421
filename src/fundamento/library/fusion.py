"""Two rankings of one question made one: reciprocal ranks added.

Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion Outperforms Condorcet and Individual Rank Learning
Methods", SIGIR 2009.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.fragments import Fragment

_OFFSET: Final = 60  # as the source has it: how little the first ranks differ


@dataclass(frozen=True, slots=True)
class Hit:
    """A fragment that was found and its score: more is better; scores of two questions cannot be compared."""

    fragment: Fragment
    score: float


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Return what any of the rankings has, best first; one ranking alone keeps its scores."""
    filled = [ranking for ranking in rankings if ranking]
    if len(filled) == 1:
        return list(filled[0])
    scores: dict[str, float] = {}
    fragments: dict[str, Fragment] = {}
    for ranking in filled:
        for place, hit in enumerate(ranking, 1):
            fragments.setdefault(hit.fragment.id, hit.fragment)
            scores[hit.fragment.id] = scores.get(hit.fragment.id, 0.0) + 1 / (_OFFSET + place)
    return [Hit(fragments[one], scores[one]) for one in sorted(scores, key=lambda one: (-scores[one], one))]
