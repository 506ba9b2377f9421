"""What a value is reckoned on: a claim that puts in its place what the text sets beside it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from fundamento.checks.binding import Exchange, find_contrasts
from fundamento.checks.segments import read_segments
from fundamento.checks.stem_sets import Stems
from fundamento.checks.values import Segment, Value, are_comparable, is_same
from fundamento.text.language import may_share_language

_FEW: Final = 3  # words of what is put in another's place
_READ: Final = 64  # clauses of a text


def find_other_bases(claim: str, texts: Sequence[str]) -> Iterator[Exchange]:
    """Find the values of a claim with the one of two things that the text has side by side, stated of the other.

    "The fee is 40 and the deposit 60. Members get 15 % off the fee": 15 % off the deposit. All texts are evened.
    """
    known = [each for text in texts if may_share_language(claim, text) for each in read_segments(text)[:_READ]]
    for segment in read_segments(claim)[:_READ]:
        for value in segment.values:
            stated = [each for each in known if any(is_same(value, other) for other in each.values)]
            if stated and all(_has_other_base(segment, mine, known) for mine in stated):
                yield Exchange(value.start, value.end, "another-base")


def _has_other_base(claim: Segment, mine: Segment, known: Sequence[Segment]) -> bool:
    ours, theirs = Stems({*claim.own, *claim.inherited}), Stems({*mine.all, *mine.opened})
    added = [stem for stem in claim.own if not theirs.has(stem)]
    left = [stem for stem in mine.own if not ours.has(stem)]
    if not 0 < len(added) <= _FEW or not left or len(added) >= len(claim.own):
        return False
    for one, other in pairwise(known):
        pair = _comparable(one, other)
        if pair is None or one.sentence != other.sentence or mine in (one, other):
            continue
        for contrast in find_contrasts(one, pair[0], other, pair[1]):
            for first, second, _ in contrast:
                sides = (Stems(first), Stems(second))
                for here, there in (sides, sides[::-1]):
                    if all(map(here.has, added)) and any(map(there.has, left)) and not any(map(there.has, added)):
                        return True
    return False


def _comparable(one: Segment, other: Segment) -> tuple[Value, Value] | None:
    for mine in one.values:
        for theirs in other.values:
            if are_comparable(mine, theirs):
                return mine, theirs
    return None
