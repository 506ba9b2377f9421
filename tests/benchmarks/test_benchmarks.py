"""The benchmarks compare like with like: every side finds all quotes of the same answer."""

import pytest

from benchmarks.peers import citation_mixin, gtrex_verify
from benchmarks.workload import CLAIMS, QUOTES_A_CLAIM, make_workload
from fundamento import Outcome


@pytest.mark.parametrize("retype", [False, True])
def test_every_side_finds_all_quotes(retype: bool) -> None:
    work = make_workload(retype=retype)
    assert work.check() is Outcome.ANSWERED
    assert work.find_quotes() == CLAIMS * QUOTES_A_CLAIM
    assert gtrex_verify(work)() == CLAIMS * QUOTES_A_CLAIM
    assert citation_mixin(work)() == CLAIMS * QUOTES_A_CLAIM
