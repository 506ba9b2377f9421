"""The example corpus: where it is, and its documents with their versions."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from fundamento.errors import InputError
from fundamento.fragments import Document, Fragment
from fundamento.ingest import load_folder, split

_CHECKOUT: Final = Path(__file__).parents[3]
_VERSIONED: Final = re.compile(r"(?P<document>.+)-v(?P<version>\d+)\.\w+")
_ABOUT: Final = "README.md"  # it tells people what the corpus is


def find_corpus(folder: Path | None) -> Path:
    """Return the folder of the example corpus: the one given, that of the checkout, or one below here.

    Raises `InputError` where there is none.
    """
    candidates = [folder] if folder is not None else [_CHECKOUT / "examples" / "corpus", Path("examples", "corpus")]
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise InputError(
        f"There is no folder {folder}." if folder is not None else "The example corpus is not here.",
        hint="It is in examples/corpus of the source repository: fundamento demo --corpus DIR",
    )


def read_corpus(folder: Path) -> list[tuple[Document, Sequence[Fragment]]]:
    """Return the documents of the corpus with their fragments.

    `manual-v2.md` and `manual-v3.md` are two versions of one document, and fragments of the older one say so. Raises
    `InputError` for a file that cannot be read, and for a folder without any.
    """
    loaded = load_folder(folder)
    for failure in loaded.failures:
        raise failure.error
    documents = [_versioned(document) for document in loaded.documents if document.id != _ABOUT]
    if not documents:
        raise InputError(f"There are no documents in {folder}.", hint="Give the folder examples/corpus.")
    newest: dict[str, str] = {}
    for document in documents:
        newest[document.id] = max(
            newest.get(document.id, ""), document.version, key=lambda version: (len(version), version)
        )
    return [(document, _marked(split(document), newest[document.id])) for document in documents]


def _versioned(document: Document) -> Document:
    match = _VERSIONED.fullmatch(document.id)
    return replace(document, id=match["document"], version=match["version"]) if match else document


def _marked(fragments: list[Fragment], newest: str) -> list[Fragment]:
    return [
        fragment if fragment.version == newest else replace(fragment, superseded_by=newest) for fragment in fragments
    ]
