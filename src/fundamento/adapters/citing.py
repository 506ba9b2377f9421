"""Models that cite by themselves: fragments go as the provider's documents, and the answer is prose with citations.

No schema is sent: what is cited becomes the contract's claims, and the same checks decide.
"""

import asyncio
import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from fundamento.adapters.citations import FORMATS, parse_cited, read_cited
from fundamento.adapters.citations.writing import write_draft
from fundamento.adapters.failures import model_error
from fundamento.adapters.messages import copied
from fundamento.adapters.usage import field
from fundamento.contract.aliases import Aliases
from fundamento.contract.dialects import DIALECTS, Dialect
from fundamento.errors import ConfigurationError, InputError, ModelError
from fundamento.models import ModelReply, ModelRequest, Stop, Usage


class CitingModel(ABC):
    """What the models of all providers that cite share; each `ask` is one call of the client.

    A provider's own class names its `provider`, which is the format of its answers too, and says what a call is made
    with, why the model stopped and what it cost. The rules are those of the prompt `cited`.
    """

    prompt: Final = "cited"
    provider: ClassVar[str]
    reserved: ClassVar[Mapping[str, str]]

    def __init__(self, call: object, *, client: object, model: str, parameters: Mapping[str, object] | None) -> None:
        if not callable(call):
            raise ConfigurationError(
                f"{type(client).__name__} is no client of {self.provider.capitalize()}.", hint="Give the client itself."
            )
        for name in parameters or {}:
            if name in self.reserved:
                raise ConfigurationError(f"parameters= cannot set '{name}'.", hint=self.reserved[name])
        self._call: Any = call
        self._asynchronous = inspect.iscoroutinefunction(inspect.unwrap(call))
        self._model = model
        self._parameters = {name: copied(value) for name, value in (parameters or {}).items()}

    @property
    def name(self) -> str:
        """The provider and the model."""
        return f"{self.provider}/{self._model}"

    @property
    def dialect(self) -> Dialect:
        """What schema the provider takes; none is sent here."""
        return DIALECTS[self.provider]

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Call the model once. Raises `ModelError` without output, `ConfigurationError` for an async client."""
        if self._asynchronous:
            raise ConfigurationError(
                "An asynchronous client cannot be asked synchronously.",
                hint="Call aanswer, or give a synchronous client.",
            )
        try:
            return self._reply(self._call(**self.make_arguments(request)), request)
        except (ConfigurationError, ModelError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever the client raises becomes a ModelError below
            failure = error
        raise self._error(failure)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same without blocking the event loop; a synchronous client is called in a thread.

        `request.seconds` bounds the wait; a request that a thread has sent already ends by its own timeout.
        """
        try:
            async with asyncio.timeout(request.seconds):
                if not self._asynchronous:
                    return await asyncio.to_thread(self.ask, request)
                return self._reply(await self._call(**self.make_arguments(request)), request)
        except (ConfigurationError, ModelError):
            raise
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        raise self._error(failure)

    @abstractmethod
    def make_arguments(self, request: ModelRequest) -> dict[str, Any]:
        """Return what the client is called with."""

    @abstractmethod
    def read_stop(self, completion: object) -> Stop:
        """Say why the model stopped."""

    @abstractmethod
    def read_usage(self, completion: object) -> Usage:
        """Return the tokens that a call took."""

    def _reply(self, completion: object, request: ModelRequest) -> ModelReply:
        try:
            cited = parse_cited(completion, self.provider)
        except InputError as error:
            raise ModelError(
                f"The model {self.name} answered in a shape that is not known ({type(completion).__name__}).",
                hint="Check the client's base URL.",
                provider_error=error,
            ) from None
        stop = self.read_stop(completion)
        quotes = FORMATS[self.provider].quotes
        texts = {} if quotes else {alias: fragment.text for alias, fragment in request.fragments.items()}
        draft = read_cited(cited, Aliases(request.fragments, request.fragments, fold_case=False))
        # What was cut off may end in half a statement: as text it is no answer of the contract.
        whole = stop is Stop.COMPLETE and draft.answer is not None
        model, text = field(completion, "model"), cited.text.strip()
        return ModelReply(
            output=write_draft(draft, texts) if whole else cited.text,
            stop=stop if whole or stop is not Stop.COMPLETE else Stop.EMPTY,
            model=model if isinstance(model, str) else None,
            usage=self.read_usage(completion),
            messages=({"role": "assistant", "content": text},) if text else (),
        )

    def _error(self, failure: Exception) -> ModelError:
        return model_error(failure, asked=self.name, dialect=self.dialect.name)


def find_question(messages: list[dict[str, Any]], question: str) -> int:
    """Return the place of the message that asks: the last one that is the question, and nothing else."""
    asked = [place for place, message in enumerate(messages) if message.get("content") == question]
    return asked[-1] if asked else len(messages) - 1
