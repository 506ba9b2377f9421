"""Documents, the fragments cut from them, and who may read them."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final, Literal, Protocol, TypeAlias

from fundamento.errors import InputError
from fundamento.origins import Origin
from fundamento.spans import Span

Granularity: TypeAlias = Literal["span", "block"]
SPAN: Final = "span"
BLOCK: Final = "block"


class OriginState(StrEnum):
    """What the origin of a document is like beside what it was when it was indexed; unknown: that cannot be told."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    GONE = "gone"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks: an ID and the groups that the ID belongs to.

    A reader given to a request turns access control on for it: what has no known readers is then unreadable.
    """

    id: str
    groups: Collection[str] = frozenset()

    def __post_init__(self) -> None:
        # "user:None" would be a principal like any other.
        _expect_text("ID", self.id, of="reader")
        if isinstance(self.groups, str):
            raise InputError("Reader.groups is one string.", hint="Give a set of names: groups={'support'}.")
        if not isinstance(self.groups, Collection):
            raise InputError("Reader.groups is no set of names.", hint="Give one: groups={'support'}.")
        for group in self.groups:
            _expect_text("group", group, of="reader")
        object.__setattr__(self, "groups", frozenset(self.groups))

    @property
    def principals(self) -> frozenset[str]:
        """The entries of an allow-list that let this reader in: `user:ID` and `group:NAME`."""
        return frozenset({f"user:{self.id}", *(f"group:{name}" for name in self.groups)})


@dataclass(frozen=True, slots=True)
class Document:
    """One version of a source text, as it stands after extraction.

    `readers` is the allow-list (`user:ID`, `group:NAME`); None: not known. Validity dates are inclusive. `origin` leads
    back to the file; None: the text is all there is. It takes no part in a comparison.
    """

    id: str
    text: str
    version: str = "1"
    readers: frozenset[str] | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FragmentRecord:
    """What a store knows of one fragment *now*; compared at citation time with what was retrieved.

    `sha256` is of the text as UTF-8, in lower-case hexadecimal. `superseded_by` names the newer version of the
    document, where there is one. `indexed_at` is when the version went in, with its time zone; `origin_state` what its
    file or page is like since then, None where the store does not look.
    """

    id: str
    sha256: str
    document: str | None = None
    version: str | None = None
    readers: frozenset[str] | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    superseded_by: str | None = None
    indexed_at: datetime | None = field(default=None, compare=False)
    origin_state: OriginState | None = None


@dataclass(frozen=True, slots=True)
class Fragment:
    """A span of one version of one document.

    `start` and `end` count code points in the document's text, and `source` those of the file's that they come from,
    as `Origin` describes it. `section` holds the headings above it, outermost first; `page`, from 1, is where it
    begins; `previous` and `following` are the IDs of its neighbours in the document. `sha256` is worked out from the
    text unless it is given (a store gives what it recorded). `granularity` is `block` for what somebody else cut and
    stored without its place in the source: a quote can be placed in the block, not in the document. `title` is what a
    user knows the document by. `indexed_at` is when its version went into a library, with the time zone. Raises
    `InputError` for an empty ID, a text that is not a string or another granularity.
    """

    id: str
    text: str
    document: str | None = None
    version: str | None = None
    start: int | None = None
    end: int | None = None
    sha256: str = ""
    readers: frozenset[str] | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    superseded_by: str | None = None
    section: tuple[str, ...] = ()
    page: int | None = None
    source: Span | None = None
    previous: str | None = None
    following: str | None = None
    granularity: Granularity = SPAN
    title: str | None = None
    indexed_at: datetime | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        # Values come from stores and JSON, whatever their annotation says.
        _expect_text("ID", self.id)
        _expect_text("text", self.text)
        if not self.id.strip():
            raise InputError("A fragment's ID is empty.", hint="IDs are what claims cite; give one.")
        if self.granularity not in (SPAN, BLOCK):
            raise InputError("A fragment's granularity is another word.", hint="There are: span, block.")
        if isinstance(self.readers, str):
            raise InputError("A fragment's readers are one string.", hint="Give a set: readers={'group:support'}.")
        readers: object = self.readers
        if readers is not None and not isinstance(readers, frozenset):
            object.__setattr__(self, "readers", _principals(readers))
        _expect_day("effective_from", self.effective_from)
        _expect_day("effective_until", self.effective_until)
        if not self.sha256:
            object.__setattr__(self, "sha256", digest(self.text))

    def __hash__(self) -> int:
        # Of all fields it would cost more than what is looked up by it; one request has an ID once.
        return hash(self.id)

    def record(self) -> FragmentRecord:
        """Return what a store that holds exactly this fragment would answer for its ID."""
        return FragmentRecord(
            id=self.id,
            sha256=self.sha256,
            document=self.document,
            version=self.version,
            readers=self.readers,
            effective_from=self.effective_from,
            effective_until=self.effective_until,
            superseded_by=self.superseded_by,
            indexed_at=self.indexed_at,
        )


def coarsest(fragments: Iterable[Fragment]) -> Granularity | None:
    """Return `block` where one of the fragments is a block, else `span`; None where there are none."""
    found = {fragment.granularity for fragment in fragments}
    if not found:
        return None
    return BLOCK if BLOCK in found else SPAN


def _expect_text(what: str, value: object, *, of: str = "fragment") -> None:
    if not isinstance(value, str):
        raise InputError(f"A {of}'s {what} is a string, not {type(value).__name__}.")


def _principals(readers: object) -> frozenset[str]:
    if not isinstance(readers, Collection) or not all(isinstance(one, str) for one in readers):
        raise InputError("A fragment's readers are no set of names.", hint="Give a set: readers={'group:support'}.")
    return frozenset(readers)


def _expect_day(what: str, value: object) -> None:
    # A datetime is a date too, but cannot be compared with one.
    if value is not None and (isinstance(value, datetime) or not isinstance(value, date)):
        raise InputError(f"A fragment's {what} is a {type(value).__name__}.", hint="Give a datetime.date.")


def digest(text: str) -> str:
    """Return the SHA-256 of a text as UTF-8, in lower-case hexadecimal; lone surrogates are let through."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class RecordSource(Protocol):
    """What the flow needs of a store: one batched look-up an answer."""

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        """Return the records of those IDs that exist; an unknown ID is left out. Raises `StoreError`."""
        ...


class FragmentStore(RecordSource, Protocol):
    """A place that holds fragments, finds them by meaning or words, and says what it knows of an ID."""

    def add(self, fragments: Sequence[Fragment]) -> None:
        """Store fragments; one whose ID exists replaces the old one whole. Raises `StoreError`."""
        ...

    def search(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Fragment]:
        """Return the best `limit` fragments, best first; with a reader, only what that reader may read."""
        ...
