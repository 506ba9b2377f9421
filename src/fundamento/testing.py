"""Stand-ins for tests: a model with a script, a sink that keeps events, builders of model output."""

import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from fundamento.contract.dialects import DIALECTS, Dialect
from fundamento.contract.outputs import write_output
from fundamento.errors import ConfigurationError, InputError
from fundamento.events import AnswerEvent, Event, FaultEvent, FindingEvent, PolicyEvent
from fundamento.models import ModelReply, ModelRequest

Output: TypeAlias = str | Mapping[str, Any] | ModelReply | BaseException
Script: TypeAlias = Output | Callable[[ModelRequest], Output]


class ScriptedModel:
    """A model that gives the outputs of a script, one a call, and keeps what it was asked in `requests`.

    An output is a text or an object as a model would write it, a whole `ModelReply`, an exception (it is
    raised), or a function that makes one of these from the request. Text and objects come back as a complete
    reply from `name`. In a stream, `split` cuts an output into the pieces in which it comes in (one, unless it is
    given). Calls may come from several threads. Raises `InputError` for a script that is one
    output and no series of them, and `ConfigurationError` for a call beyond the script's end.
    """

    def __init__(
        self,
        outputs: Iterable[Script],
        *,
        name: str = "scripted",
        dialect: Dialect | None = None,
        split: Callable[[str], Iterable[str]] | None = None,
    ) -> None:
        if isinstance(outputs, str | bytes | Mapping):
            raise InputError("The script is one output.", hint="Give a list of outputs, one for each call.")
        self.name = name
        self.dialect = DIALECTS["generic"] if dialect is None else dialect
        self.requests: list[ModelRequest] = []
        self._outputs = tuple(outputs)
        self._split = split
        self._turn = threading.Lock()

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Return the next output of the script, or raise it."""
        with self._turn:
            self.requests.append(request)
            call = len(self.requests)
        if call > len(self._outputs):
            raise ConfigurationError(
                f"The scripted model was called {call} times and has {len(self._outputs)} outputs.",
                hint="Give one output for each call; every repair is a call.",
            )
        return self._reply(self._outputs[call - 1], request)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same for an asynchronous caller."""
        return self.ask(request)

    def stream(self, request: ModelRequest, /) -> Iterator[str | ModelReply]:
        """Yield the next output of the script in pieces, then the reply."""
        reply = self.ask(request)
        text = reply.output if isinstance(reply.output, str) else write_output(reply.output)
        yield from [text] if self._split is None else self._split(text)
        yield reply

    async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        """Do the same for an asynchronous caller."""
        for piece in self.stream(request):
            yield piece

    def _reply(self, script: Script, request: ModelRequest) -> ModelReply:
        output = script if isinstance(script, str | Mapping | ModelReply | BaseException) else script(request)
        if isinstance(output, BaseException):
            raise output
        return output if isinstance(output, ModelReply) else ModelReply(output, model=self.name)


class CapturedEvents(list[Event]):
    """A sink that keeps events in the order in which they came; a list, with a view for each kind."""

    def __call__(self, event: Event) -> None:
        """Keep one event."""
        self.append(event)

    @property
    def answers(self) -> list[AnswerEvent]:
        """The events of whole answers."""
        return [event for event in self if isinstance(event, AnswerEvent)]

    @property
    def findings(self) -> list[FindingEvent]:
        """The events of findings."""
        return [event for event in self if isinstance(event, FindingEvent)]

    @property
    def faults(self) -> list[FaultEvent]:
        """The events of what could not run."""
        return [event for event in self if isinstance(event, FaultEvent)]

    @property
    def policies(self) -> list[PolicyEvent]:
        """The events of policy files that were read again."""
        return [event for event in self if isinstance(event, PolicyEvent)]


def claim(text: str, *support: tuple[str, str] | str) -> dict[str, Any]:
    """Return a claim as a model writes it: each support is a fragment with a quote, or a fragment alone::

    claim("El plan Pro admite 10 proyectos.", ("F1", "hasta 10 proyectos"), "F2")
    """
    items = [
        {"fragment": item} if isinstance(item, str) else {"fragment": item[0], "quote": item[1]} for item in support
    ]
    return {"support": items, "text": text}


def answer_json(
    *claims: Mapping[str, Any],
    gaps: Iterable[str] = (),
    conflicts: Iterable[tuple[str, Iterable[str]]] = (),
) -> dict[str, Any]:
    """Return a grounded answer as a model writes it, from claims, gaps and conflicts with their fragments."""
    return {
        "answer": {
            "kind": "grounded",
            "claims": list(claims),
            "gaps": [{"text": text} for text in gaps],
            "conflicts": [{"fragments": list(fragments), "text": text} for text, fragments in conflicts],
        }
    }


def abstention_json(missing: str = "") -> dict[str, Any]:
    """Return an abstention as a model writes it."""
    return {"answer": {"kind": "abstention", "missing": missing}}


def cite_by_alias(output: Mapping[str, Any]) -> Callable[[ModelRequest], Mapping[str, Any]]:
    """Let a script cite real fragment IDs: they become the request's aliases when the model is asked.

    `output` is as `answer_json` makes it. An ID that the request does not hold stays as it is, as one that a
    model invents would.
    """

    def write(request: ModelRequest) -> Mapping[str, Any]:
        aliases = {fragment.id: alias for alias, fragment in request.fragments.items()}
        return {key: _cite(value, aliases, key) for key, value in output.items()}

    return write


def _cite(node: Any, aliases: Mapping[str, str], key: str) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(node, Mapping):
        return {name: _cite(value, aliases, name) for name, value in node.items()}
    if isinstance(node, list):
        return [_cite(item, aliases, key) for item in node]
    return aliases.get(node, node) if isinstance(node, str) and key in ("fragment", "fragments") else node
