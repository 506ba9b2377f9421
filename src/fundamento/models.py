"""What the flow asks of a model, and what it gets back."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, runtime_checkable

from fundamento.contract.dialects import Dialect
from fundamento.contract.wire import WireSchema
from fundamento.fragments import Fragment

Message = Mapping[str, Any]


class Stop(StrEnum):
    """Why a model stopped. Only a `complete` output is expected to be whole."""

    COMPLETE = "complete"
    LENGTH = "length"
    REFUSAL = "refusal"
    CONTENT_FILTER = "content-filter"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens, as the provider counts them; None where it does not say."""

    input_tokens: int | None = None
    output_tokens: int | None = None

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(_plus(self.input_tokens, other.input_tokens), _plus(self.output_tokens, other.output_tokens))

    @property
    def total(self) -> int:
        """All tokens that are known of."""
        return (self.input_tokens or 0) + (self.output_tokens or 0)


NO_USAGE: Final = Usage()


def _plus(one: int | None, other: int | None) -> int | None:
    return one if other is None else other if one is None else one + other


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call to a model.

    `messages` are chat messages with `role` and `content`; never mutated. `wire` holds the schema of the answer.
    `question` and `fragments` (by alias, in order) are the same content unrendered, for generators that are no
    language model. `seconds` bounds the call where the adapter can.
    """

    messages: tuple[Message, ...]
    wire: WireSchema
    question: str
    fragments: Mapping[str, Fragment]
    lang: str = "es"
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What came back: text or an object already parsed, why the model stopped, and what it cost.

    For a refusal, `output` is the text of the refusal. `messages` is what to append to the conversation so that the
    model sees its own output again in a repair; empty: the flow makes a plain assistant message.
    """

    output: str | Mapping[str, Any]
    stop: Stop = Stop.COMPLETE
    model: str | None = None
    usage: Usage = NO_USAGE
    messages: Sequence[Message] = ()


@runtime_checkable
class Model(Protocol):
    """Anything that can be asked. `name` goes into events; `dialect` says what schema it takes."""

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def dialect(self) -> Dialect: ...  # noqa: D102

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Call the model once, without retries. Raises `ModelError` when there is no output at all."""
        ...

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same without blocking the event loop."""
        ...


@runtime_checkable
class StreamingModel(Model, Protocol):
    """A model whose output can be had while it is written. Any other model is asked, and heard all at once."""

    def stream(self, request: ModelRequest, /) -> Iterator[str | ModelReply]:
        """Call the model once and yield the text of its output in pieces, then the whole reply.

        The reply's output is what the pieces come to; without a reply, they are the output. Closing the iterator ends
        the call. Raises `ModelError` as `ask` does, at any piece.
        """
        ...

    def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        """Do the same without blocking the event loop."""
        ...
