"""Completions of other providers, in the shapes that their references document."""

import enum
from types import SimpleNamespace
from typing import Any

import pytest

from fundamento.adapters.completions import Completion, read_completion
from fundamento.adapters.usage import count_usage
from fundamento.models import Stop, Usage

ANSWER: dict[str, Any] = {"answer": {"kind": "abstention", "missing": "la fianza"}}
TEXT = '{"answer": {"kind": "abstention", "missing": "la fianza"}}'
CUT = '{"answer": {"kind": "abst'


class FinishReason(enum.Enum):
    """Gemini's reasons, as its SDK has them."""

    STOP = "STOP"
    MAX_TOKENS = "MAX_TOKENS"
    SAFETY = "SAFETY"
    MALFORMED_FUNCTION_CALL = "MALFORMED_FUNCTION_CALL"


class ProtoReason(enum.IntEnum):
    """Vertex's, whose values are numbers."""

    STOP = 1
    MAX_TOKENS = 2


def objects(value: Any) -> Any:
    """The same shape as objects with attributes, as SDKs hand it over; what a tool was given stays a mapping."""
    if isinstance(value, dict):
        kept = {"input", "args"}
        return SimpleNamespace(**{key: item if key in kept else objects(item) for key, item in value.items()})
    return [objects(item) for item in value] if isinstance(value, list) else value


def message(content: list[dict[str, Any]], *, stop: str) -> dict[str, Any]:
    return {"id": "msg_1", "type": "message", "role": "assistant", "content": content, "stop_reason": stop}


def tool_use(given: dict[str, Any]) -> dict[str, Any]:
    return {"type": "tool_use", "id": "t", "name": "GroundedAnswer", "input": given}


def candidate(parts: list[dict[str, Any]] | None, *, finish: object) -> dict[str, Any]:
    content = None if parts is None else {"role": "model", "parts": parts}
    return {"candidates": [{"content": content, "finish_reason": finish}], "prompt_feedback": None}


SHAPES = [
    pytest.param(message([tool_use(ANSWER)], stop="tool_use"), ANSWER, Stop.COMPLETE, id="anthropic-tool"),
    pytest.param(
        message([{"type": "thinking", "thinking": "hm", "signature": "s"}, tool_use(ANSWER)], stop="tool_use"),
        ANSWER,
        Stop.COMPLETE,
        id="anthropic-thinking",
    ),
    pytest.param(
        message([{"type": "text", "text": TEXT}], stop="end_turn"), ANSWER, Stop.COMPLETE, id="anthropic-text"
    ),
    pytest.param(message([{"type": "text", "text": CUT}], stop="max_tokens"), CUT, Stop.LENGTH, id="anthropic-length"),
    pytest.param(message([tool_use({})], stop="max_tokens"), {}, Stop.LENGTH, id="anthropic-tool-length"),
    pytest.param(
        message([{"type": "text", "text": CUT}], stop="model_context_window_exceeded"),
        CUT,
        Stop.LENGTH,
        id="anthropic-window",
    ),
    pytest.param(
        message([{"type": "text", "text": "I can't."}], stop="refusal"),
        "I can't.",
        Stop.REFUSAL,
        id="anthropic-refusal",
    ),
    pytest.param(message([], stop="refusal"), "", Stop.REFUSAL, id="anthropic-refusal-without-text"),
    pytest.param(message([], stop="end_turn"), "", Stop.EMPTY, id="anthropic-empty"),
    pytest.param(
        candidate([{"function_call": {"name": "GroundedAnswer", "args": ANSWER}}], finish=FinishReason.STOP),
        ANSWER,
        Stop.COMPLETE,
        id="gemini-tool",
    ),
    pytest.param(
        candidate([{"text": "hm", "thought": True}, {"text": TEXT[:9]}, {"text": TEXT[9:]}], finish=FinishReason.STOP),
        ANSWER,
        Stop.COMPLETE,
        id="gemini-text",
    ),
    pytest.param(candidate([{"text": CUT}], finish=FinishReason.MAX_TOKENS), CUT, Stop.LENGTH, id="gemini-length"),
    pytest.param(candidate([{"text": CUT}], finish=ProtoReason.MAX_TOKENS), CUT, Stop.LENGTH, id="vertex-length"),
    pytest.param(candidate(None, finish=FinishReason.SAFETY), "", Stop.CONTENT_FILTER, id="gemini-safety"),
    pytest.param(
        candidate(None, finish=FinishReason.MALFORMED_FUNCTION_CALL), "", Stop.EMPTY, id="gemini-malformed-call"
    ),
    pytest.param(
        {"candidates": None, "prompt_feedback": {"block_reason": "PROHIBITED_CONTENT"}},
        "",
        Stop.CONTENT_FILTER,
        id="gemini-blocked",
    ),
    pytest.param(
        {"candidates": None, "prompt_feedback": {"block_reason": "OTHER"}}, "", Stop.CONTENT_FILTER, id="gemini-other"
    ),
    pytest.param(
        {"candidates": None, "prompt_feedback": None, "usage_metadata": {"prompt_token_count": 3}},
        "",
        Stop.EMPTY,
        id="gemini-empty",
    ),
    pytest.param(
        {"choices": [{"finish_reason": "model_length", "message": {"content": [{"type": "text", "text": CUT}]}}]},
        CUT,
        Stop.LENGTH,
        id="mistral-parts",
    ),
    pytest.param(
        {"choices": [{"finish_reason": "stop", "message": {"content": None, "function_call": {"arguments": TEXT}}}]},
        ANSWER,
        Stop.COMPLETE,
        id="openai-function",
    ),
]


@pytest.mark.parametrize(("completion", "output", "stop"), SHAPES)
@pytest.mark.parametrize("form", [dict, objects], ids=["mapping", "objects"])
def test_completion_is_read_by_its_shape(form: Any, completion: dict[str, Any], output: object, stop: Stop) -> None:
    assert read_completion(form(completion)) == Completion(output, stop)  # type: ignore[arg-type]  # a mixed table


@pytest.mark.parametrize("completion", [None, "text", {}, {"detail": "x"}, 3, [], {"content": "x"}])
def test_another_shape_is_not_guessed_at(completion: object) -> None:
    assert read_completion(completion) is None


@pytest.mark.parametrize(
    ("said", "usage"),
    [
        ({"usage": {"prompt_tokens": 120, "completion_tokens": 30}}, Usage(120, 30)),
        ({"usage": {"input_tokens": 9, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 4}}}, Usage(9, 5)),
        (
            {
                "usage": {
                    "input_tokens": 9,
                    "cache_creation_input_tokens": 100,
                    "cache_read_input_tokens": 1000,
                    "output_tokens": 5,
                }
            },
            Usage(1109, 5),
        ),
        ({"usage": {"input_tokens": 9, "cache_read_input_tokens": None, "output_tokens": 5}}, Usage(9, 5)),
        (
            {"usage_metadata": {"prompt_token_count": 7, "candidates_token_count": 2, "thoughts_token_count": 40}},
            Usage(7, 42),
        ),
        ({"usage_metadata": {"prompt_token_count": 7, "candidates_token_count": None}}, Usage(7, None)),
        ({"usage": {"prompt_tokens": 0, "completion_tokens": 0}}, Usage(0, 0)),
        ({"usage": {"prompt_tokens": "many", "completion_tokens": True}}, Usage(None, None)),
        ({"usage": None}, Usage(None, None)),
        ({}, Usage(None, None)),
    ],
)
@pytest.mark.parametrize("form", [dict, objects], ids=["mapping", "objects"])
def test_usage_is_what_the_provider_counts_caches_and_thoughts_included(
    form: Any, said: dict[str, Any], usage: Usage
) -> None:
    assert count_usage(form(said)) == usage
