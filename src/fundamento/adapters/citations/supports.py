"""What a provider's citation rests on, and which of the request's fragments that is."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.answers import Support
from fundamento.contract.aliases import Aliases
from fundamento.fragments import Fragment
from fundamento.spans import Span

_DIGITS: Final = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Source:
    """One source of a citation, as the provider tells it.

    `names` are its ID, address, file or title, the surest first. `place` is its place, from 0, in what the *caller*
    sent; a list of the provider's own gives no place. `quote` is the text that it cites, or, where `whole` is true, all
    of the source's text as the provider had it. `blocks`, `pages` and `characters` say where in the source: blocks from
    0, pages from 1, code points, the end exclusive.
    """

    names: tuple[str, ...] = ()
    place: int | None = None
    quote: str | None = None
    whole: bool = False
    blocks: Span | None = None
    pages: Span | None = None
    characters: Span | None = None


class Shelf:
    """The fragments of one request, found by what providers call them.

    A name that is a fragment's ID means that fragment. One that is a document means the fragments of it: the cited
    blocks or pages, else those in which the quote stands, else all. Then the place counts, unless a name looks like one
    of the request's IDs and is none, and last the whole text.
    """

    __slots__ = ("_aliases", "_documents", "_evened", "_found", "_listed", "_shapes")

    def __init__(self, aliases: Aliases) -> None:
        self._aliases = aliases
        self._listed = tuple(aliases.fragments.items())
        self._evened: dict[str, str] = {}
        self._found: dict[Source, tuple[Support, ...]] = {}
        self._shapes = frozenset(_shape(name) for name in aliases.ids)
        self._documents: dict[str, list[tuple[str, Fragment]]] = {}
        for name, fragment in self._listed:
            if fragment.document is not None:
                self._documents.setdefault(fragment.document, []).append((name, fragment))

    def find(self, source: Source) -> tuple[Support, ...]:
        """Return the supports that a source stands for; one that is marked as not retrieved where there is none."""
        if source not in self._found:
            self._found[source] = self._find(source)
        return self._found[source]

    def _find(self, source: Source) -> tuple[Support, ...]:
        exact = next((name for name in source.names if name in self._aliases.ids), None)
        if exact is not None:
            return self._supports([(exact, self._aliases.fragments[exact])], source)
        options = [option for option in self._options(source) if option]
        fitting = next((option for option in options if self._stands(source.quote, option)), None)
        chosen = fitting or next(iter(options), None)
        if chosen is None:
            shown = next(iter(source.names), f"document[{'?' if source.place is None else source.place}]")
            return (Support(shown, source.quote, retrieved=False),)
        return self._supports(chosen, source)

    def _options(self, source: Source) -> Iterator[Sequence[tuple[str, Fragment]]]:
        for name in source.names:
            group = self._documents.get(name, ())
            if source.blocks is not None and len(group) > 1:
                yield group[source.blocks.start : source.blocks.end]
            elif source.pages is not None and any(each.page is not None for _, each in group):
                yield [(n, each) for n, each in group if each.page is not None and _holds(source.pages, each.page)]
            elif group and self._at(source.place) not in group:
                yield [(n, each) for n, each in group if source.quote and self._has(n, source.quote)]
                yield group[:1] if source.quote else group
        placed = self._at(source.place)
        if any(_shape(name) in self._shapes for name in source.names):
            return
        if placed is not None:
            yield [placed]
        elif source.whole and source.quote:
            evened = _even(source.quote)
            same = [(n, each) for n, each in self._listed if self._even(n) == evened]
            yield same or [(n, each) for n, each in self._listed if evened in self._even(n)][:1]

    def _stands(self, quote: str | None, option: Sequence[tuple[str, Fragment]]) -> bool:
        """Say whether a quote stands in one fragment of an option or runs over all of them."""
        if not quote:
            return True
        if any(self._has(name, quote) for name, _ in option):
            return True
        return len(option) > 1 and all(_contains(quote, fragment.text) for _, fragment in option)

    def _has(self, name: str, quote: str) -> bool:
        return _even(quote) in self._even(name)

    def _even(self, name: str) -> str:
        if name not in self._evened:
            self._evened[name] = _even(self._aliases.fragments[name].text)
        return self._evened[name]

    def _at(self, place: int | None) -> tuple[str, Fragment] | None:
        return self._listed[place] if place is not None and 0 <= place < len(self._listed) else None

    def _supports(self, chosen: Iterable[tuple[str, Fragment]], source: Source) -> tuple[Support, ...]:
        pairs = list(chosen)
        return tuple([Support(self._aliases.ids[name], _quote(each, source, pairs)) for name, each in pairs])


def _quote(fragment: Fragment, source: Source, chosen: Sequence[object]) -> str | None:
    """Return what a source quotes of one fragment: of a quote that runs over several, the part that is its own."""
    if source.quote:
        several = len(chosen) > 1 and _contains(source.quote, fragment.text)
        return fragment.text if several else source.quote
    at = source.characters
    if at is not None and at.end <= len(fragment.text):
        return fragment.text[at.start : at.end] or None
    return source.quote


def _contains(text: str, part: str) -> bool:
    return _even(part) in _even(text)


def _even(text: str) -> str:
    return " ".join(text.split())


def _holds(pages: Span, page: int) -> bool:
    return pages.start <= page < max(pages.end, pages.start + 1)


def _shape(name: str) -> str:
    """Return a name with its numbers made alike; one without any is of no shape but its own."""
    return _DIGITS.sub("0", name)
