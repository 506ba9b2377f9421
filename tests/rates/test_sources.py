"""Logs in every wrapping, and whatever else may stand in them."""

import gzip
import io
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard

from fundamento.errors import ConfigurationError, InputError, MissingExtraError
from fundamento.rates import sources
from fundamento.rates.logs import Intake, Limits, open_logs
from fundamento.rates.measuring import measure
from fundamento.rates.report import Report
from rates.lines import answer, finding, make_service, rejected, to_bytes, write

LINES = make_service(150, seed=3)
PLAIN = to_bytes(LINES)
HALF = PLAIN.index(b"\n", len(PLAIN) // 2) + 1

PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "gzip in two members": lambda text: gzip.compress(text[:HALF]) + gzip.compress(text[HALF:]),
    "zstd": zstandard.compress,
    "zstd in two frames": lambda text: zstandard.compress(text[:HALF]) + zstandard.compress(text[HALF:]),
}


class Stdin(io.TextIOWrapper):
    """Standard input that gives these bytes."""

    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content))


def count(tmp_path: Path, content: bytes, name: str = "log") -> Report:
    path = tmp_path / name
    path.write_bytes(content)
    return measure([str(path)])


@pytest.fixture
def expected(tmp_path: Path) -> Report:
    return count(tmp_path, PLAIN, "expected")


@pytest.mark.parametrize("packing", PACKINGS)
def test_every_packing_gives_the_same_figures(tmp_path: Path, expected: Report, packing: str) -> None:
    assert count(tmp_path, PACKINGS[packing](PLAIN), "log.txt") == expected


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("name", ["log.gz", "log.zst", "log.ndjson"])
def test_what_a_file_is_tells_its_beginning_and_not_its_name(
    tmp_path: Path, expected: Report, packing: str, name: str
) -> None:
    assert count(tmp_path, PACKINGS[packing](PLAIN), name) == expected


@pytest.mark.parametrize("packing", ["plain", "gzip"])
def test_a_byte_order_mark_is_no_part_of_a_line(tmp_path: Path, expected: Report, packing: str) -> None:
    assert count(tmp_path, PACKINGS[packing](b"\xef\xbb\xbf" + PLAIN)) == expected


@pytest.mark.parametrize("packing", PACKINGS)
def test_standard_input_does_too(monkeypatch: pytest.MonkeyPatch, expected: Report, packing: str) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(PACKINGS[packing](PLAIN)))
    assert measure(["-"]) == expected


def test_pieces_are_cut_between_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: Report) -> None:
    monkeypatch.setattr(sources, "_PIECE", 4_000)
    monkeypatch.setattr(sources, "_READ", 100)
    assert count(tmp_path, gzip.compress(PLAIN)) == expected
    # A piece is gone when the next one is asked for.
    pieces = [piece.path.read_bytes() for piece in sources.cut(str(tmp_path / "log"), tmp_path)]
    assert b"".join(pieces) == PLAIN
    assert len(pieces) > 20


@pytest.mark.parametrize("name", ["[x].ndjson", "a b.ndjson", "día.ndjson", "it's.ndjson", "*.ndjson"])
def test_any_name_will_do(tmp_path: Path, expected: Report, name: str) -> None:
    assert count(tmp_path, PLAIN, name) == expected


def test_a_file_that_two_patterns_name_counts_once(tmp_path: Path) -> None:
    write(tmp_path / "a.ndjson", [answer("a")])
    report = measure([str(tmp_path / "a.ndjson"), str(tmp_path / "*.ndjson"), str(tmp_path / "**" / "*.ndjson")])
    assert (report.intake.lines, report.intake.repeated) == (1, 0)


@pytest.mark.parametrize("name", ["nothing.ndjson", "nothing-*.ndjson", "folder/*.gz"])
def test_a_log_that_is_not_there_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no such log"):
        measure([str(tmp_path / name)])


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        measure([str(tmp_path)])


GOOD = to_bytes([answer("a"), rejected("b"), finding("b")])
ONE = to_bytes([answer("c")])
CANARY = "la contraseña de Ana es zafiro"

NOISE: dict[str, tuple[bytes, Intake]] = {
    "blank lines": (b"\n\n  \n", Intake()),
    "text": (f"2026-03-02 INFO {CANARY}\n".encode(), Intake(lines=1, broken=1)),
    "a line that was cut": (ONE[:60] + b"\n", Intake(lines=1, broken=1)),
    "two lines in one": (ONE.rstrip() + ONE, Intake(lines=1, broken=1)),
    "a line with a prefix": (b"app-1  | " + ONE, Intake(lines=1, broken=1)),
    "NUL": (b"\0" * 5_000 + b"\n" + b'{"event": "\0"}\n', Intake(lines=2, broken=2)),
    "bytes that are no UTF-8": (b'{"event": "\xff\xfe"}\n\xc3\n', Intake(lines=2, broken=2)),
    "half of a surrogate pair": (b'{"event": "\\ud800"}\n', Intake(lines=1, broken=1)),
    "deep nesting": (b'{"a":' * 3_000 + b"\n", Intake(lines=1, broken=1)),
    "JSON that is no object": (b"[1, 2]\n3\nnull\n", Intake(lines=3, foreign=3)),
    "other software": (f'{{"event": "{CANARY}"}}\n{{"msg": "x"}}\n'.encode(), Intake(lines=2, foreign=2)),
    "an event that is none": (b'{"event": {"a": 1}}\n{"event": 7}\n', Intake(lines=2, foreign=2)),
    "another schema": (to_bytes([answer("x", schema=2), answer("y", schema="x")]), Intake(lines=2, other_schema=2)),
    "an event to come": (to_bytes([answer("x", event="fundamento.review")]), Intake(lines=1, foreign=1)),
    "no ID": (to_bytes([answer("x", answer_id=None)]), Intake(lines=1, incomplete=1)),
    "counts that make no sense": (
        to_bytes([answer("x", claims="many"), answer("y", claims=-1), answer("z", claims=1, claims_failed=2)]),
        Intake(lines=3, incomplete=3),
    ),
    "a finding of no check": (to_bytes([finding("b", check=None)]), Intake(lines=1, incomplete=1)),  # type: ignore[arg-type]  # a broken line
    "fields to come": (
        to_bytes([{**answer("a"), "candidate_bundle": "x", "question": CANARY}]),
        Intake(1, 1, repeated=1),
    ),
    "Windows line ends": (to_bytes([answer("a")]).replace(b"\n", b"\r\n"), Intake(1, 1, repeated=1)),
    "a last line without its end": (ONE[:-20], Intake(lines=1, broken=1)),
    "a line of 50 MB": (b'{"event": "' + b"x" * 50_000_000 + b'"}\n', Intake(lines=1, too_long=1)),
    "a line of 50 MB without an end": (b"x" * 50_000_000, Intake(lines=1, too_long=1)),
}


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
def test_what_cannot_be_counted_is_counted_as_that(tmp_path: Path, noise: str, packed: bool) -> None:
    text, expected = NOISE[noise]
    clean = count(tmp_path, GOOD)
    # Between the good lines, or behind them where it has no end.
    content = GOOD + text if not text.endswith(b"\n") else ONE + text + GOOD
    report = count(tmp_path, gzip.compress(content, 1) if packed else content)
    intake = clean.intake
    extra = int(text.endswith(b"\n"))
    assert report.intake == replace(
        expected,
        lines=expected.lines + intake.lines + extra,
        answers=expected.answers + intake.answers + extra,
        findings=intake.findings,
    )
    assert report.rows[0].figures.answers.count == clean.rows[0].figures.answers.count == 1
    assert report.total.answers.of == clean.total.answers.of + extra
    assert CANARY not in repr(report)


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_of_an_archive_that_breaks_off_the_rest_counts(tmp_path: Path, packing: str) -> None:
    packed = PACKINGS[packing](PLAIN * 40)
    report = count(tmp_path, packed[: len(packed) * 9 // 10])
    assert 0 < report.intake.answers < 40 * PLAIN.count(b'"fundamento.answer"')
    assert report.intake.damaged == [str(tmp_path / "log")]
    assert report.total.answers.of > 0


@pytest.mark.parametrize("magic", [b"\x1f\x8b\x08\x00", b"\x28\xb5\x2f\xfd\x00"])
def test_an_archive_of_nonsense_is_damaged(tmp_path: Path, magic: bytes) -> None:
    report = count(tmp_path, magic + b"nonsense" * 100)
    assert (report.intake.damaged, report.intake.answers) == ([str(tmp_path / "log")], 0)


def test_an_empty_log_has_no_answers(tmp_path: Path) -> None:
    report = count(tmp_path, b"")
    assert (report.intake, report.total.answers.ratio, report.rows) == (Intake(), None, ())


def test_little_memory_is_enough(tmp_path: Path, expected: Report) -> None:
    path = write(tmp_path / "log", LINES)
    assert measure([path], limits=Limits(memory="256MB", threads=1, folder=tmp_path)) == expected
    assert [one.name for one in tmp_path.iterdir() if one.is_dir()] == []


@pytest.mark.parametrize("memory", ["a lot", "", "-1GB", "1", "255MB", "50%", "1e9GB"])
def test_limits_that_make_no_sense_are_said_to(memory: str) -> None:
    with pytest.raises(ConfigurationError, match="--memory"):
        Limits(memory)


@pytest.mark.parametrize(("memory", "megabytes"), [("256MB", 96), ("1GB", 840), ("1 GiB", 913), ("1.5gb", 1340)])
def test_duckdb_is_left_what_python_does_not_take(memory: str, megabytes: int) -> None:
    settings = Limits(memory).settings()
    assert settings["memory_limit"] in {f"{megabytes * 1000 + rest}KB" for rest in range(1000)}
    assert 1 <= int(settings["threads"]) <= max(1, megabytes // 120)


@pytest.mark.parametrize(("library", "packing"), [("duckdb", "plain"), ("zstandard", "zstd")])
def test_a_missing_library_names_its_extra(tmp_path: Path, library: str, packing: str) -> None:
    path = tmp_path / "log"
    path.write_bytes(PACKINGS[packing](GOOD))
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from fundamento.errors import MissingExtraError\n"
        "from fundamento.rates.measuring import measure\n"
        f"try:\n    measure([{str(path)!r}])\nexcept MissingExtraError as error:\n    print(error.extra)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, MissingExtraError.__name__) == ("rates\n", "MissingExtraError")


COUNT = """
import resource, sys
from pathlib import Path
from fundamento.errors import ConfigurationError
from fundamento.rates.logs import Limits
from fundamento.rates.measuring import measure
room = int(sys.argv[4])
if room:
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    print(measure([sys.argv[1]], limits=Limits(sys.argv[2], folder=Path(sys.argv[3]))).total.answers.of)
except ConfigurationError as error:
    print(error)
# What the process takes over from the one that started it is not in this figure.
print(next(line.split()[1] for line in Path("/proc/self/status").open() if line.startswith("VmHWM")))
"""


def count_apart(path: Path, folder: Path, *, memory: str = "256MB", room: int = 0) -> tuple[str, int]:
    """Count in a process of its own; return what it says, and the most memory that it took, in bytes."""
    folder.mkdir()
    arguments = [sys.executable, "-c", COUNT, str(path), memory, str(folder), str(room)]
    said, taken = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    assert list(folder.iterdir()) == []
    return said, int(taken) * 1024


def write_many(path: Path, answers: int) -> Path:
    """Write a log of answers with as little in a line as counts, the third part of them rejected."""
    usual = '"schema":"1","answer_id":"%d","timestamp":"2026-03-02T09:00:00Z"}\n'
    held = '{"event":"fundamento.answer","first_outcome":"%s","claims":3,"claims_failed":%d,' + usual
    found = '{"event":"fundamento.finding","check":"quote-not-found","claim":0,"attempt":1,"final":true,' + usual
    with path.open("w") as file:
        for number in range(answers):
            bad = number % 3 == 0
            file.write(held % ("rejected" if bad else "answered", bad, number) + (found % number if bad else ""))
    return path


def test_memory_has_a_bound_however_many_lines_there_are(tmp_path: Path) -> None:
    path = write_many(tmp_path / "log", 300_000)
    said, taken = count_apart(path, tmp_path / "temp")
    assert said == "300000"
    assert taken < 256_000_000


@pytest.mark.parametrize("packing", ["plain", "gzip"])
def test_where_the_disk_is_full_the_error_says_so(tmp_path: Path, packing: str) -> None:
    path = write_many(tmp_path / "log", 30_000)
    path.write_bytes(PACKINGS[packing](path.read_bytes()))
    said, _ = count_apart(path, tmp_path / "temp", room=50_000)
    assert said.startswith("There is no room left for the temporary files of the count. ")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    log = write(tmp_path / "log", LINES)
    with pytest.raises(ConfigurationError, match="No temporary folder can be made"):
        measure([log], limits=Limits(folder=Path(log)))


def test_an_interrupt_reaches_through_duckdb(tmp_path: Path) -> None:
    with open_logs([write(tmp_path / "log", LINES)], keys={}, limits=Limits(folder=tmp_path)) as logs:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt):
                logs.run("SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE a.range > b.range")
        finally:
            signal.signal(signal.SIGALRM, before)
    assert [one.name for one in tmp_path.iterdir()] == ["log"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_ended_leaves_nothing_behind(tmp_path: Path, number: signal.Signals) -> None:
    # A shell may have started the tests with interrupts ignored, which a child takes over.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from fundamento.cli import main; main()"
    )
    arguments = [sys.executable, "-c", program, "rates", "-", "--temp", str(tmp_path)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdin is not None
        assert command.stderr is not None
        command.stdin.write(PLAIN)
        command.stdin.flush()
        while not list(tmp_path.glob("*/piece.ndjson")):
            assert command.poll() is None
            time.sleep(0.05)
        command.send_signal(number)
        assert command.stderr.read() == b"fundamento: interrupted.\n"
    assert (command.returncode, list(tmp_path.iterdir())) == (2, [])
