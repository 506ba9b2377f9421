"""Asks Claude with Anthropic's own citations: fragments go as documents or search results, and the answer is prose.

Anthropic refuses citations together with structured output (400), so no schema is sent: what is cited becomes the
contract's claims, and the same checks decide.
"""

import asyncio
import inspect
from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from fundamento.adapters.citations import parse_cited, read_cited
from fundamento.adapters.citations.writing import write_draft
from fundamento.adapters.completions import read_completion
from fundamento.adapters.failures import model_error
from fundamento.adapters.messages import copied
from fundamento.adapters.usage import count_usage, field
from fundamento.contract.aliases import Aliases
from fundamento.contract.dialects import DIALECTS, Dialect
from fundamento.conversation import describe_validity, strip_invisible
from fundamento.errors import ConfigurationError, InputError, ModelError
from fundamento.fragments import Fragment
from fundamento.ingest.sentences import find_sentences
from fundamento.language import detect_language
from fundamento.models import ModelReply, ModelRequest, Stop
from fundamento.prompts import load_prompt

if TYPE_CHECKING:
    from anthropic import Anthropic, AsyncAnthropic

Blocks: TypeAlias = Literal["documents", "search-results"]

_EXCLUDED: Final = "Anthropic refuses structured output together with citations; for a schema, go through instructor."
_RESERVED: Final[Mapping[str, str]] = {
    "model": "Name the model with model=.",
    "max_tokens": "Set it with max_tokens=.",
    "messages": "The flow writes the messages.",
    "system": "The flow writes the rules; a system prompt of your own goes into history=.",
    "stream": "Verified claims are streamed by Grounder.stream.",
    "output_config": _EXCLUDED,
    "output_format": _EXCLUDED,
    "tools": "The answer is one message, and its sources are the fragments.",
    "tool_choice": "The answer is one message, and its sources are the fragments.",
}


class AnthropicCitations:
    """A Claude model that cites by itself; each `ask` is one call of the client.

    `client` is an `anthropic.Anthropic` or `AsyncAnthropic`; its network retries stay as they were configured.
    Fragments go as plain text documents, or as search results of one block a sentence, under their aliases.
    `parameters` are the provider's own (`{"stop_sequences": ["###"]}`). The rules are those of the prompt `cited`.
    Raises `ConfigurationError` for a parameter that is not the caller's to set.
    """

    prompt: Final = "cited"

    def __init__(
        self,
        client: "Anthropic | AsyncAnthropic",
        *,
        model: str,
        max_tokens: int = 2_000,
        blocks: Blocks = "documents",
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        create = field(field(client, "messages"), "create")
        if not callable(create):
            raise ConfigurationError(
                f"{type(client).__name__} is no client of Anthropic.", hint="Give anthropic.Anthropic()."
            )
        if blocks not in ("documents", "search-results"):
            raise ConfigurationError(f"There are no blocks {blocks!r}.", hint="There are: documents, search-results.")
        for name in parameters or {}:
            if name in _RESERVED:
                raise ConfigurationError(f"parameters= cannot set '{name}'.", hint=_RESERVED[name])
        self._create: Any = create
        self._asynchronous = inspect.iscoroutinefunction(inspect.unwrap(create))
        self._timeout = field(client, "timeout")
        self._model = model
        self._max_tokens = max_tokens
        self._blocks = blocks
        self._parameters = dict(parameters or {})

    @property
    def name(self) -> str:
        """The provider and the model: `anthropic/claude-…`."""
        return f"anthropic/{self._model}"

    @property
    def dialect(self) -> Dialect:
        """What schema the provider takes; none is sent here."""
        return DIALECTS["anthropic"]

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Call the model once. Raises `ModelError` without output, `ConfigurationError` for an async client."""
        if self._asynchronous:
            raise ConfigurationError(
                "An asynchronous client cannot be asked synchronously.",
                hint="Call aanswer, or give anthropic.Anthropic().",
            )
        try:
            return self._reply(self._create(**self._arguments(request)), request)
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
                return self._reply(await self._create(**self._arguments(request)), request)
        except (ConfigurationError, ModelError):
            raise
        except Exception as error:  # noqa: BLE001 - as above
            failure = error
        raise self._error(failure)

    def _arguments(self, request: ModelRequest) -> dict[str, Any]:
        system = [part for message in request.messages if message.get("role") == "system" for part in _parts(message)]
        arguments: dict[str, Any] = {
            **{name: copied(value) for name, value in self._parameters.items()},
            "model": self._model,
            "max_tokens": self._max_tokens,
            "system": system,
            "messages": self._messages(request),
        }
        if request.seconds is not None:
            limits = (request.seconds, arguments.get("timeout"), self._timeout)
            arguments["timeout"] = min(limit for limit in limits if isinstance(limit, (int, float)))
        return arguments

    def _messages(self, request: ModelRequest) -> list[dict[str, Any]]:
        messages = [copied(message) for message in request.messages if message.get("role") != "system"]
        asked = [place for place, message in enumerate(messages) if message.get("content") == request.question]
        place = asked[-1] if asked else len(messages) - 1
        prompt = load_prompt(self.prompt, lang=request.lang)
        write = _document if self._blocks == "documents" else _search_result
        documents = [
            write(alias, fragment, describe_validity(fragment, prompt))
            for alias, fragment in request.fragments.items()
            if fragment.text.strip()  # what is blank cannot be cited, and is refused
        ]
        messages[place] = {**messages[place], "content": [*documents, *_parts(messages[place])]}
        return messages

    def _reply(self, message: object, request: ModelRequest) -> ModelReply:
        try:
            cited = parse_cited(message, "anthropic")
        except InputError as error:
            raise ModelError(
                f"The model {self.name} answered in a shape that is not known ({type(message).__name__}).",
                hint="Check the client's base URL.",
                provider_error=error,
            ) from None
        read = read_completion(message)
        stop = Stop.COMPLETE if read is None else read.stop
        draft = read_cited(cited, Aliases(request.fragments, request.fragments, fold_case=False))
        # What was cut off may end in half a statement: as text it is no answer of the contract.
        whole = stop is Stop.COMPLETE and draft.answer is not None
        model, text = field(message, "model"), cited.text.strip()
        return ModelReply(
            output=write_draft(draft) if whole else cited.text,
            stop=stop if whole or stop is not Stop.COMPLETE else Stop.EMPTY,
            model=model if isinstance(model, str) else None,
            usage=count_usage(message),
            messages=({"role": "assistant", "content": text},) if text else (),
        )

    def _error(self, failure: Exception) -> ModelError:
        return model_error(failure, asked=self.name, dialect=self.dialect.name)


def _parts(message: Mapping[str, Any]) -> list[Any]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content.strip() else []
    return list(content) if isinstance(content, (list, tuple)) else []


def _document(alias: str, fragment: Fragment, validity: str) -> dict[str, Any]:
    source = {"type": "text", "media_type": "text/plain", "data": strip_invisible(fragment.text)}
    return {
        "type": "document",
        "source": source,
        "title": alias,
        "citations": {"enabled": True},
        **({"context": validity} if validity else {}),
    }


def _search_result(alias: str, fragment: Fragment, validity: str) -> dict[str, Any]:
    text = strip_invisible(fragment.text)
    spans = find_sentences(text, lang=detect_language(text), longest=len(text) + 1)
    # Each block runs on to where the next sentence begins, so that several joined are the text as it stands.
    edges = [0, *(span.start for span in spans[1:]), len(text)]
    blocks = [text[start:end] for start, end in pairwise(edges) if text[start:end].strip()]
    return {
        "type": "search_result",
        "source": alias,
        "title": f"{alias} ({validity})" if validity else alias,
        "content": [{"type": "text", "text": block} for block in blocks],
        "citations": {"enabled": True},
    }
