"""Data classes that no serialiser walks by itself: what they give away is what their own methods give."""

from dataclasses import dataclass, field, fields
from typing import TypeVar, dataclass_transform

_T = TypeVar("_T")
# What `dataclasses.asdict`, orjson, FastAPI and others know a data class by, and what copy.replace would go by.
_MARKS = ("__dataclass_fields__", "__dataclass_params__", "__replace__")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def sealed(cls: type[_T]) -> type[_T]:
    """Make a frozen, slotted data class of which serialisers see no field.

    It compares, copies and pickles as a data class does; `dataclasses.asdict`, `fields` and `replace` refuse it. Its
    `repr` is its own to write: without one it is that of any object.
    """
    made = dataclass(frozen=True, slots=True, repr=False)(cls)
    names = tuple(each.name for each in fields(made))  # type: ignore[arg-type]  # a data class, for one line more

    def getstate(self: object) -> list[object]:
        return [getattr(self, name) for name in names]

    def setstate(self: object, state: list[object]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    for mark in _MARKS:
        if mark in vars(made):
            delattr(made, mark)
    type.__setattr__(made, "__getstate__", getstate)
    type.__setattr__(made, "__setstate__", setstate)
    return made
