"""Files made ready for a store, in batches, by whatever runs them: here, or on many processes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document, Fragment
from fundamento.ingest.loading import Failure, load_file
from fundamento.ingest.marks import mark_file, was_left_alone
from fundamento.ingest.splitting import TARGET, split
from fundamento.ingest.terms import NO_TERMS, Terms


@dataclass(frozen=True, slots=True)
class Source:
    """A file, and the name that its document gets unless the file says another."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file as a document; `fragments` None: it is not cut yet. `mark` is what the file was like as it was read."""

    source: Source
    document: Document
    fragments: tuple[Fragment, ...] | None = None
    mark: str | None = None


Prepare: TypeAlias = Callable[[Sequence[Source], Terms], Iterator[Prepared | Failure]]


@dataclass(frozen=True, slots=True)
class Engine:
    """What prepares files: `window` of them are handed over at a time, and each gives one outcome, in order."""

    prepare: Prepare
    window: int = 1


def load(source: Source, terms: Terms = NO_TERMS) -> Prepared | Failure:
    """Read a file as a document; what is wrong with it is a value."""
    try:
        mark = _mark(source.path)
        document = load_file(source.path, document=source.name, terms=terms)
    except (IngestError, MissingExtraError) as error:
        return Failure(str(source.path), error)
    if mark is not None and not was_left_alone(str(source.path), mark):
        changed = IngestError(f"{source.path} changed while it was read.", hint="Take it in again.")
        return Failure(str(source.path), changed)
    return Prepared(source, document, mark=mark)


def fragment(batch: Sequence[Source], *, terms: Terms = NO_TERMS, target: int = TARGET) -> list[Prepared | Failure]:
    """Read files and cut them into fragments: one outcome a file, in order, from nothing but the files themselves."""
    outcomes = (load(source, terms) for source in batch)
    return [
        replace(one, fragments=tuple(split(one.document, target=target))) if isinstance(one, Prepared) else one
        for one in outcomes
    ]


def _mark(path: Path) -> str | None:
    try:
        # A pipe or a device is refused by who reads it.
        return mark_file(str(path)) if path.is_file() else None
    except OSError:
        return None


def _prepare_here(sources: Sequence[Source], terms: Terms) -> Iterator[Prepared | Failure]:
    # A document that turns out to be known is never cut.
    return (load(source, terms) for source in sources)


HERE = Engine(_prepare_here)
