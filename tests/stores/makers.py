"""Every kind of store that the contract holds for, made on demand."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import chromadb
import sqlalchemy
from chromadb.api import ClientAPI
from langchain_chroma import Chroma
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore
from langchain_postgres import PGVector

from fundamento.fragments import FragmentStore
from fundamento.library import Library, Shelf
from fundamento.library.catalogue import Catalogue
from fundamento.stores.chroma import ChromaStore
from fundamento.stores.embedding import HashedStems
from fundamento.stores.langchain import LangChainStore
from fundamento.stores.memory import MemoryStore

Maker = Callable[[], FragmentStore]
names = count()


class StemEmbeddings(Embeddings):
    """The embedding of `ChromaStore`, as LangChain has them."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return HashedStems()(texts)

    def embed_query(self, text: str) -> list[float]:
        return HashedStems().embed_query([text])[0]


class Unheard(VectorStore):
    """A vector store that nothing is known of: no filter, no null, and adding under a known ID keeps the old one."""

    def __init__(self) -> None:
        self.inner = InMemoryVectorStore(StemEmbeddings())
        self.fetched: list[int] = []

    def add_texts(self, texts: Any, metadatas: Any = None, *, ids: Any = None, **kwargs: Any) -> list[str]:
        rows = list(zip(texts, metadatas, ids, strict=True))
        assert not any(value is None for _, metadata, _ in rows for value in metadata.values())
        fresh = [row for row in rows if row[2] not in self.inner.store]
        documents = [Document(text, id=one, metadata=metadata) for text, metadata, one in fresh]
        return self.inner.add_documents(documents)

    def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        assert not kwargs
        self.fetched.append(k)
        return self.inner.similarity_search(query, k=k)

    def get_by_ids(self, ids: Any, /) -> list[Document]:
        return self.inner.get_by_ids(ids)

    def delete(self, ids: list[str] | None = None, **kwargs: Any) -> None:
        self.inner.delete(ids)

    @classmethod
    def from_texts(cls, *args: Any, **kwargs: Any) -> "Unheard":
        raise NotImplementedError


@dataclass(frozen=True)
class Place:
    """Where stores may be made: a folder, and the servers by the names of their fixtures."""

    folder: Path
    server: Callable[[str], Any]


def settings() -> chromadb.config.Settings:
    return chromadb.config.Settings(anonymized_telemetry=False)


@contextmanager
def serving_client(port: int) -> Iterator[ClientAPI]:
    """A client of a Chroma server on loopback."""
    client: Any = chromadb.HttpClient(host="127.0.0.1", port=port, settings=settings())
    try:
        yield client
    finally:
        client.close()
        for side in (client, client._admin_client):  # closing leaves their sockets open
            side._server._session.close()


def make_memory(place: Place, stack: ExitStack) -> Maker:
    return MemoryStore


def make_chroma_in_memory(place: Place, stack: ExitStack) -> Callable[[], ChromaStore]:
    def make() -> ChromaStore:
        store = ChromaStore()
        stack.callback(store.close)
        return store

    return make


def make_chroma_on_disk(place: Place, stack: ExitStack) -> Maker:
    def make() -> ChromaStore:
        store = ChromaStore(place.folder / "chroma", collection=f"fragments-{next(names)}")
        stack.callback(store.close)
        return store

    return make


def make_chroma_served(place: Place, stack: ExitStack) -> Maker:
    client = stack.enter_context(serving_client(place.server("chroma_port")))
    return lambda: ChromaStore(client=client, collection=f"fragments-{next(names)}")


def make_langchain_in_memory(place: Place, stack: ExitStack) -> Maker:
    return lambda: LangChainStore(InMemoryVectorStore(StemEmbeddings()))


def make_langchain_unheard(place: Place, stack: ExitStack) -> Maker:
    return lambda: LangChainStore(Unheard())


def make_langchain_chroma(place: Place, stack: ExitStack) -> Maker:
    client = chromadb.PersistentClient(place.folder / "langchain", settings=settings())
    stack.callback(client.close)  # type: ignore[attr-defined]  # the client has it, its interface does not say so
    return lambda: LangChainStore(Chroma(f"fragments-{next(names)}", StemEmbeddings(), client=client))


def make_langchain_pgvector(place: Place, stack: ExitStack) -> Callable[[], LangChainStore]:
    url = place.server("postgres_url")

    def make() -> LangChainStore:
        # A database each: PGVector's collections share their IDs.
        name = f"fragments_{next(names)}"
        server = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT")
        with server.connect() as connection:
            connection.execute(sqlalchemy.text(f"CREATE DATABASE {name}"))
        server.dispose()
        engine = sqlalchemy.create_engine(f"{url.rpartition('/')[0]}/{name}")
        stack.callback(engine.dispose)
        return LangChainStore(PGVector(StemEmbeddings(), connection=engine))

    return make


def put_library_on(shelf: Shelf, stack: ExitStack) -> Library:
    return Library(shelf, stack.enter_context(closing(Catalogue())))


def make_library_on_memory(place: Place, stack: ExitStack) -> Maker:
    return lambda: put_library_on(MemoryStore(), stack)


def make_library_on_chroma(place: Place, stack: ExitStack) -> Maker:
    shelve = make_chroma_in_memory(place, stack)
    return lambda: put_library_on(shelve(), stack)


def make_library_on_pgvector(place: Place, stack: ExitStack) -> Maker:
    shelve = make_langchain_pgvector(place, stack)
    return lambda: put_library_on(shelve(), stack)


MAKERS: dict[str, Callable[[Place, ExitStack], Maker]] = {
    "memory": make_memory,
    "chroma-in-memory": make_chroma_in_memory,
    "chroma-on-disk": make_chroma_on_disk,
    "chroma-served": make_chroma_served,
    "langchain-in-memory": make_langchain_in_memory,
    "langchain-unheard-of": make_langchain_unheard,
    "langchain-chroma": make_langchain_chroma,
    "langchain-pgvector": make_langchain_pgvector,
    "library-on-memory": make_library_on_memory,
    "library-on-chroma": make_library_on_chroma,
    "library-on-pgvector": make_library_on_pgvector,
}
KINDS = tuple(MAKERS)
SHELVES = tuple(kind for kind in KINDS if not kind.startswith("library"))


@contextmanager
def making(kind: str, place: Place) -> Iterator[Maker]:
    """A function that makes empty stores of one kind; what they hold open is closed at the end."""
    with ExitStack() as stack:
        yield MAKERS[kind](place, stack)
