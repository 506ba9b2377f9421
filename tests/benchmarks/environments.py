"""Environments for peers whose dependencies cannot stand beside ours: made, asked, and thrown away or kept."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_PATIENCE = 1_200  # seconds, for an installation
_APART = Path(__file__).with_name("apart.py")


@dataclass(frozen=True)
class Peer:
    """A peer: what it is called in `apart.py`, what it is, and what to install; `alone` without its dependencies."""

    name: str
    what: str
    packages: tuple[str, ...]
    alone: tuple[str, ...] = ()


PEERS = (
    Peer("citenexus", "citenexus verify_answer", ("citenexus==0.13.1",)),
    # Its embedding model needs gigabytes of packages, and a download; an embedding function that is given needs none.
    Peer(
        "guardrails",
        "guardrails provenance_embeddings",
        ("guardrails-ai==0.11.0", "nltk==3.10.4", "numpy==2.4.6"),
        ("guardrails-ai-provenance-embeddings==0.0.2",),
    ),
)


class NotMeasuredError(Exception):
    """Why a peer could not be measured."""


def ask(peer: Peer, folder: Path, pairs: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Return what a peer takes for some claims, in its environment in a folder; raises `NotMeasuredError`."""
    python = folder / peer.name / "bin" / "python"
    ready = folder / peer.name / ".ready"
    if not ready.exists():
        _run([sys.executable, "-m", "venv", str(folder / peer.name)], "no environment can be made")
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        _run([*pip, *peer.packages], "it cannot be installed")
        if peer.alone:
            _run([*pip, "--no-deps", *peer.alone], "it cannot be installed")
        ready.touch()
    said = _run([str(python), str(_APART), peer.name], "it cannot be run", json.dumps(pairs))
    answer: dict[str, float] = json.loads(said.splitlines()[-1])
    return answer


def _run(command: Sequence[str], failing: str, fed: str = "") -> str:
    try:
        done = subprocess.run(command, input=fed, check=False, capture_output=True, text=True, timeout=_PATIENCE)
    except subprocess.TimeoutExpired as slow:
        raise NotMeasuredError(f"{failing} within {slow.timeout:.0f} s") from None
    if done.returncode or (fed and not done.stdout.strip()):
        reasons = [line for line in done.stderr.splitlines() if line.strip()] or [f"exit status {done.returncode}"]
        raise NotMeasuredError(f"{failing}: {reasons[-1].strip()}")
    return done.stdout
