"""The evidence of a claim: its citations, resolved against what the request retrieved."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fundamento.answers import Support
from fundamento.fragments import Fragment
from fundamento.spans import Span


# A tuple for the same reason as `Span`.
class Citation(NamedTuple):
    """One support of a claim, resolved against what the request retrieved.

    `fragment` is None where the request retrieved no such ID. `spans` say where the quote stands, in code points of the
    fragment's own text, in order, one for each piece between ellipses; empty: it was not found; None: there was nothing
    to look for. `trivial`: the quote could stand in any text.
    """

    support: Support
    fragment: Fragment | None = None
    spans: tuple[Span, ...] | None = None
    trivial: bool = False


class Evidence(NamedTuple):
    """The citations of one claim, in order; `fragments` are those that the request retrieved, each once.

    `sound`: there is a citation, and each is of a fragment that was retrieved, with a quote that says something and
    stands there.
    """

    citations: tuple[Citation, ...] = ()
    fragments: tuple[Fragment, ...] = ()
    sound: bool = False

    @classmethod
    def of(cls, citations: Iterable[Citation]) -> "Evidence":
        """Gather citations."""
        gathered = tuple(citations)
        known: dict[str, Fragment] = {}
        sound = bool(gathered)
        for _, fragment, spans, trivial in gathered:
            if fragment is not None:
                known[fragment.id] = fragment
            if not spans or trivial:  # without a fragment there are no spans
                sound = False
        return cls(gathered, tuple(known.values()), sound)

    @property
    def has_quote(self) -> bool:
        """Say whether any citation has a quote to look for."""
        return any(each.spans is not None for each in self.citations)

    def __hash__(self) -> int:
        # Of all that it holds it would cost more than what is looked up by it, which goes with the claim's own hash.
        return hash(self.fragments[0].id) if self.fragments else 0


def distinct_quotes(citations: Sequence[Citation]) -> Sequence[tuple[Fragment, str | None]]:
    """Return the fragment and the quote of each citation whose fragment is known, the same pair once."""
    if not citations:
        return ()
    pairs = {
        (c.fragment.id, c.support.quote): (c.fragment, c.support.quote) for c in citations if c.fragment is not None
    }
    return list(pairs.values())
