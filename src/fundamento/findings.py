"""Check IDs, findings, and the words for verdicts, modes, actions and outcomes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from fundamento.spans import Span

_OWN_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*/[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST_ID: Final = 100
OWN_ID_PATTERN: Final = f"^{_OWN_ID.pattern}$"
_own: dict[str, "CheckId"] = {}  # each ID of a user's own checks is one object, as those below are


class CheckId(StrEnum):
    """The stable IDs of the checks, family by family. To iterate gives those that ship.

    `CheckId("acme/price-list")` is the ID of a check of a user's own: any with a namespace is one.
    """

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
    UNSUPPORTED_LANGUAGE = "unsupported-language"

    @classmethod
    def _missing_(cls, value: object) -> "CheckId | None":
        if not isinstance(value, str) or not cls.is_own(value):
            return None
        known = _own.get(value)
        if known is None:
            made = str.__new__(cls, value)
            made._name_ = made._value_ = value
            known = _own.setdefault(value, made)
        return known

    @staticmethod
    def is_own(word: str) -> bool:
        """Say whether a word is the ID of a check of a user's own."""
        return len(word) <= _LONGEST_ID and _OWN_ID.fullmatch(word) is not None


# An ID of those that ship, or of a user's own, as JSON Schema.
CHECK_ID_SCHEMA: Final[Mapping[str, object]] = {
    "description": "The ID of a check; one with a namespace is a user's own.",
    "type": "string",
    "anyOf": [{"enum": [check.value for check in CheckId]}, {"pattern": OWN_ID_PATTERN}],
}

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
    OWN = "own"


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
    fixed code that is safe to log; `detail` may hold a person's text (the nearest passage, say) and never is. `span` is
    the part of the claim's text that failed, in code points: which half of a compound claim; None: all of it, or a
    check that does not say.
    """

    check: CheckId
    reason: str
    claim: int | None = None
    fragment: str | None = None
    detail: Mapping[str, object] = field(default_factory=dict)
    span: Span | None = None

    def __repr__(self) -> str:
        """Leave out what may be a model's words: the detail, and an ID that it made up."""
        fragment = self.fragment if self.check is not CheckId.UNKNOWN_FRAGMENT else None
        span = "" if self.span is None else f", span={self.span.start}-{self.span.end}"
        return f"Finding({self.check.value}, {self.reason!r}, claim={self.claim}, fragment={fragment!r}{span})"


@dataclass(frozen=True, slots=True)
class Fault:
    """A check or a part that could not run: neither a pass nor a failure.

    `part` is `check`, `store`, `sink`, `policy`, `model` or `judge`; `error` is the name of the exception's
    class, or a fixed word, and never a message.
    """

    part: str
    error: str
    check: CheckId | None = None
    claim: int | None = None
