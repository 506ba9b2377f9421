"""The support score of a claim, and why it is what it is."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Context
from fundamento.checks.numbers import compare
from fundamento.checks.passages import read_passages
from fundamento.checks.wording import even
from fundamento.evidence import Evidence
from fundamento.scoring.features import Material, Measured, Numbers, measure
from fundamento.scoring.texts import index_text, index_words
from fundamento.scoring.weights import load_weights
from fundamento.text.language import find_sure_language

# Where a claim shares less than this with a text in another language, it cannot be compared word by word.
_SHARED: Final = 0.5


@dataclass(frozen=True, slots=True)
class SupportScore:
    """How likely it is that the evidence supports a claim, from 0 to 1, and what that is made of.

    `base` is in log-odds, as are the `contributions`, one a feature: their sum with `base` gives `probability`.
    `values` are the features themselves. `sentence` is the sentence of the evidence that has most of the claim, and
    `unmatched` the words of the claim that have no counterpart in any cited fragment.
    """

    probability: float
    base: float
    contributions: Mapping[str, float]
    values: Mapping[str, float]
    sentence: str
    unmatched: tuple[str, ...]


def score_support(claim: Claim, evidence: Evidence, context: Context) -> SupportScore | None:
    """Score how well the quotes of a claim, or its fragments where quotes are off, support it.

    The same whatever the order of the fragments, and linear in their length. None where nothing can be compared: no
    citation, one that was not retrieved or whose quote is missing, trivial or not found; no telling word; evidence in
    another language.
    """
    if not claim.text or not is_scorable(evidence, context):
        return None
    return explain_score(claim, evidence)


def name_scorer() -> tuple[str, int]:
    """Return what the score goes by, and the version of its weights."""
    return "words", load_weights().version


def is_scorable(evidence: Evidence, context: Context) -> bool:
    """Say whether each citation is of a fragment that was retrieved, with a quote that stands there if it has to."""
    return bool(evidence.citations) and all(
        each.fragment is not None
        and each.spans != ()
        and not (context.quotes_required and (each.spans is None or each.trivial))
        for each in evidence.citations
    )


class _Last(threading.local):
    asked: tuple[Claim, Evidence] | None = None
    score: SupportScore | None = None


# The check and the assessment ask for the same score, one after the other. To tell by identity that it is the same
# claim is far cheaper than by hash.
_LAST: Final = _Last()


def explain_score(claim: Claim, evidence: Evidence) -> SupportScore | None:
    """Score a claim beside evidence that can be compared with it; None: no telling word, or another language."""
    asked = _LAST.asked
    if asked is None or asked[0] is not claim or asked[1] is not evidence:
        score = _score(claim, evidence)
        _LAST.asked, _LAST.score = (claim, evidence), score
    return _LAST.score


def _score(claim: Claim, evidence: Evidence) -> SupportScore | None:
    measured = measure_support(claim, evidence)
    if measured is None or _is_foreign(claim, evidence, measured):
        return None
    weights = load_weights()
    return SupportScore(
        probability=weights.probability(measured.values),
        base=weights.base,
        contributions=MappingProxyType(weights.contributions(measured.values)),
        values=MappingProxyType(dict(measured.values)),
        sentence=measured.sentence,
        unmatched=measured.unmatched,
    )


def measure_support(claim: Claim, evidence: Evidence) -> Measured | None:
    """Measure the features of a claim beside its evidence; None: nothing can be compared."""
    passages = read_passages(evidence)
    # In an order of their own, so that the order of citation makes no difference.
    focus = tuple(index_text(text) for text in sorted({passage.sentence for passage in passages}))
    if all(passage.whole for passage in passages):
        material = Material(focus)
    else:
        labelled = sorted({"\n".join((*each.section, each.text)) for each in evidence.fragments})
        material = Material(focus, tuple(map(index_words, labelled)))
    return measure(even(claim.text), material, _look_at_numbers(claim, evidence))


def _look_at_numbers(claim: Claim, evidence: Evidence) -> Numbers:
    comparison = compare(claim, evidence)
    if comparison is None:
        return Numbers()
    read = comparison.claim
    missing = [(start, end) for _, start, end in comparison.missing()]
    places = [
        *((each.start, each.end) for each in read.numbers),
        *((each.start, each.end) for each in read.days),
        *((each.start, each.end) for each in read.clocks),
    ]
    return Numbers(tuple(place for place in places if place not in missing), bool(missing))


def _is_foreign(claim: Claim, evidence: Evidence, measured: Measured) -> bool:
    if measured.values["fragment"] >= _SHARED:
        return False
    lang = find_sure_language(claim.text)
    known = [find_sure_language(each.text) for each in evidence.fragments]
    return lang is not None and all(each is not None and each != lang for each in known)
