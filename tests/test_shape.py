"""Guards on the shape of the code that no linter has a rule for."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
MODULES = sorted(SOURCE.rglob("*.py"))
MODULE_IDS = [path.relative_to(SOURCE).as_posix() for path in MODULES]

MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
EMPTY_NAMES = re.compile(r"(?:utils?|helpers?|common|managers?)")

# Still longer, and to be cut down: nothing may be added here.
LONG_MODULES = {"fundamento/checks/numbers.py": 405, "fundamento/checks/terms.py": 500}

# Functions that a vendor's library calls with whatever names it likes, and those that stand in for a user's own: only
# these may take `**anything`.
CALLED_BY_A_VENDOR = {
    "fundamento/adapters/instructor.py": {"_forced", "_prepare", "_unforced"},
    "fundamento/adapters/langchain.py": {"ainvoke", "astream", "invoke", "stream"},
    "fundamento/decorators.py": {"awaited", "called"},
    "fundamento/text/vocabulary.py": {"look_up"},  # takes what the function takes that it is put round
}

# Folders that belong to one machine. The look-behind lets the tail of a longer path or of an address be.
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:work|tmp|root|opt|home|Users|mnt|workspace)/\w")
INDEX_ADDRESS = re.compile(r"(?i)\b(?:py[p]i|python[h]osted)\.(?:org|io|python)\b|/simple/?[\"'\s]")
INDEX_OPTION = re.compile(r"(?<![\w-])(?:-i|-f|--(?:extra-)?index-url|--find-links|--trusted-host)\b|://")

# `import fundamento` may load these, what Cython adds for PyYAML, and what is part of Python.
LIGHT = {"fundamento", "pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection", "yaml"}
GENERATED = ("_yaml", "_cython", "cython_runtime", "_sysconfigdata")
HEAVY = {
    "chromadb",
    "duckdb",
    "instructor",
    "langchain",
    "langchain_core",
    "langgraph",
    "onnxruntime",
    "openai",
    "openfeature",
    "rapidfuzz",
    "sentencex",
    "snowballstemmer",
    "structlog",
}


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def find_functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def list_text_files() -> dict[str, str]:
    """Return the text of each file that the project holds or is about to hold, by its path."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        paths = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    else:  # an unpacked source distribution has no repository
        paths = [
            path
            for path in ROOT.rglob("*")
            if not {part for part in path.relative_to(ROOT).parts if part in (".venv", "__pycache__", "dist")}
        ]
    texts = {}
    for path in paths:
        if path.is_file():
            content = path.read_bytes()
            if b"\0" not in content:
                texts[path.relative_to(ROOT).as_posix()] = content.decode("utf-8", "replace")
    return texts


TEXTS = list_text_files()


def find_lines(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def find_index_hosts() -> set[str]:
    """Return the hosts of the package indexes that this machine's pip is set to use, in files or variables."""
    shown = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    ).stdout
    lines = [line for line in shown.splitlines() if re.match(r"\S*(?:index-url|find-links)=", line)]
    hosts = {urlsplit(address).hostname or "" for line in lines for address in re.findall(r"https?://[^\s']+", line)}
    return hosts - {"", "localhost", "127.0.0.1", "::1"}


def load_names(program: str) -> set[str]:
    """Return the top-level names of what a program loads in a fresh interpreter, Python's own left out."""
    code = (
        f"import json, sys; before = set(sys.modules)\n{program}\nprint(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names = {name.partition(".")[0] for name in json.loads(done.stdout)}
    return names - sys.stdlib_module_names


def test_there_is_something_to_guard() -> None:
    assert {"fundamento/__init__.py", "fundamento/events.py"} <= set(MODULE_IDS)
    assert {"pyproject.toml", "Makefile", "requirements.txt", "src/fundamento/events.py"} <= set(TEXTS)


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_a_module_is_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONG_MODULES.get(path.relative_to(SOURCE).as_posix(), MAX_MODULE_LINES)


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_functions_are_short(path: Path) -> None:
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in find_functions(parse(path))}
    assert {name: length for name, length in lengths.items() if length > MAX_FUNCTION_LINES} == {}


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_functions_name_what_they_take(path: Path) -> None:
    allowed = CALLED_BY_A_VENDOR.get(path.relative_to(SOURCE).as_posix(), set())
    catching_all = {node.name for node in find_functions(parse(path)) if node.args.kwarg is not None}
    assert catching_all - allowed == set()


@pytest.mark.parametrize("path", MODULES, ids=MODULE_IDS)
def test_names_of_modules_say_something(path: Path) -> None:
    names = path.relative_to(SOURCE).with_suffix("").parts
    assert [name for name in names if EMPTY_NAMES.fullmatch(name.strip("_"))] == []


def test_no_file_names_a_folder_of_one_machine() -> None:
    assert find_lines(MACHINE_PATH, TEXTS) == []


def test_no_file_names_a_package_index() -> None:
    hosts = "|".join(map(re.escape, find_index_hosts()))
    assert find_lines(INDEX_ADDRESS, TEXTS) == []
    assert find_lines(re.compile(hosts or r"(?!)"), TEXTS) == []


def test_requirements_say_what_and_never_where_from() -> None:
    requirements = {name: text for name, text in TEXTS.items() if re.fullmatch(r"requirements.*\.txt", name)}
    assert find_lines(INDEX_OPTION, requirements) == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MACHINE_PATH, "see /wo{}rk/main"),
        (MACHINE_PATH, "/ho{}me/ana/notes"),
        (MACHINE_PATH, 'open("/tm{}p/x")'),
        (INDEX_ADDRESS, "https://py{}pi.org/project/x"),
        (INDEX_ADDRESS, "https://files.python{}hosted.org/x"),
        (INDEX_OPTION, "--extra-index-url https://packages.test"),
        (INDEX_OPTION, "name @ https://packages.test/name.whl"),
    ],
)
def test_the_guards_on_text_find_what_they_look_for(pattern: re.Pattern[str], line: str) -> None:
    # The braces keep the line itself from being found in this file.
    assert find_lines(pattern, {"a.txt": f"first\n{line.format('')}\nlast"}) == ["a.txt:2"]


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MACHINE_PATH, "https://example.com/work/today"),
        (MACHINE_PATH, "docs/tmp/x and ./home/x and ~/tmp/x"),
        (MACHINE_PATH, "#!/usr/bin/env bash"),
        (INDEX_OPTION, 'httpx==0.28.1 ; python_version < "3.12"'),
    ],
)
def test_the_guards_on_text_let_others_be(pattern: re.Pattern[str], line: str) -> None:
    assert find_lines(pattern, {"a.txt": line}) == []


def test_importing_the_library_loads_nothing_heavy() -> None:
    loaded = load_names("import fundamento")
    assert "fundamento" in loaded
    assert loaded & HEAVY == set()
    assert {name for name in loaded - LIGHT if not name.startswith(GENERATED)} == set()
