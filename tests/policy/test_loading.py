"""Bundles are read strictly, and an error says what to write instead."""

from pathlib import Path

import pytest

from fundamento.checks import CHECKS
from fundamento.errors import PolicyError
from fundamento.findings import SCORED, CheckId, Mode
from fundamento.policy.bundle import SHIPPED, OnError, OnReject, RepairBudget
from fundamento.policy.loading import load_bundle

PROVENANCE = {CheckId.MISSING_FRAGMENT, CheckId.CHANGED_FRAGMENT, CheckId.UNREADABLE_FRAGMENT}
UNCALIBRATED = {
    CheckId.SUPERSEDED_SOURCE,
    CheckId.OUT_OF_DATE_SOURCE,
    CheckId.UNDISCLOSED_CONFLICT,
    CheckId.NUMBER_UNSUPPORTED,
    CheckId.NUMBER_MISATTRIBUTED,
    CheckId.QUALIFIER_DROPPED,
    CheckId.POLARITY_FLIPPED,
    CheckId.TERM_UNSUPPORTED,
    CheckId.NOT_ENTAILED,
    CheckId.WEAK_SUPPORT,
    CheckId.UNSUPPORTED_LANGUAGE,
}


def enforced(name: str) -> set[CheckId]:
    return {check for check, mode in load_bundle(name).modes.items() if mode is Mode.ENFORCE}


def test_the_bundles_that_ship() -> None:
    assert enforced("observe") == set()
    assert set(load_bundle("observe").modes.values()) == {Mode.WARN}
    assert enforced("standard") == set(CheckId) - UNCALIBRATED
    assert enforced("strict") == set(CheckId) - {CheckId.UNSUPPORTED_LANGUAGE}
    assert [load_bundle(name).repairs.attempts for name in SHIPPED] == [0, 1, 1]


def test_a_file_extends_a_bundle_and_says_only_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "acme.yaml"
    path.write_text(
        "name: acme\nversion: 3\nextends: standard\non_error: allow\non_reject: prune\n"
        "repairs: {attempts: 2, tokens: 500, seconds: 1.5}\n"
        "checks:\n  trivial-quote: off\n  superseded-source: {mode: enforce}\n  quote-not-found: warn\n"
    )
    bundle = load_bundle(path)
    assert (bundle.name, bundle.version, bundle.on_error, bundle.on_reject) == (
        "acme",
        3,
        OnError.ALLOW,
        OnReject.PRUNE,
    )
    assert bundle.repairs == RepairBudget(2, 500, 1.5)
    assert bundle.modes[CheckId.TRIVIAL_QUOTE] is Mode.OFF
    assert bundle.modes[CheckId.SUPERSEDED_SOURCE] is Mode.ENFORCE
    assert bundle.modes[CheckId.QUOTE_NOT_FOUND] is Mode.WARN
    assert bundle.modes[CheckId.EMPTY_SUPPORT] is Mode.ENFORCE
    assert bundle.modes[CheckId.OUT_OF_DATE_SOURCE] is Mode.WARN


def test_a_file_extends_another_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("name: base\nextends: strict\nrepairs: 3\n")
    path = tmp_path / "leaf.yaml"
    path.write_text("name: leaf\nextends: base.yaml\nchecks: {empty-answer: warn}\n")
    bundle = load_bundle(path)
    assert (bundle.repairs.attempts, bundle.modes[CheckId.EMPTY_ANSWER]) == (3, Mode.WARN)
    assert bundle.modes[CheckId.UNKNOWN_FRAGMENT] is Mode.ENFORCE


def test_a_file_that_extends_nothing_blocks_nothing() -> None:
    bundle = load_bundle({"name": "mine", "checks": {"unknown-fragment": "enforce"}})
    assert {check for check, mode in bundle.modes.items() if mode is Mode.ENFORCE} == {CheckId.UNKNOWN_FRAGMENT}
    assert bundle.repairs.attempts == 0


def test_the_fingerprint_is_of_what_a_bundle_does() -> None:
    one = load_bundle({"name": "a", "version": 1, "checks": {"empty-answer": "enforce"}})
    same = load_bundle({"name": "b", "version": 9, "checks": {"empty-answer": {"mode": "enforce"}}})
    other = load_bundle({"name": "a", "version": 1, "checks": {"empty-answer": "off"}})
    assert one.fingerprint == same.fingerprint
    assert one.fingerprint != other.fingerprint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "name: x\nchecks: {unknown-fragmnt: warn}",
            "there is no check 'unknown-fragmnt'. Did you mean 'unknown-fragment'?",
        ),
        ("name: x\nchecks: {empty-answer: enforced}", "'enforced' is no mode. Did you mean 'enforce'?"),
        ("name: x\nthresholds: {empty-answer: 0.5}", "takes no threshold. Known: not-entailed, weak-support."),
        ("name: x\nthresholds: {weak-suport: 0.5}", "Did you mean 'weak-support'?"),
        ("name: x\nchecks: {empty-answer: {mode: enforc}}", "Did you mean 'enforce'?"),
        (
            "name: x\nchecks: {empty-answer: {modus: warn}}",
            "'checks.empty-answer.modus' is no key here. Did you mean 'mode'?",
        ),
        ("name: x\nextend: strict", "'extend' is no key here. Did you mean 'extends'?"),
        ("name: x\nextends: strickt", "Did you mean 'strict'?"),
        ("name: x\non_error: witholde", "Did you mean 'withhold'?"),
        ("name: x\nthresholds: {weak: 0.5}", "there is no check 'weak'."),
        ("name: x\nrepairs: many", "repairs"),
        ("name: x\nrepairs: {attempt: 1}", "Did you mean 'attempts'?"),
        ("name: x\nrepairs: 50", "repairs"),
        ("version: 1", "name: field required"),
        ("name: x\nversion: '2'", "version"),
        ("name: x\nname: y", "line 2: this is not YAML (the key 'name' stands twice)"),
        ("name: [x", "this is not YAML"),
        ("- a list", "a policy is a mapping"),
        ("", "a policy is a mapping"),
    ],
)
def test_an_error_names_the_file_the_place_and_the_nearest_right_word(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text)
    with pytest.raises(PolicyError) as raised:
        load_bundle(path)
    assert str(path) in str(raised.value)
    assert said in str(raised.value)


def test_all_problems_of_a_file_are_said_at_once() -> None:
    with pytest.raises(PolicyError) as raised:
        load_bundle({"name": "x", "chekcs": {}, "checks": {"nope": "warn", "empty-answer": "never"}})
    assert str(raised.value).count(";") == 2


BROKEN = """\
name: x
extends: strickt
candidate: base.yaml
on_eror: withhold
checks:
  unknown-fragmnt: warn
  empty-answer: on
  missing-quote: {mode: yes, percnt: 3}
thresholds: {empty-answer: 0.5, weak-support: 7}
scopes:
  - when: {tenant: acme}
    chekcs: {empty-answer: warn}
  - checks: {empty-answr: warn}
exemptions:
  - {check: superseded, whn: {document: d}, owner: x, reason: y, until: soon}
"""


def test_all_problems_of_a_file_and_of_those_that_it_names_come_with_their_lines(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("name: base\nchecks:\n  nope: warn\n  empty-answer: enforc\n")
    path = tmp_path / "policy.yaml"
    path.write_text(BROKEN)
    with pytest.raises(PolicyError) as raised:
        load_bundle(path)
    assert [problem.rstrip("?").split(" Known")[0] for problem in raised.value.problems] == [
        "line 2: extends 'strickt', which is neither a bundle nor a file. Did you mean 'strict'",
        "line 3: candidate 'base.yaml': line 3: there is no check 'nope'.",
        "line 3: candidate 'base.yaml': line 4: checks.empty-answer: 'enforc' is no mode. Did you mean 'enforce'",
        "line 4: 'on_eror' is no key here. Did you mean 'on_error'",
        "line 6: there is no check 'unknown-fragmnt'. Did you mean 'unknown-fragment'",
        "line 7: checks.empty-answer: on, yes and true are no mode: write off, warn or enforce",
        "line 8: checks.missing-quote.mode: on, yes and true are no mode: write off, warn or enforce",
        "line 8: 'checks.missing-quote.percnt' is no key here. Did you mean 'percent'",
        "line 9: thresholds.empty-answer: it takes no threshold.",
        "line 9: thresholds.weak-support: input should be less than or equal to 1",
        "line 12: 'scopes[0].chekcs' is no key here. Did you mean 'checks'",
        "line 13: scopes[1].when: field required",
        "line 13: there is no check 'empty-answr'. Did you mean 'empty-answer'",
        "line 15: exemptions[0].check: 'superseded' is not known. Did you mean 'superseded-source'",
        "line 15: exemptions[0].when: field required",
        "line 15: exemptions[0].until: it should be a day such as 2027-01-31",
        "line 15: 'exemptions[0].whn' is no key here. Did you mean 'when'",
    ]


@pytest.mark.parametrize("word", ["on", "yes", "true", "On", "YES"])
def test_what_yaml_takes_for_true_is_one_problem(tmp_path: Path, word: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(f"name: x\nchecks:\n  empty-answer: {word}\n")
    with pytest.raises(PolicyError) as raised:
        load_bundle(path)
    said = "line 3: checks.empty-answer: on, yes and true are no mode: write off, warn or enforce"
    assert raised.value.problems == (said,)


def test_the_checks_with_a_threshold_are_those_whose_rule_asks_for_one() -> None:
    asking = {
        check.id
        for check in CHECKS.values()
        for rule in (check.claim, check.answer)
        if rule is not None and "thresholds" in rule.__code__.co_names
    }
    assert asking == SCORED


@pytest.mark.parametrize("source", ["observ", "missing.yaml", Path("missing.yaml")])
def test_a_bundle_that_is_not_there(source: str | Path) -> None:
    with pytest.raises(PolicyError):
        load_bundle(source)


def test_a_file_that_extends_itself_ends(tmp_path: Path) -> None:
    path = tmp_path / "loop.yaml"
    path.write_text("name: loop\nextends: loop.yaml\ncandidate: loop.yaml\n")
    with pytest.raises(PolicyError, match="extend itself") as raised:
        load_bundle(path)
    assert len(raised.value.problems) == 2


def test_files_that_extend_each_other_end(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.yaml").write_text(f"name: n{number}\nextends: {number + 1}.yaml\n")
    with pytest.raises(PolicyError, match="more than 8 files"):
        load_bundle(tmp_path / "0.yaml")
    (tmp_path / "2.yaml").write_text("name: two\nextends: ./1.yaml\n")
    with pytest.raises(PolicyError, match="comes back to itself"):
        load_bundle(tmp_path / "0.yaml")


def test_yaml_that_would_run_code_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evil.yaml"
    path.write_text("name: !!python/object/apply:os.getcwd []\n")
    with pytest.raises(PolicyError, match="not YAML"):
        load_bundle(path)


BOMB = "name: x\nchecks:\n  malformed-output: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"  {check}: &{after} [{', '.join([f'*{before}'] * 9)}]\n"
    for check, before, after in zip([check.value for check in CheckId][1:10], "abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: x\n_note: hello\n", "'_note' is no key here"),
        ("name: x\ninterval: 3\n", "'interval' is no key here"),
        ("name: x\nfunction-x: 3\n", "'function-x' is no key here"),
        ("name: x\nversion: 2024-13-45\n", "this is not YAML"),
        (f"name: x\nversion: {'9' * 5000}\n", "this is not YAML"),
        ("name: !!bool abc\n", "this is not YAML"),
        ("name: !!timestamp abc\n", "this is not YAML"),
        ("name: x\nrepairs: {seconds: .inf}\n", "repairs.seconds"),
        ("name: &a x\nextends: *a\n", "line 2: this is not YAML (an alias"),
        ("name: x\nchecks: &a {malformed-output: *a}\n", "an alias"),
        (BOMB, "an alias"),
        (f"name: x\n#{' ' * 300_000}\n", "is longer than 256 KB"),
        (f"name: x\nchecks: {{malformed-output: {'w' * 10_000}}}\n", "is no mode"),
        ("name: x\nchecks: {malformed-output: [[warn]]}\n", "a list is no mode"),
    ],
)
def test_tricks_of_yaml_are_errors_of_the_policy(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text)
    with pytest.raises(PolicyError) as raised:
        load_bundle(path)
    assert message in str(raised.value)
    assert len(str(raised.value)) < 1_000
