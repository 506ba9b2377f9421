"""Where the work is done, apart from the loop that listens: checks over long texts never keep it from answering."""

import asyncio
import contextvars
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing, contextmanager, suppress
from threading import Thread
from typing import Any, Final, TypeVar

from fundamento.failures import OTHER, count_cancellations, name_failure
from fundamento.service.limits import Ticket

_T = TypeVar("_T")

_LOG: Final = logging.getLogger("fundamento.service")

# Threads that compute take the interpreter in turns; each one more makes the listening loop wait for its turn longer.
_THREADS: Final = 4
_CLOSING_SECONDS: Final = 5.0


class PartError(Exception):
    """A part of the service ended in a way that would take a thread or a loop with it; named by its class."""


class Workroom:
    """An event loop of its own in a thread, for what awaits a model, and a few threads for what does not await.

    Cancelling whoever waits cancels what is awaited there; a thread goes on to its end, and holds its ticket till then.
    Whatever the work raises, the loop goes on: what is no `Exception` comes out as `PartError`.
    """

    __slots__ = ("_closing", "_loop", "_pool", "_thread")

    def __init__(self) -> None:
        self._loop: Final = asyncio.new_event_loop()
        self._loop.set_exception_handler(keep_quiet)
        self._pool: Final = ThreadPoolExecutor(_THREADS, thread_name_prefix="fundamento-work")
        self._thread: Final = Thread(target=self._run, name="fundamento-answers", daemon=True)
        self._closing = False

    def open(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop; what still runs is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._thread.is_alive():
            with suppress(TimeoutError):  # a part that blocks the loop lets nothing be cancelled
                asyncio.run_coroutine_threadsafe(_cancel_others(), self._loop).result(_CLOSING_SECONDS)
            self._closing = True
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_CLOSING_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()

    async def look(self, seconds: float) -> dict[str, bool]:
        """Say of the loop and of the threads whether they take up work within `seconds`."""

        async def answer() -> None:
            pass

        waiting = {
            "answers": asyncio.wrap_future(self._send(answer())),
            "checks": asyncio.wrap_future(self._pool.submit(lambda: None)),
        }
        _, late = await asyncio.wait(waiting.values(), timeout=seconds)
        for each in late:
            each.cancel()
        return {part: future not in late for part, future in waiting.items()}

    async def call(self, work: Callable[[], _T], ticket: Ticket) -> _T:
        """Return what a function returns that does not await."""
        context = contextvars.copy_context()

        def run() -> _T:
            with ticket.held(), _plain_errors(awaited=False):
                return context.run(work)

        try:
            return await asyncio.wrap_future(self._pool.submit(run))
        finally:
            ticket.drop()

    async def await_(self, work: Callable[[], Coroutine[Any, Any, _T]], ticket: Ticket) -> _T:
        """Return what a coroutine function returns."""

        async def run() -> _T:
            with ticket.held(), _plain_errors(awaited=True):
                return await work()

        try:
            return await asyncio.wrap_future(self._send(run()))
        finally:
            ticket.drop()

    async def stream(self, work: Callable[[], AsyncGenerator[_T, None]], ticket: Ticket) -> AsyncGenerator[_T, None]:
        """Yield what an asynchronous generator yields; closing this one closes that one."""
        here, queue = asyncio.get_running_loop(), asyncio.Queue[tuple[_T] | None]()

        async def pump() -> None:
            with ticket.held(), _plain_errors(awaited=True):
                async with aclosing(work()) as items:
                    async for item in items:
                        here.call_soon_threadsafe(queue.put_nowait, (item,))

        running = self._send(pump())
        running.add_done_callback(lambda _: here.call_soon_threadsafe(queue.put_nowait, None))
        try:
            while (item := await queue.get()) is not None:
                yield item[0]
            running.result()
        finally:
            running.cancel()
            ticket.drop()

    def _send(self, work: Coroutine[Any, Any, _T]) -> "Future[_T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def _run(self) -> None:
        """Run the loop, and again when something has ended it: a task of a part may exit, or stop the loop."""
        while not self._closing:
            try:
                self._loop.run_forever()
            except BaseException as error:  # noqa: BLE001 - the interrupt of a person never comes to this thread
                _LOG.error("fundamento.service part=answers error=%s", name_failure(error))


@contextmanager
def _plain_errors(*, awaited: bool) -> Iterator[None]:
    """Turn what would end a loop into a `PartError`; where the work is awaited, its own cancellation goes on."""
    cancelled = count_cancellations()
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        if awaited and (isinstance(error, GeneratorExit) or count_cancellations() > cancelled):
            raise
        raise PartError(name_failure(error)) from None


def call_plainly(function: Callable[..., _T], *given: object) -> _T:
    """Return what a function returns. Raises `PartError` for what would end the loop that waits for it."""
    with _plain_errors(awaited=False):
        return function(*given)


def keep_quiet(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what nobody was there to catch by its class: by itself, a loop writes out what was raised, in its words."""
    error = context.get("exception")
    named = name_failure(error) if isinstance(error, BaseException) else OTHER
    _LOG.error("fundamento.service part=loop error=%s", named)


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
