"""The candidate: what another bundle would have done about the same outputs. It reports, and touches nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fundamento.answers import GroundedAnswer
from fundamento.assessments import Assessment
from fundamento.engine.assessment import assess
from fundamento.engine.request import Attempt, Request, RunState
from fundamento.failures import name_failure
from fundamento.findings import Action, CheckId, Fault, Finding, Mode
from fundamento.policy.decision import decide
from fundamento.policy.ruling import Ruling
from fundamento.policy.shadow import DecidedOutput, decide_action


@dataclass(frozen=True, slots=True)
class Shadow:
    """What the candidate would have done about a request; `ruling` is its own."""

    ruling: Ruling
    action: Action

    def mode_of(self, finding: Finding) -> Mode:
        """Return the mode of a finding's check under the candidate."""
        return self.ruling.modes[finding.check]

    def action_on(self, finding: Finding, attempt: Attempt) -> Action:
        """Return what the candidate would have done about one finding; under another threshold it may not have it."""
        candidate_only = attempt.candidate_only
        if (
            candidate_only is not None
            and finding.check in candidate_only.looked
            and _place(finding) not in map(_place, candidate_only.findings)
        ):
            return Action.ALLOWED
        blocked = bool(decide((finding,), (), self.ruling, attempt.about).findings)
        return self.action if blocked else Action.ALLOWED


def assess_candidate_only(request: Request, attempt: Attempt, fault: Fault | None) -> Assessment | None:
    """Return what the checks say that run for the candidate only; None: there are none."""
    if request.candidate is None or not request.candidate_only:
        return None
    context = replace(attempt.context, thresholds=request.candidate.bundle.thresholds)
    return assess(attempt.assessment.draft, context, request.candidate_only, store_fault=fault, own=request.own)


def candidate_only_findings(attempt: Attempt) -> Iterator[Finding]:
    """Yield the findings that only the candidate has: the check is off for now, or under another threshold."""
    if attempt.candidate_only is not None:
        known = {_place(each) for each in attempt.assessment.findings}
        yield from (each for each in attempt.candidate_only.findings if _place(each) not in known)


def _place(finding: Finding) -> tuple[object, ...]:
    return finding.check, finding.claim, finding.fragment, finding.reason


def candidate_only_looked(request: Request, attempt: Attempt) -> Mapping[CheckId, int]:
    """Return at how many claims each check looked that runs for the candidate only."""
    if attempt.candidate_only is None:
        return {}
    return {
        check: claims for check, claims in attempt.candidate_only.looked.items() if check not in request.ruling.enabled
    }


def decide_as_candidate(request: Request, run: RunState) -> Shadow | Fault | None:
    """Return what the candidate would have done, or the fault that kept it from saying so; None: there is none."""
    ruling = request.candidate
    if ruling is None:
        return None
    try:
        action = decide_action([_output(request, attempt, ruling) for attempt in run.attempts], ruling)
        unreachable = [fault for fault in run.faults if fault.part == "store"]
        if decide((), unreachable, ruling).blocks:
            action = Action.WITHHELD
        return Shadow(ruling, action)
    except Exception as error:  # noqa: BLE001 - a bundle that only reports must never take an answer down
        return Fault("candidate", name_failure(error))


def _output(request: Request, attempt: Attempt, ruling: Ruling) -> DecidedOutput:
    findings, faults = attempt.assessment.findings, attempt.assessment.faults
    if attempt.candidate_only is not None:
        candidate_only = request.candidate_only
        findings = (*(each for each in findings if each.check not in candidate_only), *attempt.candidate_only.findings)
        faults = (*(each for each in faults if each.check not in candidate_only), *attempt.candidate_only.faults)
    answer = attempt.assessment.draft.answer
    claims, gaps = (len(answer.claims), len(answer.gaps)) if isinstance(answer, GroundedAnswer) else (0, 0)
    return DecidedOutput(decide(findings, faults, ruling, attempt.about), claims, gaps)
