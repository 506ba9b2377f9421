"""The exit statuses, and how an error becomes one line on standard error."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import NoReturn

from fundamento.errors import FundamentoError
from fundamento.findings import Outcome
from fundamento.text.invisible import escape_steering


class Status(IntEnum):
    """What a command leaves with.

    An abstention is a success. `NOT_RUN` goes before `FINDINGS`: what could not be looked at may hold worse.
    `UNDECIDED` is only `gate`'s.
    """

    HELD = 0
    FINDINGS = 1
    NOT_RUN = 2
    UNDECIDED = 3


FAILED = frozenset({Outcome.REJECTED, Outcome.UNVERIFIED})


def status_of(outcomes: Iterable[Outcome], *, errors: int = 0) -> Status:
    """Return the status of a run over these outcomes, of which `errors` more could not be had."""
    if errors:
        return Status.NOT_RUN
    return Status.FINDINGS if FAILED.intersection(outcomes) else Status.HELD


def complain(message: object) -> None:
    """Write one line on standard error, whatever the message holds."""
    line = escape_steering(" ".join(str(message).split()))
    # Where standard error is closed or full there is nobody to tell; the status still says it.
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"fundamento: {line}\n")
            sys.stderr.flush()


def run_guarded(command: Callable[[], Status]) -> Status:
    """Run a command: an error of this library, an interrupt or a closed pipe is a line and a status, no traceback."""
    _tolerate_narrow_encodings()
    try:
        status = command()
        if sys.stdout is not None:
            sys.stdout.flush()
    except FundamentoError as error:
        complain(error)
        return Status.NOT_RUN
    except KeyboardInterrupt:
        complain("interrupted.")
        return Status.NOT_RUN
    except BrokenPipeError:
        # Python would trip over the same pipe once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.NOT_RUN
    except OSError as error:
        complain(f"it could not go on: {error.strerror or type(error).__name__}.")
        return Status.NOT_RUN
    return status


@contextmanager
def heeding_termination() -> Iterator[None]:
    """Have SIGTERM and SIGHUP end a command as an interrupt does, so that it puts its temporary files away."""
    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt


def _tolerate_narrow_encodings() -> None:
    """Let a terminal that cannot show a character show a question mark instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
