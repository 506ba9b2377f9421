"""What goes out: results and the events of a stream, as JSON, and the models that describe them."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fundamento.findings import Action, CheckId, Finding, Mode, Outcome, Verdict
from fundamento.public_form import PublicResult
from fundamento.result import Result
from fundamento.serialisation import report_answer, report_fault
from fundamento.streams import Shown, StreamedAbstention, StreamedClaim, StreamedConflict, StreamedGap, StreamedNotice


class Reply(BaseModel):
    """What they all have in common."""

    model_config = ConfigDict(extra="forbid")


class SpanReply(Reply):
    """Where a quote stands: code points of the fragment's text."""

    fragment: str
    start: int
    end: int


class PlaceReply(Reply):
    """A part of a claim's text, in code points."""

    start: int
    end: int


class ClaimReply(Reply):
    """A claim of the output. `text` is null for one that may not be shown, unless a review was asked for."""

    text: str | None
    verdict: Verdict
    support_score: Annotated[float, Field(ge=0, le=1)] | None
    spans: list[SpanReply]


class FindingReply(Reply):
    """A check that failed; `claim` is the index of the claim, null for the whole answer.

    `span` is the part of its text that failed; null: all of it, or not known.
    """

    claim: int | None
    check: CheckId
    fragment: str | None
    mode: Mode
    span: PlaceReply | None
    exempted: bool = False
    detail: dict[str, Any]


class FaultReply(Reply):
    """Something that could not run."""

    part: str
    error: str
    check: CheckId | None
    claim: int | None


class CheckReply(Reply):
    """How a check ended."""

    outcome: Outcome
    action: Action
    claims: list[ClaimReply]
    findings: list[FindingReply]
    faults: list[FaultReply]


class CitedReply(Reply):
    """The fragment that a marker such as [1] stands for."""

    number: int
    fragment: str
    document: str | None
    version: str | None


class AnswerReply(CheckReply):
    """How an answer ended. `text` is what may be shown, with markers; `public` what a user may see, whole."""

    text: str
    cited: list[CitedReply]
    public: PublicResult


class ErrorDetail(Reply):
    """Why there is no result. `retryable`: the same request may succeed later."""

    type: str
    message: str
    hint: str
    retryable: bool


class ErrorReply(Reply):
    """What comes in place of a result."""

    error: ErrorDetail


class StatusReply(Reply):
    """Whether the service lives, or is ready."""

    status: Literal["ok", "unavailable"]
    parts: dict[str, Literal["ok", "error"]] = {}


def write_json(value: Mapping[str, Any]) -> bytes:
    """Return JSON as UTF-8; half of a surrogate pair, which has none, as its escape."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def write_event(name: str, value: Mapping[str, Any]) -> bytes:
    """Return one server-sent event; JSON has no line breaks of its own."""
    return b"event: %b\ndata: %b\n\n" % (name.encode("ascii"), write_json(value))


def write_result(result: Result, *, review: bool) -> bytes:
    """Return the last event of a stream: what an answer would have come to."""
    return write_event("result", report_answer(result, drafts=review))


def write_shown(event: Shown) -> bytes:
    """Return the event of what a stream shows."""
    match event:
        case StreamedClaim():
            value = {"index": event.index, "text": event.text(), "verdict": event.verdict.value}
            # Each is of this claim by itself; with their modes they are in the result.
            return write_event("claim", {**value, "findings": [_brief(finding) for finding in event.findings]})
        case StreamedNotice():
            told = {"index": event.index, "findings": [_brief(finding) for finding in event.findings]}
            return write_event("notice", {**told, "faults": [report_fault(fault) for fault in event.faults]})
        case StreamedGap():
            return write_event("gap", {"text": event.gap.text})
        case StreamedConflict():
            return write_event("conflict", {"text": event.conflict.text, "numbers": list(event.numbers)})
        case StreamedAbstention():
            return write_event("abstention", {"missing": event.abstention.missing})


def _brief(finding: Finding) -> dict[str, Any]:
    return {"check": finding.check.value, "fragment": finding.fragment, "reason": finding.reason}
