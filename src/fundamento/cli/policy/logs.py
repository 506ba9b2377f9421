"""Answers of the past, put together again from the lines of an event log."""

import re
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from fundamento.errors import InputError
from fundamento.events import SCHEMA_VERSION, AnswerEvent, FaultEvent, FindingEvent
from fundamento.findings import Action, CheckId, Fault, Finding, Mode
from fundamento.fragments import Fragment

_OPEN: Final = 50_000  # answers whose lines are not all there yet
_DONE: Final = 200_000  # answers whose lines are told apart from repeated ones
_MOST_ATTEMPTS: Final = 100
# IDs of a library name their document; those of other stores do not say.
_LIBRARY_ID: Final = re.compile(r"(?P<document>.+)@[^@]+:\d+-\d+", re.DOTALL)

_Count = Annotated[StrictInt, Field(ge=0)]
_Score = Annotated[float, Field(strict=True, ge=0, le=1)] | None


class _Line(BaseModel):
    """What any line about an answer has."""

    model_config = ConfigDict(extra="ignore")

    answer_id: StrictStr


class _AnswerLine(_Line):
    action: Action
    claims: _Count
    gaps: _Count
    findings: _Count
    faults: _Count
    attempts: Annotated[_Count, Field(le=_MOST_ATTEMPTS)]
    fingerprint: StrictStr | None = None
    lowest_score: _Score = None
    checked: dict[str, StrictInt] = {}
    candidate_checked: dict[str, StrictInt] = {}
    entry: StrictStr | None = None
    lang: StrictStr | None = None
    model_asked: StrictStr | None = None
    route: StrictStr | None = None
    tenant: StrictStr | None = None


class _FindingLine(_Line):
    check: CheckId
    mode: Mode
    attempt: StrictInt
    final: StrictBool
    reason: StrictStr
    claim: StrictInt | None = None
    fragment: StrictStr | None = None
    exempted: StrictBool = False
    support_score: _Score = None


class _FaultLine(_Line):
    part: StrictStr
    error: StrictStr
    check: CheckId | None = None
    claim: StrictInt | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as the log has it: of which attempt, from 1, its claim's score; `apart`: only a candidate has it."""

    attempt: int
    finding: Finding
    score: float | None = None
    apart: bool = False


@dataclass(slots=True)
class Past:
    """One answer of the past: what was done about it, under which bundle, and what was found in each output.

    `lowest_score` is of the last output, `looked` are the checks that looked at the first, and `blocked` those that
    blocked then.
    """

    fingerprint: str | None
    lowest_score: float | None
    looked: frozenset[str]

    action: Action
    claims: int
    gaps: int
    attempts: int
    attributes: Mapping[str, str]
    findings: list[Told]
    faults: list[Fault]
    blocked: frozenset[CheckId]


@dataclass(slots=True)
class _Open:
    answer: _AnswerLine | None = None
    findings: list[_FindingLine] = field(default_factory=list)
    faults: list[_FaultLine] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        if self.answer is None:
            return False
        # The answer counts neither what only a candidate looked for nor that the candidate itself failed.
        found = sum(line.final and line.mode is not Mode.OFF for line in self.findings)
        failed = sum(line.part != "candidate" for line in self.faults)
        return found >= self.answer.findings and failed >= self.answer.faults


class Log:
    """Joins lines into answers, in whatever order they come; bounded, so that a log may have any length.

    `counts` says how many lines were `broken` or `foreign`, and how many answers `repeated`, `incomplete` (some of
    their lines are missing) or `orphaned` (only findings, no answer).
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._done: OrderedDict[str, None] = OrderedDict()

    def add(self, line: Mapping[str, Any]) -> Iterator[Past]:
        """Take one line, and yield what answers are whole by it."""
        kind = _KINDS.get(str(line.get("event")))
        if kind is None or line.get("schema") != SCHEMA_VERSION:
            # A policy that was read again is ours, and says nothing of an answer.
            self.counts["foreign"] += not str(line.get("event")).startswith("fundamento.policy")
            return
        try:
            parsed = kind.model_validate(line)
        except ValidationError:
            self.counts["broken"] += 1
            return
        name = parsed.answer_id
        if name in self._done:
            self.counts["repeated"] += isinstance(parsed, _AnswerLine)
            return
        entry = self._open.setdefault(name, _Open())
        if isinstance(parsed, _AnswerLine):
            entry.answer = parsed
        elif isinstance(parsed, _FindingLine):
            entry.findings.append(parsed)
        elif isinstance(parsed, _FaultLine):
            entry.faults.append(parsed)
        if entry.complete:
            yield from self._close(name)
        elif len(self._open) > _OPEN:
            yield from self._close(next(iter(self._open)))

    def end(self) -> Iterator[Past]:
        """Yield what is left: answers of which some lines are missing."""
        for name in list(self._open):
            yield from self._close(name)

    def _close(self, name: str) -> Iterator[Past]:
        entry = self._open.pop(name)
        self._done[name] = None
        if len(self._done) > _DONE:
            self._done.popitem(last=False)
        if entry.answer is None:
            self.counts["orphaned"] += 1
            return
        self.counts["incomplete"] += not entry.complete
        yield _past(entry.answer, entry)


_KINDS: Final[Mapping[str, type[_AnswerLine | _FindingLine | _FaultLine]]] = {
    AnswerEvent.name: _AnswerLine,
    FindingEvent.name: _FindingLine,
    FaultEvent.name: _FaultLine,
}


def _past(answer: _AnswerLine, entry: _Open) -> Past:
    known = {
        "entry": answer.entry,
        "lang": answer.lang,
        "model": answer.model_asked,
        "route": answer.route,
        "tenant": answer.tenant,
    }
    enforced = (line.check for line in entry.findings if line.mode is Mode.ENFORCE and not line.exempted)
    return Past(
        fingerprint=answer.fingerprint,
        lowest_score=answer.lowest_score,
        looked=frozenset((*answer.checked, *answer.candidate_checked)),
        action=answer.action,
        claims=answer.claims,
        gaps=answer.gaps,
        attempts=max(1, answer.attempts),
        attributes={name: value for name, value in known.items() if value is not None},
        findings=[
            Told(
                line.attempt,
                Finding(line.check, line.reason, claim=line.claim, fragment=line.fragment),
                line.support_score,
                apart=line.mode is Mode.OFF,
            )
            for line in entry.findings
        ],
        # A model that failed to repair, a sink and a candidate decided nothing by what the checks say.
        faults=[
            Fault(line.part, line.error, check=line.check, claim=line.claim)
            for line in entry.faults
            if line.part in ("check", "store") and line.check is not None
        ],
        blocked=frozenset(enforced),
    )


def fragments_named(finding: Finding) -> tuple[Fragment, ...]:
    """Return the fragment that a logged finding names, with its document where the ID says it."""
    if finding.fragment is None or not finding.fragment.strip():
        return ()
    named = _LIBRARY_ID.fullmatch(finding.fragment)
    try:
        return (Fragment(finding.fragment, "", document=named["document"] if named else None),)
    except InputError:
        return ()
