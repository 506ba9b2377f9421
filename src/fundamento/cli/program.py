"""The commands and their options; each hands over to a module of its own."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from fundamento.cli.policy.program import policy_app
from fundamento.cli.status import Status, run_guarded
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

app.add_typer(policy_app, name="policy")
store_app = typer.Typer(no_args_is_help=True, help="Look at what a store finds.")
app.add_typer(store_app, name="store")

Policy = Annotated[str, typer.Option(help="observe, standard, strict, or the path of a YAML file.")]
StoreFolder = Annotated[Path, typer.Option("--store", help="Folder of the store.")]
AsReader = Annotated[str | None, typer.Option("--reader", help="ID of who asks; turns access control on.")]
InGroups = Annotated[list[str] | None, typer.Option("--group", help="A group of the reader's; may be repeated.")]
AsJson = Annotated[bool, typer.Option("--json", help="Write one JSON object instead.")]
ModelName = Annotated[str, typer.Option("--model", help="extractive, local, or provider/model.")]

JudgeName = Annotated[
    str | None, typer.Option("--judge", help="Folder of an ONNX model, or provider/model; by default there is none.")
]

TenantKeyFile = Annotated[
    Path | None, typer.Option(help="File with the key of tenants' pseudonyms; without it, events name no tenant.")
]

EventLogs = Annotated[
    list[str],
    typer.Argument(
        metavar="LOGS...", help="Event logs: JSON lines, plain, gzip or zstd; patterns; - is standard input."
    ),
]
Where = Annotated[list[str] | None, typer.Option(help="KEY=VALUE that answers must have; may be repeated.")]
Since = Annotated[str | None, typer.Option(help="From then on: 2026-03-01, 2026-03-01T12:00, 24h or 7d; UTC.")]
Until = Annotated[str | None, typer.Option(help="Until just before then, likewise.")]
Memory = Annotated[str, typer.Option(help="The most memory to take, from 256MB on; the rest goes to --temp.")]
Temp = Annotated[Path | None, typer.Option(help="Folder for temporary files.")]


@app.command("audit")
def audit_command(
    source: Annotated[str, typer.Argument(metavar="INPUT", help="JSONL, plain or gzip; - is standard input.")],
    *,
    policy: Policy = "observe",
    output: Annotated[str, typer.Option(help="File for the results; - is standard output.")] = "-",
    events: Annotated[
        str | None,
        typer.Option(help="File for the answers' event lines, which rates and gate read; - is standard output."),
    ] = None,
    tenant_key_file: TenantKeyFile = None,
) -> None:
    """Audit many answers: one record a line in, one JSON object a record out, in order.

    A record has fragments and output; tenant and at (the answer's time) are for --events, and so for rates --by.
    """
    from fundamento.cli.audit import Job, audit  # noqa: PLC0415 - a command loads what it needs, and no other does
    from fundamento.cli.tenants import load_tenant_key  # noqa: PLC0415 - as above

    raise typer.Exit(
        run_guarded(
            lambda: audit(
                source,
                Job(policy, output, events, tenant_key=load_tenant_key(tenant_key_file)),
            )
        )
    )


@app.command("check")
def check_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    output: Annotated[str, typer.Argument(help="File with the model's output; - is standard input.")],
    *,
    fragments: Annotated[str, typer.Option(help="File with what was retrieved: JSON, or JSONL.")],
    policy: Policy = "observe",
    format: Annotated[  # noqa: A002 - Typer names the option after it
        Literal["json", "prose", "citations", "anthropic", "cohere", "gemini", "langchain", "openai"],
        typer.Option(help="The contract's JSON, sentences with markers such as [1], or a provider's own citations."),
    ] = "json",
    question: Annotated[str, typer.Option(help="What was asked.")] = "",
    reader: AsReader = None,
    group: InGroups = None,
    judge: JudgeName = None,
    lang: Annotated[
        Literal["es", "en"] | None,
        typer.Option(help="By default that of the question, or else of the sources; --explain speaks English then."),
    ] = None,
    as_json: AsJson = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each claim's support score is made of.")] = False,
) -> None:
    """Check one answer that somebody else generated; its claims name the real IDs of the fragments."""
    from fundamento.cli.check import Given, check  # noqa: PLC0415 - as above

    raise typer.Exit(
        run_guarded(
            lambda: check(
                Given(output, fragments, format, question, _reader(reader, group), lang),
                policy=policy,
                judge=judge,
                as_json=as_json,
                explain=explain,
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
    engine: Annotated[
        str, typer.Option(help="What reads and cuts the files: here, or ray for all processors.")
    ] = "here",
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on, and take in whatever changes, until interrupted.")
    ] = False,
    every: Annotated[float, typer.Option(min=0.1, help="Seconds between two looks of --watch.")] = 2.0,
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
                engine=engine,
                every=every if watch else None,
            )
        )
    )


@app.command("stale")
def stale_command(*, store: StoreFolder = STORE, as_json: AsJson = False) -> None:
    """List the documents whose file or page has changed or gone since it was taken in; exit status 1 if any."""
    from fundamento.cli.stale import list_stale  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: list_stale(store, as_json=as_json)))


@app.command("ask")
def ask_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    question: Annotated[str, typer.Argument(help="What to ask.")],
    *,
    store: StoreFolder = STORE,
    policy: Policy = "observe",
    model: ModelName = "extractive",
    judge: JudgeName = None,
    reader: AsReader = None,
    group: InGroups = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="Fragments to answer from, at most.")] = 8,
    lang: Annotated[str | None, typer.Option(help="es or en; by default that of the question.")] = None,
    as_json: AsJson = False,
    show_retrieved: Annotated[
        bool, typer.Option("--show-retrieved", help="List what the search found, with ranks and scores.")
    ] = False,
) -> None:
    """Search the store, answer from what it finds, and show the answer with its quotes."""
    from fundamento.cli.ask import Form, Parts, Question, ask  # noqa: PLC0415 - as above

    raise typer.Exit(
        run_guarded(
            lambda: ask(
                Question(question, _reader(reader, group), limit, lang),
                store=store,
                parts=Parts(policy, model, judge),
                form=Form(as_json=as_json, show_retrieved=show_retrieved),
            )
        )
    )


@store_app.command("check")
def store_check_command(
    questions: Annotated[Path, typer.Argument(help="JSON lines: a question, and what is relevant to it.")],
    *,
    store: StoreFolder = STORE,
    limit: Annotated[int, typer.Option("-k", "--limit", min=1, max=100, help="Hits a question.")] = 8,
    as_json: AsJson = False,
) -> None:
    """Measure what a store finds: recall@k and mean reciprocal rank. Exit status 1 where a question was missed."""
    from fundamento.cli.store import check_store  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: check_store(questions, store=store, limit=limit, as_json=as_json)))


@app.command("rates")
def rates_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    logs: EventLogs,
    *,
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Split by: check (the default), bundle, candidate, fingerprint, prompt, model, tenant, route, entry, "
            "lang, hour, day; may be repeated, or separated by commas."
        ),
    ] = None,
    where: Where = None,
    since: Since = None,
    until: Until = None,
    top: Annotated[int, typer.Option(min=0, help="Fragments and documents to name.")] = 10,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write the rows as CSV instead.")] = False,
    html: Annotated[str | None, typer.Option(help="Write a page into this file, too.")] = None,
    lang: Annotated[Literal["es", "en"], typer.Option(help="Language of the page.")] = "en",
    memory: Memory = "1GB",
    temp: Temp = None,
) -> None:
    """Count how many answers and claims would be rejected, whatever the modes were."""
    from fundamento.cli.rates import Form, rates  # noqa: PLC0415 - as above
    from fundamento.cli.selection import Selection, make_limits  # noqa: PLC0415 - as above

    def run() -> Status:
        if as_json and as_csv:
            raise InputError("--json and --csv are both given.", hint="Choose one.")
        return rates(
            logs,
            Selection(where or (), since, until).question(by=by or (), top=top),
            form=Form("json" if as_json else "csv" if as_csv else "table", html, lang),
            limits=make_limits(memory, temp),
        )

    raise typer.Exit(run_guarded(run))


@app.command("gate")
def gate_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    logs: EventLogs,
    *,
    check: Annotated[list[str] | None, typer.Option(help="A check to judge; may be repeated.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Judge all checks.")] = False,
    policy: Annotated[
        str | None, typer.Option(help="The bundle that the logs are of: leaves out the checks that it has off.")
    ] = None,
    budget: Annotated[float, typer.Option(help="The highest rate of answers to reject.")] = 0.02,
    alpha: Annotated[float, typer.Option(help="How often a decision may be wrong.")] = 0.05,
    precision: Annotated[float, typer.Option(help="The share of rejections that reviews have to confirm.")] = 0.9,
    min_answers: Annotated[int, typer.Option(help="The fewest answers to decide on.")] = 100,
    reviews: Annotated[
        Path | None, typer.Option(help="JSON lines with answer_id, claim, check and verdict (right or wrong).")
    ] = None,
    where: Where = None,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
    memory: Memory = "1GB",
    temp: Temp = None,
) -> None:
    """Say of each check whether it may start to block: exit status 0 promote, 1 halt, 3 keep collecting, 2 not run.

    Counts the answers since bundle, prompt or model last changed. It may be asked after every answer.
    """
    from fundamento.cli.gate import Case, gate  # noqa: PLC0415 - as above
    from fundamento.cli.selection import Selection, make_limits  # noqa: PLC0415 - as above
    from fundamento.policy.gate import Terms  # noqa: PLC0415 - as above

    def run() -> Status:
        if bool(check) == every:
            raise InputError("Neither --check nor --all is given, or both are.", hint="Say which checks to judge.")
        return gate(
            logs,
            Case(check or (), reviews, policy),
            terms=Terms(budget, alpha, precision, min_answers),
            question=Selection(where or (), since, until).question(),
            limits=make_limits(memory, temp),
            as_json=as_json,
        )

    raise typer.Exit(run_guarded(run))


@app.command("serve")
def serve_command(  # noqa: PLR0913 - Typer makes an option of each parameter
    *,
    host: Annotated[str, typer.Option(help="Address to listen on; beyond loopback only with a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = 8717,
    policy: Policy = "observe",
    store: Annotated[
        Path | None, typer.Option("--store", help="Folder of the store, for questions that come without fragments.")
    ] = None,
    model: ModelName = "extractive",
    candidate: Annotated[str | None, typer.Option(help="Another policy, which only reports in the events.")] = None,
    judge: JudgeName = None,
    judge_seconds: Annotated[float, typer.Option(help="Seconds for the judge, over an output.")] = 30.0,
    store_seconds: Annotated[float, typer.Option(help="Seconds for a look-up in the store.")] = 5.0,
    lang: Annotated[str | None, typer.Option(help="es or en; by default that of each question.")] = None,
    mode: Annotated[
        Literal["warn", "off"] | None, typer.Option(help="The kill switch, as the environment's FUNDAMENTO_MODE.")
    ] = None,
    quotes: Annotated[bool, typer.Option("--quotes/--no-quotes", help="Whether claims carry quotes.")] = True,
    hold_streams: Annotated[bool, typer.Option("--hold-streams", help="Show nothing before all is settled.")] = False,
    prompts: Annotated[Path | None, typer.Option(help="Folder with prompts of your own.")] = None,
    prompt_version: Annotated[int, typer.Option(min=1, help="Version of the answer prompt.")] = 1,
    tenant_key_file: TenantKeyFile = None,
    token_file: Annotated[
        Path | None, typer.Option(help="File with the bearer token; else the environment's FUNDAMENTO_TOKEN.")
    ] = None,
    max_body: Annotated[int, typer.Option(min=1, help="Bytes of a request's body, at most.")] = 2 * 1024 * 1024,
    body_seconds: Annotated[float, typer.Option(help="Seconds for a request to come in.")] = 10.0,
    seconds: Annotated[float, typer.Option(help="Seconds for a request to be answered.")] = 60.0,
    concurrency: Annotated[int, typer.Option(min=1, help="Requests at work at once, at most.")] = 64,
) -> None:
    """Serve POST /v1/check and /v1/answer, /healthz, /readyz, /metrics and /openapi.json; events go to standard output.

    SIGTERM ends it when what runs is finished.
    """
    from fundamento.cli.serve import Address, Bounds, Names, Setting, serve  # noqa: PLC0415 - as above
    from fundamento.cli.tenants import load_tenant_key  # noqa: PLC0415 - as above
    from fundamento.settings import Settings  # noqa: PLC0415 - as above

    def run() -> Status:
        settings = Settings(
            quotes=quotes,
            prompts=prompts,
            prompt_version=prompt_version,
            tenant_key=load_tenant_key(tenant_key_file),
            store_seconds=store_seconds,
            judge_seconds=judge_seconds,
            hold_streams=hold_streams,
        )
        return serve(
            Setting(Names(policy, model, candidate, judge), store, lang, mode, settings),
            Address(host, port, token_file),
            Bounds(max_body, body_seconds, seconds, concurrency),
        )

    raise typer.Exit(run_guarded(run))


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
