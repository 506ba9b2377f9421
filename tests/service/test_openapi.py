"""Whatever fits the OpenAPI document, and much that does not, gets an answer that the document foresees."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fundamento.service.openapi import describe
from service.stand import running

OPERATIONS = [("/v1/check", "POST"), ("/v1/answer", "POST")]
CONFORMANCE = [not_a_server_error, response_schema_conformance, status_code_conformance, content_type_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the command itself, with the generator that is no language model."""
    log = tmp_path_factory.mktemp("openapi") / "events.log"
    with running(["-c", "from fundamento.cli import main; main()", "serve", "--port", "0"], log=log) as (port, _):
        yield f"http://127.0.0.1:{port}"


def test_the_document_is_a_valid_one(server: str) -> None:
    document = httpx.get(f"{server}/openapi.json").json()
    assert document == json.loads(json.dumps(describe()))
    schemathesis.openapi.from_dict(document).validate()
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert schema["type"] != "object" or schema["additionalProperties"] is False


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_is_answered_by_a_server_error(server: str, path: str, method: str, mode: GenerationMode) -> None:
    document = schemathesis.openapi.from_dict(describe())
    document.config.update(base_url=server)
    operation = document[path][method]

    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def call(case: Any) -> None:
        response = case.call()
        assert response.status_code < 500
        case.validate_response(response, checks=CONFORMANCE)

    call()
