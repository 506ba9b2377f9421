"""Files made ready for a store, in batches, by whatever runs them: here, or on many processes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document, Fragment
from fundamento.ingest.loading import Failure, load_file
from fundamento.ingest.splitting import TARGET, split
from fundamento.ingest.terms import NO_TERMS, Terms


@dataclass(frozen=True, slots=True)
class Source:
    """A file, and the name that its document gets unless the file says another."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file as a document; `fragments` None: it is not cut yet."""

    source: Source
    document: Document
    fragments: tuple[Fragment, ...] | None = None


Prepare: TypeAlias = Callable[[Sequence[Source], Terms], Iterator[Prepared | Failure]]


@dataclass(frozen=True, slots=True)
class Engine:
    """What prepares files: `window` of them are handed over at a time, and each gives one outcome, in order."""

    prepare: Prepare
    window: int = 1


def load(source: Source, terms: Terms = NO_TERMS) -> Prepared | Failure:
    """Read a file as a document; what is wrong with it is a value."""
    try:
        return Prepared(source, load_file(source.path, document=source.name, terms=terms))
    except (IngestError, MissingExtraError) as error:
        return Failure(str(source.path), error)


def fragment(batch: Sequence[Source], *, terms: Terms = NO_TERMS, target: int = TARGET) -> list[Prepared | Failure]:
    """Read files and cut them into fragments: one outcome a file, in order, from nothing but the files themselves."""
    outcomes = (load(source, terms) for source in batch)
    return [
        Prepared(one.source, one.document, tuple(split(one.document, target=target)))
        if isinstance(one, Prepared)
        else one
        for one in outcomes
    ]


def _prepare_here(sources: Sequence[Source], terms: Terms) -> Iterator[Prepared | Failure]:
    # A document that turns out to be known is never cut.
    return (load(source, terms) for source in sources)


HERE = Engine(_prepare_here)
