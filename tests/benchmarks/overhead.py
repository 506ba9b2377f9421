"""What grounding adds to a call: `grounder.answer` beside bare instructor and LangChain, on one stub on loopback.

`PYTHONPATH=tests python -m benchmarks.overhead`. All sides send the same messages and read the same output: four claims
with a quote each, over eight fragments of 600 characters. The stub is a process of its own and waits a fixed time, as a
model would; without a wait, what is measured is processor time alone, of the client's library and of ours.
Through the same client on both sides, the difference is what grounding adds; instructor and LangChain differ, too.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal

import instructor
import openai
from langchain_openai import ChatOpenAI
from pydantic import BaseModel, SecretStr

from benchmarks.stub import serving
from benchmarks.workload import make_workload
from fundamento import Fragment, Grounder, Outcome
from fundamento.contract.outputs import write_output
from fundamento.streams import StreamedClaim
from fundamento.testing import ScriptedModel, answer_json, claim

FRAGMENTS, CLAIMS = 8, 4
ROUNDS, CALLS = 7, 30
MANY = 1_000
MODEL = "stub"
QUESTION = "¿Cuánto se conservan los archivos del plan y hasta cuándo?"


class Support(BaseModel):
    """The same shape as the contract's, as a user would write it for a bare client."""

    fragment: str
    quote: str


class Claim(BaseModel):
    """A statement with its support."""

    support: list[Support]
    text: str


class Grounded(BaseModel):
    """What an answer is made of."""

    kind: Literal["grounded"]
    claims: list[Claim]
    gaps: list[str]
    conflicts: list[str]


class Answer(BaseModel):
    """The root."""

    answer: Grounded


@dataclass(frozen=True)
class Task:
    """What all sides do: messages to send, and the output that comes back."""

    fragments: list[Fragment]
    output: str
    messages: list[dict[str, Any]]


def make_task() -> Task:
    """Return the task; each claim says what its quote, a whole sentence, says."""
    fragments = make_workload().fragments[:FRAGMENTS]
    claims = []
    for place in range(CLAIMS):
        quote = fragments[place].text.split(". ")[2]
        claims.append(claim(f"{quote.capitalize()}.", (f"F{place + 1}", quote)))
    output = write_output(answer_json(*claims))
    model = ScriptedModel([output])
    Grounder(model, sinks=()).answer(QUESTION, fragments)
    return Task(fragments, output, [dict(message) for message in model.requests[0].messages])


class Sides:
    """Each side as a function that makes one call and says how many claims came of it."""

    def __init__(self, task: Task, url: str) -> None:
        self.task = task
        self.sync = instructor.from_openai(openai.OpenAI(base_url=url, api_key="none", max_retries=0))
        self.client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0, timeout=300)
        self.asynchronous = instructor.from_openai(self.client)
        chat = ChatOpenAI(model=MODEL, base_url=url, api_key=SecretStr("none"), max_retries=0)
        self.chain = chat.with_structured_output(Answer, method="function_calling")
        from fundamento.adapters.instructor import InstructorModel

        self.grounder = Grounder(InstructorModel(self.sync, model=MODEL), sinks=())
        self.chained = Grounder(chat, sinks=())
        self.agrounder = Grounder(InstructorModel(self.asynchronous, model=MODEL), sinks=())

    def ours(self) -> int:
        """Ask, check and settle."""
        return _claims(self.grounder.answer(QUESTION, self.task.fragments).outcome)

    def ours_chained(self) -> int:
        """Do the same through LangChain."""
        return _claims(self.chained.answer(QUESTION, self.task.fragments).outcome)

    async def aours(self) -> int:
        """Do the same, awaited."""
        return _claims((await self.agrounder.aanswer(QUESTION, self.task.fragments)).outcome)

    def bare(self) -> int:
        """Ask through instructor alone."""
        messages: Any = self.task.messages
        given = self.sync.chat.completions.create(model=MODEL, messages=messages, response_model=Answer, max_retries=0)
        return len(given.answer.claims)

    async def abare(self) -> int:
        """Do the same, awaited."""
        messages: Any = self.task.messages
        given = await self.asynchronous.chat.completions.create(
            model=MODEL, messages=messages, response_model=Answer, max_retries=0
        )
        return len(given.answer.claims)

    def langchain(self) -> int:
        """Ask through LangChain's structured output."""
        given = self.chain.invoke(self.task.messages)
        assert isinstance(given, Answer)
        return len(given.answer.claims)

    def time_stream(self) -> tuple[float, float]:
        """Return the seconds to the first verified claim and to the end of one stream."""
        started, first = time.perf_counter(), 0.0
        for event in self.grounder.stream(QUESTION, self.task.fragments):
            if isinstance(event, StreamedClaim) and not first:
                first = time.perf_counter() - started
        return first, time.perf_counter() - started


def _claims(outcome: Outcome) -> int:
    return CLAIMS if outcome is Outcome.ANSWERED else 0


def alternate(
    sides: list[Callable[[], object]], calls: int, rounds: int, *, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return the best seconds a call of each side, the sides taking turns."""
    best = [float("inf")] * len(sides)
    for side in sides:
        side()
    for _ in range(rounds):
        for place, side in enumerate(sides):
            started = clock()
            for _ in range(calls):
                side()
            best[place] = min(best[place], (clock() - started) / calls)
    return best


async def gather(side: Callable[[], Awaitable[object]], number: int) -> float:
    """Return the seconds that so many calls at once take."""
    started = time.perf_counter()
    await asyncio.gather(*(side() for _ in range(number)))
    return time.perf_counter() - started


def bench_overhead(task: Task, address: str) -> None:
    """One call after the other."""
    rows: list[tuple[int, int, str, str, Callable[[], float]]] = [
        (0, CALLS, "processor time", "", time.process_time),
        (300, 2, "300 ms of model", "aim < 1.15", time.perf_counter),
    ]
    for wait, calls, said, aim, clock in rows:
        sides = Sides(task, f"{address}/wait/{wait}/v1")
        ours, chained, bare, chain = alternate(
            [sides.ours, sides.ours_chained, sides.bare, sides.langchain], calls, ROUNDS, clock=clock
        )
        for name, ours_there, theirs in (
            ("instructor", ours, bare),
            ("LangChain", ours, chain),
            ("LangChain, and ours through it", chained, chain),
        ):
            print(
                f"answer / bare {name}, {said}".ljust(60),
                f"{ours_there * 1e3:8.1f} ms {theirs * 1e3:8.1f} ms {ours_there / theirs:6.2f}×  {aim}",
            )


async def bench_many(task: Task, address: str) -> None:
    """A thousand at once."""
    sides = Sides(task, f"{address}/wait/300/v1")
    await gather(sides.abare, 20)
    await gather(sides.aours, 20)
    best = [min([await gather(side, MANY) for _ in range(2)]) for side in (sides.aours, sides.abare)]
    await sides.client.close()
    ours, bare = (MANY / seconds for seconds in best)
    print(
        f"{MANY:,} aanswer at once / bare instructor".ljust(60),
        f"{ours:6.0f} /s   {bare:6.0f} /s   {ours / bare:6.2f}×",
    )


def bench_stream(task: Task, address: str) -> None:
    """The first verified claim, beside the whole."""
    sides = Sides(task, f"{address}/wait/1000/v1")
    first, end = min(sides.time_stream() for _ in range(3))
    print(
        "first verified claim / whole answer, the model takes 1 s".ljust(60),
        f"{first * 1e3:8.1f} ms {end * 1e3:8.1f} ms {first / end:6.2f}×",
    )


def main() -> int:
    """Run all three."""
    task = make_task()
    print(f"\n{CLAIMS} claims, {FRAGMENTS} fragments of 600 characters; a stub on loopback stands for the model\n")
    with serving(task.output) as address:
        bench_overhead(task, address)
        asyncio.run(bench_many(task, address))
        bench_stream(task, address)
    return 0


if __name__ == "__main__":
    sys.exit(main())
