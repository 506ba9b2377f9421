"""Events of every kind, filled as much and as little as their classes allow."""

from fundamento.events import (
    AnswerEvent,
    Event,
    FaultEvent,
    FindingEvent,
    Origin,
    PolicyEvent,
    PromptRef,
)
from fundamento.findings import Action, CheckId, Family, Mode, Outcome, Verdict

BARE_ORIGIN = Origin("a-1", "check", "observe", 1, "0" * 64, "bundle")
FULL_ORIGIN = Origin(
    answer_id="a-2",
    entry="answer",
    bundle="standard",
    bundle_version=3,
    fingerprint="f" * 64,
    mode_source="environment",
    tenant="t-9",
    route="billing",
    trace_id="c" * 32,
    span_id="d" * 16,
)

BARE_ANSWER = AnswerEvent(
    origin=BARE_ORIGIN,
    outcome=Outcome.ABSTAINED,
    first_outcome=Outcome.ABSTAINED,
    verdict=Verdict.PASS,
    action=Action.ALLOWED,
    claims=0,
    claims_failed=0,
    claims_pruned=0,
    gaps=0,
    conflicts=0,
    fragments=0,
    fragments_hidden=1,
    cited=(),
    findings=0,
    findings_enforced=0,
    unknown_ids=0,
    faults=0,
    attempts=0,
    seconds=0.5,
    model_seconds=0.0,
)
FULL_ANSWER = AnswerEvent(
    origin=FULL_ORIGIN,
    outcome=Outcome.ANSWERED,
    first_outcome=Outcome.REJECTED,
    verdict=Verdict.PASS,
    action=Action.REPAIRED,
    claims=3,
    claims_failed=1,
    claims_pruned=2,
    gaps=4,
    conflicts=5,
    fragments=8,
    fragments_hidden=1,
    cited=("S1", "S2"),
    findings=6,
    findings_enforced=7,
    unknown_ids=9,
    faults=10,
    attempts=2,
    seconds=1.5,
    model_seconds=1.25,
    granularity="block",
    lowest_score=0.25,
    stop="complete",
    lang="es",
    quotes="required",
    dialect="openai",
    strict=True,
    prompt=PromptRef("answer", 2, "en", "e" * 64),
    model_asked="openai/gpt-5-mini",
    model_answered="gpt-5-mini",
    input_tokens=900,
    output_tokens=120,
)
BARE_FINDING = FindingEvent(
    origin=BARE_ORIGIN,
    check=CheckId.EMPTY_ANSWER,
    check_version=1,
    family=Family.CONTRACT,
    mode=Mode.WARN,
    action=Action.ALLOWED,
    reason="no-claim-no-gap",
    attempt=1,
    final=True,
)
FULL_FINDING = FindingEvent(
    origin=FULL_ORIGIN,
    check=CheckId.QUOTE_NOT_FOUND,
    check_version=2,
    family=Family.QUOTE,
    mode=Mode.ENFORCE,
    action=Action.WITHHELD,
    reason="in-another-fragment",
    attempt=2,
    final=False,
    claim=0,
    fragment="S1",
    support_score=0.25,
)
BARE_FAULT = FaultEvent(origin=BARE_ORIGIN, part="sink", error="BrokenPipeError", action=Action.ALLOWED)
FULL_FAULT = FaultEvent(
    origin=FULL_ORIGIN,
    part="check",
    error="TimeoutError",
    action=Action.WITHHELD,
    check=CheckId.MISSING_FRAGMENT,
    claim=1,
    mode=Mode.ENFORCE,
    retryable=True,
)
RELOADED = PolicyEvent(status="reloaded", bundle="acme", bundle_version=4, fingerprint="b" * 64)
KEPT = PolicyEvent("kept", "acme", 4, "b" * 64, error="PolicyError")

EVENTS: tuple[Event, ...] = (
    BARE_ANSWER,
    FULL_ANSWER,
    BARE_FINDING,
    FULL_FINDING,
    BARE_FAULT,
    FULL_FAULT,
    RELOADED,
    KEPT,
)
EVENT_IDS = (
    "bare-answer",
    "full-answer",
    "bare-finding",
    "full-finding",
    "bare-fault",
    "full-fault",
    "reloaded",
    "kept",
)
