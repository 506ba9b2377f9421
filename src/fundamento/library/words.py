"""The words of live fragments in an index of SQLite (FTS5), and the search by them.

FTS5 finds; the score is the one of `stores.bm25`, since that of FTS5 cannot be told how far to discount length, and
would put bare headings first.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from fundamento.stores.bm25 import Corpus, score
from fundamento.stores.metadata import read_section
from fundamento.stores.stems import fragment_terms, search_terms

_CANDIDATES: Final = 20  # a hit asked, scored anew
_FEWEST: Final = 400
_MOST_TERMS: Final = 400  # of a question; SQLite refuses an expression that is too deep
_LIVE: Final = """
SELECT f.number, f.text, f.details FROM fragment f JOIN version v ON v.number = f.version
WHERE v.state = 'live' AND f.shelved = 1
"""
_OF_DOCUMENT: Final = """
SELECT words.rowid, words.stems FROM words JOIN fragment f ON f.number = words.rowid
JOIN version v ON v.number = f.version WHERE v.document = ?
"""
_FOUND: Final = """
SELECT f.id, words.stems FROM words JOIN fragment f ON f.number = words.rowid
JOIN version v ON v.number = f.version
WHERE words MATCH ?1 AND v.state = 'live' AND f.shelved = 1
AND (?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(v.readers) one WHERE one.value IN (SELECT value FROM json_each(?2))))
ORDER BY words.rank LIMIT ?3
"""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ID of a fragment and its score; more is better, and scores of two questions cannot be compared."""

    id: str
    score: float


def index_all(connection: sqlite3.Connection) -> None:
    """Index the words of every live fragment anew."""
    connection.execute("DELETE FROM words")
    connection.execute("UPDATE word_total SET fragments = 0, words = 0")
    _insert(connection, connection.execute(_LIVE).fetchall())


def index_live(connection: sqlite3.Connection, document: str) -> None:
    """Index the words of the live version of a document, and of no other version of it."""
    forget(connection, document)
    _insert(connection, connection.execute(f"{_LIVE} AND v.document = ?", (document,)).fetchall())


def forget(connection: sqlite3.Connection, document: str, *, erase: bool = False) -> None:
    """Take the words of all versions of a document out; to `erase`, the file is cleared of them, too."""
    rows = connection.execute(_OF_DOCUMENT, (document,)).fetchall()
    _count(connection, [stems for _, stems in rows], sign=-1)
    connection.executemany("DELETE FROM words WHERE rowid = ?", [(number,) for number, _ in rows])
    if erase:  # a deleted row stays in older segments until they are merged
        connection.execute("INSERT INTO words (words) VALUES ('optimize')")


def find(
    connection: sqlite3.Connection, question: str, *, limit: int, principals: Collection[str] | None = None
) -> list[Ranked]:
    """Return the best `limit` live fragments that share a word with the question, best first.

    With `principals`, only those that one of them may read.
    """
    terms = list(dict.fromkeys(search_terms(question)))[:_MOST_TERMS]
    if not terms:
        return []
    matching = " OR ".join(f'"{term}"' for term in terms)
    allowed = None if principals is None else json.dumps(sorted(principals))
    rows = connection.execute(_FOUND, (matching, allowed, max(_FEWEST, _CANDIDATES * limit))).fetchall()
    corpus = _measure(connection, terms)
    scored = []
    for one, stems in rows:
        words = stems.split()
        scored.append(Ranked(one, score(terms, Counter(words), len(words), corpus)))
    return sorted(scored, key=lambda hit: (-hit.score, hit.id))[:limit]


def _measure(connection: sqlite3.Connection, terms: list[str]) -> Corpus:
    holders = connection.execute(
        "SELECT term, doc FROM word_counts WHERE term IN (SELECT value FROM json_each(?))", (json.dumps(terms),)
    ).fetchall()
    fragments, words = connection.execute("SELECT fragments, words FROM word_total").fetchone()
    return Corpus(fragments, words, dict(holders))


def _insert(connection: sqlite3.Connection, rows: list[tuple[int, str, str]]) -> None:
    indexed = [
        (number, " ".join(fragment_terms(text, read_section(json.loads(details))))) for number, text, details in rows
    ]
    connection.executemany("INSERT INTO words (rowid, stems) VALUES (?, ?)", indexed)
    _count(connection, [stems for _, stems in indexed], sign=1)


def _count(connection: sqlite3.Connection, indexed: list[str], *, sign: int) -> None:
    words = sum(len(stems.split()) for stems in indexed)
    connection.execute(
        "UPDATE word_total SET fragments = fragments + ?, words = words + ?", (sign * len(indexed), sign * words)
    )
