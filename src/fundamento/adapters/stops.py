"""Why the model of a provider's answer stopped, wherever that provider says so."""

import json
from collections.abc import Iterator
from typing import Final

from fundamento.adapters.completions import name_reason, read_reason
from fundamento.adapters.usage import field
from fundamento.answers import Flaw
from fundamento.failures import is_failure
from fundamento.models import Stop

_REASONS: Final = ("finish_reason", "finishReason", "stop_reason", "stopReason", "done_reason")
_DETAILS: Final = ("incomplete_details", "incompleteDetails")
# A message may keep what its provider said in one of these.
_HOLDERS: Final = ("message", "data", "kwargs", "response_metadata", "generation_info", "additional_kwargs", "response")
_DEPTH: Final = 3
# What else ends an answer before it is whole: the provider failed, somebody stopped it, or a turn goes on later.
_BROKEN: Final = frozenset(
    {"error", "failed", "timeout", "abort", "aborted", "cancelled", "canceled", "user_cancel"}
    | {"in_progress", "queued", "pause_turn", "malformed_model_output", "other"}
)


def find_stop(output: object) -> Stop:
    """Return why an answer ended before it was whole; `COMPLETE` where nothing says that it did.

    A refusal is none: it ended where its model meant it to. What the provider calls an error, or has not finished, is
    cut off as what grew too long is.
    """
    reasons = list(_reasons(output, _DEPTH))
    found = next((stop for stop in map(read_reason, reasons) if stop in (Stop.LENGTH, Stop.CONTENT_FILTER)), None)
    if found is not None:
        return found
    return Stop.COMPLETE if _BROKEN.isdisjoint(map(name_reason, reasons)) else Stop.LENGTH


def find_cut(output: object) -> tuple[Flaw, ...]:
    """Return the flaw of an object that was cut off, or of the JSON text of one; none for any other thing."""
    try:
        stop = find_stop(_parse(output) if isinstance(output, str) else output)
    except BaseException as error:  # an object of somebody else's may raise at any look at it
        if not is_failure(error):
            raise
        return ()
    return () if stop is Stop.COMPLETE else (Flaw(stop.value),)


def _parse(text: str) -> object:
    """Return the object that a text is as a whole; None for any other text, most of which is not parsed."""
    if not text.lstrip().startswith("{") or not any(f'"{name}"' in text for name in (*_REASONS, *_DETAILS, "status")):
        return None
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _reasons(thing: object, depth: int) -> Iterator[object]:
    yield from (field(each, name) for each in (thing, *_first(thing)) for name in _REASONS)
    yield from (field(field(thing, name), "reason") for name in _DETAILS)
    yield from (field(each, "status") for each in (thing, *_items(thing, "output")))
    for name in _HOLDERS if depth else ():
        held = field(thing, name)
        if held is not None and not isinstance(held, str):
            yield from _reasons(held, depth - 1)


def _first(thing: object) -> Iterator[object]:
    for name in ("choices", "candidates"):
        yield from _items(thing, name)[:1]


def _items(thing: object, name: str) -> list[object]:
    found = field(thing, name)
    return list(found) if isinstance(found, list | tuple) else []
