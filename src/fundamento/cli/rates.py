"""Show rates of rejection out of event logs."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fundamento.cli.display import legible, make_console, show_heading, show_text
from fundamento.cli.output import STANDARD_OUTPUT, open_target, refuse_clashes
from fundamento.cli.status import Status, complain, heeding_termination
from fundamento.errors import ConfigurationError
from fundamento.rates.dimensions import CHECK
from fundamento.rates.intervals import Share
from fundamento.rates.logs import Limits
from fundamento.rates.measuring import Question, measure
from fundamento.rates.page import count_lines, write_page
from fundamento.rates.plain import plain_report, write_csv
from fundamento.rates.report import Culprit, Report
from fundamento.rates.sources import expand
from fundamento.rates.words import WORDS, percent
from fundamento.text.language import Lang

_BARS: Final = "▁▂▃▄▅▆▇█"
_SPARK: Final = 16  # cells
_MOST_ROWS: Final = 40


@dataclass(frozen=True, slots=True)
class Form:
    """How to write a report: to standard output, and as a page into a file beside that."""

    output: Literal["table", "json", "csv"] = "table"
    page: str | None = None
    lang: Lang = "en"


def rates(sources: Sequence[str], question: Question, *, form: Form, limits: Limits) -> Status:
    """Count, and write what came out.

    Raises `InputError`, `ConfigurationError` and `MissingExtraError`.
    """
    if form.page is not None:
        refuse_clashes(expand(sources), {"--html": form.page})
    with heeding_termination():
        report = measure(sources, question, limits=limits)
    if form.page is not None:
        _write_file(form.page, write_page(report, lang=form.lang))
    if form.output == "json":
        with open_target(STANDARD_OUTPUT) as write:
            write(plain_report(report))
    elif form.output == "csv":
        sys.stdout.write(write_csv(report))
    else:
        _show(make_console(), report)
    if report.intake.lines and not report.intake.answers and not report.intake.policy:
        complain(
            "no line tells of an answer. Were they written as JSON? Call fundamento.telemetry.configure_structlog()."
        )
        return Status.NOT_RUN
    if report.intake.answers and report.first is None and not report.undated:
        complain("no answer of these logs is one that --where, --since and --until ask for.")
    return Status.HELD


def _write_file(target: str, page: str) -> None:
    try:
        Path(target).write_text(page, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ConfigurationError(
            f"{target} cannot be written: {error.strerror}.", hint="Check that the folder exists."
        ) from None


def _show(console: Console, report: Report) -> None:
    words = WORDS["en"]
    show_text(console, Text("; ".join(f"{number:,} {words[name]}" for name, number in count_lines(report))))
    if report.first is not None and report.last is not None:
        show_text(console, Text(f"from {report.first:%Y-%m-%d %H:%M} to {report.last:%Y-%m-%d %H:%M} UTC", "dim"))
    total = report.total
    show_text(console, Text(f"answers rejected  {_full(total.answers)}", "bold"))
    show_text(console, Text(f"claims that fail  {_full(total.claims)}"))
    if total.candidate is not None:
        show_text(console, Text(f"candidate stops   {_full(total.candidate)}"))
    show_text(console, Text(f"not verified      {total.errors:,} answers, in no rate"))
    if report.trend:
        ratios = [bucket.figures.answers.ratio for bucket in report.trend]
        show_text(console, Text(f"by {report.unit}  {spark(ratios, len(ratios))}"))
    _show_change(console, report)
    if report.rows:
        _show_rows(console, report)
    for title, culprits in (("documents", report.documents), ("fragments", report.fragments)):
        _show_culprits(console, words[title], culprits)
    if report.faults:
        show_heading(console, words["faults"])
        for fault in report.faults:
            what = legible(f"{fault.part} {fault.check or ''} {fault.error or ''}")
            show_text(console, Text(f"{fault.faults:,} in {fault.answers:,} answers: {what}"), indent=2)


def _show_change(console: Console, report: Report) -> None:
    change = report.change
    if change is None or change.difference is None:
        return
    said = (
        f"last {change.hours} h {percent(change.now.ratio, 'en')}, before {percent(change.before.ratio, 'en')}: "
        f"{percent(change.difference.change, 'en', signed=True)} "
        f"({percent(change.difference.low, 'en', signed=True)} to {percent(change.difference.high, 'en', signed=True)})"
    )
    show_text(console, Text(said))


def _show_rows(console: Console, report: Report) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in report.by:
        # A check's ID is copied into a policy: whole, it stands on one line.
        table.add_column(name, overflow="fold", no_wrap=name == CHECK)
    foreseen = report.total.candidate is not None
    for name in ("answers rejected", *(["candidate stops"] if foreseen else []), "claims failing", "errors"):
        table.add_column(name, justify="right")
    table.add_column(f"by {report.unit}", no_wrap=True)
    for row in report.rows[:_MOST_ROWS]:
        table.add_row(
            *(Text("—" if part is None else legible(part)) for part in row.key),
            Text(_short(row.figures.answers)),
            *([Text(_short(row.figures.candidate))] if foreseen else []),
            Text(_short(row.figures.claims)),
            f"{row.figures.errors:,}",
            spark(row.trend, _SPARK),
        )
    console.print()
    console.print(table)
    if len(report.rows) > _MOST_ROWS:
        show_text(console, Text(f"{len(report.rows) - _MOST_ROWS:,} more rows: --json or --csv", "dim"))


def _show_culprits(console: Console, title: str, culprits: Sequence[Culprit]) -> None:
    if culprits:
        show_heading(console, title)
        for one in culprits:
            said = f"{one.findings:,} findings in {one.answers:,} answers: {legible(one.name)}"
            show_text(console, Text(said), indent=2)


def spark(ratios: Sequence[float | None], width: int) -> str:
    """Return the last ratios as bars, on a scale from zero to the highest of them; a space where there is none."""
    shown = list(ratios[-width:])
    top = max((ratio for ratio in shown if ratio is not None), default=0.0) or 1.0
    return "".join(" " if ratio is None else _BARS[round(ratio / top * (len(_BARS) - 1))] for ratio in shown)


def _full(share: Share) -> str:
    if share.ratio is None:
        return "—"
    return f"{_short(share)}  {share.count:,} of {share.of:,}"


def _short(share: Share | None) -> str:
    if share is None or share.ratio is None or share.low is None or share.high is None:
        return "—"
    return f"{percent(share.ratio, 'en')} ({100 * share.low:.1f}–{100 * share.high:.1f})"
