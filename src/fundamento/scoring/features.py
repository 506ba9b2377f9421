"""What the score looks at: figures from 0 to 1, each of which can be told in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from fundamento.checks.negation import Polarity, denies_forever, read_polarity
from fundamento.checks.wording import plain_letters, root, words_in
from fundamento.scoring.alignment import FOUND, Alignment, Coverage, align, find_anywhere, measure_coverage
from fundamento.scoring.lexicon import ALL, OPPOSITES, SPEAKER
from fundamento.scoring.texts import IndexedText, Term, read_terms

# What counts for a claim, and what counts against it; a feature never does the other.
GOOD: Final = (
    "two-sentences", "window", "fragment", "opening", "ending", "names", "figures", "verbatim",
)  # fmt: skip
BAD: Final = (
    "missing-run", "missing-number", "negation-added", "negation-lost", "denial-moved", "opposite", "all-added",
    "about-the-speaker", "question",
)  # fmt: skip
FEATURES: Final = (*GOOD, *BAD)
# The number of a list, and citation markers: nothing that a claim says.
_MARKS: Final = re.compile(r"^\s*\d{1,2}[.)]\s|\[\d{1,3}(?:[,-] ?\d{1,3})*\]")


@dataclass(frozen=True, slots=True)
class Material:
    """What a claim is compared with: the sentences of its quotes (`focus`), and the words of its whole fragments.

    `whole` None: quotes are off, and the sentences are those of the fragments.
    """

    focus: tuple[IndexedText, ...]
    whole: tuple[IndexedText, ...] | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """The features of one claim, the sentence that has most of it, and its words that no fragment has."""

    values: Mapping[str, float]
    sentence: str
    unmatched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbers:
    """Where the numbers of a claim stand that its evidence states; `missing`: it has one that the evidence does not."""

    stated: tuple[tuple[int, int], ...] = ()
    missing: bool = False


def measure(claim: str, material: Material, numbers: Numbers) -> Measured | None:
    """Measure the features of an evened claim; None: it has no telling word, or nothing can be compared."""
    claim = _MARKS.sub(lambda found: " " * len(found[0]), claim)
    terms = read_terms(claim)
    if not terms or not any(text.sentences for text in material.focus):
        return None
    aligned = _without_stated(align(terms, material.focus), numbers)
    if not aligned.terms:
        return None
    coverage = measure_coverage(aligned)
    if material.whole is None:
        anywhere = [max(places.values(), default=0.0) for places in aligned.hits]
    else:
        anywhere = find_anywhere(aligned.terms, material.whole)
    sentence, second = aligned.sentences[coverage.best], aligned.sentences[coverage.second]
    values = {
        **_measure_words(aligned, coverage, anywhere),
        # A sentence about something else can neither deny nor limit a claim.
        **{
            name: coverage.plain**2 * value
            for name, value in _compare_small_words(claim, terms, sentence, second).items()
        },
        "verbatim": float(plain_letters(claim).strip(" .") in plain_letters(sentence)),
        "missing-number": float(numbers.missing),
        "about-the-speaker": float(not words_in(claim).isdisjoint(SPEAKER - words_in(sentence))),
        "question": float("?" in claim),
    }
    unmatched = [
        claim[term.word.start : term.word.end]
        for term, strength in zip(aligned.terms, anywhere, strict=True)
        if strength < FOUND
    ]
    return Measured(values, sentence, tuple(unmatched))


def _without_stated(aligned: Alignment, numbers: Numbers) -> Alignment:
    """Leave out the words of numbers that the evidence states in other figures or words: nothing is missing there."""
    kept = [
        index
        for index, (term, places) in enumerate(zip(aligned.terms, aligned.hits, strict=True))
        if places or not any(start <= term.word.start < end for start, end in numbers.stated)
    ]
    if len(kept) == len(aligned.terms):
        return aligned
    return replace(
        aligned,
        terms=tuple(aligned.terms[index] for index in kept),
        weights=tuple(aligned.weights[index] for index in kept),
        hits=tuple(aligned.hits[index] for index in kept),
    )


def _measure_words(aligned: Alignment, coverage: Coverage, anywhere: Sequence[float]) -> dict[str, float]:
    here = [places.get(coverage.best, 0.0) for places in aligned.hits]
    longest = run = 0
    for strength in here:
        run = 0 if strength >= FOUND else run + 1
        longest = max(longest, run)
    names = [
        strength
        for term, strength in zip(aligned.terms, anywhere, strict=True)
        if term.word.stem and term.word.is_capital and term.word.start
    ]
    figures = [strength for term, strength in zip(aligned.terms, anywhere, strict=True) if not term.word.stem]
    total = sum(aligned.weights)
    return {
        "two-sentences": coverage.two,
        "window": coverage.window,
        "fragment": sum(w * s for w, s in zip(aligned.weights, anywhere, strict=True)) / total,
        "opening": _mean(here[:2]),
        "ending": _mean(here[-2:]),
        "names": _mean(names),
        "figures": _mean(figures),
        "missing-run": longest / len(here),
    }


def _compare_small_words(claim: str, terms: Sequence[Term], sentence: str, second: str) -> dict[str, float]:
    ours, theirs = words_in(claim), words_in(sentence)
    here, there, beside = (read_polarity(text) for text in (claim, sentence, second))
    denied, denies = here.negations, there.negations
    # What a claim denies may be denied in the one sentence while its subject is in the other.
    both = Polarity(there.denied | beside.denied, there.asserted | beside.asserted, denies + beside.negations)
    moved = _swap_denials(here, both) or _swap_denials(both, here)
    mine = ours | {term.key for term in terms}
    paired = mine & OPPOSITES.keys()
    opposite = False
    if paired:
        known = theirs | {term.key for term in read_terms(sentence)}
        opposite = any(not OPPOSITES[word].isdisjoint(known - mine) for word in paired - known)
    # What is denied of the opposite is said: not open, closed.
    if opposite and (denied > 0) != (denies > 0):
        denied = denies = 0
        opposite = moved = False
    bounded = denies_forever(claim, here, sentence)
    if bounded:
        denied, moved = 0, False
    return {
        "negation-added": float(denied > 0 and denies + beside.negations == 0),
        "negation-lost": float(denies > 0 and denied == 0),
        "denial-moved": float(moved),
        "opposite": float(opposite),
        "all-added": float(not bounded and not ours.isdisjoint(ALL) and theirs.isdisjoint(ALL)),
    }


def _swap_denials(one: Polarity, other: Polarity) -> bool:
    """Say whether the one denies a word, or one of its family, that the other has and nowhere denies."""
    if not one.denied:
        return False
    denied = {root(stem) for stem in one.denied} - {root(stem) for stem in other.denied}
    return not denied.isdisjoint({root(stem) for stem in other.asserted})


def _mean(values: Sequence[float]) -> float:
    """Return the mean, 1 where there is nothing to be found."""
    return sum(values) / len(values) if values else 1.0
