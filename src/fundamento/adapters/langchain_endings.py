"""How a run of a LangChain agent ended, and its last message written anew: text that was checked and nothing else."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, RemoveMessage, ToolMessage
from pydantic import BaseModel

from fundamento.adapters.stops import find_stop
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.grounder import Format
from fundamento.models import Stop
from fundamento.prose.smalltalk import asserts_nothing

# What a provider says of a message, in names and numbers; a model writes none of these.
_METADATA: Final = ("model_name", "model", "model_provider", "finish_reason", "stop_reason", "id", "service_tier")
_NAME: Final = re.compile(r"[\w.:/@-]{1,120}")
_DEEPEST: Final = 16


@dataclass(frozen=True, slots=True)
class Ending:
    """What a run came to: the question, what is to be checked of the end, and the messages that tell of the run.

    `answer` is the message that answers; None where a tool's own words are the end, or the call of a schema (`closing`
    are then the messages that say so). `idle`: it answers nothing, and is not checked.
    """

    question: str
    text: str
    turn: Sequence[BaseMessage]
    answer: AIMessage | None
    closing: Sequence[BaseMessage] = ()
    idle: bool = False

    @property
    def output(self) -> tuple[object, Format]:
        """What is checked, and its format: the JSON of the contract, prose, or what was cut off."""
        stop = Stop.COMPLETE if self.answer is None else find_stop(self.answer)
        if stop is not Stop.COMPLETE:
            return {"content": self.text, "stop_reason": stop.value.replace("-", "_")}, "langchain"
        return self.text, "json" if _is_contract(self.text) else "prose"


def find_ending(messages: Sequence[BaseMessage], structured: object = None) -> Ending | None:
    """Return how the run of the last question ended; None: with no words of the model, and of no tool.

    `structured` is what the agent made of a schema: it is then what is checked.
    """
    asked = max((place for place, each in enumerate(messages) if isinstance(each, HumanMessage)), default=-1)
    question = messages[asked].text if asked >= 0 else ""
    turn = messages[asked + 1 :]
    last = turn[-1] if turn else None
    if isinstance(last, AIMessage):
        text = last.text if structured is None else _spell(structured)
        waits = bool(last.tool_calls) and not text.strip()
        idle = structured is None and (waits or asserts_nothing(text))
        return Ending(str(question), str(text), turn, last, idle=idle)
    if not isinstance(last, ToolMessage):
        return None
    start = max((place for place, each in enumerate(turn) if isinstance(each, AIMessage)), default=0)
    text = last.text if structured is None else _spell(structured)
    return Ending(str(question), str(text), turn, None, turn[start:])


def write_ending(ending: Ending, text: str, kept: Mapping[str, Any]) -> list[BaseMessage]:
    """Return the messages that put a text in place of the end: no blocks, calls, thoughts or words beside it."""
    answer = ending.answer
    if answer is None:
        gone = [RemoveMessage(id=each.id) for each in ending.closing if each.id is not None]
        return [*gone, AIMessage(text, additional_kwargs=dict(kept))]
    said = {key: answer.response_metadata.get(key) for key in _METADATA}
    named = {key: each for key, each in said.items() if isinstance(each, str) and _NAME.fullmatch(each)}
    return [
        AIMessage(
            text,
            id=answer.id,
            name=answer.name,
            additional_kwargs=dict(kept),
            response_metadata=named,
            usage_metadata=answer.usage_metadata,
        )
    ]


def _is_contract(text: str) -> bool:
    return decode(text, Aliases.identity(())).answer is not None


def _spell(structured: object) -> str:
    """Return the contract's JSON where a schema's object is of it; else every value that it holds, as paragraphs."""
    if isinstance(structured, BaseModel):
        value: object = structured.model_dump(mode="json", by_alias=True)
    elif is_dataclass(structured) and not isinstance(structured, type):
        value = asdict(structured)
    else:
        value = structured
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if _is_contract(written) else "\n\n".join(_values(value, _DEEPEST))


def _values(value: object, depth: int) -> Iterator[str]:
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else None
    if inside is None or not depth:
        yield from () if value is None else (str(value),)
        return
    for each in inside:
        yield from _values(each, depth - 1)
