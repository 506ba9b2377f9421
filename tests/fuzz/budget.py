"""How long a fuzz runs: `FUNDAMENTO_FUZZ_SECONDS`, and where it begins: `FUNDAMENTO_FUZZ_SEED`."""

import os
import time
from collections.abc import Iterator
from typing import Final

SECONDS: Final = float(os.environ.get("FUNDAMENTO_FUZZ_SECONDS", "30"))
SEED: Final = int(os.environ.get("FUNDAMENTO_FUZZ_SEED", "20261201"))


def rounds(share: float) -> Iterator[int]:
    """Yield a seed a round, at least a few, until this share of the time is spent; of the whole machine's clock."""
    ends = time.monotonic() + SECONDS * share
    count = 0
    while count < 40 or time.monotonic() < ends:
        yield SEED + count
        count += 1
