"""One figure of an evaluation: a value with its counts, or the status that says why there is none."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean


class Source(StrEnum):
    """Whose verdicts a figure rests on; `counts`: it needs none."""

    LABELS = "labels"
    CHECKS = "checks"
    JUDGE = "judge"
    COUNTS = "counts"


class FigureStatus(StrEnum):
    """Whether there is a value, and if not, why."""

    MEASURED = "measured"
    ABSTAINED = "abstained"
    NOT_APPLICABLE = "not_applicable"
    JUDGE_FAILED = "judge_failed"


@dataclass(frozen=True, slots=True)
class Figure:
    """A value from 0 to 1 over `n` things, with where its verdicts come from; None with a status where n is 0."""

    value: float | None
    n: int
    source: Source
    status: FigureStatus = FigureStatus.MEASURED


def share(hits: int, n: int, source: Source, *, without: FigureStatus = FigureStatus.NOT_APPLICABLE) -> Figure:
    """Return hits over n; where n is 0, no value and the status `without`."""
    return Figure(hits / n, n, source) if n else Figure(None, 0, source, without)


def failed(source: Source) -> Figure:
    """Return the figure of verdicts that could not be had."""
    return Figure(None, 0, source, FigureStatus.JUDGE_FAILED)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of the figures that have a value: how many those are, and how many of each status there are beside."""

    value: float | None
    n: int
    abstained: int
    not_applicable: int
    judge_failed: int


def average(figures: Iterable[Figure]) -> Mean:
    """Return the mean over cases, each counting once; None where no figure has a value."""
    given = list(figures)
    values = [figure.value for figure in given if figure.value is not None]
    by = {status: sum(figure.status is status for figure in given) for status in FigureStatus}
    return Mean(
        fmean(values) if values else None,
        len(values),
        by[FigureStatus.ABSTAINED],
        by[FigureStatus.NOT_APPLICABLE],
        by[FigureStatus.JUDGE_FAILED],
    )
