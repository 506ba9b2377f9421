"""Judges whose answers are set beforehand."""

import threading
from collections.abc import Callable
from typing import Any, cast

from fundamento.judgements import JudgeCost, Judgement, Pair, Unjudged
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.models import Usage

Said = Judgement | Unjudged
COST = JudgeCost(calls=2, cached=1, usage=Usage(50, 5))


class SetJudge:
    """A judge that says what it is set to say of each pair, and keeps what it was asked in `requests`."""

    name = "set"
    version = "v1"

    def __init__(self, say: Callable[[Pair], Said] = lambda pair: Judgement(1.0)) -> None:
        self.requests: list[JudgeRequest] = []
        self._say = say

    @property
    def asked(self) -> list[Pair]:
        return [pair for request in self.requests for pair in request.pairs]

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        self.requests.append(request)
        return JudgeReply([self._say(pair) for pair in request.pairs], COST)

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        return self.judge(request)


class BrokenJudge(SetJudge):
    """A judge whose whole reply is something else, or an error."""

    def __init__(self, reply: Callable[[JudgeRequest], Any]) -> None:
        super().__init__()
        self._reply = reply

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        self.requests.append(request)
        return cast("JudgeReply", self._reply(request))


class HangingJudge(SetJudge):
    """A judge that says nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        self.go.wait()
        return super().judge(request)

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        from fundamento.engine.timeouts import Timeout

        return await Timeout[JudgeReply](60).arun(lambda: self.judge(request))
