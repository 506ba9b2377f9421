"""Anthropic's own client behind instructor, against its documented shapes on loopback."""

import json
from collections.abc import Iterator
from typing import Any

import instructor
import pytest

from adapters.providers import ABSTENTION, CONVERSATION, PRIVATE, Provider, make_request
from fundamento.adapters import InstructorModel, as_model
from fundamento.errors import ConfigurationError, ModelError
from fundamento.models import ModelReply, Stop, Usage

anthropic = pytest.importorskip("anthropic", reason="Anthropic's client is not installed")

# No real name: the client warns of those that are on their way out.
MODEL = "claude-test"


@pytest.fixture
def raw(provider: Provider) -> Iterator[Any]:
    with anthropic.Anthropic(base_url=provider.url, api_key="none", max_retries=0) as client:
        yield client


def model_of(raw: Any, mode: instructor.Mode = instructor.Mode.TOOLS) -> InstructorModel:
    client = instructor.from_anthropic(raw, mode=mode, model=MODEL)
    return InstructorModel(client, parameters={"max_tokens": 800})


def message(content: list[dict[str, Any]], *, stop: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": f"{MODEL}-20250929",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 20, "cache_read_input_tokens": 100, "output_tokens": 30},
    }


def tool(given: dict[str, Any]) -> dict[str, Any]:
    return {"type": "tool_use", "id": "toolu_1", "name": "GroundedAnswer", "input": given}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


@pytest.mark.parametrize(
    ("mode", "content", "reason", "output", "stop"),
    [
        (instructor.Mode.TOOLS, [tool(ABSTENTION)], "tool_use", ABSTENTION, Stop.COMPLETE),
        (instructor.Mode.TOOLS, [text("Let me see."), tool(ABSTENTION)], "tool_use", ABSTENTION, Stop.COMPLETE),
        (instructor.Mode.TOOLS, [tool({})], "max_tokens", {}, Stop.LENGTH),
        (instructor.Mode.TOOLS, [text("No lo sé.")], "end_turn", "No lo sé.", Stop.COMPLETE),
        (instructor.Mode.TOOLS, [text("I can't.")], "refusal", "I can't.", Stop.REFUSAL),
        (instructor.Mode.TOOLS, [], "end_turn", "", Stop.EMPTY),
        (instructor.Mode.JSON, [text(json.dumps(ABSTENTION))], "end_turn", ABSTENTION, Stop.COMPLETE),
        (instructor.Mode.JSON, [text('{"answer": {')], "max_tokens", '{"answer": {', Stop.LENGTH),
        (instructor.Mode.JSON, [], "refusal", "", Stop.REFUSAL),
    ],
)
def test_output_and_stop_are_read(
    provider: Provider,
    raw: Any,
    mode: instructor.Mode,
    content: list[dict[str, Any]],
    *,
    reason: str,
    output: Any,
    stop: Stop,
) -> None:
    provider.says(message(content, stop=reason))
    reply = model_of(raw, mode).ask(make_request(dialect="anthropic"))
    assert reply == ModelReply(output, stop=stop, model=f"{MODEL}-20250929", usage=Usage(120, 30))
    assert len(provider.requests) == 1


def test_system_prompt_and_history_arrive(provider: Provider, raw: Any) -> None:
    provider.says(message([tool(ABSTENTION)], stop="tool_use"))
    request = make_request(dialect="anthropic")
    model = model_of(raw)
    model.ask(request)
    sent = provider.requests[0]
    assert (model.name, model.dialect.name) == (f"anthropic/{MODEL}", "anthropic")
    assert CONVERSATION[0]["content"] in json.dumps(sent["system"], ensure_ascii=False)
    assert [message["role"] for message in sent["messages"]] == ["user", "assistant", "user"]
    assert sent["tools"][0]["input_schema"] == request.wire.schema


@pytest.mark.parametrize(
    ("status", "kind", "retryable"),
    [(400, "invalid_request_error", False), (429, "rate_limit_error", True), (529, "overloaded_error", True)],
)
def test_failures_are_told_without_the_providers_words(
    provider: Provider, raw: Any, status: int, kind: str, *, retryable: bool
) -> None:
    provider.says({"type": "error", "error": {"type": kind, "message": PRIVATE}}, status=status)
    with pytest.raises(ModelError) as caught:
        model_of(raw).ask(make_request(dialect="anthropic", seconds=30))
    assert (caught.value.status, caught.value.retryable) == (status, retryable)
    assert PRIVATE not in str(caught.value)
    assert len(provider.requests) == 1


def test_the_raw_client_is_refused_with_what_to_write(raw: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"from_anthropic\(client, model="):
        as_model(raw)
