"""A peer that cannot be measured is named with the reason."""

import sys
from pathlib import Path

import pytest

from benchmarks.environments import PEERS, NotMeasuredError, Peer, ask


@pytest.mark.parametrize("peer", PEERS, ids=lambda each: each.name)
def test_a_peer_that_is_not_there_is_not_measured(tmp_path: Path, peer: Peer) -> None:
    python = tmp_path / peer.name / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    (tmp_path / peer.name / ".ready").touch()
    with pytest.raises(NotMeasuredError, match="it cannot be run: ModuleNotFoundError: No module named"):
        ask(peer, tmp_path, [("One.", "One.")])
