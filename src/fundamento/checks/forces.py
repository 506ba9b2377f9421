"""Whether something must, may, need not or must not be done, and what is to be avoided, read of one clause."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final

from fundamento.checks.binding import Stems
from fundamento.checks.frames import Frame, Item, cut_clauses
from fundamento.text.marks import Mark

_NEGATION: Final = int(Mark.NEGATION)
_NEED: Final = int(Mark.NEED)
_OBLIGATION: Final = int(Mark.OBLIGATION)
_PERMISSION: Final = int(Mark.PERMISSION)
_FORCING: Final = _NEED | _OBLIGATION | _PERMISSION
_AVERTING: Final = int(Mark.AVERTING)
_DENYING: Final = int(Mark.DENYING | Mark.NEGATION | Mark.AVERTING)
_UNLESS: Final = int(Mark.CONDITION | Mark.EXCEPTION | Mark.ONLY)
_REACH: Final = 4  # words between a negation and what it denies
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


def read_force(items: Sequence[Item]) -> Force | None:
    """Return the one force of a clause; None: it has none, or several, or sets a condition on it."""
    forces = set(_read_forces(items))
    return forces.pop() if len(forces) == 1 else None


def _read_forces(items: Sequence[Item]) -> Iterator[Force]:
    for at, each in enumerate(items):
        marks = each.marks & _FORCING
        if not marks:
            continue
        denied = _is_denied(items, at)
        if marks & _NEED:
            yield Force.NEED_NOT if denied else Force.MUST
        elif marks & _OBLIGATION:
            yield Force.MUST_NOT if denied else Force.MUST
        else:
            yield Force.MUST_NOT if denied else Force.MAY


def _is_denied(items: Sequence[Item], at: int) -> bool:
    """Say whether a negation stands at a word of force, after it or shortly before it in its clause."""
    if items[at].marks & _NEGATION or any(each.marks & _NEGATION for each in items[at + 1 : at + 2]):
        return True
    for back in range(at - 1, max(-1, at - 2 - _REACH), -1):
        if items[back].plain == ",":
            return False
        if items[back].marks & _NEGATION:
            # "No deposit is required" denies it too; a bare "no," answers.
            return True
    return False


def find_other_force(frame: Frame) -> str | None:
    """Return the word of a claim that says otherwise than its sentence whether something must be done."""
    mine, theirs = read_both_forces(frame)
    if {mine, theirs} not in _CONTRARY or any(each.marks & _UNLESS for each in (*frame.claim, *frame.sentence)):
        return None
    return next((each.plain for each in frame.claim if each.marks & _FORCING), None)


def have_same_force(frame: Frame) -> bool:
    """Say whether a claim and its sentence say the same of whether something must be done, and deny nothing else."""
    mine, theirs = read_both_forces(frame)
    return mine is not None and mine is theirs


def read_both_forces(frame: Frame) -> tuple[Force | None, Force | None]:
    """Return the force of a claim, and that of the clause which has most of it."""
    mine = read_force(frame.claim)
    if mine is None:
        return None, None
    clause = _nearest_clause(frame)
    return mine, None if clause is None else read_force(clause)


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
    ours = Stems(each.stem for each in frame.claim if each.stem)
    for clause in cut_clauses(frame.sentence):
        for at, each in enumerate(clause):
            if not each.marks & _AVERTING:
                continue
            rest = [item.stem for item in clause[at + 1 :] if item.stem and not item.marks & _AVERTING]
            before = [item.stem for item in clause[:at] if item.stem]
            known = Stems(before)
            if len(rest) >= _TWO and all(map(ours.has, rest[:_TWO])) and not known.has(rest[0]):
                return rest[0]
    return None
