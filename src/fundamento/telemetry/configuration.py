"""A structlog configuration that suits these events; the application calls it, the library never does."""

import importlib
import importlib.util
import json
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from structlog.typing import Processor


def recommended_processors() -> "list[Processor]":
    """Return the processors for one JSON object a line; the last one gives bytes, without the line's end.

    In order: what is bound in context variables is merged in, the level and an ISO 8601 time in UTC are
    added, an exception becomes a list of frames without local variables (they would hold questions and
    texts), and the line is written as UTF-8 JSON, by orjson where it is installed. An exception's own message
    is kept: keep people's texts out of the messages that you log.

    Use them with `structlog.BytesLoggerFactory`, or call `configure_structlog`.
    """
    import structlog  # noqa: PLC0415 - a program that uses another sink does not pay for structlog
    from structlog.tracebacks import ExceptionDictTransformer  # noqa: PLC0415 - same

    return [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
        structlog.processors.JSONRenderer(serializer=_serializer()),
    ]


def configure_structlog(*, level: int = logging.INFO, stream: BinaryIO | None = None) -> None:
    """Configure structlog for this process: JSON lines at `level` and above, into `stream`.

    To be called by an application, once, at its start::

        from fundamento.telemetry import StructlogSink, configure_structlog

        configure_structlog()
        sink = StructlogSink()

    It replaces any structlog configuration that the process has. `level` is a number of the
    `logging` module; without `stream` the lines go to standard output.
    """
    import structlog  # noqa: PLC0415 - a program that uses another sink does not pay for structlog

    structlog.configure(
        processors=recommended_processors(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.BytesLoggerFactory(stream),
        cache_logger_on_first_use=True,
    )


_Dump = Callable[..., bytes]


def _serializer() -> _Dump:
    if importlib.util.find_spec("orjson") is None:
        return _dump_with_json
    dump: _Dump = importlib.import_module("orjson").dumps

    def dump_or_fall_back(line: object, default: Callable[[Any], Any] | None = None) -> bytes:
        try:
            return dump(line, default=default)
        except TypeError:
            # orjson refuses lone surrogates, integers over 64 bits and keys that are no strings: a line must
            # not be lost for that.
            return _dump_with_json(line, default=default)

    return dump_or_fall_back


def _dump_with_json(line: object, default: Callable[[Any], Any] | None = None) -> bytes:
    # ASCII with escapes, because a lone surrogate has no UTF-8.
    return json.dumps(line, default=default, separators=(",", ":")).encode("ascii")
