"""Asks Claude with Anthropic's own citations: fragments go as documents or search results, and the answer is prose.

Anthropic refuses citations together with structured output (400), so no schema is sent: what is cited becomes the
contract's claims, and the same checks decide.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from fundamento.adapters.citing import CitingModel, find_question
from fundamento.adapters.completions import read_completion
from fundamento.adapters.messages import copied
from fundamento.adapters.usage import count_usage, field
from fundamento.engine.messages import describe_validity
from fundamento.errors import ConfigurationError
from fundamento.fragments import Fragment
from fundamento.ingest.sentences import find_sentences
from fundamento.models import ModelRequest, Stop, Usage
from fundamento.prompts import load_prompt
from fundamento.text.invisible import strip_invisible
from fundamento.text.language import detect_language

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


class AnthropicCitations(CitingModel):
    """A Claude model that cites by itself; each `ask` is one call of the client.

    `client` is an `anthropic.Anthropic` or `AsyncAnthropic`; its network retries stay as they were configured.
    Fragments go as plain text documents, or as search results of one block a sentence, under their aliases.
    `parameters` are the provider's own (`{"stop_sequences": ["###"]}`). Raises `ConfigurationError` for a parameter
    that is not the caller's to set.
    """

    provider: ClassVar[str] = "anthropic"
    reserved: ClassVar[Mapping[str, str]] = _RESERVED

    def __init__(
        self,
        client: "Anthropic | AsyncAnthropic",
        *,
        model: str,
        max_tokens: int = 2_000,
        blocks: Blocks = "documents",
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        if blocks not in ("documents", "search-results"):
            raise ConfigurationError(f"There are no blocks {blocks!r}.", hint="There are: documents, search-results.")
        create = field(field(client, "messages"), "create")
        super().__init__(create, client=client, model=model, parameters=parameters)
        self._timeout = field(client, "timeout")
        self._max_tokens = max_tokens
        self._blocks = blocks

    def make_arguments(self, request: ModelRequest) -> dict[str, Any]:
        """Return what `messages.create` is called with."""
        system = [part for message in request.messages if message.get("role") == "system" for part in _parts(message)]
        arguments: dict[str, Any] = {
            **copied(self._parameters),
            "model": self._model,
            "max_tokens": self._max_tokens,
            "system": system,
            "messages": self._messages(request),
        }
        if request.seconds is not None:
            limits = (request.seconds, arguments.get("timeout"), self._timeout)
            arguments["timeout"] = min(limit for limit in limits if isinstance(limit, (int, float)))
        return arguments

    def read_stop(self, completion: object) -> Stop:
        """Say why the model stopped."""
        read = read_completion(completion)
        return Stop.COMPLETE if read is None else read.stop

    def read_usage(self, completion: object) -> Usage:
        """Return the tokens that a call took."""
        return count_usage(completion)

    def _messages(self, request: ModelRequest) -> list[dict[str, Any]]:
        messages = [copied(message) for message in request.messages if message.get("role") != "system"]
        place = find_question(messages, request.question)
        prompt = load_prompt(self.prompt, lang=request.lang)
        write = _document if self._blocks == "documents" else _search_result
        documents = [
            write(alias, fragment, describe_validity(fragment, prompt))
            for alias, fragment in request.fragments.items()
            if fragment.text.strip()  # what is blank cannot be cited, and is refused
        ]
        messages[place] = {**messages[place], "content": [*documents, *_parts(messages[place])]}
        return messages


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
