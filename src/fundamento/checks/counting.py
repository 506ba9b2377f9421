"""Which numbers of the evidence may back a count: not what names, ranks or dates something."""

import re
from typing import Final

from fundamento.checks.designations import head_before
from fundamento.checks.measures import Quantity
from fundamento.text.language import FUNCTION_WORDS
from fundamento.text.vocabulary import WordPattern, WordSet

_I: Final = re.IGNORECASE
_COUNTED: Final = WordPattern(r" (?:«counting.counted-of»?«counting.counted-the»?)(?P<noun>[^\W\d_]{3,30})(?![\w])")
_PLURAL: Final = WordPattern(r"«counting.plural»\Z", _I)
# The third person of verbs, and other words that end as a plural does.
_NO_PLURALS: Final = WordSet("counting.no-plural")
_IN_TIME: Final = WordPattern(
    r"(?:\b«counting.in-time» |[(/])\Z",
    _I,
)
# Who is there for the third time running has been there three times.
_IN_A_ROW: Final = WordPattern(r" (?:[^\W\d_]+ ){0,2}«counting.in-a-row-straight»\b", _I)
_CLOCK_BEFORE: Final = WordPattern(r"(?:\b«counting.clock-before» |[-–] ?)\Z", _I)
_YEARS: Final = (1900, 2100)


def is_count(text: str, quantity: Quantity) -> bool:
    """Say whether a number of an evened text counts or measures something: 4 methods, 2025 euros."""
    if quantity.kind not in ("figures", "words"):
        return False
    if quantity.unit is not None:
        return True
    if head_before(text, quantity.start) is not None:
        return False
    if _SAYS_HOW_MANY.search(text, max(0, quantity.start - _LOOK_BACK), quantity.start):
        return not _may_be_year(quantity) or counts_things(text, quantity.end)
    return counts_things(text, quantity.end) and not (_may_be_year(quantity) and _tells_when(text, quantity.start))


_LOOK_BACK: Final = 64
_SAYS_HOW_MANY: Final = WordPattern(
    r"(?:\b(?:«counting.says-how-many»"
    r"|«counting.says-how-many-in» «counting.says-how-many-total»«counting.says-how-many-of»?"
    r"|«counting.says-how-many-number» «counting.says-how-many-total-2»?«counting.says-how-many-of-2» (?:[^\W\d_]+"
    r" ){1,3}«counting.says-how-many-is»«counting.says-how-many-de»?)"
    r"|:) \Z",
    _I,
)
_WORD_BEFORE: Final = re.compile(r"([^\W\d_]+) \Z")
_OF_YEARS: Final = WordSet("counting.of-years")


def _tells_when(text: str, start: int) -> bool:
    """Say whether a number that may be a year stands as one: the 2019 elections, in 2019 voters approved it."""
    found = _WORD_BEFORE.search(text, max(0, start - 24), start)
    if found is None:
        return True
    word = found[1]
    return not word.islower() or word in FUNCTION_WORDS or word in _OF_YEARS


def counts_things(text: str, end: int) -> bool:
    """Say whether a plural follows at once, in small letters, as it does a number that counts."""
    found = _COUNTED.match(text, end)
    if found is None:
        return False
    noun = found["noun"]
    return noun[0].islower() and noun.casefold() not in _NO_PLURALS and _PLURAL.match(noun) is not None


def _may_be_year(quantity: Quantity) -> bool:
    low, high = _YEARS
    return quantity.unit is None and any(low <= value < high for value in quantity.values) and not quantity.mark


def may_back(one: Quantity, evidence: str, other: Quantity) -> bool:
    """Say whether a number of the evidence may back a count of a claim: what names, ranks or dates counts nothing."""
    if other.unit is not None:
        return True
    if other.kind in ("ordinal", "rank", "century"):
        share = one.unit is not None and one.unit.dimension == "percent"
        return share or _IN_A_ROW.match(evidence, other.end) is not None or any(0 < value < 1 for value in one.values)
    return other.kind != "figures" or counts_here(evidence, other)


def counts_here(evidence: str, other: Quantity) -> bool:
    """Say whether figures of the evidence stand where they count something, for all that is around them."""
    if _may_be_year(other) and _IN_TIME.search(evidence, max(0, other.start - 16), other.start):
        return counts_things(evidence, other.end)
    named = head_before(evidence, other.start) is not None or _is_part_of_name(evidence, other)
    return not named or counts_things(evidence, other.end)


_NAME_BEFORE: Final = re.compile(r"(?<![\w.])(?P<name>[A-ZÁÉÍÓÚÑ][^\W\d_]+) \Z")
_WORD_AFTER: Final = re.compile(r" (?P<word>[^\W\d_]+)")
_SAYING: Final = WordSet("counting.saying")


def _is_part_of_name(text: str, quantity: Quantity) -> bool:
    """Say whether a number stands between a name and what is said of it: Apolo 11 llevó, Room 7 has."""
    name = _NAME_BEFORE.search(text, max(0, quantity.start - 24), quantity.start)
    after = _WORD_AFTER.match(text, quantity.end)
    if name is None or after is None or name["name"].casefold() in FUNCTION_WORDS:
        return False
    word = after["word"]
    return word in _SAYING or (word.islower() and word not in FUNCTION_WORDS and not counts_things(text, quantity.end))


def may_be_clock(text: str, quantity: Quantity) -> bool:
    """Say whether a number of a claim may tell the time of day, and not how long something takes."""
    if quantity.unit is None:
        return not is_count(text, quantity)
    return _CLOCK_BEFORE.search(text, max(0, quantity.start - 10), quantity.start) is not None


_LISTED: Final = WordPattern(
    r" (?:[^\W\d_]+ ){0,2}«counting.listed-steps»\b[^.:;]{0,40}:\s*\Z",
    _I,
)


def opens_list(text: str, quantity: Quantity) -> bool:
    """Say whether a number counts what an answer lists next, as it divides it: in five steps:."""
    return quantity.unit is None and _LISTED.match(text, quantity.end) is not None


# No half: un medio de transporte; folded in thirds.
_MANNER: Final = re.compile(
    r"\b(?:un|el|este|ese|otro|del|al|como|por) medio\Z"
    r"|\b(?:in|into|en) (?:halves|thirds|quarters|fourths|mitades|tercios|cuartos)\Z",
    _I,
)


def is_manner(text: str, quantity: Quantity) -> bool:
    """Say whether a fraction tells by what means, or into what parts, and not how much."""
    return _MANNER.search(text, max(0, quantity.start - 8), quantity.head) is not None
