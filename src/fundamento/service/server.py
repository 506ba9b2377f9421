"""The server: uvicorn, with a limit on how long a request takes to begin, and an end that lets work finish."""

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import Any, Final, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from fundamento.errors import ConfigurationError
from fundamento.failures import OTHER, name_failure
from fundamento.service.limits import Limits
from fundamento.service.refusals import Refusal
from fundamento.service.replies import write_json
from fundamento.service.tokens import refuse_open_door

_LOG: Final = logging.getLogger("fundamento.service")
_MARGIN: Final = 5.0  # seconds beyond its deadline that a request has to be written out
_LATE: Final = Refusal(
    408, "too-slow", "The head of the request did not come in in time.", hint="Send it at once.", retryable=True
)
_LONG: Final = Refusal(431, "too-large", "The head of the request is too long.", hint="Send fewer and shorter headers.")
_MALFORMED: Final = Refusal(400, "malformed-request", "It is no HTTP request.", hint="Send HTTP/1.1.")
_HEAD: Final = b"HTTP/1.1 %d %b\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
_BEFORE_ANSWER: Final = (h11.IDLE, h11.SEND_RESPONSE)
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def serve(app: ASGIApp, *, host: str, port: int, token: str | None = None, limits: Limits | None = None) -> None:
    """Serve until the process is told to end (SIGTERM, SIGINT): then it accepts nothing more, and finishes what runs.

    Port 0 takes a free one; the line on standard error says which. Raises `ConfigurationError` for a host beyond
    loopback without a token, and where it cannot listen.
    """
    refuse_open_door(host, token)
    bounds = limits or Limits()
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=cast("type[asyncio.Protocol]", partial(PunctualProtocol, seconds=bounds.body_seconds)),
        ws="none",
        lifespan="on",
        # The log of accesses has whole addresses in it, and what callers put into them.
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=int(bounds.seconds + _MARGIN),
    )
    with _quiet_signals(), _quiet_hooks():
        try:
            uvicorn.Server(config).run()
        except SystemExit:
            raise ConfigurationError(
                f"It cannot listen on {host}, port {port}, or could not start.", hint="The lines above say why."
            ) from None


class PunctualProtocol(H11Protocol):
    """HTTP/1.1 on a connection that is closed if a request does not begin within `seconds`.

    By itself, uvicorn waits for the head of a request for ever.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        seconds: float,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._seconds: Final = seconds
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Start the clock."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Stop the clock once the head is whole."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Start the clock for the next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the clock."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(self._seconds, self._give_up)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        self._refuse(_LATE)

    def send_400_response(self, _msg: str) -> None:
        """Refuse what is no request, as JSON like every other refusal; uvicorn itself would write words."""
        self._refuse(_LONG if getattr(sys.exception(), "error_status_hint", 0) == _LONG.status else _MALFORMED)

    def _refuse(self, refusal: Refusal) -> None:
        """Write a refusal where no answer has begun, and close the connection."""
        if self.transport.is_closing():
            return
        if self.conn.our_state in _BEFORE_ANSWER:
            content = write_json(refusal.body())
            head = _HEAD % (refusal.status, HTTPStatus(refusal.status).phrase.encode("ascii"), len(content))
            self.transport.write(head + content)
            self.conn.send_failed()
            cycle: object = self.cycle  # None until a request has begun, whatever the annotation says
            if cycle is not None and not self.cycle.response_complete:
                self.cycle.disconnected = True  # whoever still reads the body has nobody to answer
                self.cycle.message_event.set()
        self.transport.close()


@contextmanager
def _quiet_hooks() -> Iterator[None]:
    """Log what ends a thread, or is raised where nobody can catch it, by its class: Python writes out its words."""

    def log(said: Any) -> None:  # noqa: ANN401 - what hooks of two kinds are given
        error = said.exc_value
        _LOG.error("fundamento.service part=thread error=%s", OTHER if error is None else name_failure(error))

    before = threading.excepthook, sys.unraisablehook
    threading.excepthook = sys.unraisablehook = log
    try:
        yield
    finally:
        threading.excepthook, sys.unraisablehook = before


@contextmanager
def _quiet_signals() -> Iterator[None]:
    """Let the process go on after the server has ended: uvicorn raises the signal that ended it once more."""
    before = {each: signal.signal(each, lambda *_: None) for each in _SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
