"""What is cited is what its file or page says now: origins are looked at when fragments are cited."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from fundamento import CheckId, Grounder, Outcome
from fundamento.checks import CHECKS
from fundamento.fragments import Document, FragmentRecord, OriginState
from fundamento.library import Library, take_in
from fundamento.library.catalogue import Catalogue
from fundamento.library.freshness import Looking, Watch
from fundamento.stores.memory import MemoryStore
from fundamento.testing import answer_json, claim

PRICE = "El abono anual cuesta 19 euros."
FATES = ("left", "edited", "replaced", "deleted", "touched", "rewritten")


@pytest.fixture
def library() -> Library:
    return Library(MemoryStore(), Catalogue())


def state_of(library: Library, document: str) -> OriginState | None:
    [fragment] = [one for one in library.search("abono", limit=5_000) if one.document == document]
    return library.records([fragment.id])[fragment.id].origin_state


def meet(file: Path, fate: str) -> OriginState:
    """Have something happen to a file, and return what should be said of it."""
    before = file.stat()
    if fate == "edited":  # of the same length, and with the old times
        file.write_text(PRICE.replace("19", "25"), "utf-8")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif fate == "replaced":
        other = file.with_name(f"{file.name}.new")
        other.write_text(PRICE.replace("19", "25"), "utf-8")
        os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
        other.replace(file)
    elif fate == "deleted":
        file.unlink()
        return OriginState.GONE
    elif fate == "touched":
        os.utime(file)
    elif fate == "rewritten":
        file.write_text(PRICE, "utf-8")
    return OriginState.CHANGED if fate in {"edited", "replaced"} else OriginState.UNCHANGED


def test_a_thousand_files_are_each_what_they_have_become(library: Library, tmp_path: Path) -> None:
    files = [tmp_path / f"{number:04}.md" for number in range(1_000)]
    for number, file in enumerate(files):
        file.write_text(f"{PRICE}\n\nSerie {number}.", "utf-8")
    taken = list(take_in(library, [tmp_path]))
    assert len(taken) == 1_000
    for file in files:
        file.write_text(file.read_text("utf-8"), "utf-8")  # the same again
    expected: dict[str, OriginState] = {}
    for number, file in enumerate(files):
        fate = FATES[number % len(FATES)]
        if fate == "rewritten":
            expected[file.name] = OriginState.UNCHANGED
        else:
            expected[file.name] = meet(file, fate)
    fragments = {one.document or "": one.id for one in library.search("abono", limit=5_000)}
    records = library.records(list(fragments.values()))
    assert {document: records[one].origin_state for document, one in fragments.items()} == expected
    assert library.changed() == {one: state for one, state in expected.items() if state is not OriginState.UNCHANGED}


@pytest.mark.parametrize("fate", FATES)
def test_strict_shows_nothing_of_a_file_that_changed(library: Library, tmp_path: Path, fate: str) -> None:
    file = tmp_path / "tarifas.md"
    file.write_text(PRICE, "utf-8")
    list(take_in(library, [file]))
    fragments = library.search("¿Cuánto cuesta el abono?")
    expected = meet(file, fate)
    output = answer_json(claim(PRICE, (fragments[0].id, PRICE)))
    strict = Grounder(policy="strict", store=library, sinks=()).check(output, fragments)
    observed = Grounder(policy="observe", store=library, sinks=()).check(output, fragments)
    changed = expected is not OriginState.UNCHANGED
    assert (strict.outcome, strict.answer is None) == (Outcome.REJECTED if changed else Outcome.ANSWERED, changed)
    assert [finding.check for finding in observed.findings] == [CheckId.CHANGED_SOURCE] * changed
    assert observed.text() == PRICE.replace(".", " [1].")


def test_what_cannot_be_told_is_a_fault_and_never_a_pass(library: Library, tmp_path: Path) -> None:
    def broken(origin: str, known: str | None) -> str:
        if known is None:
            return "1"
        raise ZeroDivisionError(origin)

    watched = Library(MemoryStore(), Catalogue(), watch=Watch({"crm": Looking(broken)}))
    watched.ingest(Document("ficha", PRICE), origin="crm://ficha/1")
    fragments = watched.search("abono")
    result = Grounder(policy="strict", store=watched, sinks=()).check(
        answer_json(claim(PRICE, (fragments[0].id, PRICE))), fragments
    )
    assert (result.outcome, result.answer) == (Outcome.UNVERIFIED, None)
    assert [(fault.part, fault.check) for fault in result.faults] == [("source", CheckId.CHANGED_SOURCE)]
    assert watched.changed() == {"ficha": OriginState.UNKNOWN}


def test_a_look_of_ones_own_is_kept_for_its_time() -> None:
    now, calls = [0.0], []

    def look(origin: str, known: str | None) -> str:
        calls.append(origin)
        return "1" if len(calls) < 3 else "2"

    watch = Watch({"crm": Looking(look, seconds=30)}, clock=lambda: now[0])
    library = Library(MemoryStore(), Catalogue(), watch=watch)
    library.ingest(Document("ficha", PRICE), origin="crm://1")
    assert [state_of(library, "ficha") for _ in range(3)] == [OriginState.UNCHANGED] * 3
    now[0] = 31
    assert (state_of(library, "ficha"), len(calls)) == (OriginState.CHANGED, 3)


@dataclass
class Page:
    """What a server says of its one page."""

    headers: dict[str, str] = field(default_factory=lambda: {"ETag": '"a"'})
    status: int = 200


@pytest.fixture
def page() -> Iterator[tuple[Page, str]]:
    said = Page()

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(said.status)
            for name, value in said.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield said, f"http://127.0.0.1:{server.server_port}/tarifas"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("headers", "status", "expected"),
    [
        ({"ETag": '"a"'}, 200, OriginState.UNCHANGED),
        ({"ETag": '"b"'}, 200, OriginState.CHANGED),
        ({"Last-Modified": "Tue, 01 Dec 2026 10:00:00 GMT"}, 200, OriginState.CHANGED),
        ({}, 404, OriginState.GONE),
        ({}, 410, OriginState.GONE),
        ({}, 500, OriginState.UNKNOWN),
        ({}, 200, OriginState.UNKNOWN),
    ],
)
def test_a_page_goes_by_what_its_server_says(
    library: Library, page: tuple[Page, str], headers: dict[str, str], status: int, expected: OriginState
) -> None:
    said, url = page
    library.ingest(Document("tarifas", PRICE), origin=url)
    said.headers, said.status = headers, status
    assert state_of(library, "tarifas") is expected


def test_when_a_version_went_in_is_known(library: Library) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    library.ingest(Document("tarifas", PRICE))
    [fragment] = library.search("abono")
    record = library.records([fragment.id])[fragment.id]
    assert isinstance(record, FragmentRecord)
    assert record.indexed_at is not None
    assert before <= record.indexed_at <= datetime.now(UTC)
    assert (fragment.indexed_at, record.origin_state) == (record.indexed_at, None)


def test_a_file_that_moved_is_looked_at_where_it_is_now(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text(PRICE, "utf-8")
    list(take_in(library, [tmp_path]))
    file.rename(tmp_path / "b.md")
    assert state_of(library, "a.md") is OriginState.GONE
    list(take_in(library, [tmp_path]))
    assert state_of(library, "a.md") is OriginState.UNCHANGED


def test_the_check_looks_at_declared_conflicts_too() -> None:
    assert CHECKS[CheckId.CHANGED_SOURCE].conflicts


def test_watched_files_are_taken_in_as_they_change(tmp_path: Path) -> None:
    documents, store = tmp_path / "documents", tmp_path / "store"
    documents.mkdir()
    (documents / "a.md").write_text(PRICE, "utf-8")
    command = [sys.executable, "-m", "fundamento", "ingest", str(documents), "--store", str(store)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, "--watch", "--every", "0.1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert "new" in process.stdout.readline()
        assert "1 document" in process.stdout.readline()
        time.sleep(0.2)
        (documents / "a.md").write_text(PRICE.replace("19", "25"), "utf-8")
        assert "a.md  new version" in process.stdout.readline()
        process.terminate()  # who starts this in the background may have it ignore interrupts
        assert process.wait(30) != 0
