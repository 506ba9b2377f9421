"""The shortest use. Set FUNDAMENTO_MODEL to a provider and model (openai/gpt-5-mini) to ask a language model."""

import os
from pathlib import Path

from fundamento import Grounder
from fundamento.adapters.extractive import ExtractiveModel
from fundamento.ingest import load_folder, split
from fundamento.stores.memory import MemoryStore

CORPUS = Path(__file__).parent / "corpus" / "hosting"
QUESTION = "¿Cuántos proyectos permite el plan Pro y dónde están los servidores?"


def make_model() -> object:
    provider = os.environ.get("FUNDAMENTO_MODEL")
    if provider is None:
        return ExtractiveModel()  # no language model: sentences of the sources
    import instructor  # noqa: PLC0415 - only where a provider is named

    return instructor.from_provider(provider)


def main() -> None:
    store = MemoryStore([fragment for document in load_folder(CORPUS).documents for fragment in split(document)])
    grounder = Grounder(make_model(), policy="strict", store=store, sinks=())
    result = grounder.answer(QUESTION, store.search(QUESTION))
    print(f"{result.outcome} / {result.action}")
    print(result.text())
    for number, (cited, fragment) in enumerate(result.cited.items(), 1):
        quotes = [
            fragment.text[q.span.start : q.span.end] for c in result.claims for q in c.quotes if q.fragment == cited
        ]
        print(f"[{number}] {fragment.document}: {quotes}")
    for finding in result.findings:
        print(f"{finding.check} on claim {finding.claim}: {finding.reason}")


if __name__ == "__main__":
    main()
