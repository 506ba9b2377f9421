"""A library in a folder: Chroma with a catalogue beside it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final

from fundamento.errors import StoreError
from fundamento.library.catalogue import Catalogue
from fundamento.library.library import Library
from fundamento.library.lock import PATIENCE, WriteLock
from fundamento.stores.chroma import ChromaStore
from fundamento.stores.embedding import Embedding

CATALOGUE: Final = "catalogue.sqlite3"
_LOCK: Final = "catalogue.lock"


@contextmanager
def open_library(
    folder: str | Path,
    *,
    write: bool = False,
    embedding: Embedding | None = None,
    patience: float = PATIENCE,
    told: Callable[[], None] = lambda: None,
) -> Iterator[Library]:
    """Open the library in a folder for the length of a block, and make it where there is none.

    With `write`, it waits up to `patience` seconds until no other process writes to it (`told` is called once if it
    has to), since Chroma's files take one writing process at a time, and finishes what one that died left undone.
    Raises `StoreError`, `MissingExtraError`, and `ConfigurationError` for another embedding than that it was made with.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"The folder {place} cannot be made: {error.strerror}.", hint="Check its path and permissions."
        ) from None
    lock = WriteLock(place / _LOCK, patience=patience, told=told)
    with (
        lock.held() if write else nullcontext(),
        closing(Catalogue(place / CATALOGUE)) as catalogue,
        closing(ChromaStore(place, embedding=embedding)) as shelf,
    ):
        library = Library(shelf, catalogue, lock=lock)
        if write:
            library.complete()
        yield library
