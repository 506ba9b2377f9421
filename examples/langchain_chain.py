"""A LangChain chain whose answer is grounded: a retriever in front, the text behind.

The chat model here is a stand-in with canned outputs, so that the example runs without a key; put ChatOpenAI,
ChatAnthropic or any other in its place. Models that take a JSON schema or tools are held to the schema by it.
"""

import json
from pathlib import Path

from langchain_core.documents import Document
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable, RunnableLambda, RunnablePassthrough

from fundamento import Result
from fundamento.adapters.langchain import grounded, to_document
from fundamento.ingest import load_folder, split
from fundamento.stores.memory import MemoryStore

CORPUS = Path(__file__).parent / "corpus" / "hosting"
QUESTION = "¿Cuántos proyectos permite el plan Pro?"
STORE = MemoryStore([fragment for document in load_folder(CORPUS).documents for fragment in split(document)])


def search(question: str) -> list[Document]:
    """Stand in for a retriever: any LangChain retriever goes here."""
    return [to_document(fragment) for fragment in STORE.search(question, limit=3)]


def written(number: int) -> AIMessage:
    """Stand in for what a chat model writes."""
    claim = {
        "support": [{"fragment": "F1", "quote": f"hasta {number} proyectos activos"}],
        "text": f"El plan Pro permite hasta {number} proyectos activos.",
    }
    return AIMessage(json.dumps({"answer": {"kind": "grounded", "claims": [claim], "gaps": [], "conflicts": []}}))


def main() -> None:
    retriever: Runnable[str, list[Document]] = RunnableLambda(search)
    for number in (10, 25):
        chat_model = GenericFakeChatModel(messages=iter([written(number), written(number)]))
        chain = {"question": RunnablePassthrough(), "documents": retriever} | grounded(
            chat_model, policy="strict", store=STORE, sinks=()
        )
        result = chain.invoke(QUESTION, {"tags": ["support"]})
        assert isinstance(result, Result)
        print(f"{result.outcome} / {result.action}: {result.text()}")
        print([to_document(fragment).metadata["document"] for fragment in result.cited.values()])


if __name__ == "__main__":
    main()
