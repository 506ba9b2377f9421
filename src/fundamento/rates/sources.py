"""Log files as DuckDB can take them: plain files as they are, everything else in plain pieces of bounded size."""

import glob
import gzip
import importlib
import io
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, Protocol, cast

from fundamento.errors import InputError, MissingExtraError
from fundamento.rates import frames

STANDARD_INPUT: Final = "-"
LONGEST_LINE: Final = 8 * 1024 * 1024  # bytes; DuckDB's own limit is twice that
_PIECE: Final = 128 * 1024 * 1024  # bytes
_READ: Final = 1024 * 1024  # bytes
_GZIP: Final = b"\x1f\x8b"
_WILD: Final = frozenset("*?[")  # DuckDB would take these in a path for a pattern


class Reading(Protocol):
    """What is read from: `read1` gives what is there, up to so many bytes, and nothing at the end."""

    def read1(self, size: int, /) -> bytes: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Piece:
    """A file of whole lines. `too_long` lines were left out of it; `damaged`: its source broke off here."""

    path: Path
    too_long: int = 0
    damaged: bool = False


def expand(patterns: Iterable[str]) -> list[str]:
    """Return the files that names and patterns (`*`, `?`, `[…]`, `**`) stand for, each once, in order.

    Raises `InputError` where there is no such file.
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        if pattern == STANDARD_INPUT or Path(pattern).exists():
            names = [pattern]
        else:
            names = sorted(filter(os.path.isfile, glob.iglob(pattern, recursive=True)))  # noqa: PTH207 - patterns may be absolute
        if not names:
            raise InputError(f"{pattern}: there is no such log.", hint="Give files, patterns, or - for standard input.")
        found.update(dict.fromkeys(names))
    return list(found)


def is_plain(name: str) -> bool:
    """Say whether a file can be read where it lies. Raises `InputError` where it cannot be read at all."""
    if name == STANDARD_INPUT or _WILD.intersection(name):
        return False
    path = Path(name)
    if not path.is_file():
        return False
    with _opened(path) as file:
        return not file.read(4).startswith((_GZIP, frames.MAGIC))


def cut(name: str, folder: Path) -> Iterator[Piece]:
    """Unpack a source into pieces, one at a time: each lies in `folder` until the next one is asked for.

    A source that breaks off gives what it held until then. Raises `InputError` where it cannot be read at all.
    """
    with _reading(name) as source:
        cutter = _Cutter(source)
        while not cutter.done:
            path = folder / "piece.ndjson"
            with path.open("wb") as file:
                cutter.fill(file)
            yield Piece(path, cutter.take_too_long(), cutter.damaged)
            path.unlink()


class _Cutter:
    """Copies lines into files; memory holds one line and one read at most."""

    def __init__(self, source: Reading) -> None:
        self._source = source
        self._tail = b""
        self._skipping = False
        self._too_long = 0
        self.done = False
        self.damaged = False

    def take_too_long(self) -> int:
        count, self._too_long = self._too_long, 0
        return count

    def fill(self, file: IO[bytes]) -> None:
        size = 0
        while size < _PIECE:
            read = self._read()
            if not read:
                self.done = True
                if self._tail and not self._skipping:
                    file.write(self._tail + b"\n")
                return
            size += file.write(self._whole_lines(read))

    def _whole_lines(self, read: bytes) -> bytes:
        if self._skipping:
            _, newline, read = read.partition(b"\n")
            if not newline:
                return b""
            self._skipping = False
        lines, newline, self._tail = (self._tail + read).rpartition(b"\n")
        if len(self._tail) > LONGEST_LINE:
            self._tail, self._skipping = b"", True
            self._too_long += 1
        return lines + newline

    def _read(self) -> bytes:
        try:
            return self._source.read1(_READ)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            self.damaged = True
        except Exception as error:
            # zstandard is not imported here: what else a source raises is told by its class.
            if type(error).__name__ != "ZstdError":
                raise
            self.damaged = True
        return b""


@contextmanager
def _reading(name: str) -> Iterator[Reading]:
    if name == STANDARD_INPUT:
        # Python has none where the shell closed it.
        if sys.stdin is None:
            raise InputError("Standard input is closed.", hint="Give a file, or leave it open.")
        yield _unpacked(sys.stdin.buffer)
        return
    with _opened(Path(name)) as file:
        yield _unpacked(file)


def _opened(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror}.", hint="Give files, patterns, or - for standard input."
        ) from None


def _unpacked(source: IO[bytes]) -> Reading:
    if not isinstance(source, io.BufferedReader):
        source = io.BufferedReader(cast("io.RawIOBase", source))  # what stands in for standard input cannot peek
    start = source.peek(4)[:4]
    if start.startswith(_GZIP):
        return gzip.GzipFile(fileobj=source)
    if start.startswith(frames.MAGIC):
        try:
            zstandard = importlib.import_module("zstandard")
        except ModuleNotFoundError:
            raise MissingExtraError("zstandard", extra="rates", purpose="A log packed by zstd") from None
        followed = _Followed(source)
        # Log shippers append frame after frame.
        unpacked = zstandard.ZstdDecompressor().stream_reader(followed, read_across_frames=True)
        return _Stream(unpacked, followed.frames)
    return source


class _Followed:
    """A source that is watched for where its frames end."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source = source
        self.frames = frames.Frames()

    def read(self, size: int = -1, /) -> bytes:
        piece = self._source.read(size)
        self.frames.feed(piece)
        return piece


class _Stream:
    """Gives `read1` to a reader that has only `read`; raises `EOFError` at the end where that comes too early."""

    def __init__(self, source: IO[bytes], followed: frames.Frames) -> None:
        self._source = source
        self._frames = followed

    def read1(self, size: int, /) -> bytes:
        read = self._source.read(size)
        if not read and not self._frames.whole:
            raise EOFError
        return read
