"""What an instructor client is sent, and how what comes back is read."""

import asyncio
import copy
import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any

import instructor
import openai
import pytest
from instructor.cache import AutoCache

from adapters.providers import (
    ABSTENTION,
    CONVERSATION,
    PRIVATE,
    Provider,
    Reaction,
    called,
    chat,
    make_request,
    said,
)
from fundamento.adapters.instructor import InstructorModel
from fundamento.contract.dialects import DIALECTS
from fundamento.errors import ConfigurationError
from fundamento.models import Model, ModelReply, Stop, Usage

MODES = [instructor.Mode.TOOLS, instructor.Mode.JSON_SCHEMA, instructor.Mode.JSON, instructor.Mode.MD_JSON]
CUT = '{"answer": {"kind": "grounded", "claims": [{"support": [{"fragment": "F1"'


@pytest.fixture
def raw(provider: Provider) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=provider.url, api_key="none", max_retries=0) as client:
        yield client


def model_of(
    raw: openai.OpenAI, mode: instructor.Mode = instructor.Mode.JSON_SCHEMA, **options: Any
) -> InstructorModel:
    return InstructorModel(instructor.from_openai(raw, mode=mode, model="gpt-5-mini"), **options)


@pytest.mark.parametrize(
    ("mode", "completion", "output", "stop"),
    [
        (instructor.Mode.TOOLS, called(json.dumps(ABSTENTION)), ABSTENTION, Stop.COMPLETE),
        (instructor.Mode.TOOLS, called(CUT), CUT, Stop.COMPLETE),
        (instructor.Mode.TOOLS, called(CUT, finish="length"), CUT, Stop.LENGTH),
        (instructor.Mode.TOOLS, called("{}"), {}, Stop.COMPLETE),
        (instructor.Mode.TOOLS, called(""), "", Stop.EMPTY),
        (instructor.Mode.TOOLS, said("No lo sé."), "No lo sé.", Stop.COMPLETE),
        (instructor.Mode.JSON_SCHEMA, said(json.dumps(ABSTENTION)), ABSTENTION, Stop.COMPLETE),
        (instructor.Mode.JSON, said("[1]"), "[1]", Stop.COMPLETE),
        (instructor.Mode.JSON_SCHEMA, said(CUT), CUT, Stop.COMPLETE),
        (instructor.Mode.JSON_SCHEMA, said(CUT, finish="length"), CUT, Stop.LENGTH),
        (instructor.Mode.JSON_SCHEMA, said(None, finish="length"), "", Stop.LENGTH),
        (instructor.Mode.MD_JSON, said(f"```json\n{CUT}\n```"), f"```json\n{CUT}\n```", Stop.COMPLETE),
        # The last whole object inside a broken answer is not the answer.
        (instructor.Mode.MD_JSON, said('{"answer": {"a": {"b": 1}'), '{"answer": {"a": {"b": 1}', Stop.COMPLETE),
    ],
)
def test_output_is_recovered_whatever_the_client_makes_of_it(
    provider: Provider,
    raw: openai.OpenAI,
    mode: instructor.Mode,
    completion: dict[str, Any],
    output: object,
    stop: Stop,
) -> None:
    provider.says(completion)
    reply = model_of(raw, mode).ask(make_request())
    assert reply == ModelReply(
        output=output,  # type: ignore[arg-type]  # a table mixes text and objects
        stop=stop,
        model="gpt-5-mini-2025-08-07",
        usage=Usage(120, 30),
    )
    assert len(provider.requests) == 1


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
@pytest.mark.parametrize(
    ("completion", "output", "stop"),
    [
        (said(None, refusal=f"I can't help. {PRIVATE}"), f"I can't help. {PRIVATE}", Stop.REFUSAL),
        (said("", finish="content_filter"), "", Stop.CONTENT_FILTER),
        (said(None), "", Stop.EMPTY),
        (said(" \n"), "", Stop.EMPTY),
        (chat(None), "", Stop.EMPTY),
        ({**chat(None), "choices": None}, "", Stop.EMPTY),
    ],
    ids=["refusal", "filter", "null", "blank", "no-choice", "null-choices"],
)
def test_refusals_filters_and_empty_answers_are_told_apart(
    provider: Provider,
    raw: openai.OpenAI,
    mode: instructor.Mode,
    caplog: pytest.LogCaptureFixture,
    *,
    completion: dict[str, Any],
    output: str,
    stop: Stop,
) -> None:
    provider.says(completion)
    with caplog.at_level(logging.DEBUG, logger="instructor"):
        reply = model_of(raw, mode).ask(make_request())
    assert (reply.output, reply.stop) == (output, stop)
    assert len(provider.requests) == 1
    assert PRIVATE not in caplog.text


@pytest.mark.parametrize(
    ("changes", "output", "stop"),
    [
        ({}, ABSTENTION, Stop.COMPLETE),
        (
            {"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}]},
            "No.",
            Stop.REFUSAL,
        ),
        (
            {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []},
            "",
            Stop.LENGTH,
        ),
        (
            {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "output": []},
            "",
            Stop.CONTENT_FILTER,
        ),
        ({"output": []}, "", Stop.EMPTY),
    ],
)
def test_the_responses_api_is_read(
    provider: Provider, raw: openai.OpenAI, changes: dict[str, Any], output: object, stop: Stop
) -> None:
    arguments = json.dumps(ABSTENTION)
    call = {"type": "function_call", "id": "f", "call_id": "c", "name": "GroundedAnswer", "arguments": arguments}
    provider.says(
        {
            "id": "resp_1",
            "object": "response",
            "model": "gpt-5-mini",
            "status": "completed",
            "output": [{"type": "reasoning", "id": "r", "summary": []}, call],
            "usage": {"input_tokens": 9, "output_tokens": 5, "total_tokens": 14},
            **changes,
        }
    )
    reply = model_of(raw, instructor.Mode.RESPONSES_TOOLS).ask(make_request())
    assert (reply.output, reply.stop, reply.usage) == (output, stop, Usage(9, 5))
    assert len(provider.requests) == 1


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_conversation_arrives_whole_and_is_not_touched(
    provider: Provider, raw: openai.OpenAI, mode: instructor.Mode
) -> None:
    provider.says(said(json.dumps(ABSTENTION)))
    messages = copy.deepcopy(CONVERSATION)
    model_of(raw, mode).ask(make_request(tuple(MappingProxyType(message) for message in messages)))
    assert messages == CONVERSATION
    sent = provider.requests[0]["messages"]
    assert [message["role"] for message in sent][:4] == ["system", "user", "assistant", "user"]
    assert CONVERSATION[0]["content"] in json.dumps(sent[0], ensure_ascii=False)
    assert CONVERSATION[2]["content"] in json.dumps(sent[2], ensure_ascii=False)
    assert CONVERSATION[3]["content"] in json.dumps(sent[3], ensure_ascii=False)


@pytest.mark.parametrize("strict", [True, False])
def test_openai_is_told_to_force_the_schema_exactly_when_the_contract_does(
    provider: Provider, raw: openai.OpenAI, *, strict: bool
) -> None:
    provider.says(said(json.dumps(ABSTENTION)))
    request = make_request(strict=strict)
    model_of(raw).ask(request)
    model_of(raw, instructor.Mode.TOOLS).ask(request)
    model_of(raw, instructor.Mode.RESPONSES_TOOLS).ask(request)
    schema = provider.requests[0]["response_format"]["json_schema"]
    function = provider.requests[1]["tools"][0]["function"]
    parts = [schema, function, provider.requests[2]["text"]["format"], provider.requests[2]["tools"][0]]
    assert [part.get("strict", False) for part in parts] == [strict] * 4
    assert schema["schema"] == request.wire.schema
    assert function["parameters"]["properties"] == request.wire.schema["properties"]


def test_each_call_sends_the_parameters_and_the_model(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(said(json.dumps(ABSTENTION)))
    parameters = {"temperature": 0, "max_tokens": 800, "metadata": {"a": "b"}}
    model = model_of(raw, model="gpt-5", parameters=parameters)
    model.ask(make_request())
    sent = provider.requests[0]
    assert {name: sent[name] for name in (*parameters, "model")} == {**parameters, "model": "gpt-5"}
    assert model.name == "openai/gpt-5"


@pytest.mark.parametrize(
    "name", ["model", "messages", "response_model", "max_retries", "stream", "tools", "response_format", "hooks", "n"]
)
def test_parameters_that_are_not_the_callers_are_refused(raw: openai.OpenAI, name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"cannot set '{name}'"):
        model_of(raw, parameters={name: 1})


def test_parameters_are_a_mapping(raw: openai.OpenAI) -> None:
    with pytest.raises(ConfigurationError, match="parameters= is a list"):
        model_of(raw, parameters=[("temperature", 0)])


def test_parallel_modes_are_refused(raw: openai.OpenAI) -> None:
    with pytest.raises(ConfigurationError, match="several parallel answers"):
        model_of(raw, instructor.Mode.PARALLEL_TOOLS)


@pytest.mark.parametrize(
    ("name", "dialect"), [("openai/gpt-5-mini", "openai"), ("ollama/llama3.2", None), ("deepseek/deepseek-chat", None)]
)
def test_name_and_dialect_follow_from_the_client(name: str, dialect: str | None) -> None:
    client = instructor.from_provider(name, api_key="none")
    model = InstructorModel(client)
    assert model.name.partition("/")[2] == name.partition("/")[2]
    assert model.dialect.name in ({dialect} if dialect else DIALECTS)
    assert isinstance(model, Model)
    assert client.client is not None
    client.client.close()


def test_a_client_without_a_model_takes_one(raw: openai.OpenAI) -> None:
    client = instructor.from_openai(raw)
    assert InstructorModel(client).name == "openai"
    named = InstructorModel(client, model="gpt-5", dialect=DIALECTS["vllm"])
    assert (named.name, named.dialect, named.network_retries) == ("openai/gpt-5", DIALECTS["vllm"], 0)


def echoed(body: Any) -> Reaction:
    question = body["messages"][-1]["content"]
    return Reaction(body=said(json.dumps({"answer": {"kind": "abstention", "missing": question}})))


def asking(number: int) -> tuple[dict[str, str], ...]:
    return ({"role": "user", "content": f"question {number}"},)


def missing(reply: ModelReply) -> str:
    assert not isinstance(reply.output, str)
    return str(reply.output["answer"]["missing"])


def test_threads_share_a_client_without_mixing_outputs(provider: Provider, raw: openai.OpenAI) -> None:
    provider.react = echoed
    model = model_of(raw)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda number: model.ask(make_request(asking(number))), range(40)))
    assert [missing(reply) for reply in replies] == [f"question {number}" for number in range(40)]


async def test_tasks_share_a_client_without_mixing_outputs(provider: Provider) -> None:
    provider.react = echoed
    async with openai.AsyncOpenAI(base_url=provider.url, api_key="none", max_retries=0) as raw:
        model = InstructorModel(instructor.from_openai(raw, mode=instructor.Mode.JSON_SCHEMA, model="m"))
        replies = await asyncio.gather(*(model.aask(make_request(asking(number))) for number in range(20)))
    assert [missing(reply) for reply in replies] == [f"question {number}" for number in range(20)]


async def test_an_asynchronous_client_is_not_asked_synchronously() -> None:
    async with openai.AsyncOpenAI(api_key="none") as raw:
        model = InstructorModel(instructor.from_openai(raw, model="m"))
        with pytest.raises(ConfigurationError, match="aanswer"):
            model.ask(make_request())


async def test_a_synchronous_client_is_asked_in_a_thread(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(said(json.dumps(ABSTENTION)))
    reply = await model_of(raw).aask(make_request())
    assert reply.output == ABSTENTION


def test_the_clients_own_hooks_run_and_none_stays_behind(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(said(json.dumps(ABSTENTION)))
    client = instructor.from_openai(raw, mode=instructor.Mode.JSON_SCHEMA, model="m")
    seen: list[object] = []
    client.on("completion:response", seen.append)
    model = InstructorModel(client)
    model.ask(make_request())
    model.ask(make_request())
    assert len(seen) == 2
    assert {name: len(handlers) for name, handlers in client.hooks._handlers.items() if handlers} == {
        instructor.hooks.HookName.COMPLETION_RESPONSE: 1
    }


def test_an_answer_from_instructors_cache_costs_nothing(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(said(json.dumps(ABSTENTION)))
    client = instructor.from_openai(raw, mode=instructor.Mode.JSON_SCHEMA, model="m", cache=AutoCache(maxsize=4))
    replies = [InstructorModel(client).ask(make_request()) for _ in range(2)]
    assert [reply.output for reply in replies] == [ABSTENTION, ABSTENTION]
    assert [reply.usage for reply in replies] == [Usage(120, 30), Usage(0, 0)]
    assert len(provider.requests) == 1
