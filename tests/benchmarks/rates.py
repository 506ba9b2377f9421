"""`fundamento rates` on millions of generated lines beside a bare count by DuckDB of the same file, in one run:
`PYTHONPATH=tests python -m benchmarks.rates [LINES]`. Nothing is asserted, and the file is gone at the end.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Final

import duckdb
import orjson

from fundamento.events import AnswerEvent, FindingEvent
from fundamento.findings import CheckId
from fundamento.telemetry import to_record
from telemetry.samples import FULL_ANSWER, FULL_FINDING

LINES: Final = 3_000_000
ROUNDS: Final = 3
START: Final = datetime(2026, 3, 2, tzinfo=UTC)
CHECKS: Final = (CheckId.QUOTE_NOT_FOUND, CheckId.NUMBER_UNSUPPORTED, CheckId.EMPTY_SUPPORT, CheckId.SUPERSEDED_SOURCE)


def make_lines(lines: int, *, seed: int = 7) -> Iterator[bytes]:
    """Yield so many lines of a service under load: answers over three weeks, a tenth of which has findings."""
    choose = random.Random(seed)
    answer, finding = _template(AnswerEvent.name), _template(FindingEvent.name)
    step = timedelta(weeks=3) / max(lines, 1)
    written = 0
    while written < lines:
        claims = choose.choice((1, 2, 3, 3, 4, 6))
        failed = choose.randint(1, claims) if choose.random() < 0.1 else 0
        values = {
            "id": f"{choose.getrandbits(128):032x}",
            "at": (START + written * step).isoformat(),
            "tenant": f"t-{choose.randrange(40)}",
            "route": choose.choice(("billing", "support", "sales")),
            "bundle": choose.choice((3, 4)),
            "outcome": "rejected" if failed else choose.choice(("answered", "answered", "partial", "abstained")),
            "verdict": "fail" if failed else "pass",
            "claims": claims,
            "failed": failed,
        }
        block = [
            finding.substitute(
                values, check=choose.choice(CHECKS), claim=claim, fragment=f"doc-{choose.randrange(500)}@1:0-80"
            )
            for claim in range(failed)
        ]
        for line in [*block, answer.substitute(values)][: lines - written]:
            written += 1
            yield line.encode()


def _template(name: str) -> Template:
    """Return a line with places for what varies; the rest is as the samples have it."""
    sample = FULL_ANSWER if name == AnswerEvent.name else FULL_FINDING
    varied = {
        "answer_id": "$id",
        "timestamp": "$at",
        "tenant": "$tenant",
        "route": "$route",
        "outcome": "$outcome",
        "first_outcome": "$outcome",
        "verdict": "$verdict",
        "check": "$check",
        "fragment": "$fragment",
    }
    numbers = {"bundle_version": "$bundle", "claims": "$claims", "claims_failed": "$failed", "claim": "$claim"}
    fixed = {"attempt": 1, "attempts": 1, "final": True}
    record = {**to_record(sample), "timestamp": "", "level": "info"}
    record |= {key: value for key, value in (varied | numbers | fixed).items() if key in record}
    text = orjson.dumps(record).decode()
    for value in numbers.values():
        text = text.replace(f'"{value}"', value)
    return Template(text + "\n")
