"""A LangChain runnable that answers a question from documents: `retriever | grounded(chat_model)`."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

from fundamento.errors import MissingExtraError

try:
    from langchain_core.runnables import Runnable, RunnableConfig
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] != "langchain_core":
        raise
    raise MissingExtraError("langchain-core", extra="langchain", purpose="The LangChain adapter") from None

from fundamento.adapters.langchain_documents import DocumentFragment, read_request, to_document, to_fragment
from fundamento.adapters.langchain_models import LangChainModel, Method
from fundamento.events import Event
from fundamento.fragments import RecordSource
from fundamento.grounder import Grounder
from fundamento.policy.bundle import Bundle
from fundamento.policy.ruling import PolicySource
from fundamento.result import Result
from fundamento.settings import Settings
from fundamento.streams import StreamEvent

__all__ = ["DocumentFragment", "Grounded", "LangChainModel", "grounded", "to_document", "to_fragment"]


class Grounded(Runnable[dict[str, Any], StreamEvent]):
    """A `Grounder` as a runnable; `invoke` gives the `Result`, `stream` what `Grounder.stream` yields.

    It takes `{"question", "documents", "reader"?, "history"?, "scope"?, "as_of"?}`: documents are LangChain's or
    fragments, history is any messages. Callbacks, tags and metadata of the run reach the chat model. Raises what
    `Grounder.answer` raises.
    """

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder
        self.name = "grounded"

    @property
    def InputType(self) -> Any:  # noqa: ANN401, N802 - LangChain's name, and a type has no narrower type
        """What LangChain shows as the input of the chain."""
        return dict[str, Any]

    @property
    def OutputType(self) -> Any:  # noqa: ANN401, N802 - as above
        """What LangChain shows as the output of the chain."""
        return Any

    def invoke(self, input: dict[str, Any], config: RunnableConfig | None = None, **_: Any) -> Result:  # noqa: A002, ANN401 - LangChain's names
        """Answer one request."""
        result: Result = self._call_with_config(self._answer, input, config, run_type="chain")  # type: ignore[assignment]  # LangChain types the output of all methods alike
        return result

    async def ainvoke(self, input: dict[str, Any], config: RunnableConfig | None = None, **_: Any) -> Result:  # noqa: A002, ANN401 - as above
        """Do the same without blocking the event loop."""
        result: Result = await self._acall_with_config(self._aanswer, input, config, run_type="chain")  # type: ignore[assignment]  # as above
        return result

    def stream(self, input: dict[str, Any], config: RunnableConfig | None = None, **_: Any) -> Iterator[StreamEvent]:  # noqa: A002, ANN401 - as above
        """Yield claims as they are verified; the last item is the `Result`."""
        yield from self._transform_stream_with_config(iter([input]), self._stream, config, run_type="chain")

    async def astream(
        self,
        input: dict[str, Any],  # noqa: A002 - as above
        config: RunnableConfig | None = None,
        **_: Any,  # noqa: ANN401 - as above
    ) -> AsyncIterator[StreamEvent]:
        """Do the same without blocking the event loop."""

        async def given() -> AsyncIterator[dict[str, Any]]:
            yield input

        stream = self._atransform_stream_with_config(given(), self._astream, config, run_type="chain")
        async with aclosing(stream) as events:  # type: ignore[type-var]  # it is a generator, whatever its type says
            async for event in events:
                yield event

    def _answer(self, given: dict[str, Any]) -> StreamEvent:
        request = read_request(given)
        return self.grounder.answer(
            request.question,
            request.fragments,
            reader=request.reader,
            history=request.history,
            scope=request.scope,
            as_of=request.as_of,
        )

    async def _aanswer(self, given: dict[str, Any]) -> StreamEvent:
        request = read_request(given)
        return await self.grounder.aanswer(
            request.question,
            request.fragments,
            reader=request.reader,
            history=request.history,
            scope=request.scope,
            as_of=request.as_of,
        )

    def _stream(self, given: Iterator[dict[str, Any]]) -> Iterator[StreamEvent]:
        for each in given:
            request = read_request(each)
            events = self.grounder.stream(
                request.question,
                request.fragments,
                reader=request.reader,
                history=request.history,
                scope=request.scope,
                as_of=request.as_of,
            )
            with closing(events):
                yield from events

    async def _astream(self, given: AsyncIterator[dict[str, Any]]) -> AsyncIterator[StreamEvent]:
        async for each in given:
            request = read_request(each)
            events = self.grounder.astream(
                request.question,
                request.fragments,
                reader=request.reader,
                history=request.history,
                scope=request.scope,
                as_of=request.as_of,
            )
            async with aclosing(events):
                async for event in events:
                    yield event


def grounded(
    model: object,
    *,
    policy: str | Path | Mapping[str, Any] | Bundle | PolicySource = "observe",
    store: RecordSource | None = None,
    sinks: Callable[[Event], None] | Iterable[Callable[[Event], None]] | None = None,
    settings: Settings | None = None,
    method: Method = "auto",
) -> Grounded:
    """Return a runnable that answers a question from documents: `retriever | grounded(chat_model, policy="standard")`.

    `model` is a LangChain chat model; for its dialect, the language and the like, give `Grounded` a `Grounder` of a
    `LangChainModel`. The other arguments are those of `Grounder`, and `method` that of `LangChainModel`. Raises
    `ConfigurationError`.
    """
    asked = LangChainModel(model, method=method)  # type: ignore[arg-type]  # it says itself what is no chat model
    return Grounded(Grounder(asked, policy=policy, store=store, sinks=sinks, settings=settings))
