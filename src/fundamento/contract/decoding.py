"""Reading a model's output: tolerant of form, strict of substance."""

from collections.abc import Mapping
from typing import Any

from fundamento.answers import Draft, Flaw
from fundamento.contract.aliases import Aliases


def decode(output: str | Mapping[str, Any], aliases: Aliases) -> Draft:
    """Read one output as a draft; what cannot be read becomes a flaw, and nothing is ever raised."""
    return Draft(None, (Flaw("not-json"),), raw=output if isinstance(output, str) else "")
