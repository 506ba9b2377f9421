"""The trace that a request belongs to, read from OpenTelemetry where the application has loaded it."""

import sys


def current_trace() -> tuple[str | None, str | None]:
    """Return the IDs of the current trace and span in hexadecimal; None twice where there is no valid span.

    It imports nothing: where OpenTelemetry has not been loaded, there is no span.
    """
    api = sys.modules.get("opentelemetry.trace")
    # Absent for a moment while another thread is importing it.
    get_current_span = getattr(api, "get_current_span", None)
    if get_current_span is None:
        return None, None
    context = get_current_span().get_span_context()
    if not context.is_valid:
        return None, None
    return f"{context.trace_id:032x}", f"{context.span_id:016x}"
