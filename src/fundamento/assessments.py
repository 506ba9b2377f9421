"""What the checks say of a draft, claim by claim."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fundamento.answers import Abstention, Draft
from fundamento.evidence import Evidence
from fundamento.findings import CheckId, Fault, Finding, Outcome, Verdict
from fundamento.fragments import Fragment
from fundamento.spans import Span


@dataclass(frozen=True, slots=True)
class LocatedQuote:
    """Where a quote stands: code points of the fragment's text, and of the source document where that is known."""

    fragment: str
    span: Span
    document: str | None = None
    document_span: Span | None = None


@dataclass(frozen=True, slots=True)
class ClaimAssessment:
    """What the checks say of one claim. `index` is its place in the output of the model; its text is only there.

    `support_score` is the calibrated probability that its evidence supports it, from 0 to 1; None: `weak-support` is
    off or could not run, or the claim cannot be scored.
    """

    index: int
    verdict: Verdict
    evidence: Evidence = field(repr=False)
    support_score: float | None = None

    @property
    def fragments(self) -> tuple[str, ...]:
        """The IDs that it cites and that the request retrieved, each once, in order."""
        return tuple(fragment.id for fragment in self.evidence.fragments)

    @property
    def quotes(self) -> tuple[LocatedQuote, ...]:
        """Where its quotes stand, in order; what was not found is left out."""
        return tuple(
            _locate(citation.fragment, span)
            for citation in self.evidence.citations
            if citation.fragment is not None
            for span in citation.spans or ()
        )


def _locate(fragment: Fragment, span: Span) -> LocatedQuote:
    if fragment.document is None or fragment.start is None:
        return LocatedQuote(fragment.id, span, fragment.document)
    return LocatedQuote(fragment.id, span, fragment.document, span.shift(fragment.start))


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the checks say of one draft.

    `findings` and `faults` are in the order of the claims, those of the whole answer first. `looked` says at how many
    claims each check looked: all of them, where it looked at the answer as a whole. A check that had nothing to look
    at, or could not run, is not in it.
    """

    draft: Draft
    claims: tuple[ClaimAssessment, ...]
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]
    looked: Mapping[CheckId, int] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Say whether anything failed or, failing that, could not run."""
        return Verdict.FAIL if self.findings else Verdict.ERROR if self.faults else Verdict.PASS

    @property
    def outcome(self) -> Outcome:
        """Say what the draft comes to, whatever the policy does about it."""
        if self.findings:
            return Outcome.REJECTED
        answer = self.draft.answer
        if self.faults or answer is None:
            return Outcome.UNVERIFIED
        if isinstance(answer, Abstention) or not (answer.claims or answer.conflicts):
            return Outcome.ABSTAINED
        return Outcome.PARTIAL if answer.gaps else Outcome.ANSWERED
