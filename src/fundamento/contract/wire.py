"""The schema of an answer: a function of the number of fragments, the dialect and the strictness alone."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pydantic import BaseModel

from fundamento.contract.dialects import Dialect
from fundamento.errors import InputError

NAME: Final = "GroundedAnswer"
DESCRIPTION: Final = "An answer made of claims, each with its evidence, or an abstention."


@dataclass(frozen=True, slots=True)
class WireSchema:
    """The schema of an answer over `n` fragments in one dialect; shared by all requests, so never to be changed.

    `schema` is JSON Schema 2020-12. `model` is a Pydantic class with exactly that schema, for libraries that want a
    response model; it accepts any JSON, and keeps it as `payload`.
    """

    name: str
    description: str
    n: int
    strict: bool
    quotes: bool
    dialect: Dialect
    schema: Mapping[str, Any]
    model: type[BaseModel]


@lru_cache(maxsize=512)
def wire_schema(n: int, *, dialect: Dialect, strict: bool, quotes: bool) -> WireSchema:
    """Return the schema of an answer over fragments F1…Fn; the same object each time. Raises `InputError` if n < 1."""
    if n < 1:
        raise InputError("There is no schema for an answer over no fragments.", hint="Abstain without a call.")
    schema: dict[str, Any] = {"type": "object", "properties": {}, "required": []}

    class GroundedAnswer(BaseModel):
        @classmethod
        def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
            return copy.deepcopy(schema)

    return WireSchema(
        name=NAME,
        description=DESCRIPTION,
        n=n,
        strict=strict,
        quotes=quotes,
        dialect=dialect,
        schema=schema,
        model=GroundedAnswer,
    )
