"""The command line; it needs the extra `cli`."""

import importlib
import sys
from typing import Final

from fundamento.errors import MissingExtraError

_LIBRARIES: Final = ("typer", "rich")


def main() -> None:
    """Run the command line and leave with its exit status: 0 all held, 1 something did not, 2 it could not run."""
    try:
        for library in _LIBRARIES:
            importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        missing = MissingExtraError(library, extra="cli", purpose="The command line")
        sys.stderr.write(f"fundamento: {missing}\n")
        sys.exit(2)
    from fundamento.cli.program import app  # noqa: PLC0415 - it needs what was just looked for

    app(prog_name="fundamento")
