"""Output that is whole or not there: streamed into a file beside the target, renamed at the end."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from fundamento.errors import ConfigurationError

STANDARD_OUTPUT: Final = "-"

Write: TypeAlias = Callable[[Mapping[str, Any]], None]


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
        line = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")
        try:
            file.write(line + b"\n")
            file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise ConfigurationError(f"The output cannot be written: {error.strerror}.") from None

    return write
