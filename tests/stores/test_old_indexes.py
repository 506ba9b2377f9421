"""Collections that other software filled work at once, block by block, and can be taken over bit by bit."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import chromadb
import pytest
from chromadb.api import ClientAPI
from langchain_chroma import Chroma
from langchain_core.documents import Document as Stored
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore

from fundamento import CheckId, Fragment, Grounder, Outcome, Reader
from fundamento.errors import ConfigurationError
from fundamento.events import AnswerEvent, Event
from fundamento.fragments import Document, FragmentStore
from fundamento.library import Library
from fundamento.library.catalogue import Catalogue
from fundamento.stores.chroma import ChromaStore
from fundamento.stores.embedding import HashedStems
from fundamento.stores.foreign import read_block
from fundamento.stores.langchain import LangChainStore
from stores.makers import StemEmbeddings, settings

TEXT = "El plan Pro permite hasta 10 proyectos activos."
OTHER = "Las copias se hacen cada noche."
METADATA: dict[str, Any] = {
    "source": "docs/planes.pdf",
    "page": 3,
    "version": 2,
    "start": "0",
    "effective_from": "ayer",
    "readers": "support",
}
names = count()


def in_chroma(client: ClientAPI) -> FragmentStore:
    name = f"old-{next(names)}"
    collection: Any = client.create_collection(name, embedding_function=None)
    collection.add(
        ids=["7f3a", "other"],
        documents=[TEXT, OTHER],
        embeddings=HashedStems()([TEXT, OTHER]),
        metadatas=[METADATA, None],
    )
    return ChromaStore(client=client, collection=name, embedding=HashedStems())


def filled(vectorstore: VectorStore) -> FragmentStore:
    vectorstore.add_documents([Stored(TEXT, metadata=METADATA), Stored(OTHER)], ids=["7f3a", "other"])
    return LangChainStore(vectorstore)


def in_langchain_chroma(client: ClientAPI) -> FragmentStore:
    return filled(Chroma(f"old-{next(names)}", StemEmbeddings(), client=client))


def in_langchain_memory(client: ClientAPI) -> FragmentStore:
    return filled(InMemoryVectorStore(StemEmbeddings()))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[ClientAPI]:
    opened = chromadb.PersistentClient(tmp_path, settings=settings())
    yield opened
    opened.close()  # type: ignore[attr-defined]  # the client has it, its interface does not say so


@pytest.fixture(params=[in_chroma, in_langchain_chroma, in_langchain_memory])
def store(request: pytest.FixtureRequest, client: ClientAPI) -> FragmentStore:
    fill: Callable[[ClientAPI], FragmentStore] = request.param
    return fill(client)


def cite(fragment: Fragment) -> dict[str, Any]:
    claim = {"support": [{"fragment": fragment.id, "quote": fragment.text}], "text": fragment.text}
    return {"answer": {"kind": "grounded", "claims": [claim], "gaps": [], "conflicts": []}}


def test_what_is_there_is_found_as_blocks(store: FragmentStore) -> None:
    assert store.search("proyectos del plan", limit=1) == [
        Fragment("7f3a", TEXT, document="docs/planes.pdf", granularity="block")
    ]
    assert store.search("copias de cada noche", limit=1) == [Fragment("other", OTHER, granularity="block")]
    assert list(store.records(["other", "nope", "7f3a"])) == ["other", "7f3a"]


def test_a_citation_of_a_block_holds_and_says_so(store: FragmentStore) -> None:
    events: list[Event] = []
    grounder = Grounder(policy="strict", store=store, sinks=[events.append])
    hits = store.search("proyectos del plan", limit=1)
    result = grounder.check(cite(hits[0]), hits)
    assert (result.outcome, result.granularity) == (Outcome.ANSWERED, "block")
    assert [event.granularity for event in events if isinstance(event, AnswerEvent)] == ["block"]


def test_with_a_reader_nobody_may_read_what_has_no_allow_list_of_ours(store: FragmentStore) -> None:
    reader = Reader("ana", {"support"})
    assert store.search("proyectos del plan", reader=reader) == []
    hits = store.search("proyectos del plan", limit=1)
    result = Grounder(policy="strict", store=store, sinks=[]).check(cite(hits[0]), hits, reader=reader)
    assert [(one.check, one.reason) for one in result.findings] == [(CheckId.UNREADABLE_FRAGMENT, "no-known-readers")]


def test_adding_a_document_beside_it_takes_over_document_by_document(store: FragmentStore) -> None:
    ours = Fragment("planes@2:0-47", TEXT, "planes", "2", 0, 47, readers=frozenset({"group:support"}))
    block = Fragment("7f3a", TEXT, "planes", readers=frozenset({"group:support"}), granularity="block")
    store.add([ours, block])
    assert set(store.search("proyectos del plan", reader=Reader("ana", {"support"}))) == {ours, block}
    assert store.records(["7f3a"]) == {"7f3a": block.record()}
    assert [one.granularity for one in store.search("copias de cada noche", limit=1)] == ["block"]


def test_taking_a_document_in_again_upgrades_it_and_leaves_the_others_blocks(store: Any) -> None:
    with closing(Catalogue()) as catalogue:
        library = Library(store, catalogue)
        assert [one.granularity for one in library.search("proyectos del plan", limit=1)] == ["block"]
        library.ingest(Document("docs/planes.pdf", TEXT, version="2"))
        found = library.search("proyectos del plan y copias de cada noche")
        assert {(one.document, one.version, one.granularity) for one in found} == {
            ("docs/planes.pdf", "2", "span"),
            (None, None, "block"),
        }
        assert set(library.records([one.id for one in found])) == {one.id for one in found}
        # What was cited before stays resolvable, as what it is now.
        assert {one: record.superseded_by for one, record in library.records(["7f3a"]).items()} == {"7f3a": "2"}


@pytest.mark.parametrize(
    ("metadata", "document"),
    [
        ({"source": "a.txt", "doc_id": "1"}, "a.txt"),
        ({"file_path": "/docs/a.txt", "ref_doc_id": "x"}, "/docs/a.txt"),
        ({"doc_id": "d-1", "document_id": "None", "ref_doc_id": "None"}, "d-1"),
        ({"doc_id": 17}, "17"),
        ({"document": " contrato "}, "contrato"),
        ({"source": "", "url": "https://example.org/a"}, "https://example.org/a"),
        ({"source": None, "path": ["a"], "doc_id": True}, None),
        ({"title": "Planes"}, None),
        ({}, None),
    ],
)
def test_the_document_is_what_a_common_key_names(metadata: dict[str, Any], document: str | None) -> None:
    assert read_block("x", "t", metadata).document == document


def test_a_chroma_collection_that_names_no_embedding_wants_to_be_told(client: ClientAPI) -> None:
    client.create_collection("unnamed", embedding_function=None).add(ids=["a"], documents=[TEXT], embeddings=[1.0])
    with pytest.raises(ConfigurationError, match="an embedding that it does not name"):
        ChromaStore(client=client, collection="unnamed")
    with pytest.raises(ConfigurationError, match="1 dimensions"):
        ChromaStore(client=client, collection="unnamed", embedding=HashedStems()).search("plan")


@pytest.mark.parametrize("space", ["l2", "ip", "cosine"])
def test_hits_that_the_graph_loses_are_ranked_by_the_distance_of_the_collection(
    client: ClientAPI, space: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [TEXT, OTHER, "El plan.", "Proyectos y proyectos del plan Pro, y otra vez el plan."]
    name = f"old-{space}"
    by_space: Any = {"hnsw": {"space": space}}
    made: Any = client.create_collection(name, embedding_function=None, configuration=by_space)
    made.add(ids=["0", "1", "2", "3"], documents=texts, embeddings=[[2.0, 0.5], [0.1, 1.0], [1.0, 0.1], [0.5, 0.2]])

    class Fixed(HashedStems):
        def embed_query(self, input: Any) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
            return [[1.0, 0.2]]

    store = ChromaStore(client=client, collection=name, embedding=Fixed())
    expected = store.search("plan", limit=4)
    query = store._collection.query
    monkeypatch.setattr(store._collection, "query", lambda **asked: query(**{**asked, "n_results": 1}))
    assert store.search("plan", limit=4) == expected
