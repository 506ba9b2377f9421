"""Are claim and evidence in a language that is read here? Of any other, only numbers and names are compared."""

from collections.abc import Sequence
from typing import Final

from fundamento.answers import Claim
from fundamento.checks.context import Check, Context
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.text.language import is_unsupported


def find_unsupported_language(claim: Claim, evidence: Evidence, _context: Context) -> Sequence[Finding] | None:
    """Find claims in a language without a folder, and claims all of whose fragments are; None where none is cited.

    A text that does not show its language (a name, a number, a few words) is no finding.
    """
    if not evidence.fragments:
        return None
    if is_unsupported(claim.text):
        return (Finding(CheckId.UNSUPPORTED_LANGUAGE, "claim-language"),)
    if all(is_unsupported(fragment.text) for fragment in evidence.fragments):
        return (Finding(CheckId.UNSUPPORTED_LANGUAGE, "source-language", fragment=evidence.fragments[0].id),)
    return ()


CHECK: Final = Check(CheckId.UNSUPPORTED_LANGUAGE, Family.EVIDENCE, claim=find_unsupported_language)
