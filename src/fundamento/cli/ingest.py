"""Take files in: into embedded Chroma, in a folder."""

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from fundamento.cli.status import Status, complain
from fundamento.errors import IngestError, InputError, MissingExtraError
from fundamento.fragments import Document
from fundamento.ingest import Terms, load_file, load_folder, split
from fundamento.stores.chroma import ChromaStore


def ingest(paths: Sequence[Path], *, store: Path, terms: Terms) -> Status:
    """Split files, and all files of folders, into fragments and store them; one line a file.

    A file that cannot be taken in is a line on standard error, and the others go on. Raises `StoreError` and
    `MissingExtraError`.
    """
    failures = documents = fragments = 0
    held = ChromaStore(store)
    try:
        for document in _load(paths, terms):
            if not isinstance(document, Document):
                complain(document)
                failures += 1
                continue
            pieces = split(document)
            held.add(pieces)
            documents += 1
            fragments += len(pieces)
            sys.stdout.write(f"{document.id}  version {document.version}  {_count(len(pieces), 'fragment')}\n")
    finally:
        held.close()
    failed = f"; {_count(failures, 'file')} failed" if failures else ""
    sys.stdout.write(f"{_count(documents, 'document')}, {_count(fragments, 'fragment')} in {store}{failed}\n")
    if not documents and not failures:
        complain("there was no file to take in.")
        return Status.NOT_RUN
    return Status.NOT_RUN if failures else Status.HELD


def make_terms(readers: Sequence[str] | None, effective_from: date | None, effective_until: date | None) -> Terms:
    """Return the terms that options ask for. Raises `InputError` for no reader, or days that cross."""
    for reader in readers or ():
        kind, _, name = reader.partition(":")
        if kind not in {"user", "group"} or not name:
            raise InputError(f"--reader {reader} says neither a user nor a group.", hint="Write user:ID or group:NAME.")
    if effective_from and effective_until and effective_until < effective_from:
        raise InputError("--until lies before --from.", hint="Both days are part of the time that it holds for.")
    return Terms(frozenset(readers) if readers else None, effective_from, effective_until)


def _load(paths: Sequence[Path], terms: Terms) -> Iterator[Document | IngestError | MissingExtraError]:
    for path in paths:
        try:
            if not path.exists():
                yield IngestError(f"{path} does not exist.", hint="Give files and folders that do.")
            elif path.is_dir():
                loaded = load_folder(path, terms=terms)
                yield from loaded.documents
                yield from (failure.error for failure in loaded.failures)
            else:
                yield load_file(path, terms=terms)
        except (IngestError, MissingExtraError) as error:
            yield error


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
