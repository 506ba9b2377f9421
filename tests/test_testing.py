from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fundamento.answers import Abstention, Claim, Conflict, Gap, GroundedAnswer, Support
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.contract.dialects import DIALECTS, Dialect
from fundamento.contract.wire import wire_schema
from fundamento.errors import ConfigurationError, InputError, ModelError
from fundamento.events import Event, Sink
from fundamento.fragments import Fragment
from fundamento.models import Model, ModelReply, ModelRequest, Stop, Usage
from fundamento.testing import (
    CapturedEvents,
    ScriptedModel,
    abstention_json,
    answer_json,
    cite_by_alias,
    claim,
)
from telemetry.samples import BARE_ANSWER, BARE_FAULT, BARE_FINDING, EVENTS, FULL_ANSWER, KEPT

FRAGMENTS = (
    Fragment("plan-pro#1", "El plan Pro permite hasta 10 proyectos activos."),
    Fragment("plan-pro#2", "Files are kept for 30 days."),
)


def make_request(fragments: Sequence[Fragment] = FRAGMENTS) -> ModelRequest:
    return ModelRequest(
        messages=({"role": "user", "content": "¿Cuántos proyectos?"},),
        wire=wire_schema(len(fragments), dialect=DIALECTS["generic"], strict=False, quotes=True),
        question="¿Cuántos proyectos?",
        fragments={f"F{index}": fragment for index, fragment in enumerate(fragments, 1)},
    )


REQUEST = make_request()


def test_a_scripted_model_is_a_model() -> None:
    model: Model = ScriptedModel([])
    assert isinstance(model, Model)
    assert ("scripted", DIALECTS["generic"]) == (model.name, model.dialect)


def test_name_and_dialect_can_be_chosen() -> None:
    dialect = Dialect("own")
    model = ScriptedModel(["{}"], name="acme/one", dialect=dialect)
    assert ("acme/one", dialect) == (model.name, model.dialect)
    assert ModelReply("{}", model="acme/one") == model.ask(REQUEST)


def test_outputs_come_in_order_and_requests_are_kept() -> None:
    whole = ModelReply("corta", stop=Stop.LENGTH, model="other", usage=Usage(1, 2))
    model = ScriptedModel(["uno", {"dos": 2}, whole])
    other = make_request(FRAGMENTS[:1])
    replies = [model.ask(REQUEST), model.ask(other), model.ask(REQUEST)]
    expected = [ModelReply("uno", model="scripted"), ModelReply({"dos": 2}, model="scripted"), whole]
    assert expected == replies
    assert [REQUEST, other, REQUEST] == model.requests


async def test_asynchronous_calls_share_the_script() -> None:
    model = ScriptedModel(["uno", "dos"])
    replies = [model.ask(REQUEST), await model.aask(REQUEST)]
    assert [reply.output for reply in replies] == ["uno", "dos"]
    assert model.requests == [REQUEST, REQUEST]


async def test_an_exception_in_the_script_is_raised_and_the_script_goes_on() -> None:
    failure = ModelError("The provider is not there.", retryable=True)
    model = ScriptedModel([failure, failure, "uno"])
    with pytest.raises(ModelError) as caught:
        model.ask(REQUEST)
    assert failure is caught.value
    with pytest.raises(ModelError):
        await model.aask(REQUEST)
    reply = model.ask(REQUEST)
    assert reply.output == "uno"


def test_a_function_in_the_script_sees_the_request() -> None:
    model = ScriptedModel([lambda request: ", ".join(request.fragments)])
    reply = model.ask(REQUEST)
    assert reply.output == "F1, F2"


@pytest.mark.parametrize("outputs", [[], ["uno"], ["uno", "dos"]], ids=["none", "one", "two"])
def test_a_call_beyond_the_script_says_what_to_do(outputs: list[str]) -> None:
    model = ScriptedModel(outputs)
    for _ in outputs:
        model.ask(REQUEST)
    message = rf"called {len(outputs) + 1} times and has {len(outputs)} outputs\. Give one output for each call"
    with pytest.raises(ConfigurationError, match=message):
        model.ask(REQUEST)
    assert len(outputs) + 1 == len(model.requests)


@pytest.mark.parametrize("output", ["uno", answer_json(), b"uno"], ids=["text", "object", "bytes"])
def test_one_output_is_no_script(output: Any) -> None:
    with pytest.raises(InputError, match="Give a list of outputs"):
        ScriptedModel(output)


def test_threads_each_get_their_own_output() -> None:
    outputs = [str(index) for index in range(200)]
    model = ScriptedModel(outputs)
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(model.ask, [REQUEST] * len(outputs)))
    assert sorted(outputs) == sorted(str(reply.output) for reply in replies)


def test_captured_events_are_a_sink_with_views() -> None:
    events = CapturedEvents()
    sink: Sink = events
    expected: list[Event] = list(EVENTS)
    for event in expected:
        sink(event)
    assert expected == events
    views = [*events.answers, *events.findings, *events.faults, *events.policies]
    assert expected == views
    assert events.answers == [BARE_ANSWER, FULL_ANSWER]
    assert (events.findings[0], events.faults[0], events.policies[-1]) == (BARE_FINDING, BARE_FAULT, KEPT)


def test_a_claim_is_written_evidence_first() -> None:
    written = claim("Admite 10.", ("F1", "hasta 10"), "F2")
    expected = {"support": [{"fragment": "F1", "quote": "hasta 10"}, {"fragment": "F2"}], "text": "Admite 10."}
    assert expected == written
    assert list(written) == ["support", "text"]


def test_a_written_answer_is_read_back() -> None:
    output = answer_json(
        claim("Admite 10.", ("F1", "hasta 10")),
        claim("Files stay 30 days.", "F2"),
        gaps=["el precio"],
        conflicts=[("Discrepan.", ["F1", "F2"])],
    )
    expected = GroundedAnswer(
        claims=(
            Claim("Admite 10.", (Support("plan-pro#1", "hasta 10"),)),
            Claim("Files stay 30 days.", (Support("plan-pro#2"),)),
        ),
        gaps=(Gap("el precio"),),
        conflicts=(Conflict("Discrepan.", ("plan-pro#1", "plan-pro#2")),),
    )
    draft = decode(output, Aliases.of(FRAGMENTS))
    assert (expected, ()) == (draft.answer, draft.flaws)


def test_a_written_abstention_is_read_back() -> None:
    draft = decode(abstention_json("el precio"), Aliases.of(FRAGMENTS))
    assert (Abstention("el precio"), ()) == (draft.answer, draft.flaws)


def test_real_ids_become_the_aliases_of_the_request() -> None:
    output = answer_json(
        claim("Admite 10.", ("plan-pro#1", "plan-pro#1"), "plan-pro#9"),
        claim("plan-pro#2", ("plan-pro#2", "30 days")),
        conflicts=[("plan-pro#1", ["plan-pro#2", "plan-pro#1"])],
    )
    expected = answer_json(
        claim("Admite 10.", ("F1", "plan-pro#1"), "plan-pro#9"),
        claim("plan-pro#2", ("F2", "30 days")),
        conflicts=[("plan-pro#1", ["F2", "F1"])],
    )
    model = ScriptedModel([cite_by_alias(output)])
    assert expected == model.ask(REQUEST).output
    kept = output["answer"]["claims"][0]["support"][0]["fragment"]
    assert kept == "plan-pro#1"


def test_the_same_script_fits_another_request() -> None:
    write = cite_by_alias(answer_json(claim("Files stay 30 days.", "plan-pro#2")))
    model = ScriptedModel([write, write])
    outputs = [model.ask(REQUEST).output, model.ask(make_request(FRAGMENTS[1:])).output]
    expected = [answer_json(claim("Files stay 30 days.", alias)) for alias in ("F2", "F1")]
    assert expected == outputs
