"""The quote family: a quote is there, says something, and stands in the fragment that is cited."""

from collections.abc import Sequence
from typing import Final, Literal

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Citation, Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment
from fundamento.quotes.matching import find_quote
from fundamento.quotes.nearest import nearest_text

# How many code points of other fragments to search for a quote that is not where it should be.
_SEARCHED_ELSEWHERE: Final = 1_000_000


def find_missing_quotes(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find the citations without a quote, or with a blank one, where quotes are required."""
    if not context.quotes_required:
        return None
    return [
        Finding(CheckId.MISSING_QUOTE, "none-given" if quote is None else "blank", fragment=fragment.id)
        for fragment, quote in _distinct([c for c in evidence.citations if c.spans is None])
    ]


def find_trivial_quotes(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find the quotes without a content word and without a number, where quotes are required."""
    if not context.quotes_required or not _has_quote(evidence):
        return None
    return [
        Finding(CheckId.TRIVIAL_QUOTE, "function-words-only" if _is_spoken(quote) else "no-words", fragment=fragment.id)
        for fragment, quote in _distinct([c for c in evidence.citations if c.trivial])
    ]


def find_quotes_not_found(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find the quotes that do not stand in the fragment that they are cited from.

    `detail` holds `nearest`, the passage that is most like the quote, and `found_in`, the ID of another
    retrieved fragment that has it, where there is one.
    """
    if not _has_quote(evidence):
        return None
    failed = [c for c in evidence.citations if c.spans == () and not c.trivial]
    return [_not_found(quote or "", fragment, context) for fragment, quote in _distinct(failed)]


def _not_found(quote: str, fragment: Fragment, context: Context) -> Finding:
    detail: dict[str, object] = {}
    other = _found_elsewhere(quote, fragment, context)
    if other is not None:
        detail["found_in"] = other
    nearest = nearest_text(quote, fragment.text)
    if nearest is not None:
        detail["nearest"] = {
            "start": nearest.span.start,
            "end": nearest.span.end,
            "text": nearest.text,
            "similarity": nearest.similarity,
        }
    reason = "not-in-fragment" if other is None else "in-another-fragment"
    return Finding(CheckId.QUOTE_NOT_FOUND, reason, fragment=fragment.id, detail=detail)


def _have_to_quote(context: Context) -> Literal[True] | None:
    return True if context.quotes_required else None


CHECKS: Final[tuple[Check, ...]] = (
    Check(
        CheckId.MISSING_QUOTE,
        Family.QUOTE,
        claim=find_missing_quotes,
        citations=True,
        needs=_have_to_quote,
        wants="answers that have to quote",
    ),
    Check(
        CheckId.TRIVIAL_QUOTE,
        Family.QUOTE,
        claim=find_trivial_quotes,
        citations=True,
        needs=_have_to_quote,
        wants="claims with quotes, in answers that have to quote",
    ),
    Check(
        CheckId.QUOTE_NOT_FOUND,
        Family.QUOTE,
        claim=find_quotes_not_found,
        citations=True,
        wants="claims with quotes",
    ),
)


def _has_quote(evidence: Evidence) -> bool:
    return any(each.spans is not None for each in evidence.citations)


def _distinct(citations: Sequence[Citation]) -> Sequence[tuple[Fragment, str | None]]:
    """Return the fragment and the quote of each citation whose fragment is known, the same pair once."""
    if not citations:
        return ()
    pairs = {
        (c.fragment.id, c.support.quote): (c.fragment, c.support.quote) for c in citations if c.fragment is not None
    }
    return list(pairs.values())


def _is_spoken(quote: str | None) -> bool:
    return any(character.isalpha() for character in quote or "")


def _found_elsewhere(quote: str, cited: Fragment, context: Context) -> str | None:
    left = _SEARCHED_ELSEWHERE
    for fragment in context.fragments.values():
        if fragment.id == cited.id:
            continue
        left -= len(fragment.text)
        if left < 0:
            return None
        if find_quote(quote, fragment.text):
            return fragment.id
    return None
