"""Event logs in a DuckDB file that lives as long as the question: bounded memory, and nothing from the network."""

import errno
import importlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fundamento.errors import ConfigurationError, InputError, MissingExtraError
from fundamento.events import SCHEMA_VERSION
from fundamento.rates.sources import cut, expand, is_plain

if TYPE_CHECKING:
    import duckdb

Values: TypeAlias = Mapping[str, Any]

# What every count needs of a line. More columns cost time, so that others are read when they are asked for.
_READ: Final[Mapping[str, str]] = {
    "event": "VARCHAR",
    "schema": "VARCHAR",
    "timestamp": "VARCHAR",
    "answer_id": "VARCHAR",
    "first_outcome": "VARCHAR",
    "claims": "BIGINT",
    "claims_failed": "BIGINT",
    "check": "VARCHAR",
    "claim": "BIGINT",
    "fragment": "VARCHAR",
    "attempt": "BIGINT",
    "final": "BOOLEAN",
    "mode": "VARCHAR",
    "exempted": "BOOLEAN",
    "part": "VARCHAR",
    "error": "VARCHAR",
    "checked": "JSON",
    "candidate_checked": "JSON",
    "candidate_action": "VARCHAR",
}
# What is made of these, and kept.
_KEPT: Final[Mapping[str, str]] = {
    "kind": "UTINYINT",
    "answer": "UBIGINT",
    "moment": "TIMESTAMP",
    "verified": "BOOLEAN",
    "rejected": "BOOLEAN",
    "claims": "BIGINT",
    "claims_failed": "BIGINT",
    "checked": "VARCHAR",
    "beside": "VARCHAR",
    "stopped": "BOOLEAN",
    "check": "VARCHAR",
    "claim": "BIGINT",
    "fragment": "VARCHAR",
    "first": "BOOLEAN",
    "apart": "BOOLEAN",
    "exempted": "BOOLEAN",
    "part": "VARCHAR",
    "error": "VARCHAR",
}
_ROWS: Final = 1000  # at a time
_LEAST: Final = 256_000_000  # bytes
_ASIDE: Final = 160_000_000  # bytes
_A_THREAD: Final = 120_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Limits:
    """What a count may take. `memory` is that of the whole process, such as `1GB`: what goes over it goes to `folder`.

    Raises `ConfigurationError` for a memory that is no size, or under 256 MB.
    """

    memory: str = "1GB"
    threads: int | None = None
    folder: Path | None = None

    def __post_init__(self) -> None:
        if self._bytes < _LEAST:
            raise ConfigurationError("--memory is under 256 MB.", hint="Give more: 1GB is the usual.")

    def settings(self) -> dict[str, str | int]:
        """Return what DuckDB has to keep to. Python, and what DuckDB does not count itself, take their part."""
        left = self._bytes - _ASIDE
        # More threads than it has memory for would each hold too little of it to go on.
        threads = self.threads or min(os.cpu_count() or 1, max(1, left // _A_THREAD))
        return {"memory_limit": f"{left // 1000}KB", "threads": threads}

    @property
    def _bytes(self) -> int:
        size = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)\s*([kmgt])(i?)b", self.memory.strip(), re.IGNORECASE)
        if size is None:
            raise ConfigurationError("--memory is no size.", hint="Write 500MB or 2GB, say.")
        return int(float(size[1]) * (1024 if size[3] else 1000) ** ("kmgt".index(size[2].lower()) + 1))


@dataclass(slots=True)
class Intake:
    """What became of the lines of the logs; blank ones are not counted.

    `foreign` are other software's, `incomplete` ours without what they need, `damaged` sources that broke off.
    """

    lines: int = 0
    answers: int = 0
    findings: int = 0
    faults: int = 0
    policy: int = 0
    other_schema: int = 0
    foreign: int = 0
    incomplete: int = 0
    broken: int = 0
    too_long: int = 0
    repeated: int = 0
    damaged: list[str] = field(default_factory=list)


class Logs:
    """Lines that were read, and the answers, findings and faults that are counted of them."""

    def __init__(self, connection: "duckdb.DuckDBPyConnection", folder: Path, keys: Mapping[str, str]) -> None:
        self._connection = connection
        self._folder = folder
        self._read = {**_READ, **keys}
        self.keys: Final = ", ".join(f'"{key}"' for key in keys)
        self.intake = Intake()
        columns = ", ".join(f'"{key}" {kind}' for key, kind in {**_KEPT, **keys}.items())
        self.run(f"CREATE TABLE lines ({columns})")

    def run(self, statement: str, values: Values | None = None) -> list[tuple[Any, ...]]:
        """Run one statement and return its rows. Raises `ConfigurationError` where DuckDB cannot go on."""
        with _explained():
            return self._connection.execute(statement, values).fetchall()

    def ask(
        self, name: str, values: Values | None = None, *, parts: Mapping[str, str] | None = None
    ) -> list[tuple[Any, ...]]:
        """Run a statement from the package's files, with SQL of our own for its `{places}`."""
        return self.run(load_sql(name, parts or {}), values)

    def stream(self, name: str, *, parts: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a statement from the package's files; run no other one until they are all there."""
        with _explained():
            rows = self._connection.execute(load_sql(name, parts))
            while some := rows.fetchmany(_ROWS):
                yield from some

    def take(self, patterns: Sequence[str]) -> None:
        """Read logs. Raises `InputError` where one is not there."""
        for name in expand(patterns):
            if not (is_plain(name) and self._take_file(Path(name))):
                self._take_pieces(name)
        self._count()

    def _take_pieces(self, name: str) -> None:
        try:
            for piece in cut(name, self._folder):
                self._take_file(piece.path)
                self.intake.too_long += piece.too_long
                if piece.damaged:
                    self.intake.damaged.append(name)
        except OSError as error:
            # What is read from is never full.
            if error.errno not in _FULL_CODES:
                raise
            raise _no_room() from None

    def _take_file(self, path: Path) -> bool:
        """Read a file; False, and nothing read, where a line is too long for DuckDB."""
        duckdb = _import_duckdb()
        columns = ", ".join(f"\"{key}\": '{kind}'" for key, kind in self._read.items())
        parts = {"columns": f"{{{columns}}}", "schema": str(SCHEMA_VERSION), "keys": self.keys}
        (before,) = self.run("SELECT count(*) FROM lines")[0]
        with _explained():
            try:
                self._connection.execute(load_sql("load", parts), {"source": str(path)})
            except duckdb.InvalidInputException as error:
                if "maximum_object_size" not in str(error):
                    raise
                return False
        (empty,) = self.run("SELECT count(*) FROM lines WHERE rowid >= $before AND kind = 0", {"before": before})[0]
        if empty:
            # A line that is no JSON and one without an event look the same so far; a clean log is spared this.
            (broken,) = self.ask("broken", {"source": str(path)})[0]
            self.intake.broken += broken
        return True

    def _count(self) -> None:
        kinds = dict(self.run("SELECT kind, count(*) FROM lines GROUP BY kind"))
        intake = self.intake
        intake.lines = sum(kinds.values()) + intake.too_long
        intake.answers, intake.findings, intake.faults = (kinds.get(kind, 0) for kind in (1, 2, 3))
        intake.policy, intake.other_schema, intake.incomplete = (kinds.get(kind, 0) for kind in (4, 5, 7))
        intake.foreign = kinds.get(6, 0) + kinds.get(0, 0) - intake.broken
        self.ask("repeated")
        (intake.repeated,) = self.run("SELECT coalesce(sum(times - 1), 0)::BIGINT FROM repeated")[0]


@contextmanager
def open_logs(patterns: Sequence[str], *, keys: Mapping[str, str], limits: Limits) -> Iterator[Logs]:
    """Read logs into a DuckDB file in a temporary folder, which is gone at the end; `keys` are read beside the usual.

    Raises `InputError` for logs that are not there, `MissingExtraError` without DuckDB, `ConfigurationError` where the
    limits make no sense or the disk is full.
    """
    duckdb = _import_duckdb()
    with _make_folder(limits.folder) as name:
        folder = Path(name)
        settings: dict[str, Any] = {
            **limits.settings(),
            "temp_directory": str(folder),
            "preserve_insertion_order": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        }
        with _explained():
            connection = duckdb.connect(folder / "logs.duckdb", config=settings)
        with connection:
            connection.execute("SET TimeZone = 'UTC'")
            # It would be written to standard output, into what we write there.
            connection.execute("SET enable_progress_bar = false")
            logs = Logs(connection, folder, keys)
            logs.take(patterns)
            yield logs


def _make_folder(parent: Path | None) -> TemporaryDirectory[str]:
    try:
        return TemporaryDirectory(prefix="fundamento-rates-", dir=parent)
    except OSError as error:
        raise ConfigurationError(
            f"No temporary folder can be made in {parent or 'the usual place'}: {error.strerror}.",
            hint="Name another one with --temp.",
        ) from None


def load_sql(name: str, parts: Mapping[str, str]) -> str:
    """Return a statement from the package's files with its `{places}` filled."""
    text = (files("fundamento.rates") / "sql" / f"{name}.sql").read_text("utf-8")
    for place, part in parts.items():
        text = text.replace(f"{{{place}}}", part)
    return text


def _import_duckdb() -> Any:  # noqa: ANN401 - it may not be installed, and is loaded on first use
    try:
        return importlib.import_module("duckdb")
    except ModuleNotFoundError:
        raise MissingExtraError("duckdb", extra="rates", purpose="Counting over logs") from None


@contextmanager
def _explained() -> Iterator[None]:
    """Turn what DuckDB raises into errors of ours; its messages quote the data."""
    duckdb = _import_duckdb()
    try:
        yield
    except duckdb.Error as error:
        raise _explain(type(error).__name__, str(error)) from None
    except RuntimeError as error:
        # This is how it passes an interrupt on.
        if str(error) != "Query interrupted":
            raise
        raise KeyboardInterrupt from None


def _no_room() -> ConfigurationError:
    return ConfigurationError(
        "There is no room left for the temporary files of the count.",
        hint="It takes a tenth of the logs, unpacked: name a folder with that much room with --temp.",
    )


def _explain(name: str, message: str) -> ConfigurationError | InputError:
    if any(sign in message for sign in _FULL):
        return _no_room()
    if name == "OutOfMemoryException":
        return ConfigurationError("The memory that the count may take is too little.", hint="Raise --memory.")
    if name == "IOException":
        return InputError(
            "DuckDB could not read a log, or not write its temporary file.",
            hint="Can the logs be read? Can --temp be written to?",
        )
    return ConfigurationError(f"DuckDB could not go on ({name}).", hint="Look at the values of the options.")


# What the disk or its quota says, and what DuckDB does when nine tenths of it are gone.
_FULL_CODES: Final = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
_FULL: Final = ("No space left", "File too large", "Disk quota exceeded", "max_temp_directory_size")
