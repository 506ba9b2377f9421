"""What a sentence says that something is, and a claim says of something else: the default is X, and not Z."""

from collections.abc import Sequence
from typing import Final

from fundamento.checks.frames import Frame, Item
from fundamento.checks.stem_sets import Stems
from fundamento.text.marks import Mark

_BEING: Final = int(Mark.BEING)
_DEFINITE: Final = int(Mark.DEFINITE)
_NEGATION: Final = int(Mark.NEGATION)
_TWO: Final = 2


def find_other_identity(frame: Frame, everything: Stems) -> str | None:
    """Return the name that a claim gives to the one thing which its sentence says is another one.

    It stands nowhere in the evidence; a mere noun in place of a name is no other name.
    """
    theirs = _halves(frame.sentence)
    ours = _halves(frame.claim)
    if theirs is None or ours is None or not frame.sentence[0].marks & _DEFINITE:
        return None
    if any(each.marks & _NEGATION for each in (*frame.claim, *theirs[0], *theirs[1][:_TWO])):
        return None
    described = _stems(theirs[0])
    named = _stems(theirs[1])
    if len(described) < _TWO or not named:
        return None
    name, description = ours
    content = [each for each in name if each.stem]
    if not description[0].marks & _DEFINITE or not _are_same(_stems(description), described):
        return None
    # "That tool is the default": a noun alone points to what was named before.
    return content[-1].plain if len(content) > 1 and not everything.has(content[-1].stem) else None


def _halves(items: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]] | None:
    at = next((at for at, each in enumerate(items) if each.marks & _BEING), None)
    if not at or at + 1 >= len(items):
        return None
    return items[:at], items[at + 1 :]


def _stems(items: Sequence[Item]) -> list[str]:
    return [each.stem for each in items if each.stem]


def _are_same(one: Sequence[str], other: Sequence[str]) -> bool:
    return all(map(Stems(one).has, other)) and all(map(Stems(other).has, one))
