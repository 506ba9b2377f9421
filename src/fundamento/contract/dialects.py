"""What each provider takes of JSON Schema when it forces an output into a shape.

Three things hold in every dialect, so they are no fields: the root is an object without a union, all objects
are closed (`additionalProperties: false`), and all properties are required (some provider insists on each of
these).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

UNBOUNDED: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """What one provider takes of JSON Schema; the defaults are what every provider takes.

    `min_items` is the largest `minItems` that it can force (0: none at all). `nested_max_items` is how many
    lists inside each other may carry `maxItems` (0: none). `enum_values` and `enum_chars` bound all enums as
    written in one schema, in values and in code points. `properties` bounds the properties of a schema,
    `nesting` the objects inside each other with the root as the first; None: the provider documents no bound.
    `property_ordering`: it follows its own keyword `propertyOrdering` and not the order in which properties
    are written.
    """

    name: str
    min_items: int = 0
    nested_max_items: int = 0
    enum_values: int = 240
    enum_chars: int = 7_500
    pattern: bool = False
    const: bool = False
    refs: bool = False
    property_ordering: bool = False
    properties: int | None = 100
    nesting: int | None = 5

    def __hash__(self) -> int:
        # Schemas are looked up by dialect on every request, and hashing all fields costs more than that.
        return hash(self.name)


GENERIC: Final = Dialect("generic")

# OpenAI, "Structured model outputs: Supported schemas": pattern, minItems, maxItems, const, $defs; 5,000
# properties, 10 levels, 1,000 enum values, and 15,000 characters for one enum of more than 250 values.
_OPENAI: Final = Dialect(
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
)

# Azure, "How to use structured outputs: Unsupported type-specific keywords": no pattern, no minItems, no
# maxItems, 100 properties, 5 levels. OpenAI documents the same losses for fine-tuned models. The bound on
# enums is the one that OpenAI's service named when it had those limits: 500 values.
_AZURE: Final = Dialect("azure", enum_values=500, refs=True)

# Anthropic, "Structured outputs: JSON Schema limitations": minItems 0 and 1 only, no maxItems, simple
# patterns. No bound on enums is documented: this one keeps the compiled grammar small.
_ANTHROPIC: Final = Dialect(
    "anthropic",
    min_items=1,
    enum_values=500,
    pattern=True,
    const=True,
    refs=True,
    properties=None,
    nesting=None,
)

# Google, "Structured outputs: JSON Schema support": minItems, maxItems, enum, anyOf; no pattern and no const,
# and what it does not know it ignores. References work, but clients inline them for the older form of schema.
# "Schema complexity": long enums and large bounds inside each other are refused as too many states, so only
# outer lists are bounded and enums stay under the 240 values that were seen to pass in every mode.
_GEMINI: Final = Dialect(
    "gemini",
    min_items=1,
    nested_max_items=1,
    property_ordering=True,
    properties=None,
    nesting=None,
)

# Mistral, "Custom structured outputs", documents no list of keywords: only what its own client sends is used
# here.
_MISTRAL: Final = Dialect("mistral", enum_values=500, refs=True, properties=None, nesting=None)

# Cohere, "How do structured outputs work: Parameter types support": const, $ref, $defs, anyOf; no minItems,
# no maxItems, and patterns without anchors, which JSON Schema reads otherwise; 200 fields.
_COHERE: Final = Dialect("cohere", enum_values=500, const=True, refs=True, properties=200, nesting=None)


def _local(name: str) -> Dialect:
    return Dialect(
        name,
        min_items=UNBOUNDED,
        nested_max_items=UNBOUNDED,
        enum_values=1_000,
        enum_chars=15_000,
        pattern=True,
        const=True,
        refs=True,
        properties=None,
        nesting=None,
    )


DIALECTS: Final[Mapping[str, Dialect]] = MappingProxyType(
    {
        dialect.name: dialect
        for dialect in (
            _OPENAI,
            _AZURE,
            _ANTHROPIC,
            _GEMINI,
            _MISTRAL,
            _COHERE,
            # llama.cpp, "GBNF guide: JSON Schemas -> GBNF": minItems and maxItems become repetitions, which
            # large bounds make slow; patterns must be anchored at both ends. Built with llguidance, it takes
            # the same keywords.
            _local("llama.cpp"),
            # vLLM, "Structured outputs": xgrammar or guidance, which both take these keywords.
            _local("vllm"),
            # Ollama, "Structured outputs": llama.cpp's converter.
            _local("ollama"),
            GENERIC,
        )
    }
)

_PROVIDERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "azure_openai": "azure",
        "azure-openai": "azure",
        "google": "gemini",
        "genai": "gemini",
        "google_genai": "gemini",
        "google-genai": "gemini",
        "google-gla": "gemini",
        "google-vertex": "gemini",
        "google_vertexai": "gemini",
        "generative-ai": "gemini",
        "vertexai": "gemini",
        "vertex_ai": "gemini",
        "mistralai": "mistral",
        "claude": "anthropic",
        "llamacpp": "llama.cpp",
        "llama_cpp": "llama.cpp",
        "llama-cpp": "llama.cpp",
        "local": "llama.cpp",
        "hosted_vllm": "vllm",
    }
)
# What stands before the provider proper: `openrouter/openai/gpt-5`.
_GATEWAYS: Final = frozenset({"openrouter", "litellm", "litellm_proxy", "models", "gateway"})
# Models that hosts serve under their makers' names: the maker decides.
_HOSTS: Final = frozenset({"bedrock", "vertexai", "vertex_ai", "google_anthropic_vertex"})
_FAMILIES: Final = (
    ("gpt-oss", "generic"),
    ("gpt-", "openai"),
    ("chatgpt-", "openai"),
    ("o1", "openai"),
    ("o3", "openai"),
    ("o4", "openai"),
    ("ft:", "azure"),
    ("claude", "anthropic"),
    ("gemini", "gemini"),
    ("mistral", "mistral"),
    ("ministral", "mistral"),
    ("magistral", "mistral"),
    ("codestral", "mistral"),
    ("command-", "cohere"),
)


def dialect_for(model: str) -> Dialect:
    """Return the dialect of a model: `provider/model`, `provider:model` or `model`; generic if unknown."""
    name = model.strip().casefold()
    provider, rest = _split(name)
    while provider in _GATEWAYS and rest:
        name = rest
        provider, rest = _split(name)
    if provider in _HOSTS and "claude" in rest:
        return _ANTHROPIC
    if provider == "openai" and rest.startswith(("ft:", "ft-")):
        return _AZURE
    known = DIALECTS.get(_PROVIDERS.get(provider, provider))
    if known is not None:
        return known
    if "/" in name:
        return GENERIC
    return next((DIALECTS[family] for start, family in _FAMILIES if name.startswith(start)), GENERIC)


def _split(name: str) -> tuple[str, str]:
    slash, colon = name.find("/"), name.find(":")
    cut = min((at for at in (slash, colon) if at >= 0), default=len(name))
    return name[:cut], name[cut + 1 :]
