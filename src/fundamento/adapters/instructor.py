"""Asks a model through an instructor client, in whatever mode the client was made with."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import aclosing, closing
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from fundamento.adapters.completions import Completion, read_completion
from fundamento.adapters.deltas import Heard
from fundamento.adapters.failures import find_cause, is_content_filter, model_error
from fundamento.adapters.messages import copied, copy_messages
from fundamento.adapters.silence import silenced
from fundamento.adapters.threads import drain_in_threads
from fundamento.adapters.usage import count_usage, field
from fundamento.contract.dialects import Dialect, dialect_for
from fundamento.errors import ConfigurationError, ModelError
from fundamento.models import ModelReply, ModelRequest, Stop, Usage

if TYPE_CHECKING:
    from instructor import AsyncInstructor, Instructor

    from fundamento.contract.responses import Response

_RESERVED: Final[Mapping[str, str]] = {
    "model": "Name the model with model=, or when the client is made.",
    "messages": "The flow writes the messages.",
    "input": "The flow writes the messages.",
    "contents": "The flow writes the messages.",
    "response_model": "The schema of the answer is the contract's.",
    "response_format": "The schema of the answer is the contract's.",
    "tools": "The schema of the answer is the contract's.",
    "functions": "The schema of the answer is the contract's.",
    "max_retries": "The flow owns every repair; set the network retries of the provider's client where it is made.",
    "token_budget": "The flow owns every repair, and its budget is in the policy.",
    "stream": "Verified claims are streamed by Grounder.stream.",
    "n": "An answer is one completion.",
    "hooks": "Register hooks on the client itself.",
    "context": "Messages are no templates here.",
    "validation_context": "Messages are no templates here.",
    "strict": "Strictness follows from the policy.",
}
# These force a schema only where the request says `strict`.
_STRICT_ON_REQUEST: Final = frozenset({"openai", "azure"})
# The raw clients whose streams are known; any other is asked at once.
_STREAMING: Final = frozenset({"openai", "anthropic"})


class InstructorModel:
    """A model behind an instructor client; each `ask` is one call of the client, with instructor's retries off.

    `client` comes from `instructor.from_provider`, `from_openai`, `from_anthropic` and the like. `model` is needed only
    where the client was made without one. `dialect` follows from provider and model unless it is given. `parameters`
    are the provider's own (`{"temperature": 0, "max_tokens": 800}`), sent with each call.

    The network retries of the provider's own client stay as they were configured (OpenAI's and Anthropic's make two
    unless they are made with `max_retries=0`); `network_retries` tells. Raises `ConfigurationError` for a parameter
    that is not the caller's to set.
    """

    def __init__(
        self,
        client: "Instructor | AsyncInstructor",
        *,
        model: str | None = None,
        dialect: Dialect | None = None,
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self._client: Any = client
        self._asynchronous = inspect.iscoroutinefunction(client.create)
        self._model = model
        self._parameters = _checked(parameters)
        if "PARALLEL" in str(field(field(client, "mode"), "name")):
            raise ConfigurationError(
                "The instructor client is in a mode for several parallel answers.",
                hint="Make it with mode=instructor.Mode.TOOLS or mode=instructor.Mode.JSON_SCHEMA.",
            )
        self._raw = _package(field(client, "client"))
        self._provider = str(field(field(client, "provider"), "value") or "unknown")
        parts = (self._provider.replace("unknown", ""), model or _client_model(client))
        self._name = "/".join(part for part in parts if part) or "unknown"
        self._dialect = dialect_for(self._name) if dialect is None else dialect

    @property
    def name(self) -> str:
        """The provider and, where it is known, the model: `openai/gpt-5-mini`."""
        return self._name

    @property
    def dialect(self) -> Dialect:
        """What schema the provider takes."""
        return self._dialect

    @property
    def network_retries(self) -> int | None:
        """How often the provider's own client sends a failed request again; None where it does not say."""
        retries = field(self._client.client, "max_retries")
        return retries if isinstance(retries, int) else None

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Call the model once. Raises `ModelError` without output, `ConfigurationError` for an async client."""
        if self._asynchronous:
            raise ConfigurationError(
                "An asynchronous instructor client cannot be asked synchronously.",
                hint="Call aanswer, or make the client without async_client=True.",
            )
        call = _Call(self._client, request, self._arguments(request))
        try:
            with silenced():
                call.parsed = self._client.create(**call.arguments)
        except Exception as error:  # noqa: BLE001 - whatever a provider raises becomes a ModelError below
            call.failure = error
        return self._reply(call)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same without blocking the event loop; a synchronous client is called in a thread.

        `request.seconds` bounds the wait; a request that a thread has sent already ends by its own timeout.
        """
        if not self._asynchronous:
            return await self._ask_in_thread(request)
        call = _Call(self._client, request, self._arguments(request))
        try:
            with silenced():
                async with asyncio.timeout(request.seconds):
                    call.parsed = await self._client.create(**call.arguments)
        except Exception as error:  # noqa: BLE001 - whatever a provider raises becomes a ModelError below
            call.failure = error
        return self._reply(call)

    def stream(self, request: ModelRequest, /) -> Iterator[str | ModelReply]:
        """Call the model once and yield its output as it comes, then the reply; closing it closes the connection.

        OpenAI's clients and Anthropic's stream; through any other the reply comes at once. Raises as `ask` does.
        """
        if self._asynchronous or self._raw not in _STREAMING:
            yield self.ask(request)
            return
        call = self._streamed(request)
        try:
            with silenced():
                call.parsed = self._client.create(**call.arguments)
        except Exception as error:  # noqa: BLE001 - the client makes no answer of a stream; what came is in the call
            call.failure = error
        if not call.streams:
            yield self._reply(call)
            return
        failure: Exception | None = None
        with closing(call.received):
            try:
                for event in call.received:
                    if text := call.heard.take(event):
                        yield text
            except Exception as error:  # noqa: BLE001 - whatever a provider raises becomes a ModelError below
                failure = error
        yield self._heard(call, failure)

    async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        """Do the same without blocking the event loop; a synchronous client is read in a thread."""
        if not self._asynchronous:
            async with aclosing(drain_in_threads(self.stream(request))) as pieces:
                async for piece in pieces:
                    yield piece
            return
        if self._raw not in _STREAMING:
            yield await self.aask(request)
            return
        call = self._streamed(request)
        try:
            with silenced():
                call.parsed = await self._client.create(**call.arguments)
        except Exception as error:  # noqa: BLE001 - as above
            call.failure = error
        if not call.streams:
            yield self._reply(call)
            return
        failure: Exception | None = None
        try:
            async for event in call.received:
                if text := call.heard.take(event):
                    yield text
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        finally:
            await call.received.close()
        yield self._heard(call, failure)

    def _streamed(self, request: ModelRequest) -> "_Call":
        arguments = {**self._arguments(request), "stream": True}
        mode = str(field(field(self._client, "mode"), "name"))
        if self._raw == "openai" and "RESPONSES" not in mode:
            arguments["stream_options"] = {"include_usage": True}
        return _Call(self._client, request, arguments)

    def _heard(self, call: "_Call", failure: Exception | None) -> ModelReply:
        if failure is not None:
            raise self._error(failure)
        call.received, call.failure = call.heard.completion(), None
        return self._reply(call)

    async def _ask_in_thread(self, request: ModelRequest) -> ModelReply:
        try:
            async with asyncio.timeout(request.seconds):
                return await asyncio.to_thread(self.ask, request)
        except TimeoutError as error:
            late = error
        raise self._error(late)

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        arguments: dict[str, Any] = {name: copied(value) for name, value in self._parameters.items()}
        if self._model is not None:
            arguments["model"] = self._model
        if request.seconds is not None and field(self._client.client, "with_options") is not None:
            # Only the clients with `with_options` (OpenAI, Anthropic, Groq, Cerebras) take a timeout for one call.
            limits = (request.seconds, arguments.get("timeout"), field(self._client.client, "timeout"))
            arguments["timeout"] = min(limit for limit in limits if isinstance(limit, (int, float)))
        arguments["messages"] = copy_messages(request.messages, self._provider)
        # Zero is one attempt, whichever way a version of instructor counts.
        return {**arguments, "response_model": _prepared(request.wire.model), "max_retries": 0}

    def _reply(self, call: "_Call") -> ModelReply:
        completion, failure = call.completion, call.failure
        if completion is None and failure is not None:
            if is_content_filter(find_cause(failure)):
                return ModelReply("", stop=Stop.CONTENT_FILTER)
            raise self._error(failure)
        read = read_completion(completion) or _parsed(call.parsed)
        if read is None:
            raise ModelError(
                f"The model {self._name} answered in a shape that is not known ({type(completion).__name__}).",
                hint="Check the client's base URL; for another kind of client, wrap it in a callable.",
                provider_error=failure,
            )
        model = field(completion, "model") or field(completion, "model_version")
        return ModelReply(
            output=read.output,
            stop=read.stop,
            model=model if isinstance(model, str) else None,
            usage=count_usage(completion) if call.sent else Usage(0, 0),
        )

    def _error(self, failure: Exception) -> ModelError:
        return model_error(failure, asked=self._name, dialect=self._dialect.name)


@lru_cache(maxsize=512)
def _prepared(model: "type[Response]") -> type:
    """Return the class that instructor would make of this one anew for each call, its JSON schema included."""
    from instructor import response_schema  # noqa: PLC0415 - whoever has a client of it has loaded it

    return response_schema(model)


class _Call:
    """One call: what it sends, and what comes back by way of hooks that only this call has."""

    __slots__ = ("_answers", "arguments", "failure", "heard", "parsed")

    def __init__(self, client: Any, request: ModelRequest, arguments: dict[str, Any]) -> None:  # noqa: ANN401 - vendor's
        self._answers: list[Any] = []
        self.heard = Heard(calls=False)
        self.parsed: object = None
        self.failure: Exception | None = None
        hooks = type(client.hooks)()
        hooks.on("completion:response", self._answers.append)
        hooks.on("completion:kwargs", self._prepare)
        if request.wire.dialect.name in _STRICT_ON_REQUEST:
            hooks.on("completion:kwargs", _forced if request.wire.strict else _unforced)
        self.arguments = {**arguments, "hooks": hooks}

    @property
    def sent(self) -> bool:
        """Whether a provider was asked at all: instructor may have answered from its cache."""
        return bool(self._answers)

    @property
    def received(self) -> Any:  # noqa: ANN401 - vendor's
        """What the provider's client gave last: a completion, or a stream."""
        return self._answers[-1]

    @received.setter
    def received(self, completion: object) -> None:
        self._answers.append(completion)

    @property
    def streams(self) -> bool:
        """Whether the provider's client gave a stream."""
        return self.sent and callable(field(self.received, "close"))

    @property
    def completion(self) -> object:
        """The provider's completion, also where it could not be parsed; None where there was none."""
        return self.received if self.sent else field(self.parsed, "_raw_response")

    def _prepare(self, *_: object, **arguments: object) -> None:
        self.heard = Heard(calls=bool(arguments.get("tools")))


def _forced(*_: object, **arguments: object) -> None:
    # instructor asks OpenAI for strict decoding in one of its modes only; each part is made anew for each request.
    for schema in _schemas(arguments):
        schema["strict"] = True


def _unforced(*_: object, **arguments: object) -> None:
    for schema in _schemas(arguments):
        schema.pop("strict", None)


def _schemas(arguments: Mapping[str, object]) -> list[dict[str, object]]:
    tools = arguments.get("tools")
    found = [
        field(arguments.get("response_format"), "json_schema"),
        field(arguments.get("text"), "format"),
        *(field(tool, "function") or tool for tool in (tools if isinstance(tools, list) else ())),
    ]
    return [schema for schema in found if isinstance(schema, dict)]


def _parsed(parsed: object) -> Completion | None:
    payload = field(parsed, "payload")
    return Completion(payload, Stop.COMPLETE) if payload and isinstance(payload, (str, Mapping)) else None


def _checked(parameters: Mapping[str, object] | None) -> dict[str, object]:
    if parameters is None:
        return {}
    if not isinstance(parameters, Mapping):
        raise ConfigurationError(
            f"parameters= is a {type(parameters).__name__}.",
            hint='Give a mapping of the provider\'s own names: {"temperature": 0, "max_tokens": 800}.',
        )
    for name in parameters:
        if name in _RESERVED:
            raise ConfigurationError(f"parameters= cannot set '{name}'.", hint=_RESERVED[name])
    return dict(parameters)


def _package(client: object) -> str:
    modules = (kind.__module__.partition(".")[0] for kind in type(client).__mro__)
    return next((module for module in modules if module in _STREAMING), "")


def _client_model(client: Any) -> str | None:  # noqa: ANN401 - vendor's
    named = field(field(client, "kwargs"), "model") or client.default_model
    if named is None and inspect.isfunction(client.create_fn):
        # instructor keeps the model that a client was made with in the closure of its `create` alone.
        named = inspect.getclosurevars(client.create_fn).nonlocals.get("default_model")
    return named if isinstance(named, str) else None
