"""What is done about the last output of a request, and the result that follows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from fundamento.answers import Abstention, Draft, Gap, GroundedAnswer
from fundamento.assessments import Assessment
from fundamento.engine.assessment import assess
from fundamento.engine.referral import drop_explained
from fundamento.engine.request import Attempt, Request, RunState, decide_on
from fundamento.findings import Action, Fault, Outcome, Verdict
from fundamento.fragments import Fragment
from fundamento.missing.naming import name_missing
from fundamento.models import NO_USAGE
from fundamento.policy.bundle import OnReject
from fundamento.policy.decision import Decision, decide, prune
from fundamento.prose.remainder import says_more
from fundamento.result import Cost, Result


@dataclass(frozen=True, slots=True)
class Settlement:
    """The action, the outcome, and the draft that may be shown (None: nothing). `lost` are the claims pruned."""

    action: Action
    outcome: Outcome
    verdict: Verdict
    shown: Draft | None
    faults: tuple[Fault, ...]
    lost: tuple[int, ...] = ()

    def with_faults(self, faults: Iterable[Fault], decision: Decision) -> "Settlement":
        """Add faults that came up after the checks; what they block is withheld as unverified."""
        known = replace(self, faults=(*self.faults, *faults))
        return known.unverified() if decision.blocks else known

    def unverified(self) -> "Settlement":
        """Return what is left where nothing may be shown because a part could not do its work."""
        if self.action is Action.WITHHELD:
            return self
        return replace(
            self,
            action=Action.WITHHELD,
            outcome=Outcome.UNVERIFIED,
            verdict=Verdict.ERROR,
            shown=None,
            lost=(),
        )


def settle(request: Request, run: RunState) -> Settlement:
    """Decide what is done about the last attempt: allowed, repaired, pruned or withheld."""
    settlement = _in_own_words(request, _settle_attempt(request, run))
    unreachable = tuple(fault for fault in run.faults if fault.part == "store")
    return settlement.unverified() if unreachable and decide((), unreachable, request.ruling).blocks else settlement


def _in_own_words(request: Request, settlement: Settlement) -> Settlement:
    """Where a check enforces, let what is missing be named in the question's words: the model's own show nothing."""
    shown = settlement.shown
    if shown is None or shown.answer is None or not request.ruling.enforces(None):
        return settlement
    answer = shown.answer
    if isinstance(answer, Abstention):
        answer = replace(answer, missing=name_missing(answer.missing, request.question))
    else:
        gaps = dict.fromkeys(Gap(name_missing(gap.text, request.question)) for gap in answer.gaps)
        answer = replace(answer, gaps=tuple(gaps))
    return replace(settlement, shown=replace(shown, answer=answer))


def _settle_attempt(request: Request, run: RunState) -> Settlement:
    last = run.last
    assessment, draft = last.assessment, last.assessment.draft
    faults = (*drop_explained(assessment.faults, last.decision.findings), *run.faults)
    outcome = assessment.outcome if request.ruling.enabled else Outcome.UNVERIFIED
    settlement = Settlement(Action.ALLOWED, outcome, assessment.verdict, draft, faults)
    if not last.decision.blocks:
        return settlement if len(run.attempts) == 1 else replace(settlement, action=Action.REPAIRED)
    # A claim that was shown cannot be unsaid: from then on, what is rejected is taken out.
    if request.ruling.on_reject is OnReject.PRUNE or run.streamed:
        pruned = _prune(request, last)
        if pruned is not None:
            left, lost = pruned
            outcome = Outcome.PARTIAL if left.outcome is Outcome.ANSWERED else left.outcome
            return replace(settlement, action=Action.PRUNED, outcome=outcome, shown=left.draft, lost=lost)
    return replace(settlement, action=Action.WITHHELD, shown=None)


def _prune(request: Request, attempt: Attempt) -> tuple[Assessment, tuple[int, ...]] | None:
    """Return what is left and checks out, with the indices of what was lost; None where nothing can be kept."""
    draft = prune(attempt.assessment.draft, attempt.decision)
    if draft is None:
        return None
    # The records are those of this attempt's own look-up: what is left cites a part of the same fragments.
    unreachable = next((fault for fault in attempt.assessment.faults if fault.part == "store"), None)
    left = assess(draft, attempt.context, request.ruling.enabled, store_fault=unreachable, own=request.own)
    if decide_on(left, attempt.context, request.ruling).blocks:
        return None
    return left, tuple(sorted(place for place in attempt.decision.places if place is not None))


def conclude(request: Request, run: RunState, settlement: Settlement) -> Result:
    """Return the result that a settlement comes to."""
    last, first = run.last, run.attempts[0]
    answer = settlement.shown.answer if settlement.shown is not None else None
    draft = last.assessment.draft
    untouched = settlement.action is not Action.WITHHELD and (
        answer is None or _is_shown_whole(request, settlement, draft)
    )
    held = settlement.action in (Action.WITHHELD, Action.PRUNED)
    return Result(
        answer_id=request.origin.answer_id,
        outcome=settlement.outcome,
        action=settlement.action,
        answer=answer,
        findings=last.assessment.findings,
        faults=settlement.faults,
        claims=last.assessment.claims,
        cited=_cited(answer, last.context.fragments) if isinstance(answer, GroundedAnswer) else {},
        cost=_cost(run),
        lang=request.lang,
        first_findings=first.assessment.findings if len(run.attempts) > 1 else (),
        lost=settlement.lost,
        withheld=draft if held else None,
        first_outcome=first.assessment.outcome if request.ruling.enabled else settlement.outcome,
        hidden=run.hidden,
        raw=draft.raw if untouched else "",
        modes=request.ruling.modes,
        exempted=tuple(
            finding for finding in last.assessment.findings if request.ruling.waives(finding.check, last.about(finding))
        ),
        streamed=tuple(run.streamed),
    )


def _is_shown_whole(request: Request, settlement: Settlement, draft: Draft) -> bool:
    """Say whether prose is shown as it came: under enforce only where all of it was looked at."""
    if not draft.prose or settlement.action is not Action.ALLOWED:
        return False
    if not request.ruling.enforces(None):
        return True
    answer = draft.answer
    return isinstance(answer, GroundedAnswer) and not answer.gaps and not says_more(draft)


def _cited(answer: GroundedAnswer, fragments: Mapping[str, Fragment]) -> dict[str, Fragment]:
    claims = (support.fragment for claim in answer.claims for support in claim.support if support.retrieved)
    conflicts = (cited for conflict in answer.conflicts for cited in conflict.fragments)
    return {cited: fragments[cited] for cited in (*claims, *conflicts) if cited in fragments}


def _cost(run: RunState) -> Cost:
    first, repairs = run.attempts[0], run.attempts[1:]
    asked = [attempt for attempt in run.attempts if attempt.stop is not None]
    if not repairs:
        return Cost(len(asked), first.usage, first.seconds, judge=run.judge, first_claim_seconds=run.first_claim)
    repair = sum((attempt.usage for attempt in repairs), NO_USAGE)
    seconds = sum(attempt.seconds for attempt in repairs)
    usage, all_seconds = first.usage + repair, first.seconds + seconds
    return Cost(len(asked), usage, all_seconds, repair, seconds, run.judge, run.first_claim)
