"""What the flow asks of a judge, and what it gets back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from fundamento.judgements import NO_COST, ONE_CALL, JudgeCost, Judgement, Pair, Unjudged


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """The pairs of one output, each once. `spent` is what the judge has cost this answer already, before a repair."""

    pairs: tuple[Pair, ...]
    lang: str = "es"
    spent: JudgeCost = NO_COST


@dataclass(frozen=True, slots=True)
class JudgeReply:
    """One judgement a pair, in order. The seconds of `cost` are measured by who asks."""

    judgements: Sequence[Judgement | Unjudged]
    cost: JudgeCost = ONE_CALL


@runtime_checkable
class Judge(Protocol):
    """Anything that says whether evidence proves a claim. `name` and `version` go into events.

    Whatever it raises is a fault, and never a pass.
    """

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def version(self) -> str: ...  # noqa: D102

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        """Judge all pairs at once."""
        ...

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        """Do the same without blocking the event loop."""
        ...
