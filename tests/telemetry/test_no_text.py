"""No person's text reaches a metric, a span or an evaluation event, whatever the model, the store or a sink does."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from fundamento import Grounder, Reader, Settings
from fundamento.adapters.callables import CallableModel
from fundamento.errors import ModelError
from fundamento.events import Sink
from fundamento.models import ModelReply
from fundamento.telemetry.metrics import MetricsSink
from fundamento.testing import ScriptedModel
from telemetry.recording import Recorder
from test_canaries import CANARY, FRAGMENTS, LeakyStore, leaky_sink
from test_canaries import OUTPUTS as WRITTEN_OUTPUTS

OUTPUTS: dict[str, Any] = {**WRITTEN_OUTPUTS}


class Written(Recorder):
    """A metrics sink and a tracing sink, with everything that they write as text."""

    def __init__(self) -> None:
        super().__init__()
        self.metrics = MetricsSink()
        self.sinks: tuple[Sink, ...] = (self.metrics, self.sink)

    def lines(self) -> Iterator[str]:
        yield from (str(span.to_json()) for span in self.spans)
        yield from (str(log.to_json()) for log in self.logs)
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
    sinks = [*written.sinks, leaky_sink]
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

    grounder = Grounder(CallableModel(leak), sinks=written.sinks)
    # The application's own span records what is raised, with its traceback.
    with pytest.raises(ModelError), written.tracers.get_tracer("app").start_as_current_span("request"):
        grounder.answer(CANARY, FRAGMENTS)
    (span,) = written.spans
    assert (
        json.loads(str(span.to_json()))["events"][0]["attributes"]["exception.type"] == "fundamento.errors.ModelError"
    )
    assert [line for line in written.lines() if CANARY in line] == []


def test_the_name_of_a_model_that_is_a_text_is_not_written(written: Written) -> None:
    reply = ModelReply(OUTPUTS["gap"], model=f"una {CANARY} larga")
    Grounder(ScriptedModel([reply]), sinks=written.sinks).answer(CANARY, FRAGMENTS)
    assert [line for line in written.lines() if CANARY in line] == []


def test_no_metric_tells_tenants_routes_fragments_or_models_apart(written: Written) -> None:
    settings = Settings(tenant_key=b"k")
    for name in ("alpha", "beta"):
        grounder = Grounder(ScriptedModel([OUTPUTS["good"]], name=name), sinks=written.metrics, settings=settings)
        grounder.answer("¿Qué?", FRAGMENTS, scope={"tenant": name, "route": name})
    text = written.metrics.exposition()[0].decode()
    assert [word for word in ("alpha", "beta", "doc@1", "tenant", "route", "observe") if word in text] == []
