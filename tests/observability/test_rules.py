import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from observability.programs import find_program
from observability.rendering import FOLDER, hasten, render

PROMETHEUS = FOLDER / "prometheus"
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def read_rules(name: str) -> list[dict[str, Any]]:
    groups = yaml.safe_load((PROMETHEUS / name).read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


ALERTS = read_rules("alerts.yml")
ALERT_NAMES = [rule["alert"] for rule in ALERTS]


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_promtool_takes_the_rules_and_the_configuration() -> None:
    promtool = find_program("promtool")
    run(promtool, "check", "rules", PROMETHEUS / "recording.yml", PROMETHEUS / "alerts.yml")
    run(promtool, "check", "config", PROMETHEUS / "prometheus.yml")


def test_the_unit_tests_of_the_rules_pass() -> None:
    said = run(find_program("promtool"), "test", "rules", PROMETHEUS / "tests.yml", PROMETHEUS / "tests-long.yml")
    assert said.count("SUCCESS") == 2


def test_amtool_takes_the_configuration_of_alertmanager() -> None:
    run(find_program("amtool"), "check-config", FOLDER / "alertmanager" / "alertmanager.yml")


@pytest.mark.parametrize(
    ("path", "route"),
    [("severity=page", "page"), ("severity=ticket", "ticket"), ("severity=unheard-of", "ticket")],
)
def test_alerts_go_where_their_severity_says(path: str, route: str) -> None:
    config = f"--config.file={FOLDER / 'alertmanager' / 'alertmanager.yml'}"
    assert run(find_program("amtool"), "config", "routes", "test", config, path).strip() == route


def test_every_alert_has_a_unit_test_that_lets_it_fire() -> None:
    texts = [(PROMETHEUS / name).read_text(encoding="utf-8") for name in ("tests.yml", "tests-long.yml")]
    fired = {
        test["alertname"]
        for text in texts
        for group in yaml.safe_load(text)["tests"]
        for test in group.get("alert_rule_test", ())
        if test.get("exp_alerts")
    }
    # The budgets of faults are those of rejections with another ratio: one speed of each is enough.
    assert set(ALERT_NAMES) - fired == {"FundamentoFaultsMedium", "FundamentoFaultsSlow"}


@pytest.mark.parametrize("rule", ALERTS, ids=ALERT_NAMES)
def test_every_alert_says_how_grave_it_is_and_where_its_runbook_stands(rule: dict[str, Any]) -> None:
    assert rule["labels"]["severity"] in ("page", "ticket")
    file, _, anchor = rule["annotations"]["runbook_url"].partition("#")
    headings = {
        re.sub(r"[^\w-]", "", line.lower().replace(" ", "-")) for line in re.findall(r"^#+ (.+)$", README, re.M)
    }
    assert (file, anchor in headings) == ("observability/README.md", True)


def test_every_recorded_series_that_is_asked_for_is_recorded() -> None:
    recorded = {rule["record"] for rule in read_rules("recording.yml")}
    asked = {name for rule in ALERTS for name in re.findall(r"fundamento:\w+:\w+", rule["expr"])}
    assert asked - recorded == set()


@pytest.mark.parametrize(
    ("text", "hastened"),
    [
        ("for: 2m", "for: 2000ms"),
        ("rate(x[1h]) > 14.4 * 0.02", "rate(x[60000ms]) > 14.4 * 0.02"),
        ("fundamento:rejections:ratio5m offset 1d", "fundamento:rejections:ratio5m offset 1440000ms"),
        ("http://host:8080/page", "http://host:8080/page"),
    ],
)
def test_only_durations_are_made_shorter(text: str, hastened: str) -> None:
    assert hastened == hasten(text)


def test_an_address_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="does not hold nowhere:1"):
        render("prometheus/prometheus.yml", tmp_path / "prometheus.yml", {"nowhere:1": "127.0.0.1:1"})
