"""Take files in: into a library in a folder, embedded Chroma with a catalogue beside it."""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from fundamento.cli.progress import show_progress
from fundamento.cli.status import Status, complain
from fundamento.errors import InputError
from fundamento.ingest import HERE, Engine, Failure, Terms
from fundamento.library import Change, Intake, open_library, take_in
from fundamento.strict_yaml import suggest
from fundamento.text.invisible import escape_steering


def ingest(
    paths: Sequence[Path],
    *,
    store: Path,
    terms: Terms,
    prune: bool = False,
    engine: str = "here",
    every: float | None = None,
) -> Status:
    """Take files, and all files of folders, into the library in a folder; one line a document.

    A file that cannot be taken in is a line on standard error, and the others go on. With `prune`, documents whose
    file is gone from one of the folders are deleted. `engine` is one of `ENGINES`; on a terminal, a bar shows how far
    it is. With `every`, it goes on until it is interrupted: each so many seconds it looks at the paths, and takes in
    what has changed. Raises `InputError`, `StoreError` and `MissingExtraError`.
    """
    if engine not in ENGINES:
        raise InputError(f"There is no engine {engine!r}.", hint=suggest(engine, ENGINES))
    once = partial(_take_in, paths, store=store, terms=terms, prune=prune, engine=ENGINES[engine]())
    if every is None:
        return once()
    seen = None
    while True:
        found = _snapshot(paths)
        if found != seen:
            once()
            seen = found
        time.sleep(every)


def _snapshot(paths: Sequence[Path]) -> dict[str, tuple[int, int]]:
    """Return size and time of every file below the paths; one that goes as it is looked at is left out."""
    found: dict[str, tuple[int, int]] = {}
    for path in paths:
        files = (
            [path]
            if not path.is_dir()
            else [Path(folder, name) for folder, _, names in os.walk(path) for name in names]
        )
        for file in files:
            with suppress(OSError):
                stat = file.stat()
                found[str(file)] = stat.st_size, stat.st_mtime_ns
    return found


def _take_in(paths: Sequence[Path], *, store: Path, terms: Terms, prune: bool, engine: Engine) -> Status:
    failures = gone = 0
    held: list[Intake] = []
    with open_library(store, write=True, told=_tell_waiting) as library:
        outcomes = take_in(library, paths, terms=terms, prune=prune, engine=engine)
        for found in show_progress(outcomes, paths):
            if isinstance(found, Failure):
                complain(found.error)
                failures += 1
                continue
            sys.stdout.write(f"{escape_steering(describe(found))}\n")
            if found.change in {Change.DELETED, Change.MISSING}:
                gone += 1
            else:
                held.append(found)
    failed = f"; {_count(failures, 'file')} failed" if failures else ""
    fragments = _count(sum(one.fragments for one in held), "fragment")
    sys.stdout.write(f"{_count(len(held), 'document')}, {fragments} in {escape_steering(str(store))}{failed}\n")
    if not held and not gone and not failures:
        complain("there was no file to take in.")
        return Status.NOT_RUN
    return Status.NOT_RUN if failures else Status.HELD


def _ray() -> Engine:
    from fundamento.ingest.ray import ray_engine  # noqa: PLC0415 - Ray loads on first use

    return ray_engine()


_SHOWN_PAGES: Final = 8
ENGINES: Final[Mapping[str, Callable[[], Engine]]] = {"here": lambda: HERE, "ray": _ray}


def describe(intake: Intake) -> str:
    """Return the line that says what taking a document in came to."""
    name = intake.document
    match intake.change:
        case Change.DELETED:
            return f"{name}  deleted"
        case Change.MISSING:
            return f"{name}  file missing; --prune deletes it"
        case Change.RENAMED:
            return f"{name}  renamed, now {_shown(intake.origin or '')}"
    line = f"{name}  {intake.change.value}  version {intake.version}  {_count(intake.fragments, 'fragment')}"
    return f"{line}  {describe_blank(intake.blank_pages)}" if intake.blank_pages else line


def describe_blank(pages: Sequence[int]) -> str:
    """Return the words for pages that have no text."""
    shown = ", ".join(map(str, pages[:_SHOWN_PAGES])) + (", …" if len(pages) > _SHOWN_PAGES else "")
    return f"no text on {_count(len(pages), 'page')} ({shown}): pictures are not read"


def make_terms(readers: Sequence[str] | None, effective_from: date | None, effective_until: date | None) -> Terms:
    """Return the terms that options ask for. Raises `InputError` for no reader, or days that cross."""
    for reader in readers or ():
        kind, _, name = reader.partition(":")
        if kind not in {"user", "group"} or not name:
            raise InputError(f"--reader {reader} says neither a user nor a group.", hint="Write user:ID or group:NAME.")
    if effective_from and effective_until and effective_until < effective_from:
        raise InputError("--until lies before --from.", hint="Both days are part of the time that it holds for.")
    return Terms(frozenset(readers) if readers else None, effective_from, effective_until)


def _shown(path: str) -> str:
    here = Path.cwd()
    return str(Path(path).relative_to(here) if Path(path).is_relative_to(here) else path)


def _tell_waiting() -> None:
    complain("another process is writing to this library; waiting for it.")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
