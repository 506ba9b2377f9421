"""A small assistant under a steady load, which shows its metrics over HTTP.

usage: python assistant.py FOLDER PORT. The folder holds `policy.yaml`; a file `store-down` or `sink-down` in it breaks
that part.
"""

import sys
import threading
import time
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path

from fundamento import Fragment, Grounder
from fundamento.contract.dialects import DIALECTS
from fundamento.events import Event
from fundamento.fragments import FragmentRecord
from fundamento.models import ModelReply, ModelRequest, Stop, Usage
from fundamento.stores.memory import MemoryStore
from fundamento.telemetry.metrics import MetricsSink
from fundamento.testing import abstention_json, answer_json, claim

FRAGMENTS = [Fragment("s-1", "El plan Pro permite hasta 10 proyectos activos.")]
GOOD = answer_json(claim("El plan Pro permite hasta 10 proyectos.", ("F1", "hasta 10 proyectos")))
BAD = answer_json(claim("El plan Pro permite 25 proyectos.", ("F1", "hasta 25 proyectos")))
INVENTED = answer_json(claim("El plan Pro permite 25 proyectos.", ("F7", "hasta 25 proyectos")))
PAUSE = 0.02


class Model:
    """Gives good and bad outputs by turns, after a moment."""

    name = "scripted"
    dialect = DIALECTS["generic"]

    def __init__(self) -> None:
        self._outputs = cycle([GOOD, *[BAD] * 6, *[INVENTED] * 2, abstention_json("el precio")])

    def ask(self, request: ModelRequest, /) -> ModelReply:
        time.sleep(0.001)
        return ModelReply(next(self._outputs), Stop.COMPLETE, self.name, Usage(900, 120))

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        return self.ask(request)


class Parts:
    """A store and a sink that fail while a file says so."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._store = MemoryStore(FRAGMENTS)

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        if (self._folder / "store-down").exists():
            raise ConnectionError
        return self._store.records(ids)

    def write(self, event: Event) -> None:
        if (self._folder / "sink-down").exists():
            raise BrokenPipeError


def serve(sink: MetricsSink, port: int) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body, content_type = sink.exposition()
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the library
            pass

    threading.Thread(target=ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever, daemon=True).start()


def main(folder: Path, port: int) -> None:
    sink, parts = MetricsSink(), Parts(folder)
    serve(sink, port)
    grounder = Grounder(Model(), policy=folder / "policy.yaml", store=parts, sinks=[sink, parts.write])
    while True:
        grounder.answer("¿Cuántos proyectos permite el plan Pro?", FRAGMENTS)
        time.sleep(PAUSE)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
