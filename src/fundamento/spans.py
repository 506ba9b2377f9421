"""Positions in text, counted in Unicode code points."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points: `text[start:end]`."""

    start: int
    end: int

    def shift(self, offset: int) -> "Span":
        """Return the same range, `offset` code points further on."""
        return Span(self.start + offset, self.end + offset)

    def __len__(self) -> int:
        return self.end - self.start
