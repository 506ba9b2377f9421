"""Bundles that stay as they are, and bundles that follow their file."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from fundamento.errors import PolicyError
from fundamento.events import PolicyEvent
from fundamento.policy.bundle import Bundle


class FixedPolicy:
    """A bundle that never changes."""

    __slots__ = ("_bundle",)

    def __init__(self, bundle: Bundle) -> None:
        self._bundle: Final = bundle

    def current(self) -> Bundle:
        """Return the bundle."""
        return self._bundle


class PolicyFile:
    """The bundle of a YAML file, read again when the file changes.

    Raises `PolicyError` at first if the file is broken. Later, a broken or vanished file keeps the last good bundle,
    and `notify` gets one event that says so. Looks at which file it is, its time and its size once a call; safe from
    any thread.
    """

    __slots__ = ("_notify", "_path", "_state")

    def __init__(self, path: str | Path, notify: Callable[[PolicyEvent], None]) -> None:
        self._path: Final = Path(path)
        self._notify: Final = notify
        # One tuple, replaced whole, so that no thread sees a bundle with another one's stamp.
        self._state: tuple[tuple[int, ...] | None, Bundle] = (self._stamp(), self._load())

    def current(self) -> Bundle:
        """Return the last good bundle."""
        stamp, bundle = self._state
        now = self._stamp()
        if now == stamp:
            return bundle
        try:
            fresh = self._load()
        except PolicyError as error:
            self._state = (now, bundle)
            self._notify(_event("kept", bundle, str(error)))
            return bundle
        self._state = (now, fresh)
        self._notify(_event("reloaded", fresh, None))
        return fresh

    def _load(self) -> Bundle:
        from fundamento.policy.loading import load_bundle  # noqa: PLC0415 - Pydantic and YAML load on first use

        return load_bundle(self._path)

    def _stamp(self) -> tuple[int, ...] | None:
        try:
            status = self._path.stat()
        except OSError:
            return None
        # The file itself too: a link that is turned to another file may show the same time and size.
        return status.st_mtime_ns, status.st_size, status.st_ino, status.st_dev


def _event(status: str, bundle: Bundle, error: str | None) -> PolicyEvent:
    return PolicyEvent(status, bundle.name, bundle.version, bundle.fingerprint, error)
