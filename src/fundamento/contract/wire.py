"""The schema of an answer, for n fragments in one dialect."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fundamento.contract.dialects import Dialect


@dataclass(frozen=True, slots=True)
class WireSchema:
    """The schema of an answer."""

    name: str
    description: str
    n: int
    strict: bool
    quotes: bool
    dialect: Dialect
    schema: Mapping[str, Any]
    model: type[BaseModel]
