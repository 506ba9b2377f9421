"""A file of event lines: written by the structlog sink, read back to count."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import structlog
from structlog.typing import EventDict

from fundamento.errors import ConfigurationError
from fundamento.events import AnswerEvent
from fundamento.findings import Outcome
from fundamento.telemetry import StructlogSink, recommended_processors


@contextmanager
def open_logbook(path: Path) -> Iterator[StructlogSink]:
    """Return a sink that writes JSON lines into a file; structlog's own configuration is left as it is.

    Raises `ConfigurationError` where it cannot be written.
    """
    with open_log(path) as file:
        yield make_sink(file)


@contextmanager
def open_log(path: Path) -> Iterator[BinaryIO]:
    """Return a file for event lines, in the place of an old one. Raises likewise."""
    try:
        file = path.open("wb")
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror}.",
            hint="Check that the folder exists and that you may write in it.",
        ) from None
    with file:
        yield file


def make_sink(file: BinaryIO, *, at: datetime | None = None) -> StructlogSink:
    """Return a sink that writes JSON lines into an open file, with the time of now or of `at`."""
    processors = recommended_processors()
    if at is not None:
        processors.insert(
            -1, partial(_date, at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds"))
        )
    logger = structlog.wrap_logger(
        structlog.BytesLogger(file),
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    return StructlogSink(logger)


def _date(stamp: str, _logger: object, _method: str, line: EventDict) -> EventDict:
    line["timestamp"] = f"{stamp}Z"
    return line


def read_logbook(path: Path) -> list[Mapping[str, Any]]:
    """Return the lines of a logbook, parsed."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@dataclass(frozen=True, slots=True)
class Rate:
    """How many answers were rejected as the model first wrote them, of how many."""

    rejected: int
    answers: int

    @property
    def ratio(self) -> float:
        """The share that was rejected, from 0 to 1; 0 where there is no answer."""
        return self.rejected / self.answers if self.answers else 0.0


def rejection_rate(lines: Sequence[Mapping[str, Any]]) -> Rate:
    """Count answers, each once, by what their first output came to: repairs and modes do not change the rate."""
    firsts = [line["first_outcome"] for line in lines if line["event"] == AnswerEvent.name]
    return Rate(firsts.count(Outcome.REJECTED.value), len(firsts))
