"""One request as the flow sees it, and what came of each attempt at it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from fundamento.checks.assessment import Assessment
from fundamento.checks.context import Context
from fundamento.contract.dialects import Dialect
from fundamento.events import Origin
from fundamento.findings import Fault
from fundamento.fragments import Fragment, FragmentRecord, Reader
from fundamento.models import NO_USAGE, Message, Stop, Usage
from fundamento.policy.decision import Decision
from fundamento.policy.ruling import Ruling
from fundamento.prompts import Prompt


@dataclass(frozen=True, slots=True)
class Inquiry:
    """Everything about one request that does not change on the way.

    `clock` returns seconds from any fixed point. `has_store` says whether there is a store to ask for records.
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


@dataclass(frozen=True, slots=True)
class Asker:
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
    """One output: what the checks say of it and what of that blocks. Times are in seconds."""

    assessment: Assessment
    context: Context
    decision: Decision
    seconds: float = 0.0
    usage: Usage = NO_USAGE
    stop: Stop | None = None
    model: str | None = None


@dataclass(slots=True)
class Recall:
    """What the store has said of the fragments of one request; its fault stays, so that all claims meet the same."""

    asked: set[str] = field(default_factory=set)
    records: dict[str, FragmentRecord] = field(default_factory=dict)
    fault: Fault | None = None

    def keep(self, ids: Iterable[str], found: Mapping[str, FragmentRecord] | Fault) -> None:
        """Take down what a look-up of these IDs brought."""
        if isinstance(found, Fault):
            self.fault = found
            return
        self.asked.update(ids)
        self.records.update(found)


@dataclass(slots=True)
class Trail:
    """All attempts of one request, in order; `faults` are the model's, where a repair could not be had, and the
    store's, where it could not say who may read what.

    `hidden` counts the fragments that did not go to the model because the reader may not read them. `streamed` are the
    claims of the last output that a stream has shown, `first_claim` the seconds to the first of them that was verified,
    and `recall` what its look-ups have brought so far.
    """

    started: float
    attempts: list[Attempt] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    strict: bool | None = None
    hidden: int = 0
    recall: Recall | None = None
    streamed: list[int] = field(default_factory=list)
    first_claim: float | None = None

    @property
    def last(self) -> Attempt:
        """The attempt that counts."""
        return self.attempts[-1]
