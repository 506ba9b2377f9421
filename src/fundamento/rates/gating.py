"""The gate over event logs: the answers since bundle, prompt or model last changed, and what they say of each check."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from fundamento.checks import CHECKS
from fundamento.errors import InputError
from fundamento.findings import CheckId
from fundamento.policy.gate import Call, Decision, Tally, Terms, decide
from fundamento.rates.dimensions import CHECK, label_of
from fundamento.rates.logs import Intake, Limits, Logs, open_logs
from fundamento.rates.measuring import Question, select
from fundamento.rates.reviews import Review
from fundamento.rates.sums import NOTHING, fill_cells, list_own, sum_groups

_REGIME_KEYS = ("bundle", "prompt", "fingerprint", "model", "entry")


@dataclass(frozen=True, slots=True)
class Regime:
    """What answers were made under, and when: from `first` to `last` (UTC). None: not known.

    `audited` are outputs that somebody else generated: no prompt or model is known of any.
    """

    fingerprint: str | None
    prompt_sha256: str | None
    model_asked: str | None
    model_answered: str | None
    audited: bool
    bundle: str | None
    prompt: str | None
    answers: int
    undated: int
    first: datetime | None
    last: datetime | None


@dataclass(frozen=True, slots=True)
class GateReport:
    """The decision on each check over the answers of one regime.

    All of them came after `since`; None: the logs know no other regime. `left_out` are answers of earlier regimes and
    those before the last change. `mixed` are other regimes that were still seen after this one had begun: where they
    run side by side, judge them one by one with `where`. `idle` are the checks that looked at none of the answers, each
    with what it needs; `skipped` those of them that nobody asked for by name. `unsaid` are answers whose line does not
    say what was checked: they count for no check.
    """

    intake: Intake
    terms: Terms
    regime: Regime | None
    since: datetime | None
    left_out: int
    mixed: tuple[Regime, ...]
    unsaid: int
    idle: Mapping[str, str]
    skipped: tuple[str, ...]
    decisions: Mapping[str, Decision]

    @property
    def call(self) -> Call:
        """The call on all checks together but the skipped: halt if one has to, promote if there are any and all may."""
        calls = {decision.call for check, decision in self.decisions.items() if check not in self.skipped}
        if Call.HALT in calls:
            return Call.HALT
        return Call.PROMOTE if calls == {Call.PROMOTE} else Call.COLLECT

    def among(self, checks: Collection[str]) -> "GateReport":
        """Return what it says of these checks only."""
        return replace(
            self,
            idle={check: wants for check, wants in self.idle.items() if check in checks},
            skipped=tuple(check for check in self.skipped if check in checks),
            decisions={check: decision for check, decision in self.decisions.items() if check in checks},
        )


def judge(
    sources: Sequence[str],
    *,
    checks: Sequence[str] = (),
    terms: Terms | None = None,
    question: Question | None = None,
    reviews: Sequence[Review] = (),
    limits: Limits | None = None,
) -> GateReport:
    """Return what event logs say of these checks, or of all that there are.

    Only the answers count that were made since the bundle's fingerprint, the prompt's hash or the model last changed,
    and of these, for each check, those that it looked at. What an exemption covers is no failure. Raises as `measure`
    does, and `InputError` for a check that is not known, or answers that cannot be put in order.
    """
    terms = terms or Terms()
    question = replace(question or Question(), extra_keys=_REGIME_KEYS)
    with open_logs(sources, keys=question.keys, limits=limits or Limits()) as logs:
        select(logs, question)
        logs.run(_UNEXPLAINED)
        # What an exemption covers would not be rejected.
        logs.run("DELETE FROM findings WHERE exempted")
        labels = {name: label_of(name) for name in ("bundle", "prompt")}
        regimes = [Regime(*row) for row in logs.ask("regimes", parts=labels)]
        total = sum(regime.answers for regime in regimes)
        regime, others = _last_of(regimes)
        since = _narrow(logs, regime, others)
        _demand_findings(logs)
        tallies = _tally(logs, _names(checks, logs), reviews)
        left, unsaid = logs.run("SELECT count(*), count(*) FILTER (unsaid) FROM answers")[0]
    mixed = [other for other in others if _overlaps(other, regime)]
    decisions = {check: decide(tally, terms) for check, tally in tallies.items()}
    idle = {check: _wants(check) for check, tally in tallies.items() if not tally.answers}
    skipped = () if checks else tuple(idle)
    return GateReport(logs.intake, terms, regime, since, total - left, tuple(mixed), unsaid, idle, skipped, decisions)


_UNEXPLAINED: Final = """CREATE TABLE unexplained AS SELECT answer FROM answers
    ANTI JOIN (SELECT answer FROM findings WHERE first) USING (answer) WHERE rejected"""


def _demand_findings(logs: Logs) -> None:
    """Raise `InputError` where answers were rejected and no finding says why: they would count as faultless."""
    lost = logs.run("SELECT count(*) FROM unexplained SEMI JOIN answers USING (answer)")[0][0]
    if lost:
        raise InputError(
            f"{lost:,} of these answers were rejected, and the lines of their findings are not in the logs.",
            hint="Give all lines of an answer: those of findings must not be sampled, or kept elsewhere.",
        )


def _wants(check: str) -> str:
    known = CHECKS.get(CheckId(check))
    return "what a check of your own looks at" if known is None else known.wants


def _names(checks: Sequence[str], logs: Logs) -> list[str]:
    known = [check.value for check in CheckId]
    for check in checks:
        if check not in known and not CheckId.is_own(check):
            raise InputError("--check names no check.", hint=f"There are: {', '.join(known)}.")
    return list(dict.fromkeys(checks)) or [*known, *list_own(logs)]


def _last_of(regimes: Sequence[Regime]) -> tuple[Regime | None, list[Regime]]:
    """Return the regime of the last answer and those that are really others."""
    if not regimes:
        return None, []
    last = regimes[0]
    if last.model_answered is None:
        last = next((one for one in regimes if one.model_answered is not None and _goes_with(last, one)), last)
    return last, [regime for regime in regimes if regime is not last and not _goes_with(regime, last)]


def _goes_with(other: Regime, regime: Regime) -> bool:
    """Say whether answers took no model, as nothing was retrieved, and so go with any of their bundle that did.

    Where they name a prompt and the model that they would have asked, these have to be the same.
    """
    if other.model_answered is not None or other.audited or regime.audited or other.fingerprint != regime.fingerprint:
        return False
    named = (other.prompt_sha256, other.model_asked)
    return named in {(None, None), (regime.prompt_sha256, regime.model_asked)}


def _narrow(logs: Logs, regime: Regime | None, others: Sequence[Regime]) -> datetime | None:
    """Leave only the answers of a regime that came after the last one of any other; return when that was."""
    if regime is None:
        return None
    if others and any(one.undated for one in (regime, *others)):
        raise InputError(
            "Bundle, prompt or model changed, and some answers have no timestamp: nobody can say which came last.",
            hint="Log with a timestamp, or choose with --where.",
        )
    since = max((other.last for other in others if other.last is not None), default=None)
    values = {
        "fingerprint": regime.fingerprint,
        "prompt": regime.prompt_sha256,
        "asked": regime.model_asked,
        "answered": regime.model_answered,
        "audited": regime.audited,
        "after": since,
    }
    logs.ask("narrow", values)
    for table in ("findings", "faults"):
        logs.run(f"DELETE FROM {table} WHERE answer NOT IN (SELECT answer FROM answers)")  # noqa: S608 - our own names
    return since


def _tally(logs: Logs, checks: Sequence[str], reviews: Sequence[Review]) -> dict[str, Tally]:
    fill_cells(logs)
    sums = sum_groups(logs, (CHECK,), silent=True)
    values = {
        "answers": [review.answer_id for review in reviews],
        "checks": [review.check for review in reviews],
        "right": [review.verdict == "right" for review in reviews],
    }
    reviewed = {check: (count, wrong) for check, count, wrong in logs.ask("reviewed", values)}
    tallies = {}
    for check in checks:
        share = sums.get((check,), NOTHING).share
        tallies[check] = Tally(share.of, share.count, *reviewed.get(check, (0, 0)))
    return tallies


def _overlaps(other: Regime, regime: Regime | None) -> bool:
    if regime is None or regime.first is None or other.last is None:
        return False
    return other.last > regime.first
