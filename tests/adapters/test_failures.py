"""What can go wrong with a call, for each way to make one: each told apart, and no call made that was not allowed."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import anthropic
import httpx
import instructor
import openai
import pytest

from adapters.providers import ABSTENTION, PRIVATE, Provider, said
from fundamento import Abstention, Fragment, Grounder, Outcome, Result
from fundamento.adapters.anthropic import AnthropicCitations
from fundamento.adapters.callables import CallableModel
from fundamento.adapters.instructor import InstructorModel
from fundamento.errors import ModelError
from fundamento.models import Model

FRAGMENTS = [Fragment("a", "El alquiler es de 500 €.")]
QUESTION = f"¿Y la fianza? {PRIVATE}"


def message(*content: dict[str, Any], stop: str = "end_turn") -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test",
        "content": list(content),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def tool(given: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "tool_use", "id": "t", "name": "GroundedAnswer", "input": given}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "citations": None}


HALF = '{"answer": {"kind": "abstention", "miss'
OPENAI = {"whole": said(json.dumps(ABSTENTION)), "empty": said(""), "half": said(HALF, finish="length")}
CLAUDE = {
    "whole": message(tool(ABSTENTION), stop="tool_use"),
    "empty": message(),
    "half": message(tool({}), stop="max_tokens"),
}
CITING = {
    "whole": message(text("No encuentro la fianza en estos documentos.")),
    "empty": message(),
    "half": message(text("El alquiler es de"), stop="max_tokens"),
}


@dataclass(frozen=True)
class Way:
    """One way to make a call: the model, how it is asked, and what its provider answers."""

    model: Model
    ask: Callable[[Model], Awaitable[Result]]
    bodies: Mapping[str, object]


async def asked_in_a_thread(model: Model) -> Result:
    return await asyncio.to_thread(Grounder(model, policy="strict", sinks=()).answer, QUESTION, FRAGMENTS)


async def awaited(model: Model) -> Result:
    return await Grounder(model, policy="strict", sinks=()).aanswer(QUESTION, FRAGMENTS)


def make_openai(url: str, retries: int) -> openai.OpenAI:
    return openai.OpenAI(base_url=url, api_key="none", max_retries=retries, timeout=1.5)


def make_async_openai(url: str, retries: int) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=retries, timeout=1.5)


def make_claude(url: str, retries: int) -> anthropic.Anthropic:
    return anthropic.Anthropic(base_url=url, api_key="none", max_retries=retries, timeout=1.5)


def make_async_claude(url: str, retries: int) -> anthropic.AsyncAnthropic:
    return anthropic.AsyncAnthropic(base_url=url, api_key="none", max_retries=retries, timeout=1.5)


def over_openai(client: Any) -> InstructorModel:
    return InstructorModel(instructor.from_openai(client, mode=instructor.Mode.JSON_SCHEMA, model="gpt-test"))


def over_claude(client: Any) -> InstructorModel:
    return InstructorModel(
        instructor.from_anthropic(client, mode=instructor.Mode.TOOLS, model="claude-test"),
        parameters={"max_tokens": 100},
    )


def citing(client: Any) -> AnthropicCitations:
    return AnthropicCitations(client, model="claude-test", max_tokens=100)


def over_httpx(client: httpx.Client) -> CallableModel:
    def call(messages: list[dict[str, Any]], schema: dict[str, Any]) -> str:
        answer = client.post("/", json={"messages": messages}).raise_for_status().json()
        return str(answer["choices"][0]["message"]["content"])

    return CallableModel(call)


def over_async_httpx(client: httpx.AsyncClient) -> CallableModel:
    async def call(messages: list[dict[str, Any]], schema: dict[str, Any]) -> str:
        answer = (await client.post("/", json={"messages": messages})).raise_for_status().json()
        return str(answer["choices"][0]["message"]["content"])

    return CallableModel(call)


SYNCHRONOUS: dict[str, tuple[Callable[[str, int], Any], Callable[[Any], Model], Mapping[str, object]]] = {
    "instructor over OpenAI": (make_openai, over_openai, OPENAI),
    "instructor over Anthropic": (make_claude, over_claude, CLAUDE),
    "Anthropic that cites": (make_claude, citing, CITING),
    "a callable": (lambda url, _: httpx.Client(base_url=url, timeout=1.5), over_httpx, OPENAI),
}
ASYNCHRONOUS: dict[str, tuple[Callable[[str, int], Any], Callable[[Any], Model], Mapping[str, object]]] = {
    "instructor over OpenAI, async": (make_async_openai, over_openai, OPENAI),
    "instructor over Anthropic, async": (make_async_claude, over_claude, CLAUDE),
    "Anthropic that cites, async": (make_async_claude, citing, CITING),
    "a callable, async": (lambda url, _: httpx.AsyncClient(base_url=url, timeout=1.5), over_async_httpx, OPENAI),
}
WAYS = [*SYNCHRONOUS, *ASYNCHRONOUS]
Open = Callable[..., Awaitable[Way]]


@pytest.fixture
async def open_way(provider: Provider) -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        async def open_one(name: str, retries: int = 0) -> Way:
            if name in SYNCHRONOUS:
                make, wrap, bodies = SYNCHRONOUS[name]
                client = stack.enter_context(make(provider.url, retries))
                return Way(wrap(client), asked_in_a_thread, bodies)
            make, wrap, bodies = ASYNCHRONOUS[name]
            client = await stack.enter_async_context(make(provider.url, retries))
            return Way(wrap(client), awaited, bodies)

        yield open_one


@pytest.mark.parametrize("name", WAYS)
async def test_a_whole_answer_is_one_call(provider: Provider, open_way: Open, name: str) -> None:
    way = await open_way(name)
    provider.says(way.bodies["whole"])
    assert isinstance((await way.ask(way.model)).answer, Abstention)
    assert len(provider.requests) == 1


@pytest.mark.parametrize("status", [400, 401, 408, 429, 500, 501, 503, 529])
@pytest.mark.parametrize("name", WAYS)
async def test_a_status_is_told_and_what_may_pass_is_said_to(
    provider: Provider, open_way: Open, name: str, status: int
) -> None:
    way = await open_way(name)
    provider.says({"type": "error", "error": {"type": "x", "message": PRIVATE}}, status=status)
    with pytest.raises(ModelError) as caught:
        await way.ask(way.model)
    assert (caught.value.status, caught.value.retryable) == (status, status in {408, 429, 500, 503, 529})
    assert PRIVATE not in str(caught.value)
    assert len(provider.requests) == 1


@pytest.mark.parametrize(("act", "retryable"), [("close", True), ("cut", True), ("hang", True)])
@pytest.mark.parametrize("name", WAYS)
async def test_a_connection_that_is_lost_may_be_tried_again(
    provider: Provider, open_way: Open, name: str, act: str, *, retryable: bool
) -> None:
    way = await open_way(name)
    provider.says(way.bodies["whole"], act=act)
    with pytest.raises(ModelError) as caught:
        await way.ask(way.model)
    provider.over.set()
    assert (caught.value.status, caught.value.retryable) == (None, retryable)
    assert ("took too long" in caught.value.hint or "Timeout" in str(caught.value)) == (act == "hang")
    assert len(provider.requests) == 1


@pytest.mark.parametrize(("kind", "reason"), [("empty", "empty"), ("half", "length")])
@pytest.mark.parametrize("name", WAYS)
async def test_an_empty_and_a_half_answer_are_told_in_the_result(
    provider: Provider, open_way: Open, name: str, kind: str, reason: str
) -> None:
    way = await open_way(name)
    provider.says(way.bodies[kind])
    result = await way.ask(way.model)
    assert (result.outcome, result.answer) == (Outcome.REJECTED, None)
    # A callable says nothing of why a model stopped, so that half an answer is one that ends early.
    expected = "truncated" if (kind, "callable" in name) == ("half", True) else reason
    assert [finding.reason for finding in result.findings] == [expected]
    assert len(provider.requests) == result.cost.attempts


@pytest.mark.parametrize("name", [way for way in WAYS if "callable" not in way])
async def test_retries_are_those_of_the_callers_client_and_no_more(
    provider: Provider, open_way: Open, name: str
) -> None:
    way = await open_way(name, retries=1)
    provider.says({"error": {"message": PRIVATE}}, status=503)
    with pytest.raises(ModelError) as caught:
        await way.ask(way.model)
    assert caught.value.retryable
    assert len(provider.requests) == 2


@pytest.mark.parametrize("name", ASYNCHRONOUS)
async def test_a_cancelled_task_is_cancelled_and_asks_no_more(provider: Provider, open_way: Open, name: str) -> None:
    way = await open_way(name, retries=2)
    provider.says(None, act="hang")
    task = asyncio.ensure_future(way.ask(way.model))
    assert await asyncio.to_thread(provider.asked.wait, 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    provider.over.set()
    assert len(provider.requests) == 1


@pytest.mark.parametrize("name", ASYNCHRONOUS)
def test_a_client_of_a_dead_event_loop_is_said_to_be(provider: Provider, name: str) -> None:
    make, wrap, bodies = ASYNCHRONOUS[name]
    provider.says(bodies["whole"])
    model = wrap(make(provider.url, 0))
    assert isinstance(asyncio.run(awaited(model)).answer, Abstention)
    outcome = asyncio.run(_once_more(model))
    # Where the server has closed the connection meanwhile, the client opens another one, in the loop that runs.
    if isinstance(outcome, ModelError):
        assert (outcome.retryable, "event loop" in outcome.hint) == (False, True)
    else:
        assert isinstance(outcome.answer, Abstention)


async def _once_more(model: Model) -> Result | ModelError:
    try:
        return await awaited(model)
    except ModelError as error:
        return error


def dead_loop(message: str, *, wrapped: bool) -> Exception:
    error: Exception = RuntimeError(message)
    if wrapped:
        request: Any = httpx.Request("POST", "http://127.0.0.1")
        outer = openai.APIConnectionError(request=request)
        outer.__cause__ = error
        return outer
    return error


@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize(
    "words", ["Event loop is closed", "<asyncio.locks.Event object> is bound to a different event loop"]
)
def test_an_error_of_a_dead_loop_is_known_by_its_cause(words: str, *, wrapped: bool) -> None:
    from fundamento.adapters.failures import model_error

    error = model_error(dead_loop(words, wrapped=wrapped), asked="m", dialect="openai")
    assert (error.retryable, "event loop" in error.hint) == (False, True)
