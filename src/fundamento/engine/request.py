"""One request as the flow sees it, and what came of each attempt at it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from fundamento.assessments import Assessment
from fundamento.checks import CHECKS
from fundamento.checks.context import Check, Context
from fundamento.contract.dialects import Dialect
from fundamento.engine.assessment import fragments_about
from fundamento.engine.referral import drop_explained
from fundamento.events import Origin
from fundamento.findings import CheckId, Fault, Finding
from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.judgements import NO_COST, JudgeCost, Judgement, Pair, Unjudged
from fundamento.models import NO_USAGE, Message, Stop, Usage
from fundamento.policy.decision import Decision, decide
from fundamento.policy.ruling import Ruling
from fundamento.prompts import Prompt


@dataclass(frozen=True, slots=True)
class Request:
    """Everything about one request that does not change on the way.

    `clock` returns seconds from any fixed point. `has_store` says whether there is a store to ask for records, and
    `has_sinks` whether there are sinks for events.
    `judge` is the name and the version of the judge, None where there is none.
    `candidate` is the ruling of the bundle that only reports what it would do.
    """

    origin: Origin
    question: str
    fragments: Sequence[Fragment]
    ruling: Ruling
    as_of: date
    clock: Callable[[], float]
    lang: str = "es"
    quotes: bool = True
    reader: Reader | None = None
    has_store: bool = False
    has_sinks: bool = True
    judge: tuple[str, str] | None = None
    candidate: Ruling | None = None
    own: Mapping[CheckId, Check] = field(default_factory=dict)

    def check_of(self, check: CheckId) -> Check:
        """Return a check that ships, or one of the user's own."""
        return self.own[check] if check in self.own else CHECKS[check]

    @property
    def candidate_only(self) -> frozenset[CheckId]:
        """The checks that run once more, or alone, for the candidate: off for now, or under another threshold."""
        if self.candidate is None:
            return frozenset()
        now, then = self.ruling.bundle.thresholds, self.candidate.bundle.thresholds
        moved = {check for check in {*now, *then} if now.get(check) != then.get(check)}
        return frozenset(self.candidate.enabled - self.ruling.enabled | self.candidate.enabled & moved)


@dataclass(frozen=True, slots=True)
class Prompting:
    """Who is asked, and how: the model's name and dialect, the prompts, and the conversation so far.

    `nonce` is random per request.
    """

    model: str
    dialect: Dialect
    prompt: Prompt
    repair_prompt: Prompt
    nonce: str
    history: Sequence[Message] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """One output: what the checks say of it and what of that blocks. Times are in seconds.

    `candidate_only` is what the checks say that run for the candidate only.
    """

    assessment: Assessment
    context: Context
    decision: Decision
    seconds: float = 0.0
    usage: Usage = NO_USAGE
    stop: Stop | None = None
    model: str | None = None
    candidate_only: Assessment | None = None

    def about(self, finding: Finding) -> tuple[Fragment, ...]:
        """Return the fragments that a finding is about."""
        return fragments_about(finding, self.assessment, self.context)


@dataclass(slots=True)
class Lookups:
    """What the store has said of the fragments of one request, and the judge of its claims.

    A fault of the store stays, so that all claims meet the same.
    """

    asked: set[str] = field(default_factory=set)
    records: dict[str, FragmentRecord] = field(default_factory=dict)
    fault: Fault | None = None
    judgements: dict[Pair, Judgement | Unjudged] = field(default_factory=dict)

    def keep(self, ids: Iterable[str], found: Mapping[str, FragmentRecord] | Fault) -> None:
        """Take down what a look-up of these IDs brought."""
        if isinstance(found, Fault):
            self.fault = found
            return
        self.asked.update(ids)
        self.records.update(found)


@dataclass(slots=True)
class RunState:
    """All attempts of one request, in order; `faults` are the model's, where a repair could not be had, and the
    store's, where it could not say who may read what.

    `hidden` counts the fragments that did not go to the model because the reader may not read them. `streamed` are the
    claims of the last output that a stream has shown, `first_claim` the seconds to the first of them that was verified,
    and `lookups` what its look-ups have brought so far. `judged` claims were put to the judge, which took `judge`.
    """

    started: float
    attempts: list[Attempt] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    strict: bool | None = None
    hidden: int = 0
    lookups: Lookups | None = None
    streamed: list[int] = field(default_factory=list)
    first_claim: float | None = None
    judged: int = 0
    judge: JudgeCost = NO_COST

    @property
    def last(self) -> Attempt:
        """The attempt that counts."""
        return self.attempts[-1]


def decide_on(assessment: Assessment, context: Context, ruling: Ruling) -> Decision:
    """Return what blocks of an assessment under a ruling."""
    decision = decide(
        assessment.findings,
        assessment.faults,
        ruling,
        lambda finding: fragments_about(finding, assessment, context),
    )
    return replace(decision, faults=drop_explained(decision.faults, decision.findings)) if decision.faults else decision
