#!/usr/bin/env python3
"""Writes the schemas of events, policies and results, and the table of fields in README.md, from the classes.

usage: python observability/make_event_schema.py            write the files
       python observability/make_event_schema.py --check    write nothing; exit 1 if a file is not up to date
"""

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from written_files import main

from fundamento.events import MAX_FRAGMENT_IDS, SCHEMA_VERSION, Event
from fundamento.findings import OWN_ID_PATTERN, CheckId
from fundamento.policy.form import build_schema as policy_schema
from fundamento.public_form import build_schema as result_schema

EVENT_TYPES: Final[tuple[type[Event], ...]] = get_args(Event)

FOLDER: Final = Path(__file__).parent
SCHEMA_FILE: Final = FOLDER / "events.schema.json"
POLICY_FILE: Final = FOLDER / "policy.schema.json"
RESULT_FILE: Final = FOLDER / "result.schema.json"
README_FILE: Final = FOLDER / "README.md"
TABLE_START: Final = "<!-- fields: written by make_event_schema.py -->\n"
TABLE_END: Final = "<!-- end of fields -->\n"

# What the application's structlog configuration may add to a line.
ENVELOPE: Final[Mapping[str, Mapping[str, Any]]] = {
    "timestamp": {"type": "string", "format": "date-time"},
    "level": {"enum": ["debug", "info", "warning", "error", "critical"]},
    "logger": {"type": "string"},
    "trace_id": {"type": ["string", "null"]},
    "span_id": {"type": ["string", "null"]},
}

MEANINGS: Final[Mapping[str, str]] = {
    "event": "the event's name",
    "schema": "major version of this schema",
    "timestamp": "when the line was written, ISO 8601, UTC",
    "level": "`warning` for faults and a policy file that was not taken, else `info`",
    "logger": "name of the logger",
    "trace_id": "trace that the answer belongs to; may be left out",
    "span_id": "span that the answer belongs to; may be left out",
    "answer_id": "the answer; joins all lines about it",
    "entry": "how it came in: `answer` (a model was asked) or `check` (an output was audited)",
    "bundle": "name of the policy bundle",
    "bundle_version": "version of the policy bundle",
    "fingerprint": "fingerprint of the bundle's effective content",
    "mode_source": "what decided the mode: `bundle`, `scope:N`, `percent`, `no-key` (a percentage without its key), "
    "`exemption`, `openfeature` and the like, or `environment` (the kill switch); in an answer, all of them, joined by "
    "`+`",
    "tenant": "pseudonym of the tenant, under `Settings(tenant_key=...)`; null without a key",
    "route": "route of the application",
    "candidate_bundle": "name of the bundle that runs beside and only reports",
    "candidate_version": "version of the candidate",
    "candidate_fingerprint": "fingerprint of the candidate's effective content",
    "candidate_action": "what the candidate would have done about the same outputs",
    "candidate_mode": "mode of the check under the candidate",
    "exempted": "findings that an exemption covers, so that they block nothing: how many, or whether this one is",
    "mode_fallbacks": "number of checks whose mode stands in for one that could not be had",
    "outcome": "how the request ended, as the checks see it",
    "first_outcome": "what the first output came to, before any repair or pruning",
    "verdict": "what the checks say; `error` means that one could not run",
    "action": "what the policy did about it",
    "claims": "number of claims in the output",
    "claims_failed": "number of claims with a finding",
    "claims_pruned": "number of claims that were taken out",
    "gaps": "number of gaps",
    "conflicts": "number of conflicts",
    "fragments": "number of fragments that the model was given, or that an output was checked against",
    "fragments_hidden": "number of retrieved fragments that were kept from the model: the reader may not read them",
    "cited": f"IDs of the retrieved fragments that were cited, {MAX_FRAGMENT_IDS} at most",
    "cited_count": "number of fragments cited, with those over the limit",
    "granularity": "coarsest of the cited fragments: `span`, or `block` where one has no place in its document",
    "lowest_score": "lowest support score of a claim, from 0 to 1; null: none was scored",
    "scorer": "what support scores go by: `words`; null: none was scored",
    "scorer_version": "version of its weights",
    "support_score": "support score of the claim, from 0 to 1; null: the whole answer, or a claim that was not scored",
    "findings": "number of findings",
    "findings_enforced": "number of findings of checks under enforce",
    "unknown_ids": "number of cited IDs that the request did not retrieve",
    "faults": "number of parts that could not run",
    "attempts": "number of calls to the model",
    "seconds": "time of the whole request, in seconds",
    "model_seconds": "time in the model, over all attempts, in seconds",
    "stop": "why the model stopped",
    "lang": "language of the prompt",
    "quotes": "whether quotes were required",
    "dialect": "dialect of the schema that the model was given",
    "strict": "whether the schema forced support",
    "prompt_name": "name of the prompt",
    "prompt_version": "version of the prompt",
    "prompt_lang": "language of the prompt's file",
    "prompt_sha256": "SHA-256 of the prompt's file",
    "model_asked": "model that was asked for",
    "model_answered": "model that the provider says has answered",
    "input_tokens": "tokens in, as the provider counts them, over all attempts",
    "output_tokens": "tokens out, likewise",
    "judge": "name of the judge; null: none is set up",
    "judge_version": "version of the judge's model or prompt",
    "judged": "number of claims that were put to the judge, over all attempts",
    "judge_calls": "number of calls of the judge's model",
    "judge_cached": "number of claims that it had judged before",
    "judge_seconds": "time in the judge, over all attempts, in seconds",
    "judge_input_tokens": "tokens into the judge's model, over all attempts",
    "judge_output_tokens": "tokens out of it, likewise",
    "first_claim_seconds": "time from the request to the first verified claim that a stream showed, in seconds",
    "checked": "by ID of each check that looked at anything of the first output, at how many claims; of one that looks "
    "at the answer as a whole, how many claims there are. Not there: off, could not run, or nothing to look at",
    "candidate_checked": "the same for the checks that ran for the candidate alone",
    "check": "ID of the check",
    "check_version": "version of the check",
    "family": "family of the check",
    "mode": "mode of the check for this request; `off`: only the candidate has this finding",
    "reason": "why the check failed: a fixed code",
    "attempt": "which call to the model gave the output",
    "final": "false where a later attempt took this output's place",
    "claim": "index of the claim from 0; null: the whole answer",
    "fragment": "ID of the cited fragment; null: none, or none that was retrieved",
    "span_start": "where in the claim's text that begins which failed, in code points; null: all of it, or not known",
    "span_end": "where it ends",
    "part": "what could not run: `check`, `store`, `source`, `sink`, `policy`, `model`, `judge` or `candidate`",
    "error": "name of the exception's class, or a fixed word, and never a message",
    "retryable": "whether the same call may succeed later",
    "status": "`reloaded`, or `kept` where the file is broken and the last good bundle stays",
}

_JSON_TYPES: Final[Mapping[type, str]] = {str: "string", int: "integer", float: "number", bool: "boolean"}


def build_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of every line that the structlog sink writes."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fundamento events",
        "description": "One line of the event log. Written by make_event_schema.py; do not edit.",
        "oneOf": [{"$ref": f"#/$defs/{event_type.name}"} for event_type in EVENT_TYPES],
        "$defs": {event_type.name: _describe_event(event_type) for event_type in EVENT_TYPES},
    }


def build_table() -> str:
    """Return the table of fields in Markdown: a row a field, with the events that carry it."""
    carriers: dict[str, list[str]] = {}
    for event_type in EVENT_TYPES:
        for name in _describe_event(event_type)["properties"]:
            carriers.setdefault(name, []).append(event_type.name.removeprefix("fundamento."))
    rows = ["| field | events | meaning |", "|---|---|---|"]
    for name, events in carriers.items():
        where = "all" if len(events) == len(EVENT_TYPES) else ", ".join(events)
        rows.append(f"| `{name}` | {where} | {MEANINGS[name]} |")
    return "\n".join(rows) + "\n"


def render_files() -> dict[Path, str]:
    """Return what the schema file and the README have to hold, by path."""
    before, _, rest = README_FILE.read_text(encoding="utf-8").partition(TABLE_START)
    _, _, after = rest.partition(TABLE_END)
    return {
        SCHEMA_FILE: json.dumps(build_schema(), indent=2, ensure_ascii=False) + "\n",
        POLICY_FILE: json.dumps(policy_schema(), indent=2, ensure_ascii=False) + "\n",
        RESULT_FILE: json.dumps(result_schema(), indent=2, ensure_ascii=False) + "\n",
        README_FILE: f"{before}{TABLE_START}\n{build_table()}\n{TABLE_END}{after}",
    }


class Key(NamedTuple):
    """One key of a line: its name, the type of its value, and whether null may stand there."""

    name: str
    hint: type
    nullable: bool


def _describe_event(event_type: type[Event]) -> dict[str, Any]:
    own: dict[str, Mapping[str, Any]] = {
        key.name: _describe_key(key) for key in _list_keys(event_type) if key.name not in ENVELOPE
    }
    fixed: dict[str, Mapping[str, Any]] = {
        "event": {"const": event_type.name},
        "schema": {"const": SCHEMA_VERSION},
    }
    properties = {**fixed, **own, **ENVELOPE}
    return {
        "type": "object",
        "properties": {name: {"description": MEANINGS[name], **schema} for name, schema in properties.items()},
        "required": [*fixed, *own],
        "additionalProperties": False,
    }


def _describe_key(key: Key) -> dict[str, Any]:
    if key.hint is Mapping:
        counts = {"type": "integer", "minimum": 0}
        names = {"anyOf": [{"enum": list(map(str, CheckId))}, {"pattern": OWN_ID_PATTERN}]}
        return {"type": "object", "propertyNames": names, "additionalProperties": counts}
    if key.hint is tuple:
        return {"type": "array", "items": {"type": "string"}, "maxItems": MAX_FRAGMENT_IDS}
    if issubclass(key.hint, Enum):
        values = [str(member) for member in key.hint]
        if key.hint is CheckId:  # or one of a user's own
            own = {"type": "string", "pattern": OWN_ID_PATTERN}
            return {"anyOf": [{"enum": [*values, None] if key.nullable else values}, own]}
        return {"enum": [*values, None] if key.nullable else values}
    name = _JSON_TYPES[key.hint]
    schema: dict[str, Any] = {"type": [name, "null"] if key.nullable else name}
    if name in ("integer", "number"):
        schema["minimum"] = 0
    return schema


def _list_keys(holder: type, prefix: str = "", *, nullable: bool = False) -> Iterator[Key]:
    hints = get_type_hints(holder)
    for field in fields(holder):
        name = prefix + field.name
        hint, optional = _split_hint(hints[field.name])
        if is_dataclass(hint):
            yield from _list_keys(hint, "" if field.name == "origin" else f"{name}_", nullable=nullable or optional)
        else:
            yield Key(name, hint, nullable or optional)
            if hint is tuple:
                yield Key(f"{name}_count", int, nullable=False)


def _split_hint(hint: Any) -> tuple[type, bool]:  # noqa: ANN401 - a type hint has no narrower type
    """Return the type inside `X | None`, and whether None was there."""
    optional = get_origin(hint) in (Union, UnionType)
    if optional:
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    return get_origin(hint) or hint, optional


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], __doc__ or "", render_files))
