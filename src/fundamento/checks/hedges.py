"""What a sentence says only may be so, or somebody is free to do, and a claim says is so."""

import re
from collections.abc import Sequence
from typing import Final

from fundamento.checks.wording import Vocabulary, Word, read_words

_I: Final = re.IGNORECASE
_HEDGE: Final = re.compile(
    r"\b(?:podrían?|podría haber|quizás?|tal vez|probablemente|posiblemente|acaso|es (?:posible|probable) que"
    r"|supuestamente|presuntamente|se cree que|se estima que|al parecer"
    r"|might|perhaps|maybe|probably|possibly|presumably|allegedly|reportedly|supposedly|it is"
    r" (?:possible|believed|thought|said|assumed"
    r"|reported|alleged|likely) that|is (?:believed|thought|expected) to"
    r"|are (?:believed|thought|expected) to|could(?! not)(?= [a-z])"
    # Before a bound it says what is allowed.
    r"|may(?! not| [a-z]+ (?:up to|at most|no more|a maximum))(?= [a-z])"
    r"|pued[ae]n? que|pudo|pudieron)\b",
    _I,
)
_HEDGE_KEPT: Final = re.compile(
    r"\b(?:pod\w+|puede\w*|pued[ae]n?|quizás?|tal vez|prob\w*|posib\w*|acaso|supuest\w*|presunt\w*|cre[ea]n?"
    r"|creía\w*|estim\w*|parece\w*|parecer|might|perhaps|maybe"
    r"|poss\w*|presum\w*|alleg\w*|report\w*|suppos\w*|likely|believ\w*|thought|expect\w*|could|may|can|would"
    r"|should|suggest\w*|sugier\w*|seems?|appear\w*|espera\w*|prev\w*"
    r"|allow\w*|permi\w*|entitle\w*|able|let|lets|consider\w*|potencial\w*|potential\w*|riesgo|risk|no|not|un\w+"
    r"|(?:se|hab|tend|debe|ha|esta)r[ií]an?|[^\W\d_]{3,}aría[ns]?)\b",
    _I,
)
# What somebody is free to do, in Spanish: told in the future, it is what he will do.
_FREE_TO: Final = re.compile(r"(?<!no )(?<!no se )\bpodrán? (?P<verb>[^\W\d_]{3,}[aeií]r)(?:l[aeo]s?|se)?\b", _I)
_WILL: Final = re.compile(r"\b[^\W\d_]{2,}rán?\b", _I)
_STAYS: Final = 4  # letters of a verb that its future has, too
_REACH: Final = 4  # words that a hedge is of
_FEW: Final = 3
_ALIKE: Final = 0.85
_HALF: Final = 0.5
_STOP: Final = re.compile(r"[.;:]")


def find_dropped_hedge(sentence: str, claim: str, words: Sequence[Word]) -> str | None:
    """Return the hedge of a sentence that a claim, which is most of it else, leaves out. `words` are the claim's.

    In other words people leave it out of a summary, and readers do not mind.
    """
    if _HEDGE_KEPT.search(claim):
        return None
    hedge = _HEDGE.search(sentence)
    if hedge and _reaches(sentence, hedge, words) and _are_alike(sentence, words):
        return hedge[0]
    free = _FREE_TO.search(sentence)
    if free and _reaches(sentence, free, words):
        begun = free["verb"][:_STAYS].lower()
        if any(each[0].lower().startswith(begun) for each in _WILL.finditer(claim)):
            return free[0]
    return None


def _are_alike(sentence: str, claim: Sequence[Word]) -> bool:
    theirs = read_words(sentence)
    return _share(claim, theirs) >= _ALIKE and _share(theirs, claim) >= _HALF


def _share(words: Sequence[Word], others: Sequence[Word]) -> float:
    known, wanted = Vocabulary(others), [word for word in words if word.stem]
    return sum(map(known.has, wanted)) / max(1, len(wanted))


def _reaches(sentence: str, hedge: re.Match[str], claim: Sequence[Word]) -> bool:
    """Say whether what a hedge stands before is what the claim asserts."""
    stop = _STOP.search(sentence, hedge.end())
    end = stop.start() if stop else len(sentence)
    hedged = [word for word in read_words(sentence[hedge.end() : end]) if word.stem][:_REACH]
    ours = Vocabulary(claim)
    told = [ours.has(word) for word in hedged]
    # The verb comes first, and what it is done to follows.
    if not told or (len(told) >= _FEW and not told[0]):
        return False
    if len(told) >= _FEW and all(told[:2]):
        return True
    return sum(told) >= max(1, (_HALF if len(told) < _FEW else 0.75) * len(told))
