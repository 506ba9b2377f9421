import io
import json
import logging
import subprocess
import sys
from typing import Any, cast

import pytest
import structlog
from structlog.testing import capture_logs

from fundamento.errors import InputError
from fundamento.events import Event
from fundamento.telemetry import StructlogSink, configure_structlog, to_record
from fundamento.telemetry.sink import Logger
from telemetry.samples import (
    BARE_ANSWER,
    BARE_FAULT,
    BARE_FINDING,
    EVENT_IDS,
    EVENTS,
    FULL_ANSWER,
    FULL_FAULT,
    FULL_FINDING,
    KEPT,
    RELOADED,
)


def write_lines(*events: Event) -> list[dict[str, Any]]:
    stream = io.BytesIO()
    configure_structlog(stream=stream)
    sink = StructlogSink()
    for event in events:
        sink(event)
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("event", EVENTS, ids=EVENT_IDS)
def test_an_event_is_one_line_with_its_record(event: Event) -> None:
    (line,) = write_lines(event)
    record = to_record(event)
    known = {key: value for key, value in record.items() if value is not None or key not in ("trace_id", "span_id")}
    assert known == {key: value for key, value in line.items() if key not in ("timestamp", "level")}
    assert {"timestamp", "level"} <= set(line)


@pytest.mark.parametrize(
    ("event", "level"),
    [
        (BARE_ANSWER, "info"),
        (FULL_ANSWER, "info"),
        (BARE_FINDING, "info"),
        (FULL_FINDING, "info"),
        (BARE_FAULT, "warning"),
        (FULL_FAULT, "warning"),
        (RELOADED, "info"),
        (KEPT, "warning"),
    ],
    ids=EVENT_IDS,
)
def test_only_trouble_is_a_warning(event: Event, level: str) -> None:
    with capture_logs() as lines:
        StructlogSink()(event)
    assert [level] == [line["log_level"] for line in lines]


def test_trace_ids_bound_by_the_application_show_where_the_event_has_none() -> None:
    structlog.contextvars.bind_contextvars(trace_id="ambient", span_id="ambient")
    bare, full = write_lines(BARE_ANSWER, FULL_ANSWER)
    assert (bare["trace_id"], bare["span_id"]) == ("ambient", "ambient")
    assert (full["trace_id"], full["span_id"]) == ("c" * 32, "d" * 16)


def test_a_given_logger_is_used() -> None:
    written: list[dict[str, Any]] = []

    def keep(logger: Any, method: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
        written.append({**line, "method": method})
        raise structlog.DropEvent

    StructlogSink(structlog.wrap_logger(None, processors=[keep]))(KEPT)
    assert [{**to_record(KEPT), "method": "warning"}] == written


def test_it_writes_through_the_standard_library_too(caplog: pytest.LogCaptureFixture) -> None:
    structlog.configure(
        processors=[structlog.processors.JSONRenderer(sort_keys=True)],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    with caplog.at_level(logging.INFO, logger="fundamento"):
        StructlogSink()(RELOADED)
    expected = ("fundamento", logging.INFO, json.dumps(to_record(RELOADED), sort_keys=True))
    assert [expected] == caplog.record_tuples


def test_a_logger_of_the_standard_library_is_refused() -> None:
    with pytest.raises(InputError, match=r"Give a structlog logger"):
        StructlogSink(cast("Logger", logging.getLogger("fundamento")))


def test_it_configures_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    StructlogSink()(BARE_ANSWER)
    assert "fundamento.answer" in capsys.readouterr().out
    assert not structlog.is_configured()


def test_a_configuration_made_after_the_sink_counts() -> None:
    sink = StructlogSink()
    stream = io.BytesIO()
    configure_structlog(stream=stream)
    sink(KEPT)
    assert json.loads(stream.getvalue())["event"] == "fundamento.policy"


def test_structlog_is_loaded_with_the_first_sink_only() -> None:
    program = (
        "import sys, fundamento.telemetry as telemetry; before = 'structlog' in sys.modules;"
        "telemetry.StructlogSink(); print(before, 'structlog' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"
