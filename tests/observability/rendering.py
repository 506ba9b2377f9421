"""The configuration that ships, with every duration made shorter and every address put on loopback."""

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "observability"
FASTER = 60  # a minute becomes a second

_MILLISECONDS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
# A duration by itself: not the end of a recorded name such as ratio5m.
_DURATION = re.compile(r"\b(\d+)(ms|s|m|h|d)\b")


def hasten(text: str) -> str:
    """Return a configuration or rules with every duration divided by `FASTER`."""
    return _DURATION.sub(lambda found: f"{int(found[1]) * _MILLISECONDS[found[2]] // FASTER}ms", text)


def render(source: str, target: Path, changes: Mapping[str, str] | None = None) -> None:
    """Write a file of `observability/` with its durations shortened, then with `changes` made to its text.

    Raises `ValueError` for a text to change that does not stand in it.
    """
    text = hasten((FOLDER / source).read_text(encoding="utf-8"))
    for old, new in (changes or {}).items():
        if old not in text:
            raise ValueError(f"{source} does not hold {old}.")
        text = text.replace(old, new)
    target.write_text(text, encoding="utf-8")
