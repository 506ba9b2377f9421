"""What a stream may show, and when."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from fundamento.answers import Abstention, Claim, Draft, GroundedAnswer
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode_claim, hold_to
from fundamento.contract.scanning import ClaimScanner
from fundamento.engine.request import Attempt, RunState
from fundamento.engine.settlement import Settlement
from fundamento.findings import Action, CheckId, Fault, Finding, Verdict
from fundamento.fragments import Fragment
from fundamento.streams import Shown, StreamedAbstention, StreamedClaim, StreamedConflict, StreamedGap, StreamedNotice

# What the rest of the answer may yet put right: a claim that fails it alone waits for the end.
_OPEN: Final = frozenset({CheckId.UNDISCLOSED_CONFLICT})


class Presenter:
    """Decides what of an answer is shown while it comes in; one for each request.

    A claim that blocks is a notice, any other is shown at once, in the order of the output. Where a check that sees the
    whole answer could still block a claim, it and all after it wait for the end. With `whole`, everything does.
    """

    __slots__ = ("_aliases", "_claims", "_noticed", "_numbers", "_scanner", "_waits", "_whole", "run")

    def __init__(self, aliases: Aliases, run: RunState, *, whole: bool = False) -> None:
        self._aliases = aliases
        self.run = run
        self._whole = whole
        self._noticed: set[tuple[int, int]] = set()  # attempts and indices
        self.restart()

    def restart(self) -> None:
        """Begin with a new output of the model; nothing of the one before was shown."""
        self._scanner = ClaimScanner()
        self._claims: list[Claim] = []
        self._numbers: dict[str, int] = {}
        self._waits = self._whole

    def read(self, piece: str) -> Iterator[Draft]:
        """Return the claims that end in this piece, each as a draft of its own."""
        for item in () if self._whole else self._scanner.feed(piece):
            claim, flaws = decode_claim(item, self._aliases)
            self._claims.append(claim)
            yield Draft(GroundedAnswer((claim,)), flaws)

    def judge(self, attempt: Attempt) -> Iterator[Shown]:
        """Return what is shown of the claim that was read last, by what the checks say of it alone."""
        index, claim = len(self._claims) - 1, self._claims[-1]
        decision = attempt.decision
        findings = [finding for finding in decision.findings if finding.check not in _OPEN]
        self._waits = self._waits or (not findings and any(each.check in _OPEN for each in decision.findings))
        if self._waits:
            return
        if findings or decision.faults:
            yield self._notice(index, findings, decision.faults, attempt)
        else:
            found = [finding for finding in attempt.assessment.findings if finding.check not in _OPEN]
            faults = attempt.assessment.faults
            verdict = Verdict.FAIL if found else Verdict.ERROR if faults else Verdict.PASS
            yield self._show(index, claim, verdict, found, attempt)

    def compare(self, draft: Draft) -> Draft:
        """Return the draft of the whole output, which may be another than what came in pieces."""
        return hold_to(draft, self._claims)

    def will_verify(self, settlement: Settlement) -> bool:
        """Say whether the end of the stream shows a claim that passed every check."""
        if settlement.action is Action.WITHHELD:
            return False
        claims = self.run.last.assessment.claims
        return any(claim.verdict is Verdict.PASS and claim.index not in settlement.lost for claim in claims)

    def finish(self, settlement: Settlement) -> Iterator[Shown]:
        """Return what is left to be shown once the whole answer is settled."""
        attempt = self.run.last
        if settlement.action is Action.WITHHELD or settlement.shown is None:
            yield from self._take_back(settlement, attempt)
            return
        fragments = attempt.context.fragments
        match settlement.shown.answer:
            case Abstention() as abstention:
                yield StreamedAbstention(abstention)
            case GroundedAnswer() as answer:
                yield from self._claims_left(settlement, attempt)
                for conflict in answer.conflicts:
                    yield StreamedConflict(conflict, self._number(conflict.fragments, fragments))
                for gap in answer.gaps:
                    yield StreamedGap(gap)

    def _claims_left(self, settlement: Settlement, attempt: Attempt) -> Iterator[Shown]:
        assessment = attempt.assessment
        claims = assessment.draft.answer.claims if isinstance(assessment.draft.answer, GroundedAnswer) else ()
        for index, claim in enumerate(claims):
            if index in settlement.lost:
                yield from self._notices((index,), attempt)
            elif index not in self.run.streamed:
                found = [finding for finding in assessment.findings if finding.claim == index]
                yield self._show(index, claim, assessment.claims[index].verdict, found, attempt)

    def _take_back(self, settlement: Settlement, attempt: Attempt) -> Iterator[Shown]:
        places = sorted(place for place in attempt.decision.places if place is not None)
        yield from self._notices(places, attempt)
        decision = attempt.decision
        findings = [finding for finding in decision.findings if finding.claim is None]
        yield self._notice(None, findings, settlement.faults, attempt)

    def _notices(self, places: Iterable[int], attempt: Attempt) -> Iterator[Shown]:
        for index in places:
            if (self._attempt(attempt), index) not in self._noticed:
                found = [finding for finding in attempt.decision.findings if finding.claim == index]
                faults = [fault for fault in attempt.decision.faults if fault.claim == index]
                yield self._notice(index, found, faults, attempt)

    def _notice(
        self, index: int | None, findings: Iterable[Finding], faults: Iterable[Fault], attempt: Attempt
    ) -> StreamedNotice:
        if index is not None:
            self._noticed.add((self._attempt(attempt), index))
        reported = tuple(_without_text(finding, index, attempt) for finding in findings)
        placed = tuple(replace(fault, claim=index) for fault in faults)
        return StreamedNotice(index, reported, placed, self._attempt(attempt))

    def _show(
        self, index: int, claim: Claim, verdict: Verdict, findings: Iterable[Finding], attempt: Attempt
    ) -> StreamedClaim:
        self.run.streamed.append(index)
        cited = [support.fragment for support in claim.support if support.retrieved]
        return StreamedClaim(
            index,
            claim,
            verdict,
            tuple(replace(finding, claim=index) for finding in findings),
            self._number(cited, attempt.context.fragments),
            self._attempt(attempt),
        )

    def _number(self, cited: Iterable[str], fragments: Mapping[str, Fragment]) -> tuple[int, ...]:
        known = [one for one in cited if one in fragments]
        return tuple(dict.fromkeys(self._numbers.setdefault(one, len(self._numbers) + 1) for one in known))

    def _attempt(self, attempt: Attempt) -> int:
        attempts = self.run.attempts
        return len(attempts) + (not attempts or attempts[-1] is not attempt)


def _without_text(finding: Finding, index: int | None, attempt: Attempt) -> Finding:
    """Return a finding without what a model may have written: its words, and IDs that it made up."""
    known = finding.fragment in attempt.context.fragments and finding.check is not CheckId.UNKNOWN_FRAGMENT
    return replace(finding, claim=index, fragment=finding.fragment if known else None, detail={})
