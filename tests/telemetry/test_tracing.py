import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest
from opentelemetry import trace
from opentelemetry.sdk._logs import LoggerProvider, ReadableLogRecord
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF

from fundamento import Fragment, Grounder
from fundamento.errors import MissingExtraError
from fundamento.events import Event
from fundamento.findings import Outcome, Verdict
from fundamento.telemetry.tracing import EVALUATION, SPAN_NAME, TracingSink
from fundamento.testing import CapturedEvents, ScriptedModel, answer_json, claim
from telemetry.samples import BARE_ANSWER, BARE_FAULT, FULL_ANSWER, FULL_FAULT, FULL_FINDING, KEPT, RELOADED


class Recorder:
    """Providers that keep in memory what is written through them."""

    def __init__(self, sampler: Any = None) -> None:
        self._spans = InMemorySpanExporter()
        self._logs = InMemoryLogRecordExporter()
        self.tracer_provider = TracerProvider(sampler=sampler) if sampler else TracerProvider()
        self.tracer_provider.add_span_processor(SimpleSpanProcessor(self._spans))
        self.logger_provider = LoggerProvider()
        self.logger_provider.add_log_record_processor(SimpleLogRecordProcessor(self._logs))
        self.sink = TracingSink(self.tracer_provider, logger_provider=self.logger_provider)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self._spans.get_finished_spans()

    @property
    def logs(self) -> Sequence[ReadableLogRecord]:
        return self._logs.get_finished_logs()

    def write(self, *events: Event) -> None:
        for event in events:
            self.sink(event)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def attributes(log: ReadableLogRecord) -> dict[str, Any]:
    return dict(log.log_record.attributes or {})


def test_an_answer_is_one_span_under_the_names_of_the_conventions(recorder: Recorder) -> None:
    recorder.write(FULL_ANSWER)
    (span,) = recorder.spans
    described = dict(span.attributes or {})
    expected = {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": "fundamento.answer",
        "gen_ai.request.model": "openai/gpt-5-mini",
        "gen_ai.response.model": "gpt-5-mini",
        "gen_ai.response.finish_reasons": ("complete",),
        "gen_ai.usage.input_tokens": 900,
        "gen_ai.usage.output_tokens": 120,
        "gen_ai.prompt.name": "answer",
        "fundamento.outcome": "answered",
        "fundamento.action": "repaired",
        "fundamento.bundle": "standard",
        "fundamento.cited": ("S1", "S2"),
        "fundamento.attempts": 2,
    }
    assert (span.name, expected) == (SPAN_NAME, {name: described.get(name) for name in expected})
    assert span.start_time is not None
    assert span.end_time is not None
    assert span.end_time - span.start_time == 1_500_000_000


def test_the_span_lies_in_the_trace_that_is_current(recorder: Recorder) -> None:
    with recorder.tracer_provider.get_tracer("app").start_as_current_span("request") as outer:
        recorder.write(BARE_ANSWER)
    span = recorder.spans[0]
    assert span.parent is not None
    assert outer.get_span_context().span_id == span.parent.span_id
    assert span.get_span_context().trace_id == outer.get_span_context().trace_id


def test_evaluations_lie_in_the_span_of_their_answer(recorder: Recorder) -> None:
    recorder.write(FULL_FINDING, FULL_FAULT)
    assert recorder.logs == ()
    recorder.write(FULL_ANSWER)
    (span,) = recorder.spans
    inside = span.get_span_context()
    assert [EVALUATION] * 3 == [log.log_record.event_name for log in recorder.logs]
    assert {(inside.trace_id, inside.span_id)} == {
        (log.log_record.trace_id, log.log_record.span_id) for log in recorder.logs
    }
    finding, fault, answer = map(attributes, recorder.logs)
    assert ("quote-not-found", "fail") == (
        finding["gen_ai.evaluation.name"],
        finding["gen_ai.evaluation.score.label"],
    )
    assert ("in-another-fragment", 0, "S1", False) == tuple(
        finding[f"fundamento.{name}"] for name in ("reason", "claim", "fragment", "final")
    )
    assert ("missing-fragment", "error", "TimeoutError") == (
        fault["gen_ai.evaluation.name"],
        fault["gen_ai.evaluation.score.label"],
        fault["error.type"],
    )
    assert ("fundamento.answer", "pass", pytest.approx(2 / 3)) == (
        answer["gen_ai.evaluation.name"],
        answer["gen_ai.evaluation.score.label"],
        answer["gen_ai.evaluation.score.value"],
    )


def test_answers_that_cross_keep_their_own_evaluations(recorder: Recorder) -> None:
    other = replace(FULL_FINDING, origin=replace(FULL_FINDING.origin, answer_id="a-3"))
    recorder.write(FULL_FINDING, other, replace(FULL_ANSWER, origin=other.origin), FULL_ANSWER)
    first, second = recorder.spans
    by_span = {log.log_record.span_id: attributes(log)["fundamento.answer_id"] for log in recorder.logs}
    assert by_span == {first.get_span_context().span_id: "a-3", second.get_span_context().span_id: "a-2"}


def test_a_part_that_could_not_run_is_told_at_once(recorder: Recorder) -> None:
    recorder.write(BARE_FAULT, KEPT, RELOADED)
    names = ["fundamento.fault", "fundamento.policy", "fundamento.policy"]
    assert names == [log.log_record.event_name for log in recorder.logs]
    fault, kept, reloaded = recorder.logs
    assert ("sink", "BrokenPipeError") == (attributes(fault)["fundamento.part"], attributes(fault)["error.type"])
    assert ["WARN", "WARN", "INFO"] == [
        log.log_record.severity_number.name for log in (fault, kept, reloaded) if log.log_record.severity_number
    ]


def test_an_answer_that_could_not_be_verified_is_an_error_without_a_description(recorder: Recorder) -> None:
    recorder.write(replace(FULL_ANSWER, outcome=Outcome.UNVERIFIED, verdict=Verdict.ERROR))
    (span,) = recorder.spans
    assert (trace.StatusCode.ERROR, None) == (span.status.status_code, span.status.description)


def test_the_kill_switch_is_no_error(recorder: Recorder) -> None:
    recorder.write(replace(BARE_ANSWER, outcome=Outcome.UNVERIFIED))
    assert trace.StatusCode.UNSET is recorder.spans[0].status.status_code


def test_a_trace_that_is_not_sampled_gets_no_span() -> None:
    recorder = Recorder(ALWAYS_OFF)
    recorder.write(FULL_FINDING, FULL_ANSWER)
    assert (recorder.spans, len(recorder.logs)) == ((), 2)


def test_answers_whose_own_event_never_comes_do_not_pile_up(recorder: Recorder) -> None:
    for index in range(1_500):
        recorder.write(replace(FULL_FINDING, origin=replace(FULL_FINDING.origin, answer_id=f"a-{index}")))
    assert len(recorder.sink._open) == 1_024


def test_one_answer_writes_a_bounded_number_of_events(recorder: Recorder) -> None:
    recorder.write(*[replace(FULL_FINDING, claim=index) for index in range(500)], FULL_ANSWER)
    assert len(recorder.logs) == 129


@pytest.mark.parametrize("thing", [None, "text", object()])
def test_what_is_no_event_is_let_be(recorder: Recorder, thing: Any) -> None:
    recorder.write(cast("Event", thing))
    assert (recorder.spans, recorder.logs) == ((), ())


FRAGMENTS = [Fragment("s-1", "El plan Pro permite hasta 10 proyectos.")]
GOOD = answer_json(claim("El plan Pro permite hasta 10 proyectos.", ("F1", "hasta 10 proyectos")))


def test_events_carry_the_trace_of_the_request(recorder: Recorder) -> None:
    events = CapturedEvents()
    grounder = Grounder(ScriptedModel([GOOD]), sinks=[events, recorder.sink])
    with recorder.tracer_provider.get_tracer("app").start_as_current_span("request") as outer:
        grounder.answer("¿Cuántos proyectos?", FRAGMENTS)
    context = outer.get_span_context()
    (event,) = events.answers
    assert (f"{context.trace_id:032x}", f"{context.span_id:016x}") == (event.origin.trace_id, event.origin.span_id)
    span = recorder.spans[0]
    assert span.parent is not None
    assert context.span_id == span.parent.span_id


async def test_an_awaited_answer_carries_the_trace_of_its_task(recorder: Recorder) -> None:
    events = CapturedEvents()
    grounder = Grounder(ScriptedModel([GOOD]), sinks=[events, recorder.sink])
    with recorder.tracer_provider.get_tracer("app").start_as_current_span("request") as outer:
        await grounder.aanswer("¿Cuántos proyectos?", FRAGMENTS)
    assert f"{outer.get_span_context().trace_id:032x}" == events.answers[0].origin.trace_id
    assert recorder.spans[0].get_span_context().trace_id == outer.get_span_context().trace_id


def test_outside_of_a_trace_there_are_no_ids() -> None:
    events = CapturedEvents()
    Grounder(ScriptedModel([GOOD]), sinks=events).answer("¿Cuántos proyectos?", FRAGMENTS)
    (event,) = events.answers
    assert (event.origin.trace_id, event.origin.span_id) == (None, None)


def test_a_request_does_not_load_opentelemetry() -> None:
    program = (
        "import sys; from fundamento import Fragment, Grounder;"
        "Grounder(sinks=()).check('{}', [Fragment('s', 'x')]); print('opentelemetry' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_the_library_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "opentelemetry")
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(MissingExtraError, match=r"fundamento\[otel\]"):
        TracingSink()


def test_without_a_setup_it_costs_nothing_and_raises_nothing() -> None:
    sink = TracingSink()
    for event in (FULL_FINDING, FULL_ANSWER, FULL_FAULT, BARE_FAULT, KEPT):
        sink(event)
