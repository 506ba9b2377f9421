"""Events written down: one structured log line for each, and the flat record beneath it."""

from fundamento.telemetry.configuration import configure_structlog, recommended_processors
from fundamento.telemetry.records import to_record
from fundamento.telemetry.sink import StructlogSink

__all__ = ["StructlogSink", "configure_structlog", "recommended_processors", "to_record"]
