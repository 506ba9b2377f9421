"""The kill switch, and a bundle that follows its file."""

import os
import threading
from pathlib import Path

import pytest

from fundamento.errors import PolicyError
from fundamento.events import PolicyEvent
from fundamento.findings import CheckId, Mode
from fundamento.policy.loading import load_bundle
from fundamento.policy.ruling import KILL_SWITCH, rule
from fundamento.policy.source import PolicyFile


@pytest.mark.parametrize(
    ("switch", "modes", "source"),
    [
        (None, {Mode.ENFORCE, Mode.OFF}, "bundle"),
        ("", {Mode.ENFORCE, Mode.OFF}, "bundle"),
        ("warn", {Mode.WARN, Mode.OFF}, "environment"),
        (" WARN ", {Mode.WARN, Mode.OFF}, "environment"),
        ("off", {Mode.OFF}, "environment"),
        ("enforce", {Mode.ENFORCE, Mode.OFF}, "bundle"),
        ("of", {Mode.ENFORCE, Mode.OFF}, "bundle"),
    ],
)
def test_the_kill_switch_beats_the_bundle_and_never_the_other_way(
    monkeypatch: pytest.MonkeyPatch, switch: str | None, modes: set[Mode], source: str
) -> None:
    if switch is not None:
        monkeypatch.setenv(KILL_SWITCH, switch)
    bundle = load_bundle({"name": "x", "extends": "strict", "checks": {"trivial-quote": False}})
    ruling = rule(bundle)
    assert set(ruling.modes.values()) == modes
    assert ruling.modes[CheckId.TRIVIAL_QUOTE] is Mode.OFF
    assert ruling.source == source


def write(path: Path, text: str, tick: int) -> None:
    path.write_text(text)
    os.utime(path, ns=(tick, tick))


def test_a_bundle_follows_its_file_and_a_broken_file_keeps_the_last_good_one(tmp_path: Path) -> None:
    path, told = tmp_path / "p.yaml", list[PolicyEvent]()
    write(path, "name: one\nextends: strict\n", 1)
    policy = PolicyFile(path, told.append)
    assert (policy.current().name, told) == ("one", [])
    write(path, "name: two\nextends: strict\n", 2)
    assert (policy.current().name, [event.status for event in told]) == ("two", ["reloaded"])
    write(path, "name: thr", 3)
    write(path, "name: three\nchecks: {nope: warn}\n", 4)
    assert (policy.current().name, policy.current().name) == ("two", "two")
    path.unlink()
    assert policy.current().name == "two"
    write(path, "name: four\n", 5)
    assert policy.current().name == "four"
    assert [event.status for event in told] == ["reloaded", "kept", "kept", "reloaded"]
    assert told[1].error is not None
    assert "there is no check 'nope'" in told[1].error


def test_a_bundle_follows_the_files_that_it_extends(tmp_path: Path) -> None:
    base, leaf, told = tmp_path / "base.yaml", tmp_path / "leaf.yaml", list[PolicyEvent]()
    write(base, "name: base\nchecks: {empty-answer: warn}\n", 1)
    write(leaf, "name: leaf\nextends: base.yaml\n", 1)
    policy = PolicyFile(leaf, told.append)
    assert policy.current().modes[CheckId.EMPTY_ANSWER] is Mode.WARN
    write(base, "name: base\nchecks: {empty-answer: enforce}\n", 2)
    assert policy.current().modes[CheckId.EMPTY_ANSWER] is Mode.ENFORCE
    write(base, "name: base\nchecks: {empty-answr: off}\n", 3)
    assert policy.current().modes[CheckId.EMPTY_ANSWER] is Mode.ENFORCE
    base.unlink()
    assert policy.current().modes[CheckId.EMPTY_ANSWER] is Mode.ENFORCE
    write(base, "name: base\nchecks: {empty-answer: warn}\n", 4)
    assert policy.current().modes[CheckId.EMPTY_ANSWER] is Mode.WARN
    assert [event.status for event in told] == ["reloaded", "kept", "kept", "reloaded"]


def test_a_file_that_is_broken_from_the_start_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text("nome: x\n")
    with pytest.raises(PolicyError, match="Did you mean 'name'"):
        PolicyFile(path, lambda _event: None)


def test_every_thread_sees_one_whole_bundle_while_the_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    texts = [
        f"name: all-{mode}\nchecks: {{{', '.join(f'{c}: {mode}' for c in CheckId)}}}\n" for mode in ("warn", "enforce")
    ]
    write(path, texts[0], 1)
    policy = PolicyFile(path, lambda _event: None)
    mixed: list[str] = []

    def look() -> None:
        for _ in range(300):
            bundle = policy.current()
            if {mode.value for mode in bundle.modes.values()} != {bundle.name.removeprefix("all-")}:
                mixed.append(bundle.name)

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for tick in range(2, 60):
        beside = tmp_path / "next"
        write(beside, texts[tick % 2], tick)
        beside.replace(path)
    for thread in threads:
        thread.join()
    assert mixed == []


def test_a_link_that_is_turned_to_another_file_is_seen(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, f"name: {name}\n", 7)
    link, told = tmp_path / "p.yaml", list[PolicyEvent]()
    link.symlink_to(tmp_path / "one")
    policy = PolicyFile(link, told.append)
    (tmp_path / "turned").symlink_to(tmp_path / "two")
    (tmp_path / "turned").replace(link)
    assert (policy.current().name, [event.status for event in told]) == ("two", ["reloaded"])
