"""A LangChain agent with two tools, whose last answer may only cite what they returned.

The chat model here is a stand-in that follows a script, tool calls included: it decides nothing, so that the example
runs without a key. With `create_agent("openai:gpt-5-mini", ...)` the rest stays as it is.
"""

import json
from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import tool

from fundamento import Fragment, Grounder
from fundamento.adapters.langchain_agents import GroundingMiddleware, search_tool
from fundamento.stores.memory import MemoryStore

STORE = MemoryStore([Fragment("planes-3", "El plan Pro permite hasta 10 proyectos activos.")])


@tool
def look_up_incident(number: int) -> str:
    """Look an incident up by its number."""
    return json.dumps({"id": f"incidencia-{number}", "text": f"La incidencia {number} se cerró el 3 de mayo."})


class ScriptedChatModel(GenericFakeChatModel):
    """Stands in for a chat model that can call tools."""

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Runnable[Any, Any]:  # noqa: ANN401 - LangChain's signature
        """Take any tools: the script knows which to call."""
        assert tools
        return self


def script(answer: str) -> list[AIMessage]:
    calls = [("search_sources", {"question": "proyectos plan Pro"}), ("look_up_incident", {"number": 41})]
    turns = [
        AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": name, "type": "tool_call"}])
        for name, arguments in calls
    ]
    return [*turns, AIMessage(answer)]


def main() -> None:
    for answer in (
        "El plan Pro permite hasta 10 proyectos activos [planes-3]. La incidencia 41 se cerró el 3 de mayo [2].",
        "El plan Pro permite hasta 10 proyectos activos [planes-9].",
    ):
        agent = create_agent(
            ScriptedChatModel(messages=iter(script(answer))),
            [search_tool(STORE), look_up_incident],
            middleware=[GroundingMiddleware(Grounder(policy="standard", sinks=()))],
        )
        state = agent.invoke({"messages": [HumanMessage("¿Qué permite el plan Pro, y qué fue de la incidencia 41?")]})
        last = state["messages"][-1]
        told = last.additional_kwargs["fundamento"]
        print(f"{told['outcome']} / {told['action']}: {last.text}")


if __name__ == "__main__":
    main()
