"""What a request is, as it is given on a command line."""

from collections.abc import Sequence

from fundamento.errors import InputError


def read_attributes(given: Sequence[str]) -> dict[str, str]:
    """Return attributes from `NAME=VALUE`. Raises `InputError`."""
    attributes: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise InputError(f"--attr is {each!r}.", hint="Give NAME=VALUE, for instance --attr tenant=acme")
        if name in attributes:
            raise InputError(f"--attr {name} is given twice.", hint="A request has one value of each.")
        attributes[name] = value
    return attributes
