"""Ask the store a question and show the answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from fundamento.cli.display import Screen, legible, make_console, show_result, show_text
from fundamento.cli.generators import describe, open_generator, open_judge
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status, status_of
from fundamento.errors import InputError
from fundamento.fragments import Reader
from fundamento.grounder import Grounder
from fundamento.library import Hit, open_library
from fundamento.policy.loading import load_bundle
from fundamento.serialisation import report_answer

_DATABASE: Final = "chroma.sqlite3"
_BEGINNING: Final = 100  # code points of a fragment that was found


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, by whom, and of how many fragments at most. `reader` None: access control is off."""

    text: str
    reader: Reader | None = None
    limit: int = 8
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """What answers, and what says how good that is: a policy, a model and a judge (None: there is none), by name."""

    policy: str
    model: str
    judge: str | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """How the answer is shown: as JSON or for people, and with what the search found."""

    as_json: bool = False
    show_retrieved: bool = False


def ask(question: Question, *, store: Path, parts: Parts, form: Form | None = None) -> Status:
    """Search the store in a folder, answer from what it finds, and show the answer.

    Raises `PolicyError`, `InputError`, `ConfigurationError`, `StoreError`, `ModelError` and `MissingExtraError`.
    """
    form = form or Form()
    bundle = load_bundle(parts.policy)
    require_store(store)
    with open_library(store) as library, open_generator(parts.model) as model, open_judge(parts.judge) as judge:
        hits = library.rank(question.text, limit=question.limit, reader=question.reader)
        grounder = Grounder(model, policy=bundle, store=library, judge=judge, sinks=(), lang=question.lang)
        result = grounder.answer(question.text, [hit.fragment for hit in hits], reader=question.reader)
    if form.as_json:
        retrieved = {"retrieved": [_describe(rank, hit) for rank, hit in enumerate(hits, 1)]}
        with open_target(STANDARD_OUTPUT) as write:
            write({**report_answer(result), **retrieved})
    else:
        console = make_console()
        console.print(f"generator {describe(parts.model)}", style="dim")
        show_result(Screen(console, result.modes), result)
        if form.show_retrieved:
            _show_hits(console, hits)
    return status_of([result.outcome])


def require_store(folder: Path) -> None:
    """Raise `InputError` where a folder holds no store: Chroma would make an empty one."""
    if not (folder / _DATABASE).is_file():
        raise InputError(f"There is no store in {folder}.", hint=f"Fill one: fundamento ingest PATHS --store {folder}")


def _describe(rank: int, hit: Hit) -> dict[str, Any]:
    one = hit.fragment
    return {
        "rank": rank,
        "score": round(hit.score, 6),
        "fragment": one.id,
        "document": one.document,
        "version": one.version,
        "section": list(one.section),
    }


def _show_hits(console: Console, hits: Sequence[Hit]) -> None:
    """Print what a search found, best first: rank, score, document, nearest heading and how the text begins."""
    show_text(console, Text(f"retrieved ({len(hits)}):", style="dim"), indent=2)
    for rank, hit in enumerate(hits, 1):
        one = hit.fragment
        place = " › ".join(filter(None, (one.document or one.id, one.section[-1] if one.section else "")))
        begins = one.text if len(one.text) <= _BEGINNING else f"{one.text[:_BEGINNING]}…"
        line = Text.assemble(
            (f"{rank:2} ", "bold"), f"{hit.score:8.4f} ", (legible(place), "cyan"), "\n", legible(begins)
        )
        show_text(console, line, indent=4)
