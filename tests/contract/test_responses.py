import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import instructor
import openai
import pytest
from hypothesis import given
from hypothesis import strategies as st
from instructor.v2.core.response_model import prepare_response_model
from instructor.v2.providers.anthropic.schema import generate_anthropic_schema
from jsonschema import Draft202012Validator
from pydantic import BaseModel, TypeAdapter, create_model
from pydantic.json_schema import GenerateJsonSchema

from contract.schemas import written
from fundamento.answers import Claim, GroundedAnswer, Support
from fundamento.contract.dialects import DIALECTS
from fundamento.contract.responses import Response
from fundamento.contract.wire import WireSchema, wire_schema

WIRE = wire_schema(3, dialect=DIALECTS["openai"], strict=True, quotes=True)
ANSWER = {"answer": {"kind": "abstention", "missing": "el precio"}}
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
)


class OwnGenerator(GenerateJsonSchema):
    """Client libraries bring generators of their own, to leave titles out for one."""


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
@pytest.mark.parametrize("strict", [True, False])
def test_the_class_has_exactly_the_wire_schema(dialect: Any, strict: bool) -> None:
    wire = wire_schema(3, dialect=dialect, strict=strict, quotes=True)
    model = wire.model

    assert model.model_json_schema() == wire.schema
    assert model.model_json_schema(ref_template="#/components/{model}") == wire.schema
    assert model.model_json_schema(schema_generator=OwnGenerator, mode="serialization") == wire.schema


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))
def test_inside_another_schema_it_needs_no_definitions(dialect: Any) -> None:
    wire = wire_schema(3, dialect=dialect, strict=True, quotes=True)
    alone = TypeAdapter(wire.model).json_schema()
    listed = TypeAdapter(list[wire.model]).json_schema()  # type: ignore[name-defined]  # a class made at run time
    good = written(GroundedAnswer((Claim("x", (Support("F3", "y"),)),)), wire)
    bad = written(GroundedAnswer((Claim("x", (Support("F4", "y"),)),)), wire)

    assert "$ref" not in json.dumps(alone)
    assert [Draft202012Validator(alone).is_valid(each) for each in (good, bad)] == [True, False]
    assert [Draft202012Validator(listed).is_valid([each]) for each in (good, bad)] == [True, False]


def test_key_order_is_kept() -> None:
    assert json.dumps(WIRE.model.model_json_schema()) == json.dumps(WIRE.schema)


def test_a_schema_that_was_given_away_can_be_changed_without_harm() -> None:
    before = json.dumps(WIRE.schema)
    given_away = WIRE.model.model_json_schema()
    given_away["properties"]["answer"].clear()
    given_away["$defs"].clear()

    assert json.dumps(WIRE.schema) == before
    assert json.dumps(WIRE.model.model_json_schema()) == before


@given(JSON)
def test_anything_is_accepted_and_kept(value: object) -> None:
    assert WIRE.model.model_validate(value).payload == value
    assert WIRE.model.model_validate(value, strict=True).payload == value
    assert WIRE.model.model_validate_json(json.dumps(value)).payload == value
    assert WIRE.model.model_validate(value).model_dump() == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"answer": 1}', {"answer": 1}),
        (b'{"answer": 1}', {"answer": 1}),
        ('{"answer": "a\nb"}', {"answer": "a\nb"}),
        ("No lo encuentro.", "No lo encuentro."),
        ('```json\n{"answer": 1}\n```', '```json\n{"answer": 1}\n```'),
        ('{"answer": {"kind": "gro', '{"answer": {"kind": "gro'),
        ("", ""),
        (b"\xff", "\ufffd"),
        ("[" * 1_000_000, "[" * 1_000_000),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_text_that_is_no_json_is_kept_as_a_text(text: str | bytes, expected: object) -> None:
    assert WIRE.model.model_validate_json(text).payload == expected


def test_payloads_do_not_mix() -> None:
    one, other = WIRE.model.model_validate(ANSWER), WIRE.model.model_validate({})

    assert (one.payload, other.payload) == (ANSWER, {})
    assert WIRE.model.model_validate(one).payload == ANSWER


def test_a_payload_cannot_pose_as_an_attribute() -> None:
    kept = WIRE.model.model_validate({"payload": 1, "wire": 2, "_payload": 3, "model_config": 4, "__class__": 5})

    assert kept.payload == {"payload": 1, "wire": 2, "_payload": 3, "model_config": 4, "__class__": 5}
    assert kept.wire is WIRE.schema
    assert isinstance(kept, Response)


def test_a_class_made_from_it_behaves_the_same() -> None:
    class Mixin(BaseModel):
        pass

    made = create_model("Made", __base__=(WIRE.model, Mixin))

    assert made.model_json_schema() == WIRE.schema
    assert made.model_validate(ANSWER).payload == ANSWER  # type: ignore[attr-defined]  # mypy sees only the mixin


def test_instructor_wraps_it_and_keeps_the_schema() -> None:
    wrapped: Any = prepare_response_model(WIRE.model)

    assert wrapped.model_json_schema() == WIRE.schema
    assert generate_anthropic_schema(wrapped) == {
        "name": "GroundedAnswer",
        "description": WIRE.description,
        "input_schema": WIRE.schema,
    }


class Handler(BaseHTTPRequestHandler):
    """Keeps the last request and answers it with what the server was told, as content or as a tool call."""

    server: "Server"

    def do_POST(self) -> None:
        self.server.seen.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        message: dict[str, Any] = {"role": "assistant", "content": self.server.text}
        if "tools" in self.server.seen[-1]:
            function = {"name": "GroundedAnswer", "arguments": self.server.text}
            message = {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": function}]}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
        content = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in http.server
        pass


class Server(HTTPServer):
    """A loopback server in the shape of OpenAI's chat completions."""

    text = ""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[dict[str, Any]] = []


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def sent_schema(request: dict[str, Any]) -> Any:
    if "tools" in request:
        return request["tools"][0]["function"]["parameters"]
    return request["response_format"]["json_schema"]["schema"]


@pytest.mark.parametrize("mode", [instructor.Mode.TOOLS, instructor.Mode.JSON_SCHEMA])
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(ANSWER), ANSWER),
        (
            '{"answer": {"kind": "grounded", "claims": [{"text": 7}]}}',
            {"answer": {"kind": "grounded", "claims": [{"text": 7}]}},
        ),
        ('{"answer": {"kind": "gro', '{"answer": {"kind": "gro'),
        ('["F1"]', ["F1"]),
    ],
)
def test_instructor_sends_the_schema_and_hands_any_output_over(
    server: Server, mode: instructor.Mode, strict: bool, text: str, expected: object
) -> None:
    wire: WireSchema = wire_schema(2, dialect=DIALECTS["llama.cpp"], strict=strict, quotes=True)
    server.text = text
    with openai.OpenAI(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none", max_retries=0) as plain:
        client = instructor.from_openai(plain, mode=mode)
        answer: Any = client.create(
            model="m",
            messages=[{"role": "user", "content": "¿Cuánto cuesta?"}],
            response_model=wire.model,
            max_retries=0,
        )

    assert answer.payload == expected
    assert len(server.seen) == 1
    sent = sent_schema(server.seen[0])
    assert {key: sent[key] for key in sent if key not in {"title", "description"}} == {
        key: value for key, value in wire.schema.items() if key not in {"title", "description"}
    }
