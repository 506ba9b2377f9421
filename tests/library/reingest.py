"""What the tests run in processes of their own: to be killed, or to run side by side."""

import os
import time
from pathlib import Path

from fundamento.library import Change, Intake, Library, open_library, take_in
from fundamento.library.lock import WriteLock

EVERYTHING = 1_000


def take_folder(store: Path, folder: Path) -> set[Change]:
    """Take a folder in, and return what its files came to."""
    with open_library(store, write=True) as library:
        done = list(take_in(library, [folder], prune=True))
    assert all(isinstance(one, Intake) for one in done), done
    return {one.change for one in done if isinstance(one, Intake)}


def take_folder_and_tell(store: Path, folder: Path, begun: Path) -> None:
    """Do the same in a process that is there to be killed, and make a file when it begins."""
    begun.touch()
    take_folder(store, folder)


def hold_lock(path: Path, begun: Path) -> None:
    """Take a lock, make a file, and keep it for longer than any test takes."""
    with WriteLock(path).held():
        begun.touch()
        time.sleep(600)


def live_versions(library: Library, word: str) -> dict[str, dict[str, set[str]]]:
    """Return what a search for everything finds: IDs of fragments by document and version."""
    found: dict[str, dict[str, set[str]]] = {}
    for fragment in library.search(word, limit=EVERYTHING):
        versions = found.setdefault(str(fragment.document), {})
        versions.setdefault(str(fragment.version), set()).add(fragment.id)
    return found


def wait_for(path: Path, process: object) -> None:
    """Wait until a file is there."""
    while not path.exists():
        assert getattr(process, "exitcode", None) is None
        os.sched_yield()
        time.sleep(0.001)
