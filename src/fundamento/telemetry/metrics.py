"""A sink that counts events for Prometheus."""

import os
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final

from fundamento.events import AnswerEvent, Event, FaultEvent, FindingEvent, PolicyEvent
from fundamento.telemetry.instruments import load_prometheus, make_instruments

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

# An answer's findings come before its own event, which closes its place here; the place of an answer that never comes
# (the model failed while it was repairing) is taken by later ones.
_MOST_OPEN: Final = 4_096


class MetricsSink:
    """Counts and times what happens, for Prometheus to scrape.

    Make one for a process and share it. No label holds a tenant, an ID, a model or any text: all label values are
    fixed, and every series is there, at 0, before the first event. Without `registry` it has one of its own;
    `exposition` writes it down. With `PROMETHEUS_MULTIPROC_DIR` set (to an empty folder, before prometheus-client is
    first imported) the processes that share the folder are added up, whichever of them is scraped. Raises
    `MissingExtraError`, and `ConfigurationError` for a registry that has these metrics already.
    """

    __slots__ = ("_count", "_flagged", "_lock", "registry")

    def __init__(self, registry: "CollectorRegistry | None" = None) -> None:
        load_prometheus()
        from prometheus_client import CollectorRegistry  # noqa: PLC0415 - loaded with the first sink only

        self.registry: Final = CollectorRegistry() if registry is None else registry
        self._count: Final = make_instruments(self.registry)
        self._flagged: Final[OrderedDict[str, set[str]]] = OrderedDict()
        self._lock: Final = Lock()

    def __call__(self, event: Event) -> None:
        """Count one event; kinds of events that it does not know are let be."""
        if isinstance(event, AnswerEvent):
            self._count_answer(event)
        elif isinstance(event, FindingEvent):
            self._count_finding(event)
        elif isinstance(event, FaultEvent):
            self._count_fault(event)
        elif isinstance(event, PolicyEvent):
            self._count.policy_events(event.status).inc()

    def exposition(self) -> tuple[bytes, str]:
        """Return the metrics as Prometheus reads them, and their content type; over all processes, where so set up."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest  # noqa: PLC0415 - above
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 - above

        registry = self.registry
        if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library leaves it untyped
        return generate_latest(registry), CONTENT_TYPE_LATEST

    def _count_answer(self, event: AnswerEvent) -> None:
        count, entry = self._count, event.origin.entry
        with self._lock:
            self._flagged.pop(event.origin.answer_id, None)
        count.answers(entry, event.outcome, event.action).inc()
        count.first_outcomes(entry, event.first_outcome).inc()
        for source in {each.partition(":")[0] for each in event.origin.mode_source.split("+")}:
            count.mode_sources(source).inc()
        count.mode_fallbacks.inc(event.mode_fallbacks)
        for check in event.checked:
            count.checked_answers(check).inc()
        count.claims(entry).inc(event.claims)
        count.claims_failed(entry).inc(event.claims_failed)
        count.claims_pruned(entry).inc(event.claims_pruned)
        count.unknown_ids.inc(event.unknown_ids)
        count.tokens("input").inc(event.input_tokens or 0)
        count.tokens("output").inc(event.output_tokens or 0)
        count.repair_calls.inc(max(0, event.attempts - 1))
        if event.faults:
            count.answers_with_faults(entry).inc()
        if event.candidate_action is not None:
            count.candidate_answers(event.candidate_action).inc()
        count.answer_seconds(entry).observe(event.seconds)
        # What a judge adds to the event, where one is configured.
        count.judge_calls.inc(getattr(event, "judge_calls", 0))
        count.judge_tokens("input").inc(getattr(event, "judge_input_tokens", None) or 0)
        count.judge_tokens("output").inc(getattr(event, "judge_output_tokens", None) or 0)
        waited = event.model_seconds + getattr(event, "judge_seconds", 0.0)
        count.overhead_seconds(entry).observe(max(0.0, event.seconds - waited))
        if event.attempts:
            count.model_seconds.observe(event.model_seconds)

    def _count_finding(self, event: FindingEvent) -> None:
        count, check = self._count, event.check
        count.findings(check, event.mode, "true" if event.final else "false").inc()
        if event.exempted and event.final:
            count.exempted_findings(check).inc()
        if event.attempt == 1 and self._is_first(event):
            count.flagged_answers(check, event.mode).inc()

    def _count_fault(self, event: FaultEvent) -> None:
        self._count.faults(event.part, event.action).inc()
        if event.check is not None and event.mode is not None:
            self._count.check_errors(event.check, event.mode).inc()

    def _is_first(self, event: FindingEvent) -> bool:
        """Say whether the check has not failed in this answer before: an answer counts once, whatever its claims."""
        with self._lock:
            seen = self._flagged.get(event.origin.answer_id)
            if seen is None:
                seen = self._flagged[event.origin.answer_id] = set()
                if len(self._flagged) > _MOST_OPEN:
                    self._flagged.popitem(last=False)
            known = event.check in seen
            seen.add(event.check)
            return not known
