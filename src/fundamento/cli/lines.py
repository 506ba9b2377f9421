"""Lines of JSON, from a file, a gzip file or standard input, in bounded memory."""

import codecs
import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final, cast

from fundamento.errors import InputError

STANDARD_INPUT: Final = "-"
MAX_LINE: Final = 64 * 1024 * 1024  # bytes
_GZIP: Final = b"\x1f\x8b"
_FOREIGN: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@contextmanager
def open_source(source: str) -> Iterator[IO[bytes]]:
    """Open a file, or standard input for `-`; gzip is told by its first bytes. Raises `InputError`."""
    if source == STANDARD_INPUT:
        # Python has none where the shell closed it.
        if sys.stdin is None:
            raise InputError("Standard input is closed.", hint="Give a file, or leave it open.")
        yield _unpacked(sys.stdin.buffer, "standard input")
        return
    try:
        file = Path(source).open("rb")  # noqa: SIM115 - closed below, and not what is yielded
    except OSError as error:
        raise InputError(
            f"{source} cannot be read: {error.strerror}.", hint="Give a file, or - for standard input."
        ) from None
    with file:
        yield _unpacked(file, source)


def read_lines(source: IO[bytes]) -> Iterator[tuple[int, bytes | InputError]]:
    """Yield each line that is not blank with its number from 1; one over `MAX_LINE` bytes is an `InputError`.

    Raises `InputError` where the source breaks off: a gzip file that is damaged or cut short.
    """
    number = 0
    while line := _read(source, number):
        number += 1
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = _read(source, number)
            yield number, InputError(f"it is longer than {MAX_LINE // 1024 // 1024} MB.")
            continue
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield number, line


def read_all(source: IO[bytes]) -> bytes:
    """Return all that a source holds. Raises `InputError` where it is over `MAX_LINE` bytes or breaks off."""
    pieces: list[bytes] = []
    size = 0
    while piece := _read(source, len(pieces)):
        pieces.append(piece)
        size += len(piece)
        if size > MAX_LINE:
            raise InputError(f"The input is longer than {MAX_LINE // 1024 // 1024} MB.")
    return b"".join(pieces)


def name_of(source: str) -> str:
    """Return what to call a source in a message."""
    return "standard input" if source == STANDARD_INPUT else source


def parse_json(content: bytes) -> object:
    """Return the JSON value of some bytes in UTF-8. Raises `InputError`, which says where and quotes nothing."""
    try:
        return json.loads(content.removeprefix(codecs.BOM_UTF8).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"it is not UTF-8: byte {error.start} cannot be read.") from None
    except json.JSONDecodeError as error:
        place = f"column {error.colno}" if error.lineno == 1 else f"line {error.lineno}, column {error.colno}"
        raise InputError(f"it is not JSON: {error.msg} at {place}.") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"it is JSON that cannot be read ({type(error).__name__}).") from None


def _unpacked(source: IO[bytes], name: str) -> IO[bytes]:
    if not isinstance(source, io.BufferedReader):
        source = io.BufferedReader(cast("io.RawIOBase", source))  # what stands in for standard input cannot peek
    start = source.peek(2)[:2]
    if start in _FOREIGN:
        raise InputError(f"{name} is UTF-16.", hint="Save it as UTF-8.")
    return cast("IO[bytes]", gzip.GzipFile(fileobj=source)) if start == _GZIP else source


def _read(source: IO[bytes], number: int) -> bytes:
    try:
        return source.readline(MAX_LINE + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise InputError(
            f"The gzip input is damaged or cut short after line {number}.", hint="Make it again, or unpack it to see."
        ) from None
    except OSError as error:
        raise InputError(f"The input cannot be read after line {number}: {error.strerror}.") from None
