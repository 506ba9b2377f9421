"""Events as flat records: the same keys every time, plain JSON values only."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeAlias

from fundamento.errors import InputError
from fundamento.events import (
    MAX_FRAGMENT_IDS,
    SCHEMA_VERSION,
    AnswerEvent,
    Event,
    FaultEvent,
    FindingEvent,
    Origin,
    PolicyEvent,
    PromptRef,
)

Value: TypeAlias = str | int | float | bool | list[str] | dict[str, int] | None
Record: TypeAlias = dict[str, Value]


def to_record(event: Event) -> Record:
    """Return an event as a flat record that any JSON writer takes.

    Every record of one event type has the same keys; what is not known is None. What `origin` holds stands
    beside the event's own fields, what `prompt` holds gets the prefix `prompt_`. Enums are their values. The
    cited IDs are cut at `MAX_FRAGMENT_IDS`; `cited_count` keeps how many they were. Raises `InputError` for
    what is no event.
    """
    # Records are spelled out, not walked: every answer makes one, and this is the faster way.
    if isinstance(event, AnswerEvent):
        return _record_answer(event)
    if isinstance(event, FindingEvent):
        return _record_finding(event)
    if isinstance(event, FaultEvent):
        return _record_fault(event)
    if isinstance(event, PolicyEvent):
        return _record_policy(event)
    raise InputError(f"{type(event).__name__} is no event.", hint="Give one of the event classes of fundamento.events.")


def _record_answer(event: AnswerEvent) -> Record:
    return {
        "event": event.name,
        "schema": SCHEMA_VERSION,
        **_record_origin(event.origin),
        "outcome": str(event.outcome),
        "first_outcome": str(event.first_outcome),
        "verdict": str(event.verdict),
        "action": str(event.action),
        "claims": event.claims,
        "claims_failed": event.claims_failed,
        "claims_pruned": event.claims_pruned,
        "gaps": event.gaps,
        "conflicts": event.conflicts,
        "fragments": event.fragments,
        "fragments_hidden": event.fragments_hidden,
        "cited": _cap(event.cited),
        "cited_count": len(event.cited),
        "granularity": event.granularity,
        "lowest_score": event.lowest_score,
        "scorer": event.scorer,
        "scorer_version": event.scorer_version,
        "findings": event.findings,
        "findings_enforced": event.findings_enforced,
        "unknown_ids": event.unknown_ids,
        "faults": event.faults,
        "attempts": event.attempts,
        "seconds": event.seconds,
        "model_seconds": event.model_seconds,
        "stop": event.stop,
        "lang": event.lang,
        "quotes": event.quotes,
        "dialect": event.dialect,
        "strict": event.strict,
        **_record_prompt(event.prompt),
        "model_asked": event.model_asked,
        "model_answered": event.model_answered,
        "input_tokens": event.input_tokens,
        "output_tokens": event.output_tokens,
        "judge": event.judge,
        "judge_version": event.judge_version,
        "judged": event.judged,
        "judge_calls": event.judge_calls,
        "judge_cached": event.judge_cached,
        "judge_seconds": event.judge_seconds,
        "judge_input_tokens": event.judge_input_tokens,
        "judge_output_tokens": event.judge_output_tokens,
        "exempted": event.exempted,
        "mode_fallbacks": event.mode_fallbacks,
        "candidate_action": _value(event.candidate_action),
        "first_claim_seconds": event.first_claim_seconds,
        "checked": dict(event.checked),
        "candidate_checked": dict(event.candidate_checked),
    }


def _record_finding(event: FindingEvent) -> Record:
    return {
        "event": event.name,
        "schema": SCHEMA_VERSION,
        **_record_origin(event.origin),
        "check": str(event.check),
        "check_version": event.check_version,
        "family": str(event.family),
        "mode": str(event.mode),
        "action": str(event.action),
        "reason": event.reason,
        "attempt": event.attempt,
        "final": event.final,
        "claim": event.claim,
        "fragment": event.fragment,
        "support_score": event.support_score,
        "verdict": str(event.verdict),
        "exempted": event.exempted,
        "candidate_mode": _value(event.candidate_mode),
        "candidate_action": _value(event.candidate_action),
        "span_start": event.span_start,
        "span_end": event.span_end,
    }


def _record_fault(event: FaultEvent) -> Record:
    return {
        "event": event.name,
        "schema": SCHEMA_VERSION,
        **_record_origin(event.origin),
        "part": event.part,
        "error": event.error,
        "action": str(event.action),
        "check": _value(event.check),
        "claim": event.claim,
        "mode": _value(event.mode),
        "retryable": event.retryable,
        "verdict": str(event.verdict),
    }


def _record_policy(event: PolicyEvent) -> Record:
    return {
        "event": event.name,
        "schema": SCHEMA_VERSION,
        "status": event.status,
        "bundle": event.bundle,
        "bundle_version": event.bundle_version,
        "fingerprint": event.fingerprint,
        "error": event.error,
    }


def _record_origin(origin: Origin) -> Record:
    return {
        "answer_id": origin.answer_id,
        "entry": origin.entry,
        "bundle": origin.bundle,
        "bundle_version": origin.bundle_version,
        "fingerprint": origin.fingerprint,
        "mode_source": origin.mode_source,
        "tenant": origin.tenant,
        "route": origin.route,
        "trace_id": origin.trace_id,
        "span_id": origin.span_id,
        "candidate_bundle": origin.candidate_bundle,
        "candidate_version": origin.candidate_version,
        "candidate_fingerprint": origin.candidate_fingerprint,
    }


def _record_prompt(prompt: PromptRef | None) -> Record:
    if prompt is None:
        return {"prompt_name": None, "prompt_version": None, "prompt_lang": None, "prompt_sha256": None}
    return {
        "prompt_name": prompt.name,
        "prompt_version": prompt.version,
        "prompt_lang": prompt.lang,
        "prompt_sha256": prompt.sha256,
    }


def _value(member: StrEnum | None) -> str | None:
    return None if member is None else str(member)


def _cap(ids: Sequence[str]) -> list[str]:
    return list(ids[:MAX_FRAGMENT_IDS])
