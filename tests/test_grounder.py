"""The public class: modes, repairs, pruning, faults; sync and async alike."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from fundamento import Action, CheckId, Fragment, GroundedAnswer, Grounder, Outcome, Reader, Settings, Verdict
from fundamento.errors import ConfigurationError, InputError, ModelError, StoreError
from fundamento.events import Event
from fundamento.fragments import FragmentRecord
from fundamento.models import ModelReply, Stop, Usage
from fundamento.policy.bundle import Bundle
from fundamento.result import ABSTENTION_SENTENCES, WITHHELD_SENTENCES, Result
from fundamento.testing import CapturedEvents, Output, ScriptedModel

FRAGMENTS = [
    Fragment(
        "plans@1:0-47",
        "El plan Pro permite hasta 10 proyectos activos.",
        document="plans",
        version="1",
        start=0,
        end=47,
    ),
    Fragment(
        "plans@1:48-90", "Los archivos se conservan durante 30 días.", document="plans", version="1", start=48, end=90
    ),
]
QUESTION = "¿Cuántos proyectos permite el plan Pro?"


def wire(*claims: tuple[str, str, str], gaps: Sequence[str] = ()) -> dict[str, Any]:
    """Write claims as (fragment, quote, text)."""
    made = [{"support": [{"fragment": f, "quote": q}] if f else [], "text": t} for f, q, t in claims]
    return {"answer": {"kind": "grounded", "claims": made, "gaps": [{"text": gap} for gap in gaps], "conflicts": []}}


GOOD = ("F1", "hasta 10 proyectos activos", "El plan Pro permite hasta 10 proyectos activos.")
KEPT = ("F2", "se conservan durante 30 días", "Los archivos se conservan 30 días.")
BAD_ID = ("F9", "hasta 10 proyectos activos", "El plan Pro permite hasta 10 proyectos activos.")
NO_SUPPORT = ("", "", "Hay soporte telefónico.")
BAD_QUOTE = ("F2", "se conservan durante 60 días", "Los archivos se conservan 60 días.")
ABSTAINS = {"answer": {"kind": "abstention", "missing": "el precio"}}


def run(
    outputs: Sequence[Output], policy: object = "observe", **options: Any
) -> tuple[Result, CapturedEvents, ScriptedModel]:
    model, events = ScriptedModel(outputs), CapturedEvents()
    grounder = Grounder(model, policy=policy, sinks=[events], **options)  # type: ignore[arg-type]  # any kind of policy
    return grounder.answer(QUESTION, FRAGMENTS), events, model


@pytest.mark.parametrize(
    ("output", "outcome", "text"),
    [
        (
            wire(GOOD, KEPT),
            Outcome.ANSWERED,
            "El plan Pro permite hasta 10 proyectos activos [1]. Los archivos se conservan 30 días [2].",
        ),
        (
            wire(KEPT, gaps=["el precio"]),
            Outcome.PARTIAL,
            "Los archivos se conservan 30 días [1]. No encuentro en estas fuentes: el precio.",
        ),
        (
            wire(gaps=["el precio."]),
            Outcome.ABSTAINED,
            "No encuentro la respuesta en estas fuentes. No encuentro en estas fuentes: el precio.",
        ),
        (ABSTAINS, Outcome.ABSTAINED, "No encuentro la respuesta en estas fuentes. Falta: el precio."),
    ],
)
@pytest.mark.parametrize("policy", ["observe", "standard", "strict"])
def test_what_holds_is_allowed_in_every_mode(policy: str, output: dict[str, Any], outcome: Outcome, text: str) -> None:
    result, events, model = run([output], policy)
    assert (result.outcome, result.action, result.text()) == (outcome, Action.ALLOWED, text)
    assert (result.findings, result.faults, result.withheld) == ((), (), None)
    assert [type(event).__name__ for event in events] == ["AnswerEvent"]
    assert events.answers[0].verdict is Verdict.PASS
    assert len(model.requests) == 1


MISBEHAVING: list[tuple[Output, set[CheckId]]] = [
    (wire(GOOD, BAD_ID), {CheckId.UNKNOWN_FRAGMENT}),
    (wire(NO_SUPPORT), {CheckId.EMPTY_SUPPORT}),
    (wire(BAD_QUOTE), {CheckId.QUOTE_NOT_FOUND}),
    (wire(), {CheckId.EMPTY_ANSWER}),
    ("I think it is ten.", {CheckId.MALFORMED_OUTPUT}),
    ('{"answer": {"kind": "grounded", "claims": [{"support": [', {CheckId.MALFORMED_OUTPUT}),
    (
        {"answer": {"kind": "abstention", "missing": "No lo encuentro, pero costaba 500 €."}},
        {CheckId.CLAIMS_IN_ABSTENTION},
    ),
    (ModelReply("I'd rather not.", Stop.REFUSAL), {CheckId.MALFORMED_OUTPUT}),
    (ModelReply("", Stop.CONTENT_FILTER), {CheckId.MALFORMED_OUTPUT}),
]


@pytest.mark.parametrize(("output", "checks"), MISBEHAVING)
def test_the_same_verdicts_in_every_mode_and_only_the_action_differs(output: Output, checks: set[CheckId]) -> None:
    warned, warned_events, _ = run([output])
    enforced, enforced_events, _ = run([output], {"name": "x", "extends": "strict", "repairs": 0})
    assert {finding.check for finding in warned.findings} == checks
    assert warned.findings == enforced.findings
    assert warned.claims == enforced.claims
    assert (warned.outcome, enforced.outcome) == (Outcome.REJECTED, Outcome.REJECTED)
    assert (warned.action, enforced.action) == (Action.ALLOWED, Action.WITHHELD)
    assert (enforced.answer, enforced.text()) == (None, WITHHELD_SENTENCES["es"])
    assert enforced.blocked_by == tuple(dict.fromkeys(finding.check for finding in enforced.findings))
    assert enforced.withheld is not None
    assert warned.withheld is None
    assert [(e.check, e.reason, e.claim) for e in warned_events.findings] == [
        (e.check, e.reason, e.claim) for e in enforced_events.findings
    ]
    assert {e.action for e in warned_events.findings} == {Action.ALLOWED}
    assert {e.action for e in enforced_events.findings} == {Action.WITHHELD}


@pytest.mark.parametrize("output", [output for output, _ in MISBEHAVING])
@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_sync_and_async_give_the_same(policy: str, output: Output) -> None:
    def outcome(result: Result) -> tuple[object, ...]:
        return (
            result.outcome,
            result.action,
            result.answer,
            result.findings,
            result.claims,
            result.first_findings,
            result.text(),
        )

    script = [output, wire(GOOD)]
    sync = Grounder(ScriptedModel(script), policy=policy, sinks=[]).answer(QUESTION, FRAGMENTS)
    twin = asyncio.run(Grounder(ScriptedModel(script), policy=policy, sinks=[]).aanswer(QUESTION, FRAGMENTS))
    assert outcome(twin) == outcome(sync)


@pytest.mark.parametrize("output", [output for output, _ in MISBEHAVING if not isinstance(output, ModelReply)])
def test_check_finds_what_answer_finds(output: Any) -> None:
    real = {"F1": FRAGMENTS[0].id, "F2": FRAGMENTS[1].id}

    def rename(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: real.get(item, item) if key == "fragment" else rename(item) for key, item in value.items()}
        return [rename(item) for item in value] if isinstance(value, list) else value

    answered, _, _ = run([output])
    for policy in ("observe", "strict"):
        grounder = Grounder(policy=policy, sinks=[])
        checked = grounder.check(rename(output), FRAGMENTS, question=QUESTION)
        twin = asyncio.run(grounder.acheck(rename(output), FRAGMENTS, question=QUESTION))
        assert checked.findings == twin.findings == answered.findings
        assert checked.claims == twin.claims == answered.claims


def test_warn_shows_what_the_model_wrote_even_if_it_cannot_be_read() -> None:
    result, _, model = run(["El plan permite diez."])
    assert (result.answer, result.text()) == (None, "El plan permite diez.")
    assert len(model.requests) == 1


def test_a_repair_names_what_failed_and_its_cost_is_in_the_result() -> None:
    first = ModelReply(wire(BAD_QUOTE), usage=Usage(100, 10), model="m-1")
    second = ModelReply(wire(KEPT), usage=Usage(150, 12), model="m-1")
    result, events, model = run([first, second], "strict")
    assert (result.outcome, result.action) == (Outcome.ANSWERED, Action.REPAIRED)
    assert result.findings == ()
    assert [finding.check for finding in result.first_findings] == [CheckId.QUOTE_NOT_FOUND]
    assert (result.cost.attempts, result.cost.usage, result.cost.repair) == (2, Usage(250, 22), Usage(150, 12))
    complaint = model.requests[1].messages[-1]
    assert complaint["role"] == "user"
    assert "Afirmación 1: lleva una cita que no está en F2" in complaint["content"]
    assert "se conservan durante 30 días" in complaint["content"]
    assert [message["role"] for message in model.requests[1].messages] == ["system", "user", "assistant", "user"]
    assert model.requests[1].messages[:2] == model.requests[0].messages
    assert [(e.attempt, e.final, e.action) for e in events.findings] == [(1, False, Action.REPAIRED)]
    answer = events.answers[0]
    assert (answer.first_outcome, answer.outcome, answer.attempts) == (Outcome.REJECTED, Outcome.ANSWERED, 2)
    assert (answer.input_tokens, answer.output_tokens, answer.model_answered) == (250, 22, "m-1")


@pytest.mark.parametrize(
    ("repairs", "calls"),
    [
        (0, 1),
        (1, 2),
        (3, 4),
        ({"attempts": 3, "tokens": 250}, 3),
        ({"attempts": 3, "tokens": 99}, 1),
        ({"attempts": 3, "seconds": 0}, 1),
    ],
)
def test_repairs_are_bounded_in_number_tokens_and_time(repairs: object, calls: int) -> None:
    bad = ModelReply(wire(BAD_ID), usage=Usage(90, 10))
    result, events, model = run([bad] * 5, {"name": "x", "extends": "strict", "repairs": repairs})
    assert len(model.requests) == calls
    assert (result.outcome, result.action, result.cost.attempts) == (Outcome.REJECTED, Action.WITHHELD, calls)
    assert [e.final for e in events.findings] == [False] * (calls - 1) + [True]


def test_a_refusal_is_not_asked_again() -> None:
    _, _, model = run([ModelReply("No.", Stop.REFUSAL)] * 3, "strict")
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("stop", "reason"), [(Stop.LENGTH, "length"), (Stop.COMPLETE, "truncated"), (Stop.EMPTY, "empty")]
)
def test_why_an_output_cannot_be_read_is_told_apart(stop: Stop, reason: str) -> None:
    result, events, _ = run([ModelReply('{"answer": {"kind": "grounded", "claims": [', stop)])
    assert [finding.reason for finding in result.findings] == [reason]
    assert events.answers[0].stop == stop


def test_pruning_keeps_what_holds_and_says_what_was_lost() -> None:
    policy = {"name": "x", "extends": "strict", "on_reject": "prune", "repairs": 0}
    result, events, _ = run([wire(GOOD, BAD_ID, KEPT, NO_SUPPORT)], policy)
    assert (result.outcome, result.action, result.lost) == (Outcome.PARTIAL, Action.PRUNED, (1, 3))
    assert isinstance(result.answer, GroundedAnswer)
    assert [claim.text for claim in result.answer.claims] == [GOOD[2], KEPT[2]]
    assert result.text().endswith("Se han retirado 2 afirmaciones que no se pudieron verificar.")
    assert result.withheld is not None
    assert [finding.claim for finding in result.findings] == [1, 3]
    assert (events.answers[0].claims_pruned, events.answers[0].action) == (2, Action.PRUNED)


@pytest.mark.parametrize("output", [wire(BAD_ID), wire(), "nothing to read"])
def test_pruning_withholds_where_nothing_is_left(output: Output) -> None:
    result, _, _ = run([output], {"name": "x", "extends": "strict", "on_reject": "prune", "repairs": 0})
    assert (result.outcome, result.action, result.answer) == (Outcome.REJECTED, Action.WITHHELD, None)


@pytest.mark.parametrize("policy", ["observe", "strict"])
def test_without_fragments_it_abstains_and_no_model_is_asked(policy: str) -> None:
    model, events = ScriptedModel([]), CapturedEvents()
    result = Grounder(model, policy=policy, sinks=[events]).answer(QUESTION, [])
    assert (result.outcome, result.action, result.text()) == (
        Outcome.ABSTAINED,
        Action.ALLOWED,
        ABSTENTION_SENTENCES["es"],
    )
    assert model.requests == []
    assert events.answers[0].attempts == 0


@pytest.mark.parametrize(("policy", "strict"), [("observe", False), ("standard", True), ("strict", True)])
def test_the_schema_forces_only_what_is_enforced(policy: str, strict: bool) -> None:
    _, events, model = run([wire(GOOD)], policy)
    assert model.requests[0].wire.strict is strict
    assert events.answers[0].strict is strict


class BrokenStore:
    """A store that is down."""

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        raise StoreError("The store is down.")


def broken_sink(event: Event) -> None:
    raise OSError("disk full")


@pytest.mark.parametrize(
    ("policy", "outcome", "action"),
    [
        ("observe", Outcome.UNVERIFIED, Action.ALLOWED),
        ("strict", Outcome.UNVERIFIED, Action.WITHHELD),
        ({"name": "x", "extends": "strict", "on_error": "allow"}, Outcome.UNVERIFIED, Action.ALLOWED),
    ],
)
def test_a_store_that_is_down_never_passes(policy: object, outcome: Outcome, action: Action) -> None:
    result, events, _ = run([wire(GOOD)], policy, store=BrokenStore())
    assert (result.outcome, result.action) == (outcome, action)
    assert {fault.part for fault in result.faults} == {"store"}
    assert len(events.faults) == 6
    assert {(event.part, event.error, event.action) for event in events.faults} == {("store", "StoreError", action)}
    assert (events.answers[0].verdict, events.answers[0].faults) == (Verdict.ERROR, 6)


@pytest.mark.parametrize(("policy", "action"), [("observe", Action.ALLOWED), ("strict", Action.WITHHELD)])
@pytest.mark.filterwarnings("ignore")
def test_a_sink_that_fails_withholds_under_enforce_and_the_others_hear_of_it(
    policy: str, action: Action, caplog: pytest.LogCaptureFixture
) -> None:
    events = CapturedEvents()
    result = Grounder(ScriptedModel([wire(GOOD)]), policy=policy, sinks=[broken_sink, events]).answer(
        QUESTION, FRAGMENTS
    )
    assert result.action is action
    assert (result.answer is None) == (action is Action.WITHHELD)
    assert [(event.part, event.error, event.action) for event in events.faults] == [("sink", "OSError", action)]
    assert len(events.answers) == 1
    assert "fundamento.fault part=sink error=OSError" in caplog.text
    assert "disk full" not in caplog.text


def test_a_policy_source_that_fails_keeps_the_last_good_bundle() -> None:
    class Flaky:
        calls = 0

        def current(self) -> Bundle:
            self.calls += 1
            if self.calls > 1:
                raise OSError
            return Bundle("mine", 4, {})

    result, events, _ = run([wire(GOOD)], Flaky())
    assert (result.outcome, result.action) == (Outcome.ANSWERED, Action.ALLOWED)
    assert [(event.status, event.bundle, event.error) for event in events.policies] == [("kept", "mine", "OSError")]


def test_the_kill_switch_needs_no_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    events = CapturedEvents()
    policy = {"name": "x", "extends": "strict", "repairs": 0}
    grounder = Grounder(ScriptedModel([wire(BAD_ID)] * 3), policy=policy, sinks=[events])
    assert grounder.answer(QUESTION, FRAGMENTS).action is Action.WITHHELD
    monkeypatch.setenv("FUNDAMENTO_MODE", "warn")
    warned = grounder.answer(QUESTION, FRAGMENTS)
    assert (warned.outcome, warned.action, len(warned.findings)) == (Outcome.REJECTED, Action.ALLOWED, 1)
    monkeypatch.setenv("FUNDAMENTO_MODE", "off")
    off = grounder.answer(QUESTION, FRAGMENTS)
    assert (off.outcome, off.action, off.findings) == (Outcome.UNVERIFIED, Action.ALLOWED, ())
    assert [answer.origin.mode_source for answer in events.answers] == ["bundle", "environment", "environment"]


def test_a_kill_switch_that_is_mistyped_is_an_error_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNDAMENTO_MODE", "offf")
    with pytest.raises(ConfigurationError, match="It takes 'off' or 'warn'"):
        Grounder()


def test_a_model_that_cannot_be_called_is_an_error_and_in_a_repair_the_first_output_stands() -> None:
    down = ModelError("The provider answered 429 (RateLimitError).", retryable=True, status=429)
    events = CapturedEvents()
    with pytest.raises(ModelError) as raised:
        Grounder(ScriptedModel([down]), sinks=[events]).answer(QUESTION, FRAGMENTS)
    assert raised.value.retryable
    assert [(event.part, event.error) for event in events.faults] == [("model", "ModelError")]
    result, later, _ = run([wire(BAD_ID), down], "strict")
    assert (result.outcome, result.action) == (Outcome.REJECTED, Action.WITHHELD)
    assert [(fault.part, fault.error) for fault in result.faults] == [("model", "ModelError")]
    assert [(event.part, event.action) for event in later.faults] == [("model", Action.WITHHELD)]


def test_quotes_can_be_left_out() -> None:
    bare = {"answer": {"kind": "grounded", "claims": [{"support": [{"fragment": "F1"}], "text": GOOD[2]}]}}
    result, events, model = run([bare], "strict", settings=Settings(quotes=False))
    assert (result.outcome, result.findings, events.answers[0].quotes) == (Outcome.ANSWERED, (), "off")
    assert model.requests[0].wire.quotes is False


def test_tenants_go_into_events_under_a_pseudonym_or_not_at_all() -> None:
    events = CapturedEvents()
    for key in (None, b"one", b"two"):
        grounder = Grounder(ScriptedModel([wire(GOOD)]), sinks=[events], settings=Settings(tenant_key=key))
        grounder.answer(QUESTION, FRAGMENTS, scope={"tenant": "acme", "route": "billing"})
    seen = [answer.origin.tenant for answer in events.answers]
    assert seen[0] is None
    assert len({*seen}) == 3
    assert all(tenant is None or (len(tenant) == 16 and "acme" not in tenant) for tenant in seen)
    assert {answer.origin.route for answer in events.answers} == {"billing"}


def test_the_language_is_that_of_the_question_unless_it_is_given() -> None:
    english = Grounder(ScriptedModel([ABSTAINS]), sinks=[]).answer("How many projects are there?", FRAGMENTS)
    spanish = Grounder(ScriptedModel([ABSTAINS]), sinks=[], lang="es").answer("How many projects are there?", FRAGMENTS)
    assert english.text() == "I can't find the answer in these sources. Missing: el precio."
    assert spanish.text() == "No encuentro la respuesta en estas fuentes. Falta: el precio."


def test_bad_input_is_refused_with_what_to_do() -> None:
    with pytest.raises(ConfigurationError, match="no model to ask"):
        Grounder(sinks=[]).answer(QUESTION, FRAGMENTS)
    with pytest.raises(ConfigurationError, match="Languages: es, en"):
        Grounder(lang="fr")
    with pytest.raises(InputError, match=r"fragments\[1\] is a dict"):
        Grounder(sinks=[]).check("{}", [FRAGMENTS[0], {"id": "x"}])  # type: ignore[list-item]  # the mistake under test
    with pytest.raises(InputError, match="another text"):
        Grounder(sinks=[]).check("{}", [FRAGMENTS[0], Fragment(FRAGMENTS[0].id, "otro")])


def test_quotes_are_located_in_the_source_document() -> None:
    result, _, _ = run([wire(KEPT)])
    quote = result.claims[0].quotes[0]
    assert (quote.fragment, quote.document) == (FRAGMENTS[1].id, "plans")
    assert (quote.span.start, quote.span.end) == (13, 41)
    assert quote.document_span is not None
    assert (quote.document_span.start, quote.document_span.end) == (61, 89)


def test_many_answers_at_once_keep_apart() -> None:
    def answer_for(number: int) -> dict[str, Any]:
        return wire(GOOD) if number % 2 else wire(BAD_ID)

    async def ask_all() -> list[Result]:
        grounders = [Grounder(ScriptedModel([answer_for(n)]), policy="observe", sinks=[]) for n in range(200)]
        return list(await asyncio.gather(*(g.aanswer(QUESTION, FRAGMENTS) for g in grounders)))

    results = asyncio.run(ask_all())
    assert [result.outcome for result in results] == [
        Outcome.ANSWERED if n % 2 else Outcome.REJECTED for n in range(200)
    ]
    assert len({result.answer_id for result in results}) == 200


PROSE = [Fragment("a", "The Pro plan allows 10 projects."), Fragment("b", "Files are kept for 30 days.")]


def test_prose_is_checked_without_quotes() -> None:
    events = CapturedEvents()
    grounder = Grounder(sinks=[events], policy="strict")
    result = grounder.check("Hi! The Pro plan allows 10 projects [1].", PROSE, format="prose")
    assert (result.outcome, result.action, result.findings) == (Outcome.ANSWERED, Action.ALLOWED, ())
    assert result.text() == "Hi! The Pro plan allows 10 projects [1]."
    assert list(result.cited) == ["a"]
    (event,) = events.answers
    assert (event.quotes, event.lang, event.claims, event.origin.entry) == ("off", "en", 1, "check")


async def test_prose_is_checked_asynchronously_alike() -> None:
    text = "The Pro plan allows 10 projects [1]. Files are kept for 30 days [c9]."
    grounder = Grounder(sinks=[], policy="strict")
    result = await grounder.acheck(text, PROSE, format="prose")
    assert result.findings == grounder.check(text, PROSE, format="prose").findings
    assert [(finding.check, finding.claim) for finding in result.findings] == [(CheckId.UNKNOWN_FRAGMENT, 1)]
    assert (result.action, result.answer) == (Action.WITHHELD, None)


def test_a_question_and_a_language_decide_before_the_prose_does() -> None:
    text = "The Pro plan allows 10 projects [1]."
    assert Grounder(sinks=[]).check(text, PROSE, format="prose", question="¿Cuántos proyectos?").lang == "es"
    assert Grounder(sinks=[], lang="es").check(text, PROSE, format="prose").lang == "es"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("I couldn't find the price in the sources.", "I couldn't find the price in the sources."),
        (
            "The Pro plan allows 10 projects [1]. The price is not mentioned.",
            "The Pro plan allows 10 projects [1]. The price is not mentioned.",
        ),
    ],
)
def test_what_prose_denies_is_shown_in_its_own_words(text: str, shown: str) -> None:
    assert Grounder(sinks=[]).check(text, PROSE, format="prose").text() == shown


def test_a_format_has_to_be_known() -> None:
    grounder = Grounder(sinks=[])
    with pytest.raises(InputError, match="no format 'html'"):
        grounder.check("x", PROSE, format="html")  # type: ignore[arg-type]  # what an untyped caller may write


@pytest.mark.parametrize("output", [None, [], 7, b"x", {"answer": {}}])
def test_what_is_no_text_reads_as_it_does_without_a_format(output: Any) -> None:
    grounder = Grounder(sinks=[])
    prose, plain = (grounder.check(output, PROSE, format=each) for each in ("prose", "json"))
    assert [finding.check for finding in plain.findings] == [CheckId.MALFORMED_OUTPUT]
    assert (prose.findings, prose.text(), prose.lang) == (plain.findings, plain.text(), plain.lang)


@pytest.mark.parametrize("form", ["json", "prose", "openai"])
@pytest.mark.parametrize(
    ("question", "output", "text", "expected"),
    [
        ("", "", "The Pro plan allows up to 10 projects.", "en"),
        ("", "", "El plan Pro permite hasta 10 proyectos.", "es"),
        ("SSO?", "", "The Pro plan allows up to 10 projects.", "en"),
        ("SSO?", "", "El plan Pro permite hasta 10 proyectos.", "es"),
        ("¿Cuántos proyectos?", "", "The Pro plan allows up to 10 projects.", "es"),
    ],
)
def test_a_question_of_no_language_is_answered_in_that_of_the_sources(
    question: str, output: str, text: str, expected: str, form: Any
) -> None:
    fragments = [Fragment("t", "SSO"), Fragment("a", text)]
    result = Grounder(sinks=[], policy="strict").check(output, fragments, format=form, question=question)
    # Prose that is empty abstains; an object that is empty is no answer.
    said = ABSTENTION_SENTENCES if form == "prose" else WITHHELD_SENTENCES
    assert result.text() == said[expected]


READABLE = Fragment("open", "El plan Pro permite hasta 10 proyectos activos.", readers=frozenset({"group:all"}))
SECRET = Fragment("secret", "El salario de la categoría B es de 31.000 €.", readers=frozenset({"group:hr"}))


def ask_as_reader(policy: str) -> tuple[Result, CapturedEvents, ScriptedModel]:
    model, events = ScriptedModel([wire(("F1", "hasta 10 proyectos", "Hasta 10 proyectos."))]), CapturedEvents()
    grounder = Grounder(model, policy=policy, sinks=events)
    return grounder.answer(QUESTION, [SECRET, READABLE], reader=Reader("u", {"all"})), events, model


def test_under_enforce_a_model_is_not_given_what_the_reader_may_not_read() -> None:
    result, events, model = ask_as_reader("strict")
    assert (result.outcome, list(result.cited)) == (Outcome.ANSWERED, ["open"])
    assert "31.000" not in str(model.requests[0].messages)
    assert (events.answers[0].fragments, events.answers[0].fragments_hidden) == (1, 1)


def test_in_warn_everything_that_was_retrieved_goes_to_the_model() -> None:
    _, events, model = ask_as_reader("observe")
    assert "31.000" in str(model.requests[0].messages)
    assert (events.answers[0].fragments, events.answers[0].fragments_hidden) == (2, 0)


def test_a_reader_who_may_read_nothing_gets_an_abstention_and_no_model_is_asked() -> None:
    model, events = ScriptedModel([]), CapturedEvents()
    result = Grounder(model, policy="strict", sinks=events).answer(QUESTION, [SECRET], reader=Reader("u"))
    assert (result.outcome, result.action, model.requests) == (Outcome.ABSTAINED, Action.ALLOWED, [])
    assert events.answers[0].fragments_hidden == 1


@pytest.mark.parametrize("named", [["F1"], [], ["F1", "F1"]])
def test_a_conflict_of_fewer_than_two_fragments_is_no_way_round_support(named: list[str]) -> None:
    output = wire(GOOD)
    output["answer"]["conflicts"] = [{"fragments": named, "text": "El plan Pro cuesta 500 €."}]
    result, _, _ = run([output], {"name": "x", "extends": "strict", "repairs": 0})
    assert (CheckId.EMPTY_SUPPORT, None) in [(finding.check, finding.claim) for finding in result.findings]
    assert (result.action, result.answer) == (Action.WITHHELD, None)


def test_in_warn_an_object_that_cannot_be_read_is_shown_as_the_text_that_it_was() -> None:
    result, _, _ = run([{"respuesta": "diez proyectos"}])
    assert (result.answer, result.text()) == (None, '{"respuesta": "diez proyectos"}')


def test_an_object_that_raises_when_it_is_looked_at_is_a_finding() -> None:
    class Trap(dict[str, Any]):
        def get(self, key: str, default: Any = None) -> Any:
            raise RuntimeError

    result = Grounder(sinks=[]).check(Trap(answer=Trap(kind="grounded")), FRAGMENTS)
    assert [(finding.check, finding.reason) for finding in result.findings] == [
        (CheckId.MALFORMED_OUTPUT, "not-readable")
    ]


def test_an_unknown_id_is_found_even_beside_a_known_one_that_reads_the_same() -> None:
    fragments = [Fragment("a", FRAGMENTS[0].text), Fragment("F9", FRAGMENTS[0].text)]
    support = [{"fragment": "F9", "quote": "hasta 10 proyectos"}, {"fragment": "F2", "quote": "hasta 10 proyectos"}]
    output = {"answer": {"kind": "grounded", "claims": [{"support": support, "text": GOOD[2]}]}}
    result = Grounder(ScriptedModel([output]), sinks=[]).answer(QUESTION, fragments)
    assert [finding.check for finding in result.findings] == [CheckId.UNKNOWN_FRAGMENT]


def test_one_sink_may_be_given_alone() -> None:
    events = CapturedEvents()
    Grounder(sinks=events).check(ABSTAINS, FRAGMENTS)
    assert len(events.answers) == 1


class KnowsReaders:
    """A store that knows who may read what."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        self.asked.append(tuple(ids))
        return {each.id: each.record() for each in (READABLE, SECRET) if each.id in ids}


def test_where_a_fragment_does_not_say_who_may_read_it_the_store_does() -> None:
    bare = [Fragment(each.id, each.text) for each in (SECRET, READABLE)]
    store, model = KnowsReaders(), ScriptedModel([wire(("F1", "hasta 10 proyectos", "Hasta 10 proyectos."))])
    grounder = Grounder(model, policy="strict", store=store, sinks=[])
    result = grounder.answer(QUESTION, bare, reader=Reader("u", {"all"}))
    assert (result.outcome, list(result.cited), result.hidden) == (Outcome.ANSWERED, ["open"], 1)
    assert "31.000" not in str(model.requests[0].messages)
    assert store.asked == [("secret", "open"), ("open",)]


@pytest.mark.parametrize(
    ("on_error", "outcome", "action"),
    [("withhold", Outcome.UNVERIFIED, Action.WITHHELD), ("allow", Outcome.ABSTAINED, Action.ALLOWED)],
)
def test_where_the_store_cannot_say_who_may_read_nothing_goes_to_the_model(
    on_error: str, outcome: Outcome, action: Action
) -> None:
    policy = {"name": "x", "extends": "strict", "on_error": on_error}
    model, events = ScriptedModel([]), CapturedEvents()
    grounder = Grounder(model, policy=policy, store=BrokenStore(), sinks=events)
    result = grounder.answer(QUESTION, FRAGMENTS, reader=Reader("u"))
    assert (result.outcome, result.action, result.hidden, model.requests) == (outcome, action, 2, [])
    assert [(fault.part, fault.check) for fault in result.faults] == [("store", CheckId.UNREADABLE_FRAGMENT)]
    assert [event.part for event in events.faults] == ["store"]


def test_a_question_that_tells_no_language_has_that_of_its_sources() -> None:
    english = [Fragment("a", "The plan is billed yearly and can be cancelled at any time.")]
    result = Grounder(ScriptedModel([ABSTAINS]), sinks=[]).answer("Pro plan limits", english)
    assert result.lang == "en"
    assert Grounder(sinks=[]).check(ABSTAINS, english).lang == "en"
    assert Grounder(ScriptedModel([ABSTAINS]), sinks=[]).answer("Pro plan limits", FRAGMENTS).lang == "es"


def test_the_first_outcome_is_in_the_result() -> None:
    result, _, _ = run([wire(BAD_ID), wire(GOOD)], "strict")
    assert (result.first_outcome, result.outcome) == (Outcome.REJECTED, Outcome.ANSWERED)


def test_whether_any_check_blocks_depends_on_the_policy_and_the_scope() -> None:
    scoped = {
        "name": "x",
        "extends": "observe",
        "scopes": [{"when": {"tenant": "acme"}, "checks": {"empty-support": "enforce"}}],
    }
    assert [Grounder(policy=each, sinks=()).enforces() for each in ("observe", "standard", "strict")] == [
        False,
        True,
        True,
    ]
    grounder = Grounder(policy=scoped, sinks=())
    assert (grounder.enforces("?"), grounder.enforces("?", scope={"tenant": "acme"})) == (False, True)
