"""Programs of the monitoring stack: found, started on free ports of loopback, and stopped."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

HOST = "127.0.0.1"
_TRIES, _PAUSE = 600, 0.1  # a shared machine may take its time


def find_program(*names: str) -> str:
    """Return the path of a program by the first of its names that is there.

    Where it is not installed the test is skipped and says so; under CI that is a failure.
    """
    for name in names:
        path = shutil.which(name)
        if path is not None:
            return path
    reason = f"{names[0]} is not installed; on Debian: apt-get install prometheus prometheus-alertmanager"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def find_free_port() -> int:
    """Return a port of loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def wait_for(what: str, is_so: Callable[[], bool]) -> None:
    """Wait until something is so. Raises `TimeoutError` that says what has not come."""
    for _ in range(_TRIES):
        if is_so():
            return
        time.sleep(_PAUSE)
    raise TimeoutError(f"{what} has not come.")


@contextmanager
def running(
    command: Sequence[str | Path], folder: Path, *, ready: Callable[[], bool]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in a folder for as long as the block lasts, from when it is ready."""
    name = Path(command[0]).name
    log = folder / f"{name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)

    def is_ready() -> bool:
        if process.poll() is not None:
            raise RuntimeError(f"{name} has stopped: {log.read_text(errors='replace')[-2_000:]}")
        return ready()

    try:
        wait_for(f"{name}: {log}", is_ready)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)
