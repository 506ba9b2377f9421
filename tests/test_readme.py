"""What the README shows runs, and gives what it shows."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import yaml

import fundamento
from fundamento.checks import CHECKS
from fundamento.findings import Action, CheckId, Mode, Outcome
from fundamento.policy.loading import load_bundle

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
FENCE = r"```{lang}\n(.*?)```"


def blocks(mark: str, lang: str) -> list[str]:
    return re.findall(rf"<!-- {mark} -->\n" + FENCE.format(lang=lang), README, re.DOTALL)


def programs() -> list[tuple[str, str]]:
    """Return each Python block that runs, with the output that the README shows for it."""
    pattern = r"<!-- run -->\n```python\n(.*?)```(?:\n\n<!-- output -->\n```text\n(.*?)```)?"
    return re.findall(pattern, README, re.DOTALL)


def transcript(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output below it."""
    _, *parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
    split = [part.partition("\n") for part in parts]
    return [(command, output) for command, _, output in split]


def environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("FUNDAMENTO_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    return {**kept, "PATH": path, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


def run(command: list[str], folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def strip_ends(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


@pytest.mark.parametrize(("program", "output"), programs())
def test_a_program_gives_what_is_shown(program: str, output: str, tmp_path: Path) -> None:
    assert run([sys.executable, "-W", "error", "-c", program], tmp_path) == (0, output)


@pytest.mark.parametrize("block", blocks("run", "console"))
def test_commands_give_what_is_shown(block: str, tmp_path: Path) -> None:
    for name in ("examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    shown = transcript(block)
    given = [(command, run(["bash", "-c", command], tmp_path)[1]) for command, _ in shown]
    assert [(command, strip_ends(output)) for command, output in given] == [
        (command, strip_ends(output)) for command, output in shown
    ]


def test_the_policy_is_one() -> None:
    (text,) = blocks("policy", "yaml")
    bundle = load_bundle(yaml.safe_load(text))
    assert (bundle.name, bundle.version) == ("acme-support", 3)
    assert bundle.modes[CheckId.TRIVIAL_QUOTE] is Mode.OFF
    assert bundle.modes[CheckId.SUPERSEDED_SOURCE] is Mode.ENFORCE
    assert bundle.modes[CheckId.OUT_OF_DATE_SOURCE] is Mode.WARN


def test_every_check_outcome_and_action_is_listed() -> None:
    rows = re.findall(r"^\| (\w*) ?\| `([a-z-]+)` \|", README, re.MULTILINE)
    families: list[tuple[str, str]] = []
    for family, check in rows:
        families.append((family or families[-1][0], check))
    assert set(families) == {(check.family.value, check.id.value) for check in CHECKS.values()}
    assert {word.value for word in (*Outcome, *Action)} <= set(
        re.findall(r"\| `([a-z]+)` \|", README.replace("|", "||"))
    )


def test_blocks_were_found() -> None:
    assert len(programs()) == README.count("<!-- run -->\n```python") == 13
    assert len(blocks("run", "console")) == 1
    assert len(transcript(blocks("run", "console")[0])) == 3
    assert README.count("<!-- output -->") == sum(bool(output) for _, output in programs())


ADAPTERS = ("", ".anthropic", ".cohere", ".extractive", ".langchain", ".langchain_agents", ".local", ".openfeature")


def test_it_names_what_users_import() -> None:
    adapters = [import_module(f"fundamento.adapters{name}") for name in ADAPTERS]
    classes = {
        name
        for module in adapters
        for name, kind in vars(module).items()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and not name.startswith("_")
    }
    listed = {name for module in adapters for name in getattr(module, "__all__", ())}
    # Those say what the client of a provider has to have, and nobody imports them.
    protocols = {"Client", "Details"}
    words = set(re.findall(r"\w+", README))
    assert {*fundamento.__all__, *classes, *listed} - protocols - words == set()


def test_it_lists_the_examples() -> None:
    there = {path.name for path in (ROOT / "examples").iterdir() if not path.name.startswith(("_", "."))}
    table = README.partition("\n## Examples\n")[2].partition("\n## ")[0]
    assert {name.rstrip("/") for name in re.findall(r"`([\w./]+)`", table)} == there
