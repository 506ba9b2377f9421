"""No fragment ever crosses: many readers, many documents, random questions, over every store."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fundamento import CheckId, Fragment, Grounder, Outcome, Reader
from fundamento.fragments import FragmentStore
from stores.makers import KINDS, Place, making

DOCUMENTS, READERS, GROUPS, PIECES = 200, 20, 8, 2
SEARCHES = {"memory": 10_000, "langchain-in-memory": 30, "langchain-unheard-of": 30}  # two that compare everything
FEWER = 150  # where every search goes through a database

# Random texts contradict each other at random.
ACCESS = {"name": "access", "extends": "strict", "checks": {"undisclosed-conflict": "off"}}

WORDS = (
    *("plan", "archivo", "proyecto", "límite", "servicio", "cliente", "técnico", "equipo", "empresa", "contrato"),
    *("tarifa", "factura", "soporte", "copia", "usuario", "acceso", "refund", "storage", "backup", "ticket"),
    *("invoice", "deadline", "manual", "sensor", "turbina", "caldera", "presión", "válvula", "filtro", "bomba"),
)


@dataclass(frozen=True)
class World:
    """Documents with their readers, and for each reader the IDs that may be seen: worked out here, not by a store."""

    fragments: tuple[Fragment, ...]
    readers: tuple[Reader, ...]
    allowed: dict[str, frozenset[str]]


def make_world(choose: random.Random) -> World:
    members = {f"r{n}": frozenset(choose.sample([f"g{g}" for g in range(GROUPS)], 2)) for n in range(READERS)}
    fragments: list[Fragment] = []
    allowed: dict[str, set[str]] = {name: set() for name in members}
    for number in range(DOCUMENTS):
        # One in ten has no known readers, one in ten an empty list; groups and readers have names in common on purpose.
        people = frozenset(choose.sample([*members, *(f"g{g}" for g in range(GROUPS))], choose.randint(0, 2)))
        groups = frozenset(choose.sample([*(f"g{g}" for g in range(GROUPS)), *members], choose.randint(0, 2)))
        if number % 10 == 0:
            people = groups = frozenset()
        listed = frozenset({*(f"user:{one}" for one in people), *(f"group:{one}" for one in groups)})
        known = None if number % 20 == 0 else listed
        for piece in range(PIECES):
            words = " ".join(choose.choices(WORDS, k=12))
            fragment = Fragment(f"d{number}@1:{piece}", f"{words} {number}.", document=f"d{number}", readers=known)
            fragments.append(fragment)
            for name, belongs in members.items():
                if name in people or groups & belongs:
                    allowed[name].add(fragment.id)
    readers = tuple(Reader(name, groups) for name, groups in members.items())
    return World(tuple(fragments), readers, {name: frozenset(seen) for name, seen in allowed.items()})


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(random.Random(20))


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def store(kind: str, world: World, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FragmentStore]:
    with making(kind, Place(tmp_path, request.getfixturevalue)) as maker:
        made = maker()
        made.add(world.fragments)
        yield made


def cite(*fragments: Fragment) -> dict[str, object]:
    claims = [{"support": [{"fragment": one.id, "quote": one.text}], "text": one.text} for one in fragments]
    return {"answer": {"kind": "grounded", "claims": claims, "gaps": [], "conflicts": []}}


def test_every_reader_may_read_something_and_not_everything(world: World) -> None:
    sizes = [len(seen) for seen in world.allowed.values()]
    assert len(sizes) == READERS
    assert min(sizes) > 8
    assert max(sizes) < len(world.fragments) // 2


def test_no_fragment_ever_crosses(kind: str, store: FragmentStore, world: World) -> None:
    choose = random.Random(f"questions for {kind}")
    grounder = Grounder(policy=ACCESS, store=store, sinks=[])
    by_id = {fragment.id: fragment for fragment in world.fragments}
    aliens = {name: [one for one in world.fragments if one.id not in seen] for name, seen in world.allowed.items()}
    found = crossed = wrong = 0
    for _ in range(SEARCHES.get(kind, FEWER)):
        reader = choose.choice(world.readers)
        seen = world.allowed[reader.id]
        hits = store.search(" ".join(choose.choices(WORDS, k=4)), limit=5, reader=reader)
        found += len(hits)
        crossed += sum(hit.id not in seen or hit != by_id[hit.id] for hit in hits)
        if not hits:
            continue
        own = choose.choice(hits)
        alien = choose.choice(aliens[reader.id])
        # A retriever without access control found another reader's fragment too.
        result = grounder.check(cite(own, alien), [*hits, alien], reader=reader)
        refused = [(one.check, one.claim, one.fragment) for one in result.findings]
        # The reader's own fragment is cited beside it, and nothing is held against that.
        wrong += refused != [(CheckId.UNREADABLE_FRAGMENT, 1, alien.id)] or result.outcome is not Outcome.REJECTED
    assert (crossed, wrong) == (0, 0)
    assert found > 3 * SEARCHES.get(kind, FEWER)
