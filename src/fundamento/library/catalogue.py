"""The truth about documents: which version is live, who may read it, which fragments it has."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from fundamento.errors import IngestError
from fundamento.fragments import Document, Fragment, Reader, digest
from fundamento.library import words
from fundamento.library.database import Database
from fundamento.library.rows import (
    Entry,
    Holding,
    as_list,
    read_entry,
    read_holding,
    write_details,
    write_terms,
)

_ENTRIES: Final = """
SELECT d.id, d.origin, d.deleted, v.name, v.sha256, v.readers, v.effective_from, v.effective_until,
       v.indexed_at, v.origin_mark, coalesce(v.stale, 0) AS stale,
       (SELECT count(*) FROM fragment f WHERE f.version = v.number AND f.shelved = 1) AS fragments
FROM document d LEFT JOIN version v ON v.document = d.id AND v.state = 'live'
"""
_HOLDINGS: Final = """
SELECT f.id, f.text, f.details, f.shelved, v.state, v.readers, v.effective_from, v.effective_until,
       v.indexed_at, v.origin_mark, d.origin, live.name AS live_name, live.readers AS live_readers
FROM fragment f JOIN version v ON v.number = f.version JOIN document d ON d.id = v.document
LEFT JOIN version live ON live.document = v.document AND live.state = 'live'
"""
_PUT_FRAGMENT: Final = """
INSERT INTO fragment (id, version, place, sha256, text, details, shelved) VALUES (?, ?, ?, ?, ?, ?, 1)
ON CONFLICT (id) DO UPDATE SET place = excluded.place, sha256 = excluded.sha256, text = excluded.text,
                               details = excluded.details, shelved = 1
"""
_LEFTOVERS: Final = """
SELECT f.id FROM version v JOIN fragment f ON f.version = v.number
WHERE v.state <> 'live' AND f.shelved = 1 AND v.document = coalesce(?, v.document) ORDER BY f.id
"""


class Catalogue:
    """What a library knows of its documents, in one SQLite file; None: in memory.

    Each change is one transaction. It does not guard against two writers who go through several of them: whoever
    writes holds the library's lock. Every method raises `StoreError` where the file cannot be read or written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._database = Database(path)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def entry(self, document: str) -> Entry | None:
        """Return what is known of a document; None where it never went in."""
        found = self._entries("WHERE d.id = ?", document)
        return found[0] if found else None

    def entries(self, documents: Iterable[str] | None = None) -> list[Entry]:
        """Return these documents, or all, in order of ID, deleted ones too; an unknown ID is left out."""
        if documents is None:
            return self._entries("ORDER BY d.id")
        return self._entries("WHERE d.id IN (SELECT value FROM json_each(?)) ORDER BY d.id", as_list(documents))

    def from_file(self, origin: str) -> list[Entry]:
        """Return the documents that come from a file and have a live version."""
        return self._entries("WHERE d.origin = ? AND v.state = 'live' ORDER BY d.id", origin)

    def with_text(self, sha256: str) -> list[Entry]:
        """Return the documents whose live version has this text."""
        return self._entries("WHERE v.sha256 = ? ORDER BY d.id", sha256)

    def below(self, prefix: str) -> list[Entry]:
        """Return the documents with a live version whose file has a path that begins so, in order of ID."""
        return self._entries("WHERE v.state = 'live' AND substr(d.origin, 1, length(?1)) = ?1 ORDER BY d.id", prefix)

    def begin(self, document: Document, fragments: Sequence[Fragment]) -> None:
        """Note a version as pending, with its fragments, before they go to the store.

        A version that was known keeps its state until it is published. Raises `IngestError` where the version is
        known with another text, or an ID of a fragment is another version's.
        """
        with self._database.writing() as connection:
            connection.execute("INSERT OR IGNORE INTO document (id) VALUES (?)", (document.id,))
            connection.execute(
                "INSERT OR IGNORE INTO version (document, name, sha256, state) VALUES (?, ?, ?, 'pending')",
                (document.id, document.version, digest(document.text)),
            )
            number = _version_with_text(connection, document)
            _refuse_taken(connection, number, fragments)
            # What was erased is written anew, whole.
            connection.execute(
                "DELETE FROM fragment WHERE shelved = 0 AND version = (SELECT number FROM version WHERE number = ? "
                "AND state = 'deleted')",
                (number,),
            )
            connection.executemany(
                _PUT_FRAGMENT,
                [
                    (each.id, number, place, each.sha256, each.text, write_details(each))
                    for place, each in enumerate(fragments)
                ],
            )

    def publish(self, document: Document, origin: str | None, mark: str | None = None) -> None:
        """Make a version the live one, indexed now, and supersede the one before.

        With `origin`, note the file or page that it comes from, and by `mark` what that was like.
        """
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE version SET state = 'superseded', stale = 0 WHERE document = ? AND state = 'live'",
                (document.id,),
            )
            connection.execute(
                "UPDATE version SET state = 'live', stale = 0, readers = ?, effective_from = ?, effective_until = ?, "
                "indexed_at = ?, origin_mark = ? WHERE document = ? AND name = ?",
                (*write_terms(document), _now(), mark, document.id, document.version),
            )
            connection.execute(
                "UPDATE document SET deleted = 0, origin = coalesce(?, origin) WHERE id = ?", (origin, document.id)
            )
            words.index_live(connection, document.id)
            _count_up(connection)

    def restate(self, document: Document) -> None:
        """Change the terms of the live version; it is stale until `settle`."""
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE version SET stale = 1, readers = ?, effective_from = ?, effective_until = ? "
                "WHERE document = ? AND state = 'live'",
                (*write_terms(document), document.id),
            )
            _count_up(connection)

    def settle(self, document: str) -> None:
        """Note that the store knows the terms of the live version."""
        with self._database.writing() as connection:
            connection.execute("UPDATE version SET stale = 0 WHERE document = ? AND state = 'live'", (document,))

    def make_stale(self) -> None:
        """Note that the store has to be told of every live version."""
        with self._database.writing() as connection:
            connection.execute("UPDATE version SET stale = 1 WHERE state = 'live'")

    def move(self, document: str, origin: str, mark: str | None = None) -> None:
        """Note that the live version of a document comes from this file now, and what the file is like."""
        with self._database.writing() as connection:
            connection.execute("UPDATE document SET origin = ? WHERE id = ?", (origin, document))
            connection.execute(
                "UPDATE version SET origin_mark = ? WHERE document = ? AND state = 'live'", (mark, document)
            )

    def delete(self, document: str) -> None:
        """Delete a document: no version is live, and the texts of all of them are erased."""
        with self._database.writing() as connection:
            words.forget(connection, document, erase=True)
            connection.execute("UPDATE version SET state = 'deleted', stale = 0 WHERE document = ?", (document,))
            connection.execute("UPDATE document SET deleted = 1 WHERE id = ?", (document,))
            connection.execute(
                "UPDATE fragment SET text = '' WHERE version IN (SELECT number FROM version WHERE document = ?)",
                (document,),
            )
            _count_up(connection)

    def stale(self) -> list[Entry]:
        """Return the documents whose live version the store has to be told of."""
        return self._entries("WHERE v.stale = 1 ORDER BY d.id")

    def leftovers(self, document: str | None = None) -> list[str]:
        """Return the IDs of fragments that the store may hold though their version is not live."""
        with self._database.reading() as connection:
            rows = connection.execute(_LEFTOVERS, (document,)).fetchall()
        return [each for (each,) in rows]

    def unshelve(self, ids: Iterable[str]) -> None:
        """Note that the store holds these no longer; versions that never went live are forgotten with them."""
        listed = as_list(ids)
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE fragment SET shelved = 0 WHERE id IN (SELECT value FROM json_each(?))", (listed,)
            )
            connection.execute(
                "DELETE FROM fragment WHERE shelved = 0 "
                "AND version IN (SELECT number FROM version WHERE state = 'pending')"
            )
            connection.execute(
                "DELETE FROM version WHERE state = 'pending' "
                "AND NOT EXISTS (SELECT 1 FROM fragment f WHERE f.version = version.number)"
            )
            connection.execute(
                "DELETE FROM document WHERE NOT EXISTS (SELECT 1 FROM version v WHERE v.document = document.id)"
            )

    def look_up(self, ids: Iterable[str]) -> dict[str, Holding]:
        """Return what is known of these fragments, all as of one moment; an unknown ID is left out."""
        return self._holdings("WHERE f.id IN (SELECT value FROM json_each(?))", as_list(ids))

    def find(self, question: str, *, limit: int, reader: Reader | None = None) -> list[tuple[Fragment, float]]:
        """Return the best `limit` live fragments that share words with a question, best first, with their scores."""
        principals = None if reader is None else reader.principals
        with self._database.reading() as connection:
            ranked = words.find(connection, question, limit=limit, principals=principals)
            ids = as_list(hit.id for hit in ranked)
            where = "WHERE f.id IN (SELECT value FROM json_each(?))"
            held = {row["id"]: read_holding(row) for row in _rows(connection, _HOLDINGS + where, (ids,))}
        return [(held[hit.id].fragment, hit.score) for hit in ranked if hit.id in held]

    def live_fragments(self, document: str) -> list[Fragment]:
        """Return the fragments of the live version, in order."""
        found = self._holdings("WHERE v.document = ? AND v.state = 'live' AND f.shelved = 1 ORDER BY f.place", document)
        return [holding.fragment for holding in found.values()]

    def generation(self) -> int:
        """Return a number that grows whenever what is live, or who may read it, changes."""
        with self._database.reading() as connection:
            (number,) = connection.execute("SELECT number FROM generation").fetchone()
        return int(number)

    def _entries(self, condition: str, *values: str) -> list[Entry]:
        with self._database.reading() as connection:
            return [read_entry(row) for row in _rows(connection, _ENTRIES + condition, values)]

    def _holdings(self, condition: str, value: str) -> dict[str, Holding]:
        with self._database.reading() as connection:
            return {row["id"]: read_holding(row) for row in _rows(connection, _HOLDINGS + condition, (value,))}


def _rows(connection: sqlite3.Connection, statement: str, values: Sequence[str]) -> list[sqlite3.Row]:
    cursor = connection.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(statement, values).fetchall()


def _version_with_text(connection: sqlite3.Connection, document: Document) -> int:
    number, sha256 = connection.execute(
        "SELECT number, sha256 FROM version WHERE document = ? AND name = ?", (document.id, document.version)
    ).fetchone()
    if sha256 != digest(document.text):
        raise IngestError(
            f"The version {document.version} of {document.id} is known already, with another text.",
            hint="Give the new text another version, or none: it is then taken from the text.",
        )
    return int(number)


def _refuse_taken(connection: sqlite3.Connection, number: int, fragments: Sequence[Fragment]) -> None:
    taken = connection.execute(
        "SELECT v.document FROM fragment f JOIN version v ON v.number = f.version "
        "WHERE f.id IN (SELECT value FROM json_each(?)) AND f.version <> ?",
        (as_list(each.id for each in fragments), number),
    ).fetchone()
    if taken is not None:
        raise IngestError(
            f"A fragment of it would have the ID of one of {taken[0]}.", hint="Give one of the documents another ID."
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _count_up(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE generation SET number = number + 1")
