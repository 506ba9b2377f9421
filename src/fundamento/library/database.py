"""The SQLite file of a catalogue: its tables, and transactions on it."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fundamento.errors import ConfigurationError, FundamentoError, StoreError
from fundamento.library.schema import SCHEMA_VERSION, bring_up

_SECONDS_TO_WAIT: Final = 30.0


class Database:
    """One connection to a catalogue, safe to share between threads; None: in memory, as long as the process lives.

    Raises `StoreError` where the file cannot be opened, `ConfigurationError` where a newer fundamento made it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._lock = threading.RLock()
        with translate("open"):
            self._connection = sqlite3.connect(
                ":memory:" if path is None else path,
                timeout=_SECONDS_TO_WAIT,
                isolation_level=None,
                check_same_thread=False,
            )
        try:
            self._set_up()
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for statements that see one state of the catalogue. Raises `StoreError`."""
        with self._transaction("BEGIN", "read") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for statements that are done all or not at all. Raises `StoreError`."""
        with self._transaction("BEGIN IMMEDIATE", "write") as connection:
            yield connection

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self, begin: str, purpose: str) -> Iterator[sqlite3.Connection]:
        with self._lock, translate(purpose):
            self._connection.execute(begin)
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _set_up(self) -> None:
        with translate("open"):
            # What is known of a fragment must be on the disk before the fragment is, even when the power fails.
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
                self._connection.execute(f"PRAGMA {pragma}")
        with self.writing() as connection:
            (found,) = connection.execute("PRAGMA user_version").fetchone()
            if found > SCHEMA_VERSION:
                raise ConfigurationError(
                    f"The catalogue is of form {found}, and this fundamento knows forms up to {SCHEMA_VERSION}.",
                    hint="Use the newer fundamento that made it.",
                )
            bring_up(connection, found)


@contextmanager
def translate(purpose: str) -> Iterator[None]:
    """Raise `StoreError` for what SQLite fails with, naming the kind of error only."""
    try:
        yield
    except FundamentoError:
        raise
    except (sqlite3.Error, OSError, UnicodeError) as error:
        code = getattr(error, "sqlite_errorname", None) or type(error).__name__
        raise StoreError(
            f"The catalogue of the library could not {purpose} ({code}).",
            hint="Is its folder there, writable, and not full? Is the file a catalogue?",
            retryable=isinstance(error, sqlite3.OperationalError),
        ) from None
