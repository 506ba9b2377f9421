import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, cast

import prometheus_client
import pytest
from prometheus_client.parser import text_string_to_metric_families

from fundamento.errors import ConfigurationError, MissingExtraError
from fundamento.events import AnswerEvent, Event, Origin
from fundamento.findings import Action, CheckId, Mode, Outcome
from fundamento.telemetry.metrics import MetricsSink
from telemetry.samples import (
    BARE_ANSWER,
    BARE_FAULT,
    BARE_FINDING,
    EVENTS,
    FULL_ANSWER,
    FULL_FAULT,
    FULL_FINDING,
    KEPT,
    RELOADED,
)

Sample = tuple[str, Mapping[str, str]]
CREATED = "_created"


def read(sink: MetricsSink) -> dict[str, float]:
    """Return each sample of the sink's exposition, as `name{label=value,...}`."""
    text = sink.exposition()[0].decode()
    return {
        f"{sample.name}{{{','.join(f'{key}={value}' for key, value in sorted(sample.labels.items()))}}}": sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.name.endswith(CREATED)
    }


def count(*events: Event) -> dict[str, float]:
    """Return what events changed, histograms' buckets left out."""
    sink = MetricsSink()
    before = read(sink)
    for event in events:
        sink(event)
    after = read(sink)
    assert set(before) == set(after)
    return {name: after[name] - before[name] for name in after if after[name] != before[name] and "_bucket" not in name}


def of(origin: Origin, answer_id: str) -> Origin:
    return replace(origin, answer_id=answer_id)


def test_an_answer_is_counted_by_what_came_of_it() -> None:
    expected = {
        "fundamento_answers_total{action=repaired,entry=answer,outcome=answered}": 1,
        "fundamento_first_outcomes_total{entry=answer,outcome=rejected}": 1,
        "fundamento_answers_with_faults_total{entry=answer}": 1,
        "fundamento_candidate_answers_total{action=withheld}": 1,
        "fundamento_mode_sources_total{source=environment}": 1,
        "fundamento_mode_fallbacks_total{}": 12,
        "fundamento_claims_total{entry=answer}": 3,
        "fundamento_claims_failed_total{entry=answer}": 1,
        "fundamento_claims_pruned_total{entry=answer}": 2,
        "fundamento_unknown_ids_total{}": 9,
        "fundamento_repair_calls_total{}": 1,
        "fundamento_tokens_total{direction=input}": 900,
        "fundamento_tokens_total{direction=output}": 120,
        "fundamento_answer_seconds_count{entry=answer}": 1,
        "fundamento_answer_seconds_sum{entry=answer}": 1.5,
        "fundamento_judge_calls_total{}": 12,
        "fundamento_judge_tokens_total{direction=input}": 800,
        "fundamento_judge_tokens_total{direction=output}": 70,
        # The times of the sample are no whole: model and judge together took longer than the request.
        "fundamento_overhead_seconds_count{entry=answer}": 1,
        "fundamento_model_seconds_count{}": 1,
        "fundamento_model_seconds_sum{}": 1.25,
        "fundamento_checked_answers_total{check=quote-not-found}": 1,
        "fundamento_checked_answers_total{check=empty-answer}": 1,
    }
    assert expected == count(FULL_ANSWER)


def test_an_audited_answer_asks_no_model() -> None:
    expected = {
        "fundamento_answers_total{action=allowed,entry=check,outcome=abstained}": 1,
        "fundamento_first_outcomes_total{entry=check,outcome=abstained}": 1,
        "fundamento_mode_sources_total{source=bundle}": 1,
        "fundamento_answer_seconds_count{entry=check}": 1,
        "fundamento_answer_seconds_sum{entry=check}": 0.5,
        "fundamento_overhead_seconds_count{entry=check}": 1,
        "fundamento_overhead_seconds_sum{entry=check}": 0.5,
    }
    assert expected == count(BARE_ANSWER)


@dataclass(frozen=True, slots=True)
class JudgedAnswer(AnswerEvent):
    """The event of an answer with what a judge adds to it."""

    judge_calls: int = 3
    judge_seconds: float = 0.2
    judge_input_tokens: int | None = 70
    judge_output_tokens: int | None = None


def test_a_judge_is_counted_apart_and_its_time_is_no_overhead() -> None:
    plain = {field.name: getattr(FULL_ANSWER, field.name) for field in fields(AnswerEvent) if "judge" not in field.name}
    counted = count(JudgedAnswer(**plain))
    assert counted["fundamento_judge_calls_total{}"] == 3
    assert counted["fundamento_judge_tokens_total{direction=input}"] == 70
    assert counted["fundamento_overhead_seconds_sum{entry=answer}"] == pytest.approx(0.05)
    assert counted["fundamento_tokens_total{direction=input}"] == 900


def test_findings_are_counted_one_by_one_and_their_answers_once_a_check() -> None:
    claims = [replace(BARE_FINDING, check=CheckId.QUOTE_NOT_FOUND, claim=index) for index in range(3)]
    other = replace(BARE_FINDING, check=CheckId.MISSING_QUOTE)
    elsewhere = replace(claims[0], origin=of(BARE_FINDING.origin, "a-9"))
    expected = {
        "fundamento_findings_total{check=quote-not-found,final=true,mode=warn}": 4,
        "fundamento_findings_total{check=missing-quote,final=true,mode=warn}": 1,
        "fundamento_flagged_answers_total{check=quote-not-found,mode=warn}": 2,
        "fundamento_flagged_answers_total{check=missing-quote,mode=warn}": 1,
    }
    # In the order in which a queue between threads may bring them.
    assert expected == count(claims[0], elsewhere, claims[1], other, claims[2])


def test_an_answer_is_flagged_by_its_first_output_and_exempted_by_its_last() -> None:
    expected = {
        "fundamento_findings_total{check=quote-not-found,final=false,mode=enforce}": 1,
        "fundamento_findings_total{check=quote-not-found,final=true,mode=enforce}": 1,
        "fundamento_flagged_answers_total{check=quote-not-found,mode=enforce}": 1,
        "fundamento_exempted_findings_total{check=quote-not-found}": 1,
    }
    assert expected == count(replace(FULL_FINDING, attempt=1), replace(FULL_FINDING, attempt=2, final=True))


def test_answers_whose_own_event_never_comes_do_not_pile_up() -> None:
    sink = MetricsSink()
    for index in range(5_000):
        sink(replace(BARE_FINDING, origin=of(BARE_FINDING.origin, f"a-{index}")))
    assert len(sink._flagged) <= 4_096
    sink(replace(BARE_ANSWER, origin=of(BARE_ANSWER.origin, "a-4999")))
    assert "a-4999" not in sink._flagged


def test_a_check_that_could_not_run_is_an_error_and_no_finding() -> None:
    expected = {
        "fundamento_faults_total{action=withheld,part=check}": 1,
        "fundamento_check_errors_total{check=missing-fragment,mode=enforce}": 1,
        "fundamento_faults_total{action=allowed,part=sink}": 1,
    }
    assert expected == count(FULL_FAULT, BARE_FAULT)


def test_policy_files_are_counted() -> None:
    expected = {
        "fundamento_policy_events_total{status=reloaded}": 1,
        "fundamento_policy_events_total{status=kept}": 2,
    }
    assert expected == count(RELOADED, KEPT, KEPT)


def test_every_series_is_there_at_zero_before_the_first_event() -> None:
    samples = read(MetricsSink())
    assert {0.0} == set(samples.values())
    for check in CheckId:
        for mode in Mode:
            assert f"fundamento_flagged_answers_total{{check={check},mode={mode}}}" in samples
            for final in ("true", "false"):
                assert f"fundamento_findings_total{{check={check},final={final},mode={mode}}}" in samples
    for outcome in Outcome:
        for action in Action:
            assert f"fundamento_answers_total{{action={action},entry=answer,outcome={outcome}}}" in samples


def test_no_event_adds_a_series_but_for_what_is_unknown() -> None:
    sink = MetricsSink()
    before = set(read(sink))
    for event in EVENTS:
        sink(event)
    assert before == set(read(sink))
    for number in range(50):
        origin = replace(BARE_ANSWER.origin, entry=f"canary-{number}", mode_source=f"canary-{number}")
        sink(replace(BARE_ANSWER, origin=origin))
        sink(replace(BARE_FAULT, part=f"canary-{number}"))
    added = set(read(sink)) - before
    assert all("=other" in name and "canary" not in name for name in added)
    assert "fundamento_faults_total{action=allowed,part=other}" in added


def test_everything_that_decided_a_mode_counts_once() -> None:
    event = replace(BARE_ANSWER, origin=replace(BARE_ANSWER.origin, mode_source="bundle+scope:3+scope:4+percent"))
    sources = {name: value for name, value in count(event).items() if name.startswith("fundamento_mode_sources")}
    assert sources == {
        f"fundamento_mode_sources_total{{source={source}}}": 1 for source in ("bundle", "scope", "percent")
    }


@pytest.mark.parametrize("thing", [None, "text", object()])
def test_what_is_no_event_is_let_be(thing: Any) -> None:
    assert count(cast("Event", thing)) == {}


def test_a_registry_may_be_given() -> None:
    registry = prometheus_client.CollectorRegistry()
    MetricsSink(registry)(RELOADED)
    assert registry.get_sample_value("fundamento_policy_events_total", {"status": "reloaded"}) == 1


def test_a_second_sink_in_one_registry_is_refused() -> None:
    registry = prometheus_client.CollectorRegistry()
    MetricsSink(registry)
    with pytest.raises(ConfigurationError, match="one sink for a process"):
        MetricsSink(registry)


def test_threads_lose_no_count() -> None:
    sink = MetricsSink()

    def work(name: str) -> None:
        for index in range(50):
            answer = f"{name}-{index}"
            for claim in range(3):
                sink(replace(BARE_FINDING, origin=of(BARE_FINDING.origin, answer), claim=claim))
            sink(replace(BARE_ANSWER, origin=of(BARE_ANSWER.origin, answer)))

    threads = [threading.Thread(target=work, args=(str(number),)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    samples = read(sink)
    assert samples["fundamento_findings_total{check=empty-answer,final=true,mode=warn}"] == 1_200
    assert samples["fundamento_flagged_answers_total{check=empty-answer,mode=warn}"] == 400
    assert samples["fundamento_answers_total{action=allowed,entry=check,outcome=abstained}"] == 400


WORKER = """
import sys
from fundamento import Fragment, Grounder
from fundamento.telemetry.metrics import MetricsSink
from fundamento.testing import ScriptedModel, answer_json, claim

sink = MetricsSink()
good = answer_json(claim("El plan Pro admite 10 proyectos.", ("F1", "hasta 10 proyectos")))
times = int(sys.argv[1])
grounder = Grounder(ScriptedModel([good] * times), sinks=sink)
for _ in range(times):
    grounder.answer("¿Cuántos proyectos?", [Fragment("s-1", "El plan Pro permite hasta 10 proyectos.")])
print(sink.exposition()[0].decode())
"""


def test_processes_that_share_a_folder_are_added_up(tmp_path: Path) -> None:
    environment = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    texts = [run_worker(times, environment) for times in (3, 4)]
    (total,) = (line for line in texts[1].splitlines() if line.startswith("fundamento_model_seconds_count"))
    assert total.split()[-1] == "7.0"
    flagged = [line for line in texts[1].splitlines() if line.startswith("fundamento_flagged_answers_total{")]
    assert len(flagged) == len(CheckId) * len(Mode)
    answers = [line for line in texts[1].splitlines() if line.startswith("fundamento_answers_total{")]
    assert sum(float(line.split()[-1]) for line in answers) == 7


def run_worker(times: int, environment: Mapping[str, str]) -> str:
    import os

    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", WORKER, str(times)],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def test_without_the_library_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(MissingExtraError, match=r"fundamento\[metrics\]"):
        MetricsSink()


def test_the_library_is_loaded_with_the_first_sink_only() -> None:
    program = (
        "import sys, fundamento.telemetry.metrics as metrics; before = 'prometheus_client' in sys.modules;"
        "metrics.MetricsSink(); print(before, 'prometheus_client' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"
