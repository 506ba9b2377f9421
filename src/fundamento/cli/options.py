"""Options that commands of both programs share."""

from typing import Annotated

import typer

Vectors = Annotated[
    bool, typer.Option("--vectors", help="Have the support score see paraphrase, by vectors (extra vectors).")
]
