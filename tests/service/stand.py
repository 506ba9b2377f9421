"""A service whose model does what the question says; run as a program, on a free port of loopback."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Final

from fundamento.contract.dialects import DIALECTS, Dialect
from fundamento.contract.outputs import write_output
from fundamento.errors import ModelError
from fundamento.events import Sink
from fundamento.models import ModelReply, ModelRequest
from fundamento.testing import answer_json, claim

CANARY: Final = "zarzaparrilla"
TEXT: Final = f"El plan {CANARY} permite hasta 10 proyectos activos."
FRAGMENTS: Final[list[dict[str, Any]]] = [
    {"id": "planes-3", "text": TEXT},
    {"id": "borrado-1", "text": "Los archivos se conservan 30 días."},
]
GOOD: Final = claim(f"El plan {CANARY} permite hasta 10 proyectos.", ("F1", "hasta 10 proyectos activos"))
BAD: Final = claim(f"El plan {CANARY} permite hasta 500 proyectos.", ("F1", "hasta 500 proyectos activos"))
TOKEN: Final = "una-palabra-larga-y-secreta"


class PanicError(BaseException):
    """As Rust's panics come: no `Exception`."""


class ObedientModel:
    """Answers well; of the words in a question, `slow` waits a second, `hang` for ever, `bad` is a claim that fails.

    `panic` and `exit` raise what would end a program, `elsewhere` has a task of its own exit, `halt` stops the loop.
    """

    name = "obedient"

    @property
    def dialect(self) -> Dialect:
        return DIALECTS["openai"]

    def ask(self, request: ModelRequest, /) -> ModelReply:
        return asyncio.run(self.aask(request))

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        if "broken" in request.question:
            raise ModelError("The provider is out of order.", hint="Wait.", retryable=True)
        if "leaky" in request.question:
            raise RuntimeError(request.question)
        if "panic" in request.question:
            raise PanicError(request.question)
        if "exit" in request.question:
            raise SystemExit(request.question)
        if "elsewhere" in request.question:
            self.task = asyncio.create_task(self.leave(request.question))
        if "halt" in request.question:
            asyncio.get_running_loop().stop()
        if "hang" in request.question:
            await asyncio.sleep(3_600)
        await asyncio.sleep(1.0 if "slow" in request.question else 0)
        claims = [GOOD, *([BAD] if "bad" in request.question else [])]
        return ModelReply(write_output(answer_json(*(claims if "only" not in request.question else claims[1:]))))

    async def leave(self, question: str) -> None:
        raise SystemExit(question)

    async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        reply = await self.aask(request)
        text = str(reply.output)
        for start in range(0, len(text), 40):
            if "stuck" in request.question and start > len(text) // 2:
                await asyncio.sleep(3_600)
            yield text[start : start + 40]
        yield reply


@contextmanager
def running(command: list[str], *, log: Path, environment: dict[str, str] | None = None) -> Iterator[tuple[int, Any]]:
    """Run a server that says on standard error where it listens; yield its port and its process."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FUNDAMENTO_")}
    with (
        log.open("wb") as out,
        Popen(
            [sys.executable, "-W", "error", *command], stdout=out, stderr=PIPE, env={**kept, **(environment or {})}
        ) as process,
    ):
        assert process.stderr is not None
        said = b""
        try:
            for line in process.stderr:
                said += line
                if b"http://" in line:
                    break
            else:
                raise AssertionError(said.decode())
            port = int(said.rpartition(b"http://")[2].split()[0].rpartition(b":")[2])
            yield port, process
        finally:
            process.terminate()
            log.with_suffix(".err").write_bytes(said + process.stderr.read())
            process.wait(60)


def main(policy: str, seconds: float, concurrency: int) -> None:
    from fundamento import Grounder
    from fundamento.cli.logbook import make_sink
    from fundamento.service.application import Parts, make_app
    from fundamento.service.limits import Limits
    from fundamento.service.server import serve
    from fundamento.telemetry.metrics import MetricsSink

    logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    metrics = MetricsSink()
    sinks: list[Sink] = [make_sink(sys.stdout.buffer), metrics]
    limits = Limits(body_bytes=1_000_000, body_seconds=1.0, seconds=seconds, concurrency=concurrency)
    token = os.environ.get("FUNDAMENTO_TOKEN")
    app = make_app(
        Parts(Grounder(ObedientModel(), policy=policy, sinks=sinks), metrics=metrics), token=token, limits=limits
    )
    serve(app, host="127.0.0.1", port=0, token=token, limits=limits)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
