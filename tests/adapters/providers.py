"""A provider on loopback that says what a test tells it to, and the shapes in which providers answer."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from fundamento.contract.dialects import DIALECTS
from fundamento.contract.wire import wire_schema
from fundamento.models import ModelRequest

# Stands in all that a person or a provider writes in these tests, so that one search finds a leak.
PRIVATE = "privado-7c1f"

ABSTENTION: dict[str, Any] = {"answer": {"kind": "abstention", "missing": f"la fianza {PRIVATE}"}}
CONVERSATION: tuple[dict[str, Any], ...] = (
    {"role": "system", "content": f"Answer from the fragments. {PRIVATE}"},
    {"role": "user", "content": [{"type": "text", "text": f"¿Cuánto es la fianza? {PRIVATE}"}]},
    {"role": "assistant", "content": f"No lo encuentro. {PRIVATE}"},
    {"role": "user", "content": f"And the rent? {PRIVATE}"},
)


@dataclass(frozen=True)
class Reaction:
    """What the provider does with one request: answer, hang until the test is over, hang up, or cut the body off.

    To `stream` is to send each event of the body, and to `drip` to go on sending nothing of use until nobody listens.
    """

    status: int = 200
    body: object = None
    act: str = "answer"


@dataclass
class Provider:
    """A provider's HTTP interface that reacts as told and keeps the requests it saw."""

    url: str
    react: Callable[[Mapping[str, Any]], Reaction] = lambda _: Reaction()
    requests: list[dict[str, Any]] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)

    def says(self, body: object, *, status: int = 200, act: str = "answer") -> None:
        self.react = lambda _: Reaction(status, body, act)


@contextmanager
def serving() -> Iterator[Provider]:  # noqa: C901 - one server, and all that it can do
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            scripted.requests.append(body)
            scripted.asked.set()
            reaction = scripted.react(body)
            if reaction.act == "hang":
                scripted.over.wait(30)
            if reaction.act in ("stream", "drip"):
                self.stream(reaction)
                return
            if reaction.act not in ("answer", "cut"):
                self.close_connection = True
                return
            is_text = isinstance(reaction.body, str)
            sent = reaction.body if isinstance(reaction.body, str) else json.dumps(reaction.body)
            self.send_response(reaction.status)
            self.send_header("Content-Type", "text/html" if is_text else "application/json")
            self.send_header("Content-Length", str(len(sent.encode())))
            self.end_headers()
            if reaction.act == "cut":
                self.wfile.write(sent.encode()[: len(sent) // 2])
                self.close_connection = True
                return
            self.wfile.write(sent.encode())

        def stream(self, reaction: Reaction) -> None:
            self.close_connection = True
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            try:
                for event in cast("list[str]", reaction.body):
                    self.wfile.write(event.encode())
                    self.wfile.flush()
                while reaction.act == "drip" and not scripted.over.wait(0.02):
                    self.wfile.write(b": still here\n\n")
                    self.wfile.flush()
            except OSError:
                scripted.left.set()

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128  # many tasks connect at once, and a busy machine accepts them late

    server = Server(("127.0.0.1", 0), Handler)
    scripted = Provider(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield scripted
    scripted.over.set()
    server.shutdown()
    thread.join()
    server.server_close()


def make_request(
    messages: tuple[Mapping[str, Any], ...] = CONVERSATION,
    *,
    dialect: str = "openai",
    strict: bool = True,
    quotes: bool = True,
    seconds: float | None = None,
) -> ModelRequest:
    wire = wire_schema(2, dialect=DIALECTS[dialect], strict=strict, quotes=quotes)
    return ModelRequest(messages, wire, question="And the rent?", fragments={}, seconds=seconds)


def chat(message: Mapping[str, Any] | None, *, finish: str = "stop") -> dict[str, Any]:
    """A completion in the shape of OpenAI's Chat Completions; None: no choice."""
    choices = [] if message is None else [{"index": 0, "finish_reason": finish, "message": message}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-5-mini-2025-08-07",
        "choices": choices,
        "usage": {
            "prompt_tokens": 120,
            "completion_tokens": 30,
            "total_tokens": 150,
            "prompt_tokens_details": {"cached_tokens": 100},
        },
    }


def said(content: str | None, *, finish: str = "stop", refusal: str | None = None) -> dict[str, Any]:
    return chat({"role": "assistant", "content": content, "refusal": refusal}, finish=finish)


def called(arguments: str, *, finish: str = "tool_calls") -> dict[str, Any]:
    call = {"id": "c1", "type": "function", "function": {"name": "GroundedAnswer", "arguments": arguments}}
    return chat({"role": "assistant", "content": None, "tool_calls": [call]}, finish=finish)


def speaking(*texts: str, size: int = 7, finish: str = "stop", act: str = "stream") -> Callable[[Any], Reaction]:
    """An OpenAI that says one text after another: in a tool call where it gets tools, in pieces where it streams."""
    waiting = list(texts)

    def react(body: Mapping[str, Any]) -> Reaction:
        text = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        calls = bool(body.get("tools"))
        if not body.get("stream"):
            return Reaction(body=called(text) if calls else said(text, finish=finish))
        pieces = [text[place : place + size] for place in range(0, len(text), size)]
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": None if calls else ""}]
        deltas += [_piece(piece, number, calls=calls) for number, piece in enumerate(pieces)]
        events = [_chunk({"index": 0, "delta": delta, "finish_reason": None}) for delta in deltas]
        if act == "stream":
            done = "tool_calls" if calls and finish == "stop" else finish
            events += [_chunk({"index": 0, "delta": {}, "finish_reason": done}), _chunk(None), "data: [DONE]\n\n"]
        return Reaction(body=events, act=act)

    return react


def _piece(piece: str, number: int, *, calls: bool) -> dict[str, Any]:
    if not calls:
        return {"content": piece}
    named = {"id": "c1", "type": "function"} if number == 0 else {}
    function = {"name": "GroundedAnswer", "arguments": piece} if number == 0 else {"arguments": piece}
    return {"tool_calls": [{"index": 0, **named, "function": function}]}


def _chunk(choice: Mapping[str, Any] | None) -> str:
    usage = {} if choice else {"usage": said("")["usage"]}
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5-mini-2025-08-07"}
    return f"data: {json.dumps({**chunk, 'choices': [choice] if choice else [], **usage})}\n\n"


def claude(text: str, *, size: int = 7, calls: bool = True, stop: str = "tool_use") -> Callable[[Any], Reaction]:
    """An Anthropic that streams one text, as the input of a tool or as text."""
    kind, field_name = ("input_json_delta", "partial_json") if calls else ("text_delta", "text")
    opened: dict[str, Any] = {"type": "tool_use", "id": "t", "name": "GroundedAnswer", "input": {}}
    events: list[dict[str, Any]] = [
        {
            "type": "message_start",
            "message": {
                "id": "m",
                "type": "message",
                "role": "assistant",
                "content": [],
                "model": "claude-x",
                "stop_reason": None,
                "stop_sequence": None,
                "usage": {"input_tokens": 20, "cache_read_input_tokens": 100, "output_tokens": 1},
            },
        },
        {"type": "content_block_start", "index": 0, "content_block": opened if calls else {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": kind, field_name: text[place : place + size]}}
            for place in range(0, len(text), size)
        ),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": stop, "stop_sequence": None},
            "usage": {"output_tokens": 30},
        },
        {"type": "message_stop"},
    ]
    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
    return lambda _: Reaction(body=lines, act="stream")
