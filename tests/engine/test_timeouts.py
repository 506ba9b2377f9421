"""A call that hangs is left alone in time."""

import asyncio
import contextvars
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from fundamento import Action, Fragment, Grounder, Outcome, Settings
from fundamento.engine.timeouts import MAX_ABANDONED, Timeout
from fundamento.errors import ConfigurationError
from fundamento.fragments import FragmentRecord
from fundamento.testing import ScriptedModel, answer_json, claim

FRAGMENT = Fragment("plan", "El plan Pro cuesta 19 €.")
WIRE = answer_json(claim("El plan Pro cuesta 19 €.", ("F1", "cuesta 19 €")))
Run = Callable[[Timeout[object], Callable[[], object]], object]


class HangingStore:
    """A store that does not answer until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.asked = 0

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        self.asked += 1
        self.go.wait()
        return {FRAGMENT.id: FRAGMENT.record()}


@pytest.fixture
def store() -> Iterator[HangingStore]:
    made = HangingStore()
    yield made
    made.go.set()


def run_sync(timeout: Timeout[object], call: Callable[[], object]) -> object:
    return timeout.run(call)


def run_async(timeout: Timeout[object], call: Callable[[], object]) -> object:
    return asyncio.run(timeout.arun(call))


both = pytest.mark.parametrize("run", [run_sync, run_async])


@both
def test_what_comes_in_time_comes_out(run: Run) -> None:
    variable = contextvars.ContextVar("variable", default=0)
    variable.set(7)
    assert run(Timeout(60), variable.get) == 7


@both
def test_what_it_raises_comes_out(run: Run) -> None:
    with pytest.raises(ZeroDivisionError):
        run(Timeout(60), lambda: 1 / 0)


@both
def test_what_hangs_is_left_alone_and_counted_until_it_comes_back(run: Run, store: HangingStore) -> None:
    timeout: Timeout[object] = Timeout(0.01)
    for _ in range(MAX_ABANDONED + 3):
        with pytest.raises(TimeoutError):
            run(timeout, lambda: store.records([]))
    assert store.asked == MAX_ABANDONED
    store.go.set()
    for thread in threading.enumerate():
        if thread.name == "fundamento-look-up":
            thread.join()
    assert timeout.run(lambda: 1) == 1


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize(
    ("policy", "action"), [("observe", Action.ALLOWED), ("standard", Action.WITHHELD), ("strict", Action.WITHHELD)]
)
def test_a_store_that_hangs_is_a_store_that_failed(
    store: HangingStore, policy: str, action: Action, asynchronous: bool
) -> None:
    settings = Settings(store_seconds=0.05)
    grounder = Grounder(ScriptedModel([WIRE]), policy=policy, store=store, sinks=(), settings=settings)
    question = "¿Cuánto cuesta el plan Pro?"
    result = (
        asyncio.run(grounder.aanswer(question, [FRAGMENT])) if asynchronous else grounder.answer(question, [FRAGMENT])
    )
    assert (result.outcome, result.action) == (Outcome.UNVERIFIED, action)
    assert {(fault.part, fault.error) for fault in result.faults} == {("store", "TimeoutError")}


@pytest.mark.parametrize("seconds", [None, 60.0])
def test_a_store_that_answers_is_heard(store: HangingStore, seconds: float | None) -> None:
    store.go.set()
    settings = Settings(store_seconds=seconds)
    grounder = Grounder(ScriptedModel([WIRE]), policy="strict", store=store, sinks=(), settings=settings)
    assert grounder.answer("¿Cuánto cuesta el plan Pro?", [FRAGMENT]).outcome is Outcome.ANSWERED


def test_without_a_limit_the_store_is_asked_in_the_callers_thread() -> None:
    class Remembering(HangingStore):
        def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
            threads.append(threading.current_thread())
            return {FRAGMENT.id: FRAGMENT.record()}

    threads: list[threading.Thread] = []
    for seconds in (None, 60.0):
        settings = Settings(store_seconds=seconds)
        grounder = Grounder(ScriptedModel([WIRE]), store=Remembering(), sinks=(), settings=settings)
        grounder.answer("¿Cuánto cuesta el plan Pro?", [FRAGMENT])
    assert [thread is threading.main_thread() for thread in threads] == [True, False]


@pytest.mark.parametrize("entry", ["check", "acheck"])
def test_a_process_ends_though_its_store_hangs(entry: str) -> None:
    program = f"""
import asyncio, inspect, threading
from fundamento import Fragment, Grounder, Settings
from fundamento.testing import answer_json, claim
class Hanging:
    def records(self, ids): threading.Event().wait()
grounder = Grounder(store=Hanging(), sinks=(), settings=Settings(store_seconds=0.05))
output = answer_json(claim("El plan.", ("a", "El plan")))
check = grounder.{entry}(output, [Fragment("a", "El plan.")])
result = asyncio.run(check) if inspect.iscoroutine(check) else check
print(result.outcome)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "unverified", "")


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_limit_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match="store_seconds"):
        Settings(store_seconds=seconds)
