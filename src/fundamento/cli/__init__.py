"""The command line; it needs the extra `cli`."""

import sys

from fundamento.errors import MissingExtraError


def main() -> None:
    """Run the command line and leave with its exit status: 0 all held, 1 something did not, 2 it could not run."""
    try:
        from fundamento.cli.program import app  # noqa: PLC0415 - Typer and Rich are of an extra
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in {"typer", "rich"}:
            raise
        missing = MissingExtraError(library, extra="cli", purpose="The command line")
        sys.stderr.write(f"fundamento: {missing}\n")
        sys.exit(2)
    app(prog_name="fundamento")
