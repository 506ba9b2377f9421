"""What a catalogue knows, as rows of its tables and back."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from fundamento.errors import StoreError
from fundamento.fragments import Document, Fragment
from fundamento.stores.metadata import read_fragment, write_metadata

# These belong to the version, which has them once for all of its fragments.
_OF_THE_VERSION: Final = {"readers", "readers_empty", "effective_from", "effective_until", "superseded_by"}


class State(StrEnum):
    """Where a version stands."""

    PENDING = "pending"
    LIVE = "live"
    SUPERSEDED = "superseded"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class Entry:
    """A document in the catalogue. `version`, its SHA-256 and its terms are those of the live version, if there is one.

    `stale`: the store may not know the terms yet. `fragments` counts those that the store holds. `indexed_at` is when
    the live version went in, None for one of before that was noted; `mark` what its origin was like then.
    """

    id: str
    origin: str | None
    deleted: bool
    version: str | None = None
    sha256: str | None = None
    readers: frozenset[str] | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    stale: bool = False
    fragments: int = 0
    indexed_at: datetime | None = None
    mark: str | None = None

    def has_terms_of(self, document: Document) -> bool:
        """Say whether a document has the readers and the validity that are known."""
        return (self.readers, self.effective_from, self.effective_until) == (
            document.readers,
            document.effective_from,
            document.effective_until,
        )


@dataclass(frozen=True, slots=True)
class Holding:
    """A fragment as the catalogue has it, the state of its version, and whether the store holds it.

    `origin` is the file or page that its version came from, with what it was like then; None where that is not known.
    """

    fragment: Fragment
    state: State
    shelved: bool
    origin: tuple[str, str] | None = None


def write_terms(document: Document) -> tuple[str | None, str | None, str | None]:
    """Return readers, first and last day of a document as they stand in a row."""
    readers = None if document.readers is None else json.dumps(sorted(document.readers))
    first, last = document.effective_from, document.effective_until
    return readers, None if first is None else first.isoformat(), None if last is None else last.isoformat()


def write_details(fragment: Fragment) -> str:
    """Return as JSON what belongs to one fragment alone."""
    values = write_metadata(fragment)
    return json.dumps({key: value for key, value in values.items() if value is not None and key not in _OF_THE_VERSION})


def read_entry(row: sqlite3.Row) -> Entry:
    """Return the entry of a row of documents joined with their live versions."""
    return Entry(
        id=row["id"],
        origin=row["origin"],
        deleted=bool(row["deleted"]),
        version=row["name"],
        sha256=row["sha256"],
        readers=_readers(row["readers"]),
        effective_from=_day(row["effective_from"]),
        effective_until=_day(row["effective_until"]),
        stale=bool(row["stale"]),
        fragments=row["fragments"],
        indexed_at=_moment(row["indexed_at"]),
        mark=row["origin_mark"],
    )


def read_holding(row: sqlite3.Row) -> Holding:
    """Return the holding of a row of fragments joined with their version and the live one of their document.

    Who may read a superseded version must be among those who may read the live one, too.
    """
    state = State(row["state"])
    readers = _readers(row["readers"])
    superseded = state is State.SUPERSEDED
    if superseded:
        readers = intersect(readers, _readers(row["live_readers"]))
    details: dict[str, Any] = json.loads(row["details"])
    fragment = replace(
        read_fragment(row["id"], row["text"], details),
        readers=readers,
        effective_from=_day(row["effective_from"]),
        effective_until=_day(row["effective_until"]),
        superseded_by=row["live_name"] if superseded else None,
        indexed_at=_moment(row["indexed_at"]),
    )
    known = row["origin"] is not None and row["origin_mark"] is not None
    return Holding(fragment, state, bool(row["shelved"]), (row["origin"], row["origin_mark"]) if known else None)


def intersect(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    """Return who is on both allow-lists; not known where one of them is not."""
    return None if one is None or other is None else one & other


def as_list(values: Iterable[str]) -> str:
    """Return texts as one parameter for `json_each`: SQLite takes so many and no more."""
    return json.dumps(list(values))


def _readers(value: str | None) -> frozenset[str] | None:
    return None if value is None else frozenset(json.loads(value))


def _moment(value: str | None) -> datetime | None:
    try:
        return None if value is None else datetime.fromisoformat(value)
    except ValueError:
        raise StoreError("The catalogue holds a time that is none.", retryable=False) from None


def _day(value: str | None) -> date | None:
    try:
        return None if value is None else date.fromisoformat(value)
    except ValueError:
        raise StoreError("The catalogue holds a day that is none.", retryable=False) from None
