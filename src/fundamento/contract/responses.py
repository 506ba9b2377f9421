"""A Pydantic class that carries a wire schema to a client library and refuses nothing that comes back."""

import copy
import json
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    GetJsonSchemaHandler,
    PrivateAttr,
    model_serializer,
    model_validator,
)
from pydantic.functional_validators import ModelWrapValidatorHandler
from pydantic.json_schema import DEFAULT_REF_TEMPLATE, GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue
from pydantic_core import CoreSchema


class Response(BaseModel):
    """Whatever a model sent, kept as it came: a client library's own validation must not hide an output."""

    model_config = ConfigDict(extra="ignore")

    wire: ClassVar[Mapping[str, Any]] = {}
    _payload: object = PrivateAttr(default=None)

    @property
    def payload(self) -> object:
        """The output: the JSON value that was parsed, or the text where it was no JSON."""
        return self._payload

    @model_validator(mode="wrap")
    @classmethod
    def _keep(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(value, cls):
            return value
        kept = handler({})
        kept._payload = value  # noqa: SLF001 - an instance of this very class
        return kept

    @model_serializer(mode="plain")
    def _payload_again(self) -> object:
        return self._payload

    @classmethod
    def model_validate_json(
        cls,
        json_data: str | bytes | bytearray,
        *,
        strict: bool | None = None,  # noqa: ARG003 - Pydantic's signature, which clients call by name
        extra: Literal["allow", "ignore", "forbid"] | None = None,  # noqa: ARG003
        context: Any | None = None,  # noqa: ANN401, ARG003
        by_alias: bool | None = None,  # noqa: ARG003
        by_name: bool | None = None,  # noqa: ARG003
    ) -> Self:
        """Keep the JSON value of a text, or the text itself where it is no JSON."""
        text = json_data if isinstance(json_data, str) else bytes(json_data).decode("utf-8", "replace")
        try:
            value = json.loads(text, strict=False)
        except (ValueError, RecursionError):
            value = text
        return cls.model_validate(value)

    @classmethod
    def model_json_schema(
        cls,
        by_alias: bool | None = True,  # noqa: ARG003, FBT001, FBT002 - Pydantic's signature
        ref_template: str = DEFAULT_REF_TEMPLATE,  # noqa: ARG003
        schema_generator: type[GenerateJsonSchema] = GenerateJsonSchema,  # noqa: ARG003
        mode: JsonSchemaMode = "validation",  # noqa: ARG003
        *,
        union_format: Literal["any_of", "primitive_type_array"] = "any_of",  # noqa: ARG003
    ) -> dict[str, Any]:
        """Return the wire schema exactly, as a copy that the caller may change."""
        return copy.deepcopy(dict(cls.wire))

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler, /) -> JsonSchemaValue:
        # Inside another schema, Pydantic follows every reference and knows none but its own.
        inlined: JsonSchemaValue = _inline(cls.wire, cls.wire.get("$defs", {}))
        return inlined


def _inline(node: Any, definitions: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a copy of a schema with its definitions in place of the references to them."""
    if isinstance(node, Mapping):
        if "$ref" in node:
            return _inline(definitions[node["$ref"].removeprefix("#/$defs/")], definitions)
        return {key: _inline(value, definitions) for key, value in node.items() if key != "$defs"}
    return [_inline(each, definitions) for each in node] if isinstance(node, list) else node


def response_model(schema: Mapping[str, Any]) -> type[Response]:
    """Return a class whose JSON Schema is `schema`; clients send its name and description to the model."""

    class GroundedAnswer(Response):
        __doc__ = schema.get("description")
        wire: ClassVar[Mapping[str, Any]] = schema

    # The name that clients send on is the schema's own.
    GroundedAnswer.__name__ = GroundedAnswer.__qualname__ = str(schema.get("title", "GroundedAnswer"))
    return GroundedAnswer
