"""The statements for ClickHouse, run by chDB in this process: the same figures from the same file."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from chdb.session import Session

from fundamento.rates.intervals import share_of
from fundamento.rates.measuring import Question, measure
from fundamento.rates.sums import Figures
from rates.lines import Line, answer, finding, make_service, write

SQL = Path(__file__).resolve().parents[2] / "observability" / "sql"


class ClickHouse:
    """A database of its own with the table, filled from a log."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session: Any = Session(str(folder / "clickhouse"))
        self.session.query((SQL / "schema.clickhouse.sql").read_text("utf-8"))

    def fill(self, lines: list[Line]) -> str:
        path = write(self.folder / "log.ndjson", lines)
        self.session.query(
            f"INSERT INTO fundamento_events SELECT * FROM file('{path}', 'JSONEachRow') "
            "SETTINGS input_format_skip_unknown_fields = 1, date_time_input_format = 'best_effort'"
        )
        return path

    def rates(self, *, since: str = "", until: str = "") -> dict[tuple[str, str], tuple[Any, ...]]:
        statement = (SQL / "rates.clickhouse.sql").read_text("utf-8")
        found = str(self.session.query(statement, "JSONEachRow", params={"since": since, "until": until}))
        rows = [json.loads(line) for line in found.splitlines()]
        names = ("rejected", "answers", "answer_rate", "failed_claims", "claims", "claim_rate", "errors")
        beside = ("stopped", "foreseen", "candidate_rate")
        return {(row["label"], row["check"]): tuple(row[name] for name in (*names, *beside)) for row in rows}


@pytest.fixture
def clickhouse(tmp_path: Path) -> Iterator[ClickHouse]:
    database = ClickHouse(tmp_path)
    yield database
    database.session.close()


def numbers(figures: Figures) -> tuple[Any, ...]:
    answers, claims, candidate = figures.answers, figures.claims, figures.candidate or share_of(0, 0)
    return (
        answers.count,
        answers.of,
        answers.ratio,
        claims.count,
        claims.of,
        claims.ratio,
        figures.errors,
        candidate.count,
        candidate.of,
        candidate.ratio,
    )


def duckdb_rates(path: str, **period: Any) -> dict[tuple[str, str], tuple[Any, ...]]:
    rates = {}
    for row in measure([path], Question(by=("bundle",), **period)).rows:
        rates[row.key[0] or "", ""] = numbers(row.figures)
    for row in measure([path], Question(by=("bundle", "check"), **period)).rows:
        rates[row.key[0] or "", row.key[1] or ""] = numbers(row.figures)
    return rates


@pytest.mark.parametrize("seed", [21, 22])
def test_the_figures_are_the_same(clickhouse: ClickHouse, seed: int) -> None:
    lines = make_service(500, seed=seed)
    lines += [answer("x", schema=2), finding("orphan"), {"event": "other.software", "schema": 1}]
    path = clickhouse.fill(lines)
    expected = duckdb_rates(path)
    assert len(expected) > 12
    assert sum(row[-3] > 0 for row in expected.values()) > 12
    assert clickhouse.rates() == expected


def test_of_a_period_they_are_too(clickhouse: ClickHouse) -> None:
    path = clickhouse.fill(make_service(400, seed=23))
    since, until = datetime(2026, 3, 2, 15, tzinfo=UTC), datetime(2026, 3, 3, 12, tzinfo=UTC)
    found = clickhouse.rates(since=since.isoformat(), until=until.isoformat())
    assert found == duckdb_rates(path, since=since, until=until)
    assert 0 < sum(row[1] for key, row in found.items() if not key[1]) < 300
