"""An instructor client as the judge: the verdicts' own schema goes out, whatever the client's mode."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import instructor
import openai
import pytest

from adapters.providers import Provider, chat, said, serving
from fundamento.errors import ModelError
from fundamento.judgements import JudgeCost, Judgement, Pair, Unjudged
from fundamento.judges.llm import LlmJudge
from fundamento.judges.protocol import JudgeRequest
from fundamento.judges.verdicts import verdict_schema
from fundamento.models import Usage

PAIRS = (Pair("Hay dos meses.", ("La fianza es de dos meses.",)), Pair("Hay ascensor.", ("No hay ascensor.",)))
VERDICTS = json.dumps(
    {
        "verdicts": [
            {"claim": "C1", "reason": "sí", "verdict": "entailed"},
            {"claim": "C2", "reason": "no", "verdict": "contradicted"},
        ]
    }
)
SAID = [Judgement(1.0, reason="sí"), Judgement(0.0, contradicted=True, reason="no")]


@pytest.fixture
def provider() -> Iterator[Provider]:
    with serving() as scripted:
        yield scripted


def make(provider: Provider, mode: instructor.Mode) -> LlmJudge:
    raw = openai.OpenAI(base_url=f"{provider.url}/v1", api_key="k", max_retries=0)
    return LlmJudge(instructor.from_openai(raw, mode=mode, model="gpt-5-mini"))


def called(arguments: str) -> dict[str, Any]:
    call = {"id": "c1", "type": "function", "function": {"name": "Verdicts", "arguments": arguments}}
    return chat({"role": "assistant", "content": None, "tool_calls": [call]}, finish="tool_calls")


def schema_of(request: Mapping[str, Any]) -> tuple[str, Mapping[str, Any], bool]:
    if "tools" in request:
        function = request["tools"][0]["function"]
        return function["name"], function["parameters"], function["strict"]
    wanted = request["response_format"]["json_schema"]
    return wanted["name"], wanted["schema"], wanted["strict"]


@pytest.mark.parametrize(
    ("mode", "body"),
    [(instructor.Mode.TOOLS, called(VERDICTS)), (instructor.Mode.JSON_SCHEMA, said(VERDICTS))],
    ids=["tools", "schema"],
)
def test_the_schema_of_the_verdicts_is_forced(provider: Provider, mode: instructor.Mode, body: dict[str, Any]) -> None:
    provider.says(body)
    judge = make(provider, mode)
    reply = judge.judge(JudgeRequest(PAIRS))
    assert (list(reply.judgements), reply.cost) == (SAID, JudgeCost(calls=1, usage=Usage(120, 30)))
    (request,) = provider.requests
    name, schema, strict = schema_of(request)
    wire = verdict_schema(2, judge._model.dialect).schema
    assert (name, strict, schema["properties"]) == ("Verdicts", True, wire["properties"])
    assert judge.name == "llm/openai/gpt-5-mini"


@pytest.mark.parametrize("status", [400, 401, 429, 500])
def test_a_provider_that_fails_leaves_the_claims_unjudged(provider: Provider, status: int) -> None:
    provider.says({"error": {"message": "no"}}, status=status)
    reply = make(provider, instructor.Mode.TOOLS).judge(JudgeRequest(PAIRS))
    assert list(reply.judgements) == [Unjudged(ModelError.__name__)] * 2
    assert len(provider.requests) == 1
