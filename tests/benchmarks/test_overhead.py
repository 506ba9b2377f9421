"""Every side of the overhead benchmark reads the same claims from the same output."""

import asyncio

from benchmarks.overhead import CLAIMS, QUESTION, Sides, make_task
from benchmarks.stub import serving
from fundamento import Outcome


def test_every_side_reads_all_claims() -> None:
    task = make_task()
    with serving(task.output) as address:
        sides = Sides(task, f"{address}/wait/0/v1")
        assert (sides.bare(), sides.langchain(), sides.ours(), sides.ours_chained()) == (CLAIMS,) * 4

        async def awaited() -> tuple[int, int]:
            read = await sides.abare(), await sides.aours()
            await sides.client.close()
            return read

        assert asyncio.run(awaited()) == (CLAIMS, CLAIMS)
        assert sides.grounder.answer(QUESTION, task.fragments).outcome is Outcome.ANSWERED
        first, end = sides.time_stream()
        assert 0 < first <= end
