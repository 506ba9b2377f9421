"""Counts that the evidence does not state but shows: how many things it lists, how many years lie between two."""

import re
from typing import Final

from fundamento.checks.equality import is_rough
from fundamento.checks.measures import Quantity
from fundamento.checks.passages import split_sentences
from fundamento.checks.quantities import Reading
from fundamento.checks.wording import read_words

_MANY: Final = 24
_YEAR: Final = 365 * 86_400
_APART: Final = re.compile(
    r"\b(?:before|after|later|earlier|ago|apart|lasted|antes|después|más tarde|atrás|duró|durante|hacía)\b",
    re.IGNORECASE,
)


def is_time_between(quantity: Quantity, claim: Reading, evidence: Reading) -> bool:
    """Say whether so many years lie between two years of the evidence, nearly where the claim says so."""
    if not _APART.search(claim.text):
        return False
    years = {value for each in evidence.numbers[:_MANY] if each.is_year for value in each.values}
    years |= {float(each.year) for each in evidence.days[:_MANY] if each.year}
    slack = 1.0 if is_rough(claim.text, quantity) else 0.0
    spans = [value / _YEAR for value in quantity.base_values]
    return any(
        abs(abs(one - other) - span) <= slack for one in years for other in years if one < other for span in spans
    )


_ENUMERATION: Final = re.compile(
    r"[^\W\d_][^,;:.()\n]{1,60}(?:, [^,;:.()\n]{2,60}){1,10},? (?:y|e|o|u|and|or) (?=[^,;:.()\n]{2,60})", re.IGNORECASE
)
_JOIN: Final = re.compile(r", |,? \b(?:y|e|o|u|and|or) ", re.IGNORECASE)


def is_length_of_list(quantity: Quantity, claim: Reading, evidence: Reading) -> bool:
    """Say whether a count is that of the things which a sentence of the evidence lists: five of them, named."""
    if quantity.unit is not None or quantity.kind not in ("words", "figures") or not 2 < quantity.values[0] <= _LISTED:
        return False
    ours = [word.plain for word in read_words(claim.text) if word.stem]
    bare = _IN_BRACKETS.sub(" ", evidence.text)
    for sentence in split_sentences(bare):
        if sum(word.plain in ours for word in read_words(sentence) if word.stem) < _ABOUT:
            continue
        for found in _ENUMERATION.finditer(sentence):
            if 1 + len(_JOIN.findall(found[0])) == quantity.values[0]:
                return True
    return False


_IN_BRACKETS: Final = re.compile(r" ?\([^()]{1,80}\)")
_LISTED: Final = 12
_ABOUT: Final = 2  # words that a claim and the sentence of a list have in common
