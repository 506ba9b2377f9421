"""What a bundle would do about outputs that somebody else's decisions were made on."""

from collections.abc import Sequence
from dataclasses import dataclass

from fundamento.findings import Action, CheckId
from fundamento.policy.bundle import OnReject
from fundamento.policy.decision import Decision
from fundamento.policy.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Look:
    """One output of a model: what of it blocks under the bundle in question, and how many claims and gaps it has."""

    decision: Decision
    claims: int = 0
    gaps: int = 0


def foresee(looks: Sequence[Look], ruling: Ruling) -> Action:
    """Return what would be done about the outputs of one request, in order, of which there is at least one.

    Repairs that were made count as far as the bundle would make them; those that nobody made are not guessed at.
    """
    seen = looks[: 1 + ruling.bundle.repairs.attempts]
    for number, look in enumerate(seen):
        if not look.decision.blocks:
            return Action.REPAIRED if number else Action.ALLOWED
    last = seen[-1]
    if ruling.on_reject is OnReject.PRUNE and _leaves_something(last, ruling):
        return Action.PRUNED
    return Action.WITHHELD


def _leaves_something(look: Look, ruling: Ruling) -> bool:
    places = look.decision.places
    if None in places:
        return False
    return bool(look.claims > len(places) or look.gaps) or not ruling.enforces(CheckId.EMPTY_ANSWER)
