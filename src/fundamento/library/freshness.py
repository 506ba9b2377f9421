"""Is the origin of a document still as it was when the document was taken in?

An origin is a path or a URL. A `Look` says what it is like now, as a text that changes when the content does, and one
that is stored with the version is compared with that of today. A look may go by what costs little (a file's size and
times, an ETag) as long as it never calls a changed origin unchanged.
"""

import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from fundamento.fragments import OriginState
from fundamento.ingest.marks import mark_file

# The origin, and what it was like when it was taken in (None: that is what is asked); None: it is gone. Whatever it
# raises means that it could not be told.
Look: TypeAlias = Callable[[str, str | None], str | None]

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
FILE: Final = "file"
_SECONDS: Final = 5.0  # for an answer of a server
_GONE: Final = frozenset({404, 410})
_MOST_KEPT: Final = 10_000


class UnknownStateError(Exception):
    """Raised by a look that cannot tell what an origin is like; what it says is never logged."""


@dataclass(frozen=True, slots=True)
class Looking:
    """How origins of one kind are looked at; what was seen holds for so many seconds."""

    look: Look
    seconds: float = 0.0


def look_at_url(origin: str, known: str | None) -> str | None:
    """Return the ETag of a page, or else when it was last changed. Raises `UnknownStateError` where it has neither."""
    del known
    request = urllib.request.Request(origin, method="HEAD")  # noqa: S310 - of the schemes below only
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - as above
            headers = answer.headers
    except urllib.error.HTTPError as error:
        with error:
            if error.code in _GONE:
                return None
        raise UnknownStateError from None
    for name in ("ETag", "Last-Modified"):
        if headers[name]:
            return f"{name.lower()} {headers[name]}"
    raise UnknownStateError


LOOKS: Final[Mapping[str, Looking]] = MappingProxyType(
    {FILE: Looking(mark_file), "http": Looking(look_at_url, 60), "https": Looking(look_at_url, 60)}
)


class Watch:
    """Looks at origins, each at most once in its time; safe to share between threads.

    `looks` adds to the ways of looking, or replaces them, by scheme: `{"s3": Looking(look, seconds=30)}` is asked about
    `s3://…`. An origin without a scheme is a file.
    """

    def __init__(self, looks: Mapping[str, Looking] = LOOKS, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._looks = {**LOOKS, **looks}
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: dict[tuple[str, str], tuple[float, OriginState]] = {}

    def fingerprint(self, origin: str) -> str | None:
        """Return what an origin is like now; None where it is gone, or nobody can tell."""
        looking = self._looks.get(_scheme(origin))
        try:
            return None if looking is None else looking.look(origin, None)
        except Exception:  # noqa: BLE001 - a look may be anybody's; nothing to compare with is not a wrong answer
            return None

    def compare(self, known: Iterable[tuple[str, str]]) -> dict[tuple[str, str], OriginState]:
        """Return the state of each origin, given with what it was like when it was taken in."""
        return {pair: self._compare(*pair) for pair in dict.fromkeys(known)}

    def _compare(self, origin: str, known: str) -> OriginState:
        looking = self._looks.get(_scheme(origin))
        if looking is None:
            return OriginState.UNKNOWN
        now, key = self._clock(), (origin, known)
        with self._lock:
            seen = self._seen.get(key)
        if seen is not None and now - seen[0] < looking.seconds:
            return seen[1]
        state = _look(looking.look, origin, known)
        if looking.seconds > 0:
            with self._lock:
                while len(self._seen) >= _MOST_KEPT:
                    del self._seen[next(iter(self._seen))]
                self._seen[key] = now, state
        return state


def _look(look: Look, origin: str, known: str) -> OriginState:
    try:
        found = look(origin, known)
    except Exception:  # noqa: BLE001 - a look may be anybody's; what it could not tell is a fault of the check
        return OriginState.UNKNOWN
    if found is None:
        return OriginState.GONE
    return OriginState.UNCHANGED if found == known else OriginState.CHANGED


def _scheme(origin: str) -> str:
    found = _SCHEME.match(origin)
    return found[1].lower() if found else FILE
