"""An answer's text, and the spans of it that a provider's citations are about."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fundamento.adapters.citations.supports import Source
from fundamento.spans import Span

OUT_OF_PLACE: Final = "citation-out-of-place"


@dataclass(frozen=True, slots=True)
class Cited:
    """A span of the answer, in code points, and its sources.

    Where `marker` is true the span only shows that something is cited and is no part of what is said; it may be
    empty, and is then a place in the text.
    """

    span: Span
    sources: tuple[Source, ...]
    marker: bool = False


@dataclass(frozen=True, slots=True)
class CitedText:
    """An answer with a provider's citations. `flaws` are fixed codes for what cannot be read; `hint` says what can."""

    text: str
    cited: tuple[Cited, ...] = ()
    flaws: tuple[str, ...] = ()
    hint: str = ""


@dataclass(slots=True)
class Assembly:
    """A `CitedText` as its parts come in, one after the other."""

    text: str = ""
    cited: list[Cited] = field(default_factory=list)
    flaws: dict[str, None] = field(default_factory=dict)

    def add(self, text: str, *, between: str = "") -> Span:
        """Append a part of the text and return where it stands; `between` goes before all but the first."""
        start = len(self.text) + (len(between) if self.text else 0)
        self.text += (between if self.text else "") + text
        return Span(start, len(self.text))

    def cite(self, span: Span | None, sources: Sequence[Source], *, marker: bool = False) -> None:
        """Note a citation; one whose span is None, or that names nothing at all, is a flaw."""
        if span is None:
            self.flag(OUT_OF_PLACE)
        elif sources:
            self.cited.append(Cited(span, tuple(sources), marker))
        else:
            self.flag("citation-without-source")

    def flag(self, reason: str) -> None:
        """Note what could not be read, once."""
        self.flaws[reason] = None

    def done(self) -> CitedText:
        """Return what came together."""
        return CitedText(self.text, tuple(self.cited), tuple(self.flaws))


def locate(text: str, start: int | None, end: int | None, said: str | None) -> Span | None:
    """Return the span that a citation is about; None where its offsets are of no such text.

    What the provider says stands there (`said`) rules: offsets that were counted in other units are off where the text
    has emoji or accents. Failing that, an end beyond the text is the end of it.
    """
    if start is not None and end is not None and 0 <= start <= end <= len(text) and said in (None, text[start:end]):
        return Span(start, end)
    if said and said.strip() and (found := _nearest(text, said, start or 0)) is not None:
        return Span(found, found + len(said))
    if start is None or end is None or not 0 <= start <= end or start >= max(1, len(text)):
        return None
    return Span(start, min(end, len(text)))


def _nearest(text: str, said: str, start: int) -> int | None:
    near = max(0, min(start, len(text)))
    after, before = text.find(said, near), text.rfind(said, 0, near + len(said))
    found = [place for place in (after, before) if place >= 0]
    return min(found, key=lambda place: abs(place - near)) if found else None
