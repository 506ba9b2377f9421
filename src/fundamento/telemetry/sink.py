"""A sink that writes one structlog line for each event."""

import logging
from collections.abc import Callable
from typing import Any, Final, Protocol

from fundamento.errors import InputError
from fundamento.events import Event, FaultEvent, PolicyEvent
from fundamento.telemetry.records import to_record


class Logger(Protocol):
    """What the sink needs of a structlog logger, bound or not."""

    @property
    def bind(self) -> Callable[..., Any]: ...  # noqa: D102

    @property
    def info(self) -> Callable[..., Any]: ...  # noqa: D102

    @property
    def warning(self) -> Callable[..., Any]: ...  # noqa: D102


class StructlogSink:
    """Writes each event as one structlog line with a fixed name and fixed keys.

    Answers and findings are written at `info`, whatever the mode: a failed check is a result. Faults, and a
    policy file that could not be read so that the last good bundle was kept, are written at `warning`. The
    keys are those of `to_record`, except that `trace_id` and `span_id` are left out where they are not known,
    so that what the application has bound under these names shows.

    Without `logger` the sink uses `structlog.get_logger("fundamento")`, and so whatever configuration the
    application has made by the time of the first event. It configures nothing itself; see
    `configure_structlog`. Raises `InputError` for a logger of the standard library.
    """

    __slots__ = ("_bound", "_context_of", "_logger")

    def __init__(self, logger: Logger | None = None) -> None:
        if isinstance(logger, logging.Logger):
            raise InputError(
                "The logger is one of the standard library, which takes no keys.",
                hint="Give a structlog logger: structlog.stdlib.get_logger(name) writes through logging.",
            )
        import structlog  # noqa: PLC0415 - a program that uses another sink does not pay for structlog

        self._logger: Logger = structlog.get_logger("fundamento") if logger is None else logger
        self._context_of: Final = structlog.get_context
        self._bound = False

    def __call__(self, event: Event) -> None:
        """Write one event. Raises what the logger raises, and `InputError` for what is no event."""
        if not self._bound:
            # A logger that is not bound yet is put together anew at each call. Not earlier than the first
            # event: the application may configure structlog after it has made the sink.
            self._logger, self._bound = self._logger.bind(), True
        record = to_record(event)
        for key in ("trace_id", "span_id"):
            if record.get(key, key) is None:
                del record[key]
        # Keys that are given to a method are copied from call to call inside it, at three times the cost.
        logger = self._logger.bind()
        self._context_of(logger).update(record)
        (logger.warning if _is_trouble(event) else logger.info)(event.name)


def _is_trouble(event: Event) -> bool:
    return isinstance(event, FaultEvent) or (isinstance(event, PolicyEvent) and event.status == "kept")
