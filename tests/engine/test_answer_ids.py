import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from fundamento.engine.answer_ids import draw_answer_id


def test_an_id_is_32_hexadecimal_digits_and_comes_once() -> None:
    with ThreadPoolExecutor(8) as pool:
        drawn = list(pool.map(lambda _: draw_answer_id(), range(2_000)))

    assert len(set(drawn)) == 2_000
    assert {len(bytes.fromhex(each)) for each in drawn} == {16}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is nothing to fork on this system")
@pytest.mark.filterwarnings(
    "ignore:This process:DeprecationWarning"
)  # of threads of other tests: the child only writes
def test_a_forked_process_draws_its_own() -> None:
    draw_answer_id()
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(write, draw_answer_id().encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(read, 64).decode()
    os.close(read)
    os.close(write)

    assert len(theirs) == 32
    assert theirs not in {draw_answer_id() for _ in range(600)}
