"""How each LangChain vector store takes an allow-list, and where it needs a hand to keep what a store promises."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from fundamento.stores.embedding import distance_in
from fundamento.stores.metadata import READERS, read_fragment

if TYPE_CHECKING:
    from langchain_core.documents import Document

# The principals of a reader, to what the vector store's `similarity_search` takes as `filter`. It may let too much
# through, which is filtered again, but must never leave out what the reader may read.
AllowFilter: TypeAlias = Callable[[Collection[str]], Any]

# There is a condition for each. Chroma turns an `$or` into a chain: past some 1,000 links its database refuses, and far
# past that the process dies.
MOST_PRINCIPALS: Final = 400
MOST_COMPARED: Final = 20_000  # one by one, where Chroma's graph falls short


@dataclass(frozen=True, slots=True)
class Backend:
    """What is known of one class of vector stores; the defaults are safe for one that nothing is known of.

    `allow` None: there is no filter, so searches fetch more than was asked and drop what may not be read. `replaces`:
    adding under an ID that exists replaces text and metadata whole once None clears a key; otherwise the old one is
    deleted first. `look_up` stands in for `get_by_ids`. `compare_all` goes through everything that a filter lets
    through, best first, where an approximate index gave fewer hits than were asked. `taken` names the IDs that
    something outside of this collection holds and would lose. `refused` are characters that it cannot hold.
    """

    allow: AllowFilter | None = None
    replaces: bool = False
    look_up: Callable[[Any, Sequence[str]], "list[Document]"] | None = None
    compare_all: Callable[[Any, str, Any], "list[Document]"] | None = None
    taken: Callable[[Any, Sequence[str]], Collection[str]] | None = None
    refused: str = ""


def backend_of(kind: type) -> Backend:
    """Return what is known of a class of vector stores, or of the nearest of its base classes."""
    for base in kind.__mro__:
        known = BACKENDS.get(f"{base.__module__.partition('.')[0]}.{base.__name__}")
        if known is not None:
            return known
    return Backend()


def _allow_in_memory(principals: Collection[str]) -> "Callable[[Document], bool]":
    allowed = frozenset(principals)

    def readable(document: "Document") -> bool:
        readers = read_fragment("any", "", document.metadata).readers
        return readers is not None and not allowed.isdisjoint(readers)

    return readable


def allow_in_chroma(principals: Collection[str]) -> dict[str, Any]:
    """Return Chroma's condition for an allow-list; one that lacks the key never meets it, as it would `$ne`."""
    allowed = [{READERS: {"$contains": principal}} for principal in sorted(principals)]
    return allowed[0] if len(allowed) == 1 else {"$or": allowed}


def _allow_in_pgvector(principals: Collection[str]) -> dict[str, Any]:
    # Equality is a JSON path in lax mode here: it holds for a list where it holds for one of its items.
    return {"$or": [{READERS: {"$eq": principal}} for principal in sorted(principals)]}


def _look_up_in_chroma(store: Any, ids: Sequence[str]) -> "list[Document]":  # noqa: ANN401 - a class of an optional library
    from langchain_core.documents import Document  # noqa: PLC0415 - an optional library, loaded on first use

    # Its own `get_by_ids` fails on a document that was stored without metadata.
    found = store.get(ids=list(ids))
    rows = zip(found["ids"], found["documents"], found["metadatas"], strict=True)
    return [Document(id=one, page_content=text or "", metadata=values or {}) for one, text, values in rows]


def _compare_all_in_chroma(store: Any, question: str, condition: Any) -> "list[Document]":  # noqa: ANN401 - likewise
    from langchain_core.documents import Document  # noqa: PLC0415 - an optional library, loaded on first use

    found = store.get(where=condition, limit=MOST_COMPARED, include=["documents", "metadatas", "embeddings"])
    vector = store.embeddings.embed_query(question)
    measure = distance_in(store._collection.configuration_json)  # noqa: SLF001 - nothing public tells the distance
    rows = zip(found["ids"], found["documents"], found["metadatas"], found["embeddings"], strict=True)
    ranked = sorted(((measure(vector, other), *row) for *row, other in rows), key=lambda hit: (hit[0], hit[1]))
    return [Document(id=one, page_content=text or "", metadata=values or {}) for _, one, text, values in ranked]


def _taken_in_pgvector(store: Any, ids: Sequence[str]) -> list[str]:  # noqa: ANN401 - a class of an optional library
    from sqlalchemy import select  # noqa: PLC0415 - an optional library, loaded on first use

    # All collections share one table, and an ID exists once in it: adding it here would rewrite it there.
    held = store.EmbeddingStore
    with store.session_maker() as session:
        own = store.get_collection(session)
        query = select(held.id).where(held.id.in_(list(ids)), held.collection_id != own.uuid)
        return list(session.execute(query).scalars())


BACKENDS: Final[Mapping[str, Backend]] = MappingProxyType(
    {
        "langchain_core.InMemoryVectorStore": Backend(allow=_allow_in_memory, replaces=True),
        "langchain_chroma.Chroma": Backend(
            allow=allow_in_chroma, replaces=True, look_up=_look_up_in_chroma, compare_all=_compare_all_in_chroma
        ),
        "langchain_postgres.PGVector": Backend(
            allow=_allow_in_pgvector, replaces=True, taken=_taken_in_pgvector, refused="\x00"
        ),
    }
)
