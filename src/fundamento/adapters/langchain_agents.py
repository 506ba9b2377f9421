"""LangChain agents: the last answer of a run, grounded in the fragments that its tools returned."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Annotated, Any, Final, NotRequired, TypeAlias, TypedDict

from fundamento.errors import MissingExtraError

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState
    from langchain.agents.middleware.types import OmitFromInput
    from langchain_core.documents import Document
    from langchain_core.messages import BaseMessage, ToolMessage
    from langchain_core.tools import BaseTool, StructuredTool
    from langgraph.channels.untracked_value import UntrackedValue
    from langgraph.runtime import Runtime
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] not in {"langchain", "langchain_core", "langgraph"}:
        raise
    raise MissingExtraError("langchain", extra="agents", purpose="Grounding an agent") from None

from fundamento.adapters.langchain_documents import to_document, to_fragment
from fundamento.adapters.langchain_endings import Ending, find_ending, write_ending
from fundamento.findings import Mode
from fundamento.fragments import Fragment, FragmentStore, Reader
from fundamento.grounder import Grounder
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
    or `[2]` for the second fragment of the run. Where a check enforces, the last message is written anew with
    `Result.text()` and nothing else: no other blocks, no thoughts, no `parsed`; `structured_response` becomes None, and
    what a tool returned directly, or the call of a schema, gives way to such a message. In warn all stays as it came.
    `additional_kwargs["fundamento"]` says what came of it, without any text, and the state's `grounding` is the
    `Result`. A message that answers nothing (small talk, a question back) keeps its text, and is no answer to any
    count. `reader` and `scope` get the run's context. Tokens and steps that the agent streams are out before the answer
    is checked, and a checkpointer keeps the step before it.
    """

    state_schema = GroundingState

    def __init__(self, grounder: Grounder, *, reader: Readers | None = None, scope: Scopes | None = None) -> None:
        super().__init__()
        self.tools = []
        self._grounder = grounder
        self._reader = reader
        self._scope = scope

    def after_agent(self, state: GroundingState, runtime: "Runtime[Any]") -> dict[str, Any] | None:
        """Check how the run ended."""
        ending = find_ending(state["messages"], state.get("structured_response"))
        if ending is None or ending.idle:
            return self._leave(ending, runtime)
        output, form = ending.output
        fragments = gather_fragments(ending.turn)
        given = self._given(runtime)
        result = self._grounder.check(output, fragments, format=form, question=ending.question, **given)
        return _settle(ending, result, state)

    async def aafter_agent(self, state: GroundingState, runtime: "Runtime[Any]") -> dict[str, Any] | None:
        """Do the same without blocking the event loop."""
        ending = find_ending(state["messages"], state.get("structured_response"))
        if ending is None or ending.idle:
            return self._leave(ending, runtime)
        output, form = ending.output
        fragments = gather_fragments(ending.turn)
        given = self._given(runtime)
        result = await self._grounder.acheck(output, fragments, format=form, question=ending.question, **given)
        return _settle(ending, result, state)

    def _given(self, runtime: "Runtime[Any]") -> "_Given":
        context = runtime.context
        return {
            "reader": self._reader(context) if self._reader else None,
            "scope": self._scope(context) if self._scope else None,
        }

    def _leave(self, ending: Ending | None, runtime: "Runtime[Any]") -> dict[str, Any] | None:
        """Keep what answers nothing: under enforce its text alone."""
        if ending is None or ending.answer is None:
            return None
        scope = self._scope(runtime.context) if self._scope else None
        if not self._grounder.enforces(ending.question, scope=scope):
            return None
        (written,) = write_ending(ending, ending.text, {})
        if not ending.text:
            written = written.model_copy(update={"tool_calls": ending.answer.tool_calls})
        return {"messages": [written]}


class _Given(TypedDict):
    reader: Reader | None
    scope: Mapping[str, str] | None


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


def _settle(ending: Ending, result: Result, state: GroundingState) -> dict[str, Any]:
    kept = {KEY: _summary(result)}
    if Mode.ENFORCE in result.modes.values():
        update: dict[str, Any] = {"messages": write_ending(ending, result.text(), kept), "grounding": result}
        return update if state.get("structured_response") is None else {**update, "structured_response": None}
    if ending.answer is None:
        return {"grounding": result}
    noted = {**ending.answer.additional_kwargs, **kept}
    return {"messages": [ending.answer.model_copy(update={"additional_kwargs": noted})], "grounding": result}


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
