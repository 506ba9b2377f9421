"""Under enforce an agent's run ends with one text that was checked, however it ended; in warn, as it came."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.structured_output import ProviderStrategy, ToolStrategy
from langchain_core.documents import Document
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import tool
from pydantic import BaseModel

from fundamento import Grounder, Outcome
from fundamento.adapters.langchain_agents import KEY, GroundingMiddleware
from fundamento.adapters.langchain_endings import find_ending
from fundamento.result import WITHHELD_SENTENCES
from fundamento.testing import answer_json, claim

FERRY = Document("The ferry sails at 9:15 on weekdays.", id="ferry-2")
RIGHT = "The ferry sails at 9:15 on weekdays [ferry-2]."
SHOWN = "The ferry sails at 9:15 on weekdays [1]."
WRONG = "The ferry is run by pirates."
WITHHELD = WITHHELD_SENTENCES["en"]
SECRET = "pirates"


class Scripted(GenericFakeChatModel):
    """A chat model that says what a test gave it, and takes any tool and any format."""

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        return self


class Timetable(BaseModel):
    """When something sails."""

    answer: str


@tool(response_format="content_and_artifact")
def search(query: str) -> tuple[str, list[Document]]:
    """Search the timetables."""
    return FERRY.page_content, [FERRY]


@tool(return_direct=True, response_format="content_and_artifact")
def tell(text: str) -> tuple[str, list[Document]]:
    """Give the answer of a tool directly."""
    return text, [FERRY]


def call(name: str, **args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": name, "type": "tool_call"}])


def make_agent(turns: Sequence[AIMessage], policy: str, **options: Any) -> Any:
    middleware = GroundingMiddleware(Grounder(policy=policy, sinks=(), lang="en"))
    return create_agent(Scripted(messages=iter(turns)), [search, tell], middleware=[middleware], **options)


def run(turns: Sequence[AIMessage], policy: str = "strict", **options: Any) -> dict[str, Any]:
    asked = {"messages": [HumanMessage("When does the ferry sail?")]}
    state: dict[str, Any] = make_agent(turns, policy, **options).invoke(asked)
    return state


def dressed(text: str) -> AIMessage:
    """Return an answer with all that providers put beside its text."""
    return AIMessage(
        [
            {"type": "reasoning", "reasoning": SECRET},
            {"type": "thinking", "thinking": SECRET, "signature": "x"},
            {"type": "text", "text": text, "annotations": [{"type": "citation", "title": SECRET}]},
            {"type": "refusal", "refusal": SECRET},
            {"type": "image_url", "image_url": {"url": f"https://{SECRET}.example/a.png"}},
        ],
        additional_kwargs={"parsed": {"x": SECRET}, "refusal": SECRET, "reasoning_content": SECRET, KEY: SECRET},
        response_metadata={
            "model_name": "m-1",
            "finish_reason": "stop",
            "stop_sequence": SECRET,
            "model": f"arr, {SECRET}",
            "logprobs": {"content": [{"token": SECRET}]},
        },
        name="sailor",
    )


@pytest.mark.parametrize(
    ("text", "shown"), [(RIGHT, RIGHT), (WRONG, WITHHELD), ("Hello! How can I help you?", "Hello! How can I help you?")]
)
def test_the_last_message_is_text_and_nothing_else(text: str, shown: str) -> None:
    last = run([call("search", query="x"), dressed(text)])["messages"][-1]
    assert (last.content, last.name) == (shown, "sailor")
    assert SECRET not in last.model_dump_json()
    assert set(last.additional_kwargs) <= {KEY}
    assert last.response_metadata == {"model_name": "m-1", "finish_reason": "stop"}


@pytest.mark.parametrize("text", [RIGHT, WRONG, "Hello! How can I help you?"])
def test_in_warn_all_of_it_stays(text: str) -> None:
    said = dressed(text)
    last = run([call("search", query="x"), said], "observe")["messages"][-1]
    assert (last.content, last.response_metadata, last.name) == (said.content, said.response_metadata, "sailor")
    assert {**last.additional_kwargs, KEY: ""} == {**said.additional_kwargs, KEY: ""}


@pytest.mark.parametrize(
    ("said", "outcome", "shown"),
    [
        (RIGHT, Outcome.ANSWERED, RIGHT),
        (WRONG, Outcome.REJECTED, WITHHELD),
        (f"{RIGHT} {WRONG}", Outcome.REJECTED, WITHHELD),
    ],
)
@pytest.mark.parametrize("end", ["schema", "tool"])
def test_what_a_tool_call_ends_with_is_checked(end: str, said: str, outcome: Outcome, shown: str) -> None:
    last = call("Timetable", answer=said) if end == "schema" else call("tell", text=said)
    options: dict[str, Any] = {"response_format": ToolStrategy(Timetable)} if end == "schema" else {}
    turns = [call("search", query="x"), last]
    state = run(turns, **options)
    assert (state["grounding"].outcome, state["messages"][-1].content) == (outcome, shown)
    assert isinstance(state["messages"][-1], AIMessage)
    assert state.get("structured_response") is None
    assert [type(each).__name__ for each in state["messages"]] == [
        "HumanMessage",
        "AIMessage",
        "ToolMessage",
        "AIMessage",
    ]
    assert SECRET not in str(state["messages"])
    warned = run(turns, "observe", **options)
    assert isinstance(warned["messages"][-1], ToolMessage)
    assert said in warned["messages"][-1].text
    assert warned["grounding"].outcome is outcome
    assert (warned.get("structured_response") == Timetable(answer=said)) == (end == "schema")


@pytest.mark.parametrize(("said", "shown"), [(RIGHT, RIGHT), (WRONG, WITHHELD)])
def test_what_a_providers_schema_holds_is_not_shown_unchecked(said: str, shown: str) -> None:
    turns = [call("search", query="x"), AIMessage(json.dumps({"answer": said}))]
    state = run(turns, response_format=ProviderStrategy(Timetable))
    assert (state["messages"][-1].content, state["structured_response"]) == (shown, None)
    assert SECRET not in str(state["messages"])
    warned = run(turns, "observe", response_format=ProviderStrategy(Timetable))
    assert warned["structured_response"] == Timetable(answer=said)
    assert warned["messages"][-1].content == json.dumps({"answer": said})


class Support(BaseModel):
    """Where it stands."""

    fragment: str
    quote: str


class Claim(BaseModel):
    """What is said."""

    support: list[Support]
    text: str


class Answer(BaseModel):
    """The contract's answer."""

    kind: str
    claims: list[Claim]


class Output(BaseModel):
    """The contract."""

    answer: Answer


@pytest.mark.parametrize(("hour", "shown"), [("9:15", SHOWN), ("8:15", WITHHELD)])
def test_a_schema_of_the_contract_is_read_as_that(hour: str, shown: str) -> None:
    wire = answer_json(claim(f"The ferry sails at {hour} on weekdays.", ("ferry-2", "ferry sails at 9:15 on weekdays")))
    for last, strategy in (
        (call("Output", **wire), ToolStrategy(Output)),
        (AIMessage(json.dumps(wire)), ProviderStrategy(Output)),
    ):
        state = run([call("search", query="x"), last], response_format=strategy)
        assert (state["messages"][-1].content, state["structured_response"]) == (shown, None)


@pytest.mark.parametrize("metadata", [{"finish_reason": "length"}, {"stop_reason": "max_tokens"}])
def test_an_answer_that_was_cut_is_withheld(metadata: dict[str, str]) -> None:
    turns = [call("search", query="x"), AIMessage(RIGHT, response_metadata=metadata)]
    state = run(turns)
    assert state["messages"][-1].content == WITHHELD
    assert [each.reason for each in state["grounding"].findings if each.claim is None] == ["length"]
    assert run(turns, "observe")["messages"][-1].content == RIGHT


async def test_streams_and_async_runs_end_alike() -> None:
    asked = {"messages": [HumanMessage("When does the ferry sail?")]}
    for text, shown in ((RIGHT, RIGHT), (WRONG, WITHHELD)):
        turns = [call("search", query="x"), dressed(text)]
        *_, streamed = make_agent(turns, "strict").stream(asked, stream_mode="values")
        over = [each async for each in make_agent(turns, "strict").astream(asked, stream_mode="values")]
        waited = await make_agent(turns, "strict").ainvoke(asked)
        for state in (streamed, over[-1], waited):
            assert state["messages"][-1].content == shown
            assert SECRET not in state["messages"][-1].model_dump_json()
    direct = [call("tell", text=WRONG)]
    structured = [call("Timetable", answer=WRONG)]
    for turns, options in ((direct, {}), (structured, {"response_format": ToolStrategy(Timetable)})):
        over = [each async for each in make_agent(turns, "strict", **options).astream(asked, stream_mode="values")]
        assert over[-1]["messages"][-1].content == WITHHELD
        assert SECRET not in str(over[-1]["messages"])


def test_words_beside_a_call_that_nobody_made_are_checked() -> None:
    waiting = AIMessage(WRONG, tool_calls=call("search", query="x").tool_calls)
    ending = find_ending([HumanMessage("?"), waiting])
    assert ending is not None
    assert (ending.text, ending.idle) == (WRONG, False)
    runtime: Any = type("Runtime", (), {"context": None})()
    thinking = AIMessage("", tool_calls=waiting.tool_calls, additional_kwargs={"reasoning_content": SECRET})
    middleware = GroundingMiddleware(Grounder(policy="strict", sinks=()))
    update = middleware.after_agent({"messages": [HumanMessage("?"), thinking]}, runtime)
    assert update is not None
    assert update["messages"] == [AIMessage("", tool_calls=waiting.tool_calls)]


def test_a_run_without_words_has_no_ending() -> None:
    assert find_ending([]) is None
    assert find_ending([HumanMessage("?")]) is None
