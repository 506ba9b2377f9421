"""List the documents whose origin is no longer what was taken in."""

import sys
from pathlib import Path
from typing import Final

from fundamento.cli.ask import require_store
from fundamento.cli.display import legible
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status
from fundamento.fragments import OriginState
from fundamento.library import open_library

_WORDS: Final = {
    OriginState.CHANGED: "changed since it was indexed",
    OriginState.GONE: "gone",
    OriginState.UNKNOWN: "could not be looked at",
}


def list_stale(store: Path, *, as_json: bool = False) -> Status:
    """Write a line for each document whose file or page has changed or gone, or cannot be looked at.

    Returns `FINDINGS` where there is one, `NOT_RUN` where one could not be looked at. Raises `InputError` and
    `StoreError`.
    """
    require_store(store)
    with open_library(store) as library:
        states = library.changed()
        known = {entry.id: entry for entry in library.catalogue.entries(states)}
    with open_target(STANDARD_OUTPUT) as write:
        for document, state in states.items():
            entry = known[document]
            indexed = None if entry.indexed_at is None else entry.indexed_at.isoformat()
            if as_json:
                write({"document": document, "state": state.value, "origin": entry.origin, "indexed_at": indexed})
            else:
                sys.stdout.write(
                    f"{legible(document)}  {_WORDS[state]}  indexed {indexed or 'before that was noted'}\n"
                )
    if OriginState.UNKNOWN in states.values():
        return Status.NOT_RUN
    return Status.FINDINGS if states else Status.HELD
