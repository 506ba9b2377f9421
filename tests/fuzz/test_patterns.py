"""No pattern of the package takes longer than in proportion to a text, whatever the text is a run of."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fuzz.hostile import FRAMES, UNITS, find_growth, grow, measure

import fundamento

SOURCE = Path(fundamento.__file__).parent
METHODS = {"search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"}
AT_ONE_PLACE = {"match", "fullmatch"}
SIZE = 750
# A pattern that is tried at one place only, or on a stretch of a fixed length, is given no longer one.
SHORT = 24
MIDDLE = 400
TOO_LONG = 0.02  # seconds for what should take microseconds
FLOOR = 0.006
MOST = 9.0


def find_patterns() -> dict[str, re.Pattern[str]]:
    """Return the patterns that the modules of the package hold by a name, in mappings and sequences too."""
    found: dict[str, re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(fundamento.__path__, "fundamento."):
        if not module.name.endswith("__main__"):
            held = vars(importlib.import_module(module.name))
            for name, value in held.items():
                for pattern in look_in(value, 3):
                    if isinstance(pattern.pattern, str):
                        found.setdefault(f"{module.name}.{name}", pattern)
    return found


def look_in(value: object, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for each in (*value.keys(), *value.values()):
            yield from look_in(each, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from look_in(each, depth - 1)


def repeats_without_end(pattern: re.Pattern[str]) -> bool:
    """Say whether a pattern has a repeat with no upper bound: without one, it takes so long a place and no longer."""
    return any(_is_endless(part) for part in _parts(re._parser.parse(pattern.pattern, pattern.flags)))  # type: ignore[attr-defined]


def _is_endless(part: Any) -> bool:
    return isinstance(part, tuple) and len(part) == 3 and part[1] == re._constants.MAXREPEAT  # type: ignore[attr-defined]


def _parts(tree: Any) -> Iterator[Any]:
    yield tree
    if isinstance(tree, list | tuple | re._parser.SubPattern):  # type: ignore[attr-defined]
        for each in tree:
            yield from _parts(each)


def find_uses() -> dict[str, set[str]]:
    """Return by name how patterns are used anywhere: the methods, `search in a stretch` where its end is given."""
    uses: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
                owner = node.func.value
                name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
                bounded = len(node.args) > 2 or (node.args and is_stretch(node.args[0]))
                uses.setdefault(name, set()).add("stretch" if bounded else node.func.attr)
    return uses


def is_stretch(argument: ast.expr) -> bool:
    """Say whether an argument is a part of a text that is cut out by two places."""
    return isinstance(argument, ast.Subscript) and isinstance(argument.slice, ast.Slice) and bool(argument.slice.lower)


PATTERNS = {name: pattern for name, pattern in find_patterns().items() if repeats_without_end(pattern)}
USES = find_uses()


def is_slow(pattern: re.Pattern[str], methods: set[str], unit: str, frame: tuple[str, str]) -> bool:
    def work(size: int) -> None:
        text = grow(unit, frame, size)
        if methods - AT_ONE_PLACE:
            for _ in pattern.finditer(text):
                pass
        pattern.match(text)
        pattern.fullmatch(text)

    for size in (SHORT, MIDDLE):  # what grows faster still would never end
        if min(measure(lambda size=size: work(size)) for _ in range(2)) > TOO_LONG:
            return True
    return bool(methods) and find_growth(work, SIZE, floor=FLOOR, most=MOST) > MOST


def test_patterns_are_found() -> None:
    assert len(PATTERNS) > 100


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_a_pattern_takes_time_in_proportion(name: str) -> None:
    methods = USES.get(name.rpartition(".")[2], {"search"}) - {"stretch"}
    slow = [(unit, frame[0]) for frame in FRAMES[::2] for unit in UNITS if is_slow(PATTERNS[name], methods, unit, frame)]
    assert slow == []
