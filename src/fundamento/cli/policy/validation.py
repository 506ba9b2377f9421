"""Say all that is wrong with bundles at once."""

import json
import sys
from collections.abc import Sequence
from typing import Any

from fundamento.cli.status import Status
from fundamento.errors import PolicyError
from fundamento.policy.advice import advise
from fundamento.policy.form import build_schema
from fundamento.policy.loading import load_bundle
from fundamento.policy.ruling import today


def validate(sources: Sequence[str], *, as_json: bool = False) -> Status:
    """Write for each bundle that it is good, or each of its problems; then its warnings."""
    reports = [_look_at(source) for source in sources]
    if as_json:
        sys.stdout.write(json.dumps(reports, ensure_ascii=False, indent=2) + "\n")
    else:
        for report in reports:
            sys.stdout.write("".join(f"{line}\n" for line in _tell(report)))
    return Status.NOT_RUN if any(report["problems"] for report in reports) else Status.HELD


def write_schema() -> Status:
    """Write the JSON Schema of a bundle's file."""
    sys.stdout.write(schema_text())
    return Status.HELD


def schema_text() -> str:
    """Return the JSON Schema of a bundle's file as it is written into files."""
    return json.dumps(build_schema(), indent=2, ensure_ascii=False) + "\n"


def _look_at(source: str) -> dict[str, Any]:
    try:
        bundle = load_bundle(source)
    except PolicyError as error:
        return {"file": source, "problems": list(error.problems), "warnings": []}
    return {
        "file": source,
        "name": bundle.name,
        "version": bundle.version,
        "fingerprint": bundle.fingerprint,
        "problems": [],
        "warnings": advise(bundle, today()),
    }


def _tell(report: dict[str, Any]) -> list[str]:
    source = report["file"]
    if report["problems"]:
        return [f"{source}: broken", *(f"  {problem}" for problem in report["problems"])]
    said = f"{source}: good  {report['name']}@{report['version']}  fingerprint {report['fingerprint']}"
    return [said, *(f"  warning: {warning}" for warning in report["warnings"])]
