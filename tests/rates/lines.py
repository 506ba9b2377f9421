"""Log lines as the structlog sink writes them, and a slow count of them to compare with."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import orjson

from fundamento.findings import CheckId
from fundamento.telemetry import to_record
from telemetry.samples import BARE_ANSWER, FULL_FAULT, FULL_FINDING

START: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)
Line = dict[str, Any]


def answer(name: str, **keys: object) -> Line:
    """Return an answer's line: accepted, with one claim, at which every check looked, unless said otherwise."""
    usual = {"outcome": "answered", "first_outcome": "answered", "claims": 1, "timestamp": START.isoformat()}
    line = {**to_record(BARE_ANSWER), "answer_id": name, **usual, **keys}
    return line if "checked" in keys else {**line, "checked": dict.fromkeys(map(str, CheckId), line["claims"])}


def rejected(name: str, **keys: object) -> Line:
    """Return the line of an answer that is rejected for its one claim."""
    return answer(name, **{"first_outcome": "rejected", "outcome": "rejected", "claims_failed": 1, **keys})


def finding(name: str, check: str = "quote-not-found", claim: int | None = 0, **keys: object) -> Line:
    """Return a finding's line, on the first and final output unless said otherwise."""
    usual = {"attempt": 1, "final": True, "fragment": "S1", "exempted": False, "timestamp": START.isoformat()}
    return {**to_record(FULL_FINDING), "answer_id": name, "check": check, "claim": claim, **usual, **keys}


def fault(name: str, check: str | None = "missing-fragment", **keys: object) -> Line:
    """Return a fault's line."""
    return {**to_record(FULL_FAULT), "answer_id": name, "check": check, "timestamp": START.isoformat(), **keys}


def to_bytes(lines: Iterable[Line]) -> bytes:
    """Return lines as a log."""
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


def write(path: Path, lines: Iterable[Line]) -> str:
    """Write a log and return its name."""
    path.write_bytes(to_bytes(lines))
    return str(path)


def make_service(answers: int, *, seed: int) -> list[Line]:
    """Return the log of a service where everything happens: repairs, faults, bundles, a candidate, doubled lines."""
    choose = random.Random(seed)
    lines: list[Line] = []
    for number in range(answers):
        name = f"{choose.getrandbits(64):016x}"
        keys: dict[str, object] = {
            "bundle": choose.choice(("observe", "acme")),
            "bundle_version": choose.choice((1, 2)),
            "tenant": choose.choice((None, "t-1", "t-2")),
            "timestamp": (START + number * timedelta(minutes=choose.choice((1, 7)))).isoformat(),
            "claims": choose.randint(0, 5),
            "candidate_action": choose.choice((None, "allowed", "withheld")),
        }
        lines += _make_answer(name, keys, choose)
    doubled = choose.sample(lines, k=len(lines) // 5)
    lines += doubled
    choose.shuffle(lines)
    return lines


def _make_answer(name: str, keys: dict[str, object], choose: random.Random) -> list[Line]:
    kind = choose.choice(("held", "held", "held", "failed", "repaired", "fault", "fault-and-failed", "off"))
    claims = int(str(keys["claims"]))
    checks = ("quote-not-found", "number-unsupported", "empty-answer")
    checked = {check: choose.randint(0, claims) for check in (*checks, "missing-fragment") if choose.random() < 0.7}
    apart = {check: choose.randint(0, claims) for check in ("weak-support", "quote-not-found") if choose.random() < 0.5}
    keys = {**keys, "candidate_checked": apart}
    lines: list[Line] = []
    if kind in ("failed", "fault-and-failed", "repaired"):
        places: list[int | None] = [*choose.sample(range(claims), k=choose.randint(0, claims))]
        for claim in places or [None]:
            lines += [
                finding(
                    name,
                    choose.choice(checks),
                    claim,
                    fragment=choose.choice((None, "S1", "S2")),
                    mode=choose.choice(("warn", "enforce", "off")),
                    candidate_action=choose.choice((None, "allowed", "withheld")),
                )
                for _ in range(choose.randint(1, 2))
            ]
    if kind == "repaired":
        lines = [{**line, "final": False} for line in lines]
        if claims and choose.random() < 0.5:
            lines.append(finding(name, choose.choice(checks), claims - 1, attempt=2))
    if kind in ("fault", "fault-and-failed"):
        lines += [fault(name, check) for check in choose.sample((*checks, "missing-fragment"), k=2)]
    failed = {line["claim"] for line in lines if line.get("final") and line["claim"] is not None}
    checked = {} if kind == "off" else checked | {line["check"]: claims for line in lines if line.get("attempt") == 1}
    outcome = {"held": "answered", "fault": "unverified", "off": "unverified"}.get(kind, "rejected")
    return [answer(name, **keys, first_outcome=outcome, claims_failed=len(failed), checked=checked), *lines]


@dataclass(slots=True)
class Tally:
    """What was counted of a group by hand."""

    rejected: int = 0
    answers: int = 0
    failed: int = 0
    claims: int = 0
    errors: int = 0
    stopped: int = 0
    foreseen: int = 0

    def figures(self) -> tuple[int, int, int, int, int]:
        return (self.rejected, self.answers, self.failed, self.claims, self.errors)

    def beside(self) -> tuple[int, int] | None:
        """Return what a candidate would have stopped, of how many."""
        return (min(self.stopped, self.foreseen), self.foreseen) if self.foreseen else None


@dataclass(slots=True)
class Answer:
    """An answer with all that its lines say."""

    line: Line
    first: set[str] = field(default_factory=set)
    claims: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    checks: set[str] = field(default_factory=set)
    faults: set[str] = field(default_factory=set)
    halted: set[str] = field(default_factory=set)


def count_by_hand(lines: Sequence[Line], *keys: str) -> dict[tuple[Any, ...], Tally]:
    """Return the figures of each group and check (None: all checks), counted one line at a time."""
    answers = {line["answer_id"]: Answer(line) for line in lines if line["event"] == "fundamento.answer"}
    for line in lines:
        one = answers.get(line["answer_id"])
        if one is None:
            continue
        if line["event"] == "fundamento.finding" and line["attempt"] == 1 and line["candidate_action"] == "withheld":
            one.halted.add(line["check"])
        if line["event"] == "fundamento.finding" and line["mode"] != "off":
            one.checks.add(line["check"])
            if line["attempt"] == 1:
                one.first.add(line["check"])
                one.claims[line["check"]].update([line["claim"]] if line["claim"] is not None else [])
        elif line["event"] == "fundamento.fault" and line["check"]:
            one.faults.add(line["check"])
    shown = {check for one in answers.values() for check in one.checks | one.faults | one.halted}
    tallies: dict[tuple[Any, ...], Tally] = defaultdict(Tally)
    for one in answers.values():
        group = tuple(one.line[key] for key in keys)
        _add_all(tallies[*group, None], one.line)
        for check in shown:
            _add_check(tallies[*group, check], one, check)
    return dict(tallies)


def _add_all(tally: Tally, line: Mapping[str, Any]) -> None:
    tally.foreseen += line["candidate_action"] is not None
    tally.stopped += line["candidate_action"] == "withheld"
    if line["first_outcome"] == "unverified":
        tally.errors += 1
        return
    tally.answers += 1
    tally.rejected += line["first_outcome"] == "rejected"
    tally.claims += line["claims"]
    tally.failed += line["claims_failed"]


def _add_check(tally: Tally, one: Answer, check: str) -> None:
    missed = check in one.faults and check not in one.checks
    looked = check in one.line["checked"]
    if one.line["candidate_action"] is not None and not (missed and looked):
        tally.foreseen += looked or check in one.line["candidate_checked"]
    tally.stopped += check in one.halted
    if missed:
        tally.errors += 1
        return
    if check not in one.line["checked"]:
        return
    tally.answers += 1
    tally.rejected += check in one.first
    tally.claims += one.line["checked"][check]
    tally.failed += len(one.claims[check])
