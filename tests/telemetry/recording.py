"""OpenTelemetry providers that keep in memory what is written through them."""

from collections.abc import Sequence
from typing import Any

from opentelemetry.sdk._logs import LoggerProvider, ReadableLogRecord
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.sdk.trace.sampling import ALWAYS_ON, Sampler
from opentelemetry.trace import Span

from fundamento.telemetry.tracing import TracingSink


class Recorder:
    """A tracing sink, and the spans and log records that it has written."""

    def __init__(self, sampler: Sampler = ALWAYS_ON) -> None:
        self._spans = InMemorySpanExporter()
        self._logs = InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]  # the SDK leaves it untyped
        self.tracers = TracerProvider(sampler=sampler)
        self.tracers.add_span_processor(SimpleSpanProcessor(self._spans))
        loggers = LoggerProvider()
        loggers.add_log_record_processor(SimpleLogRecordProcessor(self._logs))
        self.sink = TracingSink(self.tracers, logger_provider=loggers)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        """The spans that have ended."""
        return self._spans.get_finished_spans()

    @property
    def logs(self) -> Sequence[ReadableLogRecord]:
        """The log records, which events are."""
        return self._logs.get_finished_logs()


def ids(span: ReadableSpan | Span) -> tuple[int, int]:
    """Return the IDs of a span's trace and of itself."""
    context = span.get_span_context()
    assert context is not None
    return context.trace_id, context.span_id


def attributes(log: ReadableLogRecord) -> dict[str, Any]:
    """Return the attributes of a log record."""
    return dict(log.log_record.attributes or {})
