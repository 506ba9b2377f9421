"""An assistant over HTTP: `uvicorn --factory service:make_app`, in this folder.

POST /ask {"question": "…", "conversation": "c-1"} answers; GET /metrics is for Prometheus; the events go to standard
output, one JSON object a line. POLICY names the policy file (policies/1-observe.yaml here unless set), which is read
again whenever it changes. FUNDAMENTO_MODEL names a provider and model (openai/gpt-5-mini); without it a generator that
is no language model answers, and makes up some of its quotes, so that there is something to see.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Response
from pydantic import BaseModel, ConfigDict, Field

from fundamento import Grounder
from fundamento.adapters.extractive import ExtractiveModel
from fundamento.ingest import load_folder, split
from fundamento.models import ModelReply, ModelRequest
from fundamento.stores.memory import MemoryStore
from fundamento.telemetry import StructlogSink, configure_structlog
from fundamento.telemetry.metrics import MetricsSink
from fundamento.telemetry.tracing import TracingSink

HERE = Path(__file__).parent
CORPUS = HERE.parent / "corpus" / "hosting"


class Question(BaseModel):
    """What is posted to /ask."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1, max_length=2_000)
    conversation: str = Field(default="", max_length=100)


class Reply(BaseModel):
    """What comes back."""

    text: str
    outcome: str
    action: str


class CarelessModel(ExtractiveModel):
    """Makes up a quote for one question in three; told so, it mends the answers to longer questions only."""

    def ask(self, request: ModelRequest, /) -> ModelReply:
        """Answer as the extractive generator does, and spoil some of it."""
        reply = super().ask(request)
        told = any(message["role"] == "assistant" for message in request.messages)
        careful = sum(request.question.encode()) % 3 or (told and len(request.question) > 30)
        if careful or not isinstance(reply.output, Mapping):
            return reply
        return ModelReply(misquote(reply.output), reply.stop, reply.model, reply.usage)

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        """Do the same for an asynchronous caller."""
        return self.ask(request)


def misquote(output: Mapping[str, Any]) -> dict[str, Any]:
    """Return the output with words of nobody's in its quotes."""
    claims = [
        {**claim, "support": [{**each, "quote": "hasta 99 sin coste"} for each in claim["support"]]}
        for claim in output["answer"].get("claims", [])
    ]
    return {"answer": {**output["answer"], **({"claims": claims} if claims else {})}}


def make_model() -> object:
    provider = os.environ.get("FUNDAMENTO_MODEL")
    if provider is None:
        return CarelessModel()
    import instructor  # noqa: PLC0415 - only where a provider is named

    return instructor.from_provider(provider, async_client=True)


def make_app() -> FastAPI:
    configure_structlog()
    metrics = MetricsSink()
    store = MemoryStore([fragment for document in load_folder(CORPUS).documents for fragment in split(document)])
    grounder = Grounder(
        make_model(),
        policy=Path(os.environ.get("POLICY", HERE / "policies" / "1-observe.yaml")),
        store=store,
        sinks=[metrics, StructlogSink(), TracingSink()],  # without an OpenTelemetry SDK the last one does nothing
    )
    app = FastAPI(title="Asistente de alojamiento")

    @app.post("/ask")
    async def ask(question: Question) -> Reply:
        found = store.search(question.question)
        scope = {"conversation": question.conversation} if question.conversation else None
        result = await grounder.aanswer(question.question, found, scope=scope)
        return Reply(text=result.text(), outcome=result.outcome, action=result.action)

    @app.get("/metrics")
    def show_metrics() -> Response:
        body, content_type = metrics.exposition()
        return Response(body, headers={"Content-Type": content_type})

    return app
