"""Run a flow: do what it needs done and send it what came of it, synchronously or not."""

import inspect
import logging
import time
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import aclosing, closing
from typing import Final, TypeAlias, cast

from fundamento.engine.flow import Ask, Consult, Emit, Flow, LookUp, More, Need, Reply, Show, speaking
from fundamento.engine.judge_calls import JudgeRunner
from fundamento.engine.model_streams import AsyncModelStream, ModelStream
from fundamento.engine.reply_validation import accept_reply, read_failure
from fundamento.engine.timeouts import Timeout
from fundamento.errors import ConfigurationError, StoreError
from fundamento.events import Event, Sink
from fundamento.failures import Contained, name_failure
from fundamento.findings import Fault
from fundamento.fragments import FragmentRecord, RecordSource
from fundamento.judges.protocol import JudgeReply
from fundamento.models import Model
from fundamento.result import Result
from fundamento.streams import StreamEvent
from fundamento.text.vocabulary import Languages

Records: TypeAlias = Mapping[str, FragmentRecord]

_LAST_RESORT: Final = logging.getLogger("fundamento")


class Driver:
    """The model, store, judge and sinks that flows are run with; safe to share between threads and tasks."""

    __slots__ = ("_languages", "_timeout", "judge_runner", "model", "sinks", "store")

    def __init__(
        self,
        model: Model | None,
        store: RecordSource | None,
        sinks: tuple[Sink, ...],
        *,
        store_seconds: float | None = None,
        judge_runner: JudgeRunner | None = None,
        languages: Languages | None = None,
    ) -> None:
        _refuse_asynchronous(store, sinks)
        self.model: Final = model
        self.store: Final = store
        self.sinks: Final = sinks
        self.judge_runner: Final = judge_runner
        self._languages: Final = languages
        self._timeout: Final[Timeout[Records] | None] = None if store_seconds is None else Timeout(store_seconds)

    def run(self, flow: Flow) -> Result:
        """Run a flow to its result; what the model raises for want of an output comes out again."""
        *_, result = self.stream(flow)
        return cast("Result", result)

    async def arun(self, flow: Flow) -> Result:
        """Do the same without blocking the event loop: model and judge are awaited, the store is asked in a thread."""
        async with aclosing(self.astream(flow)) as events:
            return cast("Result", [event async for event in events][-1])

    def stream(self, flow: Flow) -> Generator[StreamEvent, None, None]:
        """Run a flow and yield what it shows, the result last. Closing the generator ends the model's stream."""
        flow = speaking(flow, self._languages)
        with closing(flow), closing(ModelStream(self.model)) as model_stream:
            sent: object = None
            while True:
                try:
                    need = flow.send(sent)
                except StopIteration as done:
                    yield done.value
                    return
                match need:
                    case Ask(request, streamed):
                        sent = model_stream.open(request) if streamed else self._ask(need)
                    case More():
                        sent = model_stream.more()
                    case Show(event):
                        sent = yield event
                    case _:
                        sent = self._serve(need)

    async def astream(self, flow: Flow) -> AsyncGenerator[StreamEvent, None]:
        """Do the same without blocking the event loop; cancelling the task ends the model's stream too."""
        flow = speaking(flow, self._languages)
        with closing(flow):
            async with aclosing(AsyncModelStream(self.model)) as model_stream:
                sent: object = None
                while True:
                    try:
                        need = flow.send(sent)
                    except StopIteration as done:
                        yield done.value
                        return
                    match need:
                        case Ask(request, streamed):
                            sent = await (model_stream.open(request) if streamed else self._aask(need))
                        case More():
                            sent = await model_stream.more()
                        case Show(event):
                            sent = yield event
                        case LookUp(ids):
                            sent = await self._alook_up(ids)
                        case Consult(request):
                            sent = await self._require_judge_runner().ajudge(request)
                        case _:
                            sent = self._serve(need)

    def require_model(self) -> Model:
        """Return the model. Raises `ConfigurationError` where there is none."""
        if self.model is None:
            raise ConfigurationError(
                "This Grounder has no model to ask.",
                hint="Give one: Grounder(instructor.from_provider('openai/gpt-5-mini')); without, only check() works.",
            )
        return self.model

    def _require_judge_runner(self) -> JudgeRunner:
        if self.judge_runner is None:
            raise ConfigurationError("This Grounder has no judge to ask.", hint="Give one: Grounder(judge=...).")
        return self.judge_runner

    def emit(self, events: tuple[Event, ...]) -> list[Fault]:
        """Hand events to every sink; a sink that raises is a fault, and logged by the standard logger."""
        faults: dict[Fault, None] = {}
        for sink in self.sinks:
            for event in events:
                with Contained() as called:
                    _refuse_coroutine(sink(event))
                if called.failed:
                    faults[Fault("sink", name_failure(called.error))] = None
        for fault in faults:
            _LAST_RESORT.error("fundamento.fault part=sink error=%s", fault.error)
        return list(faults)

    def _ask(self, need: Ask) -> Reply:
        model, started = self.require_model(), time.perf_counter()
        with Contained() as called:
            return Reply(accept_reply(model.ask(need.request), model.name), time.perf_counter() - started)
        return Reply(read_failure(called.error, model.name), time.perf_counter() - started)

    async def _aask(self, need: Ask) -> Reply:
        model, started = self.require_model(), time.perf_counter()
        with Contained(awaited=True) as called:
            return Reply(accept_reply(await model.aask(need.request), model.name), time.perf_counter() - started)
        return Reply(read_failure(called.error, model.name), time.perf_counter() - started)

    def _serve(self, need: Need) -> Records | JudgeReply | Fault | list[Fault]:
        match need:
            case LookUp(ids):
                return self._look_up(ids)
            case Consult(request):
                return self._require_judge_runner().judge(request)
            case Emit(events):
                return self.emit(events)
            case _:
                raise TypeError(f"{type(need).__name__} is not served here.")

    def _look_up(self, ids: tuple[str, ...]) -> Records | Fault:
        store, timeout = self.store, self._timeout
        if store is None:
            return {}
        with Contained() as called:
            found = store.records(ids) if timeout is None else timeout.run(lambda: store.records(ids))
            return _accept_records(found, ids)
        # Whatever a store trips over, the checks that need it could not run.
        return Fault("store", name_failure(called.error))

    async def _alook_up(self, ids: tuple[str, ...]) -> Records | Fault:
        from asyncio import to_thread  # noqa: PLC0415 - whoever awaits has it already

        store, timeout = self.store, self._timeout
        if store is None or timeout is None:
            return await to_thread(self._look_up, ids)
        with Contained(awaited=True) as called:
            return _accept_records(await timeout.arun(lambda: store.records(ids)), ids)
        return Fault("store", name_failure(called.error))


def _accept_records(found: object, ids: tuple[str, ...]) -> Mapping[str, FragmentRecord]:
    """Return the records of the IDs that were asked for. Raises `StoreError` for what is no record of its ID.

    Nonsense is a fault: taken for a record, it would let through what it says nothing about.
    """
    _refuse_coroutine(found)
    if not isinstance(found, Mapping):
        raise StoreError(f"The store gave a {type(found).__name__} for records.", retryable=False)
    records = {one: found[one] for one in ids if one in found}
    for one, record in records.items():
        if not isinstance(record, FragmentRecord) or record.id != one:
            raise StoreError("The store gave something else than the record of an ID.", retryable=False)
    return records


def _refuse_asynchronous(store: object, sinks: tuple[object, ...]) -> None:
    if store is not None and not callable(getattr(store, "records", None)):
        raise ConfigurationError(
            f"store= is a {type(store).__name__}, which has no records.", hint="A store has records(ids)."
        )
    if inspect.iscoroutinefunction(getattr(store, "records", None)):
        raise ConfigurationError(
            "The store's records is a coroutine function.", hint="Make it a plain one: aanswer calls it in a thread."
        )
    for sink in sinks:
        if not callable(sink):
            raise ConfigurationError(f"A sink is a {type(sink).__name__}.", hint="A sink is a callable: sink(event).")
        if inspect.iscoroutinefunction(sink) or inspect.iscoroutinefunction(getattr(sink, "__call__", None)):  # noqa: B004 - an object whose __call__ is a coroutine function
            raise ConfigurationError(
                "A sink is a coroutine function.", hint="Make it a plain one that hands the event on, to a queue say."
            )


def _refuse_coroutine(returned: object) -> None:
    if inspect.iscoroutine(returned):
        returned.close()  # one that is dropped unawaited warns
        raise TypeError("A coroutine where a value was expected.")
