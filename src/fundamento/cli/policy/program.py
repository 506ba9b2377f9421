"""The commands about policies and their options; each hands over to a module of its own."""

from typing import Annotated, Final

import typer

from fundamento.cli.status import run_guarded

policy_app: Final = typer.Typer(
    help="Look at policy bundles before they decide anything.", no_args_is_help=True, rich_markup_mode=None
)

BundleName = Annotated[
    str, typer.Argument(metavar="BUNDLE", help="observe, standard, strict, or the path of a YAML file.")
]
Attribute = Annotated[
    list[str] | None, typer.Option("--attr", metavar="NAME=VALUE", help="What the request is; may be repeated.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Write JSON instead.")]


@policy_app.command("validate")
def validate_command(
    bundles: Annotated[list[str], typer.Argument(metavar="FILE...", help="Bundles to look at.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Say all that is wrong with bundles, and what in them cannot be meant. Exit status 2 where one is broken."""
    from fundamento.cli.policy.validation import validate  # noqa: PLC0415 - a command loads what it needs

    raise typer.Exit(run_guarded(lambda: validate(bundles, as_json=as_json)))


@policy_app.command("explain")
def explain_command(
    bundle: BundleName,
    *,
    attr: Attribute = None,
    check: Annotated[list[str] | None, typer.Option(help="A check; may be repeated. All unless given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Say which mode applies to a request, and which line of which file says so."""
    from fundamento.cli.policy.explanation import explain  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: explain(bundle, attributes=attr or [], checks=check or [], as_json=as_json)))


@policy_app.command("diff")
def diff_command(
    one: Annotated[str, typer.Argument(metavar="A", help="A bundle.")],
    other: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Say what differs between two bundles in what they do. Exit status: 0 nothing, 1 something, 2 trouble."""
    from fundamento.cli.policy.difference import diff  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: diff(one, other, as_json=as_json)))


@policy_app.command("replay")
def replay_command(
    bundle: BundleName,
    sources: Annotated[
        list[str],
        typer.Argument(metavar="INPUT...", help="Audit records or event logs, gzip too; -: standard input."),
    ],
    *,
    attr: Attribute = None,
    as_json: AsJson = False,
) -> None:
    """Say what a bundle would have done about answers of the past, by check, beside what was done.

    Exit status 1 where something would not have been shown as it came. Lines that cannot be read are counted.
    """
    from fundamento.cli.policy.replay import replay  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(lambda: replay(bundle, sources, attributes=attr or [], as_json=as_json)))


@policy_app.command("schema")
def schema_command() -> None:
    """Write the JSON Schema of a bundle's file, for editors."""
    from fundamento.cli.policy.validation import write_schema  # noqa: PLC0415 - as above

    raise typer.Exit(run_guarded(write_schema))
