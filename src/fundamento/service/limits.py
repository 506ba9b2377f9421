"""What one request may take of the service, and how many may be at work at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from threading import Lock
from typing import Final

from fundamento.errors import ConfigurationError
from fundamento.service.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Limits:
    """`body_bytes` is of a request's body; times are in seconds.

    `body_seconds` is for the head of a request and again for its body to come in, `seconds` for the work from then on.
    At most `concurrency` requests are at work at once, and four times as many may be coming in.
    """

    body_bytes: int = 2 * 1024 * 1024
    body_seconds: float = 10.0
    seconds: float = 60.0
    concurrency: int = 64

    def __post_init__(self) -> None:
        for name, value in (
            ("body_bytes", self.body_bytes),
            ("body_seconds", self.body_seconds),
            ("seconds", self.seconds),
            ("concurrency", self.concurrency),
        ):
            if not 0 < value < inf:
                raise ConfigurationError(f"Limits.{name} is {value!r}.", hint="Give a number above 0.")


class Slots:
    """So many places, taken without waiting; safe between threads."""

    __slots__ = ("_free", "_lock")

    def __init__(self, number: int) -> None:
        self._free = number
        self._lock: Final = Lock()

    def take(self) -> "Ticket":
        """Return a ticket for one place. Raises `Refusal` where all are taken."""
        with self._lock:
            if not self._free:
                raise Refusal.busy()
            self._free -= 1
        return Ticket(self)

    def give_back(self) -> None:
        """Free one place."""
        with self._lock:
            self._free += 1


class Ticket:
    """One place: whoever does the work holds it until the work has really ended, even when nobody waits for it."""

    __slots__ = ("_lock", "_open", "_slots", "_started")

    def __init__(self, slots: Slots) -> None:
        self._slots: Final = slots
        self._lock: Final = Lock()
        self._open = True
        self._started = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the place for the length of a block."""
        with self._lock:
            self._started = True
        try:
            yield
        finally:
            self._close()

    def drop(self) -> None:
        """Give the place back if the work never began."""
        with self._lock:
            started = self._started
        if not started:
            self._close()

    def _close(self) -> None:
        with self._lock:
            was_open, self._open = self._open, False
        if was_open:
            self._slots.give_back()
