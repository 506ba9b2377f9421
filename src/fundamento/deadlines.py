"""Calls that may hang, given a time after which nobody waits for them any more."""

import contextvars
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, TypeVar

_T = TypeVar("_T")

# A store that hangs would otherwise take a thread more with each question.
MOST_LOST: Final = 32


class Deadline(Generic[_T]):
    """Waits `seconds` for a call, and then leaves it alone; safe to share between threads and tasks.

    The call runs in a thread of its own, which does not keep the process from ending. While `MOST_LOST` of them have
    not come back, further calls are not tried. Both raise `TimeoutError`; what the call raises comes out as it is.
    """

    __slots__ = ("_lock", "_lost", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds
        self._lock = threading.Lock()
        self._lost = 0

    def run(self, call: Callable[[], _T]) -> _T:
        """Return what the call returns."""
        answer: queue.SimpleQueue[Callable[[], _T]] = queue.SimpleQueue()
        finished = self._start(call, answer.put)
        try:
            return answer.get(timeout=self.seconds)()
        except queue.Empty:
            self._lose(finished)
            raise TimeoutError from None

    async def arun(self, call: Callable[[], _T]) -> _T:
        """Return what the call returns, without blocking the event loop."""
        import asyncio  # noqa: PLC0415 - whoever awaits has it already

        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Callable[[], _T]] = loop.create_future()

        def settle(outcome: Callable[[], _T]) -> None:
            if not answer.done():
                answer.set_result(outcome)

        def tell(outcome: Callable[[], _T]) -> None:
            with suppress(RuntimeError):  # nobody waits where the loop is closed
                loop.call_soon_threadsafe(settle, outcome)

        finished = self._start(call, tell)
        try:
            return (await asyncio.wait_for(answer, self.seconds))()
        finally:
            if not answer.done() or answer.cancelled():
                self._lose(finished)

    def _start(self, call: Callable[[], _T], tell: Callable[[Callable[[], _T]], None]) -> "_Outcome":
        with self._lock:
            if self._lost >= MOST_LOST:
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
                if outcome.lost:
                    self._lost -= 1
            tell(give)

        threading.Thread(target=work, name="fundamento-look-up", daemon=True).start()
        return outcome

    def _lose(self, outcome: "_Outcome") -> None:
        with self._lock:
            if not outcome.finished:
                outcome.lost = True
                self._lost += 1


class _Outcome:
    __slots__ = ("finished", "lost")

    def __init__(self) -> None:
        self.finished = False
        self.lost = False
