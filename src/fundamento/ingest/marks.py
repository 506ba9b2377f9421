"""What a file is like, in a line of text: its size, its times and the SHA-256 of its bytes."""

import hashlib
import os
from pathlib import Path
from typing import Final

_CHUNK: Final = 1 << 20


def mark_file(origin: str, known: str | None = None) -> str | None:
    """Return what a file is like, and `known` itself where it is what it was; None where it is gone.

    The file is read only where its size or its times are not those known, so that one which was touched or copied
    is still the same. Raises `OSError` where it cannot be read.
    """
    stamp = _stamp(origin)
    if stamp is None:
        return None
    before, _, known_hash = (known or "").partition(" ")
    if before == stamp:
        return known
    content = hashlib.sha256()
    with Path(origin).open("rb") as file:
        while chunk := file.read(_CHUNK):
            content.update(chunk)
    found = content.hexdigest()
    return known if found == known_hash else f"{stamp} {found}"


def was_left_alone(origin: str, mark: str | None) -> bool:
    """Say whether nobody wrote to a file since it was marked, by its size and times."""
    return mark is not None and mark.partition(" ")[0] == _stamp(origin)


def _stamp(origin: str) -> str | None:
    try:
        stat = os.stat(origin)  # noqa: PTH116 - a `Path` costs more than the look
    except (FileNotFoundError, NotADirectoryError):
        return None
    return f"{stat.st_size}-{stat.st_mtime_ns}-{stat.st_ctime_ns}-{stat.st_ino}"
