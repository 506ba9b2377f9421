import pytest

from fundamento.contract.dialects import DIALECTS, GENERIC, Dialect, dialect_for


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("openai/gpt-5-mini", "openai"),
        ("OpenAI/GPT-5-mini", "openai"),
        ("openai:gpt-5", "openai"),
        ("gpt-5-mini", "openai"),
        ("gpt-4o:extended", "openai"),
        ("o3-mini", "openai"),
        ("chatgpt-4o-latest", "openai"),
        ("openai/ft:gpt-4o-2024-08-06:acme::x", "azure"),
        ("ft:gpt-4o-2024-08-06:acme::x", "azure"),
        ("azure_openai/soporte", "azure"),
        ("azure/soporte", "azure"),
        ("anthropic/claude-sonnet-5", "anthropic"),
        ("claude-haiku-5-5", "anthropic"),
        ("bedrock/anthropic.claude-opus-4-6-v1", "anthropic"),
        ("vertexai/claude-opus-4-7", "anthropic"),
        ("google/gemini-3-flash", "gemini"),
        ("gemini/gemini-3-flash", "gemini"),
        ("gemini-2.5-pro", "gemini"),
        ("vertexai/gemini-2.5-pro", "gemini"),
        ("models/gemini-2.5-pro", "gemini"),
        ("google_genai:gemini-3-flash", "gemini"),
        ("mistral/mistral-small-latest", "mistral"),
        ("mistralai:mistral-large", "mistral"),
        ("ministral-8b-latest", "mistral"),
        ("cohere/command-a-03-2025", "cohere"),
        ("command-r-plus-08-2024", "cohere"),
        ("ollama/llama3:8b", "ollama"),
        ("llama.cpp", "llama.cpp"),
        ("llama.cpp/smollm2", "llama.cpp"),
        ("llama_cpp/smollm2", "llama.cpp"),
        ("local", "llama.cpp"),
        ("vllm", "vllm"),
        ("vllm/Qwen/Qwen3-8B", "vllm"),
        ("openrouter/openai/gpt-5", "openai"),
        ("openrouter/anthropic/claude-opus-5", "anthropic"),
        ("litellm/openrouter/google/gemini-3-flash", "gemini"),
        ("generic", "generic"),
    ],
)
def test_a_model_has_the_dialect_of_its_provider(model: str, expected: str) -> None:
    assert dialect_for(model).name == expected


@pytest.mark.parametrize(
    "model",
    [
        "",
        " ",
        "/",
        ":",
        "groq/openai/gpt-oss-120b",
        "together/gpt-5",
        "gpt-oss-20b",
        "llama3:8b",
        "bedrock/nova-pro",
        "openrouter",
    ],
)
def test_an_unknown_model_gets_the_generic_dialect(model: str) -> None:
    assert dialect_for(model) is GENERIC


def test_every_dialect_stands_under_its_own_name() -> None:
    assert {name: each.name for name, each in DIALECTS.items()} == {name: name for name in DIALECTS}


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=str)
def test_the_generic_dialect_asks_no_more_than_any_other_gives(dialect: Dialect) -> None:
    none = 10**9

    assert GENERIC.min_items <= dialect.min_items
    assert GENERIC.nested_max_items <= dialect.nested_max_items
    assert GENERIC.enum_values <= dialect.enum_values
    assert GENERIC.enum_chars <= dialect.enum_chars
    assert (GENERIC.properties or none) <= (dialect.properties or none)
    assert (GENERIC.nesting or none) <= (dialect.nesting or none)
    assert (GENERIC.pattern, GENERIC.const, GENERIC.refs, GENERIC.property_ordering) == (False, False, False, False)


def test_dialects_that_differ_are_not_equal_though_they_share_a_name() -> None:
    assert Dialect("own") != Dialect("own", pattern=True)
    assert hash(Dialect("own")) == hash(Dialect("own", pattern=True))
