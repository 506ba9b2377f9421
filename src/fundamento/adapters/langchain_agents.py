"""LangChain agents: the last answer of a run, grounded in the fragments that its tools returned."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Annotated, Any, Final, NotRequired, TypeAlias

from fundamento.errors import MissingExtraError

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState
    from langchain.agents.middleware.types import OmitFromInput
    from langchain_core.documents import Document
    from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
    from langchain_core.tools import BaseTool, StructuredTool
    from langgraph.channels.untracked_value import UntrackedValue
    from langgraph.runtime import Runtime
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] not in {"langchain", "langchain_core", "langgraph"}:
        raise
    raise MissingExtraError("langchain", extra="agents", purpose="Grounding an agent") from None

from fundamento.adapters.langchain_documents import to_document, to_fragment
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.findings import Action, Mode
from fundamento.fragments import Fragment, FragmentStore, Reader
from fundamento.grounder import Format, Grounder
from fundamento.prose.smalltalk import asserts_nothing
from fundamento.result import Result

KEY: Final = "fundamento"  # of additional_kwargs

Readers: TypeAlias = Callable[[Any], Reader | None]
Scopes: TypeAlias = Callable[[Any], Mapping[str, str] | None]

# Where objects that tools return as JSON keep their text, and where they keep the objects.
_TEXTS: Final = ("text", "page_content", "content")
_LISTS: Final = ("documents", "fragments", "results")


class GroundingState(AgentState[Any]):
    """The agent's state with the `Result` of its last answer, which no checkpoint keeps."""

    grounding: NotRequired[Annotated[Any, UntrackedValue, OmitFromInput]]


class GroundingMiddleware(AgentMiddleware[GroundingState, Any, Any]):
    """Checks the last answer of a run against what the tools of that run returned; no model is asked again.

    Fragments are what `gather_fragments` finds. The answer is the JSON of the contract or prose with markers: `[ID]`,
    or `[2]` for the second fragment of the run. What is withheld or pruned is replaced in the last message by
    `Result.text()`; otherwise, and always in warn, its content stays. `additional_kwargs["fundamento"]` says what came
    of it, without any text, and the state's `grounding` is the `Result`. A message that answers nothing (small talk, a
    question back) is left alone, and is no answer to any count. `reader` and `scope` get the run's context.
    Tokens that the agent streams are out before the answer is checked, and a checkpointer keeps the step before it.
    """

    state_schema = GroundingState

    def __init__(self, grounder: Grounder, *, reader: Readers | None = None, scope: Scopes | None = None) -> None:
        super().__init__()
        self.tools = []
        self._grounder = grounder
        self._reader = reader
        self._scope = scope

    def after_agent(self, state: GroundingState, runtime: "Runtime[Any]") -> dict[str, Any] | None:
        """Check the last message."""
        turn = _last_turn(state["messages"])
        if turn is None:
            return None
        question, answer, fragments = turn
        context = runtime.context
        result = self._grounder.check(
            answer.text,
            fragments,
            format=_format(answer.text),
            question=question,
            reader=self._reader(context) if self._reader else None,
            scope=self._scope(context) if self._scope else None,
        )
        return _settle(answer, result)

    async def aafter_agent(self, state: GroundingState, runtime: "Runtime[Any]") -> dict[str, Any] | None:
        """Do the same without blocking the event loop."""
        turn = _last_turn(state["messages"])
        if turn is None:
            return None
        question, answer, fragments = turn
        context = runtime.context
        result = await self._grounder.acheck(
            answer.text,
            fragments,
            format=_format(answer.text),
            question=question,
            reader=self._reader(context) if self._reader else None,
            scope=self._scope(context) if self._scope else None,
        )
        return _settle(answer, result)


def gather_fragments(messages: Iterable[BaseMessage]) -> list[Fragment]:
    """Return the fragments that tools returned, each text of an ID once, in order.

    They are the Documents or Fragments of a `ToolMessage`'s artifact, or else JSON in its content: objects with an `id`
    and a `text` (`page_content`, `content`), alone, in a list, or under `documents`, `fragments` or `results`. An
    ID of two texts names neither, and each gets one that nobody was told. Plain text is no fragment, and neither is
    what a tool that failed says.
    """
    found: dict[tuple[str, str], Fragment] = {}
    for message in messages:
        if isinstance(message, ToolMessage) and message.status != "error":
            artifacts = list(_artifacts(message.artifact))
            for fragment in artifacts or _written(message.text):
                found.setdefault((fragment.id, fragment.text), fragment)
    texts = Counter(name for name, _ in found)
    taken = set(texts)
    return [each if texts[each.id] == 1 else _renamed(each, taken) for each in found.values()]


def _renamed(fragment: Fragment, taken: set[str]) -> Fragment:
    """Return it under an ID of the same shape: where `[7]` was an ID, it must not come to mean the seventh place."""
    name = next(name for number in count(1) if (name := f"{fragment.id}{number:04}") not in taken)
    taken.add(name)
    return replace(fragment, id=name)


def search_tool(
    store: FragmentStore,
    *,
    name: str = "search_sources",
    description: str = "Search the sources. Cite what you use by its ID in square brackets.",
    limit: int = 8,
    reader: Callable[[], Reader | None] | None = None,
) -> BaseTool:
    """Return a tool that searches a store: the agent reads each fragment under its ID, and the artifact holds them."""

    def search(question: str) -> tuple[str, list[Document]]:
        hits = store.search(question, limit=limit, reader=reader() if reader else None)
        shown = "\n\n".join(f"[{hit.id}]\n{hit.text}" for hit in hits)
        return shown or "Nothing found.", [to_document(hit) for hit in hits]

    return StructuredTool.from_function(
        search, name=name, description=description, response_format="content_and_artifact"
    )


def _last_turn(messages: Sequence[AnyMessage]) -> tuple[str, AIMessage, list[Fragment]] | None:
    """Return the question, the answer and the fragments of the run that has just ended; None: it has no answer."""
    asked = max((place for place, each in enumerate(messages) if isinstance(each, HumanMessage)), default=-1)
    last = messages[-1] if messages else None
    if not isinstance(last, AIMessage) or last.tool_calls or asserts_nothing(last.text):
        return None
    question = messages[asked].text if asked >= 0 else ""
    return str(question), last, gather_fragments(messages[asked + 1 :])


def _format(text: str) -> Format:
    return "prose" if decode(text, Aliases.identity(())).answer is None else "json"


def _settle(answer: AIMessage, result: Result) -> dict[str, Any]:
    kept = {**answer.additional_kwargs, KEY: _summary(result)}
    update: dict[str, Any] = {"additional_kwargs": kept}
    # Under enforce only what was looked at stays: text round a JSON answer was not, nor was a heading.
    if result.action is not Action.ALLOWED or (Mode.ENFORCE in result.modes.values() and not result.raw):
        update["content"] = result.text()
    return {"messages": [answer.model_copy(update=update)], "grounding": result}


def _summary(result: Result) -> dict[str, Any]:
    return {
        "answer_id": result.answer_id,
        "outcome": str(result.outcome),
        "action": str(result.action),
        "cited": list(result.cited),
        "findings": [
            {"check": str(finding.check), "claim": finding.claim, "reason": finding.reason}
            for finding in result.findings
        ],
        "faults": [{"part": fault.part, "error": fault.error} for fault in result.faults],
    }


def _artifacts(artifact: object) -> Iterator[Fragment]:
    if isinstance(artifact, Mapping):
        artifact = next((artifact[key] for key in _LISTS if key in artifact), ())
    for each in artifact if isinstance(artifact, (list, tuple)) else [artifact]:
        if isinstance(each, Document):
            yield to_fragment(each)
        elif isinstance(each, Fragment):
            yield each


def _written(content: str) -> Iterator[Fragment]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict):
        value = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), [value])
    for each in value if isinstance(value, list) else ():
        if isinstance(each, dict):
            name, text = each.get("id"), next((each[key] for key in _TEXTS if key in each), None)
            if isinstance(name, (str, int)) and str(name).strip() and isinstance(text, str):
                metadata = each.get("metadata")
                known = metadata if isinstance(metadata, dict) else {}
                yield to_fragment(Document(id=str(name), page_content=text, metadata=known))
