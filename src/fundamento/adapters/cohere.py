"""Asks Cohere's Command models with their own citations: fragments go as documents, and the answer is prose.

Cohere cites documents and no passages of them, so that each quote is the whole fragment.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from fundamento.adapters.citing import CitingModel, find_question
from fundamento.adapters.messages import copied
from fundamento.adapters.usage import field
from fundamento.engine.messages import describe_validity
from fundamento.fragments import Fragment
from fundamento.models import ModelRequest, Stop, Usage
from fundamento.prompts import load_prompt
from fundamento.text.invisible import strip_invisible

if TYPE_CHECKING:
    from cohere import AsyncClientV2, ClientV2

_RESERVED: Final[Mapping[str, str]] = {
    "model": "Name the model with model=.",
    "messages": "The flow writes the messages.",
    "documents": "The documents are the fragments.",
    "response_format": "An answer with citations is prose; for a schema, go through instructor.",
    "tools": "The answer is one message, and its sources are the fragments.",
    "stream": "Verified claims are streamed by Grounder.stream.",
}
# Finish reasons of the Chat API that leave an answer unfinished.
_CUT_OFF: Final = frozenset({"MAX_TOKENS", "ERROR", "TIMEOUT"})


class CohereCitations(CitingModel):
    """A Command model that cites by itself; each `ask` is one call of the client.

    `client` is a `cohere.ClientV2` or `AsyncClientV2`; its network retries stay as they were configured. Fragments go
    as documents under their aliases. `parameters` are the provider's own (`{"temperature": 0}`). Raises
    `ConfigurationError` for a parameter that is not the caller's to set.
    """

    provider: ClassVar[str] = "cohere"
    reserved: ClassVar[Mapping[str, str]] = _RESERVED

    def __init__(
        self, client: "ClientV2 | AsyncClientV2", *, model: str, parameters: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(field(client, "chat"), client=client, model=model, parameters=parameters)

    def make_arguments(self, request: ModelRequest) -> dict[str, Any]:
        """Return what `chat` is called with."""
        messages = [copied(message) for message in request.messages]
        place = find_question(messages, request.question)
        messages[place] = {**messages[place], "content": request.question}
        prompt = load_prompt(self.prompt, lang=request.lang)
        documents = [
            _document(alias, fragment, describe_validity(fragment, prompt))
            for alias, fragment in request.fragments.items()
            if fragment.text.strip()
        ]
        arguments = {**copied(self._parameters), "model": self._model, "messages": messages, "documents": documents}
        if request.seconds is not None:
            options = arguments.get("request_options") or {}
            limits = (request.seconds, options.get("timeout_in_seconds"))
            seconds = min(limit for limit in limits if isinstance(limit, (int, float)))
            arguments["request_options"] = {**options, "timeout_in_seconds": seconds}
        return arguments

    def read_stop(self, completion: object) -> Stop:
        """Say why the model stopped."""
        return Stop.LENGTH if field(completion, "finish_reason") in _CUT_OFF else Stop.COMPLETE

    def read_usage(self, completion: object) -> Usage:
        """Return the tokens that a call took."""
        tokens = field(field(completion, "usage"), "tokens")
        return Usage(_count(field(tokens, "input_tokens")), _count(field(tokens, "output_tokens")))


def _document(alias: str, fragment: Fragment, validity: str) -> dict[str, Any]:
    data = {"text": strip_invisible(fragment.text), **({"validity": validity} if validity else {})}
    return {"id": alias, "data": data}


def _count(tokens: object) -> int | None:
    # Cohere's client gives floats.
    return int(tokens) if isinstance(tokens, (int, float)) and not isinstance(tokens, bool) and tokens >= 0 else None
