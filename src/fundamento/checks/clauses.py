"""Two clauses of one sentence that each tie a number of a kind to something: which of them a claim tells."""

import re
from collections.abc import Sequence
from typing import Final

from fundamento.checks.magnitudes import is_telling, words_between
from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import Reading
from fundamento.checks.wording import Vocabulary, Word, read_words

_LINK: Final = re.compile(
    r"[;:()\n]|,(?! ?\d)|\b(?:y|e|and|but|pero|mientras(?: que)?|while|whereas|aunque|frente a|versus|en cambio)\b",
    re.IGNORECASE,
)
_COUNTED: Final = ("figures", "words", "fraction")
_MANY: Final = 6


def is_of_another_clause(claim: Reading, ours: Quantity, quoted: Reading, theirs: Quantity) -> bool:
    """Say whether a claim ties a number to what the sentence ties another number to: `A has 12 and B has 30`, B has 12.

    Only where the claim has all that sets the other clause apart, has not all that sets the number's own apart, and
    says nothing that the sentence does not say.
    """
    rivals = [each for each in quoted.numbers if each.kind in _COUNTED]
    if not 2 <= len(rivals) <= _MANY or not any(each is theirs or each == theirs for each in rivals):
        return False
    text = quoted.text
    said = Vocabulary(read_words(text))
    told = _clause_words(claim, ours)
    if not told or not all(said.has(word) for word in told):
        return False
    home = _clause_words(quoted, theirs)
    everywhere = Vocabulary([word for word in read_words(claim.text) if is_telling(word)])
    ours_only = Vocabulary(told)
    for rival in rivals:
        if rival == theirs or not _is_alike(rival, theirs):
            continue
        abroad = _clause_words(quoted, rival)
        own, other = _apart(home, abroad), _apart(abroad, home)
        if not own or not other or all(everywhere.has(word) for word in own):
            continue
        if all(ours_only.has(word) for word in other):
            return True
    return False


def _apart(one: Sequence[Word], two: Sequence[Word]) -> list[Word]:
    known = Vocabulary(two)
    return [word for word in one if not known.has(word)]


def _is_alike(one: Quantity, other: Quantity) -> bool:
    if one.unit is None or other.unit is None:
        return one.unit is None or other.unit is None
    return one.unit.measures_as(other.unit)


def _clause_words(reading: Reading, quantity: Quantity) -> list[Word]:
    """Return the telling words of the clause of a number; a clause that has none is of one piece with that before."""
    text = reading.text
    others = [each for each in reading.numbers if each.kind in _COUNTED and each != quantity]
    ends = [0, *(found.end() for found in _LINK.finditer(text)), len(text)]
    before = [each for each in ends if each <= quantity.start]
    after = [each for each in ends if each >= quantity.end]
    start, end = before.pop(), after[0] if after else len(text)
    while before and not _has_telling(text, start, quantity.start):
        if any(before[-1] <= each.start < quantity.start for each in others):
            break
        start = before.pop()
    return words_between(text, start, end)


def _has_telling(text: str, start: int, end: int) -> bool:
    return bool(words_between(text, start, end))
