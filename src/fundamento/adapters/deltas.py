"""The events of a provider's stream: the text of each, and the completion that all of them come to.

Events are read by their documented shape and not by their class, as completions are: chunks of OpenAI's Chat
Completions (and of servers that speak like it), events of OpenAI's Responses and of Anthropic's Messages.
"""

from typing import Any

from fundamento.adapters.usage import field

_TEXT = "response.output_text.delta"
_ARGUMENTS = "response.function_call_arguments.delta"
_ENDS = ("response.completed", "response.incomplete", "response.failed")


class Heard:
    """What has come of one stream. With `calls`, the output is the arguments of a tool call, else it is text."""

    def __init__(self, *, calls: bool) -> None:
        self._calls = calls
        self._texts: list[str] = []
        self._arguments: list[str] = []
        self._refusals: list[str] = []
        self._reason: object = None
        self._model: object = None
        self._usage: dict[str, object] = {}
        self._whole: object = None
        self._is_message = False

    def take(self, event: object) -> str:
        """Return the piece of the output that an event brings; empty for any other."""
        kind = field(event, "type")
        if not isinstance(kind, str):
            return self._take_chunk(event)
        if kind.startswith("response."):
            return self._take_response(kind, event)
        return self._take_message(event)

    def completion(self) -> object:
        """Return all of it in the shape in which the provider answers at once."""
        if self._whole is not None:
            return self._whole
        text, arguments = "".join(self._texts), "".join(self._arguments)
        if self._is_message:
            called = [{"type": "tool_use", "input": arguments}] if arguments else []
            content: list[dict[str, Any]] = [*called, {"type": "text", "text": text}]
            said = {"role": "assistant", "content": content, "stop_reason": self._reason}
        else:
            calls = [{"function": {"arguments": arguments}}] if arguments else []
            message = {"content": text, "tool_calls": calls, "refusal": "".join(self._refusals)}
            said = {"choices": [{"finish_reason": self._reason, "message": message}]}
        return {**said, "model": self._model, "usage": self._usage}

    def _take_chunk(self, chunk: object) -> str:
        self._model = field(chunk, "model") or self._model
        self._count(field(chunk, "usage"), "prompt_tokens", "completion_tokens")
        choices = field(chunk, "choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        self._reason = field(choice, "finish_reason") or self._reason
        delta = field(choice, "delta")
        self._keep(self._refusals, field(delta, "refusal"))
        calls = field(delta, "tool_calls")
        first = [call for call in calls if not field(call, "index")] if isinstance(calls, list) else []
        arguments = "".join(self._keep(self._arguments, field(field(call, "function"), "arguments")) for call in first)
        text = self._keep(self._texts, field(delta, "content"))
        return arguments if self._calls else text

    def _take_response(self, kind: str, event: object) -> str:
        if kind in _ENDS:
            self._whole = field(event, "response")
        wanted = _ARGUMENTS if self._calls else _TEXT
        return self._keep(self._texts, field(event, "delta")) if kind == wanted else ""

    def _take_message(self, event: object) -> str:
        message, delta = field(event, "message"), field(event, "delta")
        self._is_message = True
        self._model = field(message, "model") or self._model
        self._reason = field(delta, "stop_reason") or self._reason
        for usage in (field(message, "usage"), field(event, "usage")):
            self._count(
                usage, "input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"
            )
        arguments = self._keep(self._arguments, field(delta, "partial_json"))
        text = self._keep(self._texts, field(delta, "text"))
        return arguments if self._calls else text

    def _count(self, usage: object, *names: str) -> None:
        known = {name: count for name in names if (count := field(usage, name)) is not None}
        self._usage.update(known)

    def _keep(self, pieces: list[str], piece: object) -> str:
        if not isinstance(piece, str):
            return ""
        pieces.append(piece)
        return piece
