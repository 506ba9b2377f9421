"""What comes of parts that break their contract: stores, models and sinks of somebody else's."""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import pytest

from fundamento import Action, Fragment, Grounder, Outcome, Reader, Settings
from fundamento.adapters.callables import CallableModel
from fundamento.contract.dialects import DIALECTS
from fundamento.errors import ConfigurationError, ModelError
from fundamento.events import Event
from fundamento.findings import Fault
from fundamento.fragments import FragmentRecord
from fundamento.judges.protocol import JudgeReply, JudgeRequest
from fundamento.models import ModelReply, ModelRequest, Stop, Usage
from fundamento.testing import CapturedEvents, ScriptedModel, answer_json, claim

FRAGMENTS = [
    Fragment("d@1", "El plan Pro permite hasta 10 proyectos.", readers=frozenset({"user:bob"})),
    Fragment("d@2", "Los archivos se conservan 30 días.", readers=frozenset({"user:bob"})),
]
BOB = Reader("bob")
GOOD = answer_json(claim("Hasta 10.", ("F1", "hasta 10 proyectos")), claim("30 días.", ("F2", "30 días")))
BAD = answer_json(claim("Hasta 90.", ("F1", "hasta 90 proyectos")))

Records = Callable[[Sequence[str]], Any]


class Store:
    def __init__(self, answer: Records) -> None:
        self._answer = answer

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        return cast("Mapping[str, FragmentRecord]", self._answer(ids))


class Model:
    """A model that replies what it is given, whatever that is."""

    name = "m"
    dialect = DIALECTS["generic"]

    def __init__(self, *replies: object) -> None:
        self.requests: list[ModelRequest] = []
        self._replies = list(replies)

    def ask(self, request: ModelRequest, /) -> ModelReply:
        self.requests.append(request)
        reply = self._replies.pop(0)
        if isinstance(reply, BaseException):
            raise reply
        return cast("ModelReply", reply)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        return self.ask(request)


class Unruly(dict[str, FragmentRecord]):
    def __contains__(self, key: object) -> bool:
        raise RuntimeError(key)


async def later(ids: Sequence[str]) -> dict[str, FragmentRecord]:
    return {}


NONSENSE: dict[str, Records] = {
    "none": lambda ids: None,
    "a list": lambda ids: [],
    "no records in it": dict.fromkeys,
    "words in it": lambda ids: dict.fromkeys(ids, "here"),
    "the record of another ID": lambda ids: dict.fromkeys(ids, FRAGMENTS[0].record()),
    "a mapping that raises": lambda ids: Unruly(),
    "a coroutine": later,
}


@pytest.mark.parametrize("records", NONSENSE.values(), ids=NONSENSE.keys())
@pytest.mark.parametrize(("policy", "action"), [("observe", Action.ALLOWED), ("strict", Action.WITHHELD)])
@pytest.mark.parametrize("reader", [None, BOB])
def test_a_store_that_answers_nonsense_has_not_answered(
    records: Records, policy: str, action: Action, reader: Reader | None
) -> None:
    grounder = Grounder(ScriptedModel([GOOD]), policy=policy, store=Store(records), sinks=())
    result = grounder.answer("¿Cuántos?", FRAGMENTS, reader=reader)
    assert (result.outcome, result.action, result.findings) == (Outcome.UNVERIFIED, action, ())
    assert {fault.part for fault in result.faults} == {"store"}


def test_records_that_nobody_asked_for_do_not_matter() -> None:
    held = {fragment.id: fragment.record() for fragment in FRAGMENTS}
    store = Store(lambda ids: {**held, "d@9": None})
    result = Grounder(ScriptedModel([GOOD]), policy="strict", store=store, sinks=()).answer("¿?", FRAGMENTS, reader=BOB)
    assert (result.outcome, result.faults) == (Outcome.ANSWERED, ())


def test_what_pruning_leaves_is_unverified_where_the_store_was_down() -> None:
    policy = {"name": "x", "extends": "strict", "on_error": "allow", "on_reject": "prune", "repairs": 0}
    output = answer_json(*GOOD["answer"]["claims"], *BAD["answer"]["claims"])
    grounder = Grounder(ScriptedModel([output]), policy=policy, store=Store(lambda ids: None), sinks=())
    result = grounder.answer("¿Cuántos?", FRAGMENTS, reader=BOB)
    assert (result.outcome, result.action, result.lost) == (Outcome.UNVERIFIED, Action.PRUNED, (2,))


REPLIES: dict[str, dict[str, Any]] = {
    "no usage": {"usage": None},
    "tokens in words": {"usage": Usage(cast("int", "many"), 3)},
    "negative tokens": {"usage": Usage(-9, -9)},
    "a stop in words": {"stop": "length"},
    "an unknown stop": {"stop": "tired"},
    "an unhashable stop": {"stop": []},
    "a model that is no name": {"model": object()},
    "a model that is a sentence": {"model": "the prompt was: zarzaparrilla"},
    "no messages": {"messages": None},
    "messages that are none": {"messages": "zarzaparrilla"},
}


@pytest.mark.parametrize("parts", REPLIES.values(), ids=REPLIES.keys())
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_what_is_wrong_beside_an_output_does_not_cost_the_output(parts: dict[str, Any], policy: str) -> None:
    events = CapturedEvents()
    result = Grounder(Model(ModelReply(GOOD, **parts)), policy=policy, sinks=[events]).answer("¿?", FRAGMENTS)
    assert (result.outcome, result.action) == (Outcome.ANSWERED, Action.ALLOWED)
    answer = events.answers[0]
    assert (answer.input_tokens, answer.output_tokens, answer.model_answered) == (None, None, None)
    assert answer.stop == (Stop.LENGTH if parts.get("stop") == "length" else Stop.COMPLETE)


@pytest.mark.parametrize("reply", ["text", None, ValueError("zarzaparrilla"), StopIteration("zarzaparrilla")])
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_a_model_without_a_reply_is_a_model_error_without_its_words(reply: object, policy: str) -> None:
    with pytest.raises(ModelError) as raised:
        Grounder(Model(reply), policy=policy, sinks=()).answer("¿zarzaparrilla?", FRAGMENTS)
    assert "zarzaparrilla" not in str(raised.value)
    assert (raised.value.__cause__, raised.value.__context__) == (None, None)


@pytest.mark.parametrize("reply", ["text", ValueError("x")])
def test_a_repair_that_brings_no_reply_leaves_the_answer_withheld(reply: object) -> None:
    result = Grounder(Model(ModelReply(BAD), reply), policy="strict", sinks=()).answer("¿Cuántos?", FRAGMENTS)
    assert (result.outcome, result.action, result.answer) == (Outcome.REJECTED, Action.WITHHELD, None)
    assert [fault.part for fault in result.faults] == ["model"]


@pytest.mark.parametrize("output", [BAD, json.dumps(BAD)])
def test_a_repair_shows_the_model_its_own_output_parsed_or_not(output: Any) -> None:
    model = Model(ModelReply(output), ModelReply(GOOD))
    Grounder(model, policy="strict", sinks=()).answer("¿Cuántos?", FRAGMENTS)
    own = model.requests[1].messages[-2]
    assert (own["role"], json.loads(own["content"])) == ("assistant", BAD)


def test_an_output_that_cannot_be_written_is_shown_as_nothing() -> None:
    circle: dict[str, Any] = {"claims": 1}
    circle["self"] = circle
    model = Model(ModelReply(circle), ModelReply(GOOD))
    result = Grounder(model, policy="strict", sinks=()).answer("¿Cuántos?", FRAGMENTS)
    assert (result.action, model.requests[1].messages[-2]["content"]) == (Action.REPAIRED, "{}")


def test_an_id_that_was_not_retrieved_gets_no_marker_even_if_it_reads_like_one_that_was() -> None:
    output = answer_json(
        claim("Hasta 10.", ("F1", "hasta 10 proyectos")), claim("Otra.", ("d@1", "hasta 10 proyectos"))
    )
    result = Grounder(ScriptedModel([output]), sinks=()).answer("¿Cuántos?", FRAGMENTS)
    assert result.text() == "Hasta 10 [1]. Otra."


def test_a_function_that_stops_iterating_ends_an_asynchronous_call_too() -> None:
    def stop(messages: object, schema: object) -> str:
        raise StopIteration

    with pytest.raises(ModelError):
        asyncio.run(Grounder(CallableModel(stop), sinks=()).aanswer("¿Cuántos?", FRAGMENTS))


class AsynchronousStore:
    async def records(self, ids: Sequence[str]) -> dict[str, FragmentRecord]:
        return {}


class AsynchronousSink:
    async def __call__(self, event: Event) -> None: ...


async def sink_later(event: Event) -> None: ...


@pytest.mark.parametrize(
    "parts",
    [
        {"store": AsynchronousStore()},
        {"store": object()},
        {"sinks": [AsynchronousSink()]},
        {"sinks": [sink_later]},
        {"sinks": [None]},
    ],
)
def test_parts_that_could_never_work_are_refused_at_once(parts: dict[str, Any]) -> None:
    with pytest.raises(ConfigurationError):
        Grounder(ScriptedModel([]), **parts)


@pytest.mark.parametrize(("policy", "action"), [("observe", Action.ALLOWED), ("strict", Action.WITHHELD)])
def test_a_sink_that_returns_a_coroutine_has_not_kept_the_event(policy: str, action: Action) -> None:
    def sink(event: Event) -> Any:
        return sink_later(event)

    result = Grounder(ScriptedModel([GOOD]), policy=policy, sinks=[sink]).answer("¿Cuántos?", FRAGMENTS)
    assert (result.action, [fault.part for fault in result.faults]) == (action, ["sink"])


class Halt(BaseException):
    """Neither an error, an exit nor an interrupt."""


@pytest.mark.parametrize("raised", [SystemExit(3), Halt("x"), GeneratorExit()])
def test_a_sink_ends_neither_an_answer_nor_the_program(raised: BaseException, caplog: pytest.LogCaptureFixture) -> None:
    def sink(event: Event) -> None:
        raise raised

    grounder = Grounder(ScriptedModel([GOOD] * 3), sinks=[sink])
    results: list[Any] = [
        grounder.answer("¿Cuántos?", FRAGMENTS),
        list(grounder.stream("¿Cuántos?", FRAGMENTS))[-1],
        asyncio.run(grounder.aanswer("¿Cuántos?", FRAGMENTS)),
    ]
    expected = Fault("sink", type(raised).__name__)
    assert [(result.action, result.faults) for result in results] == [(Action.ALLOWED, (expected,))] * 3
    assert f"fundamento.fault part=sink error={expected.error}" in caplog.messages


def test_an_interrupt_in_a_sink_passes_on() -> None:
    def sink(event: Event) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Grounder(ScriptedModel([GOOD]), sinks=[sink]).answer("¿Cuántos?", FRAGMENTS)


def cancelled(*_: object) -> Any:
    raise asyncio.CancelledError


class CancelledJudge:
    name, version = "j", "1"

    def judge(self, request: JudgeRequest, /) -> JudgeReply:
        return cast("JudgeReply", cancelled())

    async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
        return cast("JudgeReply", cancelled())


@pytest.mark.parametrize("seconds", [None, 5.0])
@pytest.mark.parametrize(
    ("parts", "part"),
    [({"store": Store(cancelled)}, "store"), ({"judge": CancelledJudge()}, "judge"), ({"sinks": [cancelled]}, "sink")],
)
def test_a_cancellation_of_a_part_is_its_failure(parts: dict[str, Any], part: str, seconds: float | None) -> None:
    settings = Settings(store_seconds=seconds, judge_seconds=seconds)
    model = ScriptedModel([GOOD] * 4)
    grounder = Grounder(model, settings=settings, **{"sinks": (), **parts})

    async def stream() -> object:
        return [event async for event in grounder.astream("¿Cuántos?", FRAGMENTS)][-1]

    results: list[Any] = [
        grounder.answer("¿Cuántos?", FRAGMENTS),
        list(grounder.stream("¿Cuántos?", FRAGMENTS))[-1],
        asyncio.run(grounder.aanswer("¿Cuántos?", FRAGMENTS)),
        asyncio.run(stream()),
    ]
    assert [({fault.part for fault in result.faults}, result.action) for result in results] == [
        ({part}, Action.ALLOWED)
    ] * 4


async def test_a_model_that_was_cancelled_inside_has_failed() -> None:
    grounder = Grounder(Model(*[asyncio.CancelledError() for _ in range(4)]), sinks=())
    with pytest.raises(ModelError, match="CancelledError"):
        grounder.answer("¿?", FRAGMENTS)
    with pytest.raises(ModelError, match="CancelledError"):
        list(grounder.stream("¿?", FRAGMENTS))
    with pytest.raises(ModelError, match="CancelledError"):
        await grounder.aanswer("¿?", FRAGMENTS)
    with pytest.raises(ModelError, match="CancelledError"):
        async for _ in grounder.astream("¿?", FRAGMENTS):
            pass


@pytest.mark.parametrize("part", ["store", "judge", "model"])
@pytest.mark.parametrize("seconds", [None, 60.0])
async def test_a_task_that_is_cancelled_ends(part: str, seconds: float | None) -> None:
    reached, released = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait(ids: Sequence[str]) -> dict[str, FragmentRecord]:
        loop.call_soon_threadsafe(reached.set)
        released.wait(60)
        return {}

    class Waiting(CancelledJudge, Model):
        async def ajudge(self, request: JudgeRequest, /) -> JudgeReply:
            return cast("JudgeReply", await self.aask(request))  # type: ignore[arg-type]  # it never looks

        async def aask(self, request: ModelRequest, /) -> ModelReply:
            reached.set()
            await asyncio.Event().wait()
            raise AssertionError

    parts: dict[str, Any] = (
        {"store": Store(wait)} if part == "store" else {"judge": Waiting()} if part == "judge" else {}
    )
    model = Waiting() if part == "model" else ScriptedModel([GOOD])
    settings = Settings(store_seconds=seconds, judge_seconds=seconds)
    task = asyncio.create_task(Grounder(model, sinks=(), settings=settings, **parts).aanswer("¿?", FRAGMENTS))
    await reached.wait()
    task.cancel()
    released.set()
    with pytest.raises(asyncio.CancelledError):
        await task
