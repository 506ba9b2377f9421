"""What every store asks of its input, and who gets to see what it finds."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from fundamento.errors import InputError
from fundamento.fragments import Fragment, Reader

_T = TypeVar("_T")


def check_search(question: str, limit: int) -> None:
    """Raise `InputError` unless the question is a string and the limit is 1 or more."""
    if not isinstance(question, str):
        raise InputError(f"The question is not a string but {type(question).__name__}.", hint="Search with a string.")
    if limit < 1:
        raise InputError("The limit of a search is not a number from 1 up.", hint="8 is the default.")


def check_unicode(fragments: Iterable[Fragment], store: str) -> None:
    """Raise `InputError` where an ID or a text is no valid Unicode, which no database takes."""
    for fragment in fragments:
        for value in (fragment.id, fragment.text):
            try:
                value.encode()
            except UnicodeEncodeError:
                raise InputError(
                    f"A fragment holds half of a surrogate pair, which {store} cannot store.",
                    hint="Decode the source as UTF-8 before it is split.",
                ) from None


def may_read(reader: Reader | None, readers: frozenset[str] | None) -> bool:
    """Say whether a reader may see what has this allow-list; no reader: access control is off."""
    return reader is None or (readers is not None and not reader.principals.isdisjoint(readers))


def batches(items: Sequence[_T], size: int) -> Iterator[list[_T]]:
    """Cut a sequence into lists of at most so many items."""
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
