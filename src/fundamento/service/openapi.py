"""The OpenAPI document, made from the models of what comes in and goes out."""

from collections.abc import Iterable
from importlib.metadata import version
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from fundamento.findings import CHECK_ID_SCHEMA
from fundamento.service.bodies import AnswerRequest, CheckRequest
from fundamento.service.replies import AnswerReply, CheckReply, ErrorReply, StatusReply

_REF: Final = "#/components/schemas/{model}"
_ERRORS: Final = {
    "400": "The body is not JSON.",
    "401": "The bearer token is missing or another.",
    "403": "Without a token, it is called as localhost only.",
    "408": "The body did not come in in time.",
    "413": "The body is too large.",
    "415": "The body is not declared as JSON.",
    "422": "The request is not what it should be.",
    "500": "The service is set up wrongly, or failed.",
    "502": "The model could not be called.",
    "503": "All places are taken, or the store cannot be reached; see Retry-After.",
    "504": "It took too long.",
}
_GET_ERRORS: Final = ("401", "403")
_EVENTS: Final = ("claim", "notice", "gap", "conflict", "abstention", "result", "error")
_STREAM: Final = (
    "Server-sent events: `claim`, `notice` (withheld, and why), `gap`, `conflict`, `abstention`; the last is `result`, "
    "the same object as without a stream, or `error`. `data` is JSON."
)


def describe() -> dict[str, Any]:
    """Return the document: OpenAPI 3.1."""
    _, schemas = models_json_schema(
        [
            (CheckRequest, "validation"),
            (AnswerRequest, "validation"),
            *((model, "serialization") for model in (CheckReply, AnswerReply, ErrorReply, StatusReply)),
        ],
        ref_template=_REF,
    )
    schemas["$defs"]["CheckId"] = CHECK_ID_SCHEMA
    return {
        "openapi": "3.1.0",
        "info": {"title": "fundamento", "version": version("fundamento")},
        "paths": {
            "/v1/check": {"post": _check()},
            "/v1/answer": {"post": _answer()},
            "/healthz": {"get": {**_get("Say that the service lives.", StatusReply), "security": [{}]}},
            "/readyz": {"get": _ready()},
            "/metrics": {"get": _metrics()},
            "/openapi.json": {"get": _get("Show this document.")},
        },
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


def _check() -> dict[str, Any]:
    return _post("Check an answer that somebody else generated; no model is asked.", CheckRequest, CheckReply)


def _answer() -> dict[str, Any]:
    operation = _post("Answer a question from fragments.", AnswerRequest, AnswerReply)
    operation["parameters"] = [
        {
            "name": "stream",
            "in": "query",
            "description": "The same as Accept: text/event-stream.",
            "schema": {"type": "boolean", "default": False},
        }
    ]
    operation["responses"]["200"]["content"]["text/event-stream"] = {
        "schema": {
            "type": "object",
            "description": _STREAM,
            "properties": {"event": {"type": "string", "enum": list(_EVENTS)}, "data": {"type": "string"}},
            "required": ["event", "data"],
        }
    }
    return operation


def _ready() -> dict[str, Any]:
    operation = _get("Say whether the store can be reached.", StatusReply)
    operation["responses"]["503"] = {"description": "It cannot.", "content": _json(StatusReply)}
    return {**operation, "security": [{}]}


def _metrics() -> dict[str, Any]:
    operation = _get("Show counts and times for Prometheus.")
    operation["responses"]["200"]["content"] = {"text/plain": {"schema": {"type": "string"}}}
    operation["responses"]["404"] = {"description": "This service counts nothing.", "content": _json(ErrorReply)}
    return operation


def _post(summary: str, asked: type[BaseModel], given: type[BaseModel]) -> dict[str, Any]:
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": _json(asked)},
        "responses": {
            "200": {"description": "How it ended; a rejected answer is one.", "content": _json(given)},
            **_errors(_ERRORS),
        },
    }


def _get(summary: str, given: type[BaseModel] | None = None) -> dict[str, Any]:
    content = {"application/json": {"schema": {"type": "object"}}} if given is None else _json(given)
    return {
        "summary": summary,
        "responses": {"200": {"description": "As it is.", "content": content}, **_errors(_GET_ERRORS)},
    }


def _errors(statuses: Iterable[str]) -> dict[str, Any]:
    return {status: {"description": _ERRORS[status], "content": _json(ErrorReply)} for status in statuses}


def _json(model: type[BaseModel]) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
