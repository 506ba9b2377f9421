"""The short IDs by which fragments go to a model, and the way back to the real ones."""

from collections.abc import Mapping, Sequence
from typing import Final

from fundamento.errors import InputError
from fundamento.fragments import Fragment

# What models put round an ID: brackets of all kinds, quotes, emphasis.
_OPENING: Final = "[({<【〔〖「『《〈⟨⟦［（｛‹«\"'`“‘*"
_CLOSING: Final = "])}>】〕〗」』》〉⟩⟧］）｝›»\"'`”’*"
# Peeled one by one, so that a bracket of a real ID survives; each costs a copy of the token.
_LAYERS: Final = 4
_AROUND: Final = _OPENING + _CLOSING + " \t\r\n\u00a0\u200b\ufeff"


class Aliases:
    """The names of one request's fragments as the model sees them, and the real IDs that they stand for.

    Made by `Aliases.of` (F1…Fn) or `Aliases.identity` (the real IDs, for outputs that carry them).
    `fragments` and `ids` hold the fragments and their real IDs by alias, `by_id` the fragments by real ID, all in
    order; do not change them.
    """

    __slots__ = ("_fold_case", "by_id", "fragments", "ids")

    def __init__(self, fragments: Mapping[str, Fragment], by_id: Mapping[str, Fragment], *, fold_case: bool) -> None:
        self.fragments = fragments
        self.by_id = by_id
        self.ids: Mapping[str, str] = dict(zip(fragments, by_id, strict=True))
        self._fold_case = fold_case

    @classmethod
    def of(cls, fragments: Sequence[Fragment]) -> "Aliases":
        """Name fragments F1…Fn in order, each once. Raises `InputError` if an ID comes with two texts."""
        by_id = _distinct(fragments)
        return cls({f"F{number}": each for number, each in enumerate(by_id.values(), 1)}, by_id, fold_case=True)

    @classmethod
    def identity(cls, fragments: Sequence[Fragment]) -> "Aliases":
        """Leave fragments their real IDs. Raises `InputError` if an ID comes with two texts."""
        by_id = _distinct(fragments)
        return cls(by_id, by_id, fold_case=False)

    def resolve(self, token: str) -> str | None:
        """Return the real ID that a token means; None: there is none.

        White space, brackets and quotes round it do not matter, nor does the letter case of an alias; that of
        a real ID does. An exact match wins, since real IDs may hold brackets and spaces themselves.
        """
        found = self.ids.get(token)
        if found is not None:
            return found
        bare = token.strip()
        for _ in range(_LAYERS):
            found = self._lookup(bare)
            if found is not None or len(bare) < 3 or not _wrapped(bare):
                break
            bare = bare[1:-1].strip()
        return found if found is not None else self._lookup(bare.strip(_AROUND))

    def names(self) -> dict[str, str]:
        """Return the aliases by real ID."""
        return {real: alias for alias, real in self.ids.items()}

    def _lookup(self, name: str) -> str | None:
        return self.ids.get(name.upper() if self._fold_case else name)

    def __len__(self) -> int:
        return len(self.fragments)


def _wrapped(token: str) -> bool:
    return token[0] in _OPENING and token[-1] in _CLOSING


def _distinct(fragments: Sequence[Fragment]) -> dict[str, Fragment]:
    if set(map(type, fragments)) <= {Fragment}:
        distinct = {fragment.id: fragment for fragment in fragments}
        if len(distinct) == len(fragments):
            return distinct
    seen: dict[str, Fragment] = {}
    for position, fragment in enumerate(fragments):
        if not isinstance(fragment, Fragment):
            raise InputError(
                f"fragments[{position}] is a {type(fragment).__name__}.",
                hint="Give fundamento.Fragment objects: Fragment(id=..., text=...); of a LangChain Document, "
                "fundamento.adapters.langchain.to_fragment(document).",
            )
        first = seen.setdefault(fragment.id, fragment)
        if first.text != fragment.text:
            raise InputError(
                f"fragments[{position}] has the ID of an earlier fragment but another text.",
                hint="An ID names one text: give each fragment an ID of its own.",
            )
    return seen
