"""The runnable: every way to call it, in chains, with callbacks; models of every kind behind it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel, GenericFakeChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda, RunnablePassthrough
from langchain_openai import ChatOpenAI
from pydantic import Field

from adapters.providers import PRIVATE, Provider, Reaction, speaking
from fundamento import Action, Fragment, Grounder, Outcome, Reader, Result, StreamedClaim, StreamedNotice
from fundamento.adapters.langchain import Grounded, LangChainModel, grounded
from fundamento.adapters.langchain_messages import read_message
from fundamento.adapters.selection import as_model
from fundamento.errors import ConfigurationError, InputError, ModelError
from fundamento.models import Model, ModelReply, Stop, StreamingModel, Usage
from fundamento.testing import abstention_json, answer_json, claim

DOCUMENTS = [
    Document("El plan Pro permite hasta 10 proyectos activos.", id="plans", metadata={"source": "plans.md"}),
    Document("Los archivos se conservan durante 30 días.", metadata={"source": "files.md", "start_index": 3}),
]
GOOD = claim("El plan Pro permite hasta 10 proyectos activos.", ("F1", "hasta 10 proyectos activos"))
KEPT = claim("Los archivos se conservan 30 días.", ("F2", "se conservan durante 30 días"))
BAD = claim("Oro.", ("F9", "un plan Oro"))
ANSWER = json.dumps(answer_json(GOOD, KEPT))
QUESTION = "¿Cuántos proyectos?"
GIVEN = {"question": QUESTION, "documents": DOCUMENTS}
TEXT = "El plan Pro permite hasta 10 proyectos activos [1]. Los archivos se conservan 30 días [2]."
PRUNE = {"name": "x", "extends": "strict", "on_reject": "prune", "repairs": 0}


class Plain(BaseChatModel):
    """A chat model that writes text and supports nothing else."""

    texts: list[str]
    asked: list[list[BaseMessage]] = Field(default_factory=list)

    @property
    def _llm_type(self) -> str:
        return "plain"

    def _generate(
        self, messages: list[BaseMessage], stop: list[str] | None = None, run_manager: Any = None, **kwargs: Any
    ) -> ChatResult:
        self.asked.append(messages)
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(text))])


def chain(text: str = ANSWER, policy: object = "strict") -> tuple[Grounded, Plain]:
    model = Plain(texts=[text], asked=[])
    return grounded(model, policy=policy, sinks=()), model  # type: ignore[arg-type]  # any kind of policy


def test_a_request_is_answered() -> None:
    runnable, model = chain()
    result = runnable.invoke(GIVEN)
    assert (result.outcome, result.action, result.text()) == (Outcome.ANSWERED, Action.ALLOWED, TEXT)
    system, user = model.asked[0]
    assert '"GroundedAnswer"' in str(system.content)
    assert str(user.content).endswith(QUESTION)
    assert list(result.cited) == ["plans", result.claims[1].fragments[0]]
    assert [quote.document_span and quote.document_span.start for quote in result.claims[1].quotes] == [16]


async def test_all_ways_to_call_it_agree() -> None:
    runnable, _ = chain()
    texts = [
        runnable.invoke(GIVEN).text(),
        (await runnable.ainvoke(GIVEN)).text(),
        *[each.text() for each in runnable.batch([GIVEN, GIVEN]) if isinstance(each, Result)],
        *[each.text() for each in await runnable.abatch([GIVEN, GIVEN]) if isinstance(each, Result)],
        *[each.text() for each in runnable.stream(GIVEN) if isinstance(each, Result)],
        *[each.text() async for each in runnable.astream(GIVEN) if isinstance(each, Result)],
    ]
    assert texts == [TEXT] * 8


async def test_a_stream_yields_claims_and_ends_with_the_result() -> None:
    runnable, _ = chain(json.dumps(answer_json(GOOD, BAD, KEPT)), PRUNE)
    kinds = [type(event) for event in runnable.stream(GIVEN)]
    assert kinds == [StreamedClaim, StreamedNotice, StreamedClaim, Result]
    assert [type(event) async for event in runnable.astream(GIVEN)] == kinds


async def test_it_composes_on_both_sides() -> None:
    retriever: Runnable[str, list[Document]] = RunnableLambda(lambda question: DOCUMENTS)
    runnable, model = chain()
    whole: Runnable[str, str] = (
        {"question": RunnablePassthrough(), "documents": retriever} | runnable | RunnableLambda(lambda r: r.text())
    )
    assert whole.invoke(QUESTION) == await whole.ainvoke(QUESTION) == TEXT
    assert "".join(whole.stream(QUESTION)) == TEXT
    assert "".join([piece async for piece in whole.astream(QUESTION)]) == TEXT
    front: Runnable[str, Any] = {"question": RunnablePassthrough(), "documents": retriever} | runnable
    assert [type(event) for event in front.stream(QUESTION)] == [StreamedClaim, StreamedClaim, Result]
    assert [type(e) async for e in front.astream(QUESTION)] == [StreamedClaim, StreamedClaim, Result]
    assert len(front.get_graph().nodes) > 2
    assert str(model.asked[0][-1].content).endswith(QUESTION)


class Handler(BaseCallbackHandler):
    def __init__(self) -> None:
        self.runs: list[tuple[str, str | None, tuple[str, ...], object]] = []
        self.parents: list[bool] = []
        self.ended: list[object] = []
        self.failed: list[str] = []

    def on_chain_start(self, serialized: Any, inputs: Any, **kwargs: Any) -> None:
        self._note("chain", kwargs)

    def on_chat_model_start(self, serialized: Any, messages: Any, **kwargs: Any) -> None:
        self._note("model", kwargs)

    def on_chain_end(self, outputs: Any, **kwargs: Any) -> None:
        self.ended.append(outputs)

    def on_chain_error(self, error: BaseException, **kwargs: Any) -> None:
        self.failed.append(type(error).__name__)

    def _note(self, kind: str, said: dict[str, Any]) -> None:
        metadata = said.get("metadata") or {}
        self.runs.append((kind, said.get("name"), tuple(said.get("tags") or ()), metadata.get("tenant")))
        self.parents.append(said.get("parent_run_id") is not None)


@pytest.mark.parametrize("way", ["invoke", "ainvoke", "stream", "astream"])
async def test_callbacks_tags_and_metadata_reach_the_chat_model(way: str) -> None:
    runnable, _ = chain()
    handler = Handler()
    config: RunnableConfig = {
        "callbacks": [handler],
        "tags": ["night"],
        "metadata": {"tenant": "acme"},
        "run_name": "support",
    }
    match way:
        case "invoke":
            runnable.invoke(GIVEN, config)
        case "ainvoke":
            await runnable.ainvoke(GIVEN, config)
        case "stream":
            list(runnable.stream(GIVEN, config))
        case _:
            _ = [event async for event in runnable.astream(GIVEN, config)]
    (kind, name, tags, tenant), (inner, _, inner_tags, inner_tenant) = handler.runs
    assert (kind, name, tags, tenant) == ("chain", "support", ("night",), "acme")
    assert (inner, inner_tags, inner_tenant) == ("model", ("night",), "acme")
    assert handler.parents == [False, True]
    assert [type(output) for output in handler.ended] == [Result]


def test_a_request_that_is_odd_ends_the_run_with_our_error() -> None:
    runnable, _ = chain()
    handler = Handler()
    with pytest.raises(InputError, match="without documents"):
        runnable.invoke({"question": QUESTION}, {"callbacks": [handler]})
    assert handler.failed == ["InputError"]
    found = runnable.batch([GIVEN, {"question": QUESTION}], return_exceptions=True)
    assert [type(each) for each in found] == [Result, InputError]


def test_reader_history_and_scope_are_passed_on() -> None:
    runnable, model = chain(json.dumps(answer_json(GOOD)))
    held = [Fragment("a", DOCUMENTS[0].page_content, readers=frozenset({"user:bob"})), Fragment("b", "Dos.")]
    given = {"question": "?", "documents": held, "reader": Reader("bob"), "history": [("human", "Hola"), ("ai", "Sí")]}
    result = runnable.invoke({**given, "scope": {"tenant": "acme"}})
    assert (result.hidden, list(result.cited)) == (1, ["a"])
    assert [message.type for message in model.asked[0]] == ["system", "human", "ai", "human"]


def test_a_grounder_of_ones_own_and_a_bare_chat_model() -> None:
    model = Plain(texts=[ANSWER], asked=[])
    assert isinstance(as_model(model), LangChainModel)
    english = Grounded(Grounder(model, policy="strict", sinks=(), lang="en"))
    assert english.invoke(GIVEN).lang == "en"
    assert "Answer with one JSON object" in str(model.asked[0][0].content)


# ---------------------------------------------------------------- how a model is held to the schema


class Tools(Plain):
    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        return self.bind(tools=tools)


class Schema(Tools):
    def with_structured_output(
        self, schema: Any, *, method: Literal["json_schema", "function_calling"] = "json_schema", **kwargs: Any
    ) -> Runnable[Any, Any]:
        return self.bind(held=method) | RunnableLambda(lambda message: message)


@pytest.mark.parametrize(
    ("model", "method"),
    [
        (Plain(texts=[ANSWER]), "text"),
        (Tools(texts=[ANSWER]), "function_calling"),
        (Schema(texts=[ANSWER]), "json_schema"),
        (Schema(texts=[ANSWER], profile={"structured_output": False}), "function_calling"),
        (Tools(texts=[ANSWER], profile={"tool_calling": False}), "text"),
        (ChatOpenAI(api_key="k", model="gpt-5-mini"), "json_schema"),  # type: ignore[arg-type]  # a string is taken
    ],
)
def test_the_strictest_method_that_a_model_supports_is_taken(model: BaseChatModel, method: str) -> None:
    asked = LangChainModel(model)
    assert asked.method == method
    assert isinstance(asked, Model)
    assert isinstance(asked, StreamingModel)
    assert LangChainModel(model, method="text").method == "text"


def test_name_and_dialect_follow_from_the_chat_model() -> None:
    model = LangChainModel(ChatOpenAI(api_key="k", model="gpt-5-mini"))  # type: ignore[arg-type]  # as above
    assert (model.name, model.dialect.name) == ("openai/gpt-5-mini", "openai")


@pytest.mark.parametrize("method", ["json_schema", "function_calling"])
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_the_schema_goes_out_whole(method: Any, policy: str, provider: Provider) -> None:
    provider.react = speaking(ANSWER)
    model = ChatOpenAI(base_url=provider.url, api_key="k", model="gpt-5-mini", max_retries=0)  # type: ignore[arg-type]  # as above
    result = grounded(model, policy=policy, sinks=(), method=method).invoke(GIVEN)
    assert (result.text(), result.cost.usage, result.cost.attempts) == (TEXT, Usage(120, 30), 1)
    (body,) = provider.requests
    sent = body["response_format"]["json_schema"] if method == "json_schema" else body["tools"][0]["function"]
    assert (sent["name"], sent["strict"]) == ("GroundedAnswer", policy == "strict")
    schema = sent["schema"] if method == "json_schema" else sent["parameters"]
    from fundamento.contract.dialects import DIALECTS
    from fundamento.contract.wire import wire_schema

    wire = wire_schema(2, dialect=DIALECTS["openai"], strict=policy == "strict", quotes=True).schema
    assert schema == {key: wire[key] for key in wire if key not in ("title", "description")}


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (RunnableLambda(lambda x: x), "RunnableLambda is no LangChain chat model"),
        (Plain(texts=["x"]).bind(stop=["x"]), "is no LangChain chat model"),
        ("openai", "str is no LangChain chat model"),
    ],
)
def test_what_is_no_chat_model_is_refused(thing: object, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        grounded(thing)
    with pytest.raises(ConfigurationError, match="no method"):
        grounded(Plain(texts=["x"]), method="magic")  # type: ignore[arg-type]  # what is tested


# ---------------------------------------------------------------- what messages say


CALL = {"name": "GroundedAnswer", "args": {"answer": {}}, "id": "c", "type": "tool_call"}


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (AIMessage("texto"), ModelReply("texto")),
        (AIMessage('{"a": 1}'), ModelReply({"a": 1})),
        (AIMessage([{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "uno"}]), ModelReply("uno")),
        (AIMessage("voy", tool_calls=[CALL]), ModelReply({"answer": {}})),
        (
            AIMessage("", invalid_tool_calls=[{"name": "G", "args": '{"a', "id": "c", "error": None}]),
            ModelReply('{"a'),
        ),
        (AIMessage(""), ModelReply("", Stop.EMPTY)),
        (AIMessage("", additional_kwargs={"refusal": "No."}), ModelReply("No.", Stop.REFUSAL)),
        (AIMessage([{"type": "refusal", "refusal": "No."}]), ModelReply("No.", Stop.REFUSAL)),
        (AIMessage("a", response_metadata={"finish_reason": "length"}), ModelReply("a", Stop.LENGTH)),
        (AIMessage("a", response_metadata={"stop_reason": "max_tokens"}), ModelReply("a", Stop.LENGTH)),
        (AIMessage("a", response_metadata={"stopReason": "max_tokens"}), ModelReply("a", Stop.LENGTH)),
        (AIMessage("a", response_metadata={"done_reason": "length"}), ModelReply("a", Stop.LENGTH)),
        (AIMessage("a", response_metadata={"finish_reason": "MAX_TOKENS"}), ModelReply("a", Stop.LENGTH)),
        (
            AIMessage("a", response_metadata={"incomplete_details": {"reason": "max_output_tokens"}}),
            ModelReply("a", Stop.LENGTH),
        ),
        (AIMessage("a", response_metadata={"stop_reason": "refusal"}), ModelReply("a", Stop.REFUSAL)),
        (AIMessage("", response_metadata={"finish_reason": "SAFETY"}), ModelReply("", Stop.CONTENT_FILTER)),
        (
            AIMessage("", response_metadata={"stopReason": "guardrail_intervened"}),
            ModelReply("", Stop.CONTENT_FILTER),
        ),
        (
            AIMessage("", response_metadata={"prompt_feedback": {"block_reason": "OTHER"}}),
            ModelReply("", Stop.CONTENT_FILTER),
        ),
        (
            AIMessage(
                "a",
                response_metadata={"model_name": "m-1"},
                usage_metadata={"input_tokens": 3, "output_tokens": 4, "total_tokens": 7},
            ),
            ModelReply("a", model="m-1", usage=Usage(3, 4)),
        ),
    ],
)
def test_a_message_is_read(message: AIMessage, reply: ModelReply) -> None:
    assert read_message(message) == reply


def test_a_length_that_the_client_raises_is_a_reply(provider: Provider) -> None:
    cut = ANSWER[:200]
    provider.react = speaking(cut, finish="length")
    model = ChatOpenAI(base_url=provider.url, api_key="k", model="gpt-5-mini", max_retries=0)  # type: ignore[arg-type]  # as above
    result = grounded(model, sinks=()).invoke(GIVEN)
    assert [finding.reason for finding in result.findings] == ["length"]
    assert (result.raw, result.cost.usage) == (cut, Usage(120, 30))


async def test_a_provider_that_fails_is_a_model_error(provider: Provider) -> None:
    provider.says({"error": {"message": PRIVATE}}, status=503)
    model = ChatOpenAI(base_url=provider.url, api_key="k", model="gpt-5-mini", max_retries=0)  # type: ignore[arg-type]  # as above
    runnable = grounded(model, sinks=())
    with pytest.raises(ModelError) as caught:
        runnable.invoke(GIVEN)
    assert (caught.value.status, caught.value.retryable, caught.value.__cause__) == (503, True, None)
    with pytest.raises(ModelError) as later:
        await runnable.ainvoke(GIVEN)
    assert str(later.value) == str(caught.value)
    assert PRIVATE not in str(caught.value)
    provider.react = lambda _: Reaction(400, {"error": {"message": PRIVATE, "code": "content_filter"}})
    assert [finding.reason for finding in runnable.invoke(GIVEN).findings] == ["content-filter"]


def test_a_repair_is_asked_in_the_same_run() -> None:
    model = Plain(texts=[json.dumps(answer_json(BAD)), ANSWER], asked=[])
    result = grounded(model, policy="strict", sinks=()).invoke(GIVEN)
    assert (result.action, result.cost.attempts) == (Action.REPAIRED, 2)
    assert [message.type for message in model.asked[1]] == ["system", "human", "ai", "human"]


async def test_many_requests_at_once_do_not_mix() -> None:
    class Echo(Plain):
        async def _agenerate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
            await asyncio.sleep(0)
            return self._generate(messages)

        def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
            missing = str(messages[-1].content).rpartition(" ")[2]
            message = AIMessage(json.dumps(abstention_json(missing)))
            return ChatResult(generations=[ChatGeneration(message=message)])

    runnable = grounded(Echo(texts=[]), sinks=())
    given: list[dict[str, Any]] = [{**GIVEN, "question": f"¿Cuánto cuesta? precio-{n}"} for n in range(30)]
    expected = [f"No encuentro la respuesta en estas fuentes. Falta: precio-{n}." for n in range(30)]
    assert [each.text() for each in await runnable.abatch(given) if isinstance(each, Result)] == expected
    assert [each.text() for each in runnable.batch(given) if isinstance(each, Result)] == expected


def test_a_streaming_chat_model_streams() -> None:
    words = iter([AIMessage(ANSWER)])
    model = GenericFakeChatModel(messages=words)  # it streams word by word
    runnable = grounded(model, policy="strict", sinks=())
    assert [type(event) for event in runnable.stream(GIVEN)] == [StreamedClaim, StreamedClaim, Result]


def openai_chain(provider: Provider) -> Runnable[str, Any]:
    model = ChatOpenAI(base_url=provider.url, api_key="k", model="gpt-5-mini", max_retries=0)  # type: ignore[arg-type]  # as above
    retriever: Runnable[str, list[Document]] = RunnableLambda(lambda question: DOCUMENTS)
    return {"question": RunnablePassthrough(), "documents": retriever} | grounded(model, policy="strict", sinks=())


def test_leaving_a_chain_closes_the_connection(provider: Provider) -> None:
    provider.react = speaking(ANSWER[:-40], act="drip")
    events = openai_chain(provider).stream(QUESTION)
    assert isinstance(next(events), StreamedClaim)
    events.close()  # type: ignore[attr-defined]  # it is a generator
    assert provider.left.wait(20)


async def test_cancelling_a_chain_closes_the_connection(provider: Provider) -> None:
    provider.react = speaking(ANSWER[:-40], act="drip")
    started = asyncio.Event()

    async def read() -> None:
        async for _ in openai_chain(provider).astream(QUESTION):
            started.set()

    task = asyncio.create_task(read())
    await asyncio.wait_for(started.wait(), 60)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(provider.left.wait, 20)


class Calling(Tools):
    """A chat model that calls the tool it is given, and does not stream."""

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        call = {"name": "GroundedAnswer", "args": json.loads(self.texts[0]), "id": "c", "type": "tool_call"}
        return ChatResult(generations=[ChatGeneration(message=AIMessage("Voy.", tool_calls=[call]))])


async def test_a_tool_call_that_comes_at_once_is_streamed_at_the_end() -> None:
    runnable = grounded(Calling(texts=[ANSWER]), policy="strict", sinks=())
    assert runnable.invoke(GIVEN).text() == TEXT
    assert [type(event) for event in runnable.stream(GIVEN)] == [StreamedClaim, StreamedClaim, Result]
    assert [type(event) async for event in runnable.astream(GIVEN)] == [StreamedClaim, StreamedClaim, Result]


def test_chunks_of_a_tool_call_are_joined() -> None:
    from fundamento.adapters.langchain_messages import HeardMessage

    heard = HeardMessage(calls=True)
    pieces = [
        AIMessageChunk(content="Voy.", response_metadata={"model_name": "m-1"}),
        *[
            AIMessageChunk(content="", tool_call_chunks=[{"name": None, "args": args, "id": None, "index": index}])
            for args, index in (('{"a"', 0), ("otra", 1), (": 1}", 0))
        ],
        AIMessageChunk(content="", response_metadata={"finish_reason": "tool_calls"}),
    ]
    assert [heard.take(piece) for piece in pieces] == ["", '{"a"', "", ": 1}", ""]
    assert heard.end() == ModelReply({"a": 1}, model="m-1")


def test_without_langchain_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['langchain_core'] = None\n"
        "from fundamento.errors import MissingExtraError\n"
        "try:\n    import fundamento.adapters.langchain\n"
        "except MissingExtraError as error: print(error.extra)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "langchain\n"
