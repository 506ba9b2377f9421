"""What can go wrong with a call, for each way to make one: each told apart, and no call made that was not allowed."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass
from typing import Any, cast

import anthropic
import httpx
import instructor
import openai
import pytest
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from adapters.providers import ABSTENTION, PRIVATE, Provider, Reaction, claude, speaking
from fundamento import Abstention, Fragment, Grounder, Outcome, Result
from fundamento.adapters.anthropic import AnthropicCitations
from fundamento.adapters.callables import CallableModel
from fundamento.adapters.instructor import InstructorModel
from fundamento.adapters.langchain_models import LangChainModel
from fundamento.errors import ModelError
from fundamento.models import Model
from fundamento.streams import StreamEvent

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
TEXTS = {"whole": (json.dumps(ABSTENTION), "stop"), "empty": ("", "stop"), "half": (HALF, "length")}
CLAUDE = {
    "whole": message(tool(ABSTENTION), stop="tool_use"),
    "empty": message(),
    "half": message(tool({}), stop="max_tokens"),
}
CLAUDE_STREAMS = {
    "whole": claude(json.dumps(ABSTENTION)),
    "empty": claude("", calls=False, stop="end_turn"),
    "half": claude(HALF, stop="max_tokens"),
}
CITING = {
    "whole": message(text("No encuentro la fianza en estos documentos.")),
    "empty": message(),
    "half": message(text("El alquiler es de"), stop="max_tokens"),
}
Says = Callable[[str], Callable[[Any], Reaction]]


def as_openai(kind: str) -> Callable[[Any], Reaction]:
    words, finish = TEXTS[kind]
    return speaking(words, finish=finish)


def as_claude(kind: str) -> Callable[[Any], Reaction]:
    return lambda body: CLAUDE_STREAMS[kind](body) if body.get("stream") else Reaction(body=CLAUDE[kind])


def as_citing(kind: str) -> Callable[[Any], Reaction]:
    return lambda _: Reaction(body=CITING[kind])


async def answered(model: Model) -> Result:
    return await asyncio.to_thread(Grounder(model, policy="strict", sinks=()).answer, QUESTION, FRAGMENTS)


async def awaited(model: Model) -> Result:
    return await Grounder(model, policy="strict", sinks=()).aanswer(QUESTION, FRAGMENTS)


async def streamed(model: Model) -> Result:
    stream = Grounder(model, policy="strict", sinks=()).stream
    return last(await asyncio.to_thread(lambda: list(stream(QUESTION, FRAGMENTS))))


async def awaited_stream(model: Model) -> Result:
    return last([event async for event in Grounder(model, policy="strict", sinks=()).astream(QUESTION, FRAGMENTS)])


def last(events: list[StreamEvent]) -> Result:
    result = events[-1]
    assert isinstance(result, Result)
    return result


ENTRIES = {"answer": answered, "aanswer": awaited, "stream": streamed, "astream": awaited_stream}


@dataclass(frozen=True)
class Way:
    """One way to make a call: the model, how it is asked, and what its provider says."""

    model: Model
    entry: str
    says: Says

    async def ask(self) -> Result:
        return await ENTRIES[self.entry](self.model)


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


class Chat(nullcontext[ChatOpenAI]):
    """LangChain's chat model, which has both kinds of client and closes neither."""

    def __init__(self, url: str, retries: int) -> None:
        chat = ChatOpenAI(base_url=url, api_key=SecretStr("none"), model="gpt-test", max_retries=retries, timeout=1.5)
        super().__init__(chat)


def over_langchain(client: ChatOpenAI | Chat) -> LangChainModel:
    return LangChainModel(client.enter_result if isinstance(client, Chat) else client)


Opens = dict[str, tuple[Callable[[str, int], Any], Callable[[Any], Model], Says]]
SYNCHRONOUS: Opens = {
    "instructor over OpenAI": (make_openai, over_openai, as_openai),
    "instructor over Anthropic": (make_claude, over_claude, as_claude),
    "LangChain": (Chat, over_langchain, as_openai),
    "Anthropic that cites": (make_claude, citing, as_citing),
    "a callable": (lambda url, _: httpx.Client(base_url=url, timeout=1.5), over_httpx, as_openai),
}
ASYNCHRONOUS: Opens = {
    "instructor over OpenAI, async": (make_async_openai, over_openai, as_openai),
    "instructor over Anthropic, async": (make_async_claude, over_claude, as_claude),
    "LangChain, async": (Chat, over_langchain, as_openai),
    "Anthropic that cites, async": (make_async_claude, citing, as_citing),
    "a callable, async": (lambda url, _: httpx.AsyncClient(base_url=url, timeout=1.5), over_async_httpx, as_openai),
}
AWAITED = [(name, entry) for name in ASYNCHRONOUS for entry in ("aanswer", "astream")]
WAYS = [*((name, entry) for name in SYNCHRONOUS for entry in ENTRIES), *AWAITED]
Open = Callable[..., Awaitable[Way]]


@pytest.fixture
async def open_way(provider: Provider) -> AsyncIterator[Open]:
    async with AsyncExitStack() as stack:

        async def open_one(name: str, entry: str, retries: int = 0) -> Way:
            if name in SYNCHRONOUS:
                make, wrap, says = SYNCHRONOUS[name]
                client = stack.enter_context(make(provider.url, retries))
            else:
                make, wrap, says = ASYNCHRONOUS[name]
                client = await stack.enter_async_context(make(provider.url, retries))
            return Way(wrap(client), entry, says)

        yield open_one


@pytest.mark.parametrize(("name", "entry"), WAYS)
async def test_a_whole_answer_is_one_call(provider: Provider, open_way: Open, name: str, entry: str) -> None:
    way = await open_way(name, entry)
    provider.react = way.says("whole")
    assert isinstance((await way.ask()).answer, Abstention)
    assert len(provider.requests) == 1


STATUSES = [400, 401, 408, 429, 500, 501, 503, 529]


@pytest.mark.parametrize(
    ("name", "entry", "status"),
    [(*way, status) for way in WAYS for status in STATUSES if status in (401, 429, 503) or "stream" not in way[1]],
)
async def test_a_status_is_told_and_what_may_pass_is_said_to(
    provider: Provider, open_way: Open, name: str, entry: str, status: int
) -> None:
    way = await open_way(name, entry)
    provider.says({"type": "error", "error": {"type": "x", "message": PRIVATE}}, status=status)
    with pytest.raises(ModelError) as caught:
        await way.ask()
    assert (caught.value.status, caught.value.retryable) == (status, status in {408, 429, 500, 503, 529})
    assert PRIVATE not in str(caught.value)
    assert len(provider.requests) == 1


@pytest.mark.parametrize(("act", "retryable"), [("close", True), ("cut", True), ("hang", True)])
@pytest.mark.parametrize(("name", "entry"), WAYS)
async def test_a_connection_that_is_lost_may_be_tried_again(
    provider: Provider, open_way: Open, name: str, entry: str, act: str, *, retryable: bool
) -> None:
    way = await open_way(name, entry)
    provider.says(CLAUDE["whole"], act=act)
    with pytest.raises(ModelError) as caught:
        await way.ask()
    provider.over.set()
    assert (caught.value.status, caught.value.retryable) == (None, retryable)
    assert ("took too long" in caught.value.hint or "Timeout" in str(caught.value)) == (act == "hang")
    assert len(provider.requests) == 1


@pytest.mark.parametrize(("kind", "reason"), [("empty", "empty"), ("half", "length")])
@pytest.mark.parametrize(("name", "entry"), WAYS)
async def test_an_empty_and_a_half_answer_are_told_in_the_result(
    provider: Provider, open_way: Open, name: str, entry: str, kind: str, reason: str
) -> None:
    way = await open_way(name, entry)
    provider.react = way.says(kind)
    result = await way.ask()
    assert (result.outcome, result.answer) == (Outcome.REJECTED, None)
    # A callable says nothing of why a model stopped, so that half an answer is one that ends early.
    expected = "truncated" if (kind, "callable" in name) == ("half", True) else reason
    assert [finding.reason for finding in result.findings] == [expected]
    assert len(provider.requests) == result.cost.attempts


@pytest.mark.parametrize(("name", "entry"), [way for way in WAYS if "callable" not in way[0]])
async def test_retries_are_those_of_the_callers_client_and_no_more(
    provider: Provider, open_way: Open, name: str, entry: str
) -> None:
    way = await open_way(name, entry, retries=1)
    provider.says({"error": {"message": PRIVATE}}, status=503)
    with pytest.raises(ModelError) as caught:
        await way.ask()
    assert caught.value.retryable
    assert len(provider.requests) == 2


@pytest.mark.parametrize(("name", "entry"), AWAITED)
async def test_a_cancelled_task_is_cancelled_and_asks_no_more(
    provider: Provider, open_way: Open, name: str, entry: str
) -> None:
    way = await open_way(name, entry, retries=2)
    provider.says(None, act="hang")
    task = asyncio.ensure_future(way.ask())
    assert await asyncio.to_thread(provider.asked.wait, 30)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    provider.over.set()
    assert len(provider.requests) == 1


@pytest.mark.parametrize(("name", "entry"), AWAITED)
def test_a_client_of_a_dead_event_loop_is_said_to_be(provider: Provider, name: str, entry: str) -> None:
    make, wrap, says = ASYNCHRONOUS[name]
    provider.react = says("whole")
    way = Way(wrap(make(provider.url, 0)), entry, says)
    assert isinstance(asyncio.run(way.ask()).answer, Abstention)
    outcome = asyncio.run(_once_more(way))
    # Where the server has closed the connection meanwhile, the client opens another one, in the loop that runs.
    if isinstance(outcome, ModelError):
        assert (outcome.retryable, "event loop" in outcome.hint) == (False, True)
    else:
        assert isinstance(outcome.answer, Abstention)


async def _once_more(way: Way) -> Result | ModelError:
    try:
        return await way.ask()
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


STREAMS = [way for way in WAYS if "stream" in way[1] and way[0].startswith(("instructor", "LangChain"))]


@pytest.mark.parametrize(("name", "entry"), STREAMS)
async def test_a_stream_that_ends_in_the_middle_is_half_an_answer(
    provider: Provider, open_way: Open, name: str, entry: str
) -> None:
    way = await open_way(name, entry)
    whole = way.says("whole")
    provider.react = lambda body: Reaction(body=cast("list[str]", whole(body).body)[:-6], act="stream")
    result = await way.ask()
    assert (result.outcome, [finding.reason for finding in result.findings]) == (Outcome.REJECTED, ["truncated"])
