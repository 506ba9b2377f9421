"""The same real model on loopback through instructor and through LangChain: equal results for equal outputs."""

import pytest
from langchain_openai import ChatOpenAI

from fundamento import Fragment, Grounder, Result, Settings
from fundamento.adapters.instructor import InstructorModel
from fundamento.adapters.langchain_models import LangChainModel
from fundamento.adapters.local import LocalServer
from fundamento.contract.dialects import DIALECTS
from fundamento.models import Model

pytestmark = pytest.mark.model

FRAGMENTS = [
    Fragment("rent", "The rent is 500 euros a month."),
    Fragment("dogs", "Se admiten perros de menos de 10 kg."),
]
QUESTION = "What is the rent?"
DIALECT = DIALECTS["llama.cpp"]


def chat_model(server: LocalServer) -> ChatOpenAI:
    return ChatOpenAI(
        base_url=server.base_url,
        api_key="local",  # type: ignore[arg-type]  # a string is taken for a key
        model=server.name,
        temperature=0,
        max_completion_tokens=80,
        max_retries=0,
        stream_usage=True,
    )


@pytest.fixture(scope="module")
def models(local_server: LocalServer) -> dict[str, Model]:
    parameters: dict[str, object] = {"temperature": 0, "max_tokens": 80}
    later = InstructorModel(local_server.async_client(), dialect=DIALECT, parameters=parameters)
    return {
        "instructor": local_server.model(parameters),
        "instructor, asynchronous": later,
        "langchain": LangChainModel(chat_model(local_server), method="json_schema", dialect=DIALECT),
    }


def comparable(result: Result) -> tuple[object, ...]:
    cost = result.cost
    return (result.outcome, result.action, result.answer, result.raw, result.findings, cost.usage, cost.attempts)


@pytest.mark.timeout(900)  # on a busy machine the model makes a few tokens a second
async def test_every_way_in_ends_with_the_same_result(
    models: dict[str, Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The delimiters of the prompt are random, and another prompt may get another output.
    monkeypatch.setattr("fundamento.grounder.secrets.token_hex", lambda size: "0" * 2 * size)
    results: dict[str, Result] = {}
    # The server keeps what it has read of a prompt. Sums in another order differ in the last digit, and that may be
    # another word: so the first answer, of a prompt that is read whole, is not compared.
    Grounder(models["instructor"], sinks=(), settings=Settings(quotes=False)).answer(QUESTION, FRAGMENTS)
    for name, model in models.items():
        grounder = Grounder(model, sinks=(), settings=Settings(quotes=False))
        if "asynchronous" not in name:
            results[name] = grounder.answer(QUESTION, FRAGMENTS)
            *_, last = grounder.stream(QUESTION, FRAGMENTS)
            assert isinstance(last, Result)
            results[f"{name}, streamed"] = last
        results[f"{name}, awaited"] = await grounder.aanswer(QUESTION, FRAGMENTS)
        *_, last = [event async for event in grounder.astream(QUESTION, FRAGMENTS)]
        assert isinstance(last, Result)
        results[f"{name}, streamed and awaited"] = last
    assert len(results) == 10
    first = comparable(results["instructor"])
    assert {name: comparable(result) for name, result in results.items() if comparable(result) != first} == {}
