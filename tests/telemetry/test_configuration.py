import importlib.util
import io
import json
import logging
import math
import re
from collections.abc import Callable
from typing import Any

import orjson
import pytest
import structlog

from fundamento.telemetry import configuration, configure_structlog, recommended_processors

WRITERS = [configuration._serializer(), configuration._dump_with_json]


def write_line(write: Callable[[Any], object]) -> dict[str, Any]:
    stream = io.BytesIO()
    configure_structlog(stream=stream)
    write(structlog.get_logger())
    (line,) = stream.getvalue().splitlines()
    loaded = json.loads(line)
    assert isinstance(loaded, dict)
    return loaded


def test_a_line_has_level_time_in_utc_and_what_is_bound() -> None:
    structlog.contextvars.bind_contextvars(request="r-1")
    line = write_line(lambda log: log.info("hecho", veces=2))
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", line.pop("timestamp"))
    assert line == {"event": "hecho", "veces": 2, "level": "info", "request": "r-1"}


def test_an_exception_shows_no_local_variable() -> None:
    def fail(log: Any) -> None:
        question = "¿cuánto cobra Ana?"
        try:
            int(question[:0])
        except ValueError:
            log.exception("fallo")

    line = write_line(fail)
    assert line["exception"][0]["exc_type"] == "ValueError"
    assert line["exception"][0]["frames"][-1]["name"] == "fail"
    assert "Ana" not in json.dumps(line, ensure_ascii=False)


def test_lines_below_the_level_are_left_out() -> None:
    stream = io.BytesIO()
    configure_structlog(level=logging.WARNING, stream=stream)
    structlog.get_logger().info("no")
    structlog.get_logger().warning("sí")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["sí"]


def test_lines_go_to_standard_output_by_default(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    configure_structlog()
    structlog.get_logger().info("sí")
    assert json.loads(capsysbinary.readouterr().out)["event"] == "sí"


@pytest.mark.parametrize("dump", WRITERS, ids=["orjson", "json"])
@pytest.mark.parametrize(
    "value",
    ["añil «€» 😀", "\ud800", 2**70, -1.5, None, True, ["a", "b"], {"k": [1]}, "línea\nnueva"],
    ids=["accents", "surrogate", "large", "float", "null", "true", "list", "object", "line-break"],
)
def test_both_writers_keep_every_value_on_one_line(dump: Callable[..., bytes], value: object) -> None:
    line = dump({"value": value}, default=repr)
    assert {"value": value} == json.loads(line)
    assert b"\n" not in line


@pytest.mark.parametrize("dump", WRITERS, ids=["orjson", "json"])
def test_what_json_has_no_form_for_is_described(dump: Callable[..., bytes]) -> None:
    assert json.loads(dump({"value": 1j}, default=repr)) == {"value": "1j"}


def test_orjson_writes_where_it_is_installed() -> None:
    line = {"event": "x", "n": math.pi, "text": "añil"}
    assert orjson.dumps(line) == configuration._serializer()(line)


def test_json_writes_where_orjson_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert configuration._dump_with_json is configuration._serializer()


def test_recommended_processors_are_new_each_time() -> None:
    recommended_processors().clear()
    assert len(recommended_processors()) == 5
