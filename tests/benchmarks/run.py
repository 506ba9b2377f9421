"""Speed, as ratios of both sides measured in one run: `make bench`, or one benchmark alone with
`PYTHONPATH=tests python -m benchmarks.run NAME`.

Each side is run in turn, many times over; the figure is the ratio of the two best times in processor time, so that a
busy machine slows both. Nothing here is asserted: a shared machine is no place for a limit in seconds.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.workload import Workload, make_stored_workload, make_workload, make_workloads
from fundamento.checks import CHECKS
from fundamento.findings import Family

# Short turns and many of them: on a busy machine some of them pass undisturbed.
ROUNDS = 60
SECONDS_A_TURN = 0.02
# Twice as many texts as are kept in memory by anything that reads them.
FIRST_SIGHT = 60
WITHOUT_EVIDENCE = {
    "name": "without-evidence",
    "version": 1,
    "extends": "strict",
    "checks": {
        check.id.value: "off" for check in CHECKS.values() if check.family in (Family.EVIDENCE, Family.CONFLICT)
    },
}


def measure(*sides: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the best seconds of processor time a call of each side, the sides taking turns."""
    counts = []
    for side in sides:
        side()  # what is read once is read now
        started = time.process_time()
        side()
        counts.append(max(1, int(SECONDS_A_TURN / max(time.process_time() - started, 1e-9))))
    best = [float("inf")] * len(sides)
    for _ in range(rounds):
        for index, (side, count) in enumerate(zip(sides, counts, strict=True)):
            started = time.process_time()
            for _ in range(count):
                side()
            best[index] = min(best[index], (time.process_time() - started) / count)
    return best


def say(what: str, ours: float, theirs: float, aim: str) -> None:
    """Print one line: what, ours, theirs, the ratio and what it should be."""
    print(f"{what:<66} {ours * 1e6:>10.1f} µs {theirs * 1e6:>10.1f} µs   {ours / theirs:>7.2f}×   {aim}")


def bench_check() -> None:
    """`check` on 10 claims, 20 quotes and 50 fragments of 600 characters, beside the floor."""
    floor_is = "pydantic parse + 20 str.find"
    for name, work, aim in (
        ("check", make_workload(), "aim < 8"),
        ("check without evidence checks", make_workload(policy=WITHOUT_EVIDENCE), ""),
        ("check, other typography in the quotes", make_workload(retype=True), ""),
    ):
        ours, floor = measure(work.check, work.floor)
        say(f"{name} / {floor_is}", ours, floor, aim)
    work, works = make_workload(), make_workloads(FIRST_SIGHT)
    ours, floor = measure(lambda: [each.check() for each in works], work.floor, rounds=3)
    say(f"check, texts never seen before / {floor_is}", ours / len(works), floor, "")


def bench_peers() -> None:
    """The same quotes through gtrex and instructor's CitationMixin, beside the quotes alone and beside `check`."""
    from benchmarks.peers import citation_mixin, gtrex_verify

    for name, work in (("as they stand", make_workload()), ("with other typography", make_workload(retype=True))):
        for peer, run in (("gtrex", gtrex_verify(work)), ("instructor CitationMixin", citation_mixin(work))):
            quotes, whole, theirs = measure(work.find_quotes, work.check, run)
            say(f"the quotes alone, {name} / {peer}", quotes, theirs, "aim < 1")
            say(f"the whole check, {name} / {peer}", whole, theirs, "")


def bench_wire() -> None:
    """The wire schema for n = 50: built once, then looked up."""
    from fundamento.contract.dialects import dialect_for
    from fundamento.contract.wire import wire_schema

    dialect = dialect_for("openai/gpt-5-mini")
    started = time.process_time()
    wire_schema(50, dialect=dialect, strict=True, quotes=True)
    built = time.process_time() - started
    (again,) = measure(lambda: wire_schema(50, dialect=dialect, strict=True, quotes=True))
    say("wire schema for n = 50: a request / the first", again, built, "aim < 5 µs a request")


def bench_lookup() -> None:
    """The look-up of 20 IDs, as a share of a whole `check` that makes it once."""
    from stores.makers import Place, making
    from stores.servers import chroma_server

    with TemporaryDirectory() as folder, chroma_server() as port:
        for kind in ("memory", "chroma-on-disk", "chroma-served"):
            with making(kind, Place(Path(folder), lambda _: port)) as maker:
                store = maker()
                work = make_stored_workload(store)
                asked = [fragment.id for fragment in work.fragments[:20]]
                look_up, check = measure(partial(store.records, asked), work.check)
            say(f"records of 20 IDs, {kind} / check with that store", look_up, check, "its share of check")


def bench_import() -> None:
    """`import fundamento` beside `import pydantic`, each in a new process, less the bare interpreter."""

    def once(statement: str) -> float:
        # In the process itself: what the operating system says of a child is rounded to hundredths.
        timed = f"{statement}\nimport time\nprint(time.process_time())"
        return float(subprocess.run([sys.executable, "-c", timed], check=True, capture_output=True).stdout)

    pairs = {
        "import pydantic": "import fundamento",
        "from pydantic import BaseModel": "from fundamento import Grounder",
    }
    times: dict[str, list[float]] = {name: [] for name in ("pass", *pairs, *pairs.values())}
    for _ in range(11):
        for statement, seen in times.items():
            seen.append(once(statement))
    bare = min(times["pass"])
    for theirs, ours in pairs.items():
        say(f"{ours} / {theirs}", min(times[ours]) - bare, min(times[theirs]) - bare, "aim < 1.5")


def bench_telemetry() -> None:
    """What each sink takes for a whole answer with no finding, beside one bare structlog JSON line."""
    import structlog
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk.trace import TracerProvider

    from fundamento.telemetry import StructlogSink, configure_structlog
    from fundamento.telemetry.metrics import MetricsSink
    from fundamento.telemetry.tracing import TracingSink
    from telemetry.samples import FULL_ANSWER

    with Path(os.devnull).open("wb") as nowhere:
        configure_structlog(stream=nowhere)
        logger = structlog.get_logger("bare").bind()
        line, metrics = StructlogSink(), MetricsSink()
        tracing = TracingSink(TracerProvider(), logger_provider=LoggerProvider())
        bare, *sides = measure(
            lambda: logger.info("answered", answer_id="a-1"),
            *(partial(sink, FULL_ANSWER) for sink in (line, metrics, tracing)),
        )
        structlog.reset_defaults()
    for name, aim, ours in zip(
        ("StructlogSink", "MetricsSink", "TracingSink"), ("aim < 3", "", ""), sides, strict=True
    ):
        say(f"{name}, an answer / one bare structlog JSON line", ours, bare, aim)


BENCHES: dict[str, Callable[[], None]] = {
    "check": bench_check,
    "peers": bench_peers,
    "wire": bench_wire,
    "lookup": bench_lookup,
    "import": bench_import,
    "telemetry": bench_telemetry,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all of them."""
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        print(f"There is no benchmark {', '.join(unknown)}. There are: {', '.join(BENCHES)}.", file=sys.stderr)
        return 2
    work: Workload = make_workload()
    print(f"10 claims, 20 quotes, 50 fragments of 600 characters; {len(work.output):,} characters of JSON\n")
    print(f"{'':<66} {'ours':>13} {'theirs':>13}   {'ratio':>8}")
    for name in names or BENCHES:
        BENCHES[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
