"""What a bundle would do about outputs on which another bundle decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from fundamento.findings import Action, CheckId
from fundamento.policy.bundle import OnReject
from fundamento.policy.decision import Decision
from fundamento.policy.ruling import Ruling


@dataclass(frozen=True, slots=True)
class DecidedOutput:
    """One output of a model: what of it blocks under the bundle in question, and how many claims and gaps it has."""

    decision: Decision
    claims: int = 0
    gaps: int = 0


def decide_action(outputs: Sequence[DecidedOutput], ruling: Ruling) -> Action:
    """Return what would be done about the outputs of one request, in order, of which there is at least one.

    Repairs that were made count as far as the bundle would make them; those that nobody made are not guessed at.
    """
    seen = outputs[: 1 + ruling.bundle.repairs.attempts]
    for number, output in enumerate(seen):
        if not output.decision.blocks:
            return Action.REPAIRED if number else Action.ALLOWED
    last = seen[-1]
    if ruling.on_reject is OnReject.PRUNE and _leaves_something(last, ruling):
        return Action.PRUNED
    return Action.WITHHELD


def _leaves_something(output: DecidedOutput, ruling: Ruling) -> bool:
    places = output.decision.places
    if None in places:
        return False
    return bool(output.claims > len(places) or output.gaps) or not ruling.enforces(CheckId.EMPTY_ANSWER)
