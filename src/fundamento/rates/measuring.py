"""Rates of rejection out of event logs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from fundamento.errors import InputError
from fundamento.rates.dimensions import CHECK, demand_known, keys_of, label_of
from fundamento.rates.intervals import Difference, Share, difference
from fundamento.rates.logs import Limits, Logs, open_logs
from fundamento.rates.report import Bucket, Change, Culprit, FaultCount, Report, Row, Unit
from fundamento.rates.sums import NOTHING, Key, Times, fill_cells, sum_groups, sum_parts

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
    logs.ask("answers", values, parts={"keys": logs.keys, "filter": " AND ".join(conditions)})
    logs.ask("findings")
    logs.ask("faults")
    logs.ask("foreseen")


def _report(logs: Logs, question: Question) -> Report:
    first, last, undated, unsaid = logs.run(
        "SELECT min(moment), max(moment), count(*) - count(moment), count(*) FILTER (unsaid) FROM answers"
    )[0]
    unit: Unit = "hour" if last is None or last - first <= _HOURLY_UP_TO else "day"
    hours = _period(first, last)
    starts = _starts(first, last, unit) if last is not None else []
    fill_cells(logs, question.by, Times(unit, starts[0], last, hours) if starts else None)
    trend = sum_groups(logs, part="bucket")
    return Report(
        intake=logs.intake,
        orphans=logs.ask("orphans")[0][0],
        undated=undated,
        unsaid=unsaid,
        first=first,
        last=last,
        total=sum_groups(logs)[()].figures(),
        by=tuple(question.by),
        rows=_rows(logs, question.by, starts),
        unit=unit,
        trend=tuple(Bucket(start, trend.get((start,), NOTHING).figures()) for start in starts),
        change=_change(logs, hours),
        fragments=_culprits(logs, "fragment", question.top),
        documents=_culprits(logs, _DOCUMENT, question.top),
        faults=tuple(FaultCount(*row) for row in logs.ask("faulty")),
    )


def _rows(logs: Logs, by: Sequence[str], starts: Sequence[datetime]) -> tuple[Row, ...]:
    """Return the groups, the worst first; those of time in its order."""
    places = {start: place for place, start in enumerate(starts)}
    groups = sum_groups(logs, by)
    trends: dict[Key, list[float | None]] = {key: [None] * len(starts) for key in groups}
    for key, start, share in sum_parts(logs, by, "bucket"):
        trends[key][places[start]] = share.ratio
    halves: dict[Key, dict[int, Share]] = {key: {} for key in groups}
    for key, half, share in sum_parts(logs, by, "half"):
        halves[key][half] = share
    rows = [
        Row(key, sums.figures(), tuple(trends.pop(key)), _difference(halves.pop(key))) for key, sums in groups.items()
    ]
    timed = [index for index, name in enumerate(by) if name in ("hour", "day")]
    if timed:
        return tuple(sorted(rows, key=lambda row: [row.key[index] or "" for index in timed]))
    return tuple(sorted(rows, key=lambda row: (-row.figures.answers.count, [part or "" for part in row.key])))


def _starts(first: datetime, last: datetime, unit: Unit) -> list[datetime]:
    step = _HOUR if unit == "hour" else timedelta(days=1)
    end = last.replace(minute=0, second=0, microsecond=0)
    end = end if unit == "hour" else end.replace(hour=0)
    starts = [end - step * back for back in range(_BUCKETS[unit] - 1, -1, -1)]
    return [start for start in starts if start + step > first]


def _period(first: datetime | None, last: datetime | None) -> int | None:
    if first is None or last is None:
        return None
    return next((hours for hours in _PERIODS if last - first >= 2 * hours * _HOUR), None)


def _change(logs: Logs, hours: int | None) -> Change | None:
    if hours is None:
        return None
    halves = {half: share for _, half, share in sum_parts(logs, (), "half")}
    return Change(hours, halves.get(1, NOTHING.share), halves.get(2, NOTHING.share), _difference(halves))


def _difference(halves: Mapping[int, Share]) -> Difference | None:
    return difference(halves[1], halves[2]) if len(halves) > 1 else None


def _culprits(logs: Logs, source: str, top: int) -> tuple[Culprit, ...]:
    return tuple(Culprit(*row) for row in logs.ask("sources", {"top": top}, parts={"source": source}))
