"""Run a flow: do what it needs done and send it what came of it, synchronously or not."""

import logging
import time
from collections.abc import Mapping
from contextlib import closing
from typing import Final, TypeAlias

from fundamento.deadlines import Deadline
from fundamento.errors import ConfigurationError, ModelError
from fundamento.events import Event, Sink
from fundamento.findings import Fault
from fundamento.flow import Ask, Emit, Flow, LookUp, Need, Reply
from fundamento.fragments import FragmentRecord, RecordSource
from fundamento.models import Model
from fundamento.result import Result

Records: TypeAlias = Mapping[str, FragmentRecord]

_LAST_RESORT: Final = logging.getLogger("fundamento")


class Driver:
    """The model, the store and the sinks that flows are run with; safe to share between threads and tasks."""

    __slots__ = ("_deadline", "model", "sinks", "store")

    def __init__(
        self,
        model: Model | None,
        store: RecordSource | None,
        sinks: tuple[Sink, ...],
        *,
        store_seconds: float | None = None,
    ) -> None:
        self.model: Final = model
        self.store: Final = store
        self.sinks: Final = sinks
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
        """Do the same without blocking the event loop: the model is awaited, the store asked in a thread."""
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

    def emit(self, events: tuple[Event, ...]) -> list[Fault]:
        """Hand events to every sink; a sink that raises is a fault, told to the standard logger as a last resort."""
        faults: dict[Fault, None] = {}
        for sink in self.sinks:
            for event in events:
                try:
                    sink(event)
                except Exception as error:  # noqa: BLE001 - a sink must never take an answer down by raising
                    faults[Fault("sink", type(error).__name__)] = None
        for fault in faults:
            _LAST_RESORT.error("fundamento.fault part=sink error=%s", fault.error)
        return list(faults)

    def _ask(self, need: Ask) -> Reply:
        started = time.perf_counter()
        try:
            reply = self.require_model().ask(need.request)
        except ModelError as error:
            return Reply(error, time.perf_counter() - started)
        return Reply(reply, time.perf_counter() - started)

    async def _aask(self, need: Ask) -> Reply:
        started = time.perf_counter()
        try:
            reply = await self.require_model().aask(need.request)
        except ModelError as error:
            return Reply(error, time.perf_counter() - started)
        return Reply(reply, time.perf_counter() - started)

    def _serve(self, need: Need) -> Records | Fault | list[Fault]:
        match need:
            case LookUp(ids):
                return self._look_up(ids)
            case Emit(events):
                return self.emit(events)
            case Ask():
                raise TypeError("A model is asked by _ask or _aask.")

    def _look_up(self, ids: tuple[str, ...]) -> Records | Fault:
        store, deadline = self.store, self._deadline
        if store is None:
            return {}
        try:
            return store.records(ids) if deadline is None else deadline.run(lambda: store.records(ids))
        except Exception as error:  # noqa: BLE001 - whatever a store trips over, the checks that need it could not run
            return Fault("store", type(error).__name__)

    async def _alook_up(self, ids: tuple[str, ...]) -> Records | Fault:
        from asyncio import to_thread  # noqa: PLC0415 - whoever awaits has it already

        store, deadline = self.store, self._deadline
        if store is None or deadline is None:
            return await to_thread(self._look_up, ids)
        try:
            return await deadline.arun(lambda: store.records(ids))
        except Exception as error:  # noqa: BLE001 - as above
            return Fault("store", type(error).__name__)


def _result(done: StopIteration) -> Result:
    result: Result = done.value
    return result
