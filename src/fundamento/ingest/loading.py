"""Files and folders as documents."""

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from fundamento.errors import IngestError, MissingExtraError
from fundamento.fragments import Document, digest
from fundamento.ingest.extraction import EXTRACTORS
from fundamento.ingest.terms import (
    NO_TERMS,
    NOTHING_SAID,
    SIDECARS,
    Statement,
    Terms,
    find_sidecar,
    merge,
    read_front_matter,
    read_sidecar,
)

_VERSION_DIGITS = 8
_WITH_FRONT_MATTER = frozenset({".txt", ".md", ".markdown"})

_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


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


def load_file(
    path: str | Path, *, document: str | None = None, version: str | None = None, terms: Terms = NO_TERMS
) -> Document:
    """Read one `.txt` or `.md` file (UTF-8) as a document.

    `document` is its ID, the file's name unless it is given. `version` is the start of the SHA-256 of its text unless
    it is given, so the same text always is the same version. Front matter (`id`, `readers`, `effective_from`,
    `effective_until`) is no part of the text; it, and a file `NAME.meta.yaml` beside it with the same keys, go before
    what is given here. Raises `IngestError`, which names the file.
    """
    file = Path(path)
    return _read(file, document=document or legible_name(file.name), version=version, terms=terms)


def load_folder(path: str | Path, *, terms: Terms = NO_TERMS) -> Loaded:
    """Read every file of a folder and of the folders in it; a file that fails does not stop the others.

    A document's ID is its path in the folder (`p7/manual.md`). Hidden files and folders are skipped; links to folders
    are not followed. A file with another suffix is a failure too, so that nothing is left out silently. Raises
    `IngestError` where the path is no folder that can be listed.
    """
    root = Path(path)
    documents: list[Document] = []
    failures: list[Failure] = []
    for found in walk_folder(root):
        if isinstance(found, Failure):
            failures.append(found)
            continue
        file, name = found
        try:
            documents.append(load_file(file, document=name, terms=terms))
        except (IngestError, MissingExtraError) as error:
            failures.append(Failure(str(file), error))
    return Loaded(tuple(documents), tuple(failures))


def walk_folder(path: str | Path) -> Iterator[tuple[Path, str] | Failure]:
    """Yield each file of a folder and of the folders in it, in order, with its path in the folder as a legible ID.

    Hidden files and folders are left out, links to folders are not followed, and files of terms go with what they
    are about. A folder in it that cannot be listed is a failure, and so is a name that cannot be an ID. Raises
    `IngestError` where the path itself is no folder that can be listed.
    """
    root = Path(path)
    if not root.is_dir():
        raise IngestError(f"{root} is not a folder.", hint="Use load_file for a single file.")
    refused: list[Failure] = []
    for folder, folders, names in os.walk(root, onerror=lambda error: refused.append(_refusal(error))):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and _about(name) not in names:
                file = Path(folder, name)
                try:
                    yield file, legible_name(file.relative_to(root))
                except IngestError as error:
                    yield Failure(str(file), error)
    for failure in refused:
        if failure.path == str(root):
            raise failure.error
        yield failure


def _about(name: str) -> str | None:
    return next((name.removesuffix(suffix) for suffix in SIDECARS if name.endswith(suffix)), None)


def _refusal(error: OSError) -> Failure:
    message = f"{error.filename} cannot be listed: {error.strerror}."
    return Failure(str(error.filename), IngestError(message, hint="Check the permissions of the folder."))


def _read(file: Path, *, document: str, version: str | None, terms: Terms) -> Document:
    try:
        text, said = _read_text(file)
        held = said.terms(terms)
    except OSError as error:
        raise IngestError(f"{file} cannot be read: {error.strerror}.", hint="Check its path and permissions.") from None
    except IngestError as error:
        raise IngestError(f"{file}: {error}", hint="") from None
    if not text.strip():
        raise IngestError(f"{file} has no text.", hint="Leave it out, or put its text in.")
    return Document(
        id=said.id or document,
        text=text,
        version=version or digest(text)[:_VERSION_DIGITS],
        readers=held.readers,
        effective_from=held.effective_from,
        effective_until=held.effective_until,
    )


def _read_text(file: Path) -> tuple[str, Statement]:
    suffix = file.suffix.lower()
    extract = EXTRACTORS.get(suffix)
    if extract is None:
        if (about := _about(file.name)) is not None:
            raise IngestError(f"it tells the terms of {about}, which is not there.", hint="Rename it, or delete it.")
        raise IngestError(
            f"no reader for {suffix or 'a file without suffix'}.", hint=f"Known: {', '.join(EXTRACTORS)}."
        )
    text = extract(file.read_bytes())
    said, begins = read_front_matter(text) if suffix in _WITH_FRONT_MATTER else (NOTHING_SAID, 0)
    if said == NOTHING_SAID and suffix == ".txt":  # only Markdown has a name for what stands between two rules
        begins = 0
    sidecar = find_sidecar(file)
    return text[begins:], said if sidecar is None else merge(said, read_sidecar(sidecar))


def legible_name(path: str | PurePath) -> str:
    """Return a path as an ID: with slashes, and composed, since some systems hand file names out decomposed.

    Raises `IngestError` for a name that is no valid Unicode.
    """
    return check_name(unicodedata.normalize("NFC", PurePath(path).as_posix()))


def check_name(name: str) -> str:
    """Return a name of a file that can be stored and shown. Raises `IngestError` for another one."""
    if _UNFIT.search(name):
        raise IngestError(f"The name {name!a} holds control characters, or is not UTF-8.", hint="Rename it.")
    return name
