"""Events as flat records: the same keys every time, plain JSON values only."""

import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from operator import attrgetter
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from fundamento.errors import InputError
from fundamento.events import MAX_FRAGMENT_IDS, SCHEMA_VERSION, Event

Value: TypeAlias = str | int | float | bool | list[str] | None
Record: TypeAlias = dict[str, Value]

EVENT_TYPES: Final[tuple[type[Event], ...]] = get_args(Event)


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a record: where its value is read in the event, its type, and whether null may stand there.

    A list of IDs has two keys, the list (`hint` is `list`) and how long it was before it was capped (`hint`
    is `int`).
    """

    name: str
    path: str
    hint: type
    nullable: bool


def keys_of(event_type: type[Event]) -> tuple[Key, ...]:
    """Return the keys of an event type's records, in order; all records also have `event` and `schema`."""
    return tuple(_walk(event_type))


def to_record(event: Event) -> Record:
    """Return an event as a flat record that any JSON writer takes.

    Every record of one event type has the same keys; what is not known is None. What `origin` holds stands
    beside the event's own fields, what `prompt` holds gets the prefix `prompt_`. Enums are their values.
    Lists of fragment IDs are cut at `MAX_FRAGMENT_IDS`; `<name>_count` keeps their full length. Raises
    `InputError` for what is no event.
    """
    layout = _LAYOUTS.get(type(event))
    if layout is None:
        raise InputError(
            f"{type(event).__name__} is no event.", hint="Give one of the classes of fundamento.events."
        )
    if layout.lacking is not None and getattr(event, layout.part) is None:
        layout = layout.lacking
    record = layout.blank.copy()
    record.update(zip(layout.names, layout.read(event), strict=True))
    for name in layout.enums:
        if record[name] is not None:
            record[name] = str(record[name])
    for name in layout.lists:
        ids: Any = record[name]
        record[name] = list(ids[:MAX_FRAGMENT_IDS])
        record[f"{name}_count"] = len(ids)
    return record


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the records of one event type are filled, worked out once because every answer makes a record.

    `blank` has every key: to copy it costs less than to grow a dictionary. `part` is the nested value that
    may be None as a whole (empty: there is none), and `lacking` the layout for when it is.
    """

    blank: Record
    names: tuple[str, ...]
    read: "attrgetter[tuple[Any, ...]]"
    enums: tuple[str, ...]
    lists: tuple[str, ...]
    part: str = ""
    lacking: "_Layout | None" = None


def _lay_out(event_type: type[Event]) -> _Layout:
    keys = keys_of(event_type)
    hints = {name: _plain(hint) for name, hint in get_type_hints(event_type).items()}
    part = next((name for name, (hint, optional) in hints.items() if optional and is_dataclass(hint)), "")
    blank: Record = {"event": event_type.name, "schema": SCHEMA_VERSION, **{key.name: None for key in keys}}
    whole = _fill(blank, keys)
    if not part:
        return whole
    lacking = _fill(blank, tuple(key for key in keys if not key.path.startswith(f"{part}.")))
    return replace(whole, part=part, lacking=lacking)


def _fill(blank: Record, keys: tuple[Key, ...]) -> _Layout:
    # An enum that is always there is read as its value at once; one that may be None cannot be.
    sure = {key.name for key in keys if issubclass(key.hint, Enum) and not key.nullable}
    return _Layout(
        blank=blank,
        names=tuple(key.name for key in keys),
        read=attrgetter(*(f"{key.path}._value_" if key.name in sure else key.path for key in keys)),
        enums=tuple(key.name for key in keys if issubclass(key.hint, Enum) and key.name not in sure),
        lists=tuple(key.name for key in keys if key.hint is list),
    )


def _walk(holder: type, path: str = "", prefix: str = "", *, nullable: bool = False) -> Iterator[Key]:
    hints = get_type_hints(holder)
    for field in fields(holder):
        hint, optional = _plain(hints[field.name])
        name, where = prefix + field.name, path + field.name
        if is_dataclass(hint):
            inner = "" if field.name == "origin" else f"{name}_"
            yield from _walk(hint, f"{where}.", inner, nullable=nullable or optional)
            continue
        yield Key(name, where, hint, nullable or optional)
        if hint is list:
            yield Key(f"{name}_count", where, int, nullable=False)


def _plain(hint: Any) -> tuple[type, bool]:  # noqa: ANN401 - a type hint has no narrower type
    """Return the type inside `X | None` and whether None was there; a tuple is a list in JSON."""
    optional = False
    if get_origin(hint) in (Union, types.UnionType):
        (hint,) = (part for part in get_args(hint) if part is not types.NoneType)
        optional = True
    return (list if get_origin(hint) is tuple else hint), optional


_LAYOUTS: Final[Mapping[type[Event], _Layout]] = {
    event_type: _lay_out(event_type) for event_type in EVENT_TYPES
}
