"""Measure what a store finds on questions whose fragments are known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from rich.table import Table
from rich.text import Text

from fundamento.cli.ask import require_store
from fundamento.cli.display import legible, make_console
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status
from fundamento.errors import InputError
from fundamento.evaluation.retrieval import mean, recall_at, reciprocal_rank
from fundamento.fragments import Fragment
from fundamento.library import open_library


class Target(BaseModel):
    """One thing that a search should find: a fragment that meets all that is said of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fragment: str | None = None
    document: str | None = None
    section: str | None = None
    quote: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "Target":
        if not any((self.fragment, self.document, self.quote)):
            raise ValueError("name its fragment, its document or a quote")
        return self

    def is_met_by(self, found: Fragment) -> bool:
        """Say whether a fragment is what should be found; a section is met by any heading that begins so."""
        return (
            self.fragment in (None, found.id)
            and self.document in (None, found.document)
            and (self.section is None or any(title.startswith(self.section) for title in found.section))
            and (self.quote is None or " ".join(self.quote.split()) in " ".join(found.text.split()))
        )


class Asked(BaseModel):
    """A question and what a search for it should find."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    question: str = Field(min_length=1)
    relevant: tuple[Target, ...] = Field(min_length=1)
    any_of: bool = False
    """Whether one of the targets is enough; otherwise all are wanted."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One question: the rank of the first hit that is relevant (None: none is), and its recall."""

    question: str
    rank: int | None
    recall: float


def check_store(questions: Path, *, store: Path, limit: int = 8, as_json: bool = False) -> Status:
    """Search the store for each question of a file and show recall@k and MRR, and the questions that were missed.

    The file has a question a line: `{"question": "...", "relevant": [{"document": "...", "section": "9.2"}]}`; what is
    relevant is named by `fragment`, `document`, `section` or `quote`. Returns `FINDINGS` where one was missed. Raises
    `InputError` for a line that is none, and `StoreError`.
    """
    asked = list(read_questions(questions))
    require_store(store)
    with open_library(store) as library:
        measured = [_measure(one, library.search(one.question, limit=limit), limit) for one in asked]
    summary = {
        "questions": len(measured),
        "k": limit,
        "recall": mean([one.recall for one in measured]),
        "mrr": mean([1 / one.rank if one.rank else 0.0 for one in measured]),
    }
    if as_json:
        with open_target(STANDARD_OUTPUT) as write:
            for one in measured:
                write({"question": one.question, "rank": one.rank, "recall": one.recall})
            write(summary)
    else:
        _show(measured, summary)
    return Status.FINDINGS if any(one.rank is None for one in measured) else Status.HELD


def read_questions(file: Path) -> Iterator[Asked]:
    """Yield the questions of a file of JSON lines. Raises `InputError`, which says which line is none."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{file} cannot be read: {reason}.") from None
    found = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield Asked.model_validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            raise InputError(
                f"{file}, line {number}: {where}: {first['msg']}.",
                hint='A line is {"question": "...", "relevant": [{"document": "...", "section": "..."}]}.',
            ) from None
        found = True
    if not found:
        raise InputError(f"{file} holds no question.", hint="Write one JSON object a line.")


def _measure(asked: Asked, found: list[Fragment], limit: int) -> Measured:
    met = [next((place for place, one in enumerate(asked.relevant) if one.is_met_by(hit)), -1) for hit in found]
    wanted = range(len(asked.relevant))
    first = reciprocal_rank(met, wanted)
    recall = float(first > 0) if asked.any_of else recall_at(met, wanted, limit) or 0.0
    return Measured(asked.question, round(1 / first) if first else None, recall)


def _show(measured: list[Measured], summary: Mapping[str, Any]) -> None:
    console = make_console()
    missed = [one for one in measured if one.rank is None]
    table = Table("questions", f"recall@{summary['k']}", "MRR", "missed")
    table.add_row(str(len(measured)), f"{summary['recall']:.3f}", f"{summary['mrr']:.3f}", str(len(missed)))
    console.print(table)
    for one in missed:
        console.print(Text.assemble(("missed ", "bold red"), legible(one.question)))
