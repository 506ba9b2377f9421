"""Standard streams that are closed, or full."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import HELD, UNKNOWN, jsonl, record

ENTRY = "from fundamento.cli import main; main()"


@pytest.mark.skipif(sys.platform != "linux", reason="the redirections and /dev/full are Linux's")
@pytest.mark.parametrize(
    ("arguments", "redirection", "status"),
    [
        ("-", "<&-", 2),
        ("{}", ">&-", 2),
        ("{}", ">/dev/full", 2),
        ("{} --output /dev/full", "", 2),
        ("{} --policy strict", "2>&- >/dev/null", 1),
        ("{} --policy strict", "2>/dev/full >/dev/null", 1),
    ],
)
def test_a_closed_or_full_stream_is_a_status_and_no_traceback(
    arguments: str, redirection: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "in.jsonl").write_bytes(jsonl(record("r1", HELD), record("r2", UNKNOWN)))
    command = f'"$0" -c "$1" audit {arguments.format("in.jsonl")} {redirection}'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, ENTRY], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)
    assert all(json.loads(line) for line in done.stdout.splitlines())
