"""Files and folders into a library: which document a file is, and which files are gone."""

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from fundamento.errors import IngestError
from fundamento.fragments import Document, digest
from fundamento.ingest.loading import Failure, check_name, legible_name, walk_folder
from fundamento.ingest.preparing import HERE, Engine, Prepared, Source
from fundamento.ingest.terms import NO_TERMS, Terms
from fundamento.library.catalogue import Catalogue
from fundamento.library.changes import Change, Intake
from fundamento.library.library import Library


def take_in(
    library: Library,
    paths: Sequence[str | Path],
    *,
    terms: Terms = NO_TERMS,
    prune: bool = False,
    engine: Engine = HERE,
) -> Generator[Intake | Failure, None, None]:
    """Take files, and all files of folders, into a library; yield what each came to, in order.

    A document's ID is what its front matter or the file beside it says, or its path in the folder; it keeps it when
    the file gets another name. A file that fails does not stop the others. A document whose file in one of the folders
    is gone is told as missing; with `prune`, it is deleted. `engine` reads the files, and cuts them where it does so on
    several processors; the library is written to here, one document at a time, so a run that dies is completed by the
    next. Raises `StoreError`.
    """
    intake = _Files(library, terms)
    window: list[_Found] = []
    for found in _find(map(Path, paths)):
        window.append(found)
        if len(window) >= engine.window or isinstance(found, _Walked):
            yield from intake.take(window, engine, prune=prune)
            window = []
    yield from intake.take(window, engine, prune=prune)


@dataclass(frozen=True, slots=True)
class _Walked:
    """A folder, all of whose files have been found."""

    path: Path
    empty: bool


_Found: TypeAlias = Source | Failure | _Walked


def _find(paths: Iterable[Path]) -> Iterator[_Found]:
    for path in paths:
        try:
            if path.is_dir():
                empty = True
                for found in walk_folder(path):
                    empty = False
                    yield found if isinstance(found, Failure) else Source(*found)
                yield _Walked(path, empty)
            elif path.exists():
                yield Source(path, legible_name(path.name))
            else:
                yield Failure(str(path), IngestError(f"{path} does not exist.", hint="Give files and folders that do."))
        except IngestError as error:
            yield Failure(str(path), error)
        except OSError as error:
            yield Failure(str(path), IngestError(f"{path} cannot be read: {error.strerror}."))


@dataclass(slots=True)
class _Files:
    library: Library
    terms: Terms
    taken: dict[str, Path] = field(default_factory=dict)  # by ID

    def take(self, window: Sequence[_Found], engine: Engine, *, prune: bool) -> Iterator[Intake | Failure]:
        """Take in what was found, in order."""
        prepared = engine.prepare([one for one in window if isinstance(one, Source)], self.terms)
        for found in window:
            if isinstance(found, _Walked):
                yield from self._account_for(found, prune=prune)
                continue
            outcome = next(prepared) if isinstance(found, Source) else found
            yield outcome if isinstance(outcome, Failure) else self._take(outcome)

    def _account_for(self, folder: _Walked, *, prune: bool) -> Iterator[Intake | Failure]:
        below = os.path.join(folder.path.resolve(), "")  # noqa: PTH118 - ends in /
        missing = [
            entry
            for entry in self.library.catalogue.below(below)
            if entry.origin is not None and _is_gone(entry.origin)
        ]
        if missing and prune and folder.empty:
            error = IngestError(
                f"{folder.path} is empty, so nothing was deleted.",
                hint="A disk that is not there looks the same. If it is meant: put one file in, and run this again.",
            )
            yield Failure(str(folder.path), error)
            return
        for entry in missing:
            if prune:
                yield self.library.delete(entry.id)
            else:
                yield Intake(entry.id, entry.version or "", Change.MISSING, 0, entry.origin)

    def _take(self, prepared: Prepared) -> Intake | Failure:
        file, name = prepared.source.path, prepared.source.name
        document, fragments = prepared.document, prepared.fragments
        try:
            origin = legible_origin(file)
            if document.id == name:
                document = replace(document, id=_identify(self.library.catalogue, document, origin))
            self._refuse_second(document, file, origin)
            # The ID of a document stands in those of its fragments.
            ready = fragments if document.id == prepared.document.id else None
            intake = self.library.ingest(document, origin=origin, mark=prepared.mark, fragments=ready)
        except IngestError as error:
            return Failure(str(file), error)
        return replace(intake, blank_pages=document.origin.blank_pages) if document.origin is not None else intake

    def _refuse_second(self, document: Document, file: Path, origin: str) -> None:
        hint = "Give one of them another with a line id: in its front matter, or take in the folder above both."
        first = self.taken.setdefault(document.id, file)
        if first is not file and first.resolve() != file.resolve():
            raise IngestError(f"{file} has the ID of {first}, {document.id}.", hint=hint)
        entry = self.library.catalogue.entry(document.id)
        if entry is None or entry.version is None or entry.origin in {None, origin}:
            return
        if not _is_gone(entry.origin or ""):
            del self.taken[document.id]
            raise IngestError(f"{file} has the ID of {entry.origin}, {document.id}.", hint=hint)


def legible_origin(file: Path) -> str:
    """Return the absolute path of a file. Raises `IngestError` for a name that is no valid Unicode."""
    # Of two links to one file each is a file of its own.
    return check_name(str(file.parent.resolve() / file.name))


def _identify(catalogue: Catalogue, document: Document, origin: str) -> str:
    here = catalogue.from_file(origin)
    if here:
        return here[0].id
    for entry in catalogue.with_text(digest(document.text)):
        if entry.origin is not None and _is_gone(entry.origin):
            return entry.id
    return _free_id(catalogue, document.id)


def _free_id(catalogue: Catalogue, name: str) -> str:
    """Return the name, or one with a number where a document keeps this name though its file got another one."""
    number, free = 1, name
    while (
        (entry := catalogue.entry(free)) is not None
        and entry.version is not None
        and _was_renamed(entry.id, entry.origin)
    ):
        number += 1
        free = f"{name}~{number}"
    return free


def _was_renamed(document: str, origin: str | None) -> bool:
    return origin is not None and not _is_gone(origin) and not Path(origin).as_posix().endswith(f"/{document}")


def _is_gone(origin: str) -> bool:
    try:
        os.lstat(origin)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:  # it may be there, behind a folder that may not be looked into
        return False
    return False
