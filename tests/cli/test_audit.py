"""The batch form: what goes in, what comes out, and what is said when something cannot be run."""

import gzip
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.conftest import ABSTAINED, HELD, UNKNOWN, Command, jsonl, output_of, record
from fundamento import Fragment, Grounder, Settings
from fundamento.cli import lines
from fundamento.testing import CapturedEvents

Source = Callable[[bytes], Path]


def test_each_record_gives_one_object_in_order(run: Command, source: Source) -> None:
    path = source(jsonl(record("a", HELD), record("b", UNKNOWN), record("c", ABSTAINED)))
    done = run("audit", path, "--policy", "strict")
    assert [(row["id"], row["outcome"], row["action"]) for row in done.rows] == [
        ("a", "answered", "allowed"),
        ("b", "rejected", "withheld"),
        ("c", "abstained", "allowed"),
    ]
    assert done.status == 1
    assert done.stderr == "fundamento: 3 records (1 answered, 1 abstained, 1 rejected).\n"


def test_a_row_says_everything(run: Command) -> None:
    done = run("audit", "-", given=jsonl(record("a", output_of("hasta 12 proyectos"))))
    (row,) = done.rows
    finding, number = row["findings"]
    assert row == {
        "id": "a",
        "outcome": "rejected",
        "action": "allowed",
        "claims": [
            {
                "text": "El plan Pro permite hasta 10 proyectos.",
                "verdict": "fail",
                "support_score": None,
                "spans": [],
            }
        ],
        "findings": [finding, number],
        "faults": [],
    }
    assert (number["check"], number["claim"], number["mode"]) == ("number-unsupported", 0, "warn")
    assert {key: finding[key] for key in ("claim", "check", "fragment", "mode")} == {
        "claim": 0,
        "check": "quote-not-found",
        "fragment": "S1",
        "mode": "warn",
    }
    assert finding["detail"]["reason"] == "not-in-fragment"
    assert finding["detail"]["nearest"]["text"] == "hasta 10 proyectos"


@pytest.mark.parametrize(
    ("outputs", "policy", "status"),
    [
        ([HELD, ABSTAINED], "strict", 0),
        ([HELD, UNKNOWN], "strict", 1),
        ([HELD, UNKNOWN], "observe", 1),
        ([ABSTAINED], "observe", 0),
        ([], "observe", 0),
        ([UNKNOWN, 3], "observe", 1),
    ],
)
def test_the_status_tells_how_it_went(run: Command, outputs: list[object], policy: str, status: int) -> None:
    given = jsonl(*(record(str(number), output) for number, output in enumerate(outputs)))
    assert run("audit", "-", "--policy", policy, given=given).status == status


def test_its_events_can_be_counted_and_judged(run: Command, tmp_path: Path) -> None:
    events = tmp_path / "events.ndjson"
    records = [record(str(number), UNKNOWN if number % 4 == 0 else HELD) for number in range(400)]
    plain = run("audit", "-", given=jsonl(*records, 3))
    done = run("audit", "-", "--events", events, given=jsonl(*records, 3))
    rows = done.rows
    told = [row.pop("answer_id") for row in rows if "error" not in row]
    written = [json.loads(line) for line in events.read_text("utf-8").splitlines()]
    assert told == [line["answer_id"] for line in written if line["event"] == "fundamento.answer"]
    assert (rows, done.stderr, done.status) == (plain.rows, plain.stderr, plain.status)
    (report,) = run("rates", events, "--json").rows
    assert (report["total"]["answers"]["count"], report["total"]["answers"]["of"]) == (100, 400)
    (halted,) = run("gate", events, "--check", "unknown-fragment", "--json").rows
    assert (halted["call"], halted["decisions"]["unknown-fragment"]["tally"]["answers"]) == ("halt", 400)
    assert run("gate", events, "--check", "empty-support").status == 0
    assert run("gate", events, "--check", "not-entailed").status == 3


def test_its_events_have_the_tenant_and_the_time_of_the_answer(run: Command, tmp_path: Path) -> None:
    events, key = tmp_path / "events.ndjson", tmp_path / "key"
    key.write_bytes(b"a key\n")
    records = [
        record("a", UNKNOWN, tenant="acme", at="2026-03-02T09:30:00Z"),
        record("b", HELD, tenant="acme", at="2026-03-02T11:59:59.5+02:00"),
        record("c", HELD, scope={"tenant": "acme", "route": "billing"}, at="2026-03-02 10:00"),
        record("d", HELD, tenant="globex", scope={"tenant": "globex"}, at="2026-03-02"),
        record("e", HELD),
    ]
    options = ("audit", "-", "--events", events, "--tenant-key-file", key)
    done = run(*options, given=jsonl(*records))
    assert done.stderr == "fundamento: 5 records (4 answered, 1 rejected).\n"
    lines = [json.loads(line) for line in events.read_text("utf-8").splitlines()]
    stamps = [line["timestamp"] for line in lines if line["event"] == "fundamento.answer"]
    assert stamps[:4] == [f"2026-03-02T{time}.{rest}Z" for time, rest in TIMES]
    assert {line["timestamp"] for line in lines if line["event"] == "fundamento.finding"} == {stamps[0]}
    live = CapturedEvents()
    grounder = Grounder(sinks=[live], settings=Settings(tenant_key=b"a key"))
    grounder.check(HELD, [Fragment("S1", "El plan Pro permite hasta 10 proyectos.")], scope={"tenant": "acme"})
    acme = live.answers[0].origin.tenant
    (report,) = run("rates", events, "--by", "tenant,hour", "--where", f"tenant={acme}", "--json").rows
    assert [(row["key"]["hour"], row["figures"]["answers"]["of"]) for row in report["rows"]] == [
        ("2026-03-02T09:00Z", 2),
        ("2026-03-02T10:00Z", 1),
    ]
    assert "acme" not in events.read_text("utf-8")


TIMES = (("09:30:00", "000000"), ("09:59:59", "500000"), ("10:00:00", "000000"), ("00:00:00", "000000"))


def test_without_a_key_it_says_that_events_name_no_tenant(run: Command, tmp_path: Path) -> None:
    given = jsonl(record("a", HELD, tenant="acme"), record("b", HELD))
    done = run("audit", "-", "--events", tmp_path / "events", given=given)
    assert done.stderr.startswith("fundamento: 1 records have a tenant; their events name none")
    assert '"tenant":null' in (tmp_path / "events").read_text("utf-8")
    assert "tenant" not in run("audit", "-", given=given).stderr


def test_a_scope_of_the_policy_may_ask_for_the_tenant(run: Command, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("name: x\nversion: 1\nscopes: [{when: {tenant: acme}, checks: {unknown-fragment: enforce}}]\n")
    given = jsonl(record("a", UNKNOWN, tenant="acme"), record("b", UNKNOWN, tenant="globex"))
    assert [row["action"] for row in run("audit", "-", "--policy", policy, given=given).rows] == ["withheld", "allowed"]


def test_events_that_cannot_be_written_are_one_line(run: Command, tmp_path: Path) -> None:
    done = run("audit", "-", "--events", tmp_path / "none" / "events", given=jsonl(record("a", HELD)))
    assert (done.status, done.stdout) == (2, "")
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("output", [None, 3, True, [], ["The plan is free."]])
def test_an_output_of_another_kind_is_malformed(run: Command, output: object) -> None:
    (row,) = run("audit", "-", "--policy", "strict", given=jsonl(record("a", output))).rows
    assert (row["outcome"], [found["check"] for found in row["findings"]]) == ("rejected", ["malformed-output"])


@pytest.mark.parametrize(
    ("keys", "checks"),
    [
        ({"version": 3, "document": "d"}, []),
        ({"version": 3, "document": "d", "superseded_by": 4}, ["superseded-source"]),
        ({"superseded_by": ""}, []),
        ({"effective_until": ""}, []),
        ({"effective_until": "2026-03-01T23:59:59Z"}, []),
        ({"effective_until": "2026-02-28T23:59:59+01:00"}, ["out-of-date-source"]),
    ],
)
def test_versions_and_days_are_read_as_meant(run: Command, keys: dict[str, object], checks: list[str]) -> None:
    fragment = {"id": "S1", "text": "El plan Pro permite hasta 10 proyectos activos.", **keys}
    given = record("a", HELD, fragments=[fragment], as_of="2026-03-01T08:00:00Z")
    (row,) = run("audit", "-", "--policy", "strict", given=jsonl(given)).rows
    assert [found["check"] for found in row["findings"]] == checks


def test_gzip_is_told_by_its_content(run: Command, source: Source) -> None:
    content = jsonl(record("a", HELD), record("b", HELD))
    packed = gzip.compress(content)
    plain = run("audit", source(content))
    assert run("audit", source(packed)) == plain
    assert run("audit", "-", given=packed) == plain
    assert len(plain.rows) == 2


def test_blank_lines_and_a_byte_order_mark_do_not_matter(run: Command) -> None:
    given = b"\xef\xbb\xbf" + jsonl(record("a", HELD)) + b"\r\n  \n\n" + jsonl(record("b", HELD)).rstrip()
    done = run("audit", "-", given=given)
    assert ([row["id"] for row in done.rows], done.status) == (["a", "b"], 0)


@pytest.mark.parametrize(
    ("line", "name", "said"),
    [
        (b"{not json", None, "it is not JSON: Expecting property name enclosed in double quotes at column 2."),
        (b'{"id": "x", "que\xff": 1}', None, "it is not UTF-8: byte 16 cannot be read."),
        (b"[1, 2]", None, "A record is an object."),
        (b"[" * 100_000, None, "it is JSON that cannot be read (RecursionError)."),
        (jsonl({"id": "x", "fragments": []}), "x", "output: is missing."),
        (jsonl({"id": "x", "output": "{}"}), "x", "fragments: is missing."),
        (jsonl(record("x", HELD, fragments="secreto")), "x", "fragments: should be a valid list."),
        (jsonl(record("x", HELD, fragments=["secreto"])), "x", "fragments[0]: should be an object."),
        (jsonl(record("x", HELD, fragments=[{"id": "S1"}])), "x", "fragments[0].text: is missing."),
        (jsonl(record("x", HELD, fragments=[{"id": 1, "text": "secreto"}])), "x", "fragments[0].id: should be a valid"),
        (jsonl(record("x", HELD, fragments=[{"id": " ", "text": "secreto"}])), "x", "A fragment's ID is empty."),
        (jsonl(record("x", HELD, as_of="secreto")), "x", "as_of: should be a day such as 2026-03-01."),
        (jsonl(record("x", HELD, at="secreto")), "x", "at: should be a time such as 2026-03-01T12:00:00Z."),
        (jsonl(record("x", HELD, at=1772442000)), "x", "at: should be a time such as"),
        (jsonl(record("x", HELD, at="1969-12-31")), "x", "at: should be a time such as"),
        (jsonl(record("x", HELD, at="0001-01-01T00:00+14:00")), "x", "at: should be a time such as"),
        (jsonl(record("x", HELD, tenant="")), "x", "tenant: String should have at least 1 character."),
        (jsonl(record("x", HELD, tenant=["secreto"])), "x", "tenant: should be a valid string."),
        (jsonl(record("x", HELD, tenant="a", scope={"tenant": "secreto"})), "x", "tenant is not the tenant of scope."),
        (jsonl(record("x", HELD, tennant="secreto")), "x", "tennant: is no key here. Did you mean 'tenant'?"),
        (jsonl(record("x", HELD, reader="secreto")), "x", "reader: should be an object."),
        (jsonl(record("x", HELD, reader={"groups": []})), "x", "reader.id: is missing."),
        (jsonl(record("x", HELD, store={"id": "secreto"})), "x", "store: should be a valid list."),
        (jsonl(record("x", HELD, quotes="secreto")), "x", "quotes: should be 'required' or 'off'."),
        (jsonl(record("x", HELD, format="secreto")), "x", "format: should be 'json', 'prose',"),
        (jsonl(record("x", HELD, reeder={"id": "secreto"})), "x", "reeder: is no key here. Did you mean 'reader'?"),
        (
            jsonl(record("x", HELD, reader={"id": "u", "gruops": ["secreto"]})),
            "x",
            "reader.gruops: is no key here. Did you mean 'groups'?",
        ),
        (
            jsonl(record("x", HELD, store=[{"id": "S1", "text": "", "superseeded_by": "secreto"}])),
            "x",
            "store[0].superseeded_by: is no key here. Did you mean 'superseded_by'?",
        ),
        (jsonl(record("x", HELD, **{"un secreto.": 1})), "x", "?: is no key here. Known: id, question, fragments,"),
        (jsonl(record("x", HELD, question=["secreto"])), "x", "question: should be a valid string."),
        (jsonl({**record("x", HELD), "id": ["secreto"]}), None, "id: should be a valid string"),
        (
            jsonl(record("x", HELD, fragments=[{"id": "S1", "text": "uno"}, {"id": "S1", "text": "secreto"}])),
            "x",
            "fragments[1] has the ID of an earlier fragment but another text.",
        ),
    ],
)
def test_a_line_that_cannot_be_run_is_told_and_the_rest_goes_on(
    run: Command, line: bytes, name: str | None, said: str
) -> None:
    done = run("audit", "-", given=jsonl(record("a", HELD)) + line.rstrip() + b"\n" + jsonl(record("b", HELD)))
    first, broken, last = done.rows
    assert (first["id"], last["id"], done.status) == ("a", "b", 2)
    assert (broken["line"], broken["id"]) == (2, name)
    assert broken["error"].startswith(said)
    assert f"fundamento: line 2: {said}" in done.stderr
    assert "secreto" not in done.stderr + broken["error"]


@pytest.mark.parametrize("lang", ["es", "en", "fr", None, 3])
def test_notes_and_unknown_languages_are_let_be(run: Command, lang: object) -> None:
    done = run("audit", "-", given=jsonl(record("a", HELD, lang=lang, about="x", expect={"outcome": "y"}, family=[1])))
    assert (done.status, done.rows[0]["outcome"]) == (0, "answered")


@pytest.mark.parametrize("key", ["question", "reader", "store", "as_of", "format", "quotes", "tenant", "at"])
def test_a_key_that_is_null_is_not_there(run: Command, key: str) -> None:
    done = run("audit", "-", given=jsonl(record("a", HELD, **{key: None})))
    assert (done.status, done.rows[0]["outcome"]) == (0, "answered")


def test_half_of_a_surrogate_pair_comes_through(run: Command) -> None:
    line = json.dumps(record("a", output_of("hasta 10 proyectos", text="Hasta 10 \ud83d"))).encode("ascii")
    done = run("audit", "-", given=line)
    assert done.rows[0]["claims"][0]["text"] == "Hasta 10 \ud83d"


def test_a_line_of_megabytes_is_read(run: Command) -> None:
    text = "palabra " * 650_000 + "hasta 10 proyectos"
    done = run("audit", "-", given=jsonl(record("a", HELD, fragments=[{"id": "S1", "text": text}])))
    assert done.rows[0]["claims"][0]["spans"] == [
        {"fragment": "S1", "start": len(text) - len("hasta 10 proyectos"), "end": len(text)}
    ]


def test_a_line_over_the_limit_is_skipped_whole(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE", 1024 * 1024)
    long = jsonl(record("x", HELD, question="palabra " * 500_000))
    done = run("audit", "-", given=jsonl(record("a", HELD)) + long + jsonl(record("b", HELD)))
    assert [(row.get("id"), row.get("line")) for row in done.rows] == [("a", None), (None, 2), ("b", None)]
    assert (done.status, done.rows[1]["error"]) == (2, "it is longer than 1 MB.")


def test_the_store_of_a_record_is_checked_too(run: Command) -> None:
    done = run(
        "audit", "-", given=jsonl(record("a", HELD, store=[{"id": "S1", "text": "otro"}, {"id": "", "text": "x"}]))
    )
    assert (done.status, done.rows[0]["error"].startswith("A fragment's ID is empty.")) == (2, True)


def test_the_output_file_takes_the_place_of_an_old_one(run: Command, source: Source, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    done = run("audit", source(jsonl(record("a", HELD))), "--output", target)
    assert (done.status, done.stdout) == (0, "")
    assert [json.loads(line)["id"] for line in target.read_text("utf-8").splitlines()] == ["a"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "records.jsonl"]


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        (("--output", "records.jsonl"), "--output records.jsonl is the input."),
        (("--output", "link"), "--output link is the input."),
        (("--events", "./records.jsonl"), "--events ./records.jsonl is the input."),
        (("--events", "hard", "--output", "out"), "--events hard is the input."),
        (("--events", "new", "--output", "./new"), "--output and --events are both new."),
        (("--events", "-"), "--output and --events are both standard output."),
    ],
)
def test_what_is_read_is_not_written(
    run: Command, source: Source, targets: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = jsonl(record("a", HELD))
    path = source(content)
    monkeypatch.chdir(path.parent)
    Path("link").symlink_to(path)
    Path("hard").hardlink_to(path)
    there = sorted(path.parent.iterdir())
    done = run("audit", "records.jsonl", *targets)
    assert (done.status, done.stdout, said in done.stderr) == (2, "", True)
    assert (path.read_bytes(), sorted(path.parent.iterdir())) == (content, there)


def test_events_may_go_to_standard_output(run: Command, tmp_path: Path) -> None:
    done = run("audit", "-", "--events", "-", "--output", tmp_path / "out", given=jsonl(record("a", HELD)))
    assert (done.status, [row["event"] for row in done.rows]) == (0, ["fundamento.answer"])
    assert run("audit", "-", "--events", os.devnull, "--output", os.devnull, given=jsonl(record("a", HELD))).status == 0


def test_a_gzip_file_that_is_cut_short_leaves_the_old_output_alone(
    run: Command, source: Source, tmp_path: Path
) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    whole = gzip.compress(jsonl(*(record(str(number), HELD) for number in range(5_000))), compresslevel=0)
    done = run("audit", source(whole[: len(whole) // 2]), "--output", target)
    (partial,) = tmp_path.glob("out.jsonl.partial-*")
    rows = partial.read_text("utf-8").splitlines()
    assert (done.status, target.read_text()) == (2, "old")
    assert [json.loads(row)["id"] for row in rows] == [str(number) for number in range(len(rows))]
    assert rows
    assert f"What was done so far is in {partial.name}" in done.stderr
    assert f"The gzip input is damaged or cut short after line {len(rows)}." in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere.jsonl",), "nowhere.jsonl cannot be read: No such file or directory."),
        (("-", "--output", "nowhere/out.jsonl"), "nowhere/out.jsonl cannot be written: No such file or directory."),
        (("-", "--policy", "strickt"), "There is no bundle called 'strickt'. Did you mean 'strict'?"),
        (("-", "--policy", "nowhere.yaml"), "The policy file nowhere.yaml cannot be read (FileNotFoundError)."),
    ],
)
def test_what_cannot_run_at_all_is_one_line(
    run: Command, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("audit", *arguments, given=jsonl(record("a", HELD)))
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr


def test_utf_16_is_refused(run: Command) -> None:
    done = run("audit", "-", given=jsonl(record("a", HELD)).decode().encode("utf-16"))
    assert (done.status, done.stderr) == (2, "fundamento: standard input is UTF-16. Save it as UTF-8.\n")


def test_a_policy_file_holds(run: Command, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("name: acme\nextends: strict\nchecks: {unknown-fragment: off}\n")
    done = run("audit", "-", "--policy", policy, given=jsonl(record("a", UNKNOWN)))
    assert (done.status, done.rows[0]["outcome"]) == (0, "answered")


def test_a_bad_kill_switch_is_told_once(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDAMENTO_MODE", "of")
    done = run("audit", "-", given=jsonl(record("a", HELD), record("b", HELD)))
    assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def entry_point() -> list[str]:
    return [sys.executable, "-c", "from fundamento.cli import main; main()"]


def test_results_come_while_the_input_is_still_open(tmp_path: Path) -> None:
    with subprocess.Popen([*entry_point(), "audit", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("a", "b"):
            process.stdin.write(jsonl(record(name, HELD)))
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == name
        process.stdin.close()
        assert process.wait() == 0


@pytest.fixture
def _interrupts() -> Iterator[None]:
    """Let what is started be interrupted: a shell has its jobs in the background ignore that, and they hand it on."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interrupts")
def test_an_interrupt_says_what_is_left(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with subprocess.Popen(
        [*entry_point(), "audit", "-", "--output", str(target)], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(jsonl(record("a", HELD)) + b"broken\n")
        process.stdin.flush()
        assert process.stderr.readline().startswith(b"fundamento: line 2: it is not JSON")
        os.kill(process.pid, signal.SIGINT)
        said = process.stderr.read().decode()
        assert process.wait() == 2
    (partial,) = tmp_path.iterdir()
    assert f"out.jsonl was not written. What was done so far is in {partial.name}" in said
    assert len(partial.read_text("utf-8").splitlines()) == 2


def test_a_reader_that_leaves_ends_it_without_a_traceback(source: Source) -> None:
    path = source(jsonl(*(record(str(number), HELD) for number in range(3_000))))
    with subprocess.Popen(
        [*entry_point(), "audit", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 2
