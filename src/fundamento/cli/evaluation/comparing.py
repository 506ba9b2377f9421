"""Compare two runs that were written as JSON."""

from dataclasses import asdict
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError
from rich.text import Text

from fundamento.cli.display import legible, make_console
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status
from fundamento.errors import InputError
from fundamento.evaluation.comparison import compare
from fundamento.evaluation.running import KIND


class _Case(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    held: bool


class _Written(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    kind: str
    evidence: tuple[_Case, ...]


def compare_files(before: Path, after: Path, *, as_json: bool) -> Status:
    """Show which cases changed between two runs; `FINDINGS` where one got worse or is gone. Raises `InputError`."""
    found = compare(_read(before), _read(after))
    if not found.both:
        raise InputError("The two runs have no case in common.", hint="Cases are paired by their IDs.")
    if as_json:
        with open_target(STANDARD_OUTPUT) as write:
            write(asdict(found))
    else:
        console = make_console()
        p_value = "no case changed" if found.p_value is None else f"exact McNemar p = {found.p_value:.4f}"
        console.print(f"{found.both} cases: {len(found.better)} better, {len(found.worse)} worse; {p_value}")
        changes = (("better", found.better), ("worse", found.worse), ("gone", found.only_before))
        for word, ids in (*changes, ("new", found.only_after)):
            for one in ids:
                console.print(Text.assemble((word, "bold"), f" {legible(one)}"), soft_wrap=True)
    return Status.FINDINGS if found.worse or found.only_before else Status.HELD


def _read(path: Path) -> dict[str, bool]:
    try:
        written = _Written.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None
    except ValidationError:
        written = None
    if written is None or written.kind != KIND:
        raise InputError(f"{path} is no run.", hint="Write one with `fundamento eval run DATASET --json`.")
    return {case.id: case.held for case in written.evidence}
