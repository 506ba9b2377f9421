"""Where the work is done, apart from the loop that listens: checks over long texts never keep it from answering."""

import asyncio
import contextvars
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing
from threading import Thread
from typing import Any, Final, TypeVar

from fundamento.service.limits import Ticket

_T = TypeVar("_T")

# Threads that compute take the interpreter in turns; each one more makes the listening loop wait for its turn longer.
_THREADS: Final = 4


class Workroom:
    """An event loop of its own in a thread, for what awaits a model, and a few threads for what does not await.

    Cancelling whoever waits cancels what is awaited there; a thread goes on to its end, and holds its ticket till then.
    """

    __slots__ = ("_loop", "_pool", "_thread")

    def __init__(self) -> None:
        self._loop: Final = asyncio.new_event_loop()
        self._pool: Final = ThreadPoolExecutor(_THREADS, thread_name_prefix="fundamento-work")
        self._thread: Final = Thread(target=self._loop.run_forever, name="fundamento-answers", daemon=True)

    def open(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop; what still runs is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(_cancel_others(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
        self._loop.close()

    async def call(self, work: Callable[[], _T], ticket: Ticket) -> _T:
        """Return what a function returns that does not await."""
        context = contextvars.copy_context()

        def run() -> _T:
            with ticket.held():
                return context.run(work)

        try:
            return await asyncio.wrap_future(self._pool.submit(run))
        finally:
            ticket.drop()

    async def await_(self, work: Callable[[], Coroutine[Any, Any, _T]], ticket: Ticket) -> _T:
        """Return what a coroutine function returns."""

        async def run() -> _T:
            with ticket.held():
                return await work()

        try:
            return await asyncio.wrap_future(self._send(run()))
        finally:
            ticket.drop()

    async def stream(self, work: Callable[[], AsyncGenerator[_T, None]], ticket: Ticket) -> AsyncGenerator[_T, None]:
        """Yield what an asynchronous generator yields; closing this one closes that one."""
        here, queue = asyncio.get_running_loop(), asyncio.Queue[tuple[_T] | None]()

        async def pump() -> None:
            with ticket.held():
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


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
