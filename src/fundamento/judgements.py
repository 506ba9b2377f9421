"""What is put to a judge, one claim with its evidence, what a judge says of it, and what that cost."""

import builtins
from dataclasses import dataclass, field
from typing import Final

from fundamento import errors
from fundamento.models import NO_USAGE, Usage


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim and the passages that it cites, in order of citation; together they are to prove it."""

    claim: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """How sure a judge is, from 0 to 1, that the evidence proves the claim.

    `contradicted`: it says the opposite. `reason` is the judge's own words, which may hold a person's text.
    """

    score: float
    contradicted: bool = False
    reason: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A pair that a judge could not judge: neither a pass nor a failure.

    `error` goes into events: one of `UNJUDGED_WORDS`, or the name of the class of an exception of Python's or of ours.
    Any other word of a judge counts as `Unjudged`.
    """

    error: str


UNJUDGED_WORDS: Final = frozenset(
    {"BudgetExceeded", "ContradictoryVerdicts", "MalformedVerdicts", "MissingVerdict", "NoVerdict", "UnknownVerdict"}
    | {"Nonsense", "NoReply", "NotReferred", "ClaimTooLong", "EvidenceTooLong", "Unjudged", "WrongCount"}
)


def is_safe_word(word: object) -> bool:
    """Say whether a judge's word for what kept it from judging may go into a log."""
    if not isinstance(word, str):
        return False
    named = getattr(builtins, word, None) or getattr(errors, word, None)
    return word in UNJUDGED_WORDS or (isinstance(named, type) and issubclass(named, BaseException))


@dataclass(frozen=True, slots=True)
class JudgeCost:
    """What a judge took: calls of its model, pairs that it knew already, tokens, seconds."""

    calls: int = 0
    cached: int = 0
    usage: Usage = NO_USAGE
    seconds: float = 0.0

    def __add__(self, other: "JudgeCost") -> "JudgeCost":
        return JudgeCost(
            self.calls + other.calls,
            self.cached + other.cached,
            self.usage + other.usage,
            self.seconds + other.seconds,
        )


NO_COST: Final = JudgeCost()
ONE_CALL: Final = JudgeCost(calls=1)
