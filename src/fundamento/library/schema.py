"""The tables of a catalogue, and how an older one is brought up to them."""

import sqlite3
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from fundamento.library.words import index_all

SCHEMA_VERSION: Final = 2

# A version is `pending` until all of its fragments are on the shelf. A fragment is `shelved` while the store holds it,
# or may hold it: set before it is put there, and cleared after it was taken away.
_FIRST: Final = """
CREATE TABLE document (
    id TEXT PRIMARY KEY,
    origin TEXT,
    deleted INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE version (
    number INTEGER PRIMARY KEY,
    document TEXT NOT NULL REFERENCES document (id),
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'live', 'superseded', 'deleted')),
    readers TEXT,
    effective_from TEXT,
    effective_until TEXT,
    stale INTEGER NOT NULL DEFAULT 0,
    UNIQUE (document, name)
);
CREATE TABLE fragment (
    id TEXT PRIMARY KEY,
    version INTEGER NOT NULL REFERENCES version (number),
    place INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    text TEXT NOT NULL,
    details TEXT NOT NULL,
    shelved INTEGER NOT NULL
);
CREATE TABLE generation (number INTEGER NOT NULL);
INSERT INTO generation VALUES (0);
CREATE UNIQUE INDEX one_live_version ON version (document) WHERE state = 'live';
CREATE INDEX version_by_text ON version (sha256);
CREATE INDEX document_by_origin ON document (origin);
CREATE INDEX fragment_by_version ON fragment (version, place);
"""
# A rowid that is no column may change with VACUUM, so fragments get a number of their own for the index of words.
# `indexed_at` is UTC in ISO 8601; NULL: before it was noted. What is known of the file that a version came from is
# compared with the file when the version is cited.
_SECOND: Final = """
CREATE TABLE numbered (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    version INTEGER NOT NULL REFERENCES version (number),
    place INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    text TEXT NOT NULL,
    details TEXT NOT NULL,
    shelved INTEGER NOT NULL
);
INSERT INTO numbered (id, version, place, sha256, text, details, shelved)
SELECT id, version, place, sha256, text, details, shelved FROM fragment ORDER BY version, place;
DROP TABLE fragment;
ALTER TABLE numbered RENAME TO fragment;
CREATE INDEX fragment_by_version ON fragment (version, place);
ALTER TABLE version ADD COLUMN indexed_at TEXT;
ALTER TABLE version ADD COLUMN origin_mark TEXT;
CREATE VIRTUAL TABLE words USING fts5 (stems, tokenize = 'ascii');
CREATE VIRTUAL TABLE word_counts USING fts5vocab ('words', 'row');
CREATE TABLE word_total (fragments INTEGER NOT NULL, words INTEGER NOT NULL);
INSERT INTO word_total VALUES (0, 0)
"""


def bring_up(connection: sqlite3.Connection, found: int) -> None:
    """Bring a catalogue of an older form, or an empty file (0), up to `SCHEMA_VERSION`, in the caller's transaction."""
    for number in range(found + 1, SCHEMA_VERSION + 1):
        script, follow_up = _STEPS[number]
        for statement in script.split(";\n"):
            connection.execute(statement)
        follow_up(connection)
    if found != SCHEMA_VERSION:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _nothing(connection: sqlite3.Connection) -> None:
    del connection


_STEPS: Final[Mapping[int, tuple[str, Callable[[sqlite3.Connection], None]]]] = MappingProxyType(
    {1: (_FIRST, _nothing), 2: (_SECOND, index_all)}
)
