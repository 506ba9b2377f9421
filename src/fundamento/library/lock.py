"""One writer at a time, over all threads and processes."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final

from fundamento.errors import StoreError
from fundamento.library.database import translate

PATIENCE: Final = 600.0
_SOON: Final = 1.0


class WriteLock:
    """A lock on a file, which the system lets go of when its holder dies, however it dies; None: of this process.

    `patience` is how many seconds to wait for another writer. `told` is called once where there is one to wait for.
    A thread that holds the lock may take it again.
    """

    def __init__(
        self, path: Path | None = None, *, patience: float = PATIENCE, told: Callable[[], None] = lambda: None
    ) -> None:
        self._path = path
        self._patience = patience
        self._told = told
        self._threads = threading.RLock()
        self._depth = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock. Raises `StoreError` where another writer has it for too long."""
        if not self._threads.acquire(timeout=self._patience):
            raise _busy()
        try:
            outermost = self._depth == 0 and self._path is not None
            with self._locked_file() if outermost else nullcontext():
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1
        finally:
            self._threads.release()

    @contextmanager
    def _locked_file(self) -> Iterator[None]:
        # SQLite locks files in the way of each system.
        with translate("be locked"):
            connection = sqlite3.connect(self._path or "", isolation_level=None, check_same_thread=False)
        with closing(connection):
            soon = min(_SOON, self._patience)
            if not _take(connection, soon):
                self._told()
                if not _take(connection, self._patience - soon):
                    raise _busy()
            yield


def _take(connection: sqlite3.Connection, seconds: float) -> bool:
    with translate("be locked"):
        connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        return True


def _busy() -> StoreError:
    return StoreError(
        "Another process is writing to this library, and did not finish in time.", hint="Try again when it is done."
    )
