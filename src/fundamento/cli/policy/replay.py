"""Say what a bundle would have done about answers of the past."""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fundamento.cli.audit import Means, check_record
from fundamento.cli.lines import open_source, parse_json, read_lines
from fundamento.cli.policy.attributes import read_attributes
from fundamento.cli.policy.logs import Log, Past, fragments_named
from fundamento.cli.policy.refitting import refit
from fundamento.cli.status import Status
from fundamento.errors import ConfigurationError, FundamentoError, InputError
from fundamento.findings import Action, CheckId, Mode
from fundamento.policy.bundle import Bundle
from fundamento.policy.decision import decide
from fundamento.policy.loading import load_bundle
from fundamento.policy.ruling import KILL_SWITCH, Rulings
from fundamento.policy.shadow import DecidedOutput, decide_action
from fundamento.result import Result

_UNKNOWN: Final = "unknown"


@dataclass(slots=True)
class _Tally:
    """Counts of answers: by what was done and would be done, and by check."""

    was: Counter[str] = field(default_factory=Counter)
    would: Counter[str] = field(default_factory=Counter)
    changed: int = 0
    found: Counter[CheckId] = field(default_factory=Counter)
    blocked: Counter[CheckId] = field(default_factory=Counter)
    blocks: Counter[CheckId] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    unknown: Counter[CheckId] = field(default_factory=Counter)
    unlooked: Counter[CheckId] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)

    @property
    def answers(self) -> int:
        return self.would.total()


def replay(source: str, inputs: Sequence[str], *, attributes: Sequence[str], as_json: bool = False) -> Status:
    """Decide again about each answer of audit records (they are checked again) and event logs (their findings stand).

    Writes how many answers were and would be allowed, repaired, pruned and withheld, by which checks, and what logs do
    not tell of checks. Lines that are broken or not ours are counted. `vectors` has the support score of what is
    checked again see paraphrase. Raises `PolicyError`, `ConfigurationError` and `InputError`.
    """
    if os.environ.get(KILL_SWITCH, "").strip():
        raise ConfigurationError(f"{KILL_SWITCH} is set.", hint="Unset it: it would decide in place of the bundle.")
    replayer = _Replayer(load_bundle(source), read_attributes(attributes))
    for each in inputs:
        with open_source(each) as lines:
            for _, line in read_lines(lines):
                replayer.read(line)
    tally = replayer.end()
    if as_json:
        sys.stdout.write(json.dumps(_report(replayer.bundle, tally), ensure_ascii=False, indent=2) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _tell(replayer.bundle, tally)))
    if not tally.answers and tally.lines:
        return Status.NOT_RUN
    return Status.FINDINGS if set(tally.would) - {Action.ALLOWED.value} else Status.HELD


class _Replayer:
    """Reads line after line, whatever kind it is, and counts."""

    def __init__(self, bundle: Bundle, attributes: Mapping[str, str]) -> None:
        self.bundle: Final = bundle
        self._attributes: Final = attributes
        self._means: Final = Means()
        self._rulings: Final = Rulings()
        self._log: Final = Log()
        self._tally: Final = _Tally()

    def read(self, line: bytes | InputError) -> None:
        try:
            if isinstance(line, InputError):
                raise line
            value = parse_json(line)
            if not isinstance(value, dict):
                raise InputError("It is no object.")
            if "event" in value:
                for past in self._log.add(value):
                    self._replay_past(past)
            elif "fragments" in value and "output" in value:
                self._replay_record(value)
            else:
                self._tally.lines["foreign"] += 1
        except FundamentoError:
            self._tally.lines["broken"] += 1

    def end(self) -> _Tally:
        for past in self._log.end():
            self._replay_past(past)
        self._tally.lines.update({name: count for name, count in self._log.counts.items() if count})
        return self._tally

    def _replay_past(self, past: Past) -> None:
        attributes = {**past.attributes, **self._attributes}
        ruling = self._rulings.under(self.bundle, attributes)
        fitted = refit(past, self.bundle)
        decisions = [
            decide(
                [told.finding for told in fitted.findings if told.attempt == number],
                past.faults if number == past.attempts else (),
                ruling,
                fragments_named,
            )
            for number in range(1, past.attempts + 1)
        ]
        action = decide_action([DecidedOutput(each, past.claims, past.gaps) for each in decisions], ruling)
        seen = decisions[: 1 + self.bundle.repairs.attempts]
        self._count(past.action, action, attributes)
        found = {told.finding.check for told in past.findings}
        self._tally.found.update(found)
        self._tally.unknown.update(filter(ruling.enforces, fitted.unknown))
        known = {*past.looked, *found, *(fault.check for fault in past.faults)}
        self._tally.unlooked.update(
            check for check in self.bundle.modes if ruling.enforces(check) and check not in known
        )
        self._tally.blocked.update(past.blocked)
        self._tally.blocks.update({finding.check for each in seen for finding in each.findings})

    def _replay_record(self, value: Mapping[str, Any]) -> None:
        scope = value.get("scope")
        given = {**(scope if isinstance(scope, dict) else {}), **self._attributes}
        result = check_record({**value, "scope": given} if given else value, self.bundle, self._means).result
        self._count(None, result.action, {"entry": "check", "lang": result.lang, **given})
        self._tally.found.update({finding.check for finding in result.findings})
        self._tally.blocks.update(_blocking(result))

    def _count(self, was: Action | None, would: Action, attributes: Mapping[str, Any]) -> None:
        self._tally.was[_UNKNOWN if was is None else was.value] += 1
        self._tally.would[would.value] += 1
        self._tally.changed += was is not None and was is not would
        self._tally.missing.update(name for name in self.bundle.attributes if name not in attributes)


def _blocking(result: Result) -> set[CheckId]:
    exempt = [id(finding) for finding in result.exempted]
    return {
        finding.check
        for finding in result.findings
        if result.modes[finding.check] is Mode.ENFORCE and id(finding) not in exempt
    }


def _report(bundle: Bundle, tally: _Tally) -> dict[str, Any]:
    return {
        "bundle": bundle.name,
        "version": bundle.version,
        "fingerprint": bundle.fingerprint,
        "answers": tally.answers,
        "was": dict(tally.was),
        "would_be": dict(tally.would),
        "changed": tally.changed,
        "checks": {
            check.value: {
                "found": tally.found[check],
                "blocked": tally.blocked[check],
                "would_block": tally.blocks[check],
            }
            for check in _counted(tally.found, tally.blocks)
        },
        "unknown": _plain(tally.unknown),
        "not_looked_at": _plain(tally.unlooked),
        "attributes_missing": dict(sorted(tally.missing.items())),
        "lines": dict(sorted(tally.lines.items())),
    }


def _counted(*counts: Counter[CheckId]) -> list[CheckId]:
    """Return the checks that were counted at all: those that ship in their order, then a user's own."""
    found = {check for each in counts for check, count in each.items() if count}
    return [*(check for check in CheckId if check in found), *sorted(found.difference(CheckId))]


def _plain(counts: Counter[CheckId]) -> dict[str, int]:
    return {check.value: counts[check] for check in _counted(counts)}


def _tell(bundle: Bundle, tally: _Tally) -> list[str]:
    lines = [f"{bundle.name}@{bundle.version}  fingerprint {bundle.fingerprint}  {tally.answers:,} answers", ""]
    lines.append(f"{'action':<10}  {'was':>9}  {'would be':>9}")
    words = [*(action.value for action in Action), *([_UNKNOWN] if tally.was[_UNKNOWN] else [])]
    lines += [f"{word:<10}  {tally.was[word]:>9,}  {tally.would[word]:>9,}" for word in words]
    lines += [f"{tally.changed:,} of those whose action is known would change", ""]
    head = "answers with a finding of"
    shown = _counted(tally.found, tally.blocks)
    width = max(len(head), *(len(check.value) for check in (*CheckId, *shown)))
    lines.append(f"{head:<{width}}  {'found':>9}  {'blocked':>9}  {'would block':>11}")
    lines += [
        f"{check.value:<{width}}  {tally.found[check]:>9,}  {tally.blocked[check]:>9,}  {tally.blocks[check]:>11,}"
        for check in shown
    ]
    lines += _limit(tally)
    lines += [f"{count:,} answers do not say their {name!r}" for name, count in sorted(tally.missing.items())]
    lines += [f"{count:,} {_LINES[name]}" for name, count in sorted(tally.lines.items())]
    return lines


def _limit(tally: _Tally) -> Iterator[str]:
    """Say what event lines do not tell, so that the figures are not what the bundle would do."""
    for check in _counted(tally.unknown):
        yield (
            f"warning: under this bundle's threshold {check.value} may differ in {tally.unknown[check]:,} answers: "
            "the logs lack scores that it takes; replay audit records"
        )
    if tally.unlooked:
        counts = ", ".join(f"{check.value} {count:,}" for check, count in tally.unlooked.most_common())
        yield f"answers that checks did not look at (off then, or nothing to look at): {counts}"


_LINES: Final[Mapping[str, str]] = {
    "broken": "lines could not be read",
    "foreign": "lines are neither events nor audit records",
    "incomplete": "answers miss some of their lines",
    "orphaned": "answers have findings or faults and no line of their own",
    "repeated": "answers came twice",
}
