"""A provider that fails: one request, the right error, and not a word of what the provider said."""

import asyncio
import logging
import socket
import traceback
from collections.abc import Iterator
from typing import Any

import instructor
import openai
import pytest
from instructor.core.exceptions import InstructorRetryException

from adapters.providers import PRIVATE, Provider, make_request, said
from fundamento.adapters.failures import model_error
from fundamento.adapters.instructor import InstructorModel
from fundamento.errors import ModelError
from fundamento.models import Stop


def refused(code: str | None = None) -> dict[str, Any]:
    return {"error": {"message": f"Invalid: {PRIVATE}", "type": "invalid_request_error", "param": None, "code": code}}


@pytest.fixture
def raw(provider: Provider) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=provider.url, api_key="none", max_retries=0) as client:
        yield client


def model_of(raw: openai.OpenAI | openai.AsyncOpenAI, **options: Any) -> InstructorModel:
    mode = instructor.Mode.JSON_SCHEMA
    return InstructorModel(instructor.from_openai(raw, mode=mode, model="gpt-5-mini"), **options)


FAILURES = [
    (400, None, "BadRequestError", "dialect=", False),
    (400, "context_length_exceeded", "BadRequestError", "fewer or shorter fragments", False),
    (401, "invalid_api_key", "AuthenticationError", "API key", False),
    (403, None, "PermissionDeniedError", "API key", False),
    (404, "model_not_found", "NotFoundError", "model's name", False),
    (422, None, "UnprocessableEntityError", "dialect=", False),
    (429, None, "RateLimitError", "try again later", True),
    (429, "insufficient_quota", "RateLimitError", "quota is used up", False),
    (500, None, "InternalServerError", "Try again later", True),
    (503, None, "InternalServerError", "Try again later", True),
]


@pytest.mark.parametrize(("status", "code", "name", "hint", "retryable"), FAILURES)
def test_a_refused_call_is_told_by_status_and_not_repeated(
    provider: Provider,
    raw: openai.OpenAI,
    caplog: pytest.LogCaptureFixture,
    *,
    status: int,
    code: str | None,
    name: str,
    hint: str,
    retryable: bool,
) -> None:
    provider.says(refused(code), status=status)
    with caplog.at_level(logging.DEBUG, logger="instructor"), pytest.raises(ModelError) as caught:
        model_of(raw).ask(make_request())
    error = caught.value
    assert (error.status, error.retryable) == (status, retryable)
    assert type(error.provider_error).__name__ == name
    assert name in str(error)
    assert hint in error.hint
    assert len(provider.requests) == 1
    assert PRIVATE not in "".join(traceback.format_exception(error))
    assert (error.__cause__, error.__context__) == (None, None)
    assert PRIVATE not in caplog.text


@pytest.mark.parametrize(("status", "code", "name", "hint", "retryable"), FAILURES)
async def test_an_asynchronous_call_fails_alike(
    provider: Provider, status: int, code: str | None, name: str, hint: str, *, retryable: bool
) -> None:
    provider.says(refused(code), status=status)
    async with openai.AsyncOpenAI(base_url=provider.url, api_key="none", max_retries=0) as raw:
        with pytest.raises(ModelError) as caught:
            await model_of(raw).aask(make_request())
    error = caught.value
    assert (error.status, error.retryable) == (status, retryable)
    assert name in str(error)
    assert hint in error.hint
    assert len(provider.requests) == 1
    assert PRIVATE not in "".join(traceback.format_exception(error))


def test_retries_of_the_providers_own_client_are_its_owners(provider: Provider) -> None:
    provider.says(refused(), status=500)
    with openai.OpenAI(base_url=provider.url, api_key="none", max_retries=1) as raw:
        model = model_of(raw)
        with pytest.raises(ModelError):
            model.ask(make_request())
    assert (model.network_retries, len(provider.requests)) == (1, 2)


def test_a_prompt_that_a_content_filter_refuses_is_a_stop(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(refused("content_filter"), status=400)
    reply = model_of(raw).ask(make_request())
    assert (reply.output, reply.stop) == ("", Stop.CONTENT_FILTER)


@pytest.mark.parametrize("seconds", [0.3, 1])
def test_a_provider_that_hangs_is_left_in_time(provider: Provider, raw: openai.OpenAI, seconds: float) -> None:
    provider.says(None, act="hang")
    with pytest.raises(ModelError, match="APITimeoutError") as caught:
        model_of(raw).ask(make_request(seconds=seconds))
    assert (caught.value.status, caught.value.retryable) == (None, True)
    assert len(provider.requests) == 1


async def test_waiting_is_bounded_for_both_kinds_of_client(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(None, act="hang")
    with pytest.raises(ModelError, match="Timeout") as caught:
        await model_of(raw).aask(make_request(seconds=0.3))
    assert caught.value.retryable
    async with openai.AsyncOpenAI(base_url=provider.url, api_key="none", max_retries=5) as other:
        with pytest.raises(ModelError, match="Timeout") as caught:
            await model_of(other).aask(make_request(seconds=0.3))
    assert caught.value.retryable


def test_a_time_limit_never_lengthens_the_clients_own(provider: Provider) -> None:
    provider.says(None, act="hang")
    with openai.OpenAI(base_url=provider.url, api_key="none", max_retries=0, timeout=0.3) as raw:
        with pytest.raises(ModelError, match="APITimeoutError"):
            model_of(raw).ask(make_request(seconds=200))
        with pytest.raises(ModelError, match="APITimeoutError"):
            model_of(raw.with_options(timeout=200), parameters={"timeout": 0.3}).ask(make_request(seconds=250))


def test_a_provider_that_hangs_up_may_be_tried_again(provider: Provider, raw: openai.OpenAI) -> None:
    provider.says(None, act="close")
    with pytest.raises(ModelError, match="APIConnectionError") as caught:
        model_of(raw).ask(make_request())
    assert caught.value.retryable
    assert len(provider.requests) == 1


def test_a_server_that_is_not_there_may_be_tried_again() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{port}", api_key="none", max_retries=0)
    with client as raw, pytest.raises(ModelError, match="base URL") as caught:
        model_of(raw).ask(make_request())
    assert caught.value.retryable


@pytest.mark.parametrize("body", [f"<html>{PRIVATE}</html>", {"detail": PRIVATE}, [PRIVATE]])
def test_an_answer_in_no_known_shape_is_an_error(provider: Provider, raw: openai.OpenAI, body: object) -> None:
    provider.says(body)
    with pytest.raises(ModelError) as caught:
        model_of(raw).ask(make_request())
    assert not caught.value.retryable
    assert len(provider.requests) == 1
    assert PRIVATE not in "".join(traceback.format_exception(caught.value))


def test_a_parameter_that_the_client_does_not_take_is_pointed_at(provider: Provider, raw: openai.OpenAI) -> None:
    with pytest.raises(ModelError, match=r"TypeError.*parameters=") as caught:
        model_of(raw, parameters={"temprature": 0}).ask(make_request())
    assert not caught.value.retryable
    assert provider.requests == []


def test_an_interrupt_passes_untouched() -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    client = instructor.Instructor(client=None, create=instructor.patch(create=interrupted))
    with pytest.raises(KeyboardInterrupt):
        InstructorModel(client, model="m").ask(make_request())


async def test_a_cancellation_passes_untouched(provider: Provider) -> None:
    provider.says(None, act="hang")
    async with openai.AsyncOpenAI(base_url=provider.url, api_key="none", max_retries=0) as raw:
        task = asyncio.create_task(model_of(raw).aask(make_request(seconds=60)))
        assert await asyncio.to_thread(provider.asked.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


def test_instructor_still_logs_for_others(
    provider: Provider, raw: openai.OpenAI, caplog: pytest.LogCaptureFixture
) -> None:
    provider.says(said("no JSON"))
    client = instructor.from_openai(raw, mode=instructor.Mode.JSON_SCHEMA, model="m")
    InstructorModel(client).ask(make_request())
    provider.says(refused(), status=500)
    with pytest.raises(InstructorRetryException):
        client.create(response_model=make_request().wire.model, messages=[{"role": "user", "content": "?"}])
    assert "Max retries exceeded" in caplog.text


class OverloadedError(Exception):
    status_code = 529


class GeminiServerError(Exception):
    code = 503


@pytest.mark.parametrize(
    ("failure", "status", "retryable"),
    [
        (OverloadedError(PRIVATE), 529, True),
        (GeminiServerError(PRIVATE), 503, True),
        (ConnectionResetError(PRIVATE), None, True),
        (TimeoutError(PRIVATE), None, True),
        (ValueError(PRIVATE), None, False),
        (RuntimeError(PRIVATE), None, False),
    ],
)
def test_failures_of_other_providers_are_read_by_their_shape(
    failure: Exception, status: int | None, *, retryable: bool
) -> None:
    error = model_error(failure, asked="any/model", dialect="generic")
    assert (error.status, error.retryable, error.provider_error) == (status, retryable, failure)
    assert PRIVATE not in str(error)
    assert error.hint
