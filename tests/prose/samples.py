"""Fragments and a short way to read prose."""

from collections.abc import Sequence

from fundamento.answers import Abstention, Draft, Support
from fundamento.contract.aliases import Aliases
from fundamento.fragments import Fragment
from fundamento.prose.labels import Labels
from fundamento.prose.reading import read_prose

NAMES = ("D1", "D2", "D3")


def aliases(names: Sequence[str] = NAMES) -> Aliases:
    return Aliases.identity([Fragment(name, f"Text of {name}.") for name in names])


def labels(names: Sequence[str] = NAMES) -> Labels:
    return Labels(aliases(names), {})


def named(support: Sequence[Support] | None) -> list[str] | None:
    """Return what is named, with a question mark before what was not retrieved; None: no marker."""
    if support is None:
        return None
    return [each.fragment if each.retrieved else f"?{each.fragment}" for each in support]


def read(text: str, names: Sequence[str] = NAMES) -> Draft:
    return read_prose(text, aliases(names))


def outline(text: str, names: Sequence[str] = NAMES) -> list[tuple[str, list[str] | None]]:
    """Return the claims with what they cite, then the gaps, or the abstention, with None."""
    answer = read(text, names).answer
    assert answer is not None
    if isinstance(answer, Abstention):
        return [(answer.missing, None)]
    claims = [(claim.text, named(claim.support)) for claim in answer.claims]
    return [*claims, *((gap.text, None) for gap in answer.gaps)]
