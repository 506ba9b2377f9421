"""Keeps instructor's own log lines quiet while we call it: they quote the provider's errors and the model's output."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_LOGGERS: Final = ("instructor", "instructor.v2", "instructor.v2.retry", "instructor.core.retry")
_calling: Final[ContextVar[bool]] = ContextVar("fundamento_calling_instructor", default=False)


def _outside_our_calls(_record: logging.LogRecord) -> bool:
    return not _calling.get()


@contextmanager
def silenced() -> Iterator[None]:
    """Drop what instructor logs in this context (this thread, this task); other calls of the same process still log."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_outside_our_calls)
    token = _calling.set(True)
    try:
        yield
    finally:
        _calling.reset(token)
