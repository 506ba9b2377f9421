"""An answer that was cut off is malformed output, whichever provider says so and however."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from anthropic.types import Message
from langchain_core.messages import AIMessage
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

from fundamento import Action, Fragment, Grounder
from fundamento.adapters.stops import find_cut, find_stop
from fundamento.findings import CheckId, Outcome
from fundamento.models import Stop

TEXT = "The ferry sails at 9:15 on weekdays."
FRAGMENTS = (Fragment("boats", f"{TEXT} The crossing takes 40 minutes."),)
CITED = {"type": "char_location", "cited_text": TEXT, "document_index": 0}


def anthropic(reason: str) -> dict[str, Any]:
    return {"stop_reason": reason, "content": [{"type": "text", "text": TEXT, "citations": [CITED]}]}


def openai(reason: str) -> dict[str, Any]:
    cited = {"start_index": 0, "end_index": len(TEXT), "url": "boats"}
    message = {"content": TEXT, "annotations": [{"type": "url_citation", "url_citation": cited}]}
    return {"choices": [{"finish_reason": reason, "message": message}]}


def response(status: str, reason: str | None) -> dict[str, Any]:
    note = {"type": "file_citation", "index": len(TEXT) - 1, "file_id": "boats"}
    message = {"type": "message", "content": [{"type": "output_text", "text": TEXT, "annotations": [note]}]}
    return {"status": status, "output": [message], "incomplete_details": reason and {"reason": reason}}


def gemini(reason: str) -> dict[str, Any]:
    grounding = {
        "groundingChunks": [{"retrievedContext": {"uri": "boats"}}],
        "groundingSupports": [{"segment": {"endIndex": len(TEXT)}, "groundingChunkIndices": [0]}],
    }
    parts = {"parts": [{"text": TEXT}]}
    return {"candidates": [{"finishReason": reason, "content": parts, "groundingMetadata": grounding}]}


def cohere(reason: str) -> dict[str, Any]:
    cited = {"start": 0, "end": len(TEXT), "text": TEXT, "sources": [{"id": "boats", "document": {"id": "boats"}}]}
    message = {"content": [{"type": "text", "text": TEXT}], "citations": [cited]}
    return {"finish_reason": reason, "message": message}


def langchain(reason: str) -> dict[str, Any]:
    cited = {"type": "citation", "url": "boats", "start_index": 0, "end_index": len(TEXT)}
    block = {"type": "text", "text": TEXT, "annotations": [cited]}
    return {"content": [block], "response_metadata": {"finish_reason": reason}}


def as_object(value: Any) -> Any:
    """Return what a client makes of JSON: attributes in place of keys."""
    return json.loads(json.dumps(value), object_hook=lambda each: SimpleNamespace(**each))


CHAT = {
    "id": "1",
    "created": 1,
    "model": "m",
    "object": "chat.completion",
    "choices": [{"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": TEXT}}],
}
CUT = [
    ("anthropic", anthropic("max_tokens"), "length"),
    ("openai", openai("length"), "length"),
    ("openai", openai("content_filter"), "content-filter"),
    ("openai", response("incomplete", "max_output_tokens"), "length"),
    ("openai", response("incomplete", "content_filter"), "content-filter"),
    ("openai", response("incomplete", None), "length"),
    ("gemini", gemini("MAX_TOKENS"), "length"),
    ("gemini", gemini("SAFETY"), "content-filter"),
    ("cohere", cohere("MAX_TOKENS"), "length"),
    ("cohere", cohere("ERROR_LIMIT"), "length"),
    ("cohere", cohere("ERROR"), "length"),
    ("langchain", langchain("length"), "length"),
    ("langchain", langchain("max_tokens"), "length"),
    ("langchain", langchain("content_filter"), "content-filter"),
    ("langchain", {**langchain("stop"), "response_metadata": response("incomplete", "max_output_tokens")}, "length"),
    ("anthropic", anthropic("model_context_window_exceeded"), "length"),
    ("anthropic", anthropic("pause_turn"), "length"),
    ("openai", response("failed", None), "length"),
    ("openai", response("in_progress", None), "length"),
    ("gemini", gemini("FinishReason.MAX_TOKENS"), "length"),
    ("gemini", gemini("OTHER"), "length"),
]
WHOLE = [
    ("anthropic", anthropic("end_turn")),
    ("openai", openai("stop")),
    ("openai", response("completed", None)),
    ("gemini", gemini("STOP")),
    ("cohere", cohere("COMPLETE")),
    ("langchain", langchain("stop")),
]


@pytest.mark.parametrize(("form", "output", "reason"), CUT)
def test_a_cut_answer_is_malformed(form: Any, output: dict[str, Any], reason: str) -> None:
    result = Grounder(policy="strict", sinks=(), lang="en").check(output, FRAGMENTS, format=form)
    assert (result.outcome, [(each.check, each.reason) for each in result.findings if each.claim is None]) == (
        Outcome.REJECTED,
        [(CheckId.MALFORMED_OUTPUT, reason)],
    )


@pytest.mark.parametrize(("form", "output", "reason"), CUT)
@pytest.mark.parametrize("shape", [json.dumps, as_object])
def test_a_cut_answer_is_malformed_as_text_and_as_an_object(
    form: Any, output: dict[str, Any], reason: str, shape: Callable[[object], object]
) -> None:
    given = shape(output)
    result = Grounder(policy="strict", sinks=(), lang="en").check(given, FRAGMENTS, format=form)
    whole = [(each.check, each.reason) for each in result.findings if each.claim is None]
    assert (result.action, whole) == (Action.WITHHELD, [(CheckId.MALFORMED_OUTPUT, reason)])
    assert TEXT not in result.text()


@pytest.mark.parametrize("number", [2, 3])
def test_a_reason_of_gemini_may_be_a_number(number: int) -> None:
    output = gemini("STOP")
    output["candidates"][0]["finishReason"] = number
    assert find_stop(output) is {2: Stop.LENGTH, 3: Stop.CONTENT_FILTER}[number]


def test_objects_of_the_clients_are_read_too() -> None:
    given: list[tuple[Any, object, str]] = [
        ("openai", ChatCompletion.model_validate(CHAT), "length"),
        ("openai", Response.model_construct(**response("incomplete", "max_output_tokens")), "length"),
        ("anthropic", Message.model_construct(**anthropic("max_tokens")), "length"),
        ("langchain", AIMessage(TEXT, response_metadata={"finish_reason": "MAX_TOKENS"}), "length"),
        (
            "langchain",
            AIMessage(TEXT, response_metadata={"incomplete_details": {"reason": "content_filter"}}),
            "content",
        ),
    ]
    for form, output, reason in given:
        result = Grounder(policy="strict", sinks=(), lang="en").check(output, FRAGMENTS, format=form)
        reasons = [each.reason for each in result.findings if each.check is CheckId.MALFORMED_OUTPUT]
        assert len(reasons) == 1, form
        assert reasons[0].startswith(reason)
        assert result.action is Action.WITHHELD


@pytest.mark.parametrize(("form", "output"), WHOLE)
def test_a_whole_answer_is_not(form: Any, output: dict[str, Any]) -> None:
    result = Grounder(policy="strict", sinks=(), lang="en").check(output, FRAGMENTS, format=form)
    assert [each for each in result.findings if each.check is CheckId.MALFORMED_OUTPUT] == []


def test_an_object_of_the_contract_that_was_cut_is_malformed_too() -> None:
    arguments = {"answer": {"kind": "abstention", "missing": ""}}
    call = {"function": {"name": "answer", "arguments": arguments}}
    output = {"tool_calls": [call], "stop_reason": "max_tokens"}
    assert [each.reason for each in Grounder(sinks=()).check(output, FRAGMENTS).findings] == ["length"]


def test_so_is_the_json_text_of_one() -> None:
    wire = {"answer": {"kind": "abstention", "missing": ""}}
    call = {"function": {"name": "answer", "arguments": wire}}
    cut, whole = ({"tool_calls": [call], "stop_reason": each} for each in ("max_tokens", "tool_use"))
    assert [each.reason for each in Grounder(sinks=()).check(json.dumps(cut), FRAGMENTS).findings] == ["length"]
    assert Grounder(sinks=()).check(json.dumps(whole), FRAGMENTS).outcome is Outcome.ABSTAINED
    assert find_cut('{"stop_reason": "max_tokens"') == find_cut('{"status": 1}') == find_cut('["stop_reason"]') == ()


class Raising:
    def __getattr__(self, name: str) -> object:
        raise RuntimeError(name)


def test_what_cannot_be_looked_at_was_not_cut() -> None:
    assert (find_cut(Raising()), find_cut("max_tokens"), find_cut(None)) == ((), (), ())
    assert find_stop(SimpleNamespace(stop_reason="max_tokens")) is Stop.LENGTH
    assert find_stop({"stop_reason": 5, "choices": [None], "message": {"message": {}}}) is Stop.COMPLETE
