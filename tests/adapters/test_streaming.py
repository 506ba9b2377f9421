"""Streams of real clients against a provider on loopback: the same through instructor and through LangChain."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import aclosing
from typing import Any

import anthropic
import instructor
import openai
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_openai import ChatOpenAI

from adapters.providers import PRIVATE, Provider, Reaction, claude, speaking
from fundamento import Action, Fragment, Grounder, Outcome, Result, StreamedClaim, StreamedNotice
from fundamento.adapters.instructor import InstructorModel
from fundamento.adapters.langchain_models import LangChainModel
from fundamento.errors import ModelError
from fundamento.models import Model, Stop, StreamingModel, Usage
from fundamento.streams import StreamEvent
from fundamento.testing import answer_json, claim

FRAGMENTS = [
    Fragment("plans", "El plan Pro permite hasta 10 proyectos activos."),
    Fragment("files", "Los archivos se conservan durante 30 días."),
]
QUESTION = "¿Cuántos proyectos permite el plan Pro?"
GOOD = claim("El plan Pro permite hasta 10 proyectos activos.", ("F1", "hasta 10 proyectos activos"))
KEPT = claim("Los archivos se conservan 30 días.", ("F2", "se conservan durante 30 días"))
MIXED = json.dumps(answer_json(GOOD, claim("Hay soporte."), KEPT, claim("Oro.", ("F9", "un plan Oro")), GOOD))
TOLD = [(StreamedClaim, 0), (StreamedNotice, 1), (StreamedClaim, 2), (StreamedNotice, 3), (StreamedClaim, 4)]
PRUNE = {"name": "x", "extends": "strict", "on_reject": "prune", "repairs": 0}


def by_instructor(url: str, mode: instructor.Mode) -> InstructorModel:
    client = openai.OpenAI(base_url=url, api_key="k", max_retries=0)
    return InstructorModel(instructor.from_openai(client, mode=mode), model="gpt-5-mini")


def by_instructor_later(url: str, mode: instructor.Mode) -> InstructorModel:
    client = openai.AsyncOpenAI(base_url=url, api_key="k", max_retries=0)
    return InstructorModel(instructor.from_openai(client, mode=mode), model="gpt-5-mini")


def by_langchain(url: str, method: Any) -> LangChainModel:
    return LangChainModel(
        ChatOpenAI(base_url=url, api_key="k", model="gpt-5-mini", max_retries=0, stream_usage=True),  # type: ignore[arg-type]  # a string is taken for a key
        method=method,
    )


WAYS: dict[str, Callable[[str], Model]] = {
    "instructor, JSON schema": lambda url: by_instructor(url, instructor.Mode.JSON_SCHEMA),
    "instructor, tools": lambda url: by_instructor(url, instructor.Mode.TOOLS),
    "langchain, JSON schema": lambda url: by_langchain(url, "json_schema"),
    "langchain, tools": lambda url: by_langchain(url, "function_calling"),
    "langchain, text": lambda url: by_langchain(url, "text"),
}
LATER: dict[str, Callable[[str], Model]] = {
    **WAYS,
    "instructor, asynchronous": lambda url: by_instructor_later(url, instructor.Mode.JSON_SCHEMA),
}


def brief(events: list[StreamEvent]) -> list[tuple[type, int | None]]:
    return [(type(event), event.index) for event in events if isinstance(event, StreamedClaim | StreamedNotice)]


def check_end(result: object) -> None:
    assert isinstance(result, Result)
    assert (result.action, result.outcome, result.lost) == (Action.PRUNED, Outcome.PARTIAL, (1, 3))
    assert result.cost.usage == Usage(120, 30)
    assert result.cost.first_claim_seconds is not None


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(size=st.integers(1, len(MIXED)))
def test_any_pieces_give_three_claims_and_two_notices(way: str, size: int, provider: Provider) -> None:
    provider.react = speaking(MIXED, size=size)
    model = WAYS[way](provider.url)
    assert isinstance(model, StreamingModel)
    *events, result = Grounder(model, policy="strict", sinks=()).stream(QUESTION, FRAGMENTS)
    assert brief(events) == TOLD
    check_end(result)


@pytest.mark.parametrize("way", LATER)
async def test_an_asynchronous_stream_is_the_same(way: str, provider: Provider) -> None:
    provider.react = speaking(MIXED)
    grounder = Grounder(LATER[way](provider.url), policy=PRUNE, sinks=())
    *events, result = [event async for event in grounder.astream(QUESTION, FRAGMENTS)]
    assert brief(events) == TOLD
    check_end(result)
    whole = await grounder.aanswer(QUESTION, FRAGMENTS)
    assert isinstance(result, Result)
    assert (whole.answer, whole.findings, whole.cost.usage) == (result.answer, result.findings, result.cost.usage)


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_asks_as_an_answer_does(way: str, provider: Provider) -> None:
    provider.react = speaking(MIXED)
    grounder = Grounder(WAYS[way](provider.url), policy=PRUNE, sinks=())
    list(grounder.stream(QUESTION, FRAGMENTS))
    grounder.answer(QUESTION, FRAGMENTS)
    streamed, whole = ({key: body[key] for key in body if "stream" not in key} for body in provider.requests)
    for body in (streamed, whole):  # the delimiters are random
        body["messages"] = [message["role"] for message in body["messages"]]
    assert streamed == whole
    assert provider.requests[0]["stream"] is True


@pytest.mark.parametrize("way", WAYS)
def test_leaving_a_stream_closes_the_connection(way: str, provider: Provider) -> None:
    provider.react = speaking(MIXED[:-50], act="drip")
    events = Grounder(WAYS[way](provider.url), policy="strict", sinks=()).stream(QUESTION, FRAGMENTS)
    assert brief([next(events)]) == [(StreamedClaim, 0)]
    events.close()
    assert provider.left.wait(20)


@pytest.mark.parametrize("way", LATER)
async def test_cancelling_a_task_closes_the_connection(way: str, provider: Provider) -> None:
    provider.react = speaking(MIXED[:-50], act="drip")
    grounder = Grounder(LATER[way](provider.url), policy="strict", sinks=())
    started = asyncio.Event()

    async def read() -> None:
        async with aclosing(grounder.astream(QUESTION, FRAGMENTS)) as events:
            async for _ in events:
                started.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(started.wait(), 60)
    task.cancel()
    if "instructor" in way and "asynchronous" not in way:
        provider.over.set()  # a thread that waits for a piece has it come first
    with pytest.raises(asyncio.CancelledError):
        await task
    assert provider.over.is_set() or await asyncio.to_thread(provider.left.wait, 20)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("finish", "stop"), [("length", Stop.LENGTH), ("content_filter", Stop.CONTENT_FILTER)], ids=["length", "filter"]
)
def test_why_a_model_stopped_is_told(way: str, finish: str, stop: Stop, provider: Provider) -> None:
    provider.react = speaking(MIXED[:250], finish=finish)
    grounder = Grounder(WAYS[way](provider.url), policy=PRUNE, sinks=())
    *events, result = grounder.stream(QUESTION, FRAGMENTS)
    assert brief(events)[:2] == [(StreamedClaim, 0), (StreamedNotice, 1)]
    assert isinstance(result, Result)
    assert [finding.reason for finding in result.findings] == [stop.value]
    assert (result.action, result.streamed) == (Action.WITHHELD, (0,))


@pytest.mark.parametrize("way", WAYS)
def test_a_provider_that_fails_is_a_model_error_without_its_words(way: str, provider: Provider) -> None:
    grounder = Grounder(WAYS[way](provider.url), sinks=())
    provider.says({"error": {"message": PRIVATE, "type": "rate", "code": "rate"}}, status=429)
    with pytest.raises(ModelError) as caught:
        list(grounder.stream(QUESTION, FRAGMENTS))
    assert (caught.value.status, caught.value.retryable) == (429, True)
    assert PRIVATE not in str(caught.value)
    provider.react = lambda _: Reaction(body=["data: {not json\n\n"], act="stream")
    with pytest.raises(ModelError) as caught:
        list(grounder.stream(QUESTION, FRAGMENTS))
    assert caught.value.status is None


@pytest.mark.parametrize("mode", [instructor.Mode.TOOLS, instructor.Mode.JSON], ids=["tools", "text"])
@pytest.mark.parametrize("later", [False, True], ids=["sync", "async"])
async def test_anthropic_streams_alike(mode: instructor.Mode, later: bool, provider: Provider) -> None:
    calls = mode is instructor.Mode.TOOLS
    provider.react = claude(MIXED, calls=calls, stop="tool_use" if calls else "end_turn")
    kind = anthropic.AsyncAnthropic if later else anthropic.Anthropic
    client: Any = instructor.from_anthropic(kind(base_url=provider.url, api_key="k", max_retries=0), mode=mode)
    parameters: Mapping[str, object] = {"max_tokens": 800}
    grounder = Grounder(InstructorModel(client, model="claude-x", parameters=parameters), policy="strict", sinks=())
    *events, result = [event async for event in grounder.astream(QUESTION, FRAGMENTS)]
    assert brief(events) == TOLD
    assert isinstance(result, Result)
    assert result.cost.usage == Usage(120, 30)
