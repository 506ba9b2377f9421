"""An agent's last answer is grounded in what its tools returned in the same run."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from fundamento import Action, CheckId, Fragment, Grounder, Outcome, Reader, Result
from fundamento.adapters.langchain_agents import KEY, GroundingMiddleware, gather_fragments, search_tool
from fundamento.result import WITHHELD_SENTENCES
from fundamento.stores.memory import MemoryStore
from fundamento.testing import answer_json, claim

PLAN = Document("El plan Pro permite hasta 10 proyectos activos.", id="plans-3")
FILES = {"id": "files-1", "text": "Los archivos se conservan durante 30 días."}


@tool(response_format="content_and_artifact")
def search_plans(query: str) -> tuple[str, list[Document]]:
    """Search the plans."""
    return f"[{PLAN.id}] {PLAN.page_content}", [PLAN]


@tool
def search_files(query: str) -> str:
    """Search the rules about files."""
    return json.dumps({"results": [FILES]}, ensure_ascii=False)


class Scripted(GenericFakeChatModel):
    """A chat model that says what a test gave it, tool calls included: no model decides anything here."""

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:
        return self


def call(name: str) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": {"query": "x"}, "id": name, "type": "tool_call"}])


def make_agent(answers: Sequence[str], policy: object = "standard") -> Any:
    turns: list[AIMessage] = []
    for answer in answers:
        turns += [call("search_plans"), call("search_files"), AIMessage(answer)]
    grounder = Grounder(policy=policy, sinks=())  # type: ignore[arg-type]  # any kind of policy
    middleware = GroundingMiddleware(grounder)
    saver = InMemorySaver()
    return create_agent(
        Scripted(messages=iter(turns)), [search_plans, search_files], middleware=[middleware], checkpointer=saver
    )


def run(answer: str, policy: object = "standard", question: str = "¿Cuántos proyectos?") -> tuple[str, Any, Result]:
    agent = make_agent([answer], policy)
    state = agent.invoke({"messages": [HumanMessage(question)]}, {"configurable": {"thread_id": "1"}})
    last = state["messages"][-1]
    assert isinstance(state["grounding"], Result)
    assert [type(message).__name__ for message in state["messages"]][-2:] == ["ToolMessage", "AIMessage"]
    return last.text, last.additional_kwargs[KEY], state["grounding"]


RIGHT = "El plan Pro permite hasta 10 proyectos activos [plans-3]. Los archivos se conservan 30 días [files-1]."
WRONG = "El plan Pro permite hasta 10 proyectos activos [plans-9]."


def test_an_answer_that_cites_what_a_tool_returned_is_answered() -> None:
    text, told, result = run(RIGHT)
    assert (text, told["outcome"], told["action"]) == (RIGHT, "answered", "allowed")
    assert told["cited"] == ["plans-3", "files-1"]
    assert result.outcome is Outcome.ANSWERED


def test_an_answer_that_cites_what_no_tool_returned_is_rejected() -> None:
    text, told, result = run(WRONG)
    assert text == WITHHELD_SENTENCES["es"]
    assert (told["outcome"], told["action"], result.answer) == ("rejected", "withheld", None)
    assert told["findings"] == [{"check": "unknown-fragment", "claim": 0, "reason": "not-retrieved"}]


def test_in_warn_the_same_verdict_changes_nothing() -> None:
    text, told, result = run(WRONG, "observe")
    assert (text, told["outcome"], told["action"]) == (WRONG, "rejected", "allowed")
    assert [finding.check for finding in result.findings] == [CheckId.UNKNOWN_FRAGMENT]


def test_pruning_leaves_what_holds() -> None:
    policy = {"name": "x", "extends": "standard", "on_reject": "prune"}
    text, told, _ = run(f"{WRONG} Los archivos se conservan 30 días [files-1].", policy)
    assert text == "Los archivos se conservan 30 días [1]. Se ha retirado una afirmación que no se pudo verificar."
    assert told["action"] == "pruned"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (json.dumps(answer_json(claim("Hasta 10 proyectos.", ("plans-3", "hasta 10 proyectos")))), Outcome.ANSWERED),
        (json.dumps(answer_json(claim("Hasta 90 proyectos.", ("plans-3", "hasta 90 proyectos")))), Outcome.REJECTED),
        ("Los archivos se conservan 30 días [2].", Outcome.ANSWERED),
        ("No encuentro ese dato en las fuentes.", Outcome.ABSTAINED),
        ("El plan Oro cuesta 90 €.", Outcome.REJECTED),
    ],
)
def test_answers_of_every_form(answer: str, outcome: Outcome) -> None:
    _, _, result = run(answer)
    assert result.outcome is outcome


OBJECT = json.dumps(answer_json(claim("Hasta 10 proyectos.", ("plans-3", "hasta 10 proyectos"))))


@pytest.mark.parametrize(
    "answer",
    [OBJECT, f"Pro cuesta 99 €. {OBJECT}", "# Los precios\n\nHasta 10 proyectos [plans-3].\n\nFuentes: la web"],
)
def test_under_enforce_nothing_stands_round_what_was_checked(answer: str) -> None:
    assert run(answer)[0] == "Hasta 10 proyectos [1]."
    assert run(answer, "observe")[0] == answer


def test_a_heading_that_states_a_price_is_a_claim() -> None:
    answer = "# Precio: 99 €\n\nHasta 10 proyectos [plans-3]."
    assert run(answer)[0] == WITHHELD_SENTENCES["es"]
    assert run(answer, "observe")[0] == answer


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("¡Hola! ¿En qué puedo ayudarte?", True),
        ("¿Te refieres al plan Pro o al Básico?", True),
        ("Claro que sí.", False),
        ("¿Sabías que el plan Pro es gratis?", False),
        ("**Precio: gratis**", False),
        ("```\ngratis\n```", False),
    ],
)
def test_what_answers_nothing_passes_and_an_assertion_does_not(answer: str, passes: bool) -> None:
    state = make_agent([answer], "standard").invoke(
        {"messages": [HumanMessage("¿Es gratis?")]}, {"configurable": {"thread_id": "1"}}
    )
    text = state["messages"][-1].text
    assert (text, "grounding" in state) == ((answer, False) if passes else (WITHHELD_SENTENCES["es"], True))


def test_in_warn_prose_stays_as_it_came() -> None:
    answer = f"# Planes\n\n¡Hola!\n\n{WRONG}\n\n- Nada más."
    text, _, result = run(answer, "observe")
    assert text == result.text() == answer


async def test_asynchronously_it_is_the_same() -> None:
    for answer in (RIGHT, WRONG):
        state = await make_agent([answer]).ainvoke(
            {"messages": [HumanMessage("?")]}, {"configurable": {"thread_id": "1"}}
        )
        text, _, result = run(answer, question="?")
        assert (state["messages"][-1].text, state["grounding"].findings) == (text, result.findings)


def test_an_earlier_run_lends_no_fragments() -> None:
    agent = make_agent([RIGHT])
    config: RunnableConfig = {"configurable": {"thread_id": "1"}}
    agent.invoke({"messages": [HumanMessage("¿Cuántos?")]}, config)
    later = create_agent(
        Scripted(messages=iter([AIMessage(RIGHT)])),
        [],
        middleware=[GroundingMiddleware(Grounder(policy="standard", sinks=()))],
        checkpointer=agent.checkpointer,
    )
    state = later.invoke({"messages": [HumanMessage("¿Y ahora?")]}, config)
    assert len(state["messages"]) == 8
    assert state["grounding"].action is Action.WITHHELD
    assert state["messages"][-1].text == WITHHELD_SENTENCES["es"]
    assert "grounding" not in later.get_state(config).values


@dataclass
class Who:
    user: str


def test_reader_and_scope_come_from_the_context_of_the_run() -> None:
    held = MemoryStore([Fragment("a", PLAN.page_content, readers=frozenset({"user:bob"}))])
    found: list[object] = []
    for user in ("bob", "eve"):
        turns = [
            AIMessage(
                "",
                tool_calls=[
                    {"name": "search_sources", "args": {"question": "proyectos plan"}, "id": "1", "type": "tool_call"}
                ],
            )
        ]
        agent = create_agent(
            Scripted(messages=iter([*turns, AIMessage("El plan Pro permite hasta 10 proyectos activos [a].")])),
            [search_tool(held)],
            middleware=[
                GroundingMiddleware(
                    Grounder(policy="standard", sinks=(), store=held),
                    reader=lambda context: Reader(context.user),
                    scope=lambda context: {"tenant": context.user},
                )
            ],
            context_schema=Who,
        )
        state = agent.invoke({"messages": [HumanMessage("¿Cuántos?")]}, context=Who(user))
        assert state["messages"][2].text == f"[a]\n{PLAN.page_content}"
        found.append([str(finding.check) for finding in state["grounding"].findings])
    assert found == [[], ["unreadable-fragment"]]


def tool_message(content: Any, artifact: object = None, status: Any = "success") -> ToolMessage:
    return ToolMessage(content, artifact=artifact, status=status, tool_call_id="1")


@pytest.mark.parametrize(
    ("message", "ids"),
    [
        (tool_message("x", [PLAN, Fragment("f", "F.")]), ["plans-3", "f"]),
        (tool_message("x", PLAN), ["plans-3"]),
        (tool_message("x", {"documents": [PLAN]}), ["plans-3"]),
        (tool_message(json.dumps(FILES)), ["files-1"]),
        (tool_message(json.dumps([FILES, {"id": 7, "page_content": "Siete."}])), ["files-1", "7"]),
        (tool_message([{"type": "text", "text": json.dumps({"fragments": [FILES]})}]), ["files-1"]),
        (tool_message(json.dumps([FILES]), [PLAN]), ["plans-3"]),
        (tool_message(json.dumps([FILES]), status="error"), []),
        (tool_message("El plan Pro cuesta 20 €."), []),
        (tool_message('[1, null, {}, {"id": "", "text": "a"}, {"id": "a"}, {"id": true, "text": 3}]'), []),
        (tool_message("[" * 100_000), []),
        (AIMessage(json.dumps(FILES)), []),
        (HumanMessage(json.dumps(FILES)), []),
    ],
)
def test_fragments_are_gathered_from_tools_alone(message: BaseMessage, ids: list[str]) -> None:
    assert [fragment.id for fragment in gather_fragments([message])] == ids


@pytest.mark.parametrize("name", ["files-1", "1", "F1", "files"])
def test_an_id_of_two_texts_names_neither_in_any_order(name: str) -> None:
    texts = ["Los archivos se conservan 30 días.", "Los archivos se conservan 90 días."]
    outcomes: list[set[str]] = []
    for first, second in (texts, texts[::-1]):
        tools = [tool_message(json.dumps({"id": name, "text": text})) for text in (first, second, first)]
        held = gather_fragments(tools)
        assert [fragment.text for fragment in held] == [first, second]
        assert name not in {fragment.id for fragment in held}
        for policy in ("observe", "strict"):
            said = AIMessage(f"{texts[0]} [{name}]")
            runtime: Any = SimpleNamespace(context=None)
            update = GroundingMiddleware(Grounder(policy=policy, sinks=())).after_agent(
                {"messages": [HumanMessage("¿Cuánto?"), *tools, said]}, runtime
            )
            assert update is not None
            outcomes.append({finding.check.value for finding in update["grounding"].findings})
    assert outcomes == [{"empty-support" if name == "files" else "unknown-fragment"}] * 4


def test_a_text_that_comes_twice_keeps_its_id() -> None:
    assert [each.id for each in gather_fragments([tool_message(json.dumps([FILES, FILES]))])] == ["files-1"]


def test_without_an_answer_nothing_is_done() -> None:
    middleware = GroundingMiddleware(Grounder(sinks=()))
    runtime: Any = None
    assert middleware.after_agent({"messages": []}, runtime) is None
    assert middleware.after_agent({"messages": [HumanMessage("?"), call("search_plans")]}, runtime) is None


def test_without_langchain_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['langchain'] = None\n"
        "from fundamento.errors import MissingExtraError\n"
        "try:\n    import fundamento.adapters.langchain_agents\n"
        "except MissingExtraError as error: print(error.extra)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "agents\n"
