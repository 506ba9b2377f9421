"""Tokens, read from a provider's own completion."""

from collections.abc import Mapping

from fundamento.models import Usage


def field(thing: object, name: str) -> object:
    """Return a field of a provider's object or of a plain mapping; None where it has none."""
    if isinstance(thing, Mapping):
        return thing.get(name)
    return getattr(thing, name, None)


def count_usage(completion: object) -> Usage:
    """Return the tokens that a completion says it cost, prompt tokens read from a cache included.

    Knows the usage of OpenAI (both APIs), Anthropic and Gemini; what a provider does not say stays None.
    """
    said = field(completion, "usage")
    if said is None:
        said = field(completion, "usage_metadata")
    # Anthropic counts what it wrote to or read from its cache beside `input_tokens`; the others count it within.
    cached = (field(said, "cache_creation_input_tokens"), field(said, "cache_read_input_tokens"))
    return Usage(
        input_tokens=_first(
            _sum(field(said, "prompt_tokens")),
            _sum(field(said, "input_tokens"), *cached),
            _sum(field(said, "prompt_token_count"), field(said, "tool_use_prompt_token_count")),
        ),
        output_tokens=_first(
            _sum(field(said, "completion_tokens")),
            _sum(field(said, "output_tokens")),
            _sum(field(said, "candidates_token_count"), field(said, "thoughts_token_count")),
        ),
    )


def _sum(*counts: object) -> int | None:
    known = [count for count in counts if isinstance(count, int) and not isinstance(count, bool) and count >= 0]
    return sum(known) if known else None


def _first(*counts: int | None) -> int | None:
    return next((count for count in counts if count is not None), None)
