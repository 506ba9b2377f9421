"""Which requests a part of a bundle is for: scopes, exemptions, what they inherit, and what is said of wrong ones."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.errors import PolicyError
from fundamento.findings import CheckId, Finding, Mode
from fundamento.fragments import Fragment
from fundamento.policy.advice import advise
from fundamento.policy.bundle import Bundle, OnError, OnReject
from fundamento.policy.comparison import compare
from fundamento.policy.decision import decide
from fundamento.policy.loading import load_bundle
from fundamento.policy.resolving import EXEMPTION
from fundamento.policy.ruling import KILL_SWITCH, Rulings, rule
from fundamento.policy.wording import Setting

A, B, C = CheckId.SUPERSEDED_SOURCE, CheckId.EMPTY_ANSWER, CheckId.TRIVIAL_QUOTE
UNTIL = date(2027, 1, 31)


def bundle_of(**keys: object) -> Bundle:
    return load_bundle({"name": "x", **keys})


def exemption(check: CheckId = A, when: Mapping[str, object] | None = None, **keys: object) -> dict[str, object]:
    said = {"document": "tarifas-2024"} if when is None else when
    return {"check": check.value, "when": said, "owner": "legal", "reason": "still binding", "until": UNTIL, **keys}


SCOPED = bundle_of(
    checks={A.value: "off", B.value: "enforce"},
    scopes=[
        {"when": {"tenant": "acme", "route": ["billing", "refunds"]}, "checks": {A.value: "enforce"}},
        {"when": {"tenant": "acme"}, "checks": {A.value: "warn", B.value: "warn"}, "on_error": "allow"},
        {"when": {"lang": "es"}, "checks": {B.value: False}, "on_error": "withhold", "on_reject": "prune"},
    ],
)


@pytest.mark.parametrize(
    ("attributes", "modes", "sources", "ends"),
    [
        ({}, (Mode.OFF, Mode.ENFORCE), ("bundle", "bundle"), (OnError.WITHHOLD, OnReject.WITHHOLD)),
        (
            {"tenant": "acme", "route": "refunds"},
            (Mode.ENFORCE, Mode.WARN),
            ("scope:1", "scope:2"),
            (OnError.ALLOW, OnReject.WITHHOLD),
        ),
        (
            {"tenant": "acme", "route": "home", "lang": "es"},
            (Mode.WARN, Mode.WARN),
            ("scope:2", "scope:2"),
            (OnError.ALLOW, OnReject.PRUNE),
        ),
        ({"tenant": "Acme"}, (Mode.OFF, Mode.ENFORCE), ("bundle", "bundle"), (OnError.WITHHOLD, OnReject.WITHHOLD)),
        ({"route": "billing"}, (Mode.OFF, Mode.ENFORCE), ("bundle", "bundle"), (OnError.WITHHOLD, OnReject.WITHHOLD)),
        ({"lang": "es"}, (Mode.OFF, Mode.OFF), ("bundle", "scope:3"), (OnError.WITHHOLD, OnReject.PRUNE)),
    ],
)
def test_the_first_scope_that_matches_wins_for_what_it_names(
    attributes: dict[str, str], modes: tuple[Mode, Mode], sources: tuple[str, str], ends: tuple[OnError, OnReject]
) -> None:
    ruling = rule(SCOPED, attributes)
    assert (ruling.modes[A], ruling.modes[B]) == modes
    assert (ruling.source_of(A), ruling.source_of(B)) == sources
    assert (ruling.on_error, ruling.on_reject) == ends
    assert SCOPED.attributes == ("lang", "route", "tenant")


def test_a_scope_may_hold_a_percentage() -> None:
    setting = {"mode": "enforce", "percent": 50, "key": "user"}
    bundle = bundle_of(scopes=[{"when": {"tenant": "acme"}, "checks": {A.value: setting}}])
    assert bundle.attributes == ("tenant", "user")
    sources = {rule(bundle, {"tenant": "acme", "user": str(n)}).modes[A] for n in range(40)}
    assert sources == {Mode.WARN, Mode.ENFORCE}
    assert rule(bundle, {"tenant": "acme"}).source_of(A) == "no-key"
    assert rule(bundle, {"user": "1"}).source_of(A) == "bundle"


words = st.sampled_from(["a", "b", "c"])
requests = st.dictionaries(words, words)
scopes = st.lists(
    st.fixed_dictionaries(
        {
            "when": st.dictionaries(words, st.lists(words, min_size=1), min_size=1),
            "checks": st.dictionaries(st.sampled_from([A, B, C]), st.sampled_from(["off", "warn", "enforce"])),
        }
    ),
    max_size=4,
)


@given(scopes, requests)
def test_the_cache_and_a_plain_reading_of_the_rules_agree(
    written: list[dict[str, Any]], request: dict[str, str]
) -> None:
    bundle = bundle_of(scopes=written, checks={A.value: "enforce"})
    expected = dict(bundle.modes)
    for scope in reversed(written):
        if all(request.get(name) in values for name, values in scope["when"].items()):
            expected |= {CheckId(check): Mode(mode) for check, mode in scope["checks"].items()}
    rulings = Rulings()
    assert [rulings.under(bundle, request).modes for _ in range(2)] == [expected] * 2


def test_own_scopes_and_exemptions_come_before_those_of_the_base(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(
        "name: base\nscopes:\n  - when: {tenant: acme}\n    checks: {superseded-source: off, empty-answer: off}\n"
        "exemptions:\n  - {check: trivial-quote, when: {tenant: acme}, owner: a, reason: b, until: 2027-01-31}\n"
    )
    (tmp_path / "leaf.yaml").write_text(
        "name: leaf\nextends: base.yaml\nchecks: {trivial-quote: enforce}\n"
        "scopes:\n  - when: {tenant: acme}\n    checks:\n      superseded-source: enforce\n"
    )
    bundle = load_bundle(tmp_path / "leaf.yaml")
    ruling = rule(bundle, {"tenant": "acme"}, day=UNTIL)
    assert [ruling.modes[check] for check in (A, B, C)] == [Mode.ENFORCE, Mode.OFF, Mode.WARN]
    assert [ruling.source_of(check) for check in (A, B, C)] == ["scope:1", "scope:2", EXEMPTION]
    places = [str(scope.place).rpartition("/")[2] for scope in bundle.scopes]
    assert places == ["leaf.yaml:5", "base.yaml:3"]
    assert str(bundle.scopes[0].settings[A].place).endswith("leaf.yaml:7")
    assert str(bundle.exemptions[0].place).endswith("base.yaml:6")


DOCUMENTS = [
    Fragment("tarifas-2024@1:0-9", "x", document="tarifas-2024"),
    Fragment("tarifas-2024@1:9-20", "y", document="tarifas-2024"),
    Fragment("manual@1:0-9", "z", document="manual"),
    Fragment("block", "no document"),
]


@pytest.mark.parametrize(
    ("when", "attributes", "cited", "waived"),
    [
        ({"document": "tarifas-2024"}, {}, DOCUMENTS[:1], True),
        ({"document": "tarifas-2024"}, {}, DOCUMENTS[:2], True),
        ({"document": "tarifas-2024"}, {}, DOCUMENTS[:3], False),
        ({"document": ["tarifas-2024", "manual"]}, {}, DOCUMENTS[:3], True),
        ({"document": "tarifas-2024"}, {}, DOCUMENTS[3:], False),
        ({"document": "tarifas-2024"}, {}, [], False),
        ({"fragment": "block"}, {}, DOCUMENTS[3:], True),
        ({"document": "tarifas-2024", "fragment": "tarifas-2024@1:0-9"}, {}, DOCUMENTS[:1], True),
        ({"document": "tarifas-2024", "fragment": "tarifas-2024@1:0-9"}, {}, DOCUMENTS[1:2], False),
        ({"document": "tarifas-2024", "tenant": "acme"}, {"tenant": "acme"}, DOCUMENTS[:1], True),
        ({"document": "tarifas-2024", "tenant": "acme"}, {"tenant": "other"}, DOCUMENTS[:1], False),
        ({"tenant": "acme"}, {"tenant": "acme"}, [], True),
        ({"tenant": "acme"}, {}, DOCUMENTS[:1], False),
    ],
)
def test_what_an_exemption_covers(
    when: dict[str, object], attributes: dict[str, str], cited: list[Fragment], waived: bool
) -> None:
    bundle = bundle_of(extends="strict", exemptions=[exemption(when=when)])
    ruling = rule(bundle, attributes, day=UNTIL)
    finding = Finding(A, "newer-version-exists")
    assert ruling.waives(A, cited) is waived
    assert decide([finding], [], ruling, lambda _finding: cited).blocks is not waived
    assert decide([Finding(B, "no-claim-no-gap")], [], ruling, lambda _finding: cited).blocks


def test_an_exemption_holds_through_its_last_day() -> None:
    bundle = bundle_of(extends="strict", exemptions=[exemption(when={"tenant": "acme"})])
    acme = {"tenant": "acme"}
    assert not rule(bundle, acme, day=date(2027, 1, 31)).enforces(A)
    assert rule(bundle, acme, day=date(2027, 2, 1)).enforces(A)
    assert rule(bundle, acme, day=date(2027, 1, 31)).exempt == {A}


def test_rulings_follow_the_day_on_which_an_exemption_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    bundle, rulings = bundle_of(extends="strict", exemptions=[exemption(when={"tenant": "acme"})]), Rulings()
    seen = []
    for day in (date(2027, 1, 31), date(2027, 2, 1)):
        monkeypatch.setattr("fundamento.policy.ruling.today", lambda day=day: day)
        seen.append(rulings.under(bundle, {"tenant": "acme"}).modes[A])
    assert seen == [Mode.WARN, Mode.ENFORCE]


@pytest.mark.parametrize(("switch", "mode"), [("warn", Mode.WARN), ("off", Mode.OFF)])
def test_the_kill_switch_beats_scopes_and_percentages(monkeypatch: pytest.MonkeyPatch, switch: str, mode: Mode) -> None:
    bundle = bundle_of(
        extends="strict",
        checks={C.value: {"mode": "enforce", "percent": 99.99}},
        scopes=[{"when": {"tenant": "acme"}, "checks": {A.value: "enforce"}}],
    )
    rulings, request = Rulings(), {"tenant": "acme", "conversation": "c"}
    assert rulings.under(bundle, request).enforces(A)
    monkeypatch.setenv(KILL_SWITCH, switch)
    ruling = rulings.under(bundle, request)
    assert set(ruling.modes.values()) == {mode}
    assert ruling.source == "environment"
    monkeypatch.delenv(KILL_SWITCH)
    assert rulings.under(bundle, request).enforces(A)


BASE: dict[str, Any] = {"scopes": [{"when": {"tenant": "a"}, "checks": {A.value: "off"}}], "exemptions": [exemption()]}


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"scopes": BASE["scopes"]},
        {"exemptions": BASE["exemptions"]},
        {**BASE, "scopes": [{"when": {"tenant": "b"}, "checks": {A.value: "off"}}]},
        {**BASE, "scopes": [{"when": {"tenant": "a"}, "checks": {A.value: "warn"}}]},
        {**BASE, "scopes": [{"when": {"tenant": "a"}, "checks": {A.value: "off"}, "on_error": "allow"}]},
        {**BASE, "exemptions": [exemption(until="2027-02-01")]},
        {**BASE, "exemptions": [exemption(B)]},
        {**BASE, "checks": {A.value: {"mode": "enforce", "percent": 10}}},
    ],
)
def test_whatever_changes_what_is_done_changes_the_fingerprint(other: dict[str, Any]) -> None:
    one, two = bundle_of(**BASE), bundle_of(**other)
    assert one.fingerprint != two.fingerprint
    assert compare(one, two) != []


def test_words_about_a_bundle_do_not_change_its_fingerprint() -> None:
    other = {**BASE, "exemptions": [exemption(owner="ops", reason="another")], "candidate": "strict"}
    assert bundle_of(**BASE).fingerprint == bundle_of(**other).fingerprint
    assert compare(bundle_of(**BASE), bundle_of(**other)) == []
    # Without any of these it is over what there was before there were any: regimes that are counted by it go on.
    observe = load_bundle("observe")
    content = {
        "modes": dict.fromkeys(CheckId, "warn"),
        "on_error": "withhold",
        "on_reject": "withhold",
        "repairs": [0, 8_000, 60.0],
        "thresholds": dict(observe.thresholds),
    }
    assert observe.fingerprint == hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


def test_a_copy_with_other_modes_keeps_no_setting_of_the_old_ones() -> None:
    bundle = bundle_of(checks={A.value: {"mode": "enforce", "percent": 5}})
    assert replace(bundle, modes={A: Mode.OFF}).settings[A] == Setting(Mode.OFF)
    assert replace(bundle, version=2).settings[A] == Setting(Mode.ENFORCE, 5)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"scopes": [{"when": {}}]}, "scopes[0].when: it is empty"),
        ({"scopes": [{"when": {"tenant": []}}]}, "scopes[0].when.tenant: it is empty"),
        ({"scopes": [{"when": {"lang": False}}]}, "put it in quotes"),
        ({"scopes": [{"when": {"day": date(2026, 1, 1)}}]}, "put it in quotes"),
        ({"scopes": [{"wen": {"a": "b"}}]}, "Did you mean 'when'?"),
        ({"scopes": [{"when": {"a": "b"}, "checks": {"empty-anser": "off"}}]}, "Did you mean 'empty-answer'?"),
        ({"scopes": [{"when": {"a": "b"}, "checks": {A.value: "of"}}]}, "Did you mean 'off'?"),
        ({"scopes": [{"when": {"a": "b"}, "on_error": "alow"}]}, "Did you mean 'allow'?"),
        ({"scopes": {"when": {}}}, "scopes: input should be a valid list"),
        ({"checks": {A.value: {"mode": "enforce", "percent": 101}}}, "less than or equal to 100"),
        ({"checks": {A.value: {"mode": "enforce", "percent": -1}}}, "greater than or equal to 0"),
        ({"checks": {A.value: {"mode": "enforce", "percent": 0.001}}}, "more than two decimals"),
        ({"checks": {A.value: {"mode": "enforce", "percent": "5"}}}, "percent: input should be a valid number"),
        ({"checks": {A.value: {"mode": "enforce", "percent": True}}}, "percent: input should be a valid number"),
        ({"checks": {A.value: {"percent": 5}}}, "mode: field required"),
        ({"exemptions": [{}]}, "exemptions[0].owner: field required"),
        ({"exemptions": [exemption(until="soon")]}, "a day such as 2027-01-31"),
        ({"exemptions": [exemption(until=None)]}, "a day such as 2027-01-31"),
        ({"exemptions": [exemption(owner="")]}, "exemptions[0].owner"),
        ({"exemptions": [exemption(until="2027-01-31", unti="x")]}, "Did you mean 'until'?"),
        ({"exemptions": [{**exemption(), "check": "empty-anser"}]}, "Did you mean 'empty-answer'?"),
        ({"candidate": "strickt"}, "Did you mean 'strict'?"),
    ],
)
def test_what_is_wrong_is_said(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(PolicyError) as raised:
        bundle_of(**keys)
    assert said in str(raised.value)


def test_problems_are_told_apart_and_know_their_line(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(
        "name: x\nscopes:\n  - when: {tenant: acme}\n    checks:\n      empty-answer: warm\n      trivial-quote:\n"
        "        mode: enforce\n        percent: 120\nexemptions:\n  - check: empty-answer\n    when: {tenant: no}\n"
        "    owner: a\n    reason: b\n    until: 2027-01-31\nversion: 0\n"
    )
    with pytest.raises(PolicyError) as raised:
        load_bundle(path)
    assert raised.value.problems == (
        "line 5: scopes[0].checks.empty-answer: 'warm' is no mode. Did you mean 'warn'?",
        "line 8: scopes[0].checks.trivial-quote.percent: input should be less than or equal to 100",
        "line 11: exemptions[0].when.tenant[0]: this is no text in YAML: put it in quotes",
        "line 15: version: input should be greater than or equal to 1",
    )


def test_a_candidate_has_no_candidate(tmp_path: Path) -> None:
    (tmp_path / "next.yaml").write_text("name: next\ncandidate: strict\n")
    (tmp_path / "now.yaml").write_text("name: now\ncandidate: next.yaml\n")
    with pytest.raises(PolicyError, match="names a candidate itself"):
        load_bundle(tmp_path / "now.yaml")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, []),
        (BASE, []),
        ({"exemptions": [exemption(until="2020-01-01")]}, ["expired on 2020-01-01"]),
        ({"scopes": [{"when": {"document": "x"}, "checks": {A.value: "off"}}]}, ["never matches: no request has a"]),
        ({"scopes": [{"when": {"lang": ["fr", "de"]}, "checks": {A.value: "off"}}]}, ["lang is one of es, en"]),
        ({"scopes": [{"when": {"lang": ["fr", "es"]}, "checks": {A.value: "off"}}]}, []),
        ({"scopes": [{"when": {"entry": "answers"}, "checks": {A.value: "off"}}]}, ["entry is one of answer, check"]),
        ({"scopes": [{"when": {"tenant": "x"}}]}, ["says nothing"]),
        ({"scopes": [{"when": {"Lang": "es"}, "checks": {A.value: "off"}}]}, ["Did you mean 'lang'?"]),
        ({"scopes": [{"when": {"Floor": "es"}, "checks": {A.value: "off"}}]}, []),
        ({"scopes": [{"when": {"model": "gpt*"}, "checks": {A.value: "off"}}]}, ["has a pattern for model"]),
        ({"exemptions": [exemption(when={"Tenant": "a*"})]}, ["Did you mean 'tenant'?", "has a pattern for Tenant"]),
        ({"checks": {"not-entailed": "enforce"}}, ["Enforce empty-support, unknown-fragment, missing-quote, trivial"]),
        ({"extends": "standard", "checks": {"not-entailed": "enforce"}}, []),
        (
            {"extends": "strict", "scopes": [{"when": {"lang": "es"}, "checks": {"trivial-quote": "warn"}}]},
            ["Enforce trivial-quote, too"],
        ),
        ({"checks": {A.value: {"mode": "warn", "percent": 5}}}, ["does nothing, since its mode is warn"]),
        (
            {"scopes": [{"when": {"a": "b"}, "checks": {A.value: {"mode": "off", "key": "user"}}}]},
            ["does nothing, since its mode is off"],
        ),
        (
            {
                "scopes": [
                    {"when": {"tenant": ["a", "b"]}, "checks": {A.value: "off"}},
                    {"when": {"route": "r"}, "checks": {B.value: "off"}},
                    {"when": {"tenant": "a", "route": "r"}, "checks": {A.value: "warn", B.value: "warn"}},
                ]
            },
            ["never counts: all that it says is said before"],
        ),
        (
            {
                "scopes": [
                    {"when": {"tenant": "a"}, "checks": {A.value: "off"}},
                    {"when": {"tenant": ["a", "b"]}, "checks": {A.value: "warn"}},
                    {"when": {"tenant": "a"}, "checks": {A.value: "warn"}, "on_error": "allow"},
                ]
            },
            [],
        ),
    ],
)
def test_what_cannot_be_meant_is_a_warning(keys: dict[str, Any], said: list[str]) -> None:
    warnings = advise(bundle_of(**keys), date(2026, 6, 1))
    assert len(warnings) == len(said)
    assert all(part in warning for part, warning in zip(said, warnings, strict=True))
