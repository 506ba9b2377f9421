"""The service as its callers meet it: a process of its own, on loopback."""

import asyncio
import json
import signal
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fundamento import Grounder
from fundamento.serialisation import report
from fundamento.service.bodies import FragmentBody
from service.stand import CANARY, FRAGMENTS, TOKEN, running

STAND = str(Path(__file__).with_name("stand.py"))
CLOSED = {"FUNDAMENTO_TOKEN": TOKEN}
HEAD = b"POST /v1/answer HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
BEARER = {"authorization": f"Bearer {TOKEN}"}


def url(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Return the port of a service without a token, under `strict`."""
    with running([STAND, "strict", "3", "8"], log=folder / "open.log") as (port, _):
        yield port


@pytest.fixture(scope="module")
def client(port: int) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url(port), timeout=60) as client:
        yield client


def ask(question: str, **keys: object) -> dict[str, Any]:
    return {"question": question, "fragments": FRAGMENTS, **keys}


def events_of(text: str) -> list[tuple[str, Any]]:
    blocks = [block.split("\n") for block in text.split("\n\n") if block]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]


def test_an_answer_comes_with_its_text_and_sources(client: httpx.Client) -> None:
    given = client.post("/v1/answer", json=ask("¿Cuántos proyectos?")).json()
    assert (given["outcome"], given["action"]) == ("answered", "allowed")
    assert given["text"] == f"El plan {CANARY} permite hasta 10 proyectos [1]."
    assert given["cited"] == [{"number": 1, "fragment": "planes-3", "document": None, "version": None}]


def test_what_was_withheld_has_no_text_unless_a_review_asks_for_it(client: httpx.Client) -> None:
    plain = client.post("/v1/answer", json=ask("only bad"))
    assert plain.json()["action"] == "withheld"
    assert CANARY not in plain.text
    reviewed = client.post("/v1/answer", json=ask("only bad", review=True))
    assert CANARY in reviewed.text
    assert [each["check"] for each in reviewed.json()["findings"]] == [
        each["check"] for each in plain.json()["findings"]
    ]


def test_a_check_says_what_the_library_says(client: httpx.Client) -> None:
    output = {
        "answer": {
            "kind": "grounded",
            "claims": [{"support": [{"fragment": "planes-9", "quote": "hasta 10"}], "text": "Hasta 10 proyectos."}],
        }
    }
    given = client.post("/v1/check", json={"output": output, "fragments": FRAGMENTS}).json()
    fragments = [FragmentBody.model_validate(each).fragment() for each in FRAGMENTS]
    result = Grounder(policy="strict", sinks=()).check(output, fragments)
    assert given == report(result, result.modes)


@pytest.mark.parametrize("question", ["¿Cuántos?", "bad", "only bad"])
@pytest.mark.parametrize("way", ["accept", "query"])
def test_a_stream_ends_with_what_an_answer_gives(client: httpx.Client, question: str, way: str) -> None:
    headers = {"accept": "text/event-stream"} if way == "accept" else {}
    target = "/v1/answer" + ("?stream=true" if way == "query" else "")
    streamed = client.post(target, json=ask(question), headers=headers)
    assert streamed.headers["content-type"].startswith("text/event-stream")
    *shown, (last, result) = events_of(streamed.text)
    assert last == "result"
    whole = client.post("/v1/answer", json=ask(question)).json()
    if question == "bad":  # a claim that was shown cannot be unsaid: the answer is pruned
        assert [name for name, _ in shown] == ["claim", "notice"]
        assert (result["action"], whole["action"]) == ("pruned", "withheld")
        assert [claim["verdict"] for claim in result["claims"]] == [claim["verdict"] for claim in whole["claims"]]
    else:
        for each in (result, whole):
            each["public"].pop("answer_id")  # of two answers
        assert result == whole


@pytest.mark.parametrize(
    ("question", "status", "kind", "retryable"),
    [("broken", 502, "model", True), ("leaky", 502, "model", False), ("hang", 504, "deadline", True)],
)
@pytest.mark.parametrize("streamed", [False, True])
def test_a_failure_is_a_structured_error(
    client: httpx.Client, question: str, status: int, kind: str, retryable: bool, streamed: bool
) -> None:
    given = client.post("/v1/answer", params={"stream": streamed}, json=ask(f"{question} {CANARY}"))
    error = given.json()["error"]
    assert (given.status_code, error["type"], error["retryable"]) == (status, kind, retryable)
    assert set(error) == {"type", "message", "hint", "retryable"}
    assert CANARY not in given.text


def test_a_stream_that_is_stuck_ends_with_an_error(client: httpx.Client) -> None:
    given = client.post("/v1/answer?stream=true", json=ask("bad stuck"))
    assert [name for name, _ in events_of(given.text)] == ["claim", "error"]


@pytest.mark.parametrize(
    ("content", "status", "kind"),
    [
        (b"{", 400, "invalid-json"),
        (b"[]", 422, "invalid-request"),
        (b'{"question": 1}', 422, "invalid-request"),
        (b'{"question": "a", "' + CANARY.encode() + b'": 1}', 422, "invalid-request"),
        (b'{"question": "a", "fragments": [{"id": "x", "text": 5}]}', 422, "invalid-request"),
        (b'{"question": "a"}', 422, "invalid-request"),
        (b"\xff", 400, "invalid-json"),
    ],
)
def test_a_body_that_does_not_fit_is_told_so(client: httpx.Client, content: bytes, status: int, kind: str) -> None:
    given = client.post("/v1/answer", content=content, headers={"content-type": "application/json"})
    assert (given.status_code, given.json()["error"]["type"]) == (status, kind)
    assert CANARY not in given.text


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"lang": "es"}, "lang: is not a key of this; it is an option of `fundamento serve`."),
        ({"candidate": "strict"}, "candidate: is not a key of this; it is an option of `fundamento serve`."),
        ({"format": "prose"}, "format: is not a key of this."),
        ({"scope": {CANARY: 1, "lang": 5}}, "scope.?: should be a valid string"),
        ({"reader": {"id": "u", "scope": {}}}, "reader.scope: is not a key of this."),
        ({"fragments": [{"id": "x", "text": "y", CANARY: 1}]}, "fragments[0].?: is not a key of this."),
    ],
)
def test_a_problem_is_named_by_its_place_as_far_as_that_is_no_text_of_a_person(
    client: httpx.Client, keys: dict[str, Any], said: str
) -> None:
    given = client.post("/v1/answer", json=ask("¿Cuántos?") | keys)
    assert (given.status_code, said in given.json()["error"]["message"], CANARY in given.text) == (422, True, False)


def test_an_output_that_is_none_is_named_once(client: httpx.Client) -> None:
    given = client.post("/v1/check", json={"output": 5, "fragments": []})
    assert given.json()["error"]["message"] == "output: should be a valid string."


@pytest.mark.parametrize("word", ["tru", "", "yes"])
def test_a_stream_is_asked_for_or_not(client: httpx.Client, word: str) -> None:
    given = client.post("/v1/answer", params={"stream": word}, json=ask("¿Cuántos?"))
    assert (given.status_code, given.json()["error"]["message"]) == (422, "stream: is neither true nor false.")


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/v1/answer", 405, "method-not-allowed"),
        ("GET", "/nothing", 404, "not-found"),
        ("POST", "/v1/answer", 415, "unsupported-media-type"),
    ],
)
def test_what_is_not_there_is_told_so(client: httpx.Client, method: str, path: str, status: int, kind: str) -> None:
    given = client.request(method, path)
    assert (given.status_code, given.json()["error"]["type"]) == (status, kind)


def test_another_name_than_localhost_is_refused_without_a_token(client: httpx.Client) -> None:
    given = client.get("/openapi.json", headers={"host": "rebound.example"})
    assert (given.status_code, given.json()["error"]["type"]) == (403, "forbidden")
    assert client.get("/openapi.json", headers={"host": "[::1]:80"}).status_code == 200


def test_it_says_that_it_lives_is_ready_and_has_counted(client: httpx.Client) -> None:
    client.post("/v1/answer", json=ask("¿Cuántos?"))
    assert client.get("/healthz").json() == {"status": "ok", "parts": {}}
    assert client.get("/readyz").json() == {"status": "ok", "parts": {"answers": "ok", "checks": "ok"}}
    counted = client.get("/metrics")
    assert counted.headers["content-type"].startswith("text/plain")
    assert "fundamento_answers_total{" in counted.text


def test_fifty_megabytes_are_refused_and_survived(client: httpx.Client) -> None:
    size = 50 * 1024 * 1024

    def pieces() -> Iterator[bytes]:
        yield b'{"question": "'
        for _ in range(size // 65_536):
            yield b"a" * 65_536

    headers = {"content-type": "application/json"}
    declared = client.post("/v1/answer", content=b"a" * size, headers=headers)
    chunked = client.post("/v1/answer", content=pieces(), headers=headers)
    assert [(each.status_code, each.json()["error"]["type"]) for each in (declared, chunked)] == [
        (413, "too-large")
    ] * 2
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /v1/answer HT",
        HEAD + b"content-length: 90\r\n\r\n{",
        HEAD + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
    ids=["nothing", "half a head", "half a body", "half a chunked body"],
)
def test_a_request_that_is_never_finished_is_ended(client: httpx.Client, port: int, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(sent)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["type"] == "too-slow"
    assert client.get("/healthz").status_code == 200


async def test_two_hundred_at_once_are_survived(port: int) -> None:
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=url(port), timeout=60, limits=limits) as many:
        given = await asyncio.gather(*(many.post("/v1/answer", json=ask("slow")) for _ in range(200)))
        counts = Counter(each.status_code for each in given)
        assert set(counts) == {200, 503}
        assert counts[200] >= 8
        busy = next(each for each in given if each.status_code == 503)
        assert (busy.headers["retry-after"], busy.json()["error"]["retryable"]) == ("1", True)
        assert (await many.post("/v1/answer", json=ask("¿Cuántos?"))).status_code == 200


def test_a_place_is_free_again_after_a_deadline_and_after_a_caller_who_left(port: int) -> None:
    for _ in range(10):
        with (
            pytest.raises(httpx.ReadTimeout),
            httpx.stream("POST", f"{url(port)}/v1/answer?stream=true", json=ask("bad stuck"), timeout=0.3) as left,
        ):
            for _ in left.iter_bytes():
                pass
    assert httpx.post(f"{url(port)}/v1/answer", json=ask("¿Cuántos?"), timeout=60).status_code == 200


async def test_an_answer_that_nobody_waits_for_is_given_up(folder: Path) -> None:
    with running([STAND, "observe", "120", "2"], log=folder / "left.log") as (port, _):
        async with httpx.AsyncClient(base_url=url(port), timeout=0.5) as client:
            left = [client.post("/v1/answer", json=ask("hang")) for _ in range(2)]
            assert {type(each) for each in await asyncio.gather(*left, return_exceptions=True)} == {httpx.ReadTimeout}
        async with httpx.AsyncClient(base_url=url(port), timeout=60) as client:
            statuses: list[int] = []
            while not statuses or (statuses[-1] == 503 and len(statuses) < 200):
                statuses.append((await client.post("/v1/answer", json=ask("¿Cuántos?"))).status_code)
                await asyncio.sleep(0.05)
        assert statuses[-1] == 200


def test_a_token_is_asked_for(folder: Path) -> None:
    with (
        running([STAND, "observe", "5", "8"], log=folder / "closed.log", environment=CLOSED) as (port, _),
        httpx.Client(base_url=url(port), timeout=60) as client,
    ):
        refused = [{}, {"authorization": "Bearer other"}, {"authorization": TOKEN}, {"authorization": f"Basic {TOKEN}"}]
        for headers in refused:
            given = client.post("/v1/answer", json=ask("¿Cuántos?"), headers=headers)
            assert (given.status_code, given.headers["www-authenticate"]) == (401, "Bearer")
            assert given.json()["error"]["type"] == "unauthorized"
        assert [client.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]
        assert [client.get(path).status_code for path in ("/metrics", "/openapi.json", "/nothing")] == [401] * 3
        assert client.post("/v1/answer", json=ask("¿Cuántos?"), headers=BEARER).status_code == 200
        assert client.get("/metrics", headers={**BEARER, "host": "service.example"}).status_code == 200


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
async def test_it_finishes_what_runs_before_it_ends(folder: Path, end: signal.Signals) -> None:
    with running([STAND, "observe", "20", "8"], log=folder / "ended.log") as (port, process):
        async with httpx.AsyncClient(base_url=url(port), timeout=60) as client:
            waiting = asyncio.create_task(client.post("/v1/answer", json=ask("slow")))
            await asyncio.sleep(0.4)
            process.send_signal(end)
            assert (await waiting).status_code == 200
            assert await asyncio.to_thread(process.wait, 30) == 0
            with pytest.raises(httpx.ConnectError):
                await client.get("/healthz")


def test_no_log_holds_what_was_asked_or_answered(folder: Path) -> None:
    log = folder / "canaries.log"
    with (
        running([STAND, "observe", "2", "8"], log=log) as (port, _),
        httpx.Client(base_url=url(port), timeout=60) as client,
    ):
        for question in ("¿Cuántos?", "bad", "broken", "leaky", "hang"):
            for streamed in (False, True):
                client.post("/v1/answer", params={"stream": streamed, "q": CANARY}, json=ask(f"{question} {CANARY}"))
        client.post("/v1/check", json={"output": CANARY, "fragments": FRAGMENTS, "format": "prose"})
        client.post("/v1/check", json={CANARY: CANARY})
        client.get(f"/{CANARY}")
    lines = [json.loads(line)["event"] for line in log.read_bytes().splitlines()]
    assert lines.count("fundamento.answer") >= 5  # of what failed there are some as well
    assert CANARY not in log.read_text("utf-8")
    assert CANARY not in log.with_suffix(".err").read_text("utf-8")


@pytest.mark.parametrize("word", ["panic", "exit", "elsewhere", "halt"])
def test_whatever_a_model_raises_the_next_answer_comes(client: httpx.Client, word: str) -> None:
    for path in ("/v1/answer", "/v1/answer?stream=true"):
        client.post(path, json=ask(f"{word} {CANARY}?"))
        assert client.post("/v1/answer", json=ask("¿Cuántos proyectos?")).json()["outcome"] == "answered"
    assert client.get("/readyz").json()["parts"] == {"answers": "ok", "checks": "ok"}


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400, "malformed-request"),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -4\r\n\r\n", 400, "malformed-request"),
        (b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 70_000, 431, "too-large"),
        (HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n", 400, "malformed-request"),
    ],
)
def test_what_is_no_request_is_refused_as_json(port: int, sent: bytes, status: int, kind: str) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        said = b""
        while piece := connection.recv(65_536):
            said += piece
    head, _, body = said.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"content-type: application/json" in head
    assert json.loads(body)["error"]["type"] == kind
