"""A sink that writes OpenTelemetry spans and evaluation events, without any content."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias

from fundamento.errors import MissingExtraError
from fundamento.events import AnswerEvent, Event, FaultEvent, FindingEvent, PolicyEvent
from fundamento.findings import Outcome, Verdict
from fundamento.telemetry.records import to_record

if TYPE_CHECKING:
    from opentelemetry._logs import LoggerProvider, SeverityNumber
    from opentelemetry.context import Context
    from opentelemetry.trace import TracerProvider
    from opentelemetry.util.types import AttributeValue

Attributes: TypeAlias = "dict[str, AttributeValue]"
Evaluation: TypeAlias = FindingEvent | FaultEvent

SCOPE: Final = "fundamento"
SPAN_NAME: Final = "invoke_workflow fundamento.answer"
EVALUATION: Final = "gen_ai.evaluation.result"

_MOST_OPEN: Final = 1_024  # answers whose findings wait for their span
_MOST_EVENTS: Final = 128  # evaluation events of one answer; what is beyond is counted on the span

# The fields of a record that have a name of their own in the GenAI semantic conventions.
_CONVENTIONAL: Final[Mapping[str, str]] = {
    "prompt_name": "gen_ai.prompt.name",
    "model_asked": "gen_ai.request.model",
    "model_answered": "gen_ai.response.model",
    "input_tokens": "gen_ai.usage.input_tokens",
    "output_tokens": "gen_ai.usage.output_tokens",
}
# What the span says itself, or in the form of the conventions.
_NOT_REPEATED: Final = frozenset({"event", "schema", "trace_id", "span_id", "seconds", "stop", "check", "error"})


class TracingSink:
    """Writes one span for each answer, and one `gen_ai.evaluation.result` event for the answer and each finding.

    The span lies in the trace that is current where the sink is called, and spans the time of the answer. The events
    are log records of OpenTelemetry in that span; a check that could not run is one with `error.type`, a part that
    could not is an event `fundamento.fault`, a policy file that was read again an event `fundamento.policy`. Names
    follow the GenAI semantic conventions; what they have no name for is `fundamento.` and the field of the event.
    No text is written. Without providers the global ones are used, whatever they are by the time of the first
    event. Raises `MissingExtraError`.
    """

    __slots__ = ("_lock", "_logger", "_open", "_tracer")

    def __init__(
        self,
        tracer_provider: "TracerProvider | None" = None,
        *,
        logger_provider: "LoggerProvider | None" = None,
    ) -> None:
        try:
            from opentelemetry import _logs, trace  # noqa: PLC0415 - loaded with the first sink only
        except ImportError:
            raise MissingExtraError("opentelemetry-api", extra="otel", purpose="TracingSink") from None
        # Of a global provider that is set later the API gives a proxy now.
        self._tracer: Final = trace.get_tracer(SCOPE, tracer_provider=tracer_provider)
        self._logger: Final = _logs.get_logger(SCOPE, logger_provider=logger_provider)
        self._open: Final[OrderedDict[str, list[Evaluation]]] = OrderedDict()
        self._lock: Final = Lock()

    def __call__(self, event: Event) -> None:
        """Write one event; kinds of events that it does not know are let be."""
        if isinstance(event, AnswerEvent):
            self._write_answer(event)
        elif isinstance(event, FindingEvent) or (isinstance(event, FaultEvent) and event.check is not None):
            self._keep(event)
        elif isinstance(event, FaultEvent | PolicyEvent):
            self._emit(event.name, _describe(event), trouble=isinstance(event, FaultEvent) or event.status == "kept")

    def _keep(self, event: Evaluation) -> None:
        """Let an evaluation wait for the span of its answer, which comes last."""
        with self._lock:
            waiting = self._open.setdefault(event.origin.answer_id, [])
            waiting.append(event)
            if len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)

    def _write_answer(self, event: AnswerEvent) -> None:
        from opentelemetry import trace  # noqa: PLC0415 - loaded with the first sink only

        with self._lock:
            evaluations = self._open.pop(event.origin.answer_id, [])
        end = time.time_ns()
        span = self._tracer.start_span(SPAN_NAME, start_time=end - int(event.seconds * 1e9))
        inside = trace.set_span_in_context(span)
        for each in evaluations[:_MOST_EVENTS]:
            self._emit(EVALUATION, _describe_evaluation(each), inside, trouble=each.verdict is Verdict.ERROR)
        self._emit(EVALUATION, _describe_answer_evaluation(event), inside, trouble=event.verdict is Verdict.ERROR)
        if span.is_recording():
            span.set_attributes(_describe_answer(event))
            if event.outcome is Outcome.UNVERIFIED and event.faults:
                # Without a description: an error's message may hold a text.
                span.set_status(trace.StatusCode.ERROR)
        span.end(end)

    def _emit(
        self, name: str, attributes: Attributes, context: "Context | None" = None, *, trouble: bool = False
    ) -> None:
        from opentelemetry._logs import LogRecord  # noqa: PLC0415 - loaded with the first sink only

        self._logger.emit(
            LogRecord(
                timestamp=time.time_ns(),
                context=context,
                severity_number=_severity(trouble=trouble),
                attributes=attributes,
                event_name=name,
            )
        )


def _severity(*, trouble: bool) -> "SeverityNumber":
    from opentelemetry._logs import SeverityNumber  # noqa: PLC0415 - loaded with the first sink only

    return SeverityNumber.WARN if trouble else SeverityNumber.INFO


def _describe(event: Event) -> Attributes:
    """Return what is known of an event, under the names of the conventions where they have one."""
    known = {key: value for key, value in to_record(event).items() if value is not None and key not in _NOT_REPEATED}
    described: Attributes = {
        # An attribute holds no mapping: of what was checked, the names.
        _CONVENTIONAL.get(key, f"fundamento.{key}"): list(value) if isinstance(value, dict) else value
        for key, value in known.items()
    }
    error = getattr(event, "error", None)
    if error is not None:
        described["error.type"] = error
    return described


def _describe_answer(event: AnswerEvent) -> Attributes:
    described = _describe(event)
    described["gen_ai.operation.name"] = "invoke_workflow"
    described["gen_ai.workflow.name"] = AnswerEvent.name
    if event.stop is not None:
        described["gen_ai.response.finish_reasons"] = [event.stop]
    return described


def _describe_answer_evaluation(event: AnswerEvent) -> Attributes:
    described: Attributes = {
        "gen_ai.evaluation.name": AnswerEvent.name,
        "gen_ai.evaluation.score.label": str(event.verdict),
        "fundamento.answer_id": event.origin.answer_id,
        "fundamento.outcome": str(event.outcome),
        "fundamento.action": str(event.action),
    }
    if event.claims:
        described["gen_ai.evaluation.score.value"] = 1 - event.claims_failed / event.claims
    return described


def _describe_evaluation(event: Evaluation) -> Attributes:
    described = _describe(event)
    described["gen_ai.evaluation.name"] = str(event.check)
    described["gen_ai.evaluation.score.label"] = str(event.verdict)
    return described
