"""Files prepared on Ray Data, on two processors: the same fragments, failures and order as in one process."""

import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from fundamento.errors import MissingExtraError
from fundamento.ingest import Failure, Terms
from fundamento.ingest.preparing import Engine, Prepared, Source, fragment
from fundamento.ingest.ray import ray_engine
from fundamento.library import Change, Intake, Library, take_in
from fundamento.stores.memory import MemoryStore

# Ray warns of its own settings, and leaves its sockets to the end of the process.
pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning", "ignore::FutureWarning", "ignore::ResourceWarning"
)

FILES = 37


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    import ray

    yield ray_engine(cpus=2)
    ray.shutdown()  # type: ignore[no-untyped-call,unused-ignore]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:03}.md").write_text(
            f"# Plan {number}\n\nEl plan {number} cuesta {number + 5} €. Se paga al mes.\n", "utf-8"
        )
    (folder / "005.md").write_bytes(b"\x00\xff\xd8 binary \x00")
    (folder / "007.md").write_text("", "utf-8")
    (folder / "009.pdf").write_bytes(b"%PDF-1.7 cut short")
    (folder / "011.md").write_text("---\nid: tarifas\nreaders: [group:ventas]\n---\nCuesta 21 €.\n", "utf-8")
    return folder


def outcome(found: Intake | Failure) -> tuple[object, ...]:
    if isinstance(found, Failure):
        return found.path, type(found.error), str(found.error)
    return found.document, found.version, found.change, found.fragments, found.origin


def test_it_gives_what_one_process_gives_in_the_same_order(engine: Engine, corpus: Path) -> None:
    here, there = Library(MemoryStore()), Library(MemoryStore())
    terms = Terms(frozenset({"group:soporte"}))
    expected = [outcome(one) for one in take_in(here, [corpus], terms=terms)]
    assert [outcome(one) for one in take_in(there, [corpus], terms=terms, engine=engine)] == expected
    assert len(expected) == FILES + 1
    assert sum(isinstance(one[1], type) for one in expected) == 3
    ids = [fragment.id for fragment in here.search("plan cuesta", limit=200)]
    assert {one: there.records([one])[one] for one in ids} == {one: here.records([one])[one] for one in ids}
    # A second run does nothing again, whichever way it goes.
    again = [one.change for one in take_in(there, [corpus], terms=terms, engine=engine) if isinstance(one, Intake)]
    assert set(again) == {Change.UNCHANGED}


def test_a_run_that_stopped_half_way_is_completed_by_the_next(engine: Engine, corpus: Path) -> None:
    library = Library(MemoryStore())
    with closing(take_in(library, [corpus], engine=engine)) as run:
        begun = list(islice(run, 4))
    assert [one.change for one in begun if isinstance(one, Intake)] == [Change.NEW] * 4
    changes = [one.change for one in take_in(library, [corpus], engine=engine) if isinstance(one, Intake)]
    assert changes == [Change.UNCHANGED] * 4 + [Change.NEW] * (FILES + 1 - 3 - 4)


def test_fragments_of_a_batch_depend_on_the_files_alone(corpus: Path) -> None:
    sources = [Source(corpus / f"{number:03}.md", f"{number:03}.md") for number in (1, 2, 5)]
    together = fragment(sources)
    assert [fragment([one]) for one in sources][:2] == [[one] for one in together[:2]]
    first, _, broken = together
    assert isinstance(first, Prepared)
    assert [one.id for one in first.fragments or ()] == [
        f"001.md@{first.document.version}:0-8",
        f"001.md@{first.document.version}:10-47",
    ]
    assert isinstance(broken, Failure)


def test_without_ray_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setitem(sys.modules, "ray.data", None)
    with pytest.raises(MissingExtraError, match=r"fundamento\[ray\]"):
        ray_engine()
