"""Asks a model through a LangChain chat model."""

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, closing
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from fundamento.adapters.failures import find_cause, is_content_filter, model_error
from fundamento.adapters.langchain_messages import HeardMessage, read_message
from fundamento.adapters.messages import copied
from fundamento.adapters.usage import field
from fundamento.contract.dialects import Dialect, dialect_for
from fundamento.contract.wire import WireSchema
from fundamento.errors import ConfigurationError, MissingExtraError, ModelError
from fundamento.models import ModelReply, ModelRequest, Stop
from fundamento.prompts import load_prompt

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

Method: TypeAlias = Literal["auto", "json_schema", "function_calling", "text"]

# These force a schema only where the request says `strict`.
_STRICT_ON_REQUEST: Final = frozenset({"openai", "azure"})
# OpenAI's client raises these instead of giving the completion, which is in them.
_CUT: Final = {"LengthFinishReasonError": Stop.LENGTH, "ContentFilterFinishReasonError": Stop.CONTENT_FILTER}
_MANY: Final = 64  # runnables to keep, one for each number of fragments


class LangChainModel:
    """A model behind a LangChain chat model; each `ask` is one call of it, in the context of the run that asks.

    `method` is how it is held to the schema: `json_schema`, `function_calling`, or `text` (the schema stands in the
    prompt); `auto` takes the first of these that the model supports. `dialect` follows from provider and model unless
    it is given. The callbacks, tags and metadata of the run around it reach the model as its parent's. Its own network
    retries stay as they were configured. Raises `MissingExtraError` without the extra `langchain`.
    """

    def __init__(self, model: "BaseChatModel", *, method: Method = "auto", dialect: Dialect | None = None) -> None:
        _check(model, method)
        self._model: Any = model
        self._method: Method = _choose(model) if method == "auto" else method
        provider, name = _identity(model)
        self._name = "/".join(part for part in (provider, name) if part) or "unknown"
        self._dialect = dialect_for(self._name) if dialect is None else dialect
        self._runnables: dict[tuple[int, bool, bool], Any] = {}

    @property
    def name(self) -> str:
        """The provider and the model: `openai/gpt-5-mini`."""
        return self._name

    @property
    def dialect(self) -> Dialect:
        """What schema the provider takes."""
        return self._dialect

    @property
    def method(self) -> Method:
        """How the model is held to the schema."""
        return self._method

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Call the chat model once. Raises `ModelError` without output."""
        try:
            return read_message(self._runnable(request.wire).invoke(self._messages(request)))
        except ConfigurationError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a provider raises becomes a ModelError below
            failure = error
        return self._fail(failure)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same without blocking the event loop. `request.seconds` bounds the wait."""
        try:
            async with asyncio.timeout(request.seconds):
                return read_message(await self._runnable(request.wire).ainvoke(self._messages(request)))
        except ConfigurationError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        return self._fail(failure)

    def stream(self, request: ModelRequest, /) -> Iterator[str | ModelReply]:
        """Call the chat model once and yield its output as it comes, then the reply. Raises as `ask` does."""
        heard = HeardMessage(calls=self._method == "function_calling")
        failure: Exception | None = None
        try:
            with closing(self._runnable(request.wire).stream(self._messages(request))) as chunks:
                for chunk in chunks:
                    if text := heard.take(chunk):
                        yield text
        except ConfigurationError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        yield heard.end() if failure is None else self._fail(failure, heard)

    async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        """Do the same without blocking the event loop."""
        heard = HeardMessage(calls=self._method == "function_calling")
        failure: Exception | None = None
        try:
            async with aclosing(self._runnable(request.wire).astream(self._messages(request))) as chunks:
                async for chunk in chunks:
                    if text := heard.take(chunk):
                        yield text
        except ConfigurationError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        yield heard.end() if failure is None else self._fail(failure, heard)

    def _runnable(self, wire: WireSchema) -> Any:  # noqa: ANN401 - vendor's
        if self._method == "text":
            return self._model
        key = (wire.n, wire.strict, wire.quotes)
        found = self._runnables.get(key)
        if found is None:
            if len(self._runnables) >= _MANY:
                self._runnables.clear()
            found = self._runnables[key] = self._held_to(wire)
        return found

    def _held_to(self, wire: WireSchema) -> Any:  # noqa: ANN401 - vendor's
        taken = inspect.signature(self._model.with_structured_output).parameters
        options: dict[str, object] = {"method": self._method} if "method" in taken else {}
        if "strict" in taken and self._dialect.name in _STRICT_ON_REQUEST:
            options["strict"] = wire.strict
        structured = self._model.with_structured_output(copied(wire.schema), **options)
        # It is the model, held to the schema, with a parser behind it; the contract is read by its own decoder.
        bound = field(structured, "first")
        if bound is None:
            raise ConfigurationError(
                f"{type(self._model).__name__} gives its structured output in a form that is not known.",
                hint='Use method="text".',
            )
        return bound

    def _messages(self, request: ModelRequest) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = [copied(message) for message in request.messages]
        if self._method != "text":
            return messages
        schema = json.dumps(request.wire.schema, ensure_ascii=False)
        rule = load_prompt("schema", lang=request.lang).fill("user", {"schema": schema})
        first = next((message for message in messages if message.get("role") == "system"), None)
        if first is None or not isinstance(first["content"], str):
            return [{"role": "system", "content": rule}, *messages]
        first["content"] = f"{first['content']}\n\n{rule}"
        return messages

    def _fail(self, failure: Exception, heard: HeardMessage | None = None) -> ModelReply:
        cause = find_cause(failure)
        if is_content_filter(cause):
            return ModelReply("", stop=Stop.CONTENT_FILTER)
        stop = _CUT.get(type(cause).__name__)
        if stop is not None:
            return _cut(stop, cause, heard)
        raise self._error(failure)

    def _error(self, failure: Exception) -> ModelError:
        return model_error(failure, asked=self._name, dialect=self._dialect.name)


def _cut(stop: Stop, cause: BaseException, heard: HeardMessage | None) -> ModelReply:
    from fundamento.adapters.completions import read_completion  # noqa: PLC0415 - seldom
    from fundamento.adapters.usage import count_usage  # noqa: PLC0415 - as above

    if heard is not None:
        reply = heard.end()
        return ModelReply(reply.output, stop, reply.model, reply.usage)
    completion = field(cause, "completion")
    read = read_completion(completion)
    return ModelReply(read.output if read else "", stop, usage=count_usage(completion))


def _check(model: object, method: object) -> None:
    try:
        from langchain_core.language_models import BaseChatModel  # noqa: PLC0415 - an optional library
    except ModuleNotFoundError:
        raise MissingExtraError("langchain-core", extra="langchain", purpose="A LangChain chat model") from None
    if not isinstance(model, BaseChatModel):
        raise ConfigurationError(
            f"{type(model).__name__} is no LangChain chat model.",
            hint="Give the chat model itself, without .bind(), .with_structured_output() or .with_retry() around it.",
        )
    if method not in get_args(Method):
        raise ConfigurationError(f"There is no method {method!r}.", hint=f"There are: {', '.join(get_args(Method))}.")


def _choose(model: "BaseChatModel") -> Method:
    """Return the strictest method that a chat model supports, by its profile or else by what its class implements."""
    from langchain_core.language_models import BaseChatModel  # noqa: PLC0415 - an optional library

    profile = model.profile or {}
    own = type(model).with_structured_output is not BaseChatModel.with_structured_output
    methods = inspect.signature(model.with_structured_output).parameters.get("method")
    takes_schema = own and methods is not None and "json_schema" in str(methods.annotation)
    if takes_schema and profile.get("structured_output") is not False:
        return "json_schema"
    if type(model).bind_tools is not BaseChatModel.bind_tools and profile.get("tool_calling") is not False:
        return "function_calling"
    return "text"


def _identity(model: Any) -> tuple[str, str]:  # noqa: ANN401 - vendor's
    # What LangChain itself tells of a model in traces.
    said = model._get_ls_params()  # noqa: SLF001 - there is no public way to the provider's name
    provider, name = said.get("ls_provider"), said.get("ls_model_name")
    return (provider if isinstance(provider, str) else ""), (name if isinstance(name, str) else "")
