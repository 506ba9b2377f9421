"""A provider on loopback, in a process of its own, that speaks like OpenAI and always gives the same answer.

It waits as long as its address says (`/wait/300/v1`: milliseconds), all at once or between the pieces of a stream.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

_PIECES = 20


@contextmanager
def serving(output: str) -> Iterator[str]:
    """Yield the address of a stub that answers with that output; add `/wait/MS/v1`."""
    command = [sys.executable, str(Path(__file__).resolve())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(output)
        process.stdin.close()
        try:
            line = next(line for line in process.stderr if "http://" in line)
            yield "http://" + line.rpartition("http://")[2].split()[0]
        finally:
            process.terminate()


def main(output: str) -> None:
    """Serve until terminated."""
    size = -(-len(output) // _PIECES)
    pieces = [output[start : start + size] for start in range(0, len(output), size)]

    async def complete(request: Request) -> Response:
        seconds = int(request.path_params["ms"]) / 1_000
        asked: dict[str, Any] = json.loads(await request.body())
        tools = asked.get("tools")
        name = tools[0]["function"]["name"] if tools else None
        if asked.get("stream"):
            return StreamingResponse(_stream(pieces, name, seconds), media_type="text/event-stream")
        await asyncio.sleep(seconds)
        message = {"role": "assistant", **_said(output, name)}
        return JSONResponse(_envelope("chat.completion", {"message": message, "finish_reason": "stop"}))

    app = Starlette(routes=[Route("/wait/{ms:int}/v1/chat/completions", complete, methods=["POST"])])
    uvicorn.run(app, host="127.0.0.1", port=0, access_log=False, backlog=4_096)


async def _stream(pieces: list[str], name: str | None, seconds: float) -> Any:
    for place, piece in enumerate(pieces):
        await asyncio.sleep(seconds / len(pieces))
        delta = _said(piece, name if place == 0 else name and "")
        yield _event(_envelope("chat.completion.chunk", {"delta": delta, "finish_reason": None}))
    yield _event(_envelope("chat.completion.chunk", {"delta": {}, "finish_reason": "stop"}))
    yield "data: [DONE]\n\n"


def _said(text: str, name: str | None) -> dict[str, Any]:
    if name is None:
        return {"content": text}
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name or None, "arguments": text}}
    return {"content": None, "tool_calls": [call]}


def _envelope(kind: str, choice: dict[str, Any]) -> dict[str, Any]:
    usage = {"prompt_tokens": 900, "completion_tokens": 300, "total_tokens": 1_200}
    return {
        "id": "c-1",
        "object": kind,
        "created": 0,
        "model": "stub",
        "choices": [{"index": 0, **choice}],
        "usage": usage if kind == "chat.completion" else None,
    }


def _event(value: dict[str, Any]) -> str:
    return f"data: {json.dumps(value)}\n\n"


if __name__ == "__main__":
    main(sys.stdin.read())
