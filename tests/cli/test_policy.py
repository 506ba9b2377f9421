"""`fundamento policy`: validate, explain, diff, replay, schema."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
import structlog

from cli.conftest import ABSTAINED, HELD, UNKNOWN, Command, jsonl, output_of, record
from fundamento import CheckId, Fragment, Grounder
from fundamento.telemetry import StructlogSink, recommended_processors
from fundamento.testing import ScriptedModel, answer_json, claim

ROOT = Path(__file__).resolve().parents[2]
TEXT = """\
name: acme
version: 3
extends: standard
checks:
  trivial-quote: off
  quote-not-found: {mode: enforce, percent: 25}
scopes:
  - when: {tenant: acme}
    checks:
      superseded-source: enforce
    on_error: allow
exemptions:
  - {check: empty-answer, when: {tenant: acme}, owner: legal, reason: agreed, until: 2999-12-31}
  - {check: empty-support, when: {document: old}, owner: legal, reason: agreed, until: 2999-12-31}
"""


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "acme.yaml"
    path.write_text(TEXT)
    return path


def test_validate_says_what_is_good(run: Command, policy: Path) -> None:
    done = run("policy", "validate", policy, "strict", ROOT / "examples" / "policy.yaml")
    assert (done.status, done.stderr) == (0, "")
    assert [line.split(": ")[1].split()[0] for line in done.stdout.splitlines()] == ["good"] * 3


def test_validate_says_all_that_is_wrong_of_every_file(run: Command, policy: Path, tmp_path: Path) -> None:
    broken, gone = tmp_path / "broken.yaml", tmp_path / "gone.yaml"
    broken.write_text("name: x\nchecks:\n  empty-anser: warn\n  trivial-quote: wurn\nversion: 0\n")
    policy.write_text(TEXT.replace("2999", "2020") + "on_reject: prune\n")
    done = run("policy", "validate", broken, gone, policy)
    assert done.status == 2
    lines = done.stdout.splitlines()
    assert lines[:4] == [
        f"{broken}: broken",
        "  line 3: there is no check 'empty-anser'. Did you mean 'empty-answer'?",
        "  line 4: checks.trivial-quote: 'wurn' is no mode. Did you mean 'warn'?",
        "  line 5: version: input should be greater than or equal to 1",
    ]
    hint = "Check the path: a relative one starts at the folder that you are in."
    assert lines[4:6] == [f"{gone}: broken", f"  The policy file {gone} cannot be read (FileNotFoundError). {hint}"]
    expired = "expired on 2020-12-31 and no longer holds. Owner: legal."
    assert lines[7:] == [
        f"  warning: {policy}:13: the exemption of empty-answer for tenant=acme {expired}",
        f"  warning: {policy}:14: the exemption of empty-support for document=old {expired}",
    ]
    report = json.loads(run("policy", "validate", broken, policy, "--json").stdout)
    assert [(len(each["problems"]), len(each["warnings"])) for each in report] == [(3, 0), (0, 2)]


def explained(run: Command, policy: Path, *options: str) -> dict[str, dict[str, Any]]:
    done = run("policy", "explain", policy, "--json", *options)
    assert done.status == 0
    return {entry["check"]: entry for entry in json.loads(done.stdout)["checks"]}


def test_explain_names_the_line_that_decides(run: Command, policy: Path) -> None:
    found = explained(run, policy, "--attr", "tenant=acme", "--attr", "conversation=c-1")
    assert set(found) == set(CheckId)
    said = {check: (each["mode"], each["mode_source"], each["place"]) for check, each in found.items()}
    assert said["trivial-quote"] == ("off", "bundle", f"{policy}:5")
    assert said["quote-not-found"] == ("enforce", "percent", f"{policy}:6")
    assert said["superseded-source"] == ("enforce", "scope:1", f"{policy}:10")
    assert said["empty-answer"][:2] == ("warn", "exemption")
    assert said["malformed-output"][2].startswith("standard:")
    assert found["quote-not-found"]["bucket"] == 1864
    assert found["quote-not-found"]["why"] == "by the bundle; 25 % of conversation: bucket 1864, under 2500"
    assert found["empty-answer"]["why"] == f"by the bundle; exempt until 2999-12-31 ({policy}:13, owner legal)"
    assert found["empty-support"]["exemptions"] == [
        {"place": f"{policy}:14", "why": "exempt for document=old until 2999-12-31, owner legal"}
    ]


def test_explain_is_a_table(run: Command, policy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_key = "the request has no conversation or tenant: warn"
    options = ("--check", "superseded-source", "--check", "quote-not-found")
    done = run("policy", "explain", policy, *options, "--attr", "tenant=acme")
    other = run("policy", "explain", policy, *options)
    monkeypatch.setenv("FUNDAMENTO_MODE", "warn")
    switched = run("policy", "explain", policy, "--check", "superseded-source", "--attr", "tenant=acme")
    assert [each.stdout.splitlines()[1:] for each in (done, other, switched)] == [
        [
            "on_error allow  on_reject withhold",
            f"superseded-source  enforce  {policy}:10  by scope 1: tenant=acme",
            f"quote-not-found    enforce  {policy}:6  by the bundle; 25 % of tenant: bucket 1303, under 2500",
        ],
        [
            "on_error withhold  on_reject withhold",
            "superseded-source  warn     default  no file says",
            f"quote-not-found    warn     {policy}:6  by the bundle; 25 %, and {no_key}",
        ],
        [
            "on_error allow  on_reject withhold",
            f"superseded-source  warn     {policy}:10  by scope 1: tenant=acme; beaten by FUNDAMENTO_MODE=warn",
        ],
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--attr", "tenant"), "Give NAME=VALUE"),
        (("--attr", "=x"), "Give NAME=VALUE"),
        (("--attr", "a=b", "--attr", "a=c"), "is given twice"),
        (("--check", "empty-anser"), "Did you mean 'empty-answer'?"),
    ],
)
def test_explain_refuses_what_it_does_not_understand(
    run: Command, policy: Path, options: tuple[str, ...], said: str
) -> None:
    done = run("policy", "explain", policy, *options)
    assert (done.status, said in done.stderr) == (2, True)


def test_diff_says_what_differs_and_leaves_as_diff_does(run: Command, policy: Path) -> None:
    done = run("policy", "diff", "standard", policy)
    assert (done.status, done.stdout.splitlines()) == (
        1,
        [
            "trivial-quote: enforce -> off",
            "quote-not-found: enforce -> enforce 25 %",
            "scope 1: none -> when tenant=acme: superseded-source: enforce, on_error: allow",
            "exemption of empty-answer for tenant=acme: none -> until 2999-12-31",
            "exemption of empty-support for document=old: none -> until 2999-12-31",
        ],
    )
    assert run("policy", "diff", policy, policy).status == 0
    assert run("policy", "diff", policy, "nowhere.yaml").status == 2
    (first, *_) = json.loads(run("policy", "diff", "standard", policy, "--json").stdout)
    assert first == {"what": "trivial-quote", "one": "enforce", "other": "off"}


def test_schema_is_the_file_that_ships(run: Command) -> None:
    done = run("policy", "schema")
    assert done.stdout == (ROOT / "observability" / "policy.schema.json").read_text("utf-8")


FRAGMENTS = [
    Fragment("plans@1:0-47", "El plan Pro permite hasta 10 proyectos activos.", document="plans"),
    Fragment("old@1:0-42", "Los archivos se conservan durante 30 días.", document="old", superseded_by="2"),
]
GOOD = claim("El plan Pro permite hasta 10 proyectos activos.", ("F1", "hasta 10 proyectos activos"))
OLD = claim("Los archivos se conservan 30 días.", ("F2", "se conservan durante 30 días"))
BAD = claim("El plan Pro permite hasta 10 proyectos activos.", ("F9", "hasta 10 proyectos activos"))
SCRIPTS = [[answer_json(GOOD)], [answer_json(BAD)], [answer_json(GOOD, OLD)], [answer_json(BAD), answer_json(GOOD)]]


def write_log(path: Path, policy: Any, candidate: Any = None) -> Path:
    """Write the lines that a real sink writes of four answers."""
    with path.open("wb") as file:
        sink = StructlogSink(structlog.wrap_logger(structlog.BytesLogger(file), processors=recommended_processors()))
        for route, script in enumerate(SCRIPTS):
            model = ScriptedModel([*script, *script, *script])
            grounder = Grounder(model, policy=policy, candidate=candidate, sinks=[sink])
            grounder.answer("¿Cuántos proyectos permite?", FRAGMENTS, scope={"route": str(route)})
    return path


def replayed(run: Command, *arguments: object, given: bytes = b"") -> dict[str, Any]:
    done = run("policy", "replay", *arguments, "--json", given=given)
    report: dict[str, Any] = json.loads(done.stdout)
    return {**report, "status": done.status}


NO_REPAIR = {"name": "x", "extends": "strict", "repairs": 0}


def test_replay_of_a_log_says_what_a_bundle_would_have_done(run: Command, tmp_path: Path) -> None:
    log = write_log(tmp_path / "log.ndjson", "observe")
    (tmp_path / "strict.yaml").write_text(json.dumps(NO_REPAIR))
    report = replayed(run, tmp_path / "strict.yaml", log)
    assert (report["status"], report["answers"], report["changed"]) == (1, 4, 3)
    assert report["was"] == {"allowed": 4}
    assert report["would_be"] == {"allowed": 1, "withheld": 3}
    assert report["checks"] == {
        "unknown-fragment": {"found": 2, "blocked": 0, "would_block": 2},
        "superseded-source": {"found": 1, "blocked": 0, "would_block": 1},
    }
    assert report["lines"] == {}
    assert replayed(run, "observe", log)["would_be"] == {"allowed": 4}
    assert run("policy", "replay", "observe", log).status == 0


@pytest.mark.parametrize("then", ["observe", "standard", "strict", NO_REPAIR, {**NO_REPAIR, "on_reject": "prune"}])
def test_a_log_replayed_with_its_own_bundle_is_as_it_was(run: Command, tmp_path: Path, then: Any) -> None:
    log, path = write_log(tmp_path / "log.ndjson", then), then
    if isinstance(then, dict):
        path = tmp_path / "p.yaml"
        path.write_text(json.dumps(then))
    report = replayed(run, path, log)
    assert report["would_be"] == report["was"]
    assert report["changed"] == 0
    assert all(each["blocked"] == each["would_block"] for each in report["checks"].values())


@pytest.mark.parametrize("then", ["standard", "strict", NO_REPAIR, {**NO_REPAIR, "on_reject": "prune"}])
def test_a_candidate_said_it_before(run: Command, tmp_path: Path, then: Any) -> None:
    log, path = write_log(tmp_path / "log.ndjson", "observe", then), then
    if isinstance(then, dict):
        path = tmp_path / "p.yaml"
        path.write_text(json.dumps(then))
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    foreseen = [line["candidate_action"] for line in lines if line["event"] == "fundamento.answer"]
    would = replayed(run, path, log)["would_be"]
    assert {action: foreseen.count(action) for action in set(foreseen)} == would


def test_scopes_and_exemptions_count_in_a_replay(run: Command, tmp_path: Path) -> None:
    log, path = write_log(tmp_path / "log.ndjson", "observe"), tmp_path / "p.yaml"
    said = {"owner": "a", "reason": "b", "until": "2999-12-31"}
    bundle = {
        **NO_REPAIR,
        "scopes": [{"when": {"route": "1"}, "checks": {"unknown-fragment": "warn"}}],
        "exemptions": [{"check": "superseded-source", "when": {"document": "old"}, **said}],
    }
    path.write_text(json.dumps(bundle))
    assert replayed(run, path, log)["would_be"] == {"allowed": 3, "withheld": 1}
    scope = {"when": {"tenant": "acme"}, "checks": dict.fromkeys(CheckId, "warn")}
    path.write_text(json.dumps({**NO_REPAIR, "scopes": [scope]}))
    assert replayed(run, path, log)["attributes_missing"] == {"tenant": 4}
    assert replayed(run, path, log, "--attr", "tenant=acme")["would_be"] == {"allowed": 4}


def test_lines_that_are_broken_or_not_ours_are_counted(run: Command, tmp_path: Path) -> None:
    lines = write_log(tmp_path / "log.ndjson", "observe").read_bytes().splitlines(keepends=True)
    answer = next(line for line in lines if b"fundamento.answer" in line)
    finding = next(line for line in lines if b"fundamento.finding" in line)
    other = [
        b"started\n",
        b"\xff\xfe{\n",
        b"\x00\n",
        b'{"event": "app.start"}\n',
        b'{"level": "info"}\n',
        b"[1, 2]\n",
        answer[:50] + b"\n",
        answer.replace(b'"schema":1', b'"schema":2'),
        finding.replace(b"unknown-fragment", b"a-new-check"),
        finding.replace(b'"answer_id":"', b'"answer_id":"x'),
        b'{"event": "fundamento.policy", "schema": 1, "status": "kept"}\n',
        *lines,
        *lines,
    ]
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(b"".join(other)))
    report = replayed(run, "strict", path)
    assert report["answers"] == 4
    assert report["lines"] == {"broken": 6, "foreign": 3, "orphaned": 1, "repeated": 4}
    assert report["would_be"] == replayed(run, "strict", tmp_path / "log.ndjson")["would_be"]


def test_lines_may_come_in_any_order(run: Command, tmp_path: Path) -> None:
    log = write_log(tmp_path / "log.ndjson", "observe")
    plain = replayed(run, "strict", log)
    log.write_bytes(b"".join(reversed(log.read_bytes().splitlines(keepends=True))))
    assert replayed(run, "strict", log) == plain
    kept = [line for line in log.read_bytes().splitlines(keepends=True) if b'"check":"superseded' not in line]
    assert replayed(run, "strict", "-", given=b"".join(kept))["lines"] == {"incomplete": 1}


def test_replay_of_audit_records_checks_them_again(run: Command, tmp_path: Path) -> None:
    records = jsonl(
        record("a", HELD),
        record("b", UNKNOWN, scope={"tenant": "acme"}),
        record("c", ABSTAINED),
        record("d", output_of("hasta 9 proyectos", text="El plan Pro permite proyectos.")),
        {"fragments": "none", "output": ""},
    )
    report = replayed(run, "strict", "-", given=records)
    assert report["would_be"] == {"allowed": 2, "withheld": 2}
    assert (report["was"], report["changed"], report["lines"]) == ({"unknown": 4}, 0, {"broken": 1})
    assert {check: each["would_block"] for check, each in report["checks"].items()} == {
        "unknown-fragment": 1,
        "quote-not-found": 1,
    }
    path = tmp_path / "p.yaml"
    path.write_text("name: x\nextends: strict\nscopes: [{when: {tenant: acme}, checks: {unknown-fragment: warn}}]\n")
    assert replayed(run, path, "-", given=records)["would_be"] == {"allowed": 3, "withheld": 1}


def test_replay_shows_a_table(run: Command, tmp_path: Path) -> None:
    log = write_log(tmp_path / "log.ndjson", "observe")
    done = run("policy", "replay", "strict", log)
    assert done.status == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("strict@1  fingerprint ")
    assert lines[0].endswith("  4 answers")
    assert lines[2:9] == [
        "action            was   would be",
        "allowed             4          1",
        "repaired            0          0",
        "pruned              0          0",
        "withheld            0          3",
        "3 of those whose action is known would change",
        "",
    ]
    assert lines[10:] == [
        "unknown-fragment                   2          0            2",
        "superseded-source                  1          0            1",
        lines[12],
    ]
    # The fragments have no store, dates or judge; what cites an unknown fragment has no evidence to look at.
    said = "answers that checks did not look at (off then, or nothing to look at): claims-in-abstention 4, missing-"
    assert lines[12].startswith(said)
    assert ", superseded-source 3, missing-quote 2, " in lines[12]
    assert "malformed-output" not in lines[12]


WEAK = {"name": "x", "extends": "observe", "checks": {"weak-support": "enforce"}}
TEXTS = ("El plan Pro permite hasta 10 proyectos.", "Hay proyectos.", "Los gatos duermen mucho.", "Pro: 10 activos.")


@pytest.mark.parametrize("threshold", [0.0, 0.02, 0.2, 0.5, 0.8, 0.95, 1.0])
@pytest.mark.parametrize("first", [0.01, 0.3, 0.9])
def test_of_a_log_another_threshold_of_the_score_is_replayed(
    run: Command, tmp_path: Path, first: float, threshold: float
) -> None:
    outputs = [output_of("hasta 10 proyectos", text=text) for text in TEXTS]
    claims = [output["answer"]["claims"][0] for output in outputs]
    outputs.append({"answer": {"kind": "grounded", "claims": claims}})
    outputs.append({"answer": {"kind": "grounded", "claims": claims[:2]}})
    records = jsonl(*[record(str(number), output) for number, output in enumerate(outputs)], record("z", ABSTAINED))
    past, then, log = tmp_path / "past.yaml", tmp_path / "then.yaml", tmp_path / "log.ndjson"
    past.write_text(json.dumps({**WEAK, "thresholds": {"weak-support": first}}))
    then.write_text(json.dumps({**WEAK, "thresholds": {"weak-support": threshold}}))
    run("audit", "-", "--policy", past, "--events", log, given=records)
    again, told = replayed(run, then, "-", given=records), replayed(run, then, log)
    assert told["would_be"] == again["would_be"]
    blocks = [report["checks"].get("weak-support", {}).get("would_block", 0) for report in (told, again)]
    assert blocks[0] == blocks[1]
    assert told["unknown"] == {}


def test_what_a_log_does_not_tell_of_thresholds_is_said(run: Command, tmp_path: Path) -> None:
    log, path = write_log(tmp_path / "log.ndjson", "observe"), tmp_path / "p.yaml"
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    kept: list[dict[str, Any]] = [line for line in lines if line["event"] == "fundamento.answer"][:1]
    weak = {**WEAK, "thresholds": {"weak-support": 0.001}}

    def said(bundle: dict[str, Any], **keys: object) -> str:
        path.write_text(json.dumps(bundle))
        given = jsonl(*({**line, "findings": 0, "lowest_score": 0.5, **keys} for line in kept))
        return run("policy", "replay", path, "-", given=given).stdout

    looked = {"checked": {"weak-support": 2}, "claims": 2}
    may = "warning: under this bundle's threshold {} may differ in 1 answers: the logs lack scores that it takes"
    assert "warning" not in said(weak, **looked)
    assert may.format("weak-support") in said(weak, **looked, attempts=2)
    assert may.format("weak-support") in said(weak, **looked, lowest_score=None)
    higher = {**WEAK, "thresholds": {"weak-support": 0.9}}
    assert "warning" not in said(higher, **looked)
    assert may.format("weak-support") in said({**higher, "on_reject": "prune"}, **looked)
    assert "warning" not in said({**higher, "checks": {"weak-support": "warn"}}, **looked, attempts=2)
    judged = {"name": "x", "checks": {"not-entailed": "enforce"}}
    assert may.format("not-entailed") in said(judged, checked={"not-entailed": 1})
    assert "did not look at (off then, or nothing to look at): not-entailed 1" in said(judged, checked={})


def test_replay_is_of_the_bundle_and_not_of_the_switch(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDAMENTO_MODE", "warn")
    done = run("policy", "replay", "strict", "-", given=b"")
    assert (done.status, "Unset it" in done.stderr) == (2, True)


def test_a_source_without_an_answer_could_not_be_replayed(run: Command) -> None:
    assert run("policy", "replay", "strict", "-", given=b"hello\n").status == 2
    assert run("policy", "replay", "strict", "-", given=b"").status == 0
