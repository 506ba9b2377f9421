"""Reads a synchronous stream from an event loop."""

import asyncio
from collections.abc import AsyncGenerator, Generator, Iterator
from typing import Final, TypeVar

_T = TypeVar("_T")
_END: Final = object()


async def drain_in_threads(pieces: Iterator[_T]) -> AsyncGenerator[_T, None]:
    """Yield what an iterator yields, each piece waited for in a thread; closing it closes a generator.

    A piece that a thread waits for when the task is cancelled comes in first.
    """
    waiting: asyncio.Task[object] | None = None
    try:
        while True:
            waiting = asyncio.create_task(asyncio.to_thread(next, pieces, _END))
            piece = await asyncio.shield(waiting)
            if piece is _END:
                return
            yield piece  # type: ignore[misc]  # `next` gives what the iterator yields, or the mark
    finally:
        if isinstance(pieces, Generator):
            if waiting is not None and not waiting.done():
                await asyncio.wait([waiting])  # a generator that runs cannot be closed
            pieces.close()
