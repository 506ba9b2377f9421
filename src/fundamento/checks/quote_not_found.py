"""Does every quote stand in the fragment that it is cited from?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence, distinct_quotes
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment
from fundamento.quotes.matching import find_quote
from fundamento.quotes.nearest import nearest_text

# How many code points of other fragments to search for a quote that is not where it should be.
_SEARCHED_ELSEWHERE: Final = 1_000_000


def find_quotes_not_found(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find the quotes that do not stand in the fragment that they are cited from.

    `detail` holds `nearest`, the passage that is most like the quote, and `found_in`, the ID of another
    retrieved fragment that has it, where there is one.
    """
    if not evidence.has_quote:
        return None
    failed = [c for c in evidence.citations if c.spans == () and not c.trivial]
    return [_not_found(quote or "", fragment, context) for fragment, quote in distinct_quotes(failed)]


CHECK: Final = Check(
    CheckId.QUOTE_NOT_FOUND,
    Family.QUOTE,
    claim=find_quotes_not_found,
    citations=True,
    wants="claims with quotes",
)


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
