"""Walks a schema, and writes answers in the shape that a schema asks for."""

from collections.abc import Iterator, Mapping
from typing import Any

from fundamento.answers import Abstention, Claim, GroundedAnswer, Support
from fundamento.contract.wire import WireSchema

Node = Mapping[str, Any]


def nodes(schema: Node) -> Iterator[Node]:
    """Every schema inside a schema as it is written, itself first; references are not followed."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", [])]
    for each in [*inner, *([schema["items"]] if "items" in schema else [])]:
        yield from nodes(each)


def paths(node: Node, root: Node) -> Iterator[tuple[Node, ...]]:
    """Every way from the root down to a leaf, through the references."""
    if "$ref" in node:
        node = root["$defs"][node["$ref"].removeprefix("#/$defs/")]
    children = [*node.get("properties", {}).values(), *node.get("anyOf", [])]
    children += [node["items"]] if "items" in node else []
    if not children:
        yield (node,)
    for child in children:
        for path in paths(child, root):
            yield (node, *path)


def written(answer: GroundedAnswer | Abstention, wire: WireSchema) -> dict[str, Any]:
    """An answer, whose fragments are aliases, as a model would write it under a schema."""
    if isinstance(answer, Abstention):
        return {"answer": {"kind": "abstention", "missing": answer.missing}}
    return {
        "answer": {
            "kind": "grounded",
            "claims": [_claim(claim, wire) for claim in answer.claims],
            "gaps": [{"text": gap.text} for gap in answer.gaps],
            "conflicts": [{"fragments": list(each.fragments), "text": each.text} for each in answer.conflicts],
        }
    }


def _claim(claim: Claim, wire: WireSchema) -> dict[str, Any]:
    support = [_support(each) for each in claim.support]
    if wire.strict and wire.dialect.min_items == 0:
        return {"support": support[0], "more_support": support[1:], "text": claim.text}
    return {"support": support, "text": claim.text}


def _support(support: Support) -> dict[str, Any]:
    return {"fragment": support.fragment, **({} if support.quote is None else {"quote": support.quote})}
