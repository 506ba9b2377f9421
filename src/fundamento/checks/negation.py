"""What a text denies: the words that stand within reach of a negation, in Spanish and English."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.wording import Word, read_words, words_in

_I: Final = re.IGNORECASE
# What looks like a negation and denies nothing.
_NONE: Final = re.compile(
    r"\b(?:no (?:[^\W\d_]+ ){0,2}(?:solo|sólo|solamente|únicamente)|no obstante|no más de|no menos de"
    r"|no superior\w*|no inferior\w*|sin embargo|sin duda(?: alguna)?|no only|sino"
    r"|not (?:[^\W\d_]+ )?only|not just|not merely|not necessarily|no more than|no less than|no fewer than"
    r"|not more than|not less than|no later than|not later than|no doubt|nothing but"
    r"|nonetheless|nevertheless|whether or not|no matter|n\.?[ºo°]\.? ?\d+|no\. ?\d+|por no decir|cuando no"
    r"|si no|no bien|nada más|not until)\b|¿no\?",
    _I,
)
# A negation that belongs to the bound on a number denies nothing of what is bounded: cannot have more than 10.
_BOUNDED: Final = re.compile(
    r"(?:\b(?:no|not|nunca|jamás|never|cannot|neither|nor)\b|n't\b)(?=(?: (?!(?:in|on|with|for|of|from|at|by|that|which"
    r"|en|con|para|de|del|por|que|y|o|and|or)\b)[^\W\d_]+){0,5} (?:(?:(?:more|fewer|less|greater|higher|lower|longer"
    r"|larger|bigger|older|younger) than|over|above|under|below|exceed(?:s|ed|ing)?|surpass(?:es|ed)?"
    r"|(?:más|menos) de|(?:superior|inferior)(?:es)? a|por (?:encima|debajo) de|super(?:an?|ar|en?)|exced(?:en?|er|an?)"
    r"|rebas(?:an?|ar|en?)|sobrepas(?:an?|ar|en?))(?: (?:an?|the|un|una|el|la|los|las|total|of|de)){0,3} ?[€$£]?"
    rf"(?:\d|(?:{'|'.join(sorted(NUMBER_WORDS))})\b)))",
    _I,
)
_NEGATION: Final = re.compile(
    r"\b(?:(?:en|bajo|de) (?:ning[uú]n|ninguna) (?:caso|circunstancia|concepto|modo|manera|momento|forma)"
    r"|(?:under|in) no (?:circumstances?|case|way|event)|by no means|no|nunca|jamás|tampoco|ningun[oa]?s?|ningún"
    r"|nadie|ni|sin|nada|not|never|cannot|neither|nor|none|nobody|without|nothing"
    r"|carecen? de|careci(?:ó|eron) de|lack(?:s|ed)?|fail(?:s|ed)? to|refuse[sd]? to|declined? to"
    r"|se (?:neg(?:ó|aron)|nieg\w+) a)\b|n't\b",
    _I,
)
# What is denied of all times and all cases is asserted of none, and only contradicts who asserts it of all.
_FOREVER: Final = re.compile(
    r"\b(?:para siempre|siempre|de por vida|indefinid\w*|permanent\w*|ilimitad\w*|etern\w*|forever|always|for ever"
    r"|for life|indefinite\w*|unlimited\w*)\b",
    _I,
)
_AUXILIARY_WORDS: Final = """
se le les lo la los las me te nos os es son esta estan era eran fue fueron ser estar sera seran ha han habia
haber hay puede pueden podra podran poder podia debe deben debera deberan deber va van suele suelen sido estado
siendo de que a el un una su sus al del ya mas muy en be been being is are was were am will would can could may
might must should shall do does did have has had to the a an any it its yet longer get got able allowed
logro lograron logra logran consiguio consiguieron consigue consiguen manage managed succeed succeeded
permitted true cierto verdad correcto case posible possible permite permiten permitido permitida cabe
"""
_AUXILIARY: Final = frozenset(_AUXILIARY_WORDS.split())
_STOP: Final = re.compile(
    r"[.,;:()!?\n—–]|\b(?:pero|sino|aunque|but|although|though|while|mientras|porque|because|salvo|excepto"
    r"|except|unless|y|and|o|or)\b",
    _I,
)
_REACH: Final = 6


_DENYING_WORDS: Final = """
no nunca jamas tampoco ninguno ninguna ningunos ningunas ningun nadie ni sin nada not never cannot neither nor none
nobody without nothing carece carecen carecio carecieron lack lacks lacked fail fails failed refuse refuses refused
decline declined nego negaron niega niegan
"""
_DENYING: Final = frozenset(_DENYING_WORDS.split())


def has_negation(text: str) -> bool:
    """Say whether an evened text has a word that denies."""
    return _kept_denial(text) if len(text) <= _KEPT_UP_TO else _denies(text)


def _denies(text: str) -> bool:
    return "n't" in text or not _DENYING.isdisjoint(words_in(text)) or "N'T" in text


_KEPT_UP_TO: Final = 20_000
_kept_denial = lru_cache(maxsize=2048)(_denies)


@dataclass(frozen=True, slots=True)
class Polarity:
    """The stems that a text denies, each the first content word that a negation reaches, and those that it does not."""

    denied: frozenset[str]
    asserted: frozenset[str]
    negations: int


def read_polarity(text: str) -> Polarity:
    """Read what an evened text denies and what it asserts."""
    return _kept_polarity(text) if len(text) <= _KEPT_UP_TO else _read_polarity(text)


def _read_polarity(text: str) -> Polarity:
    words = read_words(text)
    if not has_negation(text):
        return Polarity(frozenset(), frozenset(word.stem for word in words if word.stem), 0)
    plain = blank_apparent(text)
    reached: set[int] = set()
    count = 0
    for found in _NEGATION.finditer(plain):
        count += 1
        reached |= _reach(words, found.end(), plain)
    denied = {words[index].stem for index in reached}
    asserted = {word.stem for index, word in enumerate(words) if index not in reached and word.stem}
    return Polarity(frozenset(denied), frozenset(asserted), count)


_kept_polarity = lru_cache(maxsize=512)(_read_polarity)


def denies_forever(text: str, polarity: Polarity, other: str) -> bool:
    """Say whether a text denies that something is so for ever, and the other one does not say that it is."""
    return bool(polarity.negations) and _FOREVER.search(text) is not None and _FOREVER.search(other) is None


def blank_apparent(text: str) -> str:
    """Return a text of the same length without what looks like a negation and denies nothing: no more than."""
    return _BOUNDED.sub(_blank, _NONE.sub(_blank, text))


def _blank(found: re.Match[str]) -> str:
    return "_" * len(found[0])


def _reach(words: Sequence[Word], end: int, plain: str) -> set[int]:
    """Return the index of the content word that a negation at a place denies; empty: none."""
    edge = end
    first = bisect_left(words, end, key=lambda word: word.start)
    for index, word in enumerate(words[first : first + _REACH + 1], first):
        if _STOP.search(plain, edge, word.start):
            return set()
        if _STOP.fullmatch(plain, word.start, word.end):
            return set()
        edge = word.end
        if word.stem and word.plain not in _AUXILIARY:
            return {index}
    return set()
