"""A plain OpenAI client as the model: one function of messages and schema, and everything else is done for you.

A stub on loopback answers in place of the provider, so that the example runs without a key: leave `base_url` out and it
asks OpenAI. The stub's first answer is wrong, and the second is what the model writes when it is told why.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from openai import OpenAI

from fundamento import Fragment, Grounder
from fundamento.adapters.callables import CallableModel
from fundamento.contract.dialects import DIALECTS

FRAGMENTS = [
    Fragment("plans-3", "The Pro plan allows up to 10 active projects."),
    Fragment("files-1", "Files are kept for 30 days after they are deleted."),
]
QUESTION = "How long are deleted files kept?"


def make_model(client: OpenAI) -> CallableModel:
    """Wrap a client: fragments are F1…Fn to the model, and the schema lets it cite nothing else."""

    def call(messages: list[dict[str, Any]], schema: dict[str, Any]) -> str:
        form = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
        request: dict[str, Any] = {"model": "gpt-5-mini", "messages": messages, "response_format": form}
        completion = client.chat.completions.create(**request)
        return completion.choices[0].message.content or ""

    return CallableModel(call, name="gpt-5-mini", dialect=DIALECTS["openai"])


def main() -> None:
    with stub() as url, OpenAI(base_url=url, api_key="none") as client:
        result = Grounder(make_model(client), policy="strict", sinks=()).answer(QUESTION, FRAGMENTS)
    print(f"{result.outcome} / {result.action}, {result.cost.attempts} calls")
    print(result.text())
    for finding in result.first_findings:
        print(f"at first: {finding.check}, {finding.reason}")


# ---------------------------------------------------------------- in place of the provider


def answer(days: int) -> str:
    support = [{"fragment": "F2", "quote": f"kept for {days} days"}]
    claim = {"support": support, "text": f"Deleted files are kept for {days} days."}
    return json.dumps({"answer": {"kind": "grounded", "claims": [claim], "gaps": [], "conflicts": []}})


class Stub(BaseHTTPRequestHandler):
    """A provider that errs once."""

    def do_POST(self) -> None:
        """Answer a chat completion."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content = answer(60 if len(asked["messages"]) == 2 else 30)
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
        body = json.dumps({"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]})
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Keep quiet."""


@contextmanager
def stub() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


if __name__ == "__main__":
    main()
