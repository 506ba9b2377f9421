"""Libraries over each kind of shelf, and documents to put in them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

import pytest

from fundamento.errors import StoreError
from fundamento.fragments import Document, Fragment, FragmentRecord, Reader, digest
from fundamento.ingest import split
from fundamento.library import Library, Shelf
from fundamento.library.catalogue import Catalogue
from fundamento.stores.chroma import ChromaStore
from fundamento.stores.memory import MemoryStore

EVERYTHING = 500


def plan(price: int, *, document: str = "planes.md", readers: frozenset[str] | None = None) -> Document:
    """Return a version of a document, told by a number that stands in each of its two fragments."""
    text = f"El plan Pro cuesta {price} € al mes.\n\nEl plan Básico cuesta {price + 1} € al mes.\n"
    return Document(document, text, version=digest(text)[:8], readers=readers)


def ids(document: Document) -> list[str]:
    return [fragment.id for fragment in split(document)]


def found(library: Library, reader: Reader | None = None) -> list[str]:
    return sorted(fragment.id for fragment in library.search("plan", limit=EVERYTHING, reader=reader))


class Counting:
    """A shelf that counts what is asked of it, and can fail."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.calls: list[str] = []
        self.fail_after = EVERYTHING

    def add(self, fragments: Sequence[Fragment]) -> None:
        self._count("add")
        self.shelf.add(fragments)

    def remove(self, ids: Sequence[str]) -> None:
        self._count("remove")
        self.shelf.remove(ids)

    def search(self, question: str, *, limit: int = 8, reader: Reader | None = None) -> list[Fragment]:
        self.calls.append("search")
        return self.shelf.search(question, limit=limit, reader=reader)

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        self.calls.append("records")
        return self.shelf.records(ids)

    def _count(self, call: str) -> None:
        self.calls.append(call)
        self.fail_after -= 1
        if self.fail_after < 0:
            raise StoreError("The shelf broke down.")


@pytest.fixture(params=["memory", "chroma"])
def shelf(request: pytest.FixtureRequest) -> Iterator[Counting]:
    if request.param == "memory":
        yield Counting(MemoryStore())
        return
    with closing(ChromaStore()) as store:
        yield Counting(store)


@pytest.fixture
def library(shelf: Counting) -> Iterator[Library]:
    with closing(Catalogue()) as catalogue:
        yield Library(shelf, catalogue)
