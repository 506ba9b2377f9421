"""Output that is whole or not there: streamed into a file beside the target, renamed at the end."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from fundamento.errors import ConfigurationError, InputError
from fundamento.text.invisible import escape_steering

STANDARD_OUTPUT: Final = "-"

Write: TypeAlias = Callable[[Mapping[str, Any]], None]


def refuse_clashes(sources: Iterable[str], targets: Mapping[str, str]) -> None:
    """Raise `InputError` where a target, told by its option, is a file that is read, or another target.

    `-` is standard input as a source and standard output as a target. What is no plain file, as /dev/null, is no clash.
    """
    read = {_file_of(source, sys.stdin) for source in sources} - {None}
    written: dict[object, str] = {}
    for option, target in targets.items():
        file = _file_of(target, sys.stdout) or (target if target == STANDARD_OUTPUT else None)
        name = "standard output" if target == STANDARD_OUTPUT else target
        if file in read:
            raise InputError(f"{option} {name} is the input.", hint="Name another file.")
        if file in written:
            raise InputError(f"{written[file]} and {option} are both {name}.", hint="Name another file for one.")
        if file is not None:
            written[file] = option


def _file_of(name: str, stream: IO[str] | None) -> object:
    """Return what all names of a plain file have in common, there or yet to be; None for anything else."""
    try:
        if name != STANDARD_OUTPUT:
            found = Path(name).stat()
        elif stream is not None:
            found = os.fstat(stream.fileno())
        else:
            return None
    except (OSError, ValueError):  # it is not there yet, or the stream is none of the system's
        return None if name == STANDARD_OUTPUT else Path(name).resolve()
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


@contextmanager
def open_target(target: str) -> Iterator[Write]:
    """Open a file for JSON lines, or standard output for `-`; what is given to the callable is written and flushed.

    A file appears, or is replaced, only when the block ends well. When it does not, what was written stays beside it
    under another name, and the error says which. Raises `ConfigurationError` where it cannot be written.
    """
    if target == STANDARD_OUTPUT:
        if sys.stdout is None:
            raise ConfigurationError("Standard output is closed.", hint="Name a file with --output.")
        yield _writer(sys.stdout.buffer)
        return
    path = Path(target).resolve()
    if path.exists() and not path.is_file():
        with _opened(path, path, "wb") as file:
            yield _writer(file)
        return
    partial = path.with_name(f"{path.name}.partial-{os.getpid()}")
    with _opened(partial, path, "xb") as file:
        try:
            yield _writer(file)
        except BaseException:
            if file.tell():
                rest = f"What was done so far is in {partial.name}, beside it."
            else:
                partial.unlink()
                rest = "Nothing was done."
            sys.stderr.write(f"fundamento: {target} was not written. {rest}\n")
            raise
    partial.replace(path)


def _opened(path: Path, target: Path, mode: str) -> IO[bytes]:
    try:
        return path.open(mode)
    except OSError as error:
        raise ConfigurationError(
            f"{target} cannot be written: {error.strerror}.",
            hint="Check that the folder exists and that you may write in it.",
        ) from None


def _writer(file: IO[bytes]) -> Write:
    def write(value: Mapping[str, Any]) -> None:
        # Half of a surrogate pair has no UTF-8; its escape is JSON all the same.
        line = escape_steering(json.dumps(value, ensure_ascii=False)).encode("utf-8", "backslashreplace")
        try:
            file.write(line + b"\n")
            file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise ConfigurationError(f"The output cannot be written: {error.strerror}.") from None

    return write
