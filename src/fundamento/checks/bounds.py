"""What a text says of a number beside its value: that it is the most, or the least, of something.

A bound is a side and whether it is strict, whatever its wording: "no fewer than", "por lo menos" and "como mínimo" are
one and the same, and a negation turns "more than" into "at most".
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from fundamento.checks.ages import is_age
from fundamento.checks.calendar import Clock, Day
from fundamento.checks.measures import Quantity
from fundamento.text.vocabulary import WordPattern, lru_cache

Side: TypeAlias = Literal["upper", "lower"]
Placed: TypeAlias = Quantity | Day | Clock

_I: Final = re.IGNORECASE
_ARTICLE: Final = r"(?: «bounds.article-to»)*(?: «bounds.article-an»)?(?: «bounds.article-day»)? ?[€$£~(]?"
_AT_MOST: Final = r"«bounds.at-most»|«bounds.at-most-maximum»(?: [^\W\d_]+){0,3}? «bounds.at-most-is»|≤|<="
_AT_LEAST: Final = r"«bounds.at-least»|«bounds.at-least-minimum»(?: [^\W\d_]+){0,3}? «bounds.at-least-is»|≥|>="
_LESS: Final = r"«bounds.less»|<"
_MORE: Final = r"«bounds.more»|>"
_UNDER: Final = r"«bounds.under»|«bounds.under-in» «bounds.under-menos»(?=«bounds.under-de»)"
_OVER: Final = r"«bounds.over»"
# Said of when something comes from or goes on to, too: they count only beside a bound on the other side.
_UNTIL: Final = r"«bounds.until»"
_FROM: Final = r"«bounds.from»"
# The side, whether it is strict (None: people use it both ways), and how it is said before a number.
_BEFORE: Final[tuple[tuple[Side, bool | None, str], ...]] = (
    *(("upper", False, _AT_MOST), ("upper", True, _LESS), ("upper", None, _UNDER)),
    *(("lower", False, _AT_LEAST), ("lower", True, _MORE), ("lower", None, _OVER)),
    *(("upper", None, f"(?P<end>{_UNTIL})"), ("lower", None, f"(?P<start>{_FROM})")),
)
_NEXT: Final = r"(?: [^\W\d_]+){0,2}[ ,(]*"
_MOST_AFTER: Final = r"\b«bounds.most-after»"
_LEAST_AFTER: Final = r"(?:\b«bounds.least-after»|\+)"
_AFTER: Final[tuple[tuple[Side, bool | None, str], ...]] = (
    ("upper", False, _NEXT + _MOST_AFTER),
    ("lower", False, _NEXT + _LEAST_AFTER),
)


def _either(table: tuple[tuple[Side, bool | None, str], ...]) -> str:
    return "|".join(rf"(?P<k{number}>{wording})" for number, (_, _, wording) in enumerate(table))


_SAID_BEFORE: Final = WordPattern(rf"(?<!\w)(?:{_either(_BEFORE)}){_ARTICLE}\Z", _I)
_SAID_AFTER: Final = WordPattern(_either(_AFTER), _I)
_LOOK_BACK: Final = 40  # code points
_CLAUSE: Final = 160
_CLAUSE_END: Final = WordPattern(r"[.;:,()\n—–]|\b«bounds.clause-end»\b", _I)
_SENTENCE_END: Final = re.compile(r"[.;\n](?!\d)")
_NOT: Final = WordPattern(
    r"\b(?:«bounds.not-no»(?! «bounds.not-but»\b)|«bounds.not»)\b|«bounds.clitics»",
    _I,
)
# What is only supposed, and negations that say when something holds and not how much of it there is.
_WHEN: Final = WordPattern(r"\b«bounds.when»\b", _I)
# They deny by themselves, so that the other side of a bound may be the same said otherwise.
_DENYING: Final = WordPattern(
    r"\b«bounds.denying»\b",
    _I,
)
_RANGE: Final = r"(?: ?[-–—] ?| «bounds.range-to» «bounds.range-the»?)"
_RANGE_AFTER: Final = WordPattern(rf"{_RANGE}[€$£]?\d|(?: [^\W\d_]+)? «bounds.range-after-to» [€$£]?\d")
_RANGE_BEFORE: Final = WordPattern(rf"\d ?[^\W\d_%€$£]*[%€$£]?(?:{_RANGE}| «bounds.range-before» )[€$£]?\Z")


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on a number. `strict`: the number itself is out; None: the wording is used both ways.

    `written` is how the text says it. `is_start`: it may be where something comes from or goes on to, and no
    bound. `is_unclear`: it is part of a condition. `denials` are those that turned it round.
    """

    side: Side
    strict: bool | None
    written: str
    is_start: bool = False
    is_unclear: bool = False
    denials: int = 0

    @property
    def reason(self) -> str:
        """The code of a finding about a claim that leaves it out."""
        return f"{self.side}-bound"


def read_bound(text: str, quantity: Placed) -> Bound | None:
    """Return the bound that an evened text puts on a number of it; None: none."""
    read = _kept_bound if len(text) <= _KEPT_UP_TO else _read_bound
    return read(text, quantity.start, quantity.end)


def _read_bound(text: str, start: int, end: int) -> Bound | None:
    table = _BEFORE
    found = _SAID_BEFORE.search(text, max(0, start - _LOOK_BACK), start)
    if found is None:
        table = _AFTER
        found = _SAID_AFTER.match(text, end)
    if found is None:
        return None
    if _is_spread(text, found):
        return None
    side, strict, _ = next(kind for number, kind in enumerate(table) if found[f"k{number}"] is not None)
    bound = Bound(side, strict, found[0].strip(" (,"), table is _BEFORE and found["start"] is not found["end"])
    return _turn(bound, text, min(found.start(), start), start)


def _is_spread(text: str, found: re.Match[str]) -> bool:
    """Say whether it is a time that something is spread over: 240 credits over four years."""
    over = _SPREAD_OVER.match(found[0].lstrip(" (,").lower())
    return over is not None and _SPREAD.search(text, 0, found.start() + 5) is not None


_SPREAD_OVER: Final = WordPattern("«bounds.spread-over»")
_SPREAD: Final = WordPattern(
    r"\d (?:[^\W\d_]{1,20} ){0,2}(?!«bounds.spread-is»)[^\W\d_]{2,20}«bounds.spread-s»\b",
    _I,
)


# Asked for a few times of the same number, one after the other.
_kept_bound = lru_cache(maxsize=256)(_read_bound)
_KEPT_UP_TO: Final = 20_000


def _turn(bound: Bound, text: str, place: int, end: int) -> Bound:
    """Return a bound turned round where a negation stands before it in its clause."""
    low = max(0, place - _CLAUSE)
    ends = [found.end() for found in _CLAUSE_END.finditer(text, low, place)]
    start = ends[-1] if ends else low
    if _WHEN.search(text, start, place):
        return replace(bound, is_unclear=True)
    denials = list(_NOT.finditer(text, start, place))
    if len(denials) % 2 == 0:
        return replace(bound, denials=len(denials))
    near = text[denials[-1].start() : end].strip(" (")
    return replace(
        bound,
        side="lower" if bound.side == "upper" else "upper",
        strict=None if bound.strict is None else not bound.strict,
        written=near if len(near) <= _LOOK_BACK and place < end else bound.written,
        denials=len(denials),
    )


def rules_out(text: str, theirs: Placed, claim: str, ours: Placed) -> bool:
    """Say whether a number of a text cannot be as a claim bounds it, if it is as the text says; in doubt, it can."""
    mine, stated = read_bound(claim, ours), read_bound(text, theirs)
    if mine is None or mine.is_unclear or in_range(claim, ours) or in_range(text, theirs):
        return False
    if stated is None:
        return mine.strict is True and not mine.is_start and _denials(claim, ours, mine) == _denials(text, theirs, None)
    if mine.denials and stated.denials and mine.written == stated.written:
        return False  # both deny it of the same: neither, nor
    if stated.is_unclear or _denials(claim, ours, mine) != _denials(text, theirs, stated):
        return False
    if stated.side != mine.side:
        return True
    strict_only = mine.strict is True and stated.strict is False and not stated.is_start
    return strict_only and not _is_continuous(claim, ours)


def _is_continuous(text: str, place: Placed) -> bool:
    """Say whether a number measures, so that nobody cares whether it is in itself; years of age are counted."""
    return isinstance(place, Quantity) and place.unit is not None and not is_age(text, place)


def _denials(text: str, quantity: Placed, bound: Bound | None) -> int:
    """Return how often the sentence of a number denies, beside its bound: 0 or 1, as two of them undo each other."""
    low, high = max(0, quantity.start - _CLAUSE), min(len(text), quantity.end + _CLAUSE)
    ends = [found.end() for found in _SENTENCE_END.finditer(text, low, quantity.start)]
    closing = _SENTENCE_END.search(text, quantity.end, high)
    start, end = ends[-1] if ends else low, closing.start() if closing else high
    count = sum(1 for pattern in (_NOT, _DENYING) for _ in pattern.finditer(text, start, end))
    return (count - (bound.denials if bound else 0)) % 2


def in_range(text: str, quantity: Placed) -> bool:
    """Say whether a number is one end of a range: 5-10, from 5 to 10, entre 5 y 10."""
    return (
        _RANGE_AFTER.match(text, quantity.end) is not None
        or _RANGE_BEFORE.search(text, max(0, quantity.start - _LOOK_BACK), quantity.start) is not None
    )
