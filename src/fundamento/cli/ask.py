"""Ask the store a question and show the answer."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fundamento.cli.display import Screen, make_console, show_result
from fundamento.cli.generators import describe, load_vectors, open_generator, open_judge
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status, status_of
from fundamento.errors import InputError
from fundamento.fragments import Reader
from fundamento.grounder import Grounder
from fundamento.library import open_library
from fundamento.policy.loading import load_bundle
from fundamento.serialisation import report_answer
from fundamento.settings import Settings

_DATABASE: Final = "chroma.sqlite3"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, by whom, and of how many fragments at most. `reader` None: access control is off."""

    text: str
    reader: Reader | None = None
    limit: int = 8
    lang: str | None = None


@dataclass(frozen=True, slots=True)
class Parts:
    """What answers, and what says how good that is: a policy, a model and a judge (None: there is none), by name.

    `vectors` has the support score see paraphrase.
    """

    policy: str
    model: str
    judge: str | None = None
    vectors: bool = False


def ask(question: Question, *, store: Path, parts: Parts, as_json: bool = False) -> Status:
    """Search the store in a folder, answer from what it finds, and show the answer.

    Raises `PolicyError`, `InputError`, `ConfigurationError`, `StoreError`, `ModelError` and `MissingExtraError`.
    """
    bundle = load_bundle(parts.policy)
    require_store(store)
    settings = Settings(vectors=load_vectors(wanted=parts.vectors))
    with open_library(store) as library, open_generator(parts.model) as model, open_judge(parts.judge) as judge:
        fragments = library.search(question.text, limit=question.limit, reader=question.reader)
        grounder = Grounder(
            model, policy=bundle, store=library, judge=judge, sinks=(), lang=question.lang, settings=settings
        )
        result = grounder.answer(question.text, fragments, reader=question.reader)
    if as_json:
        with open_target(STANDARD_OUTPUT) as write:
            write(report_answer(result))
    else:
        console = make_console()
        console.print(f"generator {describe(parts.model)}", style="dim")
        show_result(Screen(console, result.modes), result)
    return status_of([result.outcome])


def require_store(folder: Path) -> None:
    """Raise `InputError` where a folder holds no store: Chroma would make an empty one."""
    if not (folder / _DATABASE).is_file():
        raise InputError(f"There is no store in {folder}.", hint=f"Fill one: fundamento ingest PATHS --store {folder}")
