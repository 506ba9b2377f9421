"""Files and folders as documents."""

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from fundamento.errors import FundamentoError, IngestError, MissingExtraError
from fundamento.failures import Contained, name_failure
from fundamento.fragments import Document, digest
from fundamento.ingest.extraction import FORMATS, extract
from fundamento.ingest.extracts import Extract
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
from fundamento.spans import Edit, EditKind, Span, rewrite

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
    """Read one file as a document: text in any encoding, Markdown, HTML, PDF or DOCX, told by its suffix.

    `document` is its ID, the file's name unless it is given. `version` is the start of the SHA-256 of its text unless
    it is given, so the same text always is the same version. Front matter (`id`, `readers`, `effective_from`,
    `effective_until`) is no part of the text; it, and a file `NAME.meta.yaml` beside it with the same keys, go before
    what is given here. Raises `IngestError`, which names the file, and `MissingExtraError` where its format needs a
    library that is not installed.
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
    with Contained() as called:
        return _read_document(file, document=document, version=version, terms=terms)
    error = called.error
    if isinstance(error, FundamentoError):
        raise error
    # A reader met what nobody foresaw; what it says may quote the file.
    raise IngestError(f"{file} cannot be read ({name_failure(error)}).", hint="Save it anew, or leave it out.")


def _read_document(file: Path, *, document: str, version: str | None, terms: Terms) -> Document:
    try:
        (text, origin), said = _read_text(file)
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
        origin=origin,
    )


def _read_text(file: Path) -> tuple[Extract, Statement]:
    suffix = file.suffix.lower()
    if suffix not in FORMATS and (about := _about(file.name)) is not None:
        raise IngestError(f"it tells the terms of {about}, which is not there.", hint="Rename it, or delete it.")
    extracted = extract(_read_bytes(file, FORMATS[suffix].limit) if suffix in FORMATS else b"", suffix)
    said, begins = read_front_matter(extracted.text) if suffix in _WITH_FRONT_MATTER else (NOTHING_SAID, 0)
    if said == NOTHING_SAID and suffix == ".txt":  # only Markdown has a name for what stands between two rules
        begins = 0
    sidecar = find_sidecar(file)
    return _leave_out(extracted, begins), said if sidecar is None else merge(said, read_sidecar(sidecar))


def _read_bytes(file: Path, limit: int) -> bytes:
    # To open a pipe would wait for somebody to write into it.
    if not file.is_file() and file.exists():
        raise IngestError("It is no regular file.", hint="Leave it out.")
    with file.open("rb") as opened:
        content = opened.read(limit + 1)
    if len(content) > limit:
        raise IngestError(f"It is larger than {limit // 1024 // 1024} MB.", hint="Split it into smaller files.")
    return content


def _leave_out(extracted: Extract, begins: int) -> Extract:
    """Return a text without its front matter, which is recorded."""
    text, origin = extracted
    if not begins:
        return extracted
    rest = rewrite(text, [Edit(EditKind.FRONT_MATTER, Span(0, begins), text[:begins])])
    return Extract(rest.text, replace(origin, map=origin.map.then(rest.map)))


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
