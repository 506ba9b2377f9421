"""Many requests, one in twenty of them hostile: none is late, none is anything but JSON, and nothing stays behind.

`FUNDAMENTO_LOAD_REQUESTS` says how many; `make load` sends 20,000.
"""

import asyncio
import json
import os
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest

from fuzz.hostile import FRAMES, KNOWN, UNITS, grow
from service.stand import CANARY, FRAGMENTS, running

STAND: Final = str(Path(__file__).with_name("stand.py"))
REQUESTS: Final = int(os.environ.get("FUNDAMENTO_LOAD_REQUESTS", "800"))
DEADLINE: Final = 30.0
CALLERS: Final = 6
HOSTILE: Final = 20  # one in so many
GROWTH: Final = 48 * 1024  # kilobytes that a server may grow by after its first requests
RAW: Final = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET /healthz\r\n\r\n",
    b"BREW /coffee HTCPCP/1.0\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 70_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 20_000 + b"\r\n",
    b"POST /v1/check HTTP/1.1\r\nhost: localhost\r\ncontent-length: -4\r\n\r\n",
    b"POST /v1/check HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    b"GET /v1/\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil\r\n\r\n",
)
MODEL_WORDS: Final = ("panic", "exit", "elsewhere", "halt", "leaky", "broken", "bad", "only bad")


@dataclass
class Seen:
    """What came of all requests."""

    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0


def read_memory(pid: int) -> int:
    """Return the kilobytes that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def plain(random: Random) -> tuple[str, dict[str, Any]]:
    if random.random() < 0.5:
        return "/v1/answer", {"question": f"¿Cuántos proyectos? {random.random()}", "fragments": FRAGMENTS}
    said = f"El plan {CANARY} permite hasta 10 proyectos [1]. Los archivos se conservan 30 días [2]."
    return "/v1/check", {"output": said, "format": "prose", "fragments": FRAGMENTS, "question": "¿Cuántos?"}


def hostile(random: Random) -> tuple[str, Any]:
    unit, frame = random.choice((*KNOWN, (random.choice(UNITS), random.choice(FRAMES))))
    text = CANARY + grow(unit, frame, 16_000)
    bodies: tuple[tuple[str, Any], ...] = (
        ("/v1/check", {"output": text, "format": "prose", "fragments": FRAGMENTS, "question": text[:2_000]}),
        ("/v1/check", {"output": text, "fragments": FRAGMENTS}),
        ("/v1/check", {"output": "x", "fragments": [{"id": "a", "text": text}], "format": "prose"}),
        ("/v1/answer", {"question": f"{random.choice(MODEL_WORDS)} {CANARY}", "fragments": FRAGMENTS}),
        ("/v1/answer?stream=true", {"question": f"{random.choice(MODEL_WORDS)} {CANARY}", "fragments": FRAGMENTS}),
        ("/v1/answer", {"question": text, "fragments": FRAGMENTS, CANARY: CANARY}),
        ("/v1/check", text.encode("utf-8", "replace")),
        ("/v1/check", b"[" * 100_000),
        ("/v1/check", f'{{"output": "\\ud800{CANARY}", "fragments": []}}'.encode()),
        (f"/{CANARY}", {}),
    )
    return random.choice(bodies)


async def send(client: httpx.AsyncClient, path: str, body: Any, seen: Seen) -> None:
    content = body if isinstance(body, bytes) else json.dumps(body).encode("utf-8", "replace")
    answer = await client.post(path, content=content, headers={"content-type": "application/json"})
    seen.statuses[str(answer.status_code)] += 1
    if "text/event-stream" in answer.headers["content-type"]:
        return
    said = answer.json()
    if answer.status_code != 200 and set(said) != {"error"}:
        seen.wrong.append(f"{answer.status_code} without an error")


async def send_raw(port: int, content: bytes, seen: Seen) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(content)
        await writer.drain()
        head, _, body = (await asyncio.wait_for(reader.read(), DEADLINE)).partition(b"\r\n\r\n")
        seen.statuses[head.split(b" ")[1].decode()] += 1
        if b"application/json" not in head or set(json.loads(body)) != {"error"}:
            seen.wrong.append(f"{content[:20]!r}: {head[:40]!r}")
    except ConnectionError:  # it may close while more is being sent
        seen.statuses["closed"] += 1
    finally:
        writer.close()


async def call(port: int, seeds: range, seen: Seen) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=2 * DEADLINE) as client:
        for seed in seeds:
            random, started = Random(seed), time.monotonic()
            if random.randrange(HOSTILE):
                await send(client, *plain(random), seen)
            elif random.random() < 0.3:
                await send_raw(port, random.choice(RAW), seen)
            else:
                await send(client, *hostile(random), seen)
            seen.slowest = max(seen.slowest, time.monotonic() - started)


async def call_all(port: int, seeds: range, seen: Seen) -> None:
    await asyncio.gather(*(call(port, seeds[caller::CALLERS], seen) for caller in range(CALLERS)))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc to read memory from")
def test_hostile_requests_among_many_leave_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen, log = Seen(), tmp_path / "load.log"
    first = REQUESTS // 4
    with running([STAND, "strict", str(DEADLINE), "16"], log=log) as (port, process):
        asyncio.run(call_all(port, range(first), seen))
        before = read_memory(process.pid)
        asyncio.run(call_all(port, range(first, REQUESTS), seen))
        after = read_memory(process.pid)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=DEADLINE) as client:
            ready = client.get("/readyz").json()
            alive = client.post("/v1/answer", json={"question": "¿Cuántos proyectos?", "fragments": FRAGMENTS})
    with capsys.disabled():
        print(f"\n{REQUESTS:,} requests: {dict(sorted(seen.statuses.items()))}; slowest {seen.slowest:.1f} s; ", end="")
        print(f"memory {before // 1024} MB after {first:,}, {after // 1024} MB at the end")
    assert seen.wrong == []
    assert seen.statuses["504"] == 0
    assert seen.slowest < DEADLINE
    assert after - before < GROWTH
    assert ready == {"status": "ok", "parts": {"answers": "ok", "checks": "ok"}}
    assert alive.json()["outcome"] == "answered"
    written = log.read_bytes() + log.with_suffix(".err").read_bytes()
    assert CANARY.encode() not in written
    assert written.partition(b"Traceback")[2][:2_000] == b""
