"""What each provider takes of JSON Schema."""
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a provider takes."""

    name: str
