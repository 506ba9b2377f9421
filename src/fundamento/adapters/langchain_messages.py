"""What a LangChain message says: its output, why the model stopped, what it cost."""

from collections.abc import Mapping
from typing import Any, Final

from fundamento.adapters.completions import Completion, make_completion
from fundamento.adapters.usage import count_usage, field
from fundamento.models import ModelReply, Usage

# Where the integrations keep the provider's finish reason, and the model that answered.
_REASONS: Final = ("finish_reason", "stop_reason", "stopReason", "finishReason", "done_reason")
_MODELS: Final = ("model_name", "model", "model_id")


def read_message(message: object) -> ModelReply:
    """Return the reply that an `AIMessage` holds, whole: the first tool call, or its text."""
    heard = HeardMessage()
    heard.take_metadata(message)
    return heard.reply(_payloads(message), _text(message))


class HeardMessage:
    """What has come of one stream of message chunks; their own sum would parse what there is at each of them."""

    def __init__(self, *, calls: bool = False) -> None:
        self._calls = calls
        self._texts: list[str] = []
        self._arguments: list[str] = []
        self._whole: list[object] = []
        self._refusals: list[str] = []
        self._metadata: dict[str, Any] = {}
        self._usage = Usage()

    def take(self, chunk: object) -> str:
        """Return the piece of the output that a chunk brings."""
        self.take_metadata(chunk)
        text = _text(chunk)
        self._texts.append(text)
        if field(chunk, "tool_call_chunks") is None:  # a model that does not stream gives its message as the one chunk
            self._whole += _payloads(chunk)
            return "" if self._calls else text
        pieces = [field(call, "args") for call in _listed(chunk, "tool_call_chunks") if not field(call, "index")]
        arguments = "".join(piece for piece in pieces if isinstance(piece, str))
        self._arguments.append(arguments)
        return arguments if self._calls else text

    def take_metadata(self, message: object) -> None:
        """Take down why the model stopped, who answered, what it cost, and a refusal."""
        metadata = field(message, "response_metadata")
        if isinstance(metadata, Mapping):
            self._metadata.update({key: value for key, value in metadata.items() if value is not None})
        self._usage += count_usage(message)
        refusals = [field(field(message, "additional_kwargs"), "refusal")]
        refusals += [field(block, "refusal") for block in _listed(message, "content")]
        self._refusals += [refusal for refusal in refusals if isinstance(refusal, str)]

    def end(self) -> ModelReply:
        """Return the reply that all chunks come to."""
        return self.reply([*self._whole, "".join(self._arguments)], "".join(self._texts))

    def reply(self, payloads: list[object], text: str) -> ModelReply:
        """Return the reply with this output."""
        said = self._metadata
        details = field(said.get("incomplete_details"), "reason")
        reason = details or next((said[key] for key in _REASONS if said.get(key)), None)
        blocked = field(said.get("prompt_feedback"), "block_reason")
        read: Completion = make_completion(
            payloads=payloads,
            text=text,
            refusal="".join(self._refusals),
            reason=reason or blocked,
            blocked=bool(blocked) and not text,
        )
        model = next((said[key] for key in _MODELS if isinstance(said.get(key), str)), None)
        return ModelReply(read.output, read.stop, model, self._usage)


def _payloads(message: object) -> list[object]:
    # The arguments as they came tell a call that was cut short; LangChain has read the others already.
    raw = [field(field(call, "function"), "arguments") for call in _listed(_kept(message), "tool_calls")]
    called = [field(call, "args") for name in ("tool_calls", "invalid_tool_calls") for call in _listed(message, name)]
    return [*raw, *called]


def _kept(message: object) -> object:
    return field(message, "additional_kwargs")


def _text(message: object) -> str:
    content = field(message, "content")
    if isinstance(content, str):
        return content
    texts = [block if isinstance(block, str) else field(block, "text") for block in _listed(message, "content")]
    return "".join(text for text in texts if isinstance(text, str))


def _listed(thing: object, name: str) -> list[object]:
    found = field(thing, name)
    return list(found) if isinstance(found, (list, tuple)) else []
