"""`fundamento rates` and `gate` on generated lines beside a bare count of the same file by DuckDB, in one run:
`PYTHONPATH=tests python -m benchmarks.rates [LINES [ROUNDS]]`. Nothing is asserted, and the file is gone at the end.

All sides run in processes of their own, in turn, so that each has its own memory; the best of a few rounds counts: time
on the clock, and processor time, which other processes disturb less. The bare count parses every line and counts the
events of each name.
"""

import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import orjson

from fundamento.events import AnswerEvent, FindingEvent
from fundamento.findings import CheckId
from fundamento.telemetry import to_record
from telemetry.samples import FULL_ANSWER, FULL_FINDING

LINES: Final = 3_000_000
ROUNDS: Final = 3
START: Final = datetime(2026, 3, 2, tzinfo=UTC)
# What looks at an answer without a store, a reader and a judge.
CHECKED: Final = tuple(
    check.value
    for check in CheckId
    if check.value
    not in ("claims-in-abstention", "missing-fragment", "changed-fragment", "unreadable-fragment", "not-entailed")
)
CHECKS: Final = ("quote-not-found", "number-unsupported", "empty-support", "superseded-source")

_COUNT: Final = """
import duckdb, resource, sys
duckdb.sql("SET enable_progress_bar = false")
print(duckdb.sql(
    f"SELECT event, count(*) FROM read_json('{sys.argv[1]}', format = 'newline_delimited', "
    "columns = {event: 'VARCHAR'}) GROUP BY event"
).fetchall() and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
_RATES: Final = """
import resource, sys
from fundamento.rates.measuring import measure
print(measure([sys.argv[1]]).total.answers.of and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
_GATE: Final = """
import resource, sys
from fundamento.rates.gating import judge
print(judge([sys.argv[1]]).regime.answers and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
_SIDES: Final = {"bare count": _COUNT, "rates": _RATES, "gate": _GATE}


def make_lines(lines: int, *, seed: int = 7) -> Iterator[bytes]:
    """Yield so many lines of a service under load: answers over three weeks, a tenth of which has findings."""
    draw = random.Random(seed)
    answer, finding = _template(AnswerEvent.name), _template(FindingEvent.name)
    step = timedelta(weeks=3) / max(lines, 1)
    written = 0
    while written < lines:
        number = draw.getrandbits(160)
        claims = (1, 2, 3, 3, 4, 6)[number % 6]
        failed = 1 + number % claims if draw.random() < 0.1 else 0
        values = {
            "id": f"{number:040x}"[:32],
            "at": (START + written * step).isoformat(),
            "tenant": f"t-{number % 41}",
            "route": ("billing", "support", "sales")[number % 3],
            "bundle": 3 if 2 * written < lines else 4,
            "outcome": "rejected" if failed else ("answered", "answered", "partial", "abstained")[number % 4],
            "verdict": "fail" if failed else "pass",
            "claims": claims,
            "failed": failed,
        }
        block = [
            finding
            % {**values, "check": CHECKS[(number + claim) % 4], "claim": claim, "fragment": f"d{number % 499}@1:0-80"}
            for claim in range(failed)
        ]
        for line in [*block, answer % values][: lines - written]:
            written += 1
            yield line.encode()


def _template(name: str) -> str:
    """Return a line with places for what varies; the rest is as the samples have it."""
    varied = {
        "answer_id": "%(id)s",
        "timestamp": "%(at)s",
        "tenant": "%(tenant)s",
        "route": "%(route)s",
        "outcome": "%(outcome)s",
        "first_outcome": "%(outcome)s",
        "verdict": "%(verdict)s",
        "check": "%(check)s",
        "fragment": "%(fragment)s",
    }
    numbers = {
        "bundle_version": "%(bundle)d",
        "claims": "%(claims)d",
        "claims_failed": "%(failed)d",
        "claim": "%(claim)d",
    }
    fixed = {"attempt": 1, "attempts": 1, "final": True}
    record = {**to_record(FULL_ANSWER if name == AnswerEvent.name else FULL_FINDING), "timestamp": "", "level": "info"}
    if name == AnswerEvent.name:
        record["checked"] = dict.fromkeys(CHECKED, 3)
    record |= {key: value for key, value in (varied | numbers | fixed).items() if key in record}
    text = orjson.dumps(record).decode()
    for value in numbers.values():
        text = text.replace(f'"{value}"', value)
    return text + "\n"


@dataclass(frozen=True, slots=True)
class _Cost:
    """Seconds, and megabytes at most."""

    clock: float
    processor: float
    memory: float

    def better(self, other: "_Cost") -> "_Cost":
        """Return the better times of both, and the higher memory."""
        return _Cost(min(self.clock, other.clock), min(self.processor, other.processor), max(self.memory, other.memory))


def _run(program: str, path: Path) -> _Cost:
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return _Cost(time.perf_counter() - started, processor, int(done.stdout) * 1024 / 1e6)


def main(arguments: list[str]) -> int:
    """Make the file, time all sides in turn, and print what came out."""
    lines = int(arguments[0]) if arguments else LINES
    rounds = int(arguments[1]) if len(arguments) > 1 else ROUNDS
    with TemporaryDirectory() as folder:
        path = Path(folder) / "events.ndjson"
        with path.open("wb") as file:
            file.writelines(make_lines(lines))
        print(f"{lines:,} lines, {path.stat().st_size / 1e9:.2f} GB")
        best = {name: _Cost(math.inf, math.inf, 0.0) for name in _SIDES}
        for _ in range(rounds):
            for name, program in _SIDES.items():
                best[name] = best[name].better(_run(program, path))
    bare = best["bare count"]
    for name, cost in best.items():
        print(
            f"{name:<12} {cost.clock:>7.1f} s on the clock ({cost.clock / bare.clock:.2f}×) "
            f"{cost.processor:>7.1f} s of processor ({cost.processor / bare.processor:.2f}×) {cost.memory:>6.0f} MB"
        )
    print("aim: rates < 3×")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
