"""What each provider takes of JSON Schema when it forces an output into a shape."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

UNBOUNDED: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one provider takes of JSON Schema; the defaults are what all of them take.

    `min_items` is the largest `minItems` that it can force (0: none). `nested_max_items` is how many lists inside
    each other may carry `maxItems` (0: none). `enum_values` and `enum_chars` bound all enums of a schema together,
    in values and in code points. `properties` and `nesting` bound the properties of a schema and the objects inside
    each other, the root included; None: no documented bound.
    """

    name: str
    min_items: int = 0
    nested_max_items: int = 0
    enum_values: int = 200
    enum_chars: int = 7_500
    pattern: bool = False
    const: bool = False
    refs: bool = False
    string_lengths: bool = False
    additional_properties: bool = True
    properties: int | None = 100
    nesting: int | None = 5

    def __hash__(self) -> int:
        # A schema is looked up by its dialect on every request; a name tells dialects apart and hashes fast.
        return hash(self.name)


GENERIC: Final = Dialect("generic")

DIALECTS: Final[Mapping[str, Dialect]] = MappingProxyType(
    {
        dialect.name: dialect
        for dialect in (
            Dialect(
                "openai",
                min_items=UNBOUNDED,
                nested_max_items=UNBOUNDED,
                enum_values=1_000,
                enum_chars=15_000,
                pattern=True,
                const=True,
                refs=True,
                properties=5_000,
                nesting=10,
            ),
            Dialect("anthropic", min_items=1, enum_values=500, pattern=True, const=True, refs=True, nesting=None),
            Dialect("gemini", min_items=1, nested_max_items=1, refs=True, nesting=None),
            Dialect("mistral", refs=True, nesting=None),
            Dialect("cohere", refs=True, pattern=True, const=True, nesting=None),
            Dialect("llama.cpp", min_items=UNBOUNDED, nested_max_items=UNBOUNDED, pattern=True, const=True, refs=True),
            Dialect("vllm", min_items=UNBOUNDED, nested_max_items=UNBOUNDED, pattern=True, const=True, refs=True),
            Dialect("ollama", min_items=UNBOUNDED, nested_max_items=UNBOUNDED, pattern=True, const=True, refs=True),
            GENERIC,
        )
    }
)

_FAMILIES: Final = (("gemini", "gemini"),)


def dialect_for(model: str) -> Dialect:
    """Return the dialect of a model named as `provider/model`; an unknown one gets the generic dialect."""
    provider = model.partition("/")[0].strip().casefold()
    return DIALECTS.get({"google": "gemini"}.get(provider, provider), GENERIC)
