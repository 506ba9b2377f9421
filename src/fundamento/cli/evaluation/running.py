"""Measure the recorded answers of a data set."""

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fundamento.cli.display import legible, make_console
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status
from fundamento.errors import InputError
from fundamento.evaluation.cases import import_dataset, load_dataset
from fundamento.evaluation.running import Run, run_recorded


def run(dataset: Path, *, k: int, by_labels: bool, foreign: bool, as_json: bool) -> Status:
    """Run a data set and show its figures and what failed, or write the run as JSON.

    `foreign`: the file has the shape of RAGAS or LangSmith. Returns `FINDINGS` where a case failed. Raises
    `InputError`, also where no case has a recorded answer: nothing was measured then.
    """
    loaded = import_dataset(dataset) if foreign else load_dataset(dataset)
    done = run_recorded(loaded, k=k, by_labels=by_labels)
    if not done.cases:
        raise InputError(f"No case of {dataset} has a recorded answer.", hint='Give "answer": {"text": "..."}.')
    if as_json:
        with open_target(STANDARD_OUTPUT) as write:
            write(done.report())
    else:
        _show(make_console(), done)
    return Status.HELD if all(case.held for case in done.cases) else Status.FINDINGS


def _show(console: Console, done: Run) -> None:
    table = Table("figure", "mean", "cases", "abstained", "not applicable", "judge failed", "verdicts of")
    for name, mean in done.means().items():
        sources = dict.fromkeys(case.figures[name].source.value for case in done.cases)
        value = "-" if mean.value is None else f"{mean.value:.3f}"
        counts = (mean.n, mean.abstained, mean.not_applicable, mean.judge_failed)
        table.add_row(name, value, *map(str, counts), ", ".join(sources))
    console.print(table)
    found = done.abstention
    console.print(
        f"abstention: {found.right_abstentions} right, {found.over_refusals} over-refusals, "
        f"{found.false_answers} false answers, {found.answered} answered"
    )
    for case in done.cases:
        for one in case.diagnoses:
            word = "critical" if case.critical else "failed"
            detail = f" {legible(case.id)}: {one.component.value}, {one.reason} ({legible(one.shown_by)})"
            console.print(Text.assemble((word, "bold red"), detail.removesuffix(" ()")), soft_wrap=True)
    if done.skipped:
        console.print(f"{len(done.skipped)} cases have no recorded answer and were skipped")
