"""What an extractor gives."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from fundamento.origins import Origin


class Extract(NamedTuple):
    """The text of a file, and the way back to the file."""

    text: str
    origin: Origin


Extractor: TypeAlias = Callable[[bytes], Extract]
