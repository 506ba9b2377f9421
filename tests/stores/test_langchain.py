"""What is the LangChain store's own; what every store promises is in contracts/."""

import subprocess
import sys
from typing import Any

import pytest
import sqlalchemy
from langchain_core.documents import Document
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_postgres import PGVector

from fundamento.errors import ConfigurationError, InputError, MissingExtraError, StoreError
from fundamento.fragments import Fragment, Reader, digest
from fundamento.stores.backends import backend_of
from fundamento.stores.langchain import LangChainStore
from stores.makers import StemEmbeddings, Unheard

PLAN = Fragment("plan", "El plan Pro permite 10 proyectos.", document="planes", readers=frozenset({"group:soporte"}))
OTHER = Fragment("otro", "Las copias se hacen cada noche.")


class Counting(StemEmbeddings):
    """Notes what was embedded."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.texts += texts
        return super().embed_documents(texts)


def test_adding_the_same_again_embeds_nothing() -> None:
    embedding = Counting()
    store = LangChainStore(InMemoryVectorStore(embedding))
    store.add([PLAN, OTHER])
    store.add([PLAN, OTHER, Fragment("new", "Nuevo.")])
    assert embedding.texts == [PLAN.text, OTHER.text, "Nuevo."]


def test_a_subclass_is_treated_like_its_base() -> None:
    class Mine(InMemoryVectorStore):
        pass

    assert backend_of(Mine) is backend_of(InMemoryVectorStore)
    assert backend_of(Unheard).allow is None


def test_without_a_filter_a_search_fetches_more_until_it_has_enough() -> None:
    vectorstore = Unheard()
    store = LangChainStore(vectorstore)
    secret = [Fragment(f"s{n}", "El plan Pro.", readers=frozenset({"group:otros"})) for n in range(300)]
    store.add([*secret, PLAN])
    assert store.search("plan Pro", limit=1, reader=Reader("ana", {"soporte"})) == [PLAN]
    assert vectorstore.fetched == [64, 256, 1024]


def test_what_a_filter_lets_through_is_checked_again() -> None:
    store = LangChainStore(InMemoryVectorStore(StemEmbeddings()), allow=lambda principals: lambda document: True)
    store.add([PLAN, OTHER])
    assert store.search("plan copias", reader=Reader("luis", {"soporte"})) == [PLAN]
    assert store.search("plan copias", reader=Reader("luis")) == []


def test_a_text_changed_behind_our_back_changes_its_hash() -> None:
    vectorstore = InMemoryVectorStore(StemEmbeddings())
    store = LangChainStore(vectorstore)
    store.add([PLAN])
    vectorstore.store["plan"]["text"] = "El plan Pro permite 5 proyectos."
    assert store.records(["plan"])["plan"].sha256 == digest("El plan Pro permite 5 proyectos.")


def test_a_number_that_comes_back_as_a_float_is_still_a_place() -> None:
    vectorstore = InMemoryVectorStore(StemEmbeddings())
    store = LangChainStore(vectorstore)
    placed = Fragment("f", "Caldera.", "d", "1", 3, 11)
    store.add([placed])
    vectorstore.store["f"]["metadata"] |= {"start": 3.0, "end": 11.0}
    assert store.search("caldera") == [placed]


def test_a_vector_store_that_keeps_something_else_is_a_store_error() -> None:
    class Cutting(Unheard):
        def add_texts(self, texts: Any, metadatas: Any = None, *, ids: Any = None, **kwargs: Any) -> list[str]:
            return super().add_texts([text[:5] for text in texts], metadatas, ids=ids)

    with pytest.raises(StoreError, match="2 of 2 fragments") as caught:
        LangChainStore(Cutting()).add([PLAN, OTHER])
    assert not caught.value.retryable


def test_documents_without_ids_are_a_store_error() -> None:
    class Nameless(Unheard):
        def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
            return [Document("texto")]

    with pytest.raises(StoreError, match="without their IDs"):
        LangChainStore(Nameless()).search("texto")


def test_a_failing_vector_store_is_a_store_error_without_its_message() -> None:
    class Failing(Unheard):
        def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
            raise ConnectionError(f"could not send {query}")

    with pytest.raises(StoreError, match="Failing could not search \\(ConnectionError\\)") as caught:
        LangChainStore(Failing()).search("pregunta secreta")
    assert "secreta" not in str(caught.value)
    assert caught.value.retryable


def test_what_is_no_vector_store_is_refused() -> None:
    retriever = InMemoryVectorStore(StemEmbeddings()).as_retriever()
    with pytest.raises(ConfigurationError, match="VectorStoreRetriever, which is no LangChain VectorStore"):
        LangChainStore(retriever)  # type: ignore[arg-type]  # the mistake that is tested


def test_a_vector_store_without_look_up_is_refused() -> None:
    from langchain_core.vectorstores import VectorStore

    class Blind(Unheard):
        get_by_ids = VectorStore.get_by_ids

    with pytest.raises(ConfigurationError, match="Blind has no get_by_ids"):
        LangChainStore(Blind())


def test_half_a_surrogate_pair_is_refused_before_anything_is_stored() -> None:
    store = LangChainStore(InMemoryVectorStore(StemEmbeddings()))
    with pytest.raises(InputError, match="surrogate"):
        store.add([PLAN, Fragment("bad", "a\ud800")])
    assert store.records(["plan"]) == {}


def test_without_langchain_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain_core.vectorstores", None)
    with pytest.raises(MissingExtraError, match=r"fundamento\[langchain\]"):
        LangChainStore(Unheard())


def test_importing_the_store_does_not_import_langchain() -> None:
    code = "import sys, fundamento.stores.langchain; print('langchain_core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.fixture
def engine(postgres_url: str) -> Any:
    made = sqlalchemy.create_engine(postgres_url)
    yield made
    made.dispose()


def test_postgres_refuses_nul_before_anything_is_stored(engine: Any) -> None:
    store = LangChainStore(PGVector(StemEmbeddings(), connection=engine, collection_name="nul"))
    with pytest.raises(InputError, match=r"PGVector cannot store \(U\+0000\)"):
        store.add([PLAN, Fragment("bad", "a\0b")])
    assert store.records(["plan"]) == {}


def test_a_collection_of_pgvector_does_not_rewrite_another_ones_fragments(engine: Any) -> None:
    one, two = (
        LangChainStore(PGVector(StemEmbeddings(), connection=engine, collection_name=name)) for name in ("one", "two")
    )
    one.add([PLAN])
    with pytest.raises(StoreError, match="holds 1 of these IDs") as caught:
        two.add([Fragment("plan", "Otro texto."), OTHER])
    assert not caught.value.retryable
    assert (one.records(["plan"]), two.records(["plan", "otro"])) == ({"plan": PLAN.record()}, {})
    assert one.search("proyectos", reader=Reader("ana", {"soporte"})) == [PLAN]
