"""What every test shares: the audit cases beside the checkout, Hypothesis profiles, a clean structlog."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "cases"

# A shared machine stalls for reasons that are none of the code's: no time limits, and no check of speed.
settings.register_profile(
    "default", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def shared_cases(name: str) -> list[dict[str, Any]]:
    """Return the audit cases of one file, `contract` say; an empty list where the folder is not there at all.

    Tests that are parametrised with an empty list because of that are taken out of the run, not skipped.
    """
    if not CASES.is_dir():
        return []
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def case_id(case: dict[str, Any]) -> str:
    """Return the name that a case's test goes by."""
    return str(case["id"])


def pytest_report_header() -> str:
    """Say at the top of a run whether the shared audit cases take part."""
    return f"shared audit cases: {'run' if CASES.is_dir() else 'not there, so their tests are not collected'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out the tests that have no case to run on; only where the folder of cases is not there."""
    if CASES.is_dir():
        return
    without = [item for item in items if _has_no_case(item)]
    config.hook.pytest_deselected(items=without)
    items[:] = [item for item in items if item not in without]


def _has_no_case(item: pytest.Item) -> bool:
    reasons = (str(mark.kwargs.get("reason", "")) for mark in item.iter_markers("skip"))
    return any(reason.startswith("got empty parameter set") for reason in reasons)


@pytest.fixture(scope="session")
def chroma_port() -> Iterator[int]:
    """Run a Chroma server for the whole run; its port on loopback."""
    from stores.servers import chroma_server

    with chroma_server() as port:
        yield port


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Run PostgreSQL with pgvector for the whole run; the URL of a database on loopback."""
    from stores.servers import postgres_server

    with postgres_server() as url:
        yield url


@pytest.fixture(autouse=True)
def _clean_structlog() -> Iterator[None]:
    """Undo what a test configured or bound in structlog, where it has been loaded at all."""
    yield
    structlog = sys.modules.get("structlog")
    if structlog is not None:
        structlog.reset_defaults()
        structlog.contextvars.clear_contextvars()
