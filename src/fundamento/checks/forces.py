"""Whether something must, may, need not or must not be done, and what is to be avoided, read of one clause."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, TypeAlias

from fundamento.checks.frames import Frame, Item, cut_clauses
from fundamento.checks.stem_sets import Stems
from fundamento.text.marks import Mark

_NEGATION: Final = int(Mark.NEGATION)
_NEED: Final = int(Mark.NEED)
_OBLIGATION: Final = int(Mark.OBLIGATION)
_PERMISSION: Final = int(Mark.PERMISSION)
_FORCING: Final = _NEED | _OBLIGATION | _PERMISSION
_AVERTING: Final = int(Mark.AVERTING)
_DENYING: Final = int(Mark.DENYING | Mark.NEGATION | Mark.AVERTING)
_CONJUNCTION: Final = int(Mark.CONJUNCTION)
_UNLESS: Final = int(Mark.CONDITION | Mark.EXCEPTION | Mark.ONLY)
_REACH: Final = 4  # words from a word of force to what denies it, or what it is of
_MOST: Final = 0.75
_TWO: Final = 2


class Force(Enum):
    """What a clause says of whether something is to be done."""

    MUST = "must"
    MAY = "may"
    NEED_NOT = "need not"
    MUST_NOT = "must not"


_CONTRARY: Final = (
    {Force.MUST, Force.NEED_NOT},
    {Force.MUST, Force.MUST_NOT},
    {Force.NEED_NOT, Force.MUST_NOT},
)


def read_force(items: Sequence[Item]) -> tuple[Force, frozenset[str]] | None:
    """Return the one force of a clause, with the stems beside its word; None: it has none, or several."""
    found = list(_read_forces(items))
    if len({force for force, _ in found}) != 1:
        return None
    return found[0][0], frozenset().union(*(stems for _, stems in found))


def _read_forces(items: Sequence[Item]) -> Iterator[tuple[Force, frozenset[str]]]:
    for at, each in enumerate(items):
        marks = each.marks & _FORCING
        if not marks:
            continue
        denied = _is_denied(items, at)
        if marks & _NEED:
            force = Force.NEED_NOT if denied else Force.MUST
        elif marks & _OBLIGATION:
            force = Force.MUST_NOT if denied else Force.MUST
        else:
            force = Force.MUST_NOT if denied else Force.MAY
        yield force, _beside(items, at)


def _beside(items: Sequence[Item], at: int) -> frozenset[str]:
    """Return the nearest stem after a word of force, or before it: what is to be done."""
    before = (each.stem for each in reversed(items[max(0, at - _REACH) : at]) if each.stem)
    after = (each.stem for each in items[at + 1 : at + 1 + _REACH] if each.stem and not each.marks & _FORCING)
    nearest = next(after, None) or next(before, None)
    return frozenset() if nearest is None else frozenset((nearest,))


def _is_denied(items: Sequence[Item], at: int) -> bool:
    """Say whether a negation stands at a word of force, after it or shortly before it in its clause."""
    if items[at].marks & _NEGATION or any(each.marks & _NEGATION for each in items[at + 1 : at + 2]):
        return True
    for back in range(at - 1, max(-1, at - 1 - _REACH), -1):
        if items[back].plain == "," or items[back].marks & _CONJUNCTION:
            return False
        if items[back].marks & _NEGATION:
            return True
    return False


def find_other_force(frame: Frame) -> str | None:
    """Return the word of a claim that says otherwise than its sentence whether something must be done."""
    both = _read_both(frame)
    if both is None or any(each.marks & _UNLESS for each in (*frame.claim, *frame.sentence)):
        return None
    (mine, ours), (theirs, stated) = both
    if {mine, theirs} not in _CONTRARY or not any(map(Stems(stated).has, ours)):
        return None
    return next((each.plain for each in frame.claim if each.marks & _FORCING), None)


def have_same_force(frame: Frame) -> bool:
    """Say whether a claim and its sentence say the same of whether something must be done."""
    both = _read_both(frame)
    return both is not None and both[0][0] is both[1][0] and both[0][0] in (Force.NEED_NOT, Force.MUST_NOT)


_Read: TypeAlias = tuple[Force, frozenset[str]]


def _read_both(frame: Frame) -> tuple[_Read, _Read] | None:
    """Return the force of a claim, and that of the clause which has most of it."""
    mine = read_force(frame.claim)
    clause = None if mine is None else _nearest_clause(frame)
    theirs = None if clause is None else read_force(clause)
    return None if mine is None or theirs is None else (mine, theirs)


def _nearest_clause(frame: Frame) -> Sequence[Item] | None:
    wanted = [each.stem for each in frame.claim if each.stem and not each.marks & _FORCING]
    if len(wanted) < _TWO:
        return None
    rated = []
    for clause in cut_clauses(frame.sentence):
        known = Stems(each.stem for each in clause if each.stem)
        rated.append((sum(map(known.has, wanted)), clause))
    most, clause = max(rated, key=lambda each: each[0])
    return clause if most >= _MOST * len(wanted) else None


def find_averted(frame: Frame) -> str | None:
    """Return the stem of what a sentence says is to be avoided, and a claim that it is to be done."""
    if any(each.marks & _DENYING for each in frame.claim) or frame.shared < _MOST:
        return None
    # What a claim begins with is what it names, and is not said to be done.
    ours = Stems(each.stem for each in frame.claim[1:] if each.stem)
    for clause in cut_clauses(frame.sentence):
        for at, each in enumerate(clause):
            if not each.marks & _AVERTING:
                continue
            rest = [item for item in clause[at + 1 :] if item.stem and not item.marks & _AVERTING][:_TWO]
            known = Stems(item.stem for item in clause[:at] if item.stem)
            near = len(rest) == _TWO and clause.index(rest[0]) - at <= _TWO
            if near and all(ours.has(item.stem) for item in rest) and not known.has(rest[0].stem):
                return rest[0].stem
    return None
