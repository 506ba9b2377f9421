"""Which version is live, what is found and what can be resolved, after anything that may happen to a document."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fundamento.errors import ConfigurationError, IngestError, InputError, StoreError
from fundamento.fragments import Document, Fragment, Reader, digest
from fundamento.ingest import split
from fundamento.library import Change, Library
from fundamento.library.catalogue import Catalogue
from fundamento.stores.memory import MemoryStore
from library.conftest import Counting, found, ids, plan

A, B, C = plan(10), plan(20), plan(30)
VERSIONS = {"A": A, "B": B, "C": C}
DELETE = "-"


def take(library: Library, steps: str) -> list[Change]:
    return [library.delete(A.id).change if step == DELETE else library.ingest(VERSIONS[step]).change for step in steps]


@pytest.mark.parametrize(
    ("steps", "changes", "live", "superseded"),
    [
        ("A", [Change.NEW], "A", ""),
        ("AA", [Change.NEW, Change.UNCHANGED], "A", ""),
        ("AB", [Change.NEW, Change.VERSION], "B", "A"),
        ("ABB", [Change.NEW, Change.VERSION, Change.UNCHANGED], "B", "A"),
        ("ABC", [Change.NEW, Change.VERSION, Change.VERSION], "C", "AB"),
        ("ABA", [Change.NEW, Change.VERSION, Change.VERSION], "A", "B"),
        ("ABAB", [Change.NEW, Change.VERSION, Change.VERSION, Change.VERSION], "B", "A"),
        ("A-", [Change.NEW, Change.DELETED], "", ""),
        ("AB-", [Change.NEW, Change.VERSION, Change.DELETED], "", ""),
        ("A-A", [Change.NEW, Change.DELETED, Change.RESTORED], "A", ""),
        ("A-B", [Change.NEW, Change.DELETED, Change.RESTORED], "B", ""),
        ("AB-A", [Change.NEW, Change.VERSION, Change.DELETED, Change.RESTORED], "A", ""),
        ("A-A-", [Change.NEW, Change.DELETED, Change.RESTORED, Change.DELETED], "", ""),
        ("A-AB", [Change.NEW, Change.DELETED, Change.RESTORED, Change.VERSION], "B", "A"),
    ],
)
def test_what_is_live_and_what_is_superseded(
    library: Library, shelf: Counting, steps: str, changes: list[Change], live: str, superseded: str
) -> None:
    assert take(library, steps) == changes
    everything = [one for version in VERSIONS.values() for one in ids(version)]
    expected: dict[str, tuple[str, str | None]] = {
        one: (VERSIONS[name].version, None) for name in live for one in ids(VERSIONS[name])
    }
    assert found(library) == sorted(expected)
    expected |= {
        one: (VERSIONS[name].version, VERSIONS[live].version) for name in superseded for one in ids(VERSIONS[name])
    }
    records = library.records(everything)
    assert {one: (record.version, record.superseded_by) for one, record in records.items()} == expected
    texts = {fragment.id: digest(fragment.text) for version in VERSIONS.values() for fragment in split(version)}
    assert {one: record.sha256 for one, record in records.items()} == {one: texts[one] for one in expected}
    assert sorted(shelf.shelf.records(everything)) == found(library)


def test_the_same_again_asks_nothing_of_the_shelf(library: Library, shelf: Counting) -> None:
    library.ingest(A)
    shelf.calls.clear()
    done = library.ingest(A)
    assert (done.change, done.fragments, shelf.calls) == (Change.UNCHANGED, 2, [])


def test_what_is_found_is_whole(library: Library) -> None:
    document = replace(
        A, readers=frozenset({"group:a", "user:u"}), effective_from=date(2026, 1, 1), effective_until=date(2026, 12, 31)
    )
    library.ingest(document)
    fragments = sorted(library.search("plan", reader=Reader("u")), key=lambda one: one.start or 0)
    assert fragments == split(document)
    assert library.records(ids(document)) == {fragment.id: fragment.record() for fragment in fragments}


def test_one_search_after_many_versions_finds_the_live_one(library: Library, shelf: Counting) -> None:
    for price in range(10, 40):
        library.ingest(plan(price))
    last = plan(39)
    shelf.calls.clear()
    assert sorted(fragment.id for fragment in library.search("plan", limit=2)) == sorted(ids(last))
    assert shelf.calls == ["search"]


def test_leftovers_on_the_shelf_take_no_place_among_what_is_found(library: Library, shelf: Counting) -> None:
    library.ingest(A)
    shelf.fail_after = 1
    with pytest.raises(StoreError):
        library.ingest(B)
    assert sorted(shelf.shelf.records([*ids(A), *ids(B)])) == sorted([*ids(A), *ids(B)])
    assert sorted(fragment.id for fragment in library.search("plan", limit=2)) == sorted(ids(B))


@pytest.mark.parametrize(
    ("before", "after", "may"),
    [
        (None, None, False),
        (None, frozenset({"group:a"}), True),
        (frozenset({"group:a"}), None, False),
        (frozenset({"group:a"}), frozenset[str](), False),
        (frozenset({"group:a"}), frozenset({"group:b"}), False),
        (frozenset({"group:b"}), frozenset({"user:u"}), True),
    ],
)
def test_readers_change_without_embedding_anew(
    library: Library, before: frozenset[str] | None, after: frozenset[str] | None, may: bool
) -> None:
    library.ingest(replace(A, readers=before))
    done = library.ingest(replace(A, readers=after))
    assert done.change is (Change.UNCHANGED if before == after else Change.TERMS)
    assert found(library, Reader("u", {"a"})) == (sorted(ids(A)) if may else [])
    assert {record.readers for record in library.records(ids(A)).values()} == {after}
    assert found(library) == sorted(ids(A))


def test_validity_changes_without_a_new_version(library: Library) -> None:
    library.ingest(A)
    assert library.ingest(replace(A, effective_until=date(2026, 6, 30))).change is Change.TERMS
    assert {record.effective_until for record in library.records(ids(A)).values()} == {date(2026, 6, 30)}


@pytest.mark.parametrize("after", [None, frozenset[str](), frozenset({"group:b"})])
def test_a_revoked_reader_is_out_even_where_the_shelf_was_not_told(
    library: Library, shelf: Counting, after: frozenset[str] | None
) -> None:
    library.ingest(replace(A, readers=frozenset({"group:a"})))
    shelf.fail_after = 0
    with pytest.raises(StoreError):
        library.ingest(replace(A, readers=after))
    assert found(library, Reader("u", {"a"})) == []
    shelf.fail_after = 10
    library.complete()
    assert found(library, Reader("u", {"b"})) == (sorted(ids(A)) if after else [])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"group:a", "user:u"}, {"group:a"}, {"group:a"}),
        ({"group:a"}, {"group:b"}, set()),
        ({"group:a"}, None, None),
        (None, {"group:a"}, None),
    ],
)
def test_who_reads_a_superseded_version_must_read_the_live_one_too(
    library: Library, old: set[str] | None, new: set[str] | None, expected: set[str] | None
) -> None:
    library.ingest(replace(A, readers=None if old is None else frozenset(old)))
    library.ingest(replace(B, readers=None if new is None else frozenset(new)))
    readers = {record.readers for record in library.records(ids(A)).values()}
    assert readers == {None if expected is None else frozenset(expected)}


def test_a_text_that_changed_on_the_shelf_is_seen(library: Library, shelf: Counting) -> None:
    library.ingest(A)
    first = ids(A)[0]
    shelf.shelf.add([replace(split(A)[0], text="El plan Pro es gratis.", sha256="")])
    assert library.records([first])[first].sha256 == digest("El plan Pro es gratis.")
    assert first in found(library)
    assert {one.text for one in library.search("plan")} == {one.text for one in split(A)}


def test_a_fragment_that_the_shelf_lost_is_missing_until_it_is_rebuilt(library: Library, shelf: Counting) -> None:
    library.ingest(A)
    shelf.shelf.remove(ids(A))
    assert (library.records(ids(A)), found(library)) == ({}, sorted(ids(A)))
    library.rebuild()
    assert (sorted(library.records(ids(A))), found(library)) == (sorted(ids(A)), sorted(ids(A)))


def test_erased_is_erased(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.sqlite3"
    with closing(Catalogue(path)) as catalogue:
        library = Library(MemoryStore(), catalogue)
        library.ingest(A)
        library.ingest(B)
        library.delete(A.id)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert b"cuesta" not in path.read_bytes()


def test_a_version_that_is_named_keeps_its_text(library: Library) -> None:
    library.ingest(replace(A, version="1"))
    with pytest.raises(IngestError, match=r"version 1 of planes\.md is known already, with another text"):
        library.ingest(replace(B, version="1"))
    library.ingest(replace(B, version="2"))
    with pytest.raises(IngestError, match="another text"):
        library.ingest(replace(C, version="1"))
    assert found(library) == sorted(ids(replace(B, version="2")))


def test_documents_whose_fragments_would_share_an_id_are_told_apart(library: Library) -> None:
    library.ingest(Document("a", "El plan es uno.", version="b@c"))
    with pytest.raises(IngestError, match="the ID of one of a"):
        library.ingest(Document("a@b", "El plan es uno.", version="c"))
    assert found(library) == ["a@b@c:0-15"]


@pytest.mark.parametrize(
    "document", [replace(A, id=" "), replace(A, version=""), replace(A, text="plan \ud800"), replace(A, id="\udcff")]
)
def test_a_document_that_cannot_be_kept_is_refused(library: Library, document: Document) -> None:
    with pytest.raises(IngestError):
        library.ingest(document)
    assert library.catalogue.entries() == []


def test_a_document_without_a_word_is_kept(library: Library) -> None:
    assert library.ingest(replace(A, text="* * *")).fragments == 0
    assert library.ingest(B).change is Change.VERSION


def test_deleting_what_is_not_there_is_an_error(library: Library) -> None:
    with pytest.raises(InputError, match="There is no document nada"):
        library.delete("nada")
    library.ingest(A)
    library.delete(A.id)
    with pytest.raises(InputError, match="There is no document"):
        library.delete(A.id)


OLD = Fragment("old-1", "El plan Pro costaba 5 €.", document=A.id, version="0", readers=frozenset({"group:a"}))
OTHER = Fragment("old-2", "El plan de otro documento.", document="otro.md")


def test_an_index_of_before_is_served_until_its_document_is_taken_in(shelf: Counting) -> None:
    shelf.shelf.add([OLD, OTHER])
    with closing(Catalogue()) as catalogue:
        library = Library(shelf, catalogue)
        assert found(library) == ["old-1", "old-2"]
        assert library.records(["old-1"]) == {"old-1": OLD.record()}
        library.ingest(replace(A, readers=frozenset({"group:a"})))
        assert found(library) == sorted([*ids(A), "old-2"])
        assert library.records(["old-1"]) == {"old-1": replace(OLD.record(), superseded_by=A.version)}
        library.delete(A.id)
        assert (found(library), list(library.records(["old-1", "old-2"]))) == (["old-2"], ["old-2"])


def test_only_ingest_changes_fragments_of_a_document(library: Library) -> None:
    library.ingest(A)
    for fragment in (split(A)[0], Fragment("x", "Un plan más.", document=A.id)):
        with pytest.raises(InputError, match="belongs to a document"):
            library.add([fragment])
    assert found(library) == sorted(ids(A))


@settings(max_examples=200)
@given(st.lists(st.tuples(st.sampled_from("ABC-acx"), st.integers(0, 4)), max_size=8))
def test_a_shelf_that_fails_at_any_call_never_leaves_a_mixture(steps: list[tuple[str, int]]) -> None:
    shelf = Counting(MemoryStore())
    with closing(Catalogue()) as catalogue:
        library = Library(shelf, catalogue)
        possible: set[str | None] = {None}
        for step, calls in steps:
            shelf.fail_after = calls
            wanted = step.upper() if step in "ABCac" else None
            terms = frozenset({"group:x"}) if step.islower() else None
            try:
                if step == DELETE:
                    library.delete(A.id)
                elif step == "x":
                    library.complete()
                else:
                    library.ingest(replace(VERSIONS[str(wanted)], readers=terms))
            except InputError:
                assert step == DELETE
                assert possible == {None}
            except StoreError:
                possible |= possible if step == "x" else {wanted}
            else:
                possible = possible if step == "x" else {wanted}
            live = {fragment.version for fragment in library.search("plan", limit=100)}
            names = {None: set[str]()} | {name: {version.version} for name, version in VERSIONS.items()}
            possible = {name for name in possible if names[name] == live}
            assert len(possible) == 1
            (name,) = possible
            assert found(library) == ([] if name is None else sorted(ids(VERSIONS[name])))
        shelf.fail_after = 100
        library.complete()
        everything = [one for version in VERSIONS.values() for one in ids(version)]
        assert sorted(shelf.shelf.records(everything)) == found(library)
        assert library.catalogue.leftovers() == []


def test_a_catalogue_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.sqlite3"
    shelf = MemoryStore()
    for document in (A, B):
        with closing(Catalogue(path)) as catalogue:
            Library(shelf, catalogue).ingest(document)
    with closing(Catalogue(path)) as catalogue:
        library = Library(shelf, catalogue)
        assert found(library) == sorted(ids(B))
        assert {record.superseded_by for record in library.records(ids(A)).values()} == {B.version}


def test_a_catalogue_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    newer, broken = tmp_path / "newer.sqlite3", tmp_path / "broken.sqlite3"
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 99")
    broken.write_bytes(b"no database at all" * 100)
    with pytest.raises(ConfigurationError, match="form 99"):
        Catalogue(newer)
    with pytest.raises(StoreError, match="SQLITE_NOTADB"):
        Catalogue(broken)
    with pytest.raises(StoreError, match="SQLITE_CANTOPEN"):
        Catalogue(tmp_path / "no" / "folder.sqlite3")
