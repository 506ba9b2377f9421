"""An assistant, Prometheus and Alertmanager, all real: what is scraped fires alerts and fills every panel."""

import json
import math
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import Popen
from typing import Any

import httpx
import pytest

from observability.programs import HOST, find_free_port, find_program, running, wait_for
from observability.rendering import FOLDER, render

ASSISTANT = Path(__file__).parent / "assistant.py"
DASHBOARDS = sorted((FOLDER / "grafana" / "dashboards").glob("*.json"))
VARIABLES = {"$__rate_interval": "5s", "$__range": "60s", "$job": ".*"}


@dataclass
class Webhook:
    """A receiver of alerts on loopback: what was posted, by path and name of the alert."""

    seen: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)

    def start(self) -> ThreadingHTTPServer:
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                posted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                for alert in posted["alerts"]:
                    seen[self.path, alert["labels"]["alertname"]] = alert
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in the library
                pass

        server = ThreadingHTTPServer((HOST, 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def wait(self, path: str, name: str) -> None:
        wait_for(f"The alert {name}", lambda: (path, name) in self.seen)


@dataclass
class Stack:
    """Everything that runs, and the folder that the assistant looks into."""

    folder: Path
    prometheus: str
    webhook: Webhook
    assistant: "Popen[bytes]"

    def query(self, expr: str) -> list[dict[str, Any]]:
        answer = httpx.get(f"{self.prometheus}/api/v1/query", params={"query": expr}, timeout=30)
        assert answer.status_code == 200, answer.text
        result: list[dict[str, Any]] = answer.json()["data"]["result"]
        return result

    def value(self, expr: str) -> float:
        result = self.query(expr)
        return float(result[0]["value"][1]) if result else math.nan

    def active_alerts(self) -> set[str]:
        alerts = httpx.get(f"{self.prometheus}/api/v1/alerts", timeout=30).json()["data"]["alerts"]
        return {alert["labels"]["alertname"] for alert in alerts}

    def set_policy(self, text: str) -> None:
        half = self.folder / "policy.yaml.new"
        half.write_text(text, encoding="utf-8")
        half.rename(self.folder / "policy.yaml")


def answers(address: str) -> bool:
    try:
        return httpx.get(address, timeout=5).is_success
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    prometheus = find_program("prometheus")
    alertmanager = find_program("prometheus-alertmanager", "alertmanager")
    folder = tmp_path_factory.mktemp("stack")
    webhook = Webhook()
    with ExitStack() as parts:
        receiver = webhook.start()
        parts.callback(receiver.server_close)
        parts.callback(receiver.shutdown)
        ports = [find_free_port() for _ in range(3)]
        app, manager, server = (f"{HOST}:{port}" for port in ports)
        (folder / "policy.yaml").write_text("name: rollout\nversion: 1\nextends: observe\n")
        assistant: Popen[bytes] = parts.enter_context(
            running(
                [sys.executable, "-W", "error", ASSISTANT, folder, str(ports[0])],
                folder,
                ready=lambda: answers(f"http://{app}/metrics"),
            )
        )
        render("alertmanager/alertmanager.yml", folder / "alertmanager.yml", {"receiver:8080": _address(receiver)})
        render("prometheus/recording.yml", folder / "recording.yml")
        render("prometheus/alerts.yml", folder / "alerts.yml")
        # As often as that, a busy machine would miss scrapes.
        changes = {"app:8000": app, "alertmanager:9093": manager, "scrape_interval: 250ms": "scrape_interval: 500ms"}
        render("prometheus/prometheus.yml", folder / "prometheus.yml", changes)
        listening = (f"--web.listen-address={manager}", "--cluster.listen-address=")
        parts.enter_context(
            running(
                [alertmanager, "--config.file=alertmanager.yml", "--storage.path=alerts", *listening],
                folder,
                ready=lambda: answers(f"http://{manager}/-/ready"),
            )
        )
        parts.enter_context(
            running(
                [
                    prometheus,
                    "--config.file=prometheus.yml",
                    "--storage.tsdb.path=data",
                    f"--web.listen-address={server}",
                ],
                folder,
                ready=lambda: answers(f"http://{server}/-/ready"),
            )
        )
        yield Stack(folder, f"http://{server}", webhook, assistant)


def _address(server: ThreadingHTTPServer) -> str:
    return f"{HOST}:{server.server_address[1]}"


def test_under_warn_rejections_are_seen_and_alert_nobody(stack: Stack) -> None:
    wait_for(
        "A second minute of answers",
        lambda: stack.value('sum(fundamento_first_outcomes_total{outcome="rejected"})') > 60,
    )
    # Once the guard on the volume is passed, only the policy keeps the alert from pending.
    wait_for("Enough volume", lambda: stack.value("fundamento:answers:increase1h") >= 50)
    wait_for("The ratio", lambda: stack.value("fundamento:rejections:ratio1h") == 0)
    assert {name for name in stack.active_alerts() if name.startswith("FundamentoRejections")} == set()


def test_under_enforce_the_webhook_gets_the_alerts(stack: Stack) -> None:
    stack.set_policy("name: rollout\nversion: 2\nextends: strict\n")
    stack.webhook.wait("/page", "FundamentoRejectionsFast")
    (stack.folder / "store-down").touch()
    (stack.folder / "sink-down").touch()
    stack.set_policy("name: rollout\nversion: 3\nchecks: {no-such-check: warn}\n")
    stack.webhook.wait("/page", "FundamentoFaultsFast")
    stack.webhook.wait("/ticket", "FundamentoSinkFaults")
    stack.webhook.wait("/ticket", "FundamentoPolicyKept")
    alert = stack.webhook.seen["/page", "FundamentoRejectionsFast"]
    assert {"alertname": "FundamentoRejectionsFast", "job": "fundamento", "severity": "page"} == alert["labels"]


def panels() -> list[tuple[str, str, str]]:
    return [
        (f"{path.stem}: {panel['title']}", target["refId"], target["expr"])
        for path in DASHBOARDS
        for panel in json.loads(path.read_text(encoding="utf-8"))["panels"]
        for target in panel.get("targets", ())
    ]


@pytest.mark.parametrize("expr", [expr for *_, expr in panels()], ids=[f"{name} {ref}" for name, ref, _ in panels()])
def test_the_query_of_every_panel_returns_data(stack: Stack, expr: str) -> None:
    wait_for("Data", lambda: has_data(stack.query(fill_in(expr, VARIABLES))))


def has_data(result: list[dict[str, Any]]) -> bool:
    return result != [] and not any(math.isnan(float(series["value"][1])) for series in result)


def fill_in(expr: str, variables: Mapping[str, str]) -> str:
    for name, value in variables.items():
        expr = expr.replace(name, value)
    return expr


def test_an_assistant_that_is_gone_pages(stack: Stack) -> None:
    stack.webhook.seen.pop(("/page", "FundamentoDown"), None)
    stack.assistant.terminate()
    stack.webhook.wait("/page", "FundamentoDown")
