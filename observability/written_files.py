"""Files that a script writes: into the folder, or with `--check` only told where they are not up to date."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def main(arguments: Sequence[str], usage: str, render: Callable[[], Mapping[Path, str]]) -> int:
    """Write the files, or with `--check` say which are not up to date; return the exit status."""
    if list(arguments) not in ([], ["--check"]):
        sys.stderr.write(usage)
        return 2
    stale = {
        path: text for path, text in render().items() if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        sys.stdout.write(f"{path.name}: {'not up to date' if arguments else 'written'}\n")
        if not arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return int(bool(arguments and stale))
