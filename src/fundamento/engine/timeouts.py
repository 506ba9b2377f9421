"""Calls with a time limit; one that hangs is abandoned."""

import contextvars
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, TypeVar

_T = TypeVar("_T")

# A store that hangs would otherwise take a thread more with each question.
MAX_ABANDONED: Final = 32


class Timeout(Generic[_T]):
    """Waits `seconds` for a call, and then leaves it alone; safe to share between threads and tasks.

    The call runs in a thread of its own, which does not keep the process from ending. While `MAX_ABANDONED` calls
    still run, further ones are not tried. Both raise `TimeoutError`; what the call raises comes out as it is.
    """

    __slots__ = ("_abandoned", "_lock", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self._lock = threading.Lock()
        self._abandoned = 0

    def run(self, call: Callable[[], _T]) -> _T:
        """Return what the call returns."""
        answer: queue.SimpleQueue[Callable[[], _T]] = queue.SimpleQueue()
        finished = self._start(call, answer.put)
        try:
            return answer.get(timeout=self.seconds)()
        except queue.Empty:
            self._abandon(finished)
            raise TimeoutError from None

    async def arun(self, call: Callable[[], _T]) -> _T:
        """Return what the call returns, without blocking the event loop."""
        import asyncio  # noqa: PLC0415 - whoever awaits has it already

        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Callable[[], _T]] = loop.create_future()

        def settle(outcome: Callable[[], _T]) -> None:
            if not answer.done():
                answer.set_result(outcome)

        def deliver(outcome: Callable[[], _T]) -> None:
            with suppress(RuntimeError):  # nobody waits where the loop is closed
                loop.call_soon_threadsafe(settle, outcome)

        finished = self._start(call, deliver)
        try:
            return (await asyncio.wait_for(answer, self.seconds))()
        finally:
            if not answer.done() or answer.cancelled():
                self._abandon(finished)

    def _start(self, call: Callable[[], _T], deliver: Callable[[Callable[[], _T]], None]) -> "_Outcome":
        with self._lock:
            if self._abandoned >= MAX_ABANDONED:
                raise TimeoutError
        outcome = _Outcome()
        context = contextvars.copy_context()

        def work() -> None:
            try:
                found = context.run(call)
            except BaseException as error:  # noqa: BLE001 - whoever waits gets it; a cancellation here is nobody's
                raised = error if isinstance(error, Exception) else RuntimeError(type(error).__name__)

                def give() -> _T:
                    raise raised
            else:

                def give() -> _T:
                    return found

            with self._lock:
                outcome.finished = True
                if outcome.abandoned:
                    self._abandoned -= 1
            deliver(give)

        threading.Thread(target=work, name="fundamento-look-up", daemon=True).start()
        return outcome

    def _abandon(self, outcome: "_Outcome") -> None:
        with self._lock:
            if not outcome.finished:
                outcome.abandoned = True
                self._abandoned += 1


class _Outcome:
    __slots__ = ("abandoned", "finished")

    def __init__(self) -> None:
        self.finished = False
        self.abandoned = False
