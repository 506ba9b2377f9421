"""Does every quote say something?"""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence, distinct_quotes
from fundamento.findings import CheckId, Family, Finding


def find_trivial_quotes(_claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding] | None:
    """Find the quotes without a content word and without a number, where quotes are required."""
    if not context.quotes_required or not evidence.has_quote:
        return None
    return [
        Finding(CheckId.TRIVIAL_QUOTE, "function-words-only" if _is_spoken(quote) else "no-words", fragment=fragment.id)
        for fragment, quote in distinct_quotes([c for c in evidence.citations if c.trivial])
    ]


CHECK: Final = Check(
    CheckId.TRIVIAL_QUOTE,
    Family.QUOTE,
    claim=find_trivial_quotes,
    citations=True,
    needs=lambda context: context.quotes_required or None,
    wants="claims with quotes, in answers that have to quote",
)


def _is_spoken(quote: str | None) -> bool:
    return any(character.isalpha() for character in quote or "")
