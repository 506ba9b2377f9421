"""How far a run over files is, on a terminal."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from fundamento.errors import IngestError
from fundamento.ingest import walk_folder

_Outcome = TypeVar("_Outcome")


def show_progress(outcomes: Iterable[_Outcome], paths: Sequence[Path]) -> Iterator[_Outcome]:
    """Pass outcomes on, one a file of the paths, and show on standard error how many there are; elsewhere, nothing."""
    if sys.stderr is None or not sys.stderr.isatty() or not sys.stdout.isatty():
        yield from outcomes
        return
    from rich.console import Console  # noqa: PLC0415 - loads where it is shown
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 - as above

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What is written to standard output meanwhile goes above the bar.
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=sum(_count(path) for path in paths))
        for outcome in outcomes:
            yield outcome
            progress.advance(task)


def _count(path: Path) -> int:
    try:
        return sum(1 for _ in walk_folder(path)) if path.is_dir() else 1
    except (OSError, IngestError):
        return 1  # the run says what is wrong
