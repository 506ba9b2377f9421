"""Can the output be read as the schema, and all of it be compared with its evidence?"""

import re
from collections.abc import Sequence
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.checks.context import Check, Context
from fundamento.checks.quantities import read_quantities
from fundamento.checks.wording import even_claim
from fundamento.findings import CheckId, Family, Finding

# Of a claim, other checks read so many code points and so many numbers: what goes beyond is never a pass.
LONGEST: Final = 20_000
MOST_NUMBERS: Final = 64
MOST_CLAIMS: Final = 1_000  # of one answer, its conflicts too
# Half of a surrogate pair is no character, and no evidence can have it.
_HALF: Final = re.compile("[\ud800-\udfff]")
_DIGITS: Final = re.compile(r"\d{25,}")
# A text that is shorter has no more numbers than that.
_SHORT: Final = 2 * MOST_NUMBERS


def find_malformed_output(draft: Draft, _context: Context) -> Sequence[Finding]:
    """Find every place where the output cannot be read as the schema, and claims that are too long to be read whole."""
    found = [
        Finding(
            CheckId.MALFORMED_OUTPUT,
            flaw.reason,
            claim=flaw.claim,
            detail={"hint": flaw.hint} if flaw.hint else {},
        )
        for flaw in draft.flaws
    ]
    if isinstance(draft.answer, GroundedAnswer):
        places: list[tuple[int | None, str]] = [(index, claim.text) for index, claim in enumerate(draft.answer.claims)]
        places += [(None, conflict.text) for conflict in draft.answer.conflicts]
        if len(places) > MOST_CLAIMS:
            found.append(Finding(CheckId.MALFORMED_OUTPUT, "too-long"))
            places = places[:MOST_CLAIMS]
        found += [Finding(CheckId.MALFORMED_OUTPUT, "too-long", claim=at) for at, text in places if _is_too_long(text)]
        found += [
            Finding(CheckId.MALFORMED_OUTPUT, "not-unicode", claim=at) for at, text in places if _HALF.search(text)
        ]
    return found


def _is_too_long(text: str) -> bool:
    if len(text) <= _SHORT:
        return _DIGITS.search(text) is not None
    if len(text) > LONGEST or _DIGITS.search(text):
        return True
    read = read_quantities(even_claim(text))
    return max(len(read.numbers), len(read.days), len(read.clocks)) > MOST_NUMBERS


CHECK: Final = Check(
    CheckId.MALFORMED_OUTPUT, Family.CONTRACT, answer=find_malformed_output, wants="answers", version=2
)
