"""Call a judge within its time, and accept only a reply that makes sense."""

import inspect
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fundamento.engine.timeouts import Timeout
from fundamento.errors import ConfigurationError
from fundamento.failures import Contained, name_failure
from fundamento.judgements import JudgeCost, Judgement, Unjudged, is_safe_word
from fundamento.judges.protocol import Judge, JudgeReply, JudgeRequest
from fundamento.models import Usage

# It goes into events, and a judge of somebody else's can say anything where it should stand.
_NAME: Final = re.compile(r"[\w.:/@+-]{1,120}")


class JudgeRunner:
    """Calls a judge, for `seconds` at most, or without a limit; safe to share between threads and tasks.

    `judge` and `ajudge` never raise: a judge that fails, is late, or answers nonsense gives `Unjudged` for each pair.
    Raises `ConfigurationError` for what is no judge.
    """

    __slots__ = ("_judge", "_seconds", "_timeout", "name", "version")

    def __init__(self, judge: object, *, seconds: float | None) -> None:
        if not isinstance(judge, Judge) or isinstance(judge, type):
            raise ConfigurationError(
                f"judge= is a {type(judge).__name__}, which cannot judge.",
                hint="A judge has name, version, judge(request) and ajudge(request); NliJudge and LlmJudge are two.",
            )
        if inspect.iscoroutinefunction(judge.judge):
            raise ConfigurationError(
                "The judge's judge is a coroutine function.", hint="Make it a plain one; ajudge is the one to await."
            )
        self._judge: Final = judge
        self._seconds: Final = seconds
        self._timeout: Final[Timeout[object] | None] = None if seconds is None else Timeout(seconds)
        self.name: Final = _word(judge.name, type(judge).__name__)
        self.version: Final = _word(judge.version, "unknown")

    def judge(self, request: JudgeRequest) -> JudgeReply:
        """Return one judgement a pair."""
        judge, started = self._judge, time.perf_counter()
        with Contained() as called:
            said = judge.judge(request) if self._timeout is None else self._timeout.run(lambda: judge.judge(request))
            return _timed(_accept(said, request), started)
        # Whatever a judge trips over, the check that needs it could not run.
        return _timed(_failed(request, name_failure(called.error)), started)

    async def ajudge(self, request: JudgeRequest) -> JudgeReply:
        """Do the same without blocking the event loop: the judge is awaited."""
        from asyncio import timeout  # noqa: PLC0415 - whoever awaits has it already

        started = time.perf_counter()
        with Contained(awaited=True) as called:
            async with timeout(self._seconds):
                return _timed(_accept(await self._judge.ajudge(request), request), started)
        return _timed(_failed(request, name_failure(called.error)), started)


def _accept(said: object, request: JudgeRequest) -> JudgeReply:
    """Return a reply that has a judgement for each pair; what makes no sense is a pair unjudged."""
    if inspect.iscoroutine(said):
        said.close()  # one that is dropped unawaited warns
    if not isinstance(said, JudgeReply):
        return _failed(request, "NoReply")
    judgements: object = said.judgements
    cost = said.cost if _is_cost(said.cost) else JudgeCost(calls=1)
    if not isinstance(judgements, Sequence) or len(judgements) != len(request.pairs):
        return replace(_failed(request, "WrongCount"), cost=cost)
    return JudgeReply(tuple(_accept_one(each) for each in judgements), cost)


def _accept_one(said: object) -> Judgement | Unjudged:
    if isinstance(said, Unjudged):
        return said if is_safe_word(said.error) else Unjudged("Unjudged")
    return said if isinstance(said, Judgement) and _is_ratio(said.score) else Unjudged("Nonsense")


def _is_ratio(score: object) -> bool:
    return isinstance(score, int | float) and not isinstance(score, bool) and 0 <= score <= 1


def _is_cost(cost: object) -> bool:
    usage: object = cost.usage if isinstance(cost, JudgeCost) else None
    if not isinstance(cost, JudgeCost) or not isinstance(usage, Usage):
        return False
    tokens = (usage.input_tokens, usage.output_tokens)
    counts: tuple[object, ...] = (cost.calls, cost.cached, *(each for each in tokens if each is not None))
    return all(isinstance(count, int) and count >= 0 for count in counts)


def _failed(request: JudgeRequest, error: str) -> JudgeReply:
    return JudgeReply(tuple(Unjudged(error) for _ in request.pairs), JudgeCost(calls=1))


def _timed(reply: JudgeReply, started: float) -> JudgeReply:
    return replace(reply, cost=replace(reply.cost, seconds=time.perf_counter() - started))


def _word(word: object, otherwise: str) -> str:
    return word if isinstance(word, str) and _NAME.fullmatch(word) else otherwise
