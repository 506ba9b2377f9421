"""What a claim says in other words than its evidence: how alike in meaning they are, where a part can tell."""

import math
from collections.abc import Sequence
from heapq import nlargest
from typing import Final

from fundamento.checks.context import Unable
from fundamento.failures import Contained, name_failure
from fundamento.scoring.alignment import FOUND, Alignment, Coverage
from fundamento.scoring.texts import read_terms
from fundamento.similarity import Similarity

# All count for a claim.
PARAPHRASE: Final = ("alike", "alike-missing", "alike-sentence")
_SENTENCES: Final = 3
_LONGEST: Final = 300  # code points of a text
_WORDS: Final = 40


def measure_paraphrase(claim: str, aligned: Alignment, coverage: Coverage, vectors: Similarity) -> dict[str, float]:
    """Measure how alike a claim and the sentences are that have most of it, from 0 to 1; one comparison a claim.

    What is compared is the claim with each sentence, and the words that a sentence lacks with those that the claim does
    not have. Raises `Unable` where `vectors` fails or makes no sense.
    """
    # Nothing may depend on the order in which texts are given.
    nearest = nlargest(
        _SENTENCES,
        range(len(aligned.sentences)),
        key=lambda place: (coverage.covers[place], aligned.sentences[place]),
    )
    rests = [_rest(aligned, place) for place in nearest]
    wholes = [(claim.strip()[:_LONGEST], aligned.sentences[place][:_LONGEST]) for place in nearest]
    found = _compare(vectors, [*wholes, *((missing, left) for _, missing, left in rests if missing and left)])
    sentences, similarities = found[: len(wholes)], iter(found[len(wholes) :])
    shares, highest = [], []
    for share, missing, left in rests:
        similarity = next(similarities) if missing and left else float(not missing)
        shares.append(1.0 - share + share * similarity)
        highest.append(similarity)
    return {
        "alike": max(shares),
        "alike-missing": (1.0 - coverage.two) * max(highest),
        "alike-sentence": max(sentences),
    }


def _rest(aligned: Alignment, place: int) -> tuple[float, str, str]:
    """Return the share of the claim's words that a sentence lacks, these words, and those that it has beside them."""
    missing = [
        term.word.text
        for term, places in zip(aligned.terms, aligned.hits, strict=True)
        if places.get(place, 0.0) < FOUND
    ]
    keys, heads = {term.key for term in aligned.terms}, {term.head for term in aligned.terms if term.head}
    left: dict[str, str] = {}
    for term in read_terms(aligned.sentences[place]):
        if term.key not in keys and term.head not in heads:
            left.setdefault(term.key, term.word.text)
    return len(missing) / len(aligned.terms), _join(missing), _join(list(left.values()))


def _join(words: Sequence[str]) -> str:
    return " ".join(words[:_WORDS])[:_LONGEST]


def _compare(vectors: Similarity, pairs: Sequence[tuple[str, str]]) -> list[float]:
    with Contained() as called:
        found = [float(each) for each in vectors.compare(pairs)]
    if called.failed:  # whatever the part trips over, the rule that needs it cannot run
        raise Unable("vectors", name_failure(called.error))
    if len(found) != len(pairs) or not all(map(math.isfinite, found)):
        raise Unable("vectors", "Nonsense")
    return [min(1.0, max(0.0, each)) for each in found]
