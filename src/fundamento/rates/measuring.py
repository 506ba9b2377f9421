"""Rates of rejection out of event logs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from fundamento.errors import InputError
from fundamento.rates.dimensions import CHECK, demand_known, keys_of, label_of
from fundamento.rates.intervals import ClusterSums, difference
from fundamento.rates.logs import Limits, Logs, open_logs
from fundamento.rates.report import Bucket, Change, Culprit, FaultCount, Report, Row, Unit
from fundamento.rates.sums import (
    NOTHING,
    UNLOOKED,
    AnswerSums,
    Figures,
    Key,
    Split,
    sum_answers,
    sum_checks,
    sum_looks,
)

_HOURLY_UP_TO: Final = timedelta(days=3)
_BUCKETS: Final = {"hour": 48, "day": 60}  # the most of them in a trend
_PERIODS: Final = (24 * 7, 24, 1)  # hours; the longest that the logs hold twice
_HOUR: Final = timedelta(hours=1)
# IDs that the library makes are document@version:start-end; of others the document is not known.
_DOCUMENT: Final = r"regexp_extract(fragment, '^(.+?)(@[^@:]*)?:[0-9]+-[0-9]+$', 1)"


@dataclass(frozen=True, slots=True)
class Question:
    """What to count: which answers, and how to split them.

    `by` are names of dimensions, with `check` among them for the rate of each check. `where` are pairs of a dimension
    and its label, all of which have to hold. `since` is inclusive, `until` exclusive; without a zone they are UTC.
    Raises `InputError` for names that are not known.
    """

    by: Sequence[str] = (CHECK,)
    where: Sequence[tuple[str, str]] = ()
    since: datetime | None = None
    until: datetime | None = None
    top: int = 10
    extra_keys: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        demand_known(self.by, option="--by")
        demand_known([name for name, _ in self.where], option="--where")
        if len(set(self.by)) < len(self.by):
            raise InputError("--by names the same key twice.")
        if self.top < 0:
            raise InputError("--top is below 0.")

    @property
    def keys(self) -> dict[str, str]:
        """The keys of a line that it needs."""
        return keys_of([*self.by, *(name for name, _ in self.where), *self.extra_keys])


def measure(sources: Sequence[str], question: Question | None = None, *, limits: Limits | None = None) -> Report:
    """Return the rates of event logs: JSON lines, plain, gzip or zstd; names, patterns, `-` for standard input.

    Each answer and each claim counts once, however often its lines were sent; what a policy did about it counts
    nothing. Lines that are not ours or are broken are counted. Raises `InputError` for logs that are not there,
    `MissingExtraError` without DuckDB, `ConfigurationError` for limits that are too tight.
    """
    question = question or Question()
    with open_logs(sources, keys=question.keys, limits=limits or Limits()) as logs:
        select(logs, question)
        return _report(logs, question)


def select(logs: Logs, question: Question) -> None:
    """Make the tables of answers, findings and faults that a question is about."""
    conditions, values = ["true"], dict[str, Any]()
    for number, (name, label) in enumerate(question.where):
        conditions.append(f"coalesce({label_of(name)}, '') = $where{number}")
        values[f"where{number}"] = label
    for name, sign, moment in (("since", ">=", question.since), ("until", "<", question.until)):
        if moment is not None:
            conditions.append(f"moment {sign} ${name}")
            values[name] = moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
    logs.ask("answers", values, parts={"filter": " AND ".join(conditions)})
    logs.ask("findings")
    logs.ask("faults")
    logs.ask("foreseen")


def _report(logs: Logs, question: Question) -> Report:
    first, last, undated, unsaid = logs.run(
        "SELECT min(moment), max(moment), count(*) - count(moment), count(*) FILTER (checked IS NULL) FROM answers"
    )[0]
    total = sum_answers(logs, Split())[()]
    unit: Unit = "hour" if last is None or last - first <= _HOURLY_UP_TO else "day"
    hours = _period(first, last)
    starts = _starts(last, unit) if last is not None else []
    trend = _trend(logs, unit)
    shown = [start for start in starts if trend and start >= min(trend)]
    change = _change(logs, hours, last)
    return Report(
        intake=logs.intake,
        orphans=logs.ask("orphans")[0][0],
        undated=undated,
        unsaid=unsaid,
        first=first,
        last=last,
        total=total.figures(),
        by=tuple(question.by),
        rows=_rows(logs, question.by, _Times(unit, shown, hours, last)),
        unit=unit,
        trend=tuple(Bucket(start, trend[start].figures() if start in trend else _EMPTY) for start in shown),
        change=change,
        fragments=_culprits(logs, "fragment", question.top),
        documents=_culprits(logs, _DOCUMENT, question.top),
        faults=tuple(FaultCount(*row) for row in logs.ask("faulty")),
    )


@dataclass(frozen=True, slots=True)
class _Times:
    unit: Unit
    starts: Sequence[datetime]
    hours: int | None
    last: datetime | None


def _rows(logs: Logs, by: Sequence[str], times: _Times) -> tuple[Row, ...]:
    """Return the groups, the worst first; those of time in its order."""
    now = _figures(logs, by)
    trends = _figures(logs, by, f"date_trunc('{times.unit}', moment)")
    periods = _figures(logs, by, _halves(times.hours, times.last)) if times.hours and times.last else {}
    rows = []
    for key, figures in now.items():
        trend = tuple(trends[*key, start].answers.ratio if (*key, start) in trends else None for start in times.starts)
        after, before = periods.get((*key, 1)), periods.get((*key, 2))
        change = difference(after.answers, before.answers) if after and before else None
        rows.append(Row(key, figures, trend, change))
    timed = [index for index, name in enumerate(by) if name in ("hour", "day")]
    if timed:
        return tuple(sorted(rows, key=lambda row: [row.key[index] or "" for index in timed]))
    return tuple(sorted(rows, key=lambda row: (-row.figures.answers.count, [part or "" for part in row.key])))


def _figures(logs: Logs, by: Sequence[str], extra: str = "") -> dict[tuple[Any, ...], Figures]:
    """Return the figures of each group, by its key and what `extra` comes to."""
    names = [name for name in by if name != CHECK]
    split = Split(names, extra)
    if CHECK not in by:
        return {key: sums.figures() for key, sums in sum_answers(logs, split).items()}
    sums, looks = sum_checks(logs, split), sum_looks(logs, split)
    # With more dimensions than the check, a check that has nothing to show in a group is not shown there.
    shown: dict[Key, list[str]] = {}
    for key, check in sums:
        shown.setdefault(key if names else (), []).append(check)
    checks = {key: list(dict.fromkeys(listed)) for key, listed in shown.items()}
    place = list(by).index(CHECK)
    return {
        (*key[:place], check, *key[place:]): sums.get((key, check), NOTHING).figures(looks.get((key, check), UNLOOKED))
        for key in dict.fromkeys(key for key, _ in looks)
        for check in checks.get(key if names else (), ())
    }


def _trend(logs: Logs, unit: Unit) -> dict[datetime, AnswerSums]:
    found = sum_answers(logs, Split(extra=f"date_trunc('{unit}', moment)"))
    return {start: sums for (start,), sums in found.items() if isinstance(start, datetime)}


def _starts(last: datetime, unit: Unit) -> list[datetime]:
    step = _HOUR if unit == "hour" else timedelta(days=1)
    end = last.replace(minute=0, second=0, microsecond=0)
    end = end if unit == "hour" else end.replace(hour=0)
    return [end - step * back for back in range(_BUCKETS[unit] - 1, -1, -1)]


def _period(first: datetime | None, last: datetime | None) -> int | None:
    if first is None or last is None:
        return None
    return next((hours for hours in _PERIODS if last - first >= 2 * hours * _HOUR), None)


def _halves(hours: int, last: datetime) -> str:
    now, before = (last - back * hours * _HOUR for back in (1, 2))
    return f"CASE WHEN moment > TIMESTAMP '{now}' THEN 1 WHEN moment > TIMESTAMP '{before}' THEN 2 END"


def _change(logs: Logs, hours: int | None, last: datetime | None) -> Change | None:
    if hours is None or last is None:
        return None
    halves = {half: sums.figures() for (half,), sums in sum_answers(logs, Split(extra=_halves(hours, last))).items()}
    now, before = (halves.get(half, _EMPTY).answers for half in (1, 2))
    return Change(hours, now, before, difference(now, before))


def _culprits(logs: Logs, source: str, top: int) -> tuple[Culprit, ...]:
    return tuple(Culprit(*row) for row in logs.ask("sources", {"top": top}, parts={"source": source}))


_EMPTY: Final = AnswerSums(0, 0, 0, 0, 0, ClusterSums()).figures()
