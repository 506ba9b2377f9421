"""The endpoints, as an ASGI application."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route, Router
from starlette.types import ASGIApp

from fundamento.errors import FundamentoError, InputError
from fundamento.fragments import Fragment, FragmentStore, Reader
from fundamento.grounder import Grounder
from fundamento.result import Result
from fundamento.serialisation import report, report_answer
from fundamento.service.bodies import AnswerRequest, CheckRequest, fragments_of, read_body
from fundamento.service.door import Door, Entrance
from fundamento.service.limits import Limits, Slots
from fundamento.service.openapi import describe
from fundamento.service.refusals import Refusal, refuse
from fundamento.service.replies import write_event, write_json, write_result, write_shown
from fundamento.service.workroom import Workroom, call_plainly, keep_quiet
from fundamento.streams import StreamEvent
from fundamento.telemetry.metrics import MetricsSink

_READY_SECONDS: Final = 5.0
_GONE: Final = 499  # nobody is there to read it
_TRUTHS: Final = {"true": True, "1": True, "false": False, "0": False}
_EVENT_STREAM: Final = "text/event-stream"
# No fragment is called so; a store that can be reached says that it does not know it.
_NOBODYS: Final = "readiness"


@dataclass(frozen=True, slots=True)
class Parts:
    """What the service is made of. `store` is searched for questions that come without fragments.

    `metrics` is the sink among those of the grounder whose counts `/metrics` shows.
    """

    grounder: Grounder
    store: FragmentStore | None = None
    metrics: MetricsSink | None = None


def make_app(parts: Parts, *, token: str | None = None, limits: Limits | None = None) -> ASGIApp:
    """Return the service as an ASGI application, which starts and stops its threads in its lifespan.

    With a token, all but `/healthz` and `/readyz` ask for it; without one, it answers to names of loopback only.
    """
    service = _Service(parts, limits or Limits())
    routes = [
        Route("/v1/check", service.check, methods=["POST"]),
        Route("/v1/answer", service.answer, methods=["POST"]),
        Route("/healthz", _say_alive),
        Route("/readyz", service.say_ready),
        Route("/metrics", service.show_metrics),
        Route("/openapi.json", service.describe),
    ]
    router = Router(routes, redirect_slashes=False, lifespan=service.living)
    return Door(router, token=token, limits=service.limits)


class _Service:
    """The endpoints over their parts."""

    __slots__ = ("_entrance", "_openapi", "_parts", "_room", "_slots", "limits")

    def __init__(self, parts: Parts, limits: Limits) -> None:
        self.limits: Final = limits
        self._parts: Final = parts
        self._entrance: Final = Entrance(limits)
        self._slots: Final = Slots(limits.concurrency)
        self._room: Final = Workroom()
        self._openapi: Final = write_json(describe())

    @asynccontextmanager
    async def living(self, _app: object) -> AsyncIterator[None]:
        """Have the workroom for as long as the server runs."""
        asyncio.get_running_loop().set_exception_handler(keep_quiet)
        self._room.open()
        try:
            yield
        finally:
            await asyncio.to_thread(self._room.close)

    async def check(self, request: Request) -> Response:
        """Check an answer that somebody else generated."""
        content = await self._entrance.read(request)

        def work() -> bytes:
            asked = read_body(CheckRequest, content)
            result = self._parts.grounder.check(
                asked.output,
                fragments_of(asked.fragments),
                format=asked.format,
                question=asked.question,
                reader=asked.who(),
                scope=asked.scope,
                as_of=asked.as_of,
            )
            return write_json(report(result, result.modes))

        return await self._serve(request, self._room.call(work, self._slots.take()))

    async def answer(self, request: Request) -> Response:
        """Answer a question, at once or claim by claim."""
        content = await self._entrance.read(request)
        asked = read_body(AnswerRequest, content)
        if _wants_stream(request):
            deadline = asyncio.get_running_loop().time() + self.limits.seconds
            events = self._room.stream(partial(self._events, asked), self._slots.take())
            return await self._streamed(events, asked, deadline)

        async def work() -> bytes:
            fragments, reader = await self._prepare(asked)
            result = await self._parts.grounder.aanswer(
                asked.question,
                fragments,
                reader=reader,
                history=[message.model_dump() for message in asked.history],
                scope=asked.scope,
                as_of=asked.as_of,
            )
            return write_json(report_answer(result, drafts=asked.review))

        return await self._serve(request, self._room.await_(work, self._slots.take()))

    async def say_ready(self, _request: Request) -> Response:
        """Say whether the threads take up work, and whether the store can be reached."""
        looked = await self._room.look(_READY_SECONDS)
        parts: dict[str, str] = {part: "ok" if well else "error" for part, well in looked.items()}
        store = self._parts.store
        if store is not None:
            try:
                async with asyncio.timeout(_READY_SECONDS):
                    await asyncio.to_thread(call_plainly, store.records, [_NOBODYS])
                parts["store"] = "ok"
            except Exception:  # noqa: BLE001 - whatever a store trips over, it cannot be asked
                parts["store"] = "error"
        ready = "error" not in parts.values()
        return _json(write_json({"status": "ok" if ready else "unavailable", "parts": parts}), 200 if ready else 503)

    async def show_metrics(self, _request: Request) -> Response:
        """Show the counts as Prometheus reads them."""
        metrics = self._parts.metrics
        if metrics is None:
            hint = 'Install them with: pip install "fundamento[metrics]"'
            raise Refusal(404, "no-metrics", "This service counts nothing.", hint=hint)
        content, kind = metrics.exposition()
        return Response(content, headers={"content-type": kind})

    async def describe(self, _request: Request) -> Response:
        """Show the OpenAPI document."""
        return _json(self._openapi)

    async def _events(self, asked: AnswerRequest) -> AsyncGenerator[StreamEvent, None]:
        fragments, reader = await self._prepare(asked)
        stream = self._parts.grounder.astream(
            asked.question,
            fragments,
            reader=reader,
            history=[message.model_dump() for message in asked.history],
            scope=asked.scope,
            as_of=asked.as_of,
        )
        async with aclosing(stream) as events:
            async for event in events:
                yield event

    async def _streamed(
        self, events: AsyncGenerator[StreamEvent, None], asked: AnswerRequest, deadline: float
    ) -> Response:
        # What fails before anything was shown is a refusal with its status, as it is without a stream.
        try:
            async with asyncio.timeout_at(deadline):
                first = await anext(events)
        except BaseException as error:
            await events.aclose()
            if isinstance(error, TimeoutError):
                raise Refusal.too_late(self.limits.seconds) from None
            raise

        async def write() -> AsyncIterator[bytes]:
            async with aclosing(events):
                event: StreamEvent | None = first
                while event is not None:
                    yield _write(event, review=asked.review)
                    try:
                        async with asyncio.timeout_at(deadline):
                            event = await anext(events, None)
                    except TimeoutError:
                        yield write_event("error", Refusal.too_late(self.limits.seconds).body())
                        return
                    except FundamentoError as error:
                        yield write_event("error", refuse(error).body())
                        return

        return StreamingResponse(write(), media_type=_EVENT_STREAM, headers={"cache-control": "no-store"})

    async def _prepare(self, asked: AnswerRequest) -> tuple[Sequence[Fragment], Reader | None]:
        """Return the fragments that came along, or else what the store finds."""
        reader = asked.who()
        if asked.fragments is not None:
            return fragments_of(asked.fragments), reader
        store = self._parts.store
        if store is None:
            raise InputError(
                "There are no fragments, and no store to search.", hint="Send them, or serve with --store."
            )
        search = partial(store.search, asked.question, limit=asked.limit, reader=reader)
        return await asyncio.to_thread(call_plainly, search), reader

    async def _serve(self, request: Request, work: Coroutine[Any, Any, bytes]) -> Response:
        """Return what the work gives as JSON; it is cancelled at its deadline, and when the caller has left."""
        running, leaving = asyncio.create_task(work), asyncio.create_task(_leave(request))
        try:
            async with asyncio.timeout(self.limits.seconds):
                await asyncio.wait({running, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                raise Refusal(_GONE, "gone", "The caller has left.")
            return _json(running.result())
        except TimeoutError:
            raise Refusal.too_late(self.limits.seconds) from None
        finally:
            running.cancel()
            leaving.cancel()


async def _leave(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _say_alive(_request: Request) -> Response:
    return _json(write_json({"status": "ok", "parts": {}}))


def _wants_stream(request: Request) -> bool:
    asked = request.query_params.get("stream")
    if asked is not None:
        if asked.lower() not in _TRUTHS:
            raise Refusal(422, "invalid-request", "stream: is neither true nor false.", hint="Write ?stream=true.")
        if _TRUTHS[asked.lower()]:
            return True
    return any(
        kind.partition(";")[0].strip().lower() == _EVENT_STREAM for kind in request.headers.get("accept", "").split(",")
    )


def _write(event: StreamEvent, *, review: bool) -> bytes:
    return write_result(event, review=review) if isinstance(event, Result) else write_shown(event)


def _json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")
