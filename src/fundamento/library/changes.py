"""What taking a document in came to."""

from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What was done, in the words that people are shown; where several hold, the first of them."""

    NEW = "new"
    VERSION = "new version"
    RESTORED = "restored"
    RENAMED = "renamed"
    TERMS = "new terms"
    UNCHANGED = "unchanged"
    DELETED = "deleted"
    MISSING = "file missing"


@dataclass(frozen=True, slots=True)
class Intake:
    """One document, the version of it that is live (empty: none is), how many fragments that has, and what was done.

    `origin` is the file that it comes from now, where it comes from one; `blank_pages` are those pages of it that have
    no text, since pictures and scans are not read.
    """

    document: str
    version: str
    change: Change
    fragments: int = 0
    origin: str | None = None
    blank_pages: tuple[int, ...] = ()
