"""Which document a file is, after files were written, changed, moved and deleted."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from fundamento.fragments import Reader
from fundamento.ingest import Failure, Terms
from fundamento.library import Change, Library, take_in
from library.conftest import Counting, found

ONE, TWO = "El plan Pro cuesta 10 €.\n", "El plan Pro cuesta 20 €.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "documents"
    made.mkdir()
    return made


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def told(
    library: Library, paths: Path | Sequence[Path], *, prune: bool = False, terms: Terms | None = None
) -> list[tuple[str, str]]:
    """Return what came of each file: ID and change, or the name of the file and what is wrong."""
    given = [paths] if isinstance(paths, Path) else paths
    done = take_in(library, given, prune=prune, terms=terms or Terms())
    return [
        (Path(one.path).name, str(one.error)) if isinstance(one, Failure) else (one.document, one.change.value)
        for one in done
    ]


def live(library: Library) -> list[str]:
    return sorted({str(fragment.document) for fragment in library.search("plan", limit=100)})


def test_a_file_is_new_then_unchanged_then_a_new_version(library: Library, folder: Path) -> None:
    write(folder, "p7/a.md", ONE)
    assert told(library, folder) == [("p7/a.md", "new")]
    assert told(library, folder) == [("p7/a.md", "unchanged")]
    write(folder, "p7/a.md", TWO)
    assert told(library, folder) == [("p7/a.md", "new version")]
    assert len(found(library)) == 1


def test_a_renamed_file_is_the_same_document(library: Library, folder: Path, shelf: Counting) -> None:
    write(folder, "a.md", ONE)
    told(library, folder)
    before = found(library)
    (folder / "a.md").rename(folder / "b.md")
    shelf.calls.clear()
    assert told(library, folder, prune=True) == [("a.md", "renamed")]
    assert told(library, folder, prune=True) == [("a.md", "unchanged")]
    assert (found(library), [call for call in shelf.calls if call in {"add", "remove"}]) == (before, [])
    write(folder, "b.md", TWO)
    assert told(library, folder) == [("a.md", "new version")]


def test_a_new_file_under_the_old_name_of_another_is_a_document_of_its_own(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    told(library, folder)
    (folder / "a.md").rename(folder / "b.md")
    told(library, folder)
    write(folder, "a.md", TWO)
    assert told(library, folder) == [("a.md~2", "new"), ("a.md", "unchanged")]
    assert told(library, folder) == [("a.md~2", "unchanged"), ("a.md", "unchanged")]
    assert live(library) == ["a.md", "a.md~2"]


def test_a_copy_is_a_document_of_its_own(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    write(folder, "b.md", ONE)
    assert told(library, folder) == [("a.md", "new"), ("b.md", "new")]
    assert told(library, folder) == [("a.md", "unchanged"), ("b.md", "unchanged")]


def test_a_folder_that_moved_is_the_same(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    write(folder, "b.md", TWO)
    told(library, folder)
    moved = folder.rename(folder.with_name("elsewhere"))
    write(moved, "b.md", "El plan nuevo.")
    assert told(library, moved, prune=True) == [("a.md", "renamed"), ("b.md", "new version")]
    assert live(library) == ["a.md", "b.md"]


def test_a_deleted_file_is_told_then_pruned_then_restored(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    gone = write(folder, "b.md", TWO)
    told(library, folder)
    gone.unlink()
    assert told(library, folder) == [("a.md", "unchanged"), ("b.md", "file missing")]
    assert live(library) == ["a.md", "b.md"]
    assert told(library, folder, prune=True) == [("a.md", "unchanged"), ("b.md", "deleted")]
    assert live(library) == ["a.md"]
    assert told(library, folder, prune=True) == [("a.md", "unchanged")]
    write(folder, "b.md", TWO)
    assert told(library, folder) == [("a.md", "unchanged"), ("b.md", "restored")]
    assert live(library) == ["a.md", "b.md"]


def test_pruning_a_folder_leaves_the_others_alone(library: Library, folder: Path) -> None:
    write(folder, "x/a.md", ONE)
    write(folder, "xy/b.md", TWO)
    told(library, [folder / "x", folder / "xy"])
    (folder / "xy" / "b.md").unlink()
    assert told(library, folder / "x", prune=True) == [("a.md", "unchanged")]
    assert live(library) == ["a.md", "b.md"]


def test_an_empty_folder_prunes_nothing(library: Library, folder: Path) -> None:
    gone = write(folder, "a.md", ONE)
    told(library, folder)
    gone.unlink()
    ((name, problem),) = told(library, folder, prune=True)
    assert (name, "is empty, so nothing was deleted" in problem) == ("documents", True)
    assert live(library) == ["a.md"]


def test_a_file_that_became_unreadable_keeps_its_last_version(library: Library, folder: Path) -> None:
    file = write(folder, "a.md", ONE)
    told(library, folder)
    file.write_bytes(b"\xff\xfe\x00")
    ((name, problem),) = told(library, folder, prune=True)
    assert (name, "UTF-16" in problem) == ("a.md", True)
    assert live(library) == ["a.md"]


@pytest.mark.parametrize("prune", [False, True])
def test_of_two_files_with_one_id_the_first_goes_in(library: Library, folder: Path, prune: bool) -> None:
    write(folder, "a.md", f"---\nid: manual\n---\n{ONE}")
    write(folder, "b.md", f"---\nid: manual\n---\n{TWO}")
    write(folder, "c.md", "El plan tercero.")
    for change in ("new", "unchanged"):
        first, (name, problem), third = told(library, folder, prune=prune)
        assert (first, third) == (("manual", change), ("c.md", change))
        assert name == "b.md"
        assert f"{folder / 'b.md'} has the ID of {folder / 'a.md'}, manual. Give one of them another" in problem


def test_two_folders_with_one_name_in_both(library: Library, folder: Path) -> None:
    write(folder, "x/README.md", ONE)
    write(folder, "y/README.md", TWO)
    assert told(library, folder / "x") == [("README.md", "new")]
    ((_, problem),) = told(library, folder / "y")
    assert f"{folder / 'y' / 'README.md'} has the ID of {folder / 'x' / 'README.md'}" in problem
    (folder / "x" / "README.md").unlink()
    assert told(library, folder / "y") == [("README.md", "new version")]


def test_the_same_file_given_twice_is_one(library: Library, folder: Path) -> None:
    file = write(folder, "a.md", ONE)
    assert told(library, [file, file, folder]) == [("a.md", "new"), ("a.md", "unchanged"), ("a.md", "unchanged")]


def test_an_id_of_its_own_holds_wherever_the_file_is(library: Library, folder: Path) -> None:
    file = write(folder, "a.md", f"---\nid: manual\n---\n{ONE}")
    assert told(library, folder) == [("manual", "new")]
    file.rename(folder / "b.md")
    write(folder, "b.md", f"---\nid: manual\n---\n{TWO}")
    assert told(library, folder) == [("manual", "new version")]


def test_terms_come_from_the_file_then_from_beside_it_then_from_the_call(library: Library, folder: Path) -> None:
    write(folder, "own.md", f"---\nreaders: [group:own]\n---\n{ONE}")
    write(folder, "beside.txt", TWO)
    write(folder, "beside.txt.meta.yaml", "readers: group:beside\n")
    write(folder, "none.md", "El plan tercero.")
    told(library, folder, terms=Terms(readers=frozenset({"group:call"})))
    seen = {
        group: [one.partition("@")[0] for one in found(library, Reader("u", {group}))]
        for group in ("own", "beside", "call")
    }
    assert seen == {"own": ["own.md"], "beside": ["beside.txt"], "call": ["none.md"]}


def test_new_terms_in_a_file_embed_nothing_anew(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    told(library, folder)
    before = found(library)
    write(folder, "a.md", f"---\nreaders: [group:a]\neffective_until: 2026-12-31\ntitle: Tarifas\n---\n{ONE}")
    assert told(library, folder) == [("a.md", "new terms")]
    write(folder, "a.md.meta.yaml", "effective_from: 2026-01-01\n")
    assert told(library, folder) == [("a.md", "new terms")]
    assert found(library) == found(library, Reader("u", {"a"})) == before


def test_a_link_to_a_file_is_a_file_of_its_own(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    (folder / "b.md").symlink_to(folder / "a.md")
    assert told(library, folder) == [("a.md", "new"), ("b.md", "new")]


@pytest.mark.parametrize("name", [b"a\xff.md", b"a\n.md"])
def test_a_name_that_cannot_be_shown_is_one_line(library: Library, folder: Path, name: bytes) -> None:
    write(folder, "z.md", ONE)
    Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text(TWO, "utf-8")
    (_, problem), other = told(library, folder)
    assert ("Rename it." in problem, "\n" in problem, other) == (True, False, ("z.md", "new"))


def test_a_path_that_is_not_there_is_one_line(library: Library, folder: Path) -> None:
    write(folder, "a.md", ONE)
    assert told(library, [folder / "no.md", folder]) == [
        ("no.md", f"{folder / 'no.md'} does not exist. Give files and folders that do."),
        ("a.md", Change.NEW.value),
    ]
