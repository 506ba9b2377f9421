"""Whatever a part raises is a fault of the part; an interrupt, and the end of the task that awaits it, are not."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from fundamento import CheckId, Fragment, Grounder, Result, Settings
from fundamento.errors import ModelError, StoreError
from fundamento.failures import Contained
from fundamento.fragments import FragmentRecord
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.stores.faults import translate_faults
from fundamento.testing import ScriptedModel, answer_json, claim

CANARY = "zarzaparrilla"
FRAGMENTS = [Fragment("a", "Files are kept for 30 days.", document="d1")]
OUTPUT = {
    "answer": {
        "kind": "grounded",
        "claims": [
            {"support": [{"fragment": "a", "quote": "kept for 30 days"}], "text": "Files are kept for 30 days."}
        ],
    }
}
ASKED = answer_json(claim("Files are kept for 30 days.", ("F1", "kept for 30 days")))


class PanicException(BaseException):
    """As PyO3 raises it: no `Exception`."""


ENDS = [PanicException(CANARY), SystemExit(CANARY), asyncio.CancelledError(CANARY), MemoryError(), RecursionError()]
NAMES = [type(end).__name__ for end in ENDS]
each_end = pytest.mark.parametrize("end", ENDS, ids=NAMES)


class EndingJudge:
    name, version = "ending", "1"

    def __init__(self, end: BaseException) -> None:
        self.end = end

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        raise self.end

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        raise self.end


class EndingStore:
    def __init__(self, end: BaseException) -> None:
        self.end = end

    def records(self, ids: Any, /) -> dict[str, FragmentRecord]:
        raise self.end


@each_end
@pytest.mark.parametrize("policy", ["observe", "strict"])
@pytest.mark.parametrize("seconds", [None, 5.0])
async def test_a_judge_that_ends_is_a_fault(end: BaseException, policy: str, seconds: float | None) -> None:
    settings = Settings(judge_seconds=seconds)
    grounder = Grounder(policy=policy, judge=EndingJudge(end), sinks=(), settings=settings)
    for result in (grounder.check(OUTPUT, FRAGMENTS), await grounder.acheck(OUTPUT, FRAGMENTS)):
        assert {fault.check for fault in result.faults} == {CheckId.NOT_ENTAILED}
        assert result.text() == (
            "Files are kept for 30 days [1]."
            if policy == "observe"
            else "I could not verify an answer with these sources."
        )


@each_end
@pytest.mark.parametrize("seconds", [None, 5.0])
async def test_a_store_that_ends_is_a_fault(end: BaseException, seconds: float | None) -> None:
    settings = Settings(store_seconds=seconds)
    grounder = Grounder(store=EndingStore(end), sinks=(), settings=settings)
    for result in (grounder.check(OUTPUT, FRAGMENTS), await grounder.acheck(OUTPUT, FRAGMENTS)):
        assert {fault.part for fault in result.faults} == {"store"}
        assert result.text() == "Files are kept for 30 days [1]."


@each_end
async def test_a_model_that_ends_is_a_model_error(end: BaseException) -> None:
    grounder = Grounder(ScriptedModel([end] * 4), sinks=())
    calls = (
        lambda: grounder.answer("How long?", FRAGMENTS),
        lambda: list(grounder.stream("How long?", FRAGMENTS)),
    )
    for call in calls:
        with pytest.raises(ModelError) as raised:
            call()
        assert CANARY not in str(raised.value)
    with pytest.raises(ModelError):
        await grounder.aanswer("How long?", FRAGMENTS)
    with pytest.raises(ModelError):
        _ = [event async for event in grounder.astream("How long?", FRAGMENTS)]


class EndingMidway(ScriptedModel):
    def __init__(self, end: BaseException) -> None:
        super().__init__([ASKED])
        self.end = end

    def stream(self, request: Any, /) -> Iterator[Any]:
        yield str(self.ask(request).output)[:40]
        raise self.end


@each_end
def test_a_stream_that_ends_midway_is_a_model_error(end: BaseException) -> None:
    with pytest.raises(ModelError):
        list(Grounder(EndingMidway(end), policy="strict", sinks=()).stream("How long?", FRAGMENTS))


@each_end
def test_a_sink_a_resolver_and_an_output_that_end_take_nothing_down(end: BaseException) -> None:
    class Resolver:
        def resolve(self, bundle: object, attributes: object) -> Any:
            raise end

    class Output(dict[str, Any]):
        def get(self, key: str, default: object = None) -> Any:
            raise end

    def sink(event: object) -> None:
        raise end

    grounder = Grounder(policy="strict", sinks=sink, settings=Settings(modes=Resolver()))
    assert isinstance(grounder.check(OUTPUT, FRAGMENTS), Result)
    assert {flaw.reason for flaw in grounder.check(Output(x=1), FRAGMENTS).findings} == {"not-readable"}


def test_an_interrupt_ends_the_program() -> None:
    grounder = Grounder(judge=EndingJudge(KeyboardInterrupt()), sinks=(), settings=Settings(judge_seconds=None))
    with pytest.raises(KeyboardInterrupt):
        grounder.check(OUTPUT, FRAGMENTS)
    with pytest.raises(BaseExceptionGroup), Contained():
        raise BaseExceptionGroup("both", [KeyboardInterrupt(), ValueError()])


async def test_a_cancelled_task_ends() -> None:
    class Waiting(EndingJudge):
        async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
            await asyncio.sleep(3_600)
            raise AssertionError

    task = asyncio.create_task(Grounder(judge=Waiting(ValueError()), sinks=()).acheck(OUTPUT, FRAGMENTS))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_vendors_store_that_panics_is_a_store_error() -> None:
    with pytest.raises(StoreError, match="PanicException") as raised, translate_faults("Chroma", "search"):
        raise PanicException(CANARY)
    assert CANARY not in str(raised.value)


def test_what_was_contained_is_asked_for_only_where_something_was() -> None:
    with Contained() as called:
        pass
    assert not called.failed
    with pytest.raises(LookupError):
        _ = called.error
