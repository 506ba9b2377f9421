"""The commands of `fundamento eval` and their options."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from fundamento.cli.status import run_guarded

eval_app = typer.Typer(no_args_is_help=True, help="Say which component of an assistant fails, on frozen cases.")
AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON object instead.")]


@eval_app.command("run")
def run_command(
    dataset: Annotated[Path, typer.Argument(help="Cases with recorded answers: JSON lines.")],
    *,
    verdicts: Annotated[
        Literal["labels", "checks"], typer.Option(help="labels where a case has them, or the checks for all.")
    ] = "labels",
    k: Annotated[int, typer.Option("-k", min=1, help="Ranks to look at.")] = 3,
    form: Annotated[
        Literal["cases", "ragas", "langsmith"], typer.Option("--format", help="What the lines are like.")
    ] = "cases",
    as_json: AsJson = False,
) -> None:
    """Measure the recorded answers of a data set; no model is asked. Exit status 1 where a case failed."""
    from fundamento.cli.evaluation.running import run  # noqa: PLC0415 - a command loads what it needs

    raise typer.Exit(
        run_guarded(lambda: run(dataset, k=k, by_labels=verdicts == "labels", foreign=form != "cases", as_json=as_json))
    )


@eval_app.command("compare")
def compare_command(
    before: Annotated[Path, typer.Argument(help="What `eval run --json` wrote.")],
    after: Annotated[Path, typer.Argument(help="What it wrote of the new version.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Compare two runs case by case, with the exact McNemar test. Exit status 1 where a case got worse."""
    from fundamento.cli.evaluation.comparing import compare_files  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: compare_files(before, after, as_json=as_json)))
