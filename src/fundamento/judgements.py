"""What is put to a judge, one claim with its evidence, and what a judge says of it."""

from dataclasses import dataclass, field


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

    `error` is a fixed word that is safe to log, such as the name of an exception's class.
    """

    error: str
