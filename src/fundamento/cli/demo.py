"""The main job on an invented corpus: answers with their citations, a model that misbehaves, the lines it leaves."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from fundamento.cli.corpus import find_corpus, read_corpus
from fundamento.cli.display import Screen, legible, make_console, show_heading, show_result, show_text
from fundamento.cli.generators import describe, open_generator
from fundamento.cli.logbook import open_logbook, read_logbook, rejection_rate
from fundamento.cli.script import MISBEHAVIOURS, QUESTIONS
from fundamento.cli.status import Status, complain
from fundamento.errors import ModelError
from fundamento.events import AnswerEvent, Sink
from fundamento.grounder import Grounder
from fundamento.models import Model
from fundamento.policy.loading import load_bundle
from fundamento.policy.ruling import rule
from fundamento.stores.chroma import ChromaStore
from fundamento.testing import ScriptedModel

# What tells a line's story at a glance; the last one is shown whole.
_TELLING: Final = (
    *("event", "bundle", "outcome", "first_outcome", "verdict", "action", "claims", "cited_count", "unknown_ids"),
    *(
        "findings",
        "findings_enforced",
        "attempts",
        "model_asked",
        "check",
        "mode",
        "reason",
        "claim",
        "attempt",
        "final",
    ),
    *("part", "error"),
)


@dataclass(frozen=True, slots=True)
class _Stage:
    """Where the demo plays: a store with the corpus in it, a sink that writes lines, a screen for each policy."""

    store: ChromaStore
    sink: Sink
    screens: Mapping[str, Screen]

    def ask(self, question: str, model: Model, policy: str) -> bool:
        """Answer one question and show it; say whether the model gave any output."""
        screen = self.screens[policy]
        grounder = Grounder(model, policy=policy, store=self.store, sinks=(self.sink,))
        screen.console.print()
        screen.console.print(Text.assemble(("? ", "bold cyan"), (question, "bold cyan"), (f"  ({policy})", "dim")))
        try:
            result = grounder.answer(question, self.store.search(question))
        except ModelError as error:
            complain(error)
            return False
        show_result(screen, result, draft=True)
        return True


def demo(*, model: str, corpus: Path | None) -> Status:
    """Show answers, a partial answer, an abstention and a misbehaving model, and the log lines of it all.

    It ends with `HELD` when it ran to its end, whatever the checks found. Raises `InputError`, `ConfigurationError`,
    `MissingExtraError` and `StoreError`.
    """
    console = make_console()
    screens = {name: Screen(console, rule(load_bundle(name)).modes) for name in ("observe", "strict")}
    folder = find_corpus(corpus)
    with tempfile.TemporaryDirectory(prefix="fundamento-demo-", ignore_cleanup_errors=True) as temporary:
        log = Path(temporary, "events.jsonl")
        with (
            open_generator(model) as generator,
            closing(ChromaStore(Path(temporary, "store"))) as store,
            open_logbook(log) as sink,
        ):
            stage = _Stage(store, sink, screens)
            _ingest(stage, folder)
            show_heading(console, f"Answers, under observe. Generator: {describe(model)}")
            answered = [stage.ask(question, generator, "observe") for question in QUESTIONS]
            _misbehave(stage, "observe", "everything is allowed, and what fails is logged")
            _misbehave(stage, "strict", "the same outputs; what fails is repaired once, or withheld")
        _show_log(screens["observe"], read_logbook(log))
    return Status.HELD if all(answered) else Status.NOT_RUN


def _ingest(stage: _Stage, folder: Path) -> None:
    console = stage.screens["observe"].console
    show_heading(console, "Invented documents into embedded Chroma, in a temporary folder")
    for document, fragments in read_corpus(folder):
        stage.store.add(fragments)
        newer = fragments[0].superseded_by if fragments else None
        note = f", superseded by {newer}" if newer else ""
        console.print(Text(legible(f"{document.id}  version {document.version}{note}  {len(fragments)} fragments")))


def _misbehave(stage: _Stage, policy: str, what: str) -> None:
    console = stage.screens[policy].console
    show_heading(console, f"A model that misbehaves, under {policy}: {what}")
    console.print("This model is scripted, whatever the generator: it cites an ID that was not retrieved.", style="dim")
    for misbehaviour in MISBEHAVIOURS:
        stage.ask(misbehaviour.question, ScriptedModel(misbehaviour.outputs), policy)


def _show_log(screen: Screen, lines: Sequence[Mapping[str, Any]]) -> None:
    console = screen.console
    show_heading(console, f"The {len(lines)} log lines that were written, with the keys that tell most")
    for line in lines:
        pairs = (f"{key}={line[key]}" for key in _TELLING if line.get(key) is not None)
        show_text(console, Text(" ".join(pairs)), indent=2)
    show_heading(console, "The last of them, whole. No line holds text of a question, an answer or a source")
    show_text(console, Text(json.dumps(lines[-1]), style="dim"), indent=2)
    show_heading(console, "Rejection rate")
    for bundle in dict.fromkeys(line["bundle"] for line in lines if line["event"] == AnswerEvent.name):
        _show_rate(screen, f"under {bundle}", [line for line in lines if line["bundle"] == bundle])
    _show_rate(screen, "in all", lines)


def _show_rate(screen: Screen, where: str, lines: Sequence[Mapping[str, Any]]) -> None:
    rate = rejection_rate(lines)
    text = f"{where}: {rate.rejected} of {rate.answers} answers were rejected as first written ({rate.ratio:.0%})"
    screen.console.print(text)
