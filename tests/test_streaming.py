"""Streams: what is shown, when, and that they end as an answer does."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing
from inspect import signature
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento import Action, Fragment, Grounder, Outcome, Reader, Result, Settings, Verdict
from fundamento.answers import GroundedAnswer
from fundamento.errors import ConfigurationError, InputError, ModelError
from fundamento.fragments import FragmentRecord
from fundamento.models import ModelReply, ModelRequest, Stop, StreamingModel, Usage
from fundamento.result import WITHHELD_SENTENCES
from fundamento.streams import (
    Shown,
    StreamedAbstention,
    StreamedClaim,
    StreamedConflict,
    StreamedGap,
    StreamedNotice,
    StreamEvent,
)
from fundamento.testing import CapturedEvents, Output, ScriptedModel, abstention_json, answer_json, claim

FRAGMENTS = [
    Fragment("plans", "El plan Pro permite hasta 10 proyectos activos.", document="plans"),
    Fragment("files", "Los archivos se conservan durante 30 días.", document="files"),
    Fragment("old", "El plan Pro permite hasta 25 proyectos activos.", document="old"),
]
TWO = FRAGMENTS[:2]
QUESTION = "¿Cuántos proyectos permite el plan Pro?"
GOOD = claim("El plan Pro permite hasta 10 proyectos activos.", ("F1", "hasta 10 proyectos activos"))
KEPT = claim("Los archivos se conservan 30 días.", ("F2", "se conservan durante 30 días"))
EMPTY = claim("Hay soporte telefónico.")
UNKNOWN = claim("Hay un plan Oro.", ("F9", "un plan Oro"))
MIXED = answer_json(GOOD, EMPTY, KEPT, UNKNOWN, GOOD)
PRUNE = {"name": "x", "extends": "strict", "on_reject": "prune", "repairs": 0}


def stream(
    outputs: Sequence[Output], policy: object = "strict", *, fragments: Sequence[Fragment] = TWO, **options: Any
) -> tuple[list[Shown], Result]:
    model = ScriptedModel(outputs, split=options.pop("split", list))
    reader = options.pop("reader", None)
    grounder = Grounder(model, policy=policy, **{"sinks": (), **options})  # type: ignore[arg-type]  # any kind of policy
    *shown, result = grounder.stream(QUESTION, fragments, reader=reader)
    assert isinstance(result, Result)
    return [event for event in shown if not isinstance(event, Result)], result


def brief(shown: Sequence[StreamEvent]) -> list[tuple[str, object]]:
    told: list[tuple[str, object]] = []
    for event in shown:
        match event:
            case StreamedClaim():
                told.append(("claim", event.index))
            case StreamedNotice():
                told.append(("notice", (event.index, *(str(finding.check) for finding in event.findings))))
            case StreamedGap():
                told.append(("gap", event.gap.text))
            case StreamedConflict():
                told.append(("conflict", event.numbers))
            case StreamedAbstention():
                told.append(("abstention", event.abstention.missing))
            case Result():
                told.append(("result", event.action))
    return told


def comparable(result: Result) -> dict[str, object]:
    apart = {"answer_id", "cost", "streamed"}
    return {name: getattr(result, name) for name in signature(Result).parameters if name not in apart}


THREE_AND_TWO = [
    ("claim", 0),
    ("notice", (1, "empty-support")),
    ("claim", 2),
    ("notice", (3, "unknown-fragment")),
    ("claim", 4),
]


@given(st.lists(st.integers(0, 10_000), max_size=30), st.booleans())
def test_a_bad_claim_in_the_middle_is_a_notice_at_every_cut(places: list[int], ascii_only: bool) -> None:
    text = json.dumps(MIXED, ensure_ascii=ascii_only)
    ends = sorted({place % len(text) for place in places} | {0, len(text)})
    pieces = [text[start:end] for start, end in pairwise(ends)]
    shown, result = stream([text], split=lambda _: pieces)
    assert brief(shown) == THREE_AND_TWO
    assert (result.action, result.outcome, result.lost, result.streamed) == (
        Action.PRUNED,
        Outcome.PARTIAL,
        (1, 3),
        (0, 2, 4),
    )
    claims = [event for event in shown if isinstance(event, StreamedClaim)]
    assert result.text().startswith(" ".join(event.text() for event in claims))
    assert [event.claim for event in claims] == list(result.answer.claims)  # type: ignore[union-attr]  # grounded


OUTPUTS: dict[str, Output] = {
    "good": answer_json(GOOD, KEPT),
    "mixed": MIXED,
    "bad only": answer_json(EMPTY, UNKNOWN),
    "a gap": answer_json(KEPT, gaps=["el precio"]),
    "a gap that states a fact": answer_json(KEPT, gaps=["el precio, que es de 500 €"]),
    "a conflict": answer_json(GOOD, conflicts=[("No coinciden.", ["F1", "F2"])]),
    "nothing": answer_json(),
    "an abstention": abstention_json("el precio"),
    "an abstention with claims": {"answer": {"kind": "abstention", "missing": "", "claims": [GOOD]}},
    "a claim without text": answer_json(GOOD, {"support": [{"fragment": "F1"}]}),
    "no objects": {"answer": {"kind": "grounded", "claims": [None, GOOD]}},
    "not JSON": "No lo sé.",
    "a fence": f"```json\n{json.dumps(answer_json(GOOD))}\n```",
    "prose": f"Aquí está: {json.dumps(answer_json(GOOD))}",
    "thoughts": f"<think>{json.dumps(answer_json(EMPTY))}</think>{json.dumps(answer_json(GOOD))}",
    "cut": json.dumps(answer_json(GOOD, KEPT))[:-60],
    "a refusal": ModelReply("Prefiero no hacerlo.", Stop.REFUSAL),
    "a filter": ModelReply("", Stop.CONTENT_FILTER),
    "too long": ModelReply(json.dumps(answer_json(GOOD, KEPT))[:-60], Stop.LENGTH),
}


@pytest.mark.parametrize("policy", ["observe", PRUNE], ids=["warn", "prune"])
@pytest.mark.parametrize("name", OUTPUTS)
def test_a_stream_ends_with_the_result_of_an_answer(name: str, policy: Any) -> None:
    output = OUTPUTS[name]
    whole = Grounder(ScriptedModel([output]), policy=policy, sinks=()).answer(QUESTION, TWO)
    shown, result = stream([output], policy)
    assert comparable(result) == comparable(whole)
    if policy == "observe":
        assert not any(isinstance(event, StreamedNotice) for event in shown)


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("policy", ["observe", "standard", "strict"])
async def test_an_asynchronous_stream_yields_the_same(name: str, policy: str) -> None:
    model = ScriptedModel([OUTPUTS[name]] * 2, split=list)
    events = [event async for event in Grounder(model, policy=policy, sinks=()).astream(QUESTION, TWO)]
    shown, result = stream([OUTPUTS[name]] * 2, policy)
    assert brief(events) == brief([*shown, result])
    assert isinstance(events[-1], Result)
    assert comparable(events[-1]) == comparable(result)


def test_warn_shows_everything_with_its_verdict() -> None:
    shown, result = stream([MIXED], "observe")
    claims = [event for event in shown if isinstance(event, StreamedClaim)]
    assert [(event.index, event.verdict) for event in claims] == [
        (0, Verdict.PASS),
        (1, Verdict.FAIL),
        (2, Verdict.PASS),
        (3, Verdict.FAIL),
        (4, Verdict.PASS),
    ]
    assert tuple(finding for event in claims for finding in event.findings) == result.findings
    assert result.action is Action.ALLOWED


LATE: list[tuple[Output, list[tuple[str, object]], Action]] = [
    (answer_json(KEPT, gaps=["el precio"]), [("claim", 0), ("gap", "el precio")], Action.ALLOWED),
    (abstention_json("el precio"), [("abstention", "el precio")], Action.ALLOWED),
    # What fails as a whole takes back what was shown, and says so.
    (OUTPUTS["cut"], [("claim", 0), ("notice", (None, "malformed-output"))], Action.WITHHELD),
    (OUTPUTS["too long"], [("claim", 0), ("notice", (None, "malformed-output"))], Action.WITHHELD),
    (OUTPUTS["a gap that states a fact"], [("claim", 0), ("notice", (None, "claims-in-abstention"))], Action.WITHHELD),
    (OUTPUTS["not JSON"], [("notice", (None, "malformed-output"))], Action.WITHHELD),
    (OUTPUTS["prose"], [("claim", 0)], Action.ALLOWED),
    (OUTPUTS["thoughts"], [("claim", 0)], Action.ALLOWED),
    (
        OUTPUTS["bad only"],
        [("notice", (0, "empty-support")), ("notice", (1, "unknown-fragment")), ("notice", (None,))],
        Action.WITHHELD,
    ),
]


@pytest.mark.parametrize(("output", "told", "action"), LATE)
def test_what_is_shown_under_enforce(output: Output, told: list[tuple[str, object]], action: Action) -> None:
    shown, result = stream([output], {"name": "x", "extends": "strict", "repairs": 0})
    assert brief(shown) == told
    assert result.action is action
    assert result.streamed == tuple(event.index for event in shown if isinstance(event, StreamedClaim))
    if action is Action.WITHHELD:
        assert (result.answer, result.text()) == (None, WITHHELD_SENTENCES["es"])


def test_a_claim_that_the_rest_may_yet_put_right_waits_with_all_after_it() -> None:
    told: list[list[tuple[str, object]]] = []
    for conflicts in ((), [("Una fuente dice hasta 10 proyectos y otra hasta 25.", ["F1", "F3"])]):
        output = answer_json(KEPT, GOOD, KEPT, conflicts=conflicts)
        shown, _ = stream([output], PRUNE, fragments=FRAGMENTS)
        told.append(brief(shown))
    assert told == [
        [("claim", 0), ("notice", (1, "undisclosed-conflict")), ("claim", 2)],
        [("claim", 0), ("claim", 1), ("claim", 2), ("conflict", (2, 3))],
    ]


def test_nothing_is_repaired_once_a_claim_was_shown() -> None:
    shown, result = stream([answer_json(GOOD, EMPTY), answer_json(GOOD)])
    assert brief(shown) == [("claim", 0), ("notice", (1, "empty-support"))]
    assert (result.action, result.cost.attempts) == (Action.PRUNED, 1)


def test_before_that_a_repair_is_streamed_too() -> None:
    shown, result = stream([answer_json(EMPTY), answer_json(GOOD, EMPTY)])
    assert brief(shown) == [("notice", (0, "empty-support")), ("claim", 0), ("notice", (1, "empty-support"))]
    assert [event.attempt for event in shown if isinstance(event, StreamedClaim | StreamedNotice)] == [1, 2, 2]
    assert (result.action, result.cost.attempts, result.lost) == (Action.PRUNED, 2, (1,))


def test_a_failed_repair_leaves_the_first_output_and_no_notice_comes_twice() -> None:
    shown, result = stream([answer_json(EMPTY), ModelError("down")])
    assert brief(shown) == [("notice", (0, "empty-support")), ("notice", (None,))]
    assert result.action is Action.WITHHELD


def test_a_held_stream_settles_first() -> None:
    settings = Settings(hold_streams=True)
    shown, result = stream([MIXED, answer_json(GOOD, KEPT)], settings=settings)
    assert brief(shown) == [("claim", 0), ("claim", 1)]
    assert result.action is Action.REPAIRED
    shown, result = stream([MIXED, MIXED], settings=settings)
    assert brief(shown) == [("notice", (1, "empty-support")), ("notice", (3, "unknown-fragment")), ("notice", (None,))]
    assert (result.action, result.answer) == (Action.WITHHELD, None)


GAP = json.dumps(answer_json(KEPT, gaps=["el precio"]))
ONE, OTHER, BOTH = (json.dumps(answer_json(*claims)) for claims in ([GOOD], [KEPT], [GOOD, KEPT]))
ABSTAINED = json.dumps(abstention_json("el precio"))
TWICE: list[tuple[str, list[tuple[str, object]]]] = [
    (ONE + OTHER, [("claim", 0), ("notice", (None, "malformed-output"))]),
    (
        f"```json\n{ONE}\n```\nPensándolo mejor:\n```json\n{OTHER}\n```",
        [("claim", 0), ("notice", (None, "malformed-output"))],
    ),
    (f"{ONE}\nNo, no consta. {ABSTAINED}", [("claim", 0), ("notice", (None, "malformed-output"))]),
    (f"<think>x</think>{ONE}</think>{OTHER}", [("claim", 0), ("notice", (None, "malformed-output"))]),
    (ONE[:-1] + f', "answer": {ABSTAINED}}}', [("claim", 0), ("notice", (None, "malformed-output"))]),
    (ONE[:-2] + f', "claims": [{json.dumps(KEPT)}]}}}}', [("claim", 0), ("notice", (None, "malformed-output"))]),
    (ONE[:-2] + ', "cl\\u0061ims": []}}', [("claim", 0), ("notice", (None, "malformed-output"))]),
    (
        f'{{"claims": [{json.dumps(GOOD)}], "answer": {OTHER[11:-1]}}}',
        [("claim", 0), ("notice", (None, "malformed-output"))],
    ),
    (ONE[:-1] + f" x}} {OTHER}", [("claim", 0), ("notice", (None, "malformed-output"))]),
    # The same once more, or more of it, is what a model that goes on says.
    (f"{ONE}\n{ONE}", [("claim", 0)]),
    (f"{ONE}\n{BOTH}", [("claim", 0), ("claim", 1)]),
    (f"{ONE} Eso es todo.", [("claim", 0)]),
    # What comes after prose is read at the end, and there the last one counts.
    (f"Borrador: {ONE}\nAl final: {OTHER}", [("claim", 0)]),
    (f"<think>{ONE}</think>{OTHER}", [("claim", 0)]),
    (f"{ONE[:-40]}</think>{OTHER}", [("claim", 0)]),
]


@pytest.mark.parametrize(("text", "told"), TWICE)
def test_of_two_answers_a_stream_and_an_answer_make_the_same(text: str, told: list[tuple[str, object]]) -> None:
    bundle = {"name": "x", "extends": "strict", "repairs": 0}
    shown, result = stream([text], bundle)
    assert brief(shown) == told
    assert comparable(Grounder(ScriptedModel([text]), policy=bundle, sinks=()).answer(QUESTION, TWO)) == comparable(
        result
    )


PARTS = [
    *(
        "",
        " ",
        "\n",
        "Aquí está: ",
        "```json\n",
        "\n```\n",
        "<think>",
        "</think>",
        "{",
        "}",
        "{pensando} ",
        '"claims": [',
    ),
    *(ONE, OTHER, BOTH, GAP, ABSTAINED, json.dumps(MIXED), ONE[:-30], ONE[:-1], OTHER[1:]),
]


@given(st.lists(st.sampled_from(PARTS), max_size=6).map("".join), st.lists(st.integers(0, 5_000), max_size=8))
def test_whatever_an_output_is_made_of_a_stream_ends_as_an_answer_does(text: str, places: list[int]) -> None:
    ends = sorted({place % (len(text) + 1) for place in places} | {0, len(text)})
    pieces = [text[start:end] for start, end in pairwise(ends)]
    for policy in ("observe", PRUNE):
        whole = Grounder(ScriptedModel([text]), policy=policy, sinks=()).answer(QUESTION, TWO)
        shown, result = stream([text], policy, split=lambda _: pieces)
        assert comparable(result) == comparable(whole)
        claims = tuple(event.claim for event in shown if isinstance(event, StreamedClaim))
        if whole.action is not Action.WITHHELD and isinstance(whole.answer, GroundedAnswer):
            assert claims == whole.answer.claims


def test_a_notice_has_no_text_of_the_model() -> None:
    canary = "zarzaparrilla"
    output = answer_json(
        claim(f"{canary}.", (canary, canary)), claim(f"{canary} 99.", ("F1", "El plan")), claim(canary, ("F1", canary))
    )
    shown, _ = stream([output], {"name": "x", "extends": "strict", "repairs": 0})
    assert [event.index for event in shown if isinstance(event, StreamedNotice)] == [0, 1, 2, None]
    assert canary not in repr(shown)


class Store:
    def __init__(self, fragments: Sequence[Fragment], *, broken: bool = False) -> None:
        self.held = {fragment.id: fragment.record() for fragment in fragments}
        self.asked: list[list[str]] = []
        self.broken = broken

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        self.asked.append(list(ids))
        if self.broken:
            raise OSError
        return {one: self.held[one] for one in ids if one in self.held}


def test_each_fragment_is_looked_up_once_and_before_its_claim_is_shown() -> None:
    store = Store(TWO[:1])
    shown, result = stream([answer_json(GOOD, KEPT, GOOD)], PRUNE, store=store)
    assert brief(shown) == [("claim", 0), ("notice", (1, "missing-fragment")), ("claim", 2)]
    assert store.asked == [["plans"], ["files"]]
    assert result.lost == (1,)


def test_with_the_store_down_nothing_is_shown_under_enforce() -> None:
    store = Store(TWO, broken=True)
    shown, result = stream([answer_json(GOOD, KEPT)], PRUNE, store=store)
    assert [event.index for event in shown if isinstance(event, StreamedNotice)] == [0, 1, None]
    assert all(isinstance(event, StreamedNotice) and event.faults for event in shown)
    assert (result.action, result.outcome) == (Action.WITHHELD, Outcome.UNVERIFIED)
    assert len(store.asked) == 1
    shown, _ = stream([answer_json(GOOD, KEPT)], "observe", store=Store(TWO, broken=True))
    assert [event.verdict for event in shown if isinstance(event, StreamedClaim)] == [Verdict.ERROR, Verdict.ERROR]


def test_a_reader_gets_no_claim_from_what_may_not_be_read() -> None:
    mine = Fragment("plans", TWO[0].text, readers=frozenset({"user:bob"}))
    shown, result = stream([answer_json(GOOD)], fragments=[mine, TWO[1]], reader=Reader("bob"))
    assert (brief(shown), result.hidden) == ([("claim", 0)], 1)
    shown, result = stream([], fragments=[mine], reader=Reader("eve"))
    assert (brief(shown), result.outcome) == ([("abstention", "")], Outcome.ABSTAINED)


def test_a_sink_that_fails_takes_the_answer_back() -> None:
    def broken(event: object) -> None:
        raise OSError

    shown, result = stream([answer_json(GOOD)], sinks=[broken])
    assert brief(shown) == [("claim", 0), ("notice", (None,))]
    assert (result.outcome, result.streamed) == (Outcome.UNVERIFIED, (0,))


@pytest.mark.parametrize(("output", "timed"), [(MIXED, True), (OUTPUTS["prose"], True), (OUTPUTS["bad only"], False)])
def test_the_time_to_the_first_verified_claim_is_told(output: Output, timed: bool) -> None:
    events = CapturedEvents()
    _, result = stream([output], {"name": "x", "extends": "strict", "repairs": 0}, sinks=[events])
    told = result.cost.first_claim_seconds
    assert (told is not None) is timed
    assert events.answers[0].first_claim_seconds == told
    assert told is None or 0 < told <= events.answers[0].seconds


def test_an_answer_has_no_such_time() -> None:
    events = CapturedEvents()
    result = Grounder(ScriptedModel([MIXED]), sinks=[events]).answer(QUESTION, TWO)
    assert (result.cost.first_claim_seconds, events.answers[0].first_claim_seconds) == (None, None)
    assert result.streamed == ()


class Recording:
    """A streaming model that never ends by itself, and tells what became of its stream."""

    def __init__(self, text: str, fail: Exception | None = None) -> None:
        self.name = "recording"
        self.dialect = ScriptedModel([]).dialect
        self.text = text
        self.fail = fail
        self.closed = 0

    def ask(self, request: ModelRequest, /) -> ModelReply:
        raise AssertionError

    async def aask(self, request: ModelRequest, /) -> ModelReply:
        raise AssertionError

    def stream(self, request: ModelRequest, /) -> Iterator[str | ModelReply]:
        try:
            yield self.text
            if self.fail is not None:
                raise self.fail
            while True:
                yield " "
        finally:
            self.closed += 1

    async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
        try:
            yield self.text
            if self.fail is not None:
                raise self.fail
            await asyncio.Event().wait()
        finally:
            self.closed += 1


START = json.dumps(answer_json(GOOD, KEPT))[:-40]


def test_closing_a_stream_closes_the_models() -> None:
    model = Recording(START)
    assert isinstance(model, StreamingModel)
    events = Grounder(model, policy="strict", sinks=()).stream(QUESTION, TWO)
    assert brief([next(events)]) == [("claim", 0)]
    events.close()
    assert model.closed == 1


async def test_leaving_or_cancelling_an_asynchronous_stream_closes_the_models() -> None:
    model = Recording(START)
    grounder = Grounder(model, policy="strict", sinks=())
    async with aclosing(grounder.astream(QUESTION, TWO)) as events:
        assert brief([await anext(events)]) == [("claim", 0)]
    assert model.closed == 1
    started = asyncio.Event()

    async def read() -> None:
        async for _ in grounder.astream(QUESTION, TWO):
            started.set()

    task = asyncio.create_task(read())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert model.closed == 2


async def test_a_connection_that_drops_is_a_model_error() -> None:
    model = Recording(START, OSError("privado"))
    events = CapturedEvents()
    grounder = Grounder(model, policy="strict", sinks=[events])
    with pytest.raises(ModelError, match="recording failed"):
        list(grounder.stream(QUESTION, TWO))
    with pytest.raises(ModelError, match="recording failed"):
        _ = [event async for event in grounder.astream(QUESTION, TWO)]
    assert [(fault.part, fault.error) for fault in events.faults] == [("model", "ModelError")] * 2
    assert model.closed == 2


def test_pieces_alone_are_an_output_and_usage_is_counted() -> None:
    def pieces(messages: object, schema: object) -> Iterator[str | ModelReply]:
        yield from json.dumps(answer_json(GOOD))
        yield ModelReply(json.dumps(answer_json(GOOD)), usage=Usage(3, 4), model="m")

    *_, result = Grounder(pieces, policy="strict", sinks=()).stream(QUESTION, TWO)
    assert isinstance(result, Result)
    assert (result.outcome, result.cost.usage) == (Outcome.ANSWERED, Usage(3, 4))
    *_, result = Grounder(lambda _m, _s: iter(json.dumps(MIXED)), policy=PRUNE, sinks=()).stream(QUESTION, TWO)
    assert isinstance(result, Result)
    assert result.lost == (1, 3)


async def test_a_callable_may_be_a_generator_of_any_kind() -> None:
    async def later(messages: object, schema: object) -> AsyncIterator[str]:
        for character in json.dumps(MIXED):
            yield character

    def now(messages: object, schema: object) -> Iterator[str]:
        yield from json.dumps(MIXED)

    def at_once(messages: object, schema: object) -> Mapping[str, Any]:
        return MIXED

    for function in (later, now, at_once):
        grounder = Grounder(function, policy=PRUNE, sinks=())
        *shown, result = [event async for event in grounder.astream(QUESTION, TWO)]
        assert brief(shown) == THREE_AND_TWO
        assert comparable(await grounder.aanswer(QUESTION, TWO)) == comparable(result)  # type: ignore[arg-type]  # last
    for plain in (now, at_once):
        grounder = Grounder(plain, policy=PRUNE, sinks=())
        assert brief(list(grounder.stream(QUESTION, TWO)))[:-1] == THREE_AND_TWO
        assert grounder.answer(QUESTION, TWO).lost == (1, 3)
    with pytest.raises(ConfigurationError, match="asynchronous"):
        list(Grounder(later, sinks=()).stream(QUESTION, TWO))
    with pytest.raises(ConfigurationError, match="asynchronous"):
        Grounder(later, sinks=()).answer(QUESTION, TWO)


async def test_leaving_closes_a_generator_that_runs_in_a_thread() -> None:
    closed = []

    def endless(messages: object, schema: object) -> Iterator[str]:
        try:
            yield START
            while True:
                yield " "
        finally:
            closed.append(True)

    grounder = Grounder(endless, policy="strict", sinks=())
    async with aclosing(grounder.astream(QUESTION, TWO)) as events:
        assert brief([await anext(events)]) == [("claim", 0)]
    assert closed == [True]


def test_wrong_arguments_are_errors_before_anything_is_read() -> None:
    grounder = Grounder(ScriptedModel([]), sinks=())
    with pytest.raises(InputError, match="fragments"):
        grounder.stream(QUESTION, 3)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(InputError, match="question"):
        grounder.astream(None, TWO)  # type: ignore[arg-type]  # what is tested
    with pytest.raises(ConfigurationError, match="no model"):
        Grounder(sinks=()).stream(QUESTION, TWO)


async def test_a_repair_that_takes_too_long_leaves_the_first_output() -> None:
    class Slow(ScriptedModel):
        async def astream(self, request: ModelRequest, /) -> AsyncIterator[str | ModelReply]:
            if request.seconds is not None:
                await asyncio.Event().wait()
            yield json.dumps(answer_json(EMPTY))

    policy = {"name": "x", "extends": "strict", "repairs": {"attempts": 1, "seconds": 0.2}}
    events = [event async for event in Grounder(Slow([]), policy=policy, sinks=()).astream(QUESTION, TWO)]
    assert brief(events) == [("notice", (0, "empty-support")), ("notice", (None,)), ("result", Action.WITHHELD)]
    assert isinstance(events[-1], Result)
    assert [fault.part for fault in events[-1].faults] == ["model"]
