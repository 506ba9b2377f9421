"""The benchmarks compare like with like: every side finds all quotes of the same answer."""

from collections.abc import Mapping, Sequence

import pytest

from benchmarks.peers import citation_mixin, gtrex_verify
from benchmarks.workload import CLAIMS, QUOTES_A_CLAIM, make_stored_workload, make_workload
from fundamento import Outcome
from fundamento.fragments import FragmentRecord
from fundamento.stores.memory import MemoryStore


@pytest.mark.parametrize("retype", [False, True])
def test_every_side_finds_all_quotes(retype: bool) -> None:
    work = make_workload(retype=retype)
    assert work.check() is Outcome.ANSWERED
    assert work.find_quotes() == CLAIMS * QUOTES_A_CLAIM
    assert gtrex_verify(work)() == CLAIMS * QUOTES_A_CLAIM
    assert citation_mixin(work)() == CLAIMS * QUOTES_A_CLAIM


def test_the_workload_holds_over_a_store_that_is_asked_once_a_check() -> None:
    class Counting(MemoryStore):
        asked = 0

        def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
            self.asked += 1
            return super().records(ids)

    store = Counting()
    work = make_stored_workload(store)
    assert (work.check(), store.asked) == (Outcome.ANSWERED, 1)
