"""Files and folders into a library: which document a file is, and which files are gone."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document, digest
from fundamento.ingest.loading import Failure, check_name, legible_name, load_file, walk_folder
from fundamento.ingest.terms import NO_TERMS, Terms
from fundamento.library.catalogue import Catalogue
from fundamento.library.changes import Change, Intake
from fundamento.library.library import Library


def take_in(
    library: Library, paths: Sequence[str | Path], *, terms: Terms = NO_TERMS, prune: bool = False
) -> Iterator[Intake | Failure]:
    """Take files, and all files of folders, into a library, one at a time; yield what each came to.

    A document's ID is what its front matter or the file beside it says, or its path in the folder; it keeps it when
    the file gets another name. A file that fails does not stop the others. A document whose file in one of the folders
    is gone is told as missing; with `prune`, it is deleted. Raises `StoreError`.
    """
    intake = _Files(library, terms)
    for path in map(Path, paths):
        try:
            if path.is_dir():
                yield from intake.take_folder(path, prune=prune)
            elif path.exists():
                yield intake.take(path, legible_name(path.name))
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

    def take_folder(self, folder: Path, *, prune: bool) -> Iterator[Intake | Failure]:
        empty = True
        for found in walk_folder(folder):
            empty = False
            yield found if isinstance(found, Failure) else self.take(*found)
        missing = [
            entry
            for entry in self.library.catalogue.below(os.path.join(folder.resolve(), ""))  # noqa: PTH118 - ends in /
            if entry.origin is not None and _is_gone(entry.origin)
        ]
        if missing and prune and empty:
            raise IngestError(
                f"{folder} is empty, so nothing was deleted.",
                hint="A disk that is not there looks the same. If it is meant: put one file in, and run this again.",
            )
        for entry in missing:
            if prune:
                yield self.library.delete(entry.id)
            else:
                yield Intake(entry.id, entry.version or "", Change.MISSING, 0, entry.origin)

    def take(self, file: Path, name: str) -> Intake | Failure:
        try:
            document = load_file(file, document=name, terms=self.terms)
            origin = legible_origin(file)
            if document.id == name:
                document = replace(document, id=_identify(self.library.catalogue, document, origin))
            self._refuse_second(document, file, origin)
            done = self.library.ingest(document, origin=origin)
        except (IngestError, MissingExtraError) as error:
            return Failure(str(file), error)
        return done

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
