"""Real servers on loopback, for as long as a block lasts."""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import httpx
import psycopg

Command: TypeAlias = Sequence[str | Path]

HOST = "127.0.0.1"
_TRIES, _PAUSE = 600, 0.1  # a shared machine may take its time


@contextmanager
def chroma_server() -> Iterator[int]:
    """Run `chroma run` in an empty folder; yield its port."""
    port = _free_port()
    program = Path(sys.executable).parent / "chroma"
    with _folder() as folder:
        command: Command = [program, "run", "--host", HOST, "--port", str(port), "--path", folder]
        with _running(command, folder, ready=lambda: _answers(port)):
            yield port


@contextmanager
def postgres_server() -> Iterator[str]:
    """Run an empty PostgreSQL with pgvector; yield the URL of a database for SQLAlchemy."""
    port = _free_port()
    programs = _postgres_programs()
    # PostgreSQL refuses to run as root.
    user = "nobody" if os.geteuid() == 0 else None
    with _folder() as folder:
        if user is not None:
            shutil.chown(folder, user)
            programs = _within_reach(programs, folder)
        data = ("-D", folder / "data")
        make: Command = [programs / "initdb", *data, "-U", "postgres", "--auth=trust", "--encoding=utf8", "--locale=C"]
        subprocess.run([*make, "--no-sync"], user=user, cwd=folder, check=True, capture_output=True)
        serve: Command = [programs / "postgres", *data, "-F", "-h", HOST, "-p", str(port), "-k", folder]
        # After SIGTERM it would wait for its clients.
        with _running(serve, folder, ready=lambda: _connects(port), user=user, stop=signal.SIGINT):
            yield f"postgresql+psycopg://postgres@{HOST}:{port}/postgres"


@contextmanager
def _running(
    command: Command,
    folder: Path,
    *,
    ready: Callable[[], bool],
    user: str | None = None,
    stop: signal.Signals = signal.SIGTERM,
) -> Iterator[None]:
    log = folder / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, user=user, stdout=output, stderr=subprocess.STDOUT)
    try:
        for _ in range(_TRIES):
            if ready():
                break
            if process.poll() is not None:
                raise RuntimeError(f"{Path(command[0]).name} has stopped: {log.read_text(errors='replace')[-2_000:]}")
            time.sleep(_PAUSE)
        else:
            raise RuntimeError(f"{Path(command[0]).name} does not answer: {log.read_text(errors='replace')[-2_000:]}")
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(30)


@contextmanager
def _folder() -> Iterator[Path]:
    # Not one of pytest's: those are closed to the user that PostgreSQL runs as.
    folder = Path(tempfile.mkdtemp(prefix="fundamento-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _postgres_programs() -> Path:
    # Not imported: that would set up a server of its own.
    found = importlib.util.find_spec("pgserver")
    if found is not None and found.submodule_search_locations:
        return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"
    config = shutil.which("pg_config")
    if config is None:
        raise RuntimeError("There is no PostgreSQL: install one with pgvector, and put its pg_config on the path.")
    return Path(subprocess.run([config, "--bindir"], check=True, capture_output=True, text=True).stdout.strip())


def _within_reach(programs: Path, folder: Path) -> Path:
    """Copy the wheel's programs, with the libraries beside them, to where another user may read them.

    The virtual environment may lie in a folder that is closed to everyone else.
    """
    package = programs.parent.parent
    if package.name != "pgserver":
        return programs
    for part in (package, *package.parent.glob("pgserver*.libs")):
        shutil.copytree(part, folder / "programs" / part.name, symlinks=True)
    return folder / "programs" / package.name / programs.relative_to(package)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    try:
        return httpx.get(f"http://{HOST}:{port}/api/v2/heartbeat", timeout=5).is_success
    except httpx.TransportError:
        return False


def _connects(port: int) -> bool:
    try:
        psycopg.connect(host=HOST, port=port, user="postgres", dbname="postgres").close()
    except psycopg.OperationalError:
        return False
    return True
