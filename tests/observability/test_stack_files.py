"""What no program here can check by running it: the compose file, the collector's and Loki's configuration, LogQL."""

import json
import re
from typing import Any

import pytest
import yaml

from observability.rendering import FOLDER

QUERIES = [
    block
    for block in (FOLDER / "loki" / "queries.logql").read_text(encoding="utf-8").split("\n\n")
    if "service_name" in block
]


def read_yaml(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))
    return loaded


def test_what_the_services_mount_is_there() -> None:
    compose = read_yaml("compose.yaml")
    mounted = [volume.split(":")[0] for service in compose["services"].values() for volume in service["volumes"]]
    folders = [source for source in mounted if source.startswith(".")]
    assert [source for source in folders if not (FOLDER / source).is_dir()] == []
    assert {source for source in mounted if not source.startswith(".")} == set(compose["volumes"])


def test_nothing_listens_beyond_loopback_and_every_image_is_pinned() -> None:
    services = read_yaml("compose.yaml")["services"].values()
    ports = [port for service in services for port in service.get("ports", ())]
    assert ports != []
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []
    assert [service["image"] for service in services if not re.search(r":v?\d", service["image"])] == []


def test_the_services_call_each_other_by_their_names() -> None:
    services = set(read_yaml("compose.yaml")["services"])
    prometheus = read_yaml("prometheus/prometheus.yml")
    targets = [
        target
        for section in (*prometheus["scrape_configs"], *prometheus["alerting"]["alertmanagers"])
        for config in section["static_configs"]
        for target in config["targets"]
    ]
    assert {target.split(":")[0] for target in targets} <= services


@pytest.mark.parametrize("pipeline", ["logs", "traces"])
def test_the_collectors_pipelines_name_parts_that_it_has(pipeline: str) -> None:
    config = read_yaml("collector/collector.yml")
    parts = config["service"]["pipelines"][pipeline]
    for kind in ("receivers", "processors", "exporters"):
        assert set(parts[kind]) - set(config[kind]) == set()
    assert "attributes/no-content" in parts["processors"]


def test_every_field_of_a_logql_query_is_a_field_of_an_event() -> None:
    schema = json.loads((FOLDER / "events.schema.json").read_text(encoding="utf-8"))
    known = {name for event in schema["$defs"].values() for name in event["properties"]}
    for query in QUERIES:
        used = {
            *re.findall(r"\| (\w+)[!=]", query),
            *re.findall(r"unwrap (\w+)", query),
            *(name for group in re.findall(r"by \(([\w, ]+)\)", query) for name in group.split(", ")),
        }
        assert (query, used - known) == (query, set())
        (events,) = [set(re.findall(r'event="([\w.]+)"', query))]
        assert events <= set(schema["$defs"])


def test_each_logql_query_says_what_it_is_for() -> None:
    assert len(QUERIES) == 11
    assert [query for query in QUERIES if not query.startswith("# ")] == []
