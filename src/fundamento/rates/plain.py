"""Reports as plain JSON values, and their rows as CSV."""

import csv
import dataclasses
import io
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from fundamento.rates.gating import GateReport
from fundamento.rates.intervals import share_of
from fundamento.rates.report import Report


def plain_report(report: Report) -> dict[str, Any]:
    """Return the rates as JSON values; times are ISO 8601 in UTC, ratios from 0 to 1, and null is not known."""
    values: dict[str, Any] = _plain(report)
    for row, plain in zip(report.rows, values["rows"], strict=True):
        plain["key"] = dict(zip(report.by, row.key, strict=True))
    return values


def plain_gate(report: GateReport) -> dict[str, Any]:
    """Return the decisions as JSON values, the call on all checks together first."""
    return {"call": report.call.value, **_plain(report)}


def write_csv(report: Report) -> str:
    """Return a line for each row, and one for all together where the keys are empty; ratios from 0 to 1."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    units, names = ("answers", "claims", "candidate"), ("failed", "of", "ratio", "low", "high")
    writer.writerow([*report.by, *(f"{unit}_{name}" for unit in units for name in names), "errors"])
    for key, figures in (((None,) * len(report.by), report.total), *((row.key, row.figures) for row in report.rows)):
        cells = [
            value
            for share in (figures.answers, figures.claims, figures.candidate or share_of(0, 0))
            for value in (share.count, share.of, share.ratio, share.low, share.high)
        ]
        writer.writerow([*map(_tame, key), *cells, figures.errors])
    return out.getvalue()


def _tame(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula, and no terminal for a command."""
    if not isinstance(value, str):
        return value
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in value)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever the fields of a report hold
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, datetime):
        return f"{value.isoformat()}Z"
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
