import copy
import json
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from contract.schemas import nodes, paths, written
from fundamento.answers import Abstention, Claim, Conflict, Gap, GroundedAnswer, Support
from fundamento.contract.dialects import DIALECTS, GENERIC, Dialect
from fundamento.contract.wire import WireSchema, wire_schema
from fundamento.errors import InputError

# What each provider's documentation lets into a schema, written down apart from the dialects that are tested with it.
BASE = {"type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "description", "title"}
REFS = {"$ref", "$defs"}
ALLOWED = {
    "openai": BASE | REFS | {"const", "pattern", "minItems", "maxItems"},
    "azure": BASE | REFS,
    "anthropic": BASE | REFS | {"const", "pattern", "minItems"},
    "gemini": BASE | {"minItems", "maxItems", "propertyOrdering"},
    "mistral": BASE | REFS,
    "cohere": BASE | REFS | {"const"},
    "llama.cpp": BASE | REFS | {"const", "pattern", "minItems", "maxItems"},
    "vllm": BASE | REFS | {"const", "pattern", "minItems", "maxItems"},
    "ollama": BASE | REFS | {"const", "pattern", "minItems", "maxItems"},
    "generic": BASE,
}

EMPTY: tuple[object, ...] = ([], None, "", {})
SIZES = (1, 2, 50, 300, 2_000)
EVERY = [
    pytest.param(n, dialect, strict, quotes, id=f"{dialect.name}-{n}-{'strict' if strict else 'lenient'}-{quotes}")
    for n in SIZES
    for dialect in DIALECTS.values()
    for strict in (True, False)
    for quotes in (True, False)
]
every_schema = pytest.mark.parametrize(("n", "dialect", "strict", "quotes"), EVERY)
every_dialect = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=list(DIALECTS))


def sample(*, quotes: bool = True, fragment: str = "F1") -> GroundedAnswer:
    quote = "hasta 10 proyectos" if quotes else None
    return GroundedAnswer(
        claims=(
            Claim("El plan Pro permite hasta 10 proyectos.", (Support(fragment, quote), Support("F1", quote))),
            Claim("Projects are limited.", (Support("F1", quote),)),
        ),
        gaps=(Gap("el precio"),),
        conflicts=(Conflict("La v2 y la v3 difieren.", ("F1", fragment)),),
    )


def accepts(wire: WireSchema, instance: object) -> bool:
    return bool(Draft202012Validator(wire.schema).is_valid(instance))


def claim_of(wire: WireSchema) -> dict[str, Any]:
    """The schema of one claim."""
    grounded = wire.schema["properties"]["answer"]["anyOf"][0]
    claim: dict[str, Any] = grounded["properties"]["claims"]["items"]
    return claim


@every_schema
def test_a_schema_is_valid_and_uses_only_what_its_provider_takes(
    n: int, dialect: Dialect, strict: bool, quotes: bool
) -> None:
    schema = wire_schema(n, dialect=dialect, strict=strict, quotes=quotes).schema
    Draft202012Validator.check_schema(schema)

    assert schema["type"] == "object"
    assert "anyOf" not in schema
    for node in nodes(schema):
        assert set(node) <= ALLOWED[dialect.name]
        assert "$ref" not in node or set(node) == {"$ref"}
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert node["required"] == list(node["properties"])
            assert node.get("propertyOrdering", node["required"]) == node["required"]
        assert node.get("minItems", 0) <= dialect.min_items


@every_schema
def test_a_schema_keeps_within_its_provider_s_bounds(n: int, dialect: Dialect, strict: bool, quotes: bool) -> None:
    schema = wire_schema(n, dialect=dialect, strict=strict, quotes=quotes).schema
    enums = [value for node in nodes(schema) for value in node.get("enum", ())]
    ways = list(paths(schema, schema))

    assert len(enums) <= dialect.enum_values
    assert sum(map(len, enums)) <= dialect.enum_chars
    assert sum(len(node.get("properties", ())) for node in nodes(schema)) <= (dialect.properties or 10**9)
    assert max(sum(node.get("type") == "object" for node in way) for way in ways) <= (dialect.nesting or 10**9)
    assert max(sum("maxItems" in node for node in way) for way in ways) <= dialect.nested_max_items


@every_schema
def test_a_conforming_answer_is_accepted(n: int, dialect: Dialect, strict: bool, quotes: bool) -> None:
    wire = wire_schema(n, dialect=dialect, strict=strict, quotes=quotes)

    assert accepts(wire, written(sample(quotes=quotes, fragment=f"F{n}"), wire))
    assert accepts(wire, written(GroundedAnswer(gaps=(Gap("el precio"),)), wire))
    assert accepts(wire, written(Abstention("El precio del plan Pro."), wire))


@every_dialect
@pytest.mark.parametrize("n", SIZES)
def test_strict_makes_an_empty_support_impossible_in_every_dialect(n: int, dialect: Dialect) -> None:
    wire = wire_schema(n, dialect=dialect, strict=True, quotes=True)
    whole = written(sample(), wire)
    claim = whole["answer"]["claims"][0]

    for empty in EMPTY:
        claim["support"] = empty
        assert not accepts(wire, whole)
    del claim["support"]
    assert not accepts(wire, whole)


@every_dialect
@pytest.mark.parametrize("unknown", ["F51", "F0", "F", "S1", "f1", "F01", "", "F1 ", "F1\n"])
def test_strict_makes_an_unknown_fragment_impossible(dialect: Dialect, unknown: str) -> None:
    wire = wire_schema(50, dialect=dialect, strict=True, quotes=True)

    assert not accepts(wire, written(sample(fragment=unknown), wire))


@every_dialect
def test_lenient_asks_for_support_and_forces_nothing(dialect: Dialect) -> None:
    wire = wire_schema(2, dialect=dialect, strict=False, quotes=True)
    answer = {"kind": "grounded", "claims": [{"support": [], "text": "x"}], "gaps": [], "conflicts": []}

    assert accepts(wire, {"answer": answer})
    assert accepts(wire, written(sample(fragment="F9"), wire))
    assert "at least one" in claim_of(wire)["properties"]["support"]["description"]


@every_schema
def test_the_evidence_comes_first_even_where_names_are_sorted(
    n: int, dialect: Dialect, strict: bool, quotes: bool
) -> None:
    wire = wire_schema(n, dialect=dialect, strict=strict, quotes=quotes)
    for order in (list, sorted):
        claim = order(claim_of(wire)["properties"])
        assert claim.index("support") < claim.index("text")
        for node in nodes(wire.schema):
            names = order(node.get("properties", {}))
            if "quote" in names:
                assert names == ["fragment", "quote"]
    grounded, abstention = wire.schema["properties"]["answer"]["anyOf"]
    assert list(grounded["properties"]) == ["kind", "claims", "gaps", "conflicts"]
    assert list(abstention["properties"]) == ["kind", "missing"]


@every_dialect
@pytest.mark.parametrize("strict", [True, False])
def test_quotes_are_asked_for_only_where_they_are_wanted(dialect: Dialect, strict: bool) -> None:
    with_quotes = wire_schema(3, dialect=dialect, strict=strict, quotes=True)
    without = wire_schema(3, dialect=dialect, strict=strict, quotes=False)

    assert '"quote"' in json.dumps(with_quotes.schema)
    assert '"quote"' not in json.dumps(without.schema)
    assert not accepts(with_quotes, written(sample(quotes=False), with_quotes))
    assert not accepts(without, written(sample(quotes=True), without))


@pytest.mark.parametrize(
    ("name", "n", "expected"),
    [
        ("openai", 1_000, "enum"),
        ("openai", 1_001, "pattern"),
        ("openai", 2_000, "pattern"),
        ("anthropic", 500, "enum"),
        ("anthropic", 501, "pattern"),
        ("llama.cpp", 1_000, "enum"),
        ("llama.cpp", 1_001, "pattern"),
        ("gemini", 119, "enum"),
        ("gemini", 120, "text"),
        ("azure", 498, "enum"),
        ("azure", 499, "text"),
        ("cohere", 500, "enum"),
        ("cohere", 501, "text"),
        ("generic", 79, "enum"),
        ("generic", 80, "text"),
    ],
)
def test_over_the_budget_an_enum_becomes_a_pattern_or_plain_text(name: str, n: int, expected: str) -> None:
    schema = wire_schema(n, dialect=DIALECTS[name], strict=True, quotes=True).schema
    fragments = [node for node in nodes(schema) if "ID of a fragment" in node.get("description", "")]

    assert {next((key for key in ("enum", "pattern") if key in node), "text") for node in fragments} == {expected}
    assert len(fragments) == (1 if DIALECTS[name].refs else 3 if DIALECTS[name].min_items == 0 else 2)


def pattern_for(n: int) -> re.Pattern[str]:
    only_patterns = Dialect("only-patterns", enum_values=0, pattern=True, refs=True)
    schema = wire_schema(n, dialect=only_patterns, strict=True, quotes=False).schema
    return re.compile(schema["$defs"]["fragment"]["pattern"])


@pytest.mark.parametrize("n", [1, 2, 9, 10, 11, 19, 20, 21, 99, 100, 101, 110, 199, 305, 999, 1_000, 1_234, 2_000])
def test_a_pattern_takes_exactly_the_fragments_of_the_request(n: int) -> None:
    pattern = pattern_for(n)

    assert [number for number in range(n + 1_200) if pattern.search(f"F{number}")] == list(range(1, n + 1))


@given(st.integers(1, 99_999), st.integers(0, 200_000))
def test_a_pattern_takes_a_number_up_to_n(n: int, number: int) -> None:
    assert bool(pattern_for(n).search(f"F{number}")) == (1 <= number <= n)
    assert not pattern_for(n).search(f"F0{number}")
    assert not pattern_for(n).search(f"xF{number}")


@every_dialect
def test_a_schema_is_built_once_for_each_n(dialect: Dialect) -> None:
    first, second = (wire_schema(7, dialect=dialect, strict=True, quotes=True) for _ in range(2))
    again = wire_schema(7, dialect=copy.copy(dialect), strict=True, quotes=True)

    assert first is second is again


def test_schemas_that_should_differ_do() -> None:
    own = Dialect("generic", refs=True)
    variants = [
        wire_schema(n, dialect=dialect, strict=strict, quotes=quotes)
        for n in (1, 2)
        for dialect in (GENERIC, own)
        for strict in (True, False)
        for quotes in (True, False)
    ]
    texts = sorted(json.dumps(each.schema) for each in variants)

    assert all(one != other for one, other in pairwise(texts))


@every_dialect
def test_only_n_decides_about_the_size_of_a_schema(dialect: Dialect) -> None:
    sizes = [len(json.dumps(wire_schema(n, dialect=dialect, strict=False, quotes=True).schema)) for n in (10, 90)]

    assert sizes[0] == sizes[1]


@every_dialect
def test_long_lists_are_refused_where_the_dialect_bounds_them(dialect: Dialect) -> None:
    wire = wire_schema(1, dialect=dialect, strict=True, quotes=False)
    claims = tuple(Claim(f"Frase {number}.", (Support("F1"),)) for number in range(25))

    assert accepts(wire, written(GroundedAnswer(claims[:24]), wire))
    assert accepts(wire, written(GroundedAnswer(claims), wire)) == (dialect.nested_max_items == 0)


@pytest.mark.parametrize("n", [0, -1])
def test_no_fragments_have_no_schema(n: int) -> None:
    with pytest.raises(InputError, match="abstain"):
        wire_schema(n, dialect=GENERIC, strict=True, quotes=True)


def test_the_parameters_are_kept_beside_the_schema() -> None:
    wire = wire_schema(4, dialect=GENERIC, strict=True, quotes=False)

    assert (wire.n, wire.dialect, wire.strict, wire.quotes) == (4, GENERIC, True, False)
    assert wire.name == wire.schema["title"] == wire.model.__name__ == "GroundedAnswer"
    assert wire.description == wire.schema["description"] == wire.model.__doc__
