"""The events of one answer, made from what happened; no person's text goes in."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.engine.assessment import cited_ids
from fundamento.engine.request import Attempt, Prompting, Request, RunState
from fundamento.engine.settlement import Settlement
from fundamento.engine.shadow import Shadow, candidate_only_findings, candidate_only_looked
from fundamento.events import AnswerEvent, FaultEvent, FindingEvent
from fundamento.findings import Action, CheckId, Fault, Finding, Mode, Verdict
from fundamento.fragments import coarsest
from fundamento.models import NO_USAGE
from fundamento.policy.resolving import EXEMPTION
from fundamento.scoring.score import name_scorer


def report_findings(
    request: Request, run: RunState, settlement: Settlement, shadow: Shadow | None = None
) -> list[FindingEvent]:
    """Return one event a finding, of every attempt; those of an output that a repair replaced are not final.

    Findings that only the candidate has are among them, with the mode off.
    """
    reporter = _Reporter(request, settlement, shadow)
    events: list[FindingEvent] = []
    for number, attempt in enumerate(run.attempts, 1):
        final = attempt is run.last
        events += [reporter.report(each, attempt, number, final=final) for each in attempt.assessment.findings]
        candidate_only = [
            reporter.report(each, attempt, number, final=final) for each in candidate_only_findings(attempt)
        ]
        events += [replace(each, mode=Mode.OFF, action=Action.ALLOWED) for each in candidate_only]
    return events


class _Reporter:
    """Makes the events of findings of one request."""

    __slots__ = ("_request", "_settlement", "_shadow")

    def __init__(self, request: Request, settlement: Settlement, shadow: Shadow | None) -> None:
        self._request = request
        self._settlement = settlement
        self._shadow = shadow

    def report(self, finding: Finding, attempt: Attempt, number: int, *, final: bool) -> FindingEvent:
        ruling, origin, shadow = self._request.ruling, self._request.origin, self._shadow
        mode, source = ruling.modes[finding.check], ruling.source_of(finding.check)
        exempted = ruling.waives(finding.check, attempt.about(finding))
        if exempted and mode is Mode.ENFORCE:
            mode, source = Mode.WARN, EXEMPTION
        return FindingEvent(
            origin=origin if source == origin.mode_source else replace(origin, mode_source=source),
            check=finding.check,
            check_version=self._request.check_of(finding.check).version,
            family=self._request.check_of(finding.check).family,
            mode=mode,
            action=self._settlement.action if mode is Mode.ENFORCE else Action.ALLOWED,
            reason=finding.reason,
            attempt=number,
            final=final,
            claim=finding.claim,
            fragment=_retrieved(finding, attempt),
            exempted=exempted,
            candidate_mode=None if shadow is None else shadow.mode_of(finding),
            candidate_action=None if shadow is None else shadow.action_on(finding, attempt),
            support_score=_score_of(finding, attempt),
            span_start=None if finding.span is None else finding.span.start,
            span_end=None if finding.span is None else finding.span.end,
        )


def report_faults(
    request: Request, faults: Iterable[Fault], action: Action = Action.WITHHELD
) -> tuple[FaultEvent, ...]:
    """Return one event a fault."""
    return tuple(
        FaultEvent(
            origin=request.origin,
            part=fault.part,
            error=fault.error,
            action=action,
            check=fault.check,
            claim=fault.claim,
            mode=request.ruling.modes[fault.check] if fault.check is not None else None,
        )
        for fault in faults
    )


def report_answer(
    request: Request, run: RunState, settlement: Settlement, prompting: Prompting | None, shadow: Shadow | None = None
) -> AnswerEvent:
    """Return the one canonical event of an answer."""
    last, first, ruling = run.last, run.attempts[0], request.ruling
    draft, findings = last.assessment.draft, last.assessment.findings
    answer = draft.answer if isinstance(draft.answer, GroundedAnswer) else GroundedAnswer()
    exempted = [each for each in findings if ruling.waives(each.check, last.about(each))]
    lowest, scorer, weights = _sum_up_scores(last)
    cited, usage = cited_ids(draft, last.context), sum((attempt.usage for attempt in run.attempts), NO_USAGE)
    return AnswerEvent(
        origin=request.origin,
        outcome=settlement.outcome,
        first_outcome=first.assessment.outcome if ruling.enabled else settlement.outcome,
        verdict=settlement.verdict,
        action=settlement.action,
        claims=len(answer.claims),
        claims_failed=sum(claim.verdict is Verdict.FAIL for claim in last.assessment.claims),
        claims_pruned=len(settlement.lost),
        gaps=len(answer.gaps),
        conflicts=len(answer.conflicts),
        fragments=len(last.context.fragments),
        fragments_hidden=run.hidden,
        cited=tuple(cited),
        findings=len(findings),
        findings_enforced=sum(ruling.enforces(each.check) for each in findings if each not in exempted),
        unknown_ids=_count_unknown(draft),
        faults=len(settlement.faults),
        attempts=sum(attempt.stop is not None for attempt in run.attempts),
        seconds=request.clock() - run.started,
        model_seconds=sum(attempt.seconds for attempt in run.attempts),
        granularity=coarsest(last.context.fragments[one] for one in cited),
        lowest_score=lowest,
        scorer=scorer,
        scorer_version=weights,
        stop=last.stop.value if last.stop is not None else None,
        lang=request.lang,
        quotes="required" if request.quotes else "off",
        dialect=prompting.dialect.name if prompting is not None else None,
        strict=run.strict,
        prompt=prompting.prompt.ref if prompting is not None else None,
        model_asked=prompting.model if prompting is not None else None,
        model_answered=last.model,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        judge=request.judge[0] if request.judge else None,
        judge_version=request.judge[1] if request.judge else None,
        judged=run.judged,
        judge_calls=run.judge.calls,
        judge_cached=run.judge.cached,
        judge_seconds=run.judge.seconds,
        judge_input_tokens=run.judge.usage.input_tokens,
        judge_output_tokens=run.judge.usage.output_tokens,
        exempted=len(exempted),
        mode_fallbacks=ruling.fallbacks,
        candidate_action=None if shadow is None else shadow.action,
        first_claim_seconds=run.first_claim,
        checked=_by_name(first.assessment.looked),
        candidate_checked={} if shadow is None else _by_name(candidate_only_looked(request, first)),
    )


# A member of an enumeration is no key of JSON to every writer of it, and to ask one for its value is slow.
_NAMES: Final = {check: check.value for check in CheckId}


def _by_name(looked: Mapping[CheckId, int]) -> dict[str, int]:
    return {_NAMES.get(check) or check.value: claims for check, claims in looked.items()}


def _score_of(finding: Finding, attempt: Attempt) -> float | None:
    claims = attempt.assessment.claims
    return claims[finding.claim].support_score if finding.claim is not None and finding.claim < len(claims) else None


def _retrieved(finding: Finding, attempt: Attempt) -> str | None:
    """Return the cited ID unless the model made it up: then it is the model's text."""
    known = finding.fragment in attempt.context.fragments and finding.reason != "not-retrieved"
    return finding.fragment if known else None


def _sum_up_scores(attempt: Attempt) -> tuple[float | None, str | None, int | None]:
    """Return the lowest score, what it goes by and the version of its weights; None: no claim was scored."""
    scores = [claim.support_score for claim in attempt.assessment.claims if claim.support_score is not None]
    return (min(scores), *name_scorer()) if scores else (None, None, None)


def _count_unknown(draft: Draft) -> int:
    if not isinstance(draft.answer, GroundedAnswer):
        return 0
    claims = sum(not support.retrieved for claim in draft.answer.claims for support in claim.support)
    return claims + sum(len(conflict.unknown) for conflict in draft.answer.conflicts)
