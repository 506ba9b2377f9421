"""A provider on loopback that says what a test tells it to, and the shapes in which providers answer."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from fundamento.contract.dialects import DIALECTS
from fundamento.contract.wire import wire_schema
from fundamento.models import ModelRequest

# Stands in all that a person or a provider writes in these tests, so that one search finds a leak.
PRIVATE = "privado-7c1f"

ABSTENTION: dict[str, Any] = {"answer": {"kind": "abstention", "missing": f"the deposit {PRIVATE}"}}
CONVERSATION: tuple[dict[str, Any], ...] = (
    {"role": "system", "content": f"Answer from the fragments. {PRIVATE}"},
    {"role": "user", "content": [{"type": "text", "text": f"¿Cuánto es la fianza? {PRIVATE}"}]},
    {"role": "assistant", "content": f"No lo encuentro. {PRIVATE}"},
    {"role": "user", "content": f"And the rent? {PRIVATE}"},
)


@dataclass(frozen=True)
class Reaction:
    """What the provider does with one request: answer, hang until the test is over, hang up, or cut the body off."""

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

    def says(self, body: object, *, status: int = 200, act: str = "answer") -> None:
        self.react = lambda _: Reaction(status, body, act)


@contextmanager
def serving() -> Iterator[Provider]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            scripted.requests.append(body)
            scripted.asked.set()
            reaction = scripted.react(body)
            if reaction.act == "hang":
                scripted.over.wait(30)
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

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
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
