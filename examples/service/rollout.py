"""The way from observe to enforce, in minutes: the service runs, and its policy file changes under it.

    python examples/service/rollout.py [FILE]    FILE: where the event log goes; by default nowhere

Each stage puts the same questions in the same conversations, and prints what users saw beside what the log says.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

HERE = Path(__file__).parent
STAGES = sorted((HERE / "policies").glob("*.yaml"))
QUESTIONS = [
    "¿Cuánto cuesta el plan Básico?",
    "¿Cuántos proyectos permite el plan Pro?",
    "¿Cuánto almacenamiento tiene el plan Pro?",
    "¿Cuál es el plazo para pedir un reembolso?",
    "¿Dónde están los servidores?",
    "¿Cuánto cuesta el plan Pro?",
]
CONVERSATIONS = 40


@contextmanager
def serving(policy: Path, log: Path) -> Iterator[httpx.Client]:
    """Run the service with a policy file and its log; yield a client of it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = [sys.executable, "-m", "uvicorn", "--factory", "service:make_app", "--port", port, "--no-access-log"]
    with log.open("wb") as lines:
        process = subprocess.Popen(  # noqa: S603 - this interpreter, with a port of ours
            [*command, "--log-level", "warning"],
            cwd=HERE,
            env={**os.environ, "POLICY": str(policy), "PYTHONUNBUFFERED": "1"},
            stdout=lines,
        )
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            wait_until_ready(client, process)
            yield client
    finally:
        process.terminate()
        process.wait(30)


def wait_until_ready(client: httpx.Client, process: "subprocess.Popen[bytes]") -> None:
    while process.poll() is None:
        try:
            client.get("/metrics").raise_for_status()
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("The service has stopped.")


def put(stage: Path, policy: Path) -> None:
    """Make a stage's policy the live one: whole, or not at all."""
    half = policy.with_suffix(".new")
    shutil.copyfile(stage, half)
    half.replace(policy)


def ask(client: httpx.Client, number: int) -> str:
    """Put one of the questions in one of the conversations; return what was done about the answer."""
    body = {"question": QUESTIONS[number % len(QUESTIONS)], "conversation": f"chat-{number}"}
    return str(client.post("/ask", json=body).raise_for_status().json()["action"])


def read_log(log: Path, version: int) -> list[dict[str, Any]]:
    """Return the canonical lines of the answers under one version of the bundle."""
    lines = [json.loads(line) for line in log.read_bytes().splitlines()]
    return [line for line in lines if line["event"] == "fundamento.answer" and line["bundle_version"] == version]


def say(stage: Path, users: "Counter[str]", lines: list[dict[str, Any]]) -> None:
    rejected = sum(line["first_outcome"] == "rejected" for line in lines)
    candidate = Counter(line["candidate_action"] for line in lines if line["candidate_action"])
    print(f"{stage.stem}: {len(lines)} answers, {rejected} rejected as first written")
    print(f"  users: {dict(sorted(users.items()))}")
    if candidate:
        print(f"  candidate {lines[0]['candidate_bundle']}: {dict(sorted(candidate.items()))}")


def main(arguments: list[str]) -> None:
    with TemporaryDirectory() as folder:
        policy, log = Path(folder) / "policy.yaml", Path(folder) / "log"
        put(STAGES[0], policy)
        with serving(policy, log) as client:
            for version, stage in enumerate(STAGES, 1):
                if stage != STAGES[0]:
                    put(stage, policy)
                while not read_log(log, version):  # a request takes the file up when it has changed
                    ask(client, 0)
                before = len(read_log(log, version))
                users = Counter(ask(client, number) for number in range(CONVERSATIONS))
                say(stage, users, read_log(log, version)[before:])
        if arguments:
            shutil.copyfile(log, arguments[0])


if __name__ == "__main__":
    main(sys.argv[1:])
