"""The Prometheus instruments: what is counted, under which names, with every label value known from the start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from fundamento.errors import ConfigurationError, MissingExtraError
from fundamento.findings import Action, CheckId, Mode, Outcome

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram
    from prometheus_client.metrics import MetricWrapperBase

OTHER: Final = "other"  # stands for a value that is not known here, so that no label grows without bound

Labels: TypeAlias = Mapping[str, Sequence[str]]  # the name of each label, and all its values

_ENTRY: Final[Labels] = {"entry": ("answer", "check")}
_CHECKS: Final = frozenset(CheckId)
_CHECK: Final[Labels] = {"check": tuple(CheckId)}
_MODE: Final[Labels] = {"mode": tuple(Mode)}
_ACTION: Final[Labels] = {"action": tuple(Action)}
_OUTCOME: Final[Labels] = {"outcome": tuple(Outcome)}
_FINAL: Final[Labels] = {"final": ("true", "false")}
_PART: Final[Labels] = {"part": ("check", "store", "sink", "policy", "model", "judge", "candidate")}
_DIRECTION: Final[Labels] = {"direction": ("input", "output")}
_STATUS: Final[Labels] = {"status": ("reloaded", "kept")}
_SOURCE: Final[Labels] = {"source": ("bundle", "environment", "scope", "percent", "exemption", "no-key", "openfeature")}

# Seconds. A whole answer waits for a model; what it costs beside that is milliseconds.
_ANSWER_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0)
_OVERHEAD_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

MetricT = TypeVar("MetricT", bound="MetricWrapperBase")


class Family(Generic[MetricT]):
    """One metric with all its label sets made beforehand; label values that are not known count as `other`."""

    __slots__ = ("_children", "_metric", "_values")

    def __init__(self, metric: MetricT, values: Sequence[Sequence[str]]) -> None:
        self._metric: Final = metric
        self._values: Final = tuple(frozenset(known) for known in values)
        self._children: Final = {labels: metric.labels(*labels) for labels in product(*values)}

    def __call__(self, *labels: str) -> MetricT:
        """Return what counts under these label values, given in the order of the labels' names."""
        child = self._children.get(labels)
        if child is not None:
            return child
        pairs = zip(labels, self._values, strict=True)
        return self._metric.labels(*(label if _is_known(label, known) else OTHER for label, known in pairs))


def _is_known(label: str, known: frozenset[str]) -> bool:
    """Say whether a label has this value: a user's own checks come from code, as those that ship do."""
    return label in known or (known == _CHECKS and CheckId.is_own(label))


@dataclass(frozen=True, slots=True)
class Instruments:
    """Everything that is counted and timed; `observability/README.md` says what each of them means."""

    answers: Family["Counter"]
    first_outcomes: Family["Counter"]
    candidate_answers: Family["Counter"]
    answers_with_faults: Family["Counter"]
    mode_sources: Family["Counter"]
    claims: Family["Counter"]
    claims_failed: Family["Counter"]
    claims_pruned: Family["Counter"]
    findings: Family["Counter"]
    checked_answers: Family["Counter"]
    flagged_answers: Family["Counter"]
    exempted_findings: Family["Counter"]
    tokens: Family["Counter"]
    judge_tokens: Family["Counter"]
    faults: Family["Counter"]
    check_errors: Family["Counter"]
    policy_events: Family["Counter"]
    mode_fallbacks: "Counter"
    unknown_ids: "Counter"
    repair_calls: "Counter"
    judge_calls: "Counter"
    model_seconds: "Histogram"
    answer_seconds: Family["Histogram"]
    overhead_seconds: Family["Histogram"]


def make_instruments(registry: "CollectorRegistry") -> Instruments:
    """Register every instrument. Raises `ConfigurationError` where the registry has one of them already."""
    try:
        return _make(registry)
    except ValueError as error:
        if "Duplicated timeseries" not in str(error):
            raise
        raise ConfigurationError(
            "The registry has the metrics of another MetricsSink.",
            hint="Make one sink for a process and give it to every Grounder.",
        ) from None


def load_prometheus() -> None:
    """Import prometheus-client. Raises `MissingExtraError`."""
    try:
        import prometheus_client  # noqa: F401, PLC0415 - loaded with the first sink only
    except ImportError:
        raise MissingExtraError("prometheus-client", extra="metrics", purpose="MetricsSink") from None


def _make(registry: "CollectorRegistry") -> Instruments:
    from prometheus_client import Counter, Histogram  # noqa: PLC0415 - loaded with the first sink only

    def count(name: str, meaning: str, *labels: Labels) -> Family[Counter]:
        names, values = _split(labels)
        return Family(Counter(f"fundamento_{name}", meaning, names, registry=registry), values)

    def time(name: str, meaning: str, buckets: Sequence[float]) -> Family[Histogram]:
        names, values = _split((_ENTRY,))
        metric = Histogram(f"fundamento_{name}_seconds", meaning, names, registry=registry, buckets=buckets)
        return Family(metric, values)

    return Instruments(
        answers=count("answers", "Answers, by how they ended and what was done.", _ENTRY, _OUTCOME, _ACTION),
        first_outcomes=count("first_outcomes", "Answers, by what the first output came to.", _ENTRY, _OUTCOME),
        candidate_answers=count("candidate_answers", "Answers, by what the candidate bundle would do.", _ACTION),
        answers_with_faults=count("answers_with_faults", "Answers in which a part could not run.", _ENTRY),
        mode_sources=count("mode_sources", "Answers, by what decided modes; several may.", _SOURCE),
        claims=count("claims", "Claims that were checked.", _ENTRY),
        claims_failed=count("claims_failed", "Claims with a finding.", _ENTRY),
        claims_pruned=count("claims_pruned", "Claims that were taken out.", _ENTRY),
        findings=count(
            "findings", "Findings; final is false where a repair took the output's place.", _CHECK, _MODE, _FINAL
        ),
        checked_answers=count("checked_answers", "Answers whose first output this check looked at.", _CHECK),
        flagged_answers=count("flagged_answers", "Answers whose first output failed this check.", _CHECK, _MODE),
        exempted_findings=count("exempted_findings", "Findings that an exemption let pass.", _CHECK),
        tokens=count("tokens", "Tokens, as the provider counts them.", _DIRECTION),
        judge_tokens=count("judge_tokens", "Tokens of the judge, as its provider counts them.", _DIRECTION),
        faults=count("faults", "Parts that could not run, by what was done.", _PART, _ACTION),
        check_errors=count("check_errors", "Checks that could not run.", _CHECK, _MODE),
        policy_events=count("policy_events", "Policy files that were read again.", _STATUS),
        mode_fallbacks=Counter(
            "fundamento_mode_fallbacks",
            "Checks whose mode stands in for one that could not be had.",
            registry=registry,
        ),
        unknown_ids=Counter("fundamento_unknown_ids", "Cited IDs that were not retrieved.", registry=registry),
        repair_calls=Counter("fundamento_repair_calls", "Calls to the model to repair.", registry=registry),
        judge_calls=Counter("fundamento_judge_calls", "Calls to the judge.", registry=registry),
        model_seconds=Histogram(
            "fundamento_model_seconds",
            "Time in the model, over all attempts.",
            registry=registry,
            buckets=_ANSWER_BUCKETS,
        ),
        answer_seconds=time("answer", "Time of the whole request.", _ANSWER_BUCKETS),
        overhead_seconds=time("overhead", "Time of the request outside model and judge.", _OVERHEAD_BUCKETS),
    )


def _split(labels: Sequence[Labels]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    pairs = [(name, tuple(map(str, values))) for each in labels for name, values in each.items()]
    return tuple(name for name, _ in pairs), tuple(values for _, values in pairs)
