"""Servers that refuse what each provider refuses: every dialect gets through, or the error says which limit it met."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import anthropic
import httpx
import instructor
import jsonschema
import openai
import pytest

from adapters.limits import LIMITS, find_refusal
from adapters.providers import ABSTENTION, PRIVATE, Provider, Reaction, called, said
from fundamento import Abstention, Fragment, Grounder
from fundamento.adapters.callables import CallableModel
from fundamento.adapters.instructor import InstructorModel
from fundamento.adapters.local import LocalServer
from fundamento.contract.dialects import DIALECTS, GENERIC
from fundamento.contract.wire import wire_schema
from fundamento.errors import ModelError
from fundamento.models import Model, ModelRequest

SIZES = (1, 2, 50, 300, 2_000)
QUESTION = f"¿Cuánto es la fianza? {PRIVATE}"
Schema = Mapping[str, Any]


def fragments(n: int) -> list[Fragment]:
    return [Fragment(f"id-{number}", f"El piso {number} tiene dos baños.") for number in range(n)]


def schema_of(body: Mapping[str, Any]) -> Schema:
    """Return the schema of a request, wherever its provider's form has it."""
    if "response_format" in body:
        form = body["response_format"]
        found: Schema = form["json_schema"]["schema"] if "json_schema" in form else form["schema"]
    elif "generationConfig" in body:
        found = body["generationConfig"]["responseJsonSchema"]
    elif "output_config" in body:
        found = body["output_config"]["format"]["schema"]
    elif "format" in body:
        found = body["format"]
    else:
        tool = body["tools"][0]
        found = tool.get("input_schema") or tool["function"]["parameters"]
    return found


def message(text: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-test",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def answer_to(body: Mapping[str, Any]) -> object:
    """Return an abstention in the form of whoever is asked."""
    text = json.dumps(ABSTENTION)
    if "generationConfig" in body:
        return {"candidates": [{"content": {"parts": [{"text": text}]}}]}
    if "output_config" in body:
        return message(text)
    if "format" in body:
        return {"message": {"role": "assistant", "content": text}, "done": True}
    if body.get("response_format", {}).get("type") == "json_object":
        return {"message": {"content": [{"type": "text", "text": text}]}}
    if "tools" in body and "input_schema" in body["tools"][0]:
        call = {"type": "tool_use", "id": "t", "name": "GroundedAnswer", "input": ABSTENTION}
        return {**message(""), "content": [call], "stop_reason": "tool_use"}
    return called(text) if "tools" in body else said(text)


def play(provider: Provider, name: str) -> None:
    """Let the provider refuse what `name` refuses, and answer everything else."""
    limits = LIMITS[name]

    def react(body: Mapping[str, Any]) -> Reaction:
        schema = schema_of(body)
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(ABSTENTION, schema)
        cited = '"citations": {"enabled": true}' in json.dumps(body.get("messages"))
        if cited and "output_config" in body:
            status, error = limits.refuse(
                "output_config.format: Citations cannot be used together with structured output."
            )
            return Reaction(status, error)
        refusal = find_refusal(schema, limits) if _forces(body) else None
        if refusal is not None:
            status, error = limits.refuse(f"Invalid schema: {refusal} {PRIVATE}")
            return Reaction(status, error)
        return Reaction(body=answer_to(body))

    provider.react = react


def _forces(body: Mapping[str, Any]) -> bool:
    """Say whether a schema is compiled at all: OpenAI's tools and formats are only where they say `strict`."""
    if "json_schema" in body.get("response_format", {}):
        return bool(body["response_format"]["json_schema"].get("strict", True))
    if "tools" in body and "function" in body["tools"][0]:
        return bool(body["tools"][0]["function"].get("strict", False))
    return True


@pytest.fixture
def raw(provider: Provider) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=provider.url, api_key="none", max_retries=0) as client:
        yield client


def instructed(raw: openai.OpenAI, name: str, mode: instructor.Mode = instructor.Mode.JSON_SCHEMA) -> Model:
    return InstructorModel(instructor.from_openai(raw, mode=mode, model="any"), dialect=DIALECTS[name])


@pytest.mark.parametrize(("policy", "n"), [*(("strict", n) for n in SIZES), ("observe", 2), ("observe", 2_000)])
@pytest.mark.parametrize("name", LIMITS)
def test_each_dialect_gets_through_in_the_form_of_openai(
    provider: Provider, raw: openai.OpenAI, name: str, n: int, policy: str
) -> None:
    play(provider, name)
    result = Grounder(instructed(raw, name), policy=policy, sinks=()).answer(QUESTION, fragments(n))
    assert isinstance(result.answer, Abstention)
    assert len(provider.requests) == 1


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", ["openai", "azure"])
def test_tools_get_through_too(provider: Provider, raw: openai.OpenAI, name: str, n: int) -> None:
    play(provider, name)
    model = instructed(raw, name, instructor.Mode.TOOLS)
    result = Grounder(model, policy="strict", sinks=()).answer(QUESTION, fragments(n))
    assert isinstance(result.answer, Abstention)
    assert provider.requests[0]["tools"][0]["function"]["strict"] is True


@pytest.mark.parametrize("n", SIZES)
def test_anthropics_own_client_gets_through_with_tools(provider: Provider, n: int) -> None:
    play(provider, "anthropic")
    with anthropic.Anthropic(base_url=provider.url, api_key="none", max_retries=0) as raw:
        client = instructor.from_anthropic(raw, mode=instructor.Mode.TOOLS, model="claude-test")
        model = InstructorModel(client, parameters={"max_tokens": 800})
        result = Grounder(model, policy="strict", sinks=()).answer(QUESTION, fragments(n))
    assert isinstance(result.answer, Abstention)


NATIVE: dict[str, Callable[[list[Any], Schema], dict[str, Any]]] = {
    "gemini": lambda messages, schema: {
        "contents": [{"role": "user", "parts": [{"text": messages[-1]["content"]}]}],
        "generationConfig": {"responseMimeType": "application/json", "responseJsonSchema": schema},
    },
    "cohere": lambda messages, schema: {
        "messages": messages,
        "response_format": {"type": "json_object", "schema": schema},
    },
    "ollama": lambda messages, schema: {"messages": messages, "format": schema, "stream": False},
}


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("name", NATIVE)
def test_a_plain_client_gets_through_in_the_providers_own_form(provider: Provider, name: str, n: int) -> None:
    play(provider, name)

    def call(messages: list[Any], schema: Schema) -> str:
        answer = httpx.post(provider.url, json=NATIVE[name](messages, schema), timeout=60).raise_for_status().json()
        if name == "gemini":
            return str(answer["candidates"][0]["content"]["parts"][0]["text"])
        content = answer["message"]["content"]
        return str(content if isinstance(content, str) else content[0]["text"])

    model = CallableModel(call, dialect=DIALECTS[name])
    assert isinstance(Grounder(model, policy="strict", sinks=()).answer(QUESTION, fragments(n)).answer, Abstention)


@pytest.mark.parametrize("n", SIZES)
def test_anthropics_output_format_gets_through(provider: Provider, n: int) -> None:
    play(provider, "anthropic")
    with anthropic.Anthropic(base_url=provider.url, api_key="none", max_retries=0) as raw:

        def call(messages: list[Any], schema: dict[str, Any]) -> str:
            answer = raw.messages.create(
                model="claude-test",
                max_tokens=500,
                system=messages[0]["content"],
                messages=messages[1:],
                output_config={"format": {"type": "json_schema", "schema": schema}},
            )
            (block,) = answer.content
            assert block.type == "text"
            return block.text

        model = CallableModel(call, dialect=DIALECTS["anthropic"])
        result = Grounder(model, policy="strict", sinks=()).answer(QUESTION, fragments(n))
    assert isinstance(result.answer, Abstention)


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("n", [2, 300])
def test_the_generic_dialect_gets_through_everywhere(provider: Provider, raw: openai.OpenAI, n: int, name: str) -> None:
    play(provider, name)
    model = InstructorModel(instructor.from_openai(raw, mode=instructor.Mode.JSON_SCHEMA, model="any"), dialect=GENERIC)
    assert isinstance(Grounder(model, policy="strict", sinks=()).answer(QUESTION, fragments(n)).answer, Abstention)


@pytest.mark.parametrize(
    ("name", "dialect", "n", "says"),
    [
        ("azure", "openai", 2, "keyword 'const'"),
        ("azure", "llama.cpp", 2_000, "keyword 'const'"),
        ("azure", "cohere", 2, "keyword 'const'"),
        ("anthropic", "openai", 2, "keyword 'maxItems'"),
        ("cohere", "openai", 2, "keyword 'maxItems'"),
        ("mistral", "cohere", 2, "keyword 'const'"),
        ("gemini", "azure", 450, "fewer enum values"),
        ("gemini", "mistral", 450, "fewer enum values"),
    ],
)
def test_another_providers_dialect_is_refused_and_the_error_says_for_what(
    provider: Provider, raw: openai.OpenAI, name: str, dialect: str, n: int, says: str
) -> None:
    play(provider, name)
    with pytest.raises(ModelError) as caught:
        Grounder(instructed(raw, dialect), policy="strict", sinks=()).answer(QUESTION, fragments(n))
    assert says in caught.value.hint
    assert f"dialect '{dialect}'" in caught.value.hint
    assert "dialect=" in caught.value.hint
    assert (caught.value.status in (400, 422), caught.value.retryable) == (True, False)
    assert PRIVATE not in str(caught.value)
    assert len(provider.requests) == 1


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("6 levels of nesting exceeds limit of 5.", "levels of nesting"),
        ("The compiled grammar is too large, which would cause performance issues.", "fewer fragments"),
        ("The specified schema produces a constraint that has too many states for serving.", "fewer fragments"),
        ("Schema has 1200 enum values, which exceeds the limit of 1000.", "fewer enum values"),
        ("Citations cannot be used together with structured output.", "AnthropicCitations"),
        ("schema exceeds 200 fields: too many fields.", "fewer properties"),
        ("'$ref' is not permitted.", "keyword '$ref'"),
        ("number of repetitions exceeds sane defaults", "simpler dialect"),
    ],
)
@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_is_told_in_each_form_of_error(
    provider: Provider, raw: openai.OpenAI, name: str, message: str, says: str
) -> None:
    status, error = LIMITS[name].refuse(f"{message} {PRIVATE}")
    provider.says(error, status=status)
    with pytest.raises(ModelError) as caught:
        Grounder(instructed(raw, name), policy="strict", sinks=()).answer(QUESTION, fragments(2))
    assert says in caught.value.hint
    assert PRIVATE not in str(caught.value)


@pytest.mark.model
@pytest.mark.parametrize("n", [300, 2_000])
def test_a_real_llama_cpp_compiles_the_schema_of_many_fragments(local_server: LocalServer, n: int) -> None:
    wire = wire_schema(n, dialect=DIALECTS["llama.cpp"], strict=True, quotes=True)
    request = ModelRequest(({"role": "user", "content": "Answer in JSON."},), wire, "", {})
    output = local_server.model({"max_tokens": 12}).ask(request).output
    assert str(output).lstrip().startswith('{"answer"') or '"answer"' in str(output)


def test_citations_exclude_structured_output(provider: Provider) -> None:
    play(provider, "anthropic")
    source: Any = {"type": "text", "media_type": "text/plain", "data": "x"}
    document: Any = {"type": "document", "source": source, "citations": {"enabled": True}}
    schema = dict(wire_schema(2, dialect=DIALECTS["anthropic"], strict=True, quotes=True).schema)
    with (
        anthropic.Anthropic(base_url=provider.url, api_key="none", max_retries=0) as raw,
        pytest.raises(anthropic.BadRequestError, match="Citations cannot be used"),
    ):
        raw.messages.create(
            model="claude-test",
            max_tokens=10,
            messages=[{"role": "user", "content": [document]}],
            output_config={"format": {"type": "json_schema", "schema": schema}},
        )


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("openai", {"anyOf": []}, "top level"),
        ("openai", {"type": "array"}, "type"),
        ("openai", {"uniqueItems": True}, "'uniqueItems' is not permitted"),
        ("openai", {"additionalProperties": True}, "additionalProperties"),
        ("openai", {"required": []}, "'required' is required"),
    ],
)
def test_the_servers_do_refuse(name: str, change: dict[str, Any], says: str) -> None:
    schema = dict(wire_schema(2, dialect=DIALECTS[name], strict=True, quotes=True).schema)
    assert find_refusal(schema, LIMITS[name]) is None
    assert says in (find_refusal({**schema, **change}, LIMITS[name]) or "")
