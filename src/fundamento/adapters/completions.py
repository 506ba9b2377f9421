"""What a provider's completion says: its text or object, and why the model stopped.

Completions are read by their documented shape and not by their class, so no vendor is imported and a plain mapping
reads like the object.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from fundamento.adapters.usage import field
from fundamento.models import Stop

# Finish reasons in lower case: OpenAI (Chat Completions, Responses), Anthropic (Messages), Gemini (FinishReason and
# BlockedReason), Mistral, Bedrock (Converse), Cohere.
_STOPS: Final[Mapping[str, Stop]] = {
    "length": Stop.LENGTH,
    "max_tokens": Stop.LENGTH,
    "max_output_tokens": Stop.LENGTH,
    "model_length": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "error_limit": Stop.LENGTH,
    "incomplete": Stop.LENGTH,
    "refusal": Stop.REFUSAL,
    "content_filter": Stop.CONTENT_FILTER,
    "content_filtered": Stop.CONTENT_FILTER,
    "guardrail_intervened": Stop.CONTENT_FILTER,
    "error_toxic": Stop.CONTENT_FILTER,
    "safety": Stop.CONTENT_FILTER,
    "recitation": Stop.CONTENT_FILTER,
    "blocklist": Stop.CONTENT_FILTER,
    "prohibited_content": Stop.CONTENT_FILTER,
    "spii": Stop.CONTENT_FILTER,
    "image_safety": Stop.CONTENT_FILTER,
    "model_armor": Stop.CONTENT_FILTER,
    "language": Stop.CONTENT_FILTER,
}
# Gemini's FinishReason where a client writes enums as numbers.
_NUMBERED: Final[Mapping[int, str]] = {
    2: "max_tokens",
    3: "safety",
    4: "recitation",
    6: "language",
    7: "blocklist",
    8: "prohibited_content",
    9: "spii",
    11: "image_safety",
}


@dataclass(frozen=True, slots=True)
class Completion:
    """One completion as it was read; `output` of a refusal is the text of the refusal."""

    output: str | Mapping[str, Any]
    stop: Stop


def read_completion(completion: object) -> Completion | None:
    """Read a completion of OpenAI, Anthropic or Gemini, or of a server that speaks like one; None: another shape."""
    if _listed(field(completion, "choices")):
        return _read_chat(completion)
    if any(field(completion, name) is not None for name in ("candidates", "prompt_feedback", "usage_metadata")):
        return _read_gemini(completion)
    if _listed(field(completion, "output")) and field(completion, "status") is not None:
        return _read_response(completion)
    if _listed(field(completion, "content")) and field(completion, "role") is not None:
        return _read_message(completion)
    if field(completion, "object") == "chat.completion":
        return Completion("", Stop.EMPTY)  # A server that answers "choices": null.
    return None


def _read_chat(completion: object) -> Completion:
    choice = next(_items(completion, "choices"), None)
    message = field(choice, "message")
    calls = [field(call, "function") for call in _items(message, "tool_calls")]
    calls.append(field(message, "function_call"))
    refusal = field(message, "refusal") or _joined(message, "content", key="refusal")
    return make_completion(
        payloads=[field(call, "arguments") for call in calls],
        text=_joined(message, "content"),
        refusal=refusal if isinstance(refusal, str) else "",
        reason=field(choice, "finish_reason"),
    )


def _read_response(completion: object) -> Completion:
    items = list(_items(completion, "output"))
    details = field(completion, "incomplete_details")
    return make_completion(
        payloads=[field(item, "arguments") for item in items if field(item, "type") == "function_call"],
        text="".join(_joined(item, "content") for item in items if field(item, "type") == "message"),
        refusal="".join(_joined(item, "content", key="refusal") for item in items),
        reason=field(details, "reason"),
    )


def _read_message(completion: object) -> Completion:
    blocks = list(_items(completion, "content"))
    return make_completion(
        payloads=[field(block, "input") for block in blocks if field(block, "type") == "tool_use"],
        text=_joined(completion, "content"),
        refusal="",
        reason=field(completion, "stop_reason"),
    )


def _read_gemini(completion: object) -> Completion:
    candidate = next(_items(completion, "candidates"), None)
    parts = [part for part in _items(field(candidate, "content"), "parts") if not field(part, "thought")]
    texts = [field(part, "text") for part in parts]
    return make_completion(
        payloads=[field(field(part, "function_call"), "args") for part in parts],
        text="".join(text for text in texts if isinstance(text, str)),
        refusal="",
        reason=field(candidate, "finish_reason") or field(field(completion, "prompt_feedback"), "block_reason"),
        # Gemini names more reasons to block a prompt than this module knows; without a candidate, it did block.
        blocked=candidate is None and field(completion, "prompt_feedback") is not None,
    )


def make_completion(
    *, payloads: list[object], text: str, refusal: str, reason: object, blocked: bool = False
) -> Completion:
    """Read what a provider said: the first payload of a tool call that says anything, else the text."""
    stop = _STOPS.get(name_reason(reason), Stop.CONTENT_FILTER if blocked else Stop.COMPLETE)
    if refusal:
        return Completion(refusal, Stop.REFUSAL)
    payload = next((payload for payload in payloads if payload or payload == {}), None)
    output = payload if payload is not None else text
    if isinstance(output, Mapping):
        return Completion(dict(output), stop)
    shown = output if isinstance(output, str) else json.dumps(output, ensure_ascii=False, default=str)
    if stop is not Stop.COMPLETE:
        return Completion(shown, stop)
    if not shown.strip():
        return Completion("", Stop.EMPTY)
    whole = _object(shown)
    return Completion(shown if whole is None else whole, stop)


def read_reason(reason: object) -> Stop:
    """Return what a provider's finish reason means; one that is not known leaves an answer whole."""
    return _STOPS.get(name_reason(reason), Stop.COMPLETE)


def _object(text: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def name_reason(reason: object) -> str:
    """Return a finish reason in lower case, whatever its provider writes it as; empty for what is none."""
    # Gemini's reasons are enums whose value is a name in one SDK and a number in the other.
    name = getattr(reason, "name", reason)
    if isinstance(name, int) and not isinstance(name, bool):
        return _NUMBERED.get(name, "")
    # An enum that was written as text has its class before it: FinishReason.MAX_TOKENS.
    return name.strip().rpartition(".")[2].lower() if isinstance(name, str) else ""


def _joined(thing: object, name: str, *, key: str = "text") -> str:
    content = field(thing, name)
    if isinstance(content, str):
        return content if key == "text" else ""
    texts = [field(part, key) for part in _items(thing, name)]
    return "".join(text for text in texts if isinstance(text, str))


def _items(thing: object, name: str) -> Iterator[object]:
    items = field(thing, name)
    return iter(items) if _listed(items) else iter(())


def _listed(items: object) -> TypeGuard[list[object] | tuple[object, ...]]:
    return isinstance(items, (list, tuple))
