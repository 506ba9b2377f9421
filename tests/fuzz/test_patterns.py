"""No pattern of the package takes longer than in proportion to a text, whatever the text is a run of."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import fundamento
from fundamento.text.vocabulary import WordPattern
from fuzz.hostile import find_growth, grow, measure
from fuzz.pumping import find_runs

SOURCE = Path(fundamento.__file__).parent
METHODS = {"search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split"}
AT_ONE_PLACE = {"match", "fullmatch"}
RUNS = ("\n", " ", "1", "1 ", "a", "a ", "a,", "a, ", "A. ", "1-", "-", "_", "*", "[", "(", "`", '"', "\\", ".", "日")
SIZE = 1_000
# What grows faster than the square is noticed before it would take for ever.
SHORT = (12, 16, 20, 24, 28, 32, 300)
TOO_LONG = 0.01  # seconds for what takes microseconds
FLOOR = 0.01
MOST = 9.0


def find_patterns() -> dict[tuple[str, str], re.Pattern[str]]:
    """Return the patterns that each module holds by a name, in mappings and sequences too, by module and name."""
    found: dict[tuple[str, str], re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(fundamento.__path__, "fundamento."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            for number, pattern in enumerate(look_in(value, 3)):
                if isinstance(pattern.pattern, str):
                    found[module.name, f"{name}[{number}]" if number else name] = pattern
    return found


def look_in(value: object, depth: int) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, WordPattern):
        yield value.value()
    elif depth and isinstance(value, dict):
        for each in (*value.keys(), *value.values()):
            yield from look_in(each, depth - 1)
    elif depth and isinstance(value, list | tuple | set | frozenset):
        for each in value:
            yield from look_in(each, depth - 1)


def find_uses() -> dict[tuple[str, str], set[str]]:
    """Return by module and name how a pattern is used there; not where it is given a stretch of a text with an end."""
    uses: dict[tuple[str, str], set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        module = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
                owner = node.func.value
                if isinstance(owner, ast.Name):
                    said = uses.setdefault((module, owner.id), set())
                    said |= set() if is_stretch(node) else {node.func.attr}
    return uses


def is_stretch(call: ast.Call) -> bool:
    first = call.args[0] if call.args else None
    cut = isinstance(first, ast.Subscript) and isinstance(first.slice, ast.Slice)
    return cut or (len(call.args) > 2 and isinstance(call.func, ast.Attribute) and call.func.attr != "sub")


def join_uses(uses: dict[tuple[str, str], set[str]]) -> dict[int, set[str]]:
    """Return how each pattern is used in all modules that have it, by what it is."""
    joined: dict[int, set[str]] = {}
    for place, pattern in PATTERNS.items():
        if place in uses:
            joined.setdefault(id(pattern), set()).update(uses[place])
    return joined


PATTERNS = find_patterns()
USES = join_uses(find_uses())
ENDLESS = sorted(place for place, pattern in PATTERNS.items() if find_runs(pattern))


def find_slow(place: tuple[str, str]) -> list[tuple[str, str]]:
    """Return what a pattern takes too long for: what comes first, and what is repeated after it."""
    pattern = PATTERNS[place]
    methods = USES.get(id(pattern), {"search", "fullmatch"})
    runs = [*find_runs(pattern), *(("", unit) for unit in RUNS)]
    return [(before, unit) for before, unit in runs if is_slow(pattern, methods, before, unit)]


def is_slow(pattern: re.Pattern[str], methods: set[str], before: str, unit: str) -> bool:
    def work(size: int) -> None:
        text = grow(unit, (before, "\x00"), size)
        if methods - AT_ONE_PLACE:
            for _ in pattern.finditer(text):
                pass
        pattern.match(text)
        if "fullmatch" in methods:
            pattern.fullmatch(text)

    for size in SHORT:
        if min(measure(partial(work, size)) for _ in range(2)) > TOO_LONG:
            return True
    return find_growth(work, SIZE, floor=FLOOR, most=MOST) > MOST


def test_patterns_and_their_runs_are_found() -> None:
    assert len(PATTERNS) > 400
    assert find_runs(re.compile(r"a+(?:[b-d]|\s)*x")) == [("", "a"), ("a", "b"), ("a", " "), ("a", "\n")]
    assert find_runs(re.compile(r"[^\s,]{2,}-{1,3}")) == [("", "a"), ("", "1"), ("", "-"), ("", "."), ("", ":")]


@pytest.mark.parametrize("pattern", [r"\s*\n", r"(?:a|aa)*b", r"x\s*[\s,]*;"])
def test_what_grows_too_fast_is_noticed(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PATTERNS, ("here", "_SLOW"), re.compile(pattern))
    assert find_slow(("here", "_SLOW")) != []


@pytest.mark.parametrize("place", ENDLESS, ids=".".join)
def test_a_pattern_takes_time_in_proportion(place: tuple[str, str]) -> None:
    assert find_slow(place) == []
