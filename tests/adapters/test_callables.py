"""Any function as a model, and what is made of the things that users hand over."""

import asyncio
import copy
import functools
import traceback
from collections.abc import Mapping
from typing import Any

import instructor
import openai
import pytest

from adapters.providers import ABSTENTION, CONVERSATION, PRIVATE, make_request
from fundamento.adapters import CallableModel, InstructorModel, as_model
from fundamento.contract.dialects import DIALECTS
from fundamento.errors import ConfigurationError, InputError, ModelError
from fundamento.models import Model, ModelReply, ModelRequest, Stop, Usage

Messages = list[dict[str, Any]]


def scripted(messages: Messages, schema: dict[str, Any]) -> Mapping[str, Any]:
    return ABSTENTION


async def scripted_later(messages: Messages, schema: dict[str, Any]) -> Mapping[str, Any]:
    await asyncio.sleep(0)
    return ABSTENTION


def promising(messages: Messages, schema: dict[str, Any]) -> Any:
    return scripted_later(messages, schema)


class Service:
    def __call__(self, messages: Messages, schema: dict[str, Any]) -> str:
        return f"answer {len(messages)}"


class LateService:
    async def __call__(self, messages: Messages, schema: dict[str, Any]) -> str:
        return f"answer {len(messages)}"


@pytest.mark.parametrize(
    ("answer", "reply"),
    [
        (ABSTENTION, ModelReply(ABSTENTION)),
        ("No.", ModelReply("No.")),
        ("", ModelReply("", stop=Stop.EMPTY)),
        (" \n", ModelReply(" \n", stop=Stop.EMPTY)),
        (ModelReply("x", stop=Stop.LENGTH, usage=Usage(1, 2)), ModelReply("x", stop=Stop.LENGTH, usage=Usage(1, 2))),
    ],
)
async def test_answer_is_taken_as_it_comes(answer: Any, reply: ModelReply) -> None:
    model = CallableModel(lambda _messages, _schema: answer)
    assert model.ask(make_request()) == reply
    assert await model.aask(make_request()) == reply


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (scripted, "scripted"),
        (functools.partial(scripted), "partial"),
        (Service(), "Service"),
        (lambda _messages, _schema: "", "callable"),
    ],
)
def test_model_is_named_after_its_function(function: Any, name: str) -> None:
    model = CallableModel(function)
    assert (model.name, model.dialect) == (name, DIALECTS["generic"])
    assert isinstance(model, Model)
    named = CallableModel(function, name="mine", dialect=DIALECTS["vllm"])
    assert (named.name, named.dialect.name) == ("mine", "vllm")


@pytest.mark.parametrize(
    "function",
    [scripted_later, promising, functools.partial(scripted_later), LateService()],
    ids=["function", "promise", "partial", "object"],
)
async def test_asynchronous_functions_are_awaited_and_never_asked_synchronously(function: Any) -> None:
    model = CallableModel(function)
    assert (await model.aask(make_request())).output in (ABSTENTION, "answer 4")
    with pytest.raises(ConfigurationError, match="aanswer"):
        model.ask(make_request())


def test_function_gets_its_own_copies() -> None:
    def vandal(messages: Messages, schema: dict[str, Any]) -> str:
        seen.append((copy.deepcopy(messages), copy.deepcopy(schema)))
        messages[1]["content"][0]["text"] = "gone"
        messages.clear()
        schema["properties"].clear()
        return "x"

    seen: list[tuple[Messages, dict[str, Any]]] = []
    messages = copy.deepcopy(CONVERSATION)
    request = make_request(messages, dialect="generic")
    model = CallableModel(vandal)
    model.ask(request)
    model.ask(request)
    assert messages == CONVERSATION
    assert seen == [(list(CONVERSATION), request.wire.schema)] * 2


class BusyError(Exception):
    retryable = True


@pytest.mark.parametrize(
    ("raised", "retryable"),
    [
        (ValueError(PRIVATE), False),
        (BusyError(PRIVATE), True),
        (KeyError(PRIVATE), False),
        (TimeoutError(PRIVATE), True),
    ],
    ids=lambda value: type(value).__name__,
)
async def test_what_the_function_raises_becomes_a_model_error(raised: Exception, *, retryable: bool) -> None:
    def failing(_messages: Messages, _schema: dict[str, Any]) -> str:
        raise raised

    async def failing_later(_messages: Messages, _schema: dict[str, Any]) -> str:
        raise raised

    for function in (failing, failing_later):
        with pytest.raises(ModelError, match=type(raised).__name__) as caught:
            await CallableModel(function).aask(make_request())
        # asyncio makes a TimeoutError that comes out of a thread anew.
        assert (caught.value.retryable, repr(caught.value.provider_error)) == (retryable, repr(raised))
        assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    with pytest.raises(ModelError, match=type(raised).__name__) as caught:
        CallableModel(failing).ask(make_request())
    assert PRIVATE not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("raised", [InputError("ours"), KeyboardInterrupt()], ids=lambda value: type(value).__name__)
def test_our_errors_and_interrupts_pass(raised: BaseException) -> None:
    def failing(_messages: Messages, _schema: dict[str, Any]) -> str:
        raise raised

    with pytest.raises(type(raised)) as caught:
        CallableModel(failing).ask(make_request())
    assert caught.value is raised


@pytest.mark.parametrize("answer", [None, 3, ["x"], b"x"])
async def test_other_answers_are_errors_that_name_their_type(answer: Any) -> None:
    model = CallableModel(lambda _messages, _schema: answer)
    with pytest.raises(ModelError, match=f"returned {type(answer).__name__}"):
        model.ask(make_request())
    with pytest.raises(ModelError, match=f"returned {type(answer).__name__}"):
        await model.aask(make_request())


async def test_waiting_for_a_function_is_bounded() -> None:
    async def slow(_messages: Messages, _schema: dict[str, Any]) -> str:
        await asyncio.sleep(60)
        return "late"

    with pytest.raises(ModelError, match="TimeoutError") as caught:
        await CallableModel(slow).aask(make_request(seconds=0.05))
    assert caught.value.retryable


class Ready:
    name = "ready"
    dialect = DIALECTS["generic"]

    def ask(self, request: ModelRequest, /) -> ModelReply:
        return ModelReply("x")

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        return ModelReply("x")


def test_a_model_passes_as_it_is() -> None:
    ready = Ready()
    assert as_model(ready) is ready
    with pytest.raises(ConfigurationError, match="dialect= cannot be set"):
        as_model(ready, dialect=DIALECTS["vllm"])


def test_a_callable_becomes_a_model() -> None:
    model = as_model(scripted, model="mine", dialect=DIALECTS["vllm"])
    assert isinstance(model, CallableModel)
    assert (model.name, model.dialect.name) == ("mine", "vllm")
    with pytest.raises(ConfigurationError, match="parameters= cannot be set for a callable"):
        as_model(scripted, parameters={"temperature": 0})


async def test_instructor_clients_become_models() -> None:
    with openai.OpenAI(api_key="none") as raw:
        model = as_model(instructor.from_openai(raw, model="gpt-5-mini"), parameters={"temperature": 0})
        assert isinstance(model, InstructorModel)
        assert (model.name, model.dialect.name) == ("openai/gpt-5-mini", "openai")
    async with openai.AsyncOpenAI(api_key="none") as later:
        assert as_model(instructor.from_openai(later), model="gpt-5").name == "openai/gpt-5"


@pytest.mark.parametrize(
    ("thing", "advice"),
    [
        ("openai/gpt-5-mini", r"instructor\.from_provider"),
        (None, "Give an instructor client"),
        (3, "Give an instructor client"),
        (Ready, "not the class"),
        (type("OpenAI", (), {"__module__": "openai"})(), r"instructor\.from_openai\(client, model="),
        (type("Anthropic", (), {"__module__": "anthropic._client"})(), r"instructor\.from_anthropic\(client, model="),
        (type("Client", (), {"__module__": "google.genai.client"})(), r"instructor\.from_genai\(client, model="),
        (type("Chat", (), {"__module__": "langchain_core.language_models"})(), "Give the chat model itself"),
    ],
)
def test_other_things_are_refused_with_what_to_write(thing: object, advice: str) -> None:
    with pytest.raises(ConfigurationError, match=advice) as caught:
        as_model(thing)
    assert "gpt-5-mini" not in str(caught.value).replace('from_provider("openai/gpt-5-mini")', "")


def test_a_raw_openai_client_is_refused_with_what_to_write() -> None:
    with openai.OpenAI(api_key="none") as raw, pytest.raises(ConfigurationError, match=r"from_openai\(client, model="):
        as_model(raw)


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="int is not callable"):
        CallableModel(3)  # type: ignore[arg-type]  # what a user may do
