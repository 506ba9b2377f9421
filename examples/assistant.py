"""An assistant that exists already, and its generation step wrapped: first to watch, then to block.

The model here is a function with two canned outputs, so that the example runs without a key; put your own call in its
place. Everything else of the assistant stays: its search, its messages, its interface.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import structlog

from fundamento import Fragment, Grounder, Outcome
from fundamento.telemetry import StructlogSink, recommended_processors

PASSAGES = {
    "planes-3": "El plan Pro permite hasta 10 proyectos activos y 50 GB de almacenamiento.",
    "soporte-1": "El soporte del plan Pro atiende por correo y chat todos los días, de 8:00 a 22:00.",
}
QUESTION = "¿Cuántos proyectos permite el plan Pro?"


# ---------------------------------------------------------------- before


def search(question: str) -> dict[str, str]:
    """Stand in for the assistant's own search: passages by their IDs, those that share words with the question."""
    asked = set(question.casefold().split())
    return {name: text for name, text in PASSAGES.items() if asked & set(text.casefold().split())}


def answer_before(question: str) -> str:
    """Show what the assistant did: whatever the model says goes to the user."""
    passages = "\n".join(search(question).values())
    return complete(f"{passages}\n\n{question}")


def complete(prompt: str) -> str:
    """Stand in for a model that was asked for prose."""
    assert QUESTION in prompt
    return "El plan Pro permite hasta 25 proyectos activos."


# ---------------------------------------------------------------- after


def complete_claims(messages: list[dict[str, Any]], schema: dict[str, Any]) -> str:
    """Stand in for a model that takes chat messages and a JSON schema: wrong at first, right when it is told why."""
    assert schema["type"] == "object"
    first_time = len(messages) == 2
    fragment, number = ("F7", 25) if first_time else ("F1", 10)
    claim = {
        "support": [{"fragment": fragment, "quote": f"hasta {number} proyectos activos"}],
        "text": f"El plan Pro permite hasta {number} proyectos activos.",
    }
    return json.dumps({"answer": {"kind": "grounded", "claims": [claim], "gaps": [], "conflicts": []}})


def answer_after(question: str, grounder: Grounder) -> str:
    """Show what the assistant does now: the same search, and claims that carry their fragments."""
    fragments = [Fragment(id=name, text=text) for name, text in search(question).items()]
    result = grounder.answer(question, fragments)
    print(f"  {result.outcome} / {result.action}, {len(result.findings)} findings left, {result.cost.attempts} calls")
    return result.text()


def main() -> None:
    print("before:", answer_before(QUESTION))
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "events.jsonl")
        with log.open("wb") as file:
            sink = StructlogSink(structlog.wrap_logger(structlog.BytesLogger(file), recommended_processors()))
            for policy in ("observe", "strict"):  # weeks lie between the two: watch the rate first
                print(f"{policy}:", answer_after(QUESTION, Grounder(complete_claims, policy=policy, sinks=[sink])))
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    answers = [line for line in lines if line["event"] == "fundamento.answer"]
    rejected = sum(line["first_outcome"] == Outcome.REJECTED for line in answers)
    print(f"{len(lines)} lines logged; {rejected} of {len(answers)} answers were rejected as first written")


if __name__ == "__main__":
    main()
