"""Processes that are killed, and processes that write at the same time."""

import multiprocessing
import random
import shutil
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from fundamento.errors import StoreError
from fundamento.ingest import load_folder, split
from fundamento.library import Change, open_library
from fundamento.library.catalogue import Catalogue
from fundamento.library.lock import WriteLock
from library.reingest import hold_lock, live_versions, take_folder, take_folder_and_tell, wait_for

MOMENTS = 30
DOCUMENTS = 4
SEED = 20_261_130

Versions = Mapping[str, tuple[str, set[str]]]


@pytest.fixture(scope="module")
def processes() -> Iterator[ForkServerContext]:
    """Return what starts processes from one that has everything loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["chromadb", "fundamento.library", "library.reingest"])
    yield context
    from multiprocessing import forkserver

    forkserver._forkserver._stop()  # type: ignore[attr-defined]  # it would stay until the tests end


def write_corpus(folder: Path, edition: int) -> Versions:
    """Write the documents of an edition; return the version and the IDs of the fragments of each."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number in range(DOCUMENTS):
        paragraphs = (f"El plan {one} de la edición {edition} cuesta {one * edition} €." for one in range(8))
        (folder / f"{number}.md").write_text("\n\n".join(paragraphs), "utf-8")
    documents = load_folder(folder).documents
    return {one.id: (one.version, {fragment.id for fragment in split(one)}) for one in documents}


def test_a_process_killed_at_any_moment_leaves_the_old_version_or_the_new_one(
    processes: ForkServerContext, tmp_path: Path
) -> None:
    store, folder = tmp_path / "store", tmp_path / "documents"
    old = write_corpus(folder, 1)
    take_folder(store, folder)
    longest = 2.0  # seconds; then as long as it last took
    killed = edition = 0
    left: set[int] = set()
    moments = random.Random(SEED)
    # Some must be killed in the midst of it, between two documents.
    while killed < MOMENTS or left <= {0, DOCUMENTS}:
        edition += 1
        assert edition < 10 * MOMENTS
        new = write_corpus(folder, edition + 1)
        begun = tmp_path / f"begun-{edition}"
        process = processes.Process(target=take_folder_and_tell, args=(store, folder, begun))
        process.start()
        wait_for(begun, process)
        process.join(moments.uniform(0, longest))
        process.kill()
        process.join()
        killed += process.exitcode == -signal.SIGKILL
        with open_library(store) as library:
            live = live_versions(library, "plan")
            assert set(live) == set(old)
            renewed = 0
            for document, versions in live.items():
                assert len(versions) == 1
                ((version, fragments),) = versions.items()
                assert (version, fragments) in (old[document], new[document])
                renewed += (version, fragments) == new[document]
                expected = dict.fromkeys(fragments) | {
                    one: new[document][0] for one in old[document][1] if version == new[document][0]
                }
                records = library.records(sorted(old[document][1] | new[document][1]))
                assert {one: record.superseded_by for one, record in records.items()} == expected
            left.add(renewed)
        started = time.monotonic()
        changes = take_folder(store, folder)
        longest = max(0.2, time.monotonic() - started)
        assert changes <= {Change.UNCHANGED, Change.VERSION}
        with open_library(store) as library:
            assert live_versions(library, "plan") == {name: {version: ids} for name, (version, ids) in new.items()}
            assert (library.catalogue.leftovers(), library.catalogue.stale()) == ([], [])
        old = new


def test_two_processes_that_take_in_one_folder_come_to_the_same(processes: ForkServerContext, tmp_path: Path) -> None:
    store, folder = tmp_path / "store", tmp_path / "documents"
    for edition in range(1, 4):
        new = write_corpus(folder, edition)
        began = [tmp_path / f"{edition}-{number}" for number in range(2)]
        running = [processes.Process(target=take_folder_and_tell, args=(store, folder, one)) for one in began]
        for process in running:
            process.start()
        for process in running:
            process.join()
        assert [process.exitcode for process in running] == [0, 0]
        with open_library(store) as library:
            assert live_versions(library, "plan") == {name: {version: ids} for name, (version, ids) in new.items()}
            assert library.catalogue.leftovers() == []
            assert len(library.catalogue.entries()) == DOCUMENTS


def test_a_lock_goes_with_the_process_that_held_it(processes: ForkServerContext, tmp_path: Path) -> None:
    path, begun = tmp_path / "lock", tmp_path / "begun"
    process = processes.Process(target=hold_lock, args=(path, begun))
    process.start()
    wait_for(begun, process)
    told: list[str] = []
    with pytest.raises(StoreError, match="Another process is writing"):
        WriteLock(path, patience=0.2, told=lambda: told.append("wait")).held().__enter__()
    assert told == ["wait"]
    process.kill()
    process.join()
    with WriteLock(path, patience=0.2).held():
        pass


def test_a_lock_is_taken_again_by_who_holds_it_and_given_back(tmp_path: Path) -> None:
    lock = WriteLock(tmp_path / "lock", patience=0.1)
    with lock.held(), lock.held():
        pass
    with lock.held(), pytest.raises(StoreError):
        WriteLock(tmp_path / "lock", patience=0.1).held().__enter__()
    with WriteLock(tmp_path / "lock", patience=0.1).held():
        pass


def test_a_lock_where_nothing_can_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="could not be locked"):
        WriteLock(tmp_path / "no" / "lock").held().__enter__()


def test_many_open_one_catalogue_at_once(tmp_path: Path) -> None:
    with ExitStack() as opened:
        held = [opened.enter_context(closing(Catalogue(tmp_path / "catalogue.sqlite3"))) for _ in range(5)]
        assert [catalogue.generation() for catalogue in held] == [0] * 5
