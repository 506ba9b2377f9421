"""No person's text reaches a metric, a span or an evaluation event, whatever the model, the store or a sink does."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from fundamento import Grounder, Reader, Settings
from fundamento.adapters.callables import CallableModel
from fundamento.errors import ModelError
from fundamento.models import ModelReply
from fundamento.telemetry.metrics import MetricsSink
from fundamento.telemetry.tracing import TracingSink
from fundamento.testing import ScriptedModel
from test_canaries import CANARY, FRAGMENTS, OUTPUTS, LeakyStore, leaky_sink


class Written:
    """A metrics sink and a tracing sink, with everything that they write as text."""

    def __init__(self) -> None:
        self.metrics = MetricsSink()
        self._spans, self._logs = InMemorySpanExporter(), InMemoryLogRecordExporter()
        self.tracers, loggers = TracerProvider(), LoggerProvider()
        self.tracers.add_span_processor(SimpleSpanProcessor(self._spans))
        loggers.add_log_record_processor(SimpleLogRecordProcessor(self._logs))
        self.tracing = TracingSink(self.tracers, logger_provider=loggers)

    @property
    def spans(self) -> list[str]:
        return [str(span.to_json()) for span in self._spans.get_finished_spans()]

    @property
    def logs(self) -> list[str]:
        return [str(log.to_json()) for log in self._logs.get_finished_logs()]

    def lines(self) -> Iterator[str]:
        yield from self.spans
        yield from self.logs
        yield from self.metrics.exposition()[0].decode().splitlines()


@pytest.fixture
def written() -> Written:
    return Written()


@pytest.mark.parametrize("output", OUTPUTS.values(), ids=OUTPUTS.keys())
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_no_text_of_an_answer_is_written(
    output: Any, policy: str, written: Written, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    sinks = [written.metrics, written.tracing, leaky_sink]
    settings = Settings(tenant_key=b"k")
    model = ScriptedModel([output, output], name="scripted")
    grounder = Grounder(model, policy=policy, store=LeakyStore(), sinks=sinks, settings=settings)
    grounder.answer(
        f"¿Qué es {CANARY}?",
        FRAGMENTS,
        reader=Reader(CANARY, {CANARY}),
        history=[{"role": "user", "content": CANARY}],
        scope={"tenant": CANARY},
    )
    if not isinstance(output, ModelReply):
        Grounder(policy=policy, sinks=sinks).check(output, FRAGMENTS, question=CANARY)
    assert len(written.spans) == 1 + (not isinstance(output, ModelReply))
    assert len(written.logs) > len(written.spans)
    assert [line for line in written.lines() if CANARY in line] == []
    assert CANARY not in caplog.text


def test_an_error_of_the_model_carries_no_text(written: Written) -> None:
    def leak(messages: object, schema: object) -> str:
        raise RuntimeError(f"400: your prompt '{CANARY}' was refused")

    grounder = Grounder(CallableModel(leak), sinks=[written.metrics, written.tracing])
    # The application's own span records what is raised, with its traceback.
    with pytest.raises(ModelError), written.tracers.get_tracer("app").start_as_current_span("request"):
        grounder.answer(CANARY, FRAGMENTS)
    (span,) = written.spans
    assert json.loads(span)["events"][0]["attributes"]["exception.type"] == "fundamento.errors.ModelError"
    assert [line for line in written.lines() if CANARY in line] == []


def test_the_name_of_a_model_that_is_a_text_is_not_written(written: Written) -> None:
    reply = ModelReply(OUTPUTS["gap"], model=f"una {CANARY} larga")
    Grounder(ScriptedModel([reply]), sinks=[written.metrics, written.tracing]).answer(CANARY, FRAGMENTS)
    assert [line for line in written.lines() if CANARY in line] == []


def test_no_metric_tells_tenants_routes_fragments_or_models_apart(written: Written) -> None:
    settings = Settings(tenant_key=b"k")
    for name in ("alpha", "beta"):
        grounder = Grounder(ScriptedModel([OUTPUTS["good"]], name=name), sinks=written.metrics, settings=settings)
        grounder.answer("¿Qué?", FRAGMENTS, scope={"tenant": name, "route": name})
    text = written.metrics.exposition()[0].decode()
    assert [word for word in ("alpha", "beta", "doc@1", "tenant", "route", "observe") if word in text] == []
