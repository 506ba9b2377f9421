"""Counts that the evidence does not state but shows: how many things it lists, how many years lie between two."""

import re
from itertools import pairwise
from typing import Final

from fundamento.checks.equality import is_rough
from fundamento.checks.measures import Quantity
from fundamento.checks.passages import split_sentences
from fundamento.checks.quantities import Reading
from fundamento.checks.wording import read_words

_MANY: Final = 24
_MONTH: Final = 30 * 86_400
_YEAR: Final = 365 * 86_400
_APART: Final = re.compile(
    r"\b(?:before|after|later|earlier|ago|apart|lasted|antes|después|más tarde|atrás|duró|durante|hacía)\b",
    re.IGNORECASE,
)


def is_time_between(quantity: Quantity, claim: Reading, evidence: Reading) -> bool:
    """Say whether so many years lie between two of the evidence, nearly where the claim says so, or so many months."""
    if not _APART.search(claim.text):
        return False
    if quantity.unit is not None and quantity.unit.factor == _MONTH:
        dated = [each.month + 12 * (each.year or 0) for each in evidence.days[:_MANY] if each.month]
        return any((other - one) % 12 == value for one, other in pairwise(dated) for value in quantity.values)
    years = {value for each in evidence.numbers[:_MANY] if each.is_year for value in each.values}
    years |= {float(each.year) for each in evidence.days[:_MANY] if each.year}
    slack = 1.0 if is_rough(claim.text, quantity) else 0.0
    spans = [value / _YEAR for value in quantity.base_values]
    return any(
        abs(abs(one - other) - span) <= slack for one in years for other in years if one < other for span in spans
    )


_DIFFERENCE: Final = re.compile(r"\b(?:rango|diferencia|difference|range|gap|span) (?:de|of) \Z", re.IGNORECASE)


def is_difference(quantity: Quantity, claim: Reading, evidence: Reading) -> bool:
    """Say whether it is how far two numbers are apart that the evidence gives one after the other: from 20 to 175."""
    if not _DIFFERENCE.search(claim.text, max(0, quantity.start - 16), quantity.start):
        return False
    return any(
        abs(abs(other.values[0] - one.values[0]) - value) <= _NEAR
        for one, other in pairwise(evidence.numbers[:_MANY])
        for value in quantity.values
    )


_PAIRS: Final = re.compile(r" (?:[^\W\d_]{2,20} ){0,2}(?:pairs|pares)\b", re.IGNORECASE)


def is_of_pairs(quantity: Quantity, evidence: Reading) -> bool:
    """Say whether a count is that of things which the evidence counts by pairs."""
    return quantity.unit is None and any(
        2 * each.values[0] == quantity.values[0] and _PAIRS.match(evidence.text, each.end)
        for each in evidence.numbers[:_MANY]
    )


_NEAR: Final = 1e-6
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
