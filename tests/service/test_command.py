"""`fundamento serve`: over a store, and what it refuses to start with."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from service.stand import TOKEN, running

MAIN = "from fundamento.cli import main; main()"
QUESTION = "¿Cuántos proyectos permite el plan Pro?"
EVERYONE = "group:soporte"


def start(*arguments: str, token: str | None = None) -> tuple[int, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FUNDAMENTO_")}
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        env=kept if token is None else {**kept, "FUNDAMENTO_TOKEN": token},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "planes.md").write_text("El plan Pro permite hasta 10 proyectos activos.\n", "utf-8")
    (folder / "token").write_text(f"{TOKEN}\n", "utf-8")
    store = str(folder / "store")
    assert start("ingest", str(folder / "planes.md"), "--store", store, "--reader", EVERYONE) == (0, "")
    command = ["-c", MAIN, "serve", "--port", "0", "--store", store, "--policy", "strict"]
    with (
        running([*command, "--token-file", str(folder / "token")], log=folder / "events.log") as (port, _),
        httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"authorization": f"Bearer {TOKEN}"}, timeout=60
        ) as client,
    ):
        yield client


@pytest.mark.parametrize("streamed", [False, True])
def test_the_store_is_searched_for_a_question_without_fragments(client: httpx.Client, streamed: bool) -> None:
    body = {"question": QUESTION, "reader": {"id": "u-1", "groups": ["soporte"]}}
    given = client.post("/v1/answer", params={"stream": streamed}, json=body)
    assert "El plan Pro permite hasta 10 proyectos activos [1]." in given.text
    assert given.status_code == 200


def test_what_a_reader_may_not_read_is_not_found(client: httpx.Client) -> None:
    body = {"question": QUESTION, "reader": {"id": "u-2", "groups": ["ventas"]}}
    assert client.post("/v1/answer", json=body).json()["outcome"] == "abstained"


def test_it_is_ready_when_its_store_can_be_asked(client: httpx.Client) -> None:
    assert client.get("/readyz").json() == {"status": "ok", "parts": {"answers": "ok", "checks": "ok", "store": "ok"}}


def test_beyond_loopback_it_wants_a_token() -> None:
    complaint = "fundamento: Without a token, it listens on loopback only, and 0.0.0.0 is not."
    hint = "Set FUNDAMENTO_TOKEN, or give --token-file."
    assert start("serve", "--host", "0.0.0.0", "--port", "0") == (2, f"{complaint} {hint}\n")


EMPTY = "is set, and empty. Unset it to serve loopback without a token, or set it to one word of ASCII characters."
NO_TOKEN = "holds no token. It is one word of ASCII characters."


@pytest.mark.parametrize(
    ("token", "complaint"), [("", EMPTY), ("  ", EMPTY), ("two words", NO_TOKEN), ("contraseña", NO_TOKEN)]
)
def test_what_is_no_token_is_refused(token: str, complaint: str) -> None:
    status, said = start("serve", "--port", "0", token=token)
    assert (status, said) == (
        2,
        f"fundamento: FUNDAMENTO_TOKEN {complaint}\n",
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--token-file", "nowhere"], "The token file cannot be read (FileNotFoundError)."),
        (["--store", "nowhere"], "There is no store in nowhere."),
        (["--policy", "nothing"], "nothing"),
        (["--seconds", "0"], "Limits.seconds is 0.0."),
        (["--judge", "nowhere"], "There is no judge 'nowhere'."),
        (["--candidate", "nothing"], "nothing"),
        (["--lang", "fr"], "There are no prompts in 'fr'."),
        (["--prompts", "nowhere"], "There is no readable prompt"),
        (["--prompt-version", "99"], "There is no readable prompt answer/v99.es.md"),
        (["--judge-seconds", "0"], "Settings.judge_seconds is 0.0."),
        (["--tenant-key-file", "nowhere"], "The file with the tenants' key cannot be read"),
    ],
)
def test_what_cannot_be_served_is_said_at_once(arguments: list[str], said: str) -> None:
    status, complaint = start("serve", "--port", "0", *arguments)
    assert (status, complaint.count("\n"), said in complaint) == (2, 1, True)


def test_a_port_that_is_taken_is_said(client: httpx.Client) -> None:
    status, complaint = start("serve", "--port", str(client.base_url.port))
    assert (status, "It cannot listen on 127.0.0.1" in complaint) == (2, True)


@pytest.mark.parametrize("library", ["starlette", "uvicorn"])
def test_a_missing_library_names_the_extra(library: str) -> None:
    program = f"import sys; sys.modules[{library!r}] = None\n{MAIN}"
    done = subprocess.run([sys.executable, "-c", program, "serve"], capture_output=True, text=True, check=False)
    assert (done.returncode, 'pip install "fundamento[service]"' in done.stderr) == (2, True)


def test_it_takes_what_a_grounder_takes(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"secret")
    log = tmp_path / "events.log"
    options = [
        "--candidate",
        "strict",
        "--lang",
        "en",
        "--mode",
        "warn",
        "--no-quotes",
        "--policy",
        "strict",
    ]
    command = ["-m", "fundamento", "serve", "--port", "0", *options, "--tenant-key-file", str(tmp_path / "key")]
    fragments = [{"id": "a", "text": "El plan Pro permite hasta 10 proyectos activos."}]
    with running(command, log=log) as (port, _):
        body = {"question": QUESTION, "fragments": fragments, "scope": {"tenant": "acme"}}
        assert httpx.post(f"http://127.0.0.1:{port}/v1/answer", json=body, timeout=60).status_code == 200
        wrong = {"output": {"answer": {"kind": "grounded", "claims": []}}, "fragments": fragments}
        assert httpx.post(f"http://127.0.0.1:{port}/v1/check", json=wrong, timeout=60).json()["action"] == "allowed"
    answered, *_, checked = (json.loads(line) for line in log.read_text("utf-8").splitlines())
    told = [answered[key] for key in ("lang", "quotes", "mode_source", "scorer")]
    assert (told, answered["tenant"] is None) == (["en", "off", "environment", "words"], False)
    assert (checked["candidate_bundle"], checked["candidate_action"]) == ("strict", "withheld")


def test_without_prometheus_metrics_are_not_there_and_all_else_is(tmp_path: Path) -> None:
    program = f"import sys; sys.modules['prometheus_client'] = None\n{MAIN}"
    with running(["-c", program, "serve", "--port", "0"], log=tmp_path / "events.log") as (port, _):
        given = httpx.get(f"http://127.0.0.1:{port}/metrics")
        assert (given.status_code, given.json()["error"]["type"]) == (404, "no-metrics")
        assert 'pip install "fundamento[metrics]"' in given.json()["error"]["hint"]
        assert httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200
