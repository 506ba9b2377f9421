"""What `measure` reports: plain facts, with no text of anybody's in them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from fundamento.rates.intervals import Difference, Share
from fundamento.rates.logs import Intake
from fundamento.rates.sums import Figures, Key

Unit: TypeAlias = Literal["hour", "day"]


@dataclass(frozen=True, slots=True)
class Bucket:
    """The figures of one hour or day of the trend, by its start (UTC)."""

    start: datetime
    figures: Figures


@dataclass(frozen=True, slots=True)
class Change:
    """The share of answers in the last `hours` before the last answer, beside that of as many hours before."""

    hours: int
    now: Share
    before: Share
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Row:
    """One group. `trend` are its ratios in the report's buckets, None where it has no answer in one."""

    key: Key
    figures: Figures
    trend: tuple[float | None, ...] = ()
    change: Difference | None = None


@dataclass(frozen=True, slots=True)
class Culprit:
    """A fragment or a document with the number of findings on outputs that cited it, and of answers with one."""

    name: str
    findings: int
    answers: int


@dataclass(frozen=True, slots=True)
class FaultCount:
    """What could not run, how often, and in how many answers."""

    part: str
    check: str | None
    error: str | None
    faults: int
    answers: int


@dataclass(frozen=True, slots=True)
class Report:
    """The rates of some logs. Times are UTC; `first` and `last` are None where no answer has a time.

    `orphans` are findings and faults whose answer's line is not there, `undated` answers without a time,
    `unsaid` those whose line does not say what was checked: they count for no check.
    """

    intake: Intake
    orphans: int
    undated: int
    unsaid: int
    first: datetime | None
    last: datetime | None
    total: Figures
    by: tuple[str, ...]
    rows: tuple[Row, ...]
    unit: Unit
    trend: tuple[Bucket, ...]
    change: Change | None
    fragments: tuple[Culprit, ...]
    documents: tuple[Culprit, ...]
    faults: tuple[FaultCount, ...]
