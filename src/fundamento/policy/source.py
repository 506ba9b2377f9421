"""Bundles that stay as they are, and bundles that follow their file."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock
from typing import Final, TypeAlias

from fundamento.errors import PolicyError
from fundamento.events import PolicyEvent
from fundamento.failures import name_failure
from fundamento.policy.bundle import Bundle


class FixedPolicy:
    """A bundle that never changes."""

    __slots__ = ("_bundle",)

    def __init__(self, bundle: Bundle) -> None:
        self._bundle: Final = bundle

    def current(self) -> Bundle:
        """Return the bundle."""
        return self._bundle


# A file that was written a moment ago may be written still; what stands there by then may well be a policy.
_QUIET: Final = 0.1  # seconds
_TRIES: Final = 5


class PolicyFile:
    """The bundle of a YAML file, read again when the file, or one that it extends or names, changes.

    Raises `PolicyError` at first if the file is broken. Later, a broken or vanished file keeps the last good bundle,
    and `notify` gets one event a change that says so. Looks at which files they are, their times and sizes once a call;
    what changed within the last 0.1 s is left to settle. Safe from any thread: one reads, the others go on with the
    bundle that there is.
    """

    __slots__ = ("_notify", "_path", "_reading", "_state")

    def __init__(self, path: str | Path, notify: Callable[[PolicyEvent], None]) -> None:
        self._path: Final = Path(path)
        self._notify: Final = notify
        stamps: _Stamps = {}
        bundle = _read(self._path, stamps)
        # One tuple, replaced whole, so that no thread sees a bundle with another one's stamps.
        self._state: _State = (stamps, bundle)
        self._reading: Final = Lock()

    def current(self) -> Bundle:
        """Return the last good bundle."""
        stamps, bundle = self._state
        now = _look_at(stamps)
        if now == stamps or _is_fresh(now.values()) or not self._reading.acquire(blocking=False):
            return bundle
        try:
            return self._read_again()
        finally:
            self._reading.release()

    def _read_again(self) -> Bundle:
        known, bundle = self._state
        if _look_at(known) == known:  # another thread has read it meanwhile
            return bundle
        stamps: _Stamps = {}
        try:
            fresh = _read(self._path, stamps)
        except Exception as error:  # noqa: BLE001 - whatever becomes of a file, the last good bundle stays
            self._state = (stamps, bundle)
            self._notify(_event("kept", bundle, str(error) if isinstance(error, PolicyError) else name_failure(error)))
            return bundle
        self._state = (stamps, fresh)
        self._notify(_event("reloaded", fresh, None))
        return fresh


_Stamp: TypeAlias = tuple[int, ...] | None
_Stamps: TypeAlias = dict[Path, _Stamp]
_State: TypeAlias = tuple[_Stamps, Bundle]


def _read(path: Path, stamps: _Stamps) -> Bundle:
    """Read a bundle; `stamps` takes what its files were like before they were read, also where one is broken.

    They were the same after. Files that never come to rest go with the stamps from before: they are read again at the
    next look.
    """
    from fundamento.policy.loading import load_bundle  # noqa: PLC0415 - Pydantic and YAML load on first use

    for _ in range(_TRIES):
        stamps.clear()
        bundle = load_bundle(path, seen=lambda each: stamps.setdefault(each, _stamp(each)))
        if _look_at(stamps) == stamps:
            break
    return bundle


def _look_at(paths: Iterable[Path]) -> _Stamps:
    return {path: _stamp(path) for path in paths}


def _stamp(path: Path) -> _Stamp:
    try:
        status = path.stat()
    except (OSError, ValueError):  # it is not there, or its name is none
        return None
    # The file itself too: a link that is turned to another file may show the same time and size.
    return status.st_mtime_ns, status.st_size, status.st_ino, status.st_dev


def _is_fresh(stamps: Iterable[_Stamp]) -> bool:
    # A time in the future is that of another clock, and says nothing.
    now = time.time_ns()
    return any(stamp is not None and 0 <= now - stamp[0] < _QUIET * 1e9 for stamp in stamps)


def _event(status: str, bundle: Bundle, error: str | None) -> PolicyEvent:
    return PolicyEvent(status, bundle.name, bundle.version, bundle.fingerprint, error)
