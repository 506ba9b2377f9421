"""Asks any function that answers messages and a JSON schema with text or an object."""

import asyncio
import copy
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import aclosing, closing
from typing import Any, Final, TypeAlias

from fundamento.adapters.failures import find_status, may_pass
from fundamento.adapters.threads import drain_in_threads
from fundamento.contract.dialects import Dialect, dialect_for
from fundamento.errors import ConfigurationError, FundamentoError, ModelError
from fundamento.models import ModelReply, ModelRequest, Stop

Answer: TypeAlias = str | Mapping[str, Any] | ModelReply
Pieces: TypeAlias = Iterator[str | ModelReply] | AsyncIterator[str | ModelReply]
Answerer: TypeAlias = Callable[[list[dict[str, Any]], dict[str, Any]], Answer | Awaitable[Answer] | Pieces]

_GENERIC: Final = "generic"


class CallableModel:
    """A model behind a function, synchronous or not: `(messages, schema) -> str | dict`.

    `messages` are chat messages with `role` and `content`; `schema` is the JSON schema of the answer in `dialect` (the
    smallest common subset unless one is given). Both are the function's own copies. It may return a `ModelReply` to
    say why the model stopped and what it cost, and it may be a generator of text, synchronous or not, for streams (with
    a `ModelReply` as its last item, if it wants to). What it raises becomes a `ModelError`, retryable where the
    exception has a true `retryable`, or is a time-out, a lost connection or an HTTP status that may pass. This
    library's own errors pass unchanged.
    """

    def __init__(self, function: Answerer, *, name: str | None = None, dialect: Dialect | None = None) -> None:
        if not callable(function):
            raise ConfigurationError(
                f"{type(function).__name__} is not callable.", hint="Give a function: (messages, schema) -> str | dict."
            )
        self._function = function
        called = getattr(function, "__call__", None)  # noqa: B004 - an object whose __call__ is a coroutine function
        self._asynchronous = any(
            inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each) for each in (function, called)
        )
        self._name = name or _name_of(function)
        self._dialect = dialect or dialect_for(_GENERIC)

    @property
    def _described(self) -> str:
        return "The callable" if self._name == "callable" else f"The callable {self._name}"

    @property
    def name(self) -> str:
        """The name given, or the function's own."""
        return self._name

    @property
    def dialect(self) -> Dialect:
        """What schema the function is given."""
        return self._dialect

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Call the function once. Raises `ModelError` if it fails, `ConfigurationError` if it is asynchronous."""
        if self._asynchronous:
            raise self._asynchronous_error()
        answer = self._called(request)
        if inspect.isawaitable(answer) or isinstance(answer, AsyncIterator):
            if inspect.iscoroutine(answer):
                answer.close()  # One that is dropped unawaited warns.
            raise self._asynchronous_error()
        return self._whole(list(self._pieces(answer))) if isinstance(answer, Iterator) else self._reply(answer)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same without blocking the event loop; a synchronous function runs in a thread.

        `request.seconds` bounds the wait; a synchronous function that is late is left to end by itself.
        """
        failure: Exception
        try:
            async with asyncio.timeout(request.seconds):
                answer = (
                    self._function(*_arguments(request))
                    if self._asynchronous
                    else await asyncio.to_thread(self._called, request)
                )
                if inspect.isawaitable(answer):
                    answer = await answer
                if isinstance(answer, AsyncIterator):
                    return self._whole([piece async for piece in answer])
                if isinstance(answer, Iterator):
                    return self._whole(await asyncio.to_thread(list, answer))
                return self._reply(answer)
        except FundamentoError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the function raises becomes a ModelError below
            failure = error
        raise self._error(failure)

    def stream(self, request: ModelRequest, /) -> Iterator[str | ModelReply]:
        """Call the function once and yield what it yields; what it returns comes at once. Raises as `ask` does."""
        answer = None if self._asynchronous else self._called(request)
        if isinstance(answer, Iterator):
            yield from self._pieces(answer)
        elif answer is None or inspect.isawaitable(answer) or isinstance(answer, AsyncIterator):
            if inspect.iscoroutine(answer):
                answer.close()  # One that is dropped unawaited warns.
            raise self._asynchronous_error()
        else:
            yield from self._at_once(answer)

    async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        """Do the same without blocking the event loop; a synchronous function runs in a thread."""
        failure: Exception
        try:
            answer = (
                self._function(*_arguments(request))
                if self._asynchronous
                else await asyncio.to_thread(self._called, request)
            )
            if inspect.isawaitable(answer):
                answer = await answer
            if isinstance(answer, AsyncIterator):
                async with aclosing(_closable(answer)) as pieces:
                    async for piece in pieces:
                        yield piece
                return
            if isinstance(answer, Iterator):
                async with aclosing(drain_in_threads(self._pieces(answer))) as drained:
                    async for piece in drained:
                        yield piece
                return
        except FundamentoError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the function raises becomes a ModelError below
            failure = error
        else:
            for piece in self._at_once(answer):
                yield piece
            return
        raise self._error(failure)

    def _pieces(self, pieces: Iterator[Any]) -> Generator[Any, None, None]:
        try:
            with closing(_generated(pieces)) as yielded:
                yield from yielded
        except FundamentoError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        else:
            return
        raise self._error(failure)

    def _at_once(self, answer: object) -> Iterator[str | ModelReply]:
        reply = self._reply(answer)
        if isinstance(reply.output, str) and reply.stop in {Stop.COMPLETE, Stop.LENGTH}:
            yield reply.output
        yield reply

    def _whole(self, pieces: list[object]) -> ModelReply:
        last = pieces[-1] if pieces else ""
        return self._reply(last if isinstance(last, ModelReply) else "".join(map(str, pieces)))

    def _called(self, request: ModelRequest) -> object:
        try:
            return self._function(*_arguments(request))
        except FundamentoError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the function raises becomes a ModelError below
            failure = error
        raise self._error(failure)

    def _reply(self, answer: object) -> ModelReply:
        if isinstance(answer, ModelReply):
            return answer
        if isinstance(answer, str):
            return ModelReply(answer, stop=Stop.COMPLETE if answer.strip() else Stop.EMPTY)
        if isinstance(answer, Mapping):
            return ModelReply(answer)
        raise ModelError(
            f"{self._described} returned {type(answer).__name__}.",
            hint="Return the answer as text, or as a mapping in the schema's shape.",
        )

    def _error(self, failure: Exception) -> ModelError:
        late = isinstance(failure, TimeoutError)
        return ModelError(
            f"{self._described} failed ({type(failure).__name__}).",
            hint="It took too long." if late else "See provider_error for what it said.",
            retryable=late or may_pass(failure) or getattr(failure, "retryable", False) is True,
            status=find_status(failure),
            provider_error=failure,
        )

    def _asynchronous_error(self) -> ConfigurationError:
        return ConfigurationError(
            f"{self._described} is asynchronous, so it cannot be asked synchronously.",
            hint="Call aanswer, or give a synchronous function.",
        )


def _arguments(request: ModelRequest) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    return [copy.deepcopy(dict(message)) for message in request.messages], copy.deepcopy(dict(request.wire.schema))


def _generated(pieces: Iterator[Any]) -> Generator[Any, None, None]:
    """Return a generator over any iterator, so that it can be closed; a generator is closed with it."""
    yield from pieces


async def _closable(pieces: AsyncIterator[Any]) -> AsyncGenerator[Any, None]:
    try:
        async for piece in pieces:
            yield piece
    finally:
        if isinstance(pieces, AsyncGenerator):
            await pieces.aclose()


def _name_of(function: object) -> str:
    name = getattr(function, "__name__", None) or type(function).__name__
    return name if name.isidentifier() else "callable"
