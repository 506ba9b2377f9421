"""What providers refuse in a schema, as their documentation says, and the form in which each refuses.

Written from the documentation and not from `DIALECTS`, so that one can be proved by the other:

- OpenAI, "Structured model outputs: Supported schemas": no union at the root, every object closed, every property
  required; 5,000 properties, 10 levels, 1,000 enum values, 15,000 characters in one enum of more than 250 values,
  120,000 characters in names and values. Checked where the request says `strict`.
- Azure OpenAI, "Structured outputs: Supported schemas and limitations": the same, but no `pattern`, `minItems` or
  `maxItems`, 100 properties and 5 levels; its service named 500 enum values.
- Anthropic, "Structured outputs: JSON Schema limitations": `minItems` 0 and 1 only, no `maxItems`, 24 optional
  parameters, 16 unions; citations together with an output format are an error.
- Google, "Structured outputs: JSON Schema support": unknown keywords are ignored; "Schema complexity" has no numbers,
  those here were reported: 240 short enum values, and bounds of lists that come to less than 960.
- Mistral, "Custom structured outputs": no list of keywords; what its own client writes is taken, no more.
- Cohere, "Parameter types support": no `minItems`, `maxItems`, anchored patterns; 200 fields.
- vLLM, "Structured outputs" with xgrammar: no `uniqueItems`, `contains`, `multipleOf`, `patternProperties`.
- llama.cpp, "GBNF guide: JSON Schemas", and Ollama, which converts alike: patterns anchored at both ends, repetitions
  below 2,000.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

Node = Mapping[str, Any]

COMMON = {"type", "properties", "required", "additionalProperties", "items", "enum", "description", "title", "anyOf"}
REFS = {"$ref", "$defs"}
BOUNDS = {"minItems", "maxItems"}
ANY = {*COMMON, *REFS, *BOUNDS, "const", "pattern", "propertyOrdering"}


def openai_error(message: str) -> tuple[int, object]:
    error = {"message": message, "type": "invalid_request_error", "param": "response_format", "code": None}
    return 400, {"error": error}


def anthropic_error(message: str) -> tuple[int, object]:
    return 400, {"type": "error", "error": {"type": "invalid_request_error", "message": message}, "request_id": "req_1"}


def gemini_error(message: str) -> tuple[int, object]:
    return 400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}


def mistral_error(message: str) -> tuple[int, object]:
    return 422, {"object": "error", "message": {"detail": [{"type": "value_error", "msg": message}]}, "code": "3051"}


def cohere_error(message: str) -> tuple[int, object]:
    return 400, {"id": "e-1", "message": f"invalid request: {message}"}


def vllm_error(message: str) -> tuple[int, object]:
    return 400, {"error": {"message": message, "type": "BadRequestError", "param": None, "code": 400}}


def llama_error(message: str) -> tuple[int, object]:
    return 400, {"error": {"code": 400, "message": message, "type": "invalid_request_error"}}


def ollama_error(message: str) -> tuple[int, object]:
    return 400, {"error": message}


@dataclass(frozen=True)
class Limits:
    """What one provider takes. `ignores`: keywords that it does not know are no error."""

    refuse: Callable[[str], tuple[int, object]]
    keywords: frozenset[str]
    ignores: bool = False
    anchored: bool = False
    min_items: float = inf
    repetitions: float = inf
    enum_values: float = inf
    long_enum: float = inf
    text: float = inf
    properties: float = inf
    nesting: float = inf
    optional: float = inf
    unions: float = inf


LIMITS: Mapping[str, Limits] = {
    "openai": Limits(
        openai_error,
        frozenset(ANY - {"propertyOrdering"}),
        enum_values=1_000,
        long_enum=15_000,
        text=120_000,
        properties=5_000,
        nesting=10,
    ),
    "azure": Limits(
        openai_error,
        frozenset({*COMMON, *REFS}),
        enum_values=500,
        long_enum=7_500,
        text=15_000,
        properties=100,
        nesting=5,
    ),
    "anthropic": Limits(
        anthropic_error,
        frozenset({*COMMON, *REFS, "const", "pattern", "minItems"}),
        min_items=1,
        optional=24,
        unions=16,
    ),
    "gemini": Limits(
        gemini_error,
        frozenset({*COMMON, *REFS, *BOUNDS, "propertyOrdering"}),
        ignores=True,
        enum_values=240,
        repetitions=960,
    ),
    "mistral": Limits(mistral_error, frozenset({*COMMON, *REFS})),
    "cohere": Limits(cohere_error, frozenset({*COMMON, *REFS, "const"}), properties=200),
    "vllm": Limits(vllm_error, frozenset(ANY - {"propertyOrdering"})),
    "llama.cpp": Limits(llama_error, frozenset(ANY), ignores=True, anchored=True, repetitions=2_000),
    "ollama": Limits(ollama_error, frozenset(ANY), ignores=True, anchored=True, repetitions=2_000),
}


def find_refusal(schema: Node, limits: Limits) -> str | None:
    """Return what a provider would say against a schema; None: it takes it."""
    return next(_complaints(schema, limits), None)


def _complaints(schema: Node, limits: Limits) -> Iterator[str]:
    yield from _root_complaints(schema)
    nodes = list(_written(schema))
    for node in nodes:
        yield from _node_complaints(node, limits)
    yield from _counts(nodes, limits)
    if (depth := _depth(schema, schema)) > limits.nesting:
        yield f"{depth} levels of nesting exceeds limit of {limits.nesting}."
    if _repetitions(schema, schema) >= limits.repetitions:
        yield "The specified schema produces a constraint that has too many states for serving; exceeds sane defaults."


def _root_complaints(schema: Node) -> Iterator[str]:
    if schema.get("type") != "object":
        yield f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{schema.get('type')}\"'."
    if {"anyOf", "oneOf", "allOf"} & set(schema):
        yield "schema must not have 'oneOf'/'anyOf'/'allOf' at the top level."


def _counts(nodes: list[Node], limits: Limits) -> Iterator[str]:
    enums = [node["enum"] for node in nodes if "enum" in node]
    if (values := sum(map(len, enums))) > limits.enum_values:
        yield f"schema exceeds the limit of {limits.enum_values} enum values in total: {values}."
    if any(len(each) > 250 and sum(map(len, each)) > limits.long_enum for each in enums):
        yield f"enum values exceed the limit of {limits.long_enum} characters."
    names = [name for node in nodes for name in (*node.get("properties", {}), *node.get("$defs", {}))]
    if sum(map(len, names)) + sum(len(value) for each in enums for value in each) > limits.text:
        yield "names and enum values exceed the limit of characters."
    if (count := sum(len(node.get("properties", {})) for node in nodes)) > limits.properties:
        yield f"too many properties: {count}."
    if sum(len(set(node.get("properties", {})) - set(node.get("required", ()))) for node in nodes) > limits.optional:
        yield "too many optional parameters."
    if sum("anyOf" in node for node in nodes) > limits.unions:
        yield "too many union types: the schema is too complex."


def _node_complaints(node: Node, limits: Limits) -> Iterator[str]:
    for keyword in sorted(set(node) - limits.keywords):
        if not limits.ignores:
            yield f"In context=(), '{keyword}' is not permitted."
    if node.get("minItems", 0) > limits.min_items:
        yield "For 'array' type, 'minItems' values other than 0 or 1 are not supported"
    pattern = node.get("pattern", "^$")
    if limits.anchored and not (pattern.startswith("^") and pattern.endswith("$")):
        yield "Pattern must start with '^' and end with '$'"
    if node.get("type") == "object" and not limits.ignores:
        if node.get("additionalProperties") is not False:
            yield "'additionalProperties' is required to be supplied and to be false."
        if set(node.get("required", ())) != set(node.get("properties", {})):
            yield "'required' is required to be supplied and to be an array including every key in properties."


def _children(node: Node) -> list[Node]:
    return [*node.get("properties", {}).values(), *node.get("anyOf", ()), *([node["items"]] if "items" in node else ())]


def _written(node: Node) -> Iterator[Node]:
    yield node
    for child in [*_children(node), *node.get("$defs", {}).values()]:
        yield from _written(child)


def _follow(node: Node, root: Node) -> Node:
    target: Node = root["$defs"][node["$ref"].removeprefix("#/$defs/")] if "$ref" in node else node
    return target


def _depth(node: Node, root: Node) -> int:
    node = _follow(node, root)
    deepest = max((_depth(child, root) for child in _children(node)), default=0)
    return deepest + (node.get("type") == "object")


def _repetitions(node: Node, root: Node) -> int:
    """Return what the bounds of lists come to, those inside each other multiplied."""
    node = _follow(node, root)
    inside = sum(_repetitions(child, root) for child in _children(node))
    return int(node.get("maxItems", 1)) * max(1, inside) if "maxItems" in node else inside
