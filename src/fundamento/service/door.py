"""What stands before every endpoint: who calls, how much comes in and how long, and what goes out when it fails."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fundamento.errors import FundamentoError
from fundamento.failures import Contained, name_failure
from fundamento.service.limits import Limits, Slots
from fundamento.service.refusals import Refusal, refuse
from fundamento.service.replies import write_json
from fundamento.service.tokens import check_caller

OPEN_PATHS: Final = frozenset({"/healthz", "/readyz"})

_LOG: Final = logging.getLogger("fundamento.service")
_ENTRANTS_A_PLACE: Final = 4
# A client that still sends reads no answer, and closing on it resets the connection: the rest is read, and dropped.
_DRAIN_SECONDS: Final = 5.0
_DRAIN_BYTES: Final = 256 * 1024 * 1024
_KINDS: Final = {404: "not-found", 405: "method-not-allowed"}


class Door:
    """An ASGI application around another one, whose errors become structured refusals."""

    __slots__ = ("_app", "_limits", "_token")

    def __init__(self, app: ASGIApp, *, token: str | None, limits: Limits) -> None:
        self._app: Final = app
        self._token: Final = token
        self._limits: Final = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; nothing is raised for it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def tell(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        # A traceback in a log may hold a person's text.
        with Contained(awaited=True) as called:
            if scope["path"] not in OPEN_PATHS:
                check_caller(scope["headers"], self._token)
            # Each endpoint keeps to its own limits; this is for a client that does not read what it asked for.
            async with asyncio.timeout(2 * self._limits.seconds + self._limits.body_seconds):
                await self._app({**scope, "app": self}, receive, tell)
        if called.failed and not started:
            with Contained(awaited=True):  # to a connection that broke, nothing can be said
                await _send_refusal(_refusal_of(called.error, self._limits), receive, send)


def _refusal_of(error: BaseException, limits: Limits) -> Refusal:
    match error:
        case Refusal():
            return error
        case FundamentoError():
            return refuse(error)
        case HTTPException():
            kind = _KINDS.get(error.status_code, "refused")
            hint = "GET /openapi.json says what there is."
            return Refusal(error.status_code, kind, f"{error.detail}.", hint=hint, headers=error.headers)
        case TimeoutError():
            return Refusal.too_late(limits.seconds)
        case _:
            _LOG.error("fundamento.service error=%s", name_failure(error))
            return Refusal.internal()


async def _send_refusal(refusal: Refusal, receive: Receive, send: Send) -> None:
    content = write_json(refusal.body())
    headers = {
        "content-type": "application/json",
        "content-length": str(len(content)),
        "connection": "close",
        **refusal.headers,
    }
    coded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": refusal.status, "headers": coded})
    await send({"type": "http.response.body", "body": content, "more_body": True})
    if refusal.kind != "too-slow":
        await _drain(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _drain(receive: Receive) -> None:
    left = _DRAIN_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body"):
                    return
                left -= len(message.get("body", b""))


class Entrance:
    """Reads the bodies of requests, up to their limits; safe between tasks of one loop."""

    __slots__ = ("_limits", "_places")

    def __init__(self, limits: Limits) -> None:
        self._limits: Final = limits
        self._places: Final = Slots(_ENTRANTS_A_PLACE * limits.concurrency)

    async def read(self, request: Request) -> bytes:
        """Return the body of a request. Raises `Refusal`."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            # Of a page in a browser, this type takes a permission that nobody gives.
            hint = "Send JSON with the header Content-Type: application/json."
            raise Refusal(415, "unsupported-media-type", "The body is not declared as JSON.", hint=hint)
        length = request.headers.get("content-length", "")
        if length.isdecimal() and len(length) < 20 and int(length) > self._limits.body_bytes:
            raise self._too_large()
        with self._places.take().held():
            try:
                async with asyncio.timeout(self._limits.body_seconds):
                    return await self._collect(request.receive)
            except TimeoutError:
                message = f"The body did not come in within {self._limits.body_seconds:g} s."
                raise Refusal(408, "too-slow", message, hint="Send it at once.", retryable=True) from None

    async def _collect(self, receive: Receive) -> bytes:
        content = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refusal(400, "broken-off", "The body broke off.", retryable=True)
            content += message.get("body", b"")
            if len(content) > self._limits.body_bytes:
                raise self._too_large()
            if not message.get("more_body"):
                return bytes(content)

    def _too_large(self) -> Refusal:
        message = f"The body is over {self._limits.body_bytes} bytes."
        return Refusal(413, "too-large", message, hint="Send fewer fragments, or have the limit raised.")
