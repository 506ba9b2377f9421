import subprocess
import sys
from dataclasses import replace
from typing import Any, cast

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF

from fundamento import Fragment, Grounder
from fundamento.errors import MissingExtraError
from fundamento.events import Event
from fundamento.findings import Outcome, Verdict
from fundamento.telemetry.tracing import EVALUATION, SPAN_NAME, TracingSink
from fundamento.testing import CapturedEvents, ScriptedModel, answer_json, claim
from telemetry.recording import Recorder, attributes, ids
from telemetry.samples import BARE_ANSWER, BARE_FAULT, FULL_ANSWER, FULL_FAULT, FULL_FINDING, KEPT, RELOADED


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def write(recorder: Recorder, *events: Event) -> None:
    for event in events:
        recorder.sink(event)


def test_an_answer_is_one_span_under_the_names_of_the_conventions(recorder: Recorder) -> None:
    write(recorder, FULL_ANSWER)
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
    with recorder.tracers.get_tracer("app").start_as_current_span("request") as outer:
        write(recorder, BARE_ANSWER)
    span = recorder.spans[0]
    assert span.parent is not None
    assert ids(outer) == (ids(span)[0], span.parent.span_id)


def test_evaluations_lie_in_the_span_of_their_answer(recorder: Recorder) -> None:
    write(recorder, FULL_FINDING, FULL_FAULT)
    assert len(recorder.logs) == 0
    write(recorder, FULL_ANSWER)
    (span,) = recorder.spans
    assert [EVALUATION] * 3 == [log.log_record.event_name for log in recorder.logs]
    assert {ids(span)} == {(log.log_record.trace_id, log.log_record.span_id) for log in recorder.logs}
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
    write(recorder, FULL_FINDING, other, replace(FULL_ANSWER, origin=other.origin), FULL_ANSWER)
    first, second = recorder.spans
    by_span = {log.log_record.span_id: attributes(log)["fundamento.answer_id"] for log in recorder.logs}
    assert by_span == {ids(first)[1]: "a-3", ids(second)[1]: "a-2"}


def test_a_part_that_could_not_run_is_told_at_once(recorder: Recorder) -> None:
    write(recorder, BARE_FAULT, KEPT, RELOADED)
    names = ["fundamento.fault", "fundamento.policy", "fundamento.policy"]
    assert names == [log.log_record.event_name for log in recorder.logs]
    fault, kept, reloaded = recorder.logs
    assert ("sink", "BrokenPipeError") == (attributes(fault)["fundamento.part"], attributes(fault)["error.type"])
    assert ["WARN", "WARN", "INFO"] == [
        log.log_record.severity_number.name for log in (fault, kept, reloaded) if log.log_record.severity_number
    ]


def test_an_answer_that_could_not_be_verified_is_an_error_without_a_description(recorder: Recorder) -> None:
    write(recorder, replace(FULL_ANSWER, outcome=Outcome.UNVERIFIED, verdict=Verdict.ERROR))
    (span,) = recorder.spans
    assert (trace.StatusCode.ERROR, None) == (span.status.status_code, span.status.description)


def test_the_kill_switch_is_no_error(recorder: Recorder) -> None:
    write(recorder, replace(BARE_ANSWER, outcome=Outcome.UNVERIFIED))
    assert trace.StatusCode.UNSET is recorder.spans[0].status.status_code


def test_a_trace_that_is_not_sampled_gets_no_span() -> None:
    recorder = Recorder(ALWAYS_OFF)
    write(recorder, FULL_FINDING, FULL_ANSWER)
    assert (recorder.spans, len(recorder.logs)) == ((), 2)


def test_answers_whose_own_event_never_comes_do_not_pile_up(recorder: Recorder) -> None:
    for index in range(1_500):
        write(recorder, replace(FULL_FINDING, origin=replace(FULL_FINDING.origin, answer_id=f"a-{index}")))
    assert len(recorder.sink._open) == 1_024


def test_one_answer_writes_a_bounded_number_of_events(recorder: Recorder) -> None:
    write(recorder, *[replace(FULL_FINDING, claim=index) for index in range(500)], FULL_ANSWER)
    assert len(recorder.logs) == 129


@pytest.mark.parametrize("thing", [None, "text", object()])
def test_what_is_no_event_is_let_be(recorder: Recorder, thing: Any) -> None:
    write(recorder, cast("Event", thing))
    assert (recorder.spans, recorder.logs) == ((), ())


FRAGMENTS = [Fragment("s-1", "El plan Pro permite hasta 10 proyectos.")]
GOOD = answer_json(claim("El plan Pro permite hasta 10 proyectos.", ("F1", "hasta 10 proyectos")))


def test_events_carry_the_trace_of_the_request(recorder: Recorder) -> None:
    events = CapturedEvents()
    grounder = Grounder(ScriptedModel([GOOD]), sinks=[events, recorder.sink])
    with recorder.tracers.get_tracer("app").start_as_current_span("request") as outer:
        grounder.answer("¿Cuántos proyectos?", FRAGMENTS)
    trace_id, span_id = ids(outer)
    (event,) = events.answers
    assert (f"{trace_id:032x}", f"{span_id:016x}") == (event.origin.trace_id, event.origin.span_id)
    span = recorder.spans[0]
    assert span.parent is not None
    assert span_id == span.parent.span_id


async def test_an_awaited_answer_carries_the_trace_of_its_task(recorder: Recorder) -> None:
    events = CapturedEvents()
    grounder = Grounder(ScriptedModel([GOOD]), sinks=[events, recorder.sink])
    with recorder.tracers.get_tracer("app").start_as_current_span("request") as outer:
        await grounder.aanswer("¿Cuántos proyectos?", FRAGMENTS)
    assert f"{ids(outer)[0]:032x}" == events.answers[0].origin.trace_id
    assert ids(recorder.spans[0])[0] == ids(outer)[0]


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
