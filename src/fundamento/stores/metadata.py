"""Fragments as the flat metadata of a vector store, and back."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, Final, TypeVar

from fundamento.errors import StoreError
from fundamento.fragments import BLOCK, SPAN, Fragment, Granularity
from fundamento.spans import Span
from fundamento.stores.foreign import read_block

_T = TypeVar("_T")

READERS: Final = "readers"
_GRANULARITY: Final = "granularity"  # every fragment that was written here has it, and nothing else is read as ours
_NO_READERS: Final = "readers_empty"  # an empty list cannot be stored, and is not the same as an unknown one


def write_metadata(fragment: Fragment) -> dict[str, Any]:
    """Return every field but the ID and the text; None where there is nothing, which clears an old value."""
    return {
        _GRANULARITY: str(fragment.granularity),
        "document": fragment.document,
        "version": fragment.version,
        "start": fragment.start,
        "end": fragment.end,
        READERS: sorted(fragment.readers) if fragment.readers else None,
        _NO_READERS: True if fragment.readers is not None and not fragment.readers else None,
        "effective_from": _day(fragment.effective_from),
        "effective_until": _day(fragment.effective_until),
        "superseded_by": fragment.superseded_by,
        "section": json.dumps(fragment.section, ensure_ascii=False) if fragment.section else None,
        "page": fragment.page,
        "source_start": fragment.source.start if fragment.source else None,
        "source_end": fragment.source.end if fragment.source else None,
        "previous": fragment.previous,
        "following": fragment.following,
        "title": fragment.title,
    }


def is_written(fragment: Fragment, metadata: Mapping[str, Any] | None) -> bool:
    """Say whether metadata already is what `write_metadata` would write for this fragment."""
    values = metadata or {}
    return all(values.get(key) == value for key, value in write_metadata(fragment).items())


def read_fragment(fragment_id: str, text: str, metadata: Mapping[str, Any] | None) -> Fragment:
    """Return the fragment with the SHA-256 of the text as it stands now.

    What something else wrote is read as a block (`read_block`). An allow-list that cannot be read is not known, so
    nobody may read the fragment. Raises `StoreError` for any other value of the wrong type in a fragment of ours.
    """
    values = metadata or {}
    granularity = _granularity(values)
    if granularity is None:
        return read_block(fragment_id, text, values)
    return Fragment(
        id=fragment_id,
        text=text,
        document=_value(values, "document", str),
        version=_value(values, "version", str),
        start=_whole(values, "start"),
        end=_whole(values, "end"),
        readers=_readers(values),
        effective_from=_read_day(values, "effective_from"),
        effective_until=_read_day(values, "effective_until"),
        superseded_by=_value(values, "superseded_by", str),
        section=read_section(values),
        page=_whole(values, "page"),
        source=_source(values),
        previous=_value(values, "previous", str),
        following=_value(values, "following", str),
        granularity=granularity,
        title=_value(values, "title", str),
    )


def _granularity(values: Mapping[str, Any]) -> Granularity | None:
    found = values.get(_GRANULARITY)
    if found == BLOCK:
        return BLOCK
    return SPAN if found == SPAN else None


def read_section(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the headings above a fragment, as its metadata has them."""
    found = _value(values, "section", str)
    try:
        titles = json.loads(found) if found else []
    except ValueError:
        raise _nonsense("section") from None
    if not isinstance(titles, list) or not all(isinstance(title, str) for title in titles):
        raise _nonsense("section")
    return tuple(titles)


def _source(values: Mapping[str, Any]) -> Span | None:
    start, end = _whole(values, "source_start"), _whole(values, "source_end")
    return None if start is None or end is None else Span(start, end)


def _readers(values: Mapping[str, Any]) -> frozenset[str] | None:
    found = values.get(READERS)
    if isinstance(found, list):
        return frozenset(one for one in found if isinstance(one, str))
    return frozenset() if values.get(_NO_READERS) is True else None


def _whole(values: Mapping[str, Any], key: str) -> int | None:
    found = values.get(key)
    # Some databases keep every number as a float.
    return int(found) if isinstance(found, float) and found.is_integer() else _value(values, key, int)


def _value(values: Mapping[str, Any], key: str, kind: type[_T]) -> _T | None:
    found = values.get(key)
    if found is None or isinstance(found, kind):
        return found
    raise _nonsense(key)


def _day(value: date | None) -> str | None:
    return None if value is None else value.isoformat()


def _read_day(values: Mapping[str, Any], key: str) -> date | None:
    found = _value(values, key, str)
    try:
        return None if found is None else date.fromisoformat(found)
    except ValueError:
        raise _nonsense(key) from None


def _nonsense(key: str) -> StoreError:
    return StoreError(
        f"The store holds a value for {key} that is not one.",
        hint="Metadata that something else wrote? Add the fragment again.",
        retryable=False,
    )
