"""The IDs of answers: random, and drawn many at a time, since each draw by itself asks the operating system."""

import os
import secrets
from typing import Final

_BYTES: Final = 16
_DRAWN_AT_ONCE: Final = 256

_DRAWN: Final[list[str]] = []
if hasattr(os, "register_at_fork"):  # a child process must not give out the IDs that its parent has drawn
    os.register_at_fork(after_in_child=_DRAWN.clear)


def draw_answer_id() -> str:
    """Return an ID that no other answer has, 32 hexadecimal digits that nobody can guess; safe from any thread."""
    try:
        return _DRAWN.pop()
    except IndexError:
        digits = secrets.token_hex(_BYTES * _DRAWN_AT_ONCE)
        size = 2 * _BYTES
        first, *others = (digits[start : start + size] for start in range(0, len(digits), size))
        _DRAWN.extend(others)
        return first
