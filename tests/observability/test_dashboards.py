import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from fundamento.telemetry.metrics import MetricsSink
from observability.rendering import FOLDER

FILES = sorted((FOLDER / "grafana" / "dashboards").glob("*.json"))
SCRIPT = FOLDER / "make_dashboards.py"


def read(path: Path) -> dict[str, Any]:
    board: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return board


def run_script(*arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_committed_dashboards_are_what_the_script_writes() -> None:
    assert run_script("--check") == (0, "", "")


def test_the_script_refuses_an_option_that_it_does_not_know() -> None:
    status, _, said = run_script("--chek")
    assert (status, "usage:" in said) == (2, True)


def exposed_names() -> set[str]:
    text = MetricsSink().exposition()[0].decode()
    return {re.split(r"[{ ]", line)[0] for line in text.splitlines() if not line.startswith("#")}


@pytest.mark.parametrize("path", [*FILES, *sorted((FOLDER / "prometheus").glob("*.yml"))], ids=lambda path: path.name)
def test_every_metric_that_is_asked_for_is_counted(path: Path) -> None:
    asked = set(re.findall(r"\bfundamento_\w+", path.read_text(encoding="utf-8")))
    assert asked - exposed_names() == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_panels_and_queries_can_be_told_apart(path: Path) -> None:
    panels = read(path)["panels"]
    numbers = [panel["id"] for panel in panels]
    assert len(numbers) == len(set(numbers))
    for panel in panels:
        refs = [target["refId"] for target in panel.get("targets", ())]
        assert refs == list("ABCDEF"[: len(refs)])
        assert (panel["type"] == "row") is (refs == [])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_dashboard_picks_source_and_job_by_its_variables(path: Path) -> None:
    board = read(path)
    assert ["datasource", "job"] == [variable["name"] for variable in board["templating"]["list"]]
    for panel in board["panels"]:
        for target in panel.get("targets", ()):
            assert panel["datasource"]["uid"] == "${datasource}"
            assert 'job=~"$job"' in target["expr"]


def test_every_metric_is_explained() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(fundamento_\w+)`", readme, re.M))
    families = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name in exposed_names()}
    # A counter's `_created` is named without its `_total`.
    assert explained == {name for name in families if f"{name}_total" not in families}


def test_the_provisioned_sources_are_the_services_of_the_stack() -> None:
    compose = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
    sources = yaml.safe_load((FOLDER / "grafana/provisioning/datasources/datasources.yml").read_text(encoding="utf-8"))
    hosts = {re.split(r"//|:", source["url"])[2] for source in sources["datasources"]}
    assert hosts - set(compose["services"]) == set()
