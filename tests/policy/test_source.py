"""The kill switch, and a bundle that follows its file."""

import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from fundamento import Action, Fragment, Grounder
from fundamento.errors import PolicyError
from fundamento.events import PolicyEvent
from fundamento.findings import CheckId, Mode
from fundamento.policy.loading import load_bundle
from fundamento.policy.ruling import KILL_SWITCH, rule
from fundamento.policy.source import PolicyFile
from fundamento.testing import CapturedEvents

ENFORCED = {"unsupported-language": "enforce"}  # the one that only warns in strict


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
    bundle = load_bundle({"name": "x", "extends": "strict", "checks": {"trivial-quote": False, **ENFORCED}})
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


@pytest.mark.parametrize("key", ["extends", "candidate"])
@pytest.mark.parametrize("broken", ["name: [x", None])
def test_a_file_that_a_broken_one_names_is_taken_up_when_it_is_mended(
    tmp_path: Path, key: str, broken: str | None
) -> None:
    path, named, told = tmp_path / "p.yaml", tmp_path / "named.yaml", list[PolicyEvent]()
    write(path, "name: one\n", 1)
    policy = PolicyFile(path, told.append)
    if broken is not None:
        write(named, broken, 2)
    write(path, f"name: two\n{key}: named.yaml\n", 2)
    assert [policy.current().name for _ in range(9)] == ["one"] * 9
    assert [event.status for event in told] == ["kept"]
    write(named, "name: named\n", 3)
    assert [policy.current().name for _ in range(3)] == ["two"] * 3
    assert [event.status for event in told] == ["kept", "reloaded"]


class Flaky:
    """A source of bundles that fails now and then."""

    def __init__(self, errors: list[Exception | None]) -> None:
        self.errors = errors

    def current(self) -> object:
        error = self.errors.pop(0)
        if error is not None:
            raise error
        return load_bundle("observe")


def test_a_source_that_goes_on_failing_says_so_once() -> None:
    events, down = CapturedEvents(), OSError()
    errors = [None, down, down, TimeoutError(), down, None, down]
    grounder = Grounder(policy=Flaky([*errors]), sinks=[events])  # type: ignore[arg-type]  # it stands in for any source
    for _ in errors[1:]:
        grounder.check(UNKNOWN, FRAGMENTS)
    assert [event.error for event in events.policies] == ["OSError", "TimeoutError", "OSError", "OSError"]


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


FRAGMENTS = [Fragment("plans", "El plan Pro permite hasta 10 proyectos activos.")]
UNKNOWN = {
    "answer": {
        "kind": "grounded",
        "claims": [{"support": [{"fragment": "other", "quote": "x"}], "text": "El plan Pro permite 10."}],
    }
}
GOOD = (
    "name: good\nversion: {}\nextends: strict\n"
    "scopes:\n  - when: {{tenant: acme}}\n    checks: {{empty-answer: warn}}\n"
)


def break_edit(path: Path) -> None:
    path.write_text("name: good\nchecks: {unknown-fragment: [\n")


def name_an_unknown_check(path: Path) -> None:
    path.write_text("name: good\nextends: strict\nchecks: {unknown-fragmnt: enforce}\n")


def write_half(path: Path) -> None:
    whole = GOOD.format(2)
    path.write_text(whole[: whole.index("empty") + 5])


def empty_it(path: Path) -> None:
    path.write_text("")


def fill_with_nothing(path: Path) -> None:
    path.write_bytes(b"\0" * 4_096)


def remove(path: Path) -> None:
    path.unlink()


def put_a_folder_there(path: Path) -> None:
    path.unlink()
    path.mkdir()


def extend_what_is_not_there(path: Path) -> None:
    path.write_text("name: good\nextends: nowhere.yaml\n")


BREAKS = [
    break_edit,
    name_an_unknown_check,
    write_half,
    empty_it,
    fill_with_nothing,
    remove,
    put_a_folder_there,
    extend_what_is_not_there,
]


@pytest.mark.parametrize("ruin", BREAKS)
def test_a_running_service_keeps_the_last_good_bundle_and_says_it_once(
    tmp_path: Path, ruin: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, events = tmp_path / "p.yaml", CapturedEvents()
    write(path, GOOD.format(1), 1)
    grounder = Grounder(policy=path, sinks=[events])
    assert grounder.check(UNKNOWN, FRAGMENTS).action is Action.WITHHELD
    ruin(path)
    if path.exists():
        os.utime(path, ns=(2, 2))
    assert [grounder.check(UNKNOWN, FRAGMENTS).action for _ in range(5)] == [Action.WITHHELD] * 5
    assert [(each.status, each.bundle, each.bundle_version) for each in events.policies] == [("kept", "good", 1)]
    assert events.policies[0].error
    monkeypatch.setenv(KILL_SWITCH, "warn")
    assert grounder.check(UNKNOWN, FRAGMENTS).action is Action.ALLOWED
    monkeypatch.delenv(KILL_SWITCH)
    if path.is_dir():
        path.rmdir()
    write(path, GOOD.format(3), 3)
    assert grounder.check(UNKNOWN, FRAGMENTS).action is Action.WITHHELD
    assert [(each.status, each.bundle_version) for each in events.policies] == [("kept", 1), ("reloaded", 3)]


def test_what_is_being_written_is_left_to_settle(tmp_path: Path) -> None:
    path, told = tmp_path / "p.yaml", list[PolicyEvent]()
    write(path, "name: one\nextends: strict\n", 1)
    policy = PolicyFile(path, told.append)
    # A beginning of a policy is a policy, and one that blocks nothing.
    path.write_text("name: two\n")
    now = time.time_ns()
    os.utime(path, ns=(now, now))
    assert (policy.current().name, told) == ("one", [])
    write(path, "name: two\nextends: strict\n", now - 10**9)
    assert policy.current().name == "two"
    later = time.time_ns() + 3_600 * 10**9
    write(path, "name: three\n", later)
    assert policy.current().name == "three"
    assert [event.status for event in told] == ["reloaded", "reloaded"]


def test_under_sixteen_threads_that_reload_every_answer_sees_one_whole_bundle(tmp_path: Path) -> None:
    """Odd versions enforce every check and even ones none; some writes in between are broken."""
    path, events = tmp_path / "p.yaml", CapturedEvents()

    def text(version: int) -> str:
        mode = "enforce" if version % 2 else "warn"
        checks = ", ".join(f"{check}: {mode}" for check in CheckId)
        scope = f"scopes:\n  - when: {{tenant: acme}}\n    checks: {{{checks}}}\n"
        return f"name: v{version}\nversion: {version}\nchecks: {{{checks}}}\n{scope}"

    write(path, text(1), 1)
    grounder = Grounder(policy=path, sinks=[events], candidate=path)
    stop, results = threading.Event(), list[tuple[str, Action, set[Mode]]]()

    def work() -> None:
        while not stop.is_set():
            result = grounder.check(UNKNOWN, FRAGMENTS, scope={"tenant": "acme"})
            results.append((result.answer_id, result.action, set(result.modes.values())))

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    while not events:
        time.sleep(0.01)
    for tick in range(2, 42):
        beside = tmp_path / "next"
        write(beside, "name: broken\nchecks: {nope: warn}\n" if tick % 5 == 0 else text(tick), tick)
        beside.replace(path)
        time.sleep(0.005)
    while not any(event.origin.bundle_version == 41 for event in list(events.answers)):  # the time limit ends this
        time.sleep(0.01)
    stop.set()
    for thread in threads:
        thread.join()
    versions = {event.origin.answer_id: event.origin.bundle_version for event in events.answers}
    expected = {True: (Action.WITHHELD, {Mode.ENFORCE}), False: (Action.ALLOWED, {Mode.WARN})}
    mixed = [name for name, action, modes in results if (action, modes) != expected[versions[name] % 2 == 1]]
    assert mixed == []
    assert {1, 41} <= set(versions.values())
    # One event a change and source, at most: of the policy and of its candidate.
    told = Counter((event.status, event.bundle_version) for event in events.policies if event.status == "reloaded")
    assert set(told.values()) <= {1, 2}
