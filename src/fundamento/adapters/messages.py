"""Copies of chat messages for a provider's client, which may change what it is given."""

from collections.abc import Mapping, Sequence
from typing import Any

from fundamento.models import Message


def copy_messages(messages: Sequence[Message], provider: str = "") -> list[dict[str, Any]]:
    """Return copies of chat messages, as deep as JSON goes, in the words that instructor takes for the provider."""
    copies: list[dict[str, Any]] = [copied(message) for message in messages]
    return [_for_gemini(message) for message in copies] if provider == "genai" else copies


def copied(value: object) -> Any:  # noqa: ANN401 - a copy has the type of what it copies
    """Return a copy of a JSON value; anything else inside it is shared."""
    if isinstance(value, Mapping):
        return {key: copied(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [copied(item) for item in value]
    return value


def _for_gemini(message: dict[str, Any]) -> dict[str, Any]:
    # Of Gemini's messages alone, instructor demands Gemini's own words: a role "model", and parts that are strings.
    content = message.get("content")
    if isinstance(content, list):
        content = [part["text"] if isinstance(part, dict) and "text" in part else part for part in content]
    role = "model" if message.get("role") == "assistant" else message.get("role")
    return {**message, "role": role, "content": content}
