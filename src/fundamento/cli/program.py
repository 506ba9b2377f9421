"""The commands and their options; each hands over to a module of its own."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from fundamento.cli.status import run_guarded
from fundamento.errors import InputError
from fundamento.fragments import Reader

STORE: Final = Path(".fundamento/store")

app: Final = typer.Typer(
    help="Traceability as a contract for RAG answers. Exit status: 0 all held, 1 something was rejected or could not "
    "be verified, 2 it could not run.",
    add_completion=False,
    no_args_is_help=True,
    # A traceback with local variables would show questions and texts.
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Policy = Annotated[str, typer.Option(help="observe, standard, strict, or the path of a YAML file.")]
StoreFolder = Annotated[Path, typer.Option("--store", help="Folder of the store.")]
AsReader = Annotated[str | None, typer.Option("--reader", help="ID of who asks; turns access control on.")]
InGroups = Annotated[list[str] | None, typer.Option("--group", help="A group of the reader's; may be repeated.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON object instead.")]
ModelName = Annotated[str, typer.Option("--model", help="extractive, local, or provider/model.")]


@app.command("audit")
def audit_command(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="JSONL, plain or gzip; - is standard input.")],
    *,
    policy: Policy = "observe",
    output: Annotated[str, typer.Option(help="File for the results; - is standard output.")] = "-",
) -> None:
    """Audit many answers: one record a line in, one JSON object a record out, in order."""
    from fundamento.cli.audit import audit  # noqa: PLC0415 - a command loads what it needs, and no other does

    raise typer.Exit(run_guarded(lambda: audit(source, policy=policy, target=output)))


@app.command("check")
def check_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    output: Annotated[str, typer.Argument(help="File with the model's output; - is standard input.")],
    *,
    fragments: Annotated[str, typer.Option(help="File with what was retrieved: JSON, or JSONL.")],
    policy: Policy = "observe",
    format: Annotated[  # noqa: A002 - Typer names the option after it
        Literal["json", "prose", "anthropic", "cohere", "gemini", "langchain", "openai"],
        typer.Option(help="The contract's JSON, sentences with markers such as [1], or a provider's own citations."),
    ] = "json",
    question: Annotated[str, typer.Option(help="What was asked.")] = "",
    reader: AsReader = None,
    group: InGroups = None,
    as_json: AsJson = False,
) -> None:
    """Check one answer that somebody else generated; its claims name the real IDs of the fragments."""
    from fundamento.cli.check import Given, check  # noqa: PLC0415 - as above

    raise typer.Exit(
        run_guarded(
            lambda: check(
                Given(output, fragments, format),
                policy=policy,
                question=question,
                reader=_reader(reader, group),
                as_json=as_json,
            )
        )
    )


@app.command("ingest")
def ingest_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    paths: Annotated[list[Path], typer.Argument(help="Files (.txt, .md, .html, .pdf, .docx) and folders.")],
    *,
    store: StoreFolder = STORE,
    explain: Annotated[
        bool, typer.Option("--explain", help="List every removal and rewrite with its place, and store nothing.")
    ] = False,
    reader: Annotated[
        list[str] | None, typer.Option(help="Who may read them: group:NAME or user:ID; may be repeated.")
    ] = None,
    effective_from: Annotated[datetime | None, typer.Option("--from", formats=["%Y-%m-%d"], help="First day.")] = None,
    effective_until: Annotated[datetime | None, typer.Option("--until", formats=["%Y-%m-%d"], help="Last day.")] = None,
    prune: Annotated[bool, typer.Option("--prune", help="Delete documents whose file is gone from a folder.")] = False,
) -> None:
    """Take files into a store, split into fragments with exact offsets; what is there already is not done again.

    Readers and days are for files that say none in front matter or in NAME.meta.yaml; each run says anew what holds.
    """
    if explain:
        from fundamento.cli.explain import explain as explain_files  # noqa: PLC0415 - as above

        raise typer.Exit(run_guarded(lambda: explain_files(paths)))
    from fundamento.cli.ingest import ingest, make_terms  # noqa: PLC0415 - as above

    raise typer.Exit(
        run_guarded(
            lambda: ingest(
                paths,
                store=store,
                terms=make_terms(reader, _day(effective_from), _day(effective_until)),
                prune=prune,
            )
        )
    )


@app.command("ask")
def ask_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    question: Annotated[str, typer.Argument(help="What to ask.")],
    *,
    store: StoreFolder = STORE,
    policy: Policy = "observe",
    model: ModelName = "extractive",
    reader: AsReader = None,
    group: InGroups = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Fragments to answer from, at most.")] = 8,
    lang: Annotated[str | None, typer.Option(help="es or en; by default that of the question.")] = None,
    as_json: AsJson = False,
) -> None:
    """Search the store, answer from what it finds, and show the answer with its quotes."""
    from fundamento.cli.ask import Question, ask  # noqa: PLC0415 - as above

    raise typer.Exit(
        run_guarded(
            lambda: ask(
                Question(question, _reader(reader, group), limit, lang),
                store=store,
                policy=policy,
                model=model,
                as_json=as_json,
            )
        )
    )


@app.command("demo")
def demo_command(
    *,
    model: ModelName = "extractive",
    corpus: Annotated[Path | None, typer.Option(help="Folder of the example corpus, outside a checkout.")] = None,
) -> None:
    """Show the whole of it on an invented corpus, without a key."""
    from fundamento.cli.demo import demo  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: demo(model=model, corpus=corpus)))


def _reader(name: str | None, groups: list[str] | None) -> Reader | None:
    if name is None and groups:
        raise InputError("--group needs --reader.", hint="Say who asks: --reader ID --group NAME")
    return None if name is None else Reader(name, groups=frozenset(groups or ()))


def _day(value: datetime | None) -> date | None:
    return None if value is None else value.date()
