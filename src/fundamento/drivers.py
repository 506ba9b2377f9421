"""Run a flow: do what it needs done and send it what came of it, synchronously or not."""

import inspect
import logging
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final, TypeAlias

from fundamento.bench import Bench
from fundamento.deadlines import Deadline
from fundamento.errors import ConfigurationError, FundamentoError, ModelError, StoreError
from fundamento.events import Event, Sink
from fundamento.findings import Fault
from fundamento.flow import Ask, Consult, Emit, Flow, LookUp, Need, Reply
from fundamento.fragments import FragmentRecord, RecordSource
from fundamento.judging import JudgeReply
from fundamento.models import NO_USAGE, Model, ModelReply, Stop, Usage
from fundamento.result import Result

Records: TypeAlias = Mapping[str, FragmentRecord]

_LAST_RESORT: Final = logging.getLogger("fundamento")
# A name goes into events, and a provider can answer anything where it should stand.
_MODEL_NAME: Final = re.compile(r"[\w.:/@+-]{1,120}")


class Driver:
    """The model, store, judge and sinks that flows are run with; safe to share between threads and tasks."""

    __slots__ = ("_deadline", "bench", "model", "sinks", "store")

    def __init__(
        self,
        model: Model | None,
        store: RecordSource | None,
        sinks: tuple[Sink, ...],
        *,
        store_seconds: float | None = None,
        bench: Bench | None = None,
    ) -> None:
        _refuse_asynchronous(store, sinks)
        self.model: Final = model
        self.store: Final = store
        self.sinks: Final = sinks
        self.bench: Final = bench
        self._deadline: Final[Deadline[Records] | None] = None if store_seconds is None else Deadline(store_seconds)

    def run(self, flow: Flow) -> Result:
        """Run a flow to its result; what the model raises for want of an output comes out again."""
        with closing(flow):
            sent: object = None
            while True:
                try:
                    need = flow.send(sent)
                except StopIteration as done:
                    return _result(done)
                sent = self._ask(need) if isinstance(need, Ask) else self._serve(need)

    async def arun(self, flow: Flow) -> Result:
        """Do the same without blocking the event loop: model and judge are awaited, the store is asked in a thread."""
        with closing(flow):
            sent: object = None
            while True:
                try:
                    need = flow.send(sent)
                except StopIteration as done:
                    return _result(done)
                match need:
                    case Ask():
                        sent = await self._aask(need)
                    case LookUp(ids):
                        sent = await self._alook_up(ids)
                    case Consult(request):
                        sent = await self._require_bench().ahear(request)
                    case Emit():
                        sent = self._serve(need)

    def require_model(self) -> Model:
        """Return the model. Raises `ConfigurationError` where there is none."""
        if self.model is None:
            raise ConfigurationError(
                "This Grounder has no model to ask.",
                hint="Give one: Grounder(instructor.from_provider('openai/gpt-5-mini')); without, only check() works.",
            )
        return self.model

    def _require_bench(self) -> Bench:
        if self.bench is None:
            raise ConfigurationError("This Grounder has no judge to ask.", hint="Give one: Grounder(judge=...).")
        return self.bench

    def emit(self, events: tuple[Event, ...]) -> list[Fault]:
        """Hand events to every sink; a sink that raises is a fault, told to the standard logger as a last resort."""
        faults: dict[Fault, None] = {}
        for sink in self.sinks:
            for event in events:
                try:
                    _refuse_coroutine(sink(event))
                except Exception as error:  # noqa: BLE001 - a sink must never take an answer down by raising
                    faults[Fault("sink", type(error).__name__)] = None
        for fault in faults:
            _LAST_RESORT.error("fundamento.fault part=sink error=%s", fault.error)
        return list(faults)

    def _ask(self, need: Ask) -> Reply:
        model, started = self.require_model(), time.perf_counter()
        try:
            outcome = _accept_reply(model.ask(need.request), model.name)
        except Exception as error:  # noqa: BLE001 - whatever a model raises, there is no output to check
            outcome = _failure(error, model.name)
        return Reply(outcome, time.perf_counter() - started)

    async def _aask(self, need: Ask) -> Reply:
        model, started = self.require_model(), time.perf_counter()
        try:
            outcome = _accept_reply(await model.aask(need.request), model.name)
        except Exception as error:  # noqa: BLE001 - as above
            outcome = _failure(error, model.name)
        return Reply(outcome, time.perf_counter() - started)

    def _serve(self, need: Need) -> Records | JudgeReply | Fault | list[Fault]:
        match need:
            case LookUp(ids):
                return self._look_up(ids)
            case Consult(request):
                return self._require_bench().hear(request)
            case Emit(events):
                return self.emit(events)
            case Ask():
                raise TypeError("A model is asked by _ask or _aask.")

    def _look_up(self, ids: tuple[str, ...]) -> Records | Fault:
        store, deadline = self.store, self._deadline
        if store is None:
            return {}
        try:
            found = store.records(ids) if deadline is None else deadline.run(lambda: store.records(ids))
            return _accept_records(found, ids)
        except Exception as error:  # noqa: BLE001 - whatever a store trips over, the checks that need it could not run
            return Fault("store", type(error).__name__)

    async def _alook_up(self, ids: tuple[str, ...]) -> Records | Fault:
        from asyncio import to_thread  # noqa: PLC0415 - whoever awaits has it already

        store, deadline = self.store, self._deadline
        if store is None or deadline is None:
            return await to_thread(self._look_up, ids)
        try:
            return _accept_records(await deadline.arun(lambda: store.records(ids)), ids)
        except Exception as error:  # noqa: BLE001 - as above
            return Fault("store", type(error).__name__)


def _accept_reply(reply: object, asked: str) -> ModelReply | ModelError:
    """Return a reply whose parts are what they should be: what was counted wrongly must not cost the output."""
    if not isinstance(reply, ModelReply):
        if inspect.iscoroutine(reply):
            reply.close()  # one that is dropped unawaited warns
        return ModelError(f"The model {asked} gave a {type(reply).__name__}.", hint="Its methods return a ModelReply.")
    # As objects: what a model of somebody else's filled in need not be what the annotations say.
    model: object = reply.model
    usage = reply.usage if _is_usage(reply.usage) else NO_USAGE
    messages = reply.messages if _are_messages(reply.messages) else ()
    named = model if isinstance(model, str) and _MODEL_NAME.fullmatch(model) else None
    stop = Stop(reply.stop) if reply.stop in list(Stop) else Stop.COMPLETE
    if stop is reply.stop and (named, usage, messages) == (model, reply.usage, reply.messages):
        return reply
    return ModelReply(reply.output, stop, named, usage, messages)


def _is_usage(usage: object) -> bool:
    return isinstance(usage, Usage) and _is_count(usage.input_tokens) and _is_count(usage.output_tokens)


def _is_count(tokens: object) -> bool:
    return tokens is None or (isinstance(tokens, int) and tokens >= 0)


def _are_messages(messages: object) -> bool:
    return isinstance(messages, Sequence) and all(isinstance(message, Mapping) for message in messages)


def _failure(error: Exception, asked: str) -> ModelError:
    """Return the error of a call that brought no output; errors of configuration and of input are raised on."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, FundamentoError):
        raise error
    return ModelError(
        f"The model {asked} failed ({type(error).__name__}).",
        hint="See provider_error for what it said.",
        retryable=getattr(error, "retryable", False) is True,
        provider_error=error,
    )


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


def _result(done: StopIteration) -> Result:
    result: Result = done.value
    return result
