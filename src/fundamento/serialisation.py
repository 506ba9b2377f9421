"""A result as plain JSON values."""

from collections.abc import Mapping
from typing import Any

from fundamento.answers import Claim, GroundedAnswer
from fundamento.assessments import ClaimAssessment
from fundamento.findings import Action, CheckId, Fault, Finding, Mode
from fundamento.result import Result


def report(result: Result, modes: Mapping[CheckId, Mode]) -> dict[str, Any]:
    """Return what a result comes to: outcome, action, claims with their spans, findings and faults.

    Spans are in code points of the fragment's text. The claims are those of the output, shown or not: an audit is for
    people who review it.
    """
    texts = drafted_claims(result)
    return {
        "outcome": result.outcome.value,
        "action": result.action.value,
        "claims": [_claim(claim, texts[claim.index].text) for claim in result.claims],
        "findings": [
            _finding(finding, modes, exempted=any(finding is each for each in result.exempted))
            for finding in result.findings
        ],
        "faults": [_fault(fault) for fault in result.faults],
    }


def report_answer(result: Result, *, drafts: bool = True) -> dict[str, Any]:
    """Return the same with `text`, as `Result.text` renders it, and `cited`: the fragment of each marker.

    `public` is what may be handed on to a user as it is (`Result.public`); all else is for whoever runs the assistant.
    Without `drafts`, what may not be shown has no text: the claims that were withheld or pruned, and what their
    findings say of them beyond the reason.
    """
    cited = [
        {"number": number, "fragment": fragment.id, "document": fragment.document, "version": fragment.version}
        for number, fragment in enumerate(result.cited.values(), 1)
    ]
    values = {"text": result.text(), "cited": cited, "public": result.public(), **report(result, result.modes)}
    return values if drafts else _without_drafts(values, result)


def report_fault(fault: Fault) -> dict[str, Any]:
    """Return one fault."""
    return _fault(fault)


def _without_drafts(values: dict[str, Any], result: Result) -> dict[str, Any]:
    whole = result.action is Action.WITHHELD
    hidden = {
        claim.index
        for claim in result.claims
        if claim.index in result.lost or (whole and claim.index not in result.streamed)
    }
    retrieved = {fragment for claim in result.claims for fragment in claim.fragments}

    def strip(finding: dict[str, Any]) -> dict[str, Any]:
        if finding["claim"] not in hidden and not (whole and finding["claim"] is None):
            return finding
        known = finding["fragment"] in retrieved and finding["check"] != CheckId.UNKNOWN_FRAGMENT.value
        return {
            **finding,
            "fragment": finding["fragment"] if known else None,
            "detail": {"reason": finding["detail"]["reason"]},
        }

    claims = [
        {**reported, "text": None} if claim.index in hidden else reported
        for claim, reported in zip(result.claims, values["claims"], strict=True)
    ]
    return {**values, "claims": claims, "findings": [strip(finding) for finding in values["findings"]]}


def drafted_claims(result: Result) -> tuple[Claim, ...]:
    """Return the claims of the model's last output, whether they may be shown or not."""
    answer = result.answer if result.withheld is None else result.withheld.answer
    return answer.claims if isinstance(answer, GroundedAnswer) else ()


def _claim(claim: ClaimAssessment, text: str) -> dict[str, Any]:
    return {
        "text": text,
        "verdict": claim.verdict.value,
        "support_score": claim.support_score,
        "spans": [
            {"fragment": quote.fragment, "start": quote.span.start, "end": quote.span.end} for quote in claim.quotes
        ],
    }


def _finding(finding: Finding, modes: Mapping[CheckId, Mode], *, exempted: bool) -> dict[str, Any]:
    mode = Mode.WARN if exempted and modes[finding.check] is Mode.ENFORCE else modes[finding.check]
    return {
        "claim": finding.claim,
        "check": finding.check.value,
        "fragment": finding.fragment,
        "mode": mode.value,
        "span": None if finding.span is None else {"start": finding.span.start, "end": finding.span.end},
        **({"exempted": True} if exempted else {}),
        "detail": {"reason": finding.reason, **finding.detail},
    }


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "part": fault.part,
        "error": fault.error,
        "check": fault.check.value if fault.check is not None else None,
        "claim": fault.claim,
    }
