"""Files and folders as documents."""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document, digest
from fundamento.ingest.extraction import FORMATS, extract

_VERSION_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Terms:
    """Who may read what is loaded, and when it holds.

    `readers` is the allow-list (`user:ID`, `group:NAME`); None: not known, so nobody once access control is on. The
    dates are inclusive.
    """

    readers: frozenset[str] | None = None
    effective_from: date | None = None
    effective_until: date | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be taken in: its path, as it was found, and the error."""

    path: str
    error: IngestError | MissingExtraError


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a folder gave: its documents, in order of path, and the files that could not be taken in."""

    documents: tuple[Document, ...] = ()
    failures: tuple[Failure, ...] = ()


NO_TERMS = Terms()


def load_file(
    path: str | Path, *, document: str | None = None, version: str | None = None, terms: Terms = NO_TERMS
) -> Document:
    """Read one file as a document: text in any encoding, Markdown, HTML, PDF or DOCX, told by its suffix.

    `document` is its ID, the file's name unless it is given. `version` is the start of the SHA-256 of its text unless
    it is given, so the same text always is the same version. Raises `IngestError`, which names the file, and
    `MissingExtraError` where its format needs a library that is not installed.
    """
    file = Path(path)
    return _read(file, document=document or _legible(file.name), version=version, terms=terms)


def load_folder(path: str | Path, *, terms: Terms = NO_TERMS) -> Loaded:
    """Read every file of a folder and of the folders in it; a file that fails does not stop the others.

    A document's ID is its path in the folder (`p7/manual.md`). Hidden files and folders are skipped; links to folders
    are not followed. A file with another suffix is a failure too, so that nothing is left out silently. Raises
    `IngestError` where the path is no folder that can be listed.
    """
    root = Path(path)
    if not root.is_dir():
        raise IngestError(f"{root} is not a folder.", hint="Use load_file for a single file.")
    documents: list[Document] = []
    failures: list[Failure] = []
    for file in _files(root):
        name = _legible(file.relative_to(root).as_posix())
        try:
            documents.append(_read(file, document=name, version=None, terms=terms))
        except (IngestError, MissingExtraError) as error:
            failures.append(Failure(str(file), error))
    return Loaded(tuple(documents), tuple(failures))


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(folder, name)


def _refuse(error: OSError) -> None:
    raise IngestError(
        f"{error.filename} cannot be listed: {error.strerror}.", hint="Check the permissions of the folder."
    ) from None


def _read(file: Path, *, document: str, version: str | None, terms: Terms) -> Document:
    suffix = file.suffix.lower()
    try:
        known = FORMATS.get(suffix)
        text, origin = extract(_read_bytes(file, known.limit) if known else b"", suffix)
    except OSError as error:
        raise IngestError(f"{file} cannot be read: {error.strerror}.", hint="Check its path and permissions.") from None
    except IngestError as error:
        raise IngestError(f"{file}: {error}", hint="") from None
    if not text.strip():
        raise IngestError(f"{file} has no text.", hint="Leave it out, or put its text in.")
    return Document(
        id=document,
        text=text,
        version=version or digest(text)[:_VERSION_DIGITS],
        readers=terms.readers,
        effective_from=terms.effective_from,
        effective_until=terms.effective_until,
        origin=origin,
    )


def _read_bytes(file: Path, limit: int) -> bytes:
    # To open a pipe would wait for somebody to write into it.
    if not file.is_file() and file.exists():
        raise IngestError("It is no regular file.", hint="Leave it out.")
    with file.open("rb") as opened:
        content = opened.read(limit + 1)
    if len(content) > limit:
        raise IngestError(f"It is larger than {limit // 1024 // 1024} MB.", hint="Split it into smaller files.")
    return content


def _legible(name: str) -> str:
    # Some systems hand file names out decomposed: the same file must have the same ID everywhere.
    return unicodedata.normalize("NFC", name)
