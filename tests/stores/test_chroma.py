"""What is Chroma's own; what every store promises is in contracts/."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import chromadb
import pytest
from chromadb.api import ClientAPI

from fundamento.errors import ConfigurationError, InputError, MissingExtraError, StoreError
from fundamento.fragments import Fragment, Reader, digest
from fundamento.stores.chroma import ChromaStore
from fundamento.stores.embedding import DIMENSION, HashedStems

PLAN = Fragment("plan", "El plan Pro permite 10 proyectos.", document="planes", readers=frozenset({"group:soporte"}))
OTHER = Fragment("otro", "Las copias se hacen cada noche.")
names = count()


class Letters:
    """Vectors of a few letter counts: quick, and another embedding than the default."""

    def __init__(self, letters: str = "aeiou", name: str = "letters") -> None:
        self.letters, self._name = letters, name
        self.texts: list[str] = []
        self.asked: list[str] = []

    def __call__(self, input: Sequence[str]) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
        self.texts += input
        return self._count(input)

    def embed_query(self, input: Sequence[str]) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
        self.asked += input
        return self._count(input)

    def name(self) -> str:
        return self._name

    def _count(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0 + text.count(letter) for letter in self.letters] for text in texts]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[ClientAPI]:
    opened = chromadb.PersistentClient(tmp_path, settings=chromadb.config.Settings(anonymized_telemetry=False))
    yield opened
    opened.close()  # type: ignore[attr-defined]  # the client has it, its interface does not say so


def test_reopening_finds_everything(tmp_path: Path) -> None:
    store = ChromaStore(tmp_path / "db")
    store.add([PLAN, OTHER])
    store.close()
    again = ChromaStore(tmp_path / "db")
    assert again.search("proyectos", limit=1, reader=Reader("u", {"soporte"})) == [PLAN]
    assert again.records(["otro"]) == {"otro": OTHER.record()}
    again.close()


def test_another_process_finds_everything(tmp_path: Path) -> None:
    store = ChromaStore(tmp_path / "db")
    store.add([PLAN])
    store.close()
    code = "import sys; from fundamento.stores.chroma import ChromaStore as S; print(*S(sys.argv[1]).records(['plan']))"
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "db"], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["plan"]


def test_stores_in_memory_share_nothing() -> None:
    one, two = ChromaStore(), ChromaStore()
    one.add([PLAN])
    assert two.records(["plan"]) == {}


def test_two_collections_of_a_client_share_nothing(client: ClientAPI) -> None:
    one, two = ChromaStore(client=client, collection="one"), ChromaStore(client=client, collection="two")
    one.add([PLAN])
    assert (list(ChromaStore(client=client, collection="one").records(["plan"])), two.records(["plan"])) == (
        ["plan"],
        {},
    )


def test_closing_leaves_a_client_that_was_handed_in_open(client: ClientAPI) -> None:
    ChromaStore(client=client).close()
    assert ChromaStore(client=client).search("plan") == []


def test_a_path_and_a_client_is_one_too_many(tmp_path: Path, client: ClientAPI) -> None:
    with pytest.raises(ConfigurationError, match="both a path and a client"):
        ChromaStore(tmp_path, client)


def test_a_text_changed_behind_our_back_changes_its_hash(client: ClientAPI) -> None:
    store = ChromaStore(client=client)
    store.add([PLAN])
    collection = client.get_collection("fundamento", embedding_function=None)
    collection.update(ids=["plan"], documents=["El plan Pro permite 5 proyectos."], embeddings=[0.5] * DIMENSION)
    assert store.records(["plan"])["plan"].sha256 == digest("El plan Pro permite 5 proyectos.")
    assert store.records(["plan"])["plan"].document == "planes"


def test_adding_the_same_again_asks_the_embedding_for_nothing() -> None:
    embedding = Letters()
    store = ChromaStore(embedding=embedding)
    store.add([PLAN, OTHER])
    store.add([PLAN, replace(OTHER, readers=frozenset({"user:u"})), replace(PLAN, id="new", text="Nuevo.")])
    assert embedding.texts == [PLAN.text, OTHER.text, "Nuevo."]
    assert store.records(["otro"])["otro"].readers == frozenset({"user:u"})


def test_more_than_one_batch_is_stored_whole() -> None:
    store = ChromaStore(embedding=Letters())
    many = [Fragment(f"f{number}", f"palabra {number}") for number in range(6_000)]
    store.add(many)
    assert list(store.records([fragment.id for fragment in many])) == [fragment.id for fragment in many]


def test_what_a_reader_may_read_is_found_among_many_equal_vectors() -> None:
    store = ChromaStore(embedding=Letters())
    footer = [Fragment(f"s{n}", "El mismo pie.", readers=frozenset({"group:otros"})) for n in range(1_500)]
    store.add([*footer, PLAN])
    assert store.search("plan", limit=3, reader=Reader("u", {"soporte"})) == [PLAN]
    assert len(store.search("pie", limit=800, reader=Reader("u", {"otros"}))) == 800


def test_hits_that_the_graph_loses_are_found_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Chroma loses them only now and then, as its threads happen to build the graph; here it always does.
    store = ChromaStore()
    store.add([PLAN, OTHER, replace(PLAN, id="twin"), replace(PLAN, id="secret", readers=frozenset())])
    everything = store.search("proyectos del plan", limit=4)
    query = store._collection.query
    monkeypatch.setattr(store._collection, "query", lambda **asked: query(**{**asked, "n_results": 1}))
    assert store.search("proyectos del plan", limit=4) == everything
    assert [one.id for one in store.search("plan", limit=4, reader=Reader("u", {"soporte"}))] == ["plan", "twin"]


def test_questions_go_through_the_query_side_of_an_embedding() -> None:
    embedding = Letters()
    store = ChromaStore(embedding=embedding)
    store.add([PLAN])
    assert ([one.id for one in store.search("a")], embedding.texts, embedding.asked) == (["plan"], [PLAN.text], ["a"])


def test_another_embedding_than_the_collection_was_made_with_is_refused(client: ClientAPI) -> None:
    ChromaStore(client=client)
    with pytest.raises(ConfigurationError, match=f"{HashedStems.name()}, not with letters"):
        ChromaStore(client=client, embedding=Letters())


def test_the_same_name_with_another_dimension_is_refused(client: ClientAPI) -> None:
    ChromaStore(client=client, embedding=Letters()).add([PLAN])
    store = ChromaStore(client=client, embedding=Letters("abc"))
    with pytest.raises(ConfigurationError, match="5 dimensions, and the embedding letters gives 3"):
        store.add([OTHER])
    with pytest.raises(ConfigurationError, match="5 dimensions"):
        store.search("plan")


def test_a_collection_that_does_not_name_its_embedding_is_refused(client: ClientAPI) -> None:
    client.create_collection("foreign", embedding_function=None).add(ids=["a"], documents=["b"], embeddings=[1.0])
    with pytest.raises(ConfigurationError, match="an embedding that it does not name"):
        ChromaStore(client=client, collection="foreign")


def test_an_embedding_without_a_name_is_refused() -> None:
    class Nameless(Letters):
        name = None  # type: ignore[assignment]  # what a plain function would be

    with pytest.raises(ConfigurationError, match="Nameless has no name"):
        ChromaStore(embedding=Nameless())  # type: ignore[arg-type]  # the mistake that is tested


@pytest.mark.parametrize(
    ("key", "value"), [("document", 3), ("start", "0"), ("effective_from", "ayer"), ("superseded_by", 2.5)]
)
def test_metadata_that_makes_no_sense_is_a_store_error_and_adding_again_mends_it(
    client: ClientAPI, key: str, value: str | float
) -> None:
    store = ChromaStore(client=client)
    store.add([PLAN])
    client.get_collection("fundamento", embedding_function=None).update(ids=["plan"], metadatas=[{key: value}])
    with pytest.raises(StoreError, match=key) as caught:
        store.records(["plan"])
    assert not caught.value.retryable
    store.add([PLAN])
    assert store.records(["plan"]) == {"plan": PLAN.record()}


@pytest.mark.parametrize("readers", ["group:soporte", True, 1])
def test_an_allow_list_that_cannot_be_read_lets_nobody_in(client: ClientAPI, readers: str | int) -> None:
    store = ChromaStore(client=client)
    store.add([PLAN])
    collection = client.get_collection("fundamento", embedding_function=None)
    collection.update(ids=["plan"], metadatas=[{"readers": readers}])
    assert store.search("plan", reader=Reader("u", {"soporte"})) == []
    assert store.records(["plan"])["plan"].readers is None


def test_half_a_surrogate_pair_is_refused_before_anything_is_stored() -> None:
    store = ChromaStore()
    with pytest.raises(InputError, match="surrogate"):
        store.add([PLAN, Fragment("bad", "a\ud800")])
    assert store.records(["plan"]) == {}


def test_a_failing_embedding_is_a_store_error_without_its_message() -> None:
    class Failing(Letters):
        def embed_query(self, input: Sequence[str]) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
            raise ConnectionError(f"could not send {input}")

    with pytest.raises(StoreError, match="letters \\(ConnectionError\\)") as caught:
        ChromaStore(embedding=Failing()).search("pregunta secreta")
    assert caught.value.retryable
    assert "secreta" not in str(caught.value)


def test_an_embedding_that_gives_too_few_vectors_is_a_store_error() -> None:
    class Short(Letters):
        def __call__(self, input: Sequence[str]) -> list[list[float]]:  # noqa: A002 - Chroma calls it so
            return super().__call__(input[:1])

    with pytest.raises(StoreError, match="1 vectors for 2 texts"):
        ChromaStore(embedding=Short()).add([PLAN, OTHER])


def test_a_collection_that_is_gone_is_a_store_error(client: ClientAPI) -> None:
    store = ChromaStore(client=client)
    client.delete_collection("fundamento")
    for call in (lambda: store.records(["plan"]), lambda: store.search("plan"), lambda: store.add([PLAN])):
        with pytest.raises(StoreError, match="NotFoundError"):
            call()


def test_a_folder_that_cannot_be_written_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(StoreError, match="could not open its database"):
        ChromaStore(tmp_path / "file" / "db")


def test_without_chroma_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chromadb", None)
    with pytest.raises(MissingExtraError, match=r"fundamento\[chroma\]"):
        ChromaStore()


def test_importing_the_store_does_not_import_chroma() -> None:
    code = "import sys, fundamento.stores.chroma; print('chromadb' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
