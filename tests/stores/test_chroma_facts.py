"""What Chroma itself does, embedded and served, that the store has to make up for; a new release may change it."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import chromadb
import pytest
from chromadb.api import ClientAPI

from stores.makers import serving_client, settings

names = count()


@pytest.fixture(params=["embedded", "served"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClientAPI]:
    if request.param == "served":
        with serving_client(request.getfixturevalue("chroma_port")) as served:
            yield served
        return
    embedded = chromadb.PersistentClient(tmp_path, settings=settings())
    yield embedded
    embedded.close()  # type: ignore[attr-defined]  # the client has it, its interface does not say so


@pytest.fixture
def collection(client: ClientAPI) -> Any:
    made: Any = client.create_collection(f"facts-{next(names)}", embedding_function=None)
    made.add(
        ids=["c", "a", "b"],
        documents=["tres", "uno", "dos"],
        embeddings=[[3.0, 0.0], [1.0, 0.0], [2.0, 0.0]],
        metadatas=[{"readers": ["user:ana"]}, {"readers": ["user:luis", "group:g"], "version": "1"}, None],
    )
    return made


def found(collection: Any, where: dict[str, Any]) -> set[str]:
    return set(collection.get(where=where)["ids"])


def test_get_drops_unknown_ids_and_loses_the_order(collection: Any) -> None:
    asked = ["b", "nope", "a", "c"]
    got = collection.get(ids=asked)["ids"]
    assert set(got) == {"a", "b", "c"}
    assert got != ["b", "a", "c"]


@pytest.mark.parametrize("ids", [["a", "a"], []])
def test_get_refuses_duplicates_and_an_empty_list(collection: Any, ids: list[str]) -> None:
    with pytest.raises((ValueError, chromadb.errors.DuplicateIDError)):
        collection.get(ids=ids)


def test_contains_finds_items_of_a_list_and_nothing_without_the_key(collection: Any) -> None:
    assert found(collection, {"readers": {"$contains": "user:luis"}}) == {"a"}
    assert found(collection, {"readers": {"$contains": "luis"}}) == set()


@pytest.mark.parametrize("condition", [{"$ne": "2"}, {"$nin": ["2"]}])
def test_denying_fails_open_for_what_lacks_the_key(collection: Any, condition: dict[str, Any]) -> None:
    assert found(collection, {"version": condition}) == {"a", "b", "c"}


def test_add_on_a_known_id_keeps_the_old_text_without_a_word(collection: Any) -> None:
    collection.add(ids=["a"], documents=["nuevo"], embeddings=[[9.0, 0.0]])
    assert collection.get(ids=["a"])["documents"] == ["uno"]


def test_updating_the_text_keeps_the_old_metadata(collection: Any) -> None:
    collection.update(ids=["a"], documents=["nuevo"], embeddings=[[9.0, 0.0]])
    kept = collection.get(ids=["a"])
    assert (kept["documents"], kept["metadatas"]) == (
        ["nuevo"],
        [{"readers": ["user:luis", "group:g"], "version": "1"}],
    )


def test_upsert_keeps_keys_that_are_left_out_and_drops_those_set_to_none(collection: Any) -> None:
    collection.upsert(ids=["a"], documents=["x"], embeddings=[[1.0, 0.0]], metadatas=[{"readers": None, "new": 1}])
    assert collection.get(ids=["a"])["metadatas"] == [{"version": "1", "new": 1}]


def test_opening_a_collection_leaves_its_metadata_alone(client: ClientAPI) -> None:
    name = f"facts-{next(names)}"
    client.create_collection(name, embedding_function=None, metadata={"whose": "theirs"})
    client.get_or_create_collection(name, embedding_function=None, metadata={"whose": "ours"})
    assert client.get_collection(name, embedding_function=None).metadata == {"whose": "theirs"}
