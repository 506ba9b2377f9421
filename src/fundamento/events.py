"""Plain facts about what happened, for logs, metrics and ledgers.

No field holds a person's text: no question, claim, quote, fragment, raw output, title or name. Fragment IDs are those
that the request retrieved; an ID that a model invented is model text, and is only counted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeAlias

from fundamento.findings import Action, CheckId, Family, Mode, Outcome, Verdict

SCHEMA_VERSION: Final = 1
MAX_FRAGMENT_IDS: Final = 20


@dataclass(frozen=True, slots=True)
class Origin:
    """What every event of one answer has in common.

    `tenant` is pseudonymous. `fingerprint` is of the effective content of the policy bundle; `mode_source` says what
    decided the modes: `bundle`, `scope:N`, `percent`, `no-key`, `exemption`, a resolver's word, or `environment` (the
    kill switch); several of them are joined by `+`, and in a finding it is that of its check. `candidate_*` are of the
    bundle that runs beside and only reports.
    """

    answer_id: str
    entry: str  # answer | check
    bundle: str
    bundle_version: int
    fingerprint: str
    mode_source: str
    tenant: str | None = None
    route: str | None = None
    trace_id: str | None = None
    span_id: str | None = None
    candidate_bundle: str | None = None
    candidate_version: int | None = None
    candidate_fingerprint: str | None = None


@dataclass(frozen=True, slots=True)
class PromptRef:
    """Which prompt was used; `sha256` is of the file's content."""

    name: str
    version: int
    lang: str
    sha256: str


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """The one canonical line of an answer. Times are in seconds, `model_seconds` over all attempts.

    `first_outcome` is what the first output of the model came to, before any repair or pruning. `granularity` is
    the coarsest of the cited fragments, `lowest_score` the lowest support score of a claim of the last output, from
    0 to 1: one weak claim is not made up for by good ones. `scorer` is what it goes by, and `scorer_version` that
    of its weights. `exempted` counts findings that an exemption covers, `mode_fallbacks` checks whose mode stands
    in for one that could not be had. `candidate_action` is what the candidate would have done about the same
    outputs; repairs that were not made are not guessed at.
    `first_claim_seconds` is of streams: the time to the first verified claim. `checked` says, by the ID of each check
    that looked at anything of the first output, at how many claims: all of them, where it looks at the answer as a
    whole. A check that was off, could not run or had nothing to look at is not there. `candidate_checked` is the same
    for the checks that ran for the candidate alone.
    """

    name: ClassVar[str] = "fundamento.answer"

    origin: Origin
    outcome: Outcome
    first_outcome: Outcome
    verdict: Verdict
    action: Action
    claims: int
    claims_failed: int
    claims_pruned: int
    gaps: int
    conflicts: int
    fragments: int
    fragments_hidden: int
    cited: tuple[str, ...]
    findings: int
    findings_enforced: int
    unknown_ids: int
    faults: int
    attempts: int
    seconds: float
    model_seconds: float
    granularity: str | None = None  # span | block
    lowest_score: float | None = None
    scorer: str | None = None  # words
    scorer_version: int | None = None
    stop: str | None = None
    lang: str | None = None
    quotes: str | None = None
    dialect: str | None = None
    strict: bool | None = None
    prompt: PromptRef | None = None
    model_asked: str | None = None
    model_answered: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    judge: str | None = None
    judge_version: str | None = None
    judged: int = 0
    judge_calls: int = 0
    judge_cached: int = 0
    judge_seconds: float = 0.0
    judge_input_tokens: int | None = None
    judge_output_tokens: int | None = None
    exempted: int = 0
    mode_fallbacks: int = 0
    candidate_action: Action | None = None
    first_claim_seconds: float | None = None
    checked: Mapping[str, int] = field(default_factory=dict, hash=False)
    candidate_checked: Mapping[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class FindingEvent:
    """One line a finding. `final` is false where a later attempt took this output's place.

    `exempted`: an exemption covers it, and it blocks nothing. A finding whose `mode` is off is one that only the
    candidate has. `span_start` and `span_end` are the part of the claim's text that failed, in code points; None:
    all of it, or not known.
    """

    name: ClassVar[str] = "fundamento.finding"

    origin: Origin
    check: CheckId
    check_version: int
    family: Family
    mode: Mode
    action: Action
    reason: str
    attempt: int
    final: bool
    claim: int | None = None
    fragment: str | None = None
    support_score: float | None = None
    verdict: Verdict = field(default=Verdict.FAIL)
    exempted: bool = False
    candidate_mode: Mode | None = None
    candidate_action: Action | None = None
    span_start: int | None = None
    span_end: int | None = None


@dataclass(frozen=True, slots=True)
class FaultEvent:
    """A check, a store, a sink, a model or a judge that could not do its part for an answer."""

    name: ClassVar[str] = "fundamento.fault"

    origin: Origin
    part: str  # check | store | sink | policy | model | judge | candidate
    error: str
    action: Action
    check: CheckId | None = None
    claim: int | None = None
    mode: Mode | None = None
    retryable: bool | None = None
    verdict: Verdict = field(default=Verdict.ERROR)


@dataclass(frozen=True, slots=True)
class PolicyEvent:
    """A policy file was read again: `status` is `reloaded`, or `kept` where the last good bundle stays."""

    name: ClassVar[str] = "fundamento.policy"

    status: str
    bundle: str
    bundle_version: int
    fingerprint: str
    error: str | None = None


Event: TypeAlias = AnswerEvent | FindingEvent | FaultEvent | PolicyEvent
Sink: TypeAlias = Callable[[Event], None]
