"""What a request is called with, looked at before anything is done: a wrong kind of value is an error that says so."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from fundamento.errors import InputError
from fundamento.fragments import Reader


def check_request(
    question: object, fragments: object, *, reader: object, scope: object, as_of: object
) -> Mapping[str, str]:
    """Raise `InputError` unless a request is made of what it should be; return the scope, empty where there is none.

    What is in `fragments` is looked at where they get their names.
    """
    if not isinstance(question, str):
        raise InputError(f"The question is a {type(question).__name__}.", hint="Give a string.")
    if not isinstance(fragments, Iterable) or isinstance(fragments, str | Mapping):
        raise InputError(f"fragments= is a {type(fragments).__name__}.", hint="Give a list of fundamento.Fragment.")
    if reader is not None and not isinstance(reader, Reader):
        raise InputError(f"reader= is a {type(reader).__name__}.", hint="Give Reader('u-42', groups={'support'}).")
    if as_of is not None and (isinstance(as_of, datetime) or not isinstance(as_of, date)):
        raise InputError(
            f"as_of= is a {type(as_of).__name__}.", hint="Give a datetime.date; of a datetime, its date()."
        )
    where = {} if scope is None else scope
    if not isinstance(where, Mapping) or not all(isinstance(where.get(key, ""), str) for key in ("tenant", "route")):
        raise InputError(
            "scope= is no mapping of names to strings.", hint="Give {'tenant': 'acme', 'route': 'billing'}."
        )
    return where


def spell_attributes(scope: Mapping[str, object]) -> dict[str, str]:
    """Return the attributes of a request as texts; what is neither a text, a number nor a truth value is left out."""
    return {
        name: value if isinstance(value, str) else str(value).lower()
        for name, value in scope.items()
        # Python refuses to write out an integer of thousands of digits.
        if isinstance(value, str | float) or (isinstance(value, int) and value.bit_length() < 64)
    }


def check_history(history: object) -> Sequence[Mapping[str, object]]:
    """Return earlier messages as they are. Raises `InputError` unless each is a mapping."""
    if not isinstance(history, Iterable) or isinstance(history, str | Mapping):
        raise InputError(f"history= is a {type(history).__name__}.", hint="Give a list of chat messages.")
    messages = tuple(history)
    for place, message in enumerate(messages):
        if not isinstance(message, Mapping):
            raise InputError(
                f"history[{place}] is a {type(message).__name__}.", hint="Give {'role': 'user', 'content': '…'}."
            )
    return messages
