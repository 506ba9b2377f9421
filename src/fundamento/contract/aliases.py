"""The short IDs by which fragments go to a model, and the way back to the real ones."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from fundamento.errors import InputError
from fundamento.fragments import Fragment

# Opening and closing marks that models put round an ID, doubled or mixed.
_WRAPPING: Final = "[](){}<>【】〔〕〖〗「」『』《》〈〉⟨⟩［］（）｛｝‹›«»\"'`“”‘’*"


class Aliases:
    """The names of one request's fragments as the model sees them, resolved to real fragment IDs.

    Made by `Aliases.of` (F1…Fn) or `Aliases.identity` (the real IDs, for outputs that carry them).
    """

    __slots__ = ("_exact", "_folded", "fragments")

    def __init__(self, fragments: Mapping[str, Fragment], *, fold_case: bool) -> None:
        self.fragments: Mapping[str, Fragment] = MappingProxyType(dict(fragments))
        self._exact = {alias: fragment.id for alias, fragment in fragments.items()}
        self._folded = fold_case

    @classmethod
    def of(cls, fragments: Sequence[Fragment]) -> "Aliases":
        """Name fragments F1…Fn in order; one that comes twice counts once. Raises `InputError` on two texts for an ID."""
        distinct = _distinct(fragments)
        return cls({f"F{number}": fragment for number, fragment in enumerate(distinct, 1)}, fold_case=True)

    @classmethod
    def identity(cls, fragments: Sequence[Fragment]) -> "Aliases":
        """Let fragments keep their real IDs, letter case included. Raises `InputError` on two texts for an ID."""
        return cls({fragment.id: fragment for fragment in _distinct(fragments)}, fold_case=False)

    def resolve(self, token: str) -> str | None:
        """Return the real ID that a token means, whatever white space or brackets stand round it; None: no such one."""
        known = self._exact.get(token)
        if known is not None:
            return known
        stripped = token.strip()
        for candidate in (stripped, stripped.strip(_WRAPPING + " \t\r\n\u00a0")):
            known = self._exact.get(candidate.upper() if self._folded else candidate)
            if known is not None:
                return known
        return None

    def __len__(self) -> int:
        return len(self.fragments)


def _distinct(fragments: Sequence[Fragment]) -> list[Fragment]:
    seen: dict[str, Fragment] = {}
    for position, fragment in enumerate(fragments):
        known = seen.setdefault(fragment.id, fragment)
        if known.text != fragment.text:
            raise InputError(
                f"Fragment {position} (counted from 0) has the ID of an earlier one and another text.",
                hint="An ID names one text: give each fragment its own ID.",
            )
    return list(seen.values())
