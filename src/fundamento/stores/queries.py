"""What every store asks of a search, and who gets to see what it finds."""

from fundamento.errors import InputError
from fundamento.fragments import Reader


def check_search(question: str, limit: int) -> None:
    """Raise `InputError` unless the question is a string and the limit is 1 or more."""
    if not isinstance(question, str):
        raise InputError(f"The question is not a string but {type(question).__name__}.", hint="Search with a string.")
    if limit < 1:
        raise InputError("The limit of a search is not a number from 1 up.", hint="8 is the default.")


def may_read(reader: Reader | None, readers: frozenset[str] | None) -> bool:
    """Say whether a reader may see what has this allow-list; no reader: access control is off."""
    return reader is None or (readers is not None and not reader.principals.isdisjoint(readers))
