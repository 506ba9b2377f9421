"""Looks into what a provider sent: mappings and objects of its client alike, whatever is missing or of another kind."""

from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.adapters.usage import field

# A longer run of digits is no index.
_MAX_DIGITS: Final = 12


def first_field(thing: object, *names: str) -> object:
    """Return the first of several fields that is there: one thing is called `startIndex` here, `start_index` there."""
    return next((found for name in names if (found := field(thing, name)) is not None), None)


def read_text(thing: object, *names: str) -> str | None:
    """Return a field that is text; None where it is not."""
    found = first_field(thing, *names)
    return found if isinstance(found, str) else None


def is_silent(message: object) -> bool:
    """Say whether this is a message that says nothing in words, as one that calls tools may."""
    return (first_field(message, "role") is not None or bool(read_list(message, "tool_calls"))) and not any(
        first_field(message, name) for name in ("content", "text")
    )


def read_index(thing: object, *names: str) -> int | None:
    """Return a field that is a whole number, or digits; None where it is not."""
    found = first_field(thing, *names)
    if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) <= _MAX_DIGITS:
        return int(found)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def read_list(thing: object, *names: str) -> Sequence[object]:
    """Return a field that is a list; empty where it is not."""
    found = first_field(thing, *names)
    return found if isinstance(found, list | tuple) else ()


def read_names(thing: object, *names: str) -> Iterator[str]:
    """Yield those of several fields that are text and not blank, each once."""
    given = (read_text(thing, name) for name in names)
    yield from dict.fromkeys(name for name in given if name and name.strip())
