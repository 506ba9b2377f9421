"""One model's output, piece by piece as it comes in."""

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Final

from fundamento.contract.outputs import write_output
from fundamento.engine.flow import Reply
from fundamento.engine.reply_validation import accept_reply, read_failure
from fundamento.errors import ModelError
from fundamento.failures import Contained, count_cancellations
from fundamento.models import Model, ModelReply, ModelRequest, Stop

# Of any other stop, the output is no part of an answer.
_WITH_OUTPUT: Final = frozenset({Stop.COMPLETE, Stop.LENGTH})


class _Received:
    """What one call has returned so far."""

    __slots__ = ("_asked", "_last", "_pieces", "_seconds")

    def __init__(self, asked: str) -> None:
        self._asked = asked
        self._seconds = 0.0
        self._pieces: list[str] = []
        self._last: object = None

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Count what is waited for the model, and not what the reader of the stream does between two pieces."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self._seconds += time.perf_counter() - started

    def take(self, piece: object) -> str:
        """Keep what came; return its text, where there is any."""
        if isinstance(piece, str):
            self._pieces.append(piece)
            return piece
        self._last = piece
        return ""

    def take_whole(self, reply: object) -> str:
        """Keep a reply that came at once; return its output as the one piece of it."""
        self._last = reply
        if not isinstance(reply, ModelReply) or reply.stop not in _WITH_OUTPUT:
            return ""
        return reply.output if isinstance(reply.output, str) else write_output(reply.output)

    def end(self) -> Reply:
        """Return the reply: the one that came last, or what the pieces come to."""
        last = self._last
        if last is None:
            text = "".join(self._pieces)
            last = ModelReply(text, Stop.COMPLETE if text.strip() else Stop.EMPTY)
        return self._reply(accept_reply(last, self._asked))

    def fail(self, error: BaseException) -> Reply:
        """Return the reply of a call that failed. Raises errors of configuration and of input again."""
        return self._reply(read_failure(error, self._asked))

    def _reply(self, outcome: ModelReply | ModelError) -> Reply:
        return Reply(outcome, self._seconds)


class ModelStream:
    """Calls a model and returns its output piece by piece; all at once where the model has no `stream`."""

    __slots__ = ("_model", "_pieces", "_received")

    def __init__(self, model: Model | None) -> None:
        self._model = model
        self._pieces: Iterator[object] | None = None
        self._received = _Received("")

    def open(self, request: ModelRequest) -> str | Reply:
        """Call the model and return the first piece, or the reply where that is all."""
        if self._model is None:
            raise TypeError("There is no model to ask.")
        self._received = _Received(self._model.name)
        self.close()
        stream = getattr(self._model, "stream", None)
        with Contained() as called, self._received.timing():
            if stream is not None:
                self._pieces = iter(stream(request))
            elif text := self._received.take_whole(self._model.ask(request)):
                return text
        return self._received.fail(called.error) if called.failed else self.more()

    def more(self) -> str | Reply:
        """Return the next piece, or the reply at the end."""
        with Contained() as called, self._received.timing():
            for piece in self._pieces or ():
                if text := self._received.take(piece):
                    return text
        self.close()
        return self._received.fail(called.error) if called.failed else self._received.end()

    def close(self) -> None:
        """End the model's stream, where it has not ended."""
        pieces, self._pieces = self._pieces, None
        close = getattr(pieces, "close", None)
        if close is not None:
            with Contained():  # the output is here, or its failure is known
                close()


class AsyncModelStream:
    """Does the same for a model that is awaited; `request.seconds` bounds the whole output."""

    __slots__ = ("_ends", "_model", "_pieces", "_received")

    def __init__(self, model: Model | None) -> None:
        self._model = model
        self._pieces: AsyncIterator[object] | None = None
        self._ends: float | None = None  # by the event loop's clock
        self._received = _Received("")

    async def open(self, request: ModelRequest) -> str | Reply:
        """Call the model and return the first piece, or the reply where that is all."""
        if self._model is None:
            raise TypeError("There is no model to ask.")
        self._received = _Received(self._model.name)
        await self.aclose()
        self._ends = None if request.seconds is None else _loop_time() + request.seconds
        stream = getattr(self._model, "astream", None)
        with Contained(awaited=True) as called, self._received.timing():
            if stream is not None:
                self._pieces = aiter(stream(request))
            elif text := self._received.take_whole(await self._model.aask(request)):
                return text
        return self._received.fail(called.error) if called.failed else await self.more()

    async def more(self) -> str | Reply:
        """Return the next piece, or the reply at the end."""
        from asyncio import timeout_at  # noqa: PLC0415 - whoever awaits has it already

        cancelled = count_cancellations()
        with Contained(awaited=True) as called, self._received.timing():
            async with timeout_at(self._ends):
                if self._pieces is not None:
                    async for piece in self._pieces:
                        _refuse_lost_cancellation(cancelled)
                        if text := self._received.take(piece):
                            return text
        await self.aclose()
        return self._received.fail(called.error) if called.failed else self._received.end()

    async def aclose(self) -> None:
        """End the model's stream, where it has not ended."""
        pieces, self._pieces = self._pieces, None
        close = getattr(pieces, "aclose", None)
        if close is not None:
            with Contained(awaited=True):  # as above
                await close()


def _refuse_lost_cancellation(before: int) -> None:
    """Cancel again what was cancelled while a piece came in: `wait_for` of Python 3.11 may lose it on the way."""
    if count_cancellations() > before:
        from asyncio import CancelledError  # noqa: PLC0415 - whoever awaits has it already

        raise CancelledError


def _loop_time() -> float:
    from asyncio import get_running_loop  # noqa: PLC0415 - as above

    return get_running_loop().time()
