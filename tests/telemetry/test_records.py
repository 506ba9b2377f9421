import json
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.errors import InputError
from fundamento.events import MAX_FRAGMENT_IDS, Event
from fundamento.telemetry.records import Record, to_record
from telemetry.samples import (
    BARE_ANSWER,
    BARE_FAULT,
    BARE_FINDING,
    EVENT_IDS,
    EVENTS,
    FULL_ANSWER,
    FULL_FAULT,
    FULL_FINDING,
    KEPT,
    RELOADED,
)

PAIRS: list[tuple[Event, Event]] = [
    (BARE_ANSWER, FULL_ANSWER),
    (BARE_FINDING, FULL_FINDING),
    (BARE_FAULT, FULL_FAULT),
    (RELOADED, KEPT),
]

ORIGIN: Record = {
    "answer_id": "a-2",
    "entry": "answer",
    "bundle": "standard",
    "bundle_version": 3,
    "fingerprint": "f" * 64,
    "mode_source": "environment",
    "tenant": "t-9",
    "route": "billing",
    "trace_id": "c" * 32,
    "span_id": "d" * 16,
    "candidate_bundle": "strict",
    "candidate_version": 7,
    "candidate_fingerprint": "9" * 12,
}

FULL_ANSWER_RECORD: Record = {
    "event": "fundamento.answer",
    "schema": 1,
    **ORIGIN,
    "outcome": "answered",
    "first_outcome": "rejected",
    "verdict": "pass",
    "action": "repaired",
    "claims": 3,
    "claims_failed": 1,
    "claims_pruned": 2,
    "gaps": 4,
    "conflicts": 5,
    "fragments": 8,
    "fragments_hidden": 1,
    "cited": ["S1", "S2"],
    "cited_count": 2,
    "granularity": "block",
    "lowest_score": 0.25,
    "scorer": "words",
    "scorer_version": 3,
    "findings": 6,
    "findings_enforced": 7,
    "unknown_ids": 9,
    "faults": 10,
    "attempts": 2,
    "seconds": 1.5,
    "model_seconds": 1.25,
    "stop": "complete",
    "lang": "es",
    "quotes": "required",
    "dialect": "openai",
    "strict": True,
    "prompt_name": "answer",
    "prompt_version": 2,
    "prompt_lang": "en",
    "prompt_sha256": "e" * 64,
    "model_asked": "openai/gpt-5-mini",
    "model_answered": "gpt-5-mini",
    "input_tokens": 900,
    "output_tokens": 120,
    "judge": "llm/openai/gpt-5-mini",
    "judge_version": "judge-v1-0123456789ab",
    "judged": 11,
    "judge_calls": 12,
    "judge_cached": 13,
    "judge_seconds": 1.75,
    "judge_input_tokens": 800,
    "judge_output_tokens": 70,
    "exempted": 11,
    "mode_fallbacks": 12,
    "candidate_action": "withheld",
    "first_claim_seconds": 0.75,
    "checked": {"quote-not-found": 3, "empty-answer": 0},
    "candidate_checked": {"weak-support": 2},
}
FULL_FINDING_RECORD: Record = {
    "event": "fundamento.finding",
    "schema": 1,
    **ORIGIN,
    "check": "quote-not-found",
    "check_version": 2,
    "family": "quote",
    "mode": "enforce",
    "action": "withheld",
    "reason": "in-another-fragment",
    "attempt": 2,
    "final": False,
    "claim": 0,
    "fragment": "S1",
    "support_score": 0.25,
    "verdict": "fail",
    "exempted": True,
    "candidate_mode": "warn",
    "candidate_action": "allowed",
    "span_start": 3,
    "span_end": 9,
}
FULL_FAULT_RECORD: Record = {
    "event": "fundamento.fault",
    "schema": 1,
    **ORIGIN,
    "part": "check",
    "error": "TimeoutError",
    "action": "withheld",
    "check": "missing-fragment",
    "claim": 1,
    "mode": "enforce",
    "retryable": True,
    "verdict": "error",
}
KEPT_RECORD: Record = {
    "event": "fundamento.policy",
    "schema": 1,
    "status": "kept",
    "bundle": "acme",
    "bundle_version": 4,
    "fingerprint": "b" * 64,
    "error": "PolicyError",
}


@pytest.mark.parametrize(
    ("event", "record"),
    [
        (FULL_ANSWER, FULL_ANSWER_RECORD),
        (FULL_FINDING, FULL_FINDING_RECORD),
        (FULL_FAULT, FULL_FAULT_RECORD),
        (KEPT, KEPT_RECORD),
    ],
    ids=["answer", "finding", "fault", "policy"],
)
def test_a_record_holds_every_fact_of_its_event(event: Event, record: Record) -> None:
    assert record == to_record(event)
    assert list(record) == list(to_record(event))


@pytest.mark.parametrize(("bare", "full"), PAIRS, ids=[full.name for _, full in PAIRS])
def test_keys_are_the_same_whatever_is_known(bare: Event, full: Event) -> None:
    assert list(to_record(full)) == list(to_record(bare))


def test_what_is_not_known_is_null() -> None:
    record = to_record(BARE_ANSWER)
    nulls = {
        "tenant",
        "route",
        "trace_id",
        "span_id",
        "candidate_bundle",
        "candidate_version",
        "candidate_fingerprint",
        "candidate_action",
        "granularity",
        "lowest_score",
        "scorer",
        "scorer_version",
        "stop",
        "lang",
        "quotes",
        "dialect",
        "strict",
        "prompt_name",
        "prompt_version",
        "prompt_lang",
        "prompt_sha256",
        "model_asked",
        "model_answered",
        "input_tokens",
        "output_tokens",
        "judge",
        "judge_version",
        "judge_input_tokens",
        "judge_output_tokens",
        "first_claim_seconds",
    }
    assert nulls == {name for name, value in record.items() if value is None}


@pytest.mark.parametrize("event", EVENTS, ids=EVENT_IDS)
def test_values_are_plain_json(event: Event) -> None:
    record = to_record(event)
    assert record == json.loads(json.dumps(record))
    assert {type(value) for value in record.values()} <= {str, int, float, bool, list, dict, type(None)}


@given(st.lists(st.text(), max_size=3 * MAX_FRAGMENT_IDS))
def test_cited_ids_are_capped_and_their_number_is_kept(ids: list[str]) -> None:
    record = to_record(replace(BARE_ANSWER, cited=tuple(ids)))
    assert (ids[:MAX_FRAGMENT_IDS], len(ids)) == (record["cited"], record["cited_count"])


def test_a_record_is_its_own() -> None:
    one = to_record(BARE_ANSWER)
    one["tenant"] = "changed"
    one["cited"] = ["changed"]
    assert isinstance(one["checked"], dict)
    one["checked"]["changed"] = 1
    again = to_record(BARE_ANSWER)
    assert (again["tenant"], again["cited"], again["checked"]) == (None, [], {})


@pytest.mark.parametrize("thing", [None, "fundamento.answer", {"event": "fundamento.answer"}, FULL_ANSWER.origin])
def test_what_is_no_event_is_refused(thing: Any) -> None:
    with pytest.raises(InputError, match=f"^{type(thing).__name__} is no event"):
        to_record(cast("Event", thing))
