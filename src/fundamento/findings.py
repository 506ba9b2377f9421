"""Check IDs, findings, and the words for verdicts, modes, actions and outcomes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class CheckId(StrEnum):
    """The stable IDs of the checks, family by family."""

    MALFORMED_OUTPUT = "malformed-output"
    EMPTY_SUPPORT = "empty-support"
    UNKNOWN_FRAGMENT = "unknown-fragment"
    EMPTY_ANSWER = "empty-answer"
    CLAIMS_IN_ABSTENTION = "claims-in-abstention"
    MISSING_QUOTE = "missing-quote"
    TRIVIAL_QUOTE = "trivial-quote"
    QUOTE_NOT_FOUND = "quote-not-found"
    MISSING_FRAGMENT = "missing-fragment"
    CHANGED_FRAGMENT = "changed-fragment"
    UNREADABLE_FRAGMENT = "unreadable-fragment"
    CHANGED_SOURCE = "changed-source"
    SUPERSEDED_SOURCE = "superseded-source"
    OUT_OF_DATE_SOURCE = "out-of-date-source"
    UNDISCLOSED_CONFLICT = "undisclosed-conflict"
    NUMBER_UNSUPPORTED = "number-unsupported"
    NUMBER_MISATTRIBUTED = "number-misattributed"
    QUALIFIER_DROPPED = "qualifier-dropped"
    POLARITY_FLIPPED = "polarity-flipped"
    TERM_UNSUPPORTED = "term-unsupported"
    NOT_ENTAILED = "not-entailed"
    WEAK_SUPPORT = "weak-support"


# The checks that compare a score with a threshold of the policy.
SCORED: Final = frozenset({CheckId.NOT_ENTAILED, CheckId.WEAK_SUPPORT})


class Family(StrEnum):
    """The families that checks belong to."""

    CONTRACT = "contract"
    QUOTE = "quote"
    PROVENANCE = "provenance"
    CURRENCY = "currency"
    CONFLICT = "conflict"
    EVIDENCE = "evidence"


class Mode(StrEnum):
    """What the policy does about a check's findings."""

    OFF = "off"
    WARN = "warn"
    ENFORCE = "enforce"


class Verdict(StrEnum):
    """What the checks say, whatever the mode. `error`: a check could not run."""

    PASS = "pass"  # noqa: S105 - a verdict, no password
    FAIL = "fail"
    ERROR = "error"


class Action(StrEnum):
    """What the policy did about it."""

    ALLOWED = "allowed"
    REPAIRED = "repaired"
    PRUNED = "pruned"
    WITHHELD = "withheld"


class Outcome(StrEnum):
    """How a request ended, as the checks see it; the same in every mode."""

    ANSWERED = "answered"
    PARTIAL = "partial"
    ABSTAINED = "abstained"
    REJECTED = "rejected"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, slots=True)
class Finding:
    """One failure of one check.

    `claim` is the index of the claim, None for the whole answer; `fragment` the ID that it cites. `reason` is a
    fixed code that is safe to log; `detail` may hold a person's text (the nearest passage, say) and never is.
    """

    check: CheckId
    reason: str
    claim: int | None = None
    fragment: str | None = None
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """A check or a part that could not run: neither a pass nor a failure.

    `part` is `check`, `store`, `sink`, `policy`, `model`, `judge` or `vectors`; `error` is the name of the exception's
    class, or a fixed word, and never a message.
    """

    part: str
    error: str
    check: CheckId | None = None
    claim: int | None = None
