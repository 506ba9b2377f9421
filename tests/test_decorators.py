"""A decorator over functions that answer: what they return is checked, and all else of them stays."""

import asyncio
import functools
import inspect
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Annotated, Any

import anthropic.types
import fastapi
import pytest
from fastapi.testclient import TestClient
from langchain_core.messages import AIMessage

from fundamento import Fragment, GroundedAnswer, Grounder, Outcome, Reader, Result
from fundamento.decorators import detect_format
from fundamento.errors import ConfigurationError, InputError
from fundamento.testing import CapturedEvents, answer_json, claim

FRAGMENT = Fragment("plans-3", "The Pro plan allows up to 10 active projects.", readers=frozenset({"group:support"}))
OUTPUT = answer_json(claim("The Pro plan allows up to 10 active projects.", ("plans-3", "up to 10 active projects")))
PROSE = "The Pro plan allows up to 10 active projects [plans-3]."
CITED = {
    "content": [
        {
            "type": "text",
            "text": "The Pro plan allows up to 10 active projects.",
            "citations": [
                {
                    "type": "char_location",
                    "cited_text": "up to 10 active projects",
                    "document_index": 0,
                    "start_char_index": 20,
                    "end_char_index": 44,
                }
            ],
        }
    ]
}
STRICT = Grounder(policy="strict", sinks=())


def passed(result: Result) -> bool:
    assert isinstance(result, Result)
    return result.outcome is Outcome.ANSWERED and list(result.cited) == ["plans-3"]


@pytest.mark.parametrize(
    "output",
    [OUTPUT, json.dumps(OUTPUT), f"```json\n{json.dumps(OUTPUT)}\n```", f"Here it is: {json.dumps(OUTPUT)}", PROSE],
    ids=["dict", "json", "fenced", "after words", "prose"],
)
def test_what_is_returned_tells_its_format(output: object) -> None:
    @STRICT.guard
    def answer(question: str, fragments: Sequence[Fragment]) -> object:
        return output

    assert passed(answer("How many projects?", [FRAGMENT]))
    assert passed(answer(question="How many projects?", fragments=[FRAGMENT]))


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ({}, "json"),
        ('{"answer": ', "json"),
        ("No lo encuentro.", "prose"),
        ("", "prose"),
        ("See {this} [1].", "prose"),
        (AIMessage(PROSE), "langchain"),
    ],
)
def test_formats_are_told_apart(output: object, expected: str) -> None:
    assert detect_format(output) == expected


def test_a_providers_object_and_a_format_that_is_given() -> None:
    message = anthropic.types.Message.model_validate(
        {
            **CITED,
            "id": "m",
            "type": "message",
            "role": "assistant",
            "model": "c",
            "stop_reason": "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
    )

    @STRICT.guard
    def ask(question: str, fragments: list[Fragment]) -> anthropic.types.Message:
        return message

    @STRICT.guard(format="anthropic", fragments="documents", question="asked")
    def ask_plain(asked: str, documents: list[Fragment]) -> dict[str, Any]:
        return CITED

    assert passed(ask("How many?", [FRAGMENT]))
    assert passed(ask_plain("How many?", [FRAGMENT]))


async def test_coroutines_are_awaited_however_they_come() -> None:
    @STRICT.guard
    async def answer(question: str, fragments: list[Fragment]) -> str:
        await asyncio.sleep(0)
        return PROSE

    async def later(extra: int, question: str, fragments: list[Fragment]) -> str:
        return PROSE

    partial = STRICT.guard(functools.partial(later, 7))
    returned = STRICT.guard(lambda question, fragments: later(7, question, fragments))

    class Assistant:
        async def __call__(self, question: str, fragments: list[Fragment]) -> str:
            return PROSE

    assert inspect.iscoroutinefunction(answer)
    for guarded in (answer, partial, returned, STRICT.guard(Assistant())):
        assert passed(await guarded("How many?", [FRAGMENT]))


class Assistant:
    prefix = "The Pro plan"

    @STRICT.guard
    def method(self, question: str, fragments: list[Fragment]) -> str:
        return f"{self.prefix} allows up to 10 active projects [1]."

    @STRICT.guard
    @classmethod
    def of_class(cls, question: str, fragments: list[Fragment]) -> str:
        return f"{cls.prefix} allows up to 10 active projects [1]."

    @classmethod
    @STRICT.guard
    def of_class_below(cls, question: str, fragments: list[Fragment]) -> str:
        return f"{cls.prefix} allows up to 10 active projects [1]."

    @STRICT.guard
    @staticmethod
    def of_none(question: str, fragments: list[Fragment]) -> str:
        return PROSE

    @STRICT.guard(fragments=lambda self, question: self.search(question))
    def searching(self, question: str) -> str:
        return PROSE

    def search(self, question: str) -> list[Fragment]:
        return [FRAGMENT]


@pytest.mark.parametrize("name", ["method", "of_class", "of_class_below", "of_none"])
def test_methods_of_all_kinds(name: str) -> None:
    assert passed(getattr(Assistant(), name)("How many?", [FRAGMENT]))


def test_fragments_by_a_function_of_the_call() -> None:
    assert passed(Assistant().searching("How many?"))


def test_name_documentation_and_signature_stay() -> None:
    def answer(question: str, fragments: list[Fragment], *, tone: str = "plain") -> str:
        """Answer."""
        return PROSE

    guarded = STRICT.guard(answer)
    assert (guarded.__name__, guarded.__doc__, guarded.__module__) == ("answer", "Answer.", __name__)
    assert inspect.signature(guarded) == inspect.signature(answer)


def test_a_wrong_answer_is_withheld_and_counted() -> None:
    events = CapturedEvents()

    @Grounder(policy="strict", sinks=events).guard
    def answer(question: str, fragments: list[Fragment]) -> str:
        return "The Pro plan allows up to 100 active projects [plans-9]."

    result = answer("How many?", [FRAGMENT])
    assert (result.outcome, result.answer) == (Outcome.REJECTED, None)
    assert [event.outcome for event in events.answers] == [Outcome.REJECTED]


@pytest.mark.parametrize(("groups", "expected"), [({"support"}, Outcome.ANSWERED), ({"sales"}, Outcome.REJECTED)])
def test_the_reader_of_the_call_counts(groups: set[str], expected: Outcome) -> None:
    @STRICT.guard
    def answer(question: str, fragments: list[Fragment], reader: Reader) -> str:
        return PROSE

    assert answer("How many?", [FRAGMENT], Reader("u", groups=groups)).outcome is expected


def test_fragments_that_can_be_gone_through_once_serve_both() -> None:
    seen: list[str] = []

    @STRICT.guard
    def answer(question: str, fragments: Iterator[Fragment]) -> str:
        seen.extend(fragment.id for fragment in fragments)
        return PROSE

    @STRICT.guard
    def flexible(question: str, **rest: Any) -> str:
        seen.extend(fragment.id for fragment in rest["fragments"])
        return PROSE

    assert passed(answer("How many?", iter([FRAGMENT])))
    assert passed(flexible("How many?", fragments=iter([FRAGMENT])))
    assert seen == ["plans-3", "plans-3"]


def test_fragments_that_the_function_changes_are_checked_as_they_were_given() -> None:
    @STRICT.guard
    def answer(question: str, fragments: list[Fragment]) -> str:
        fragments.append(Fragment("invented", "The Pro plan is free."))
        return "The Pro plan is free [2]."

    assert [finding.check.value for finding in answer("Price?", [FRAGMENT]).findings] == ["unknown-fragment"]


class OwnError(Exception):
    pass


def test_what_the_function_raises_passes_unchanged() -> None:
    error = OwnError("own")

    @STRICT.guard
    def answer(question: str, fragments: list[Fragment]) -> str:
        raise error

    @STRICT.guard
    async def later(question: str, fragments: list[Fragment]) -> str:
        raise error

    with pytest.raises(OwnError) as caught:
        answer("?", [])
    assert caught.value is error
    with pytest.raises(OwnError) as caught:
        asyncio.run(later("?", []))  # type: ignore[arg-type]  # a coroutine, as the function's is
    assert caught.value is error
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'fragments'"):
        answer("?")  # type: ignore[call-arg]  # the mistake is the test


def test_defaults_count() -> None:
    result = STRICT.guard(lambda question="", fragments=(FRAGMENT,): PROSE)()
    assert passed(result)
    assert isinstance(result.answer, GroundedAnswer)


def ask(question: str, fragments: Sequence[Fragment], *, style: str = "plain") -> str:
    return PROSE


def ask_from(fragments: Sequence[Fragment], question: str, /) -> str:
    return PROSE


def ask_by_name(*, question: str, fragments: Sequence[Fragment] = (FRAGMENT,)) -> str:
    return PROSE


def relaying(function: Any, **given: Any) -> Any:
    @functools.wraps(function)
    def relay(*positional: Any, **named: Any) -> object:
        return function(*positional, **{**named, **given})

    return relay


def narrowing(function: Any) -> Any:
    @functools.wraps(function)
    def narrow(question: str) -> object:
        return function(question, [FRAGMENT])

    return narrow


def widening(function: Any) -> Any:
    @functools.wraps(function)
    def widen(client: object, question: str, fragments: Sequence[Fragment]) -> object:
        return function(question, fragments)

    return widen


FOUND: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (functools.partial(ask, fragments=[FRAGMENT]), ("?",), {}),
    (functools.partial(ask, "?"), ([FRAGMENT],), {}),
    (functools.partial(functools.partial(ask_from, [FRAGMENT]), "?"), (), {}),
    (functools.partial(ask, style="short"), ("?", [FRAGMENT]), {}),
    (ask_from, ([FRAGMENT], "?"), {}),
    (ask_by_name, (), {"question": "?"}),
    (ask_by_name, (), {"question": "?", "fragments": [FRAGMENT]}),
    (relaying(ask, style="short"), ("?", [FRAGMENT]), {}),
    (relaying(relaying(ask)), (), {"question": "?", "fragments": [FRAGMENT]}),
    (widening(ask), (None, "?", [FRAGMENT]), {}),
]


@pytest.mark.parametrize(("function", "positional", "named"), FOUND)
def test_fragments_are_found_whatever_stands_between(
    function: Any, positional: tuple[Any, ...], named: dict[str, Any]
) -> None:
    assert passed(STRICT.guard(function)(*positional, **named))


def test_what_a_decorator_puts_in_is_not_seen_and_said_so() -> None:
    with pytest.raises(ConfigurationError, match="right above the function"):
        STRICT.guard(narrowing(ask))
    for hidden in (relaying(ask, fragments=[FRAGMENT]), relaying(ask_by_name, fragments=[FRAGMENT])):
        with pytest.raises(ConfigurationError, match=r"does not have its fragments.*right above the function"):
            STRICT.guard(hidden)(question="?")
    assert passed(narrowing(STRICT.guard(ask))("?"))
    found: Any = STRICT.guard(fragments=lambda question: [FRAGMENT])
    assert passed(found(narrowing(ask))("?"))


async def test_a_coroutine_below_a_decorator_is_no_exception() -> None:
    async def later(question: str, fragments: Sequence[Fragment]) -> str:
        return PROSE

    assert passed(await STRICT.guard(relaying(later))("?", [FRAGMENT]))
    with pytest.raises(ConfigurationError, match="does not have its fragments"):
        await STRICT.guard(relaying(later, fragments=[FRAGMENT]))("?")


def test_what_fastapi_injects_is_found() -> None:
    app = fastapi.FastAPI()

    def search(question: str) -> list[Fragment]:
        return [FRAGMENT] if "projects" in question else []

    @STRICT.guard
    def answer(question: str, fragments: Annotated[list[Fragment], fastapi.Depends(search)]) -> str:
        return PROSE

    @app.get("/", response_model=None)
    def endpoint(result: Annotated[Any, fastapi.Depends(answer)]) -> dict[str, str]:
        return {"outcome": result.outcome}

    with TestClient(app) as client:
        assert client.get("/", params={"question": "How many projects?"}).json() == {"outcome": "answered"}
        assert client.get("/", params={"question": "How many?"}).json() == {"outcome": "rejected"}


@pytest.mark.parametrize("fragments", [None, 7, "plans-3", {"plans-3": "x"}, ["plans-3"]])
def test_fragments_that_are_none_are_said_to_be(fragments: Any) -> None:
    with pytest.raises(InputError, match=r"fragments.*fundamento\.Fragment"):
        STRICT.guard(lambda fragments: PROSE)(fragments)


@pytest.mark.parametrize("form", [None, "json", "prose", "openai", "cohere"])
@pytest.mark.parametrize("output", [None, 7, [1], b"x", object()])
def test_what_is_no_answer_is_malformed(output: object, form: Any) -> None:
    for policy, action in (("observe", "allowed"), ("strict", "withheld")):
        grounder = Grounder(policy=policy, sinks=())
        result = grounder.guard(format=form)(lambda fragments: output)([FRAGMENT])
        assert ([finding.check.value for finding in result.findings], result.action) == (["malformed-output"], action)
        assert "Give a " in str(result.findings[0].detail["hint"])


def test_a_function_that_does_not_fit_is_refused_where_it_is_decorated() -> None:
    def none(question: str) -> str:
        return PROSE

    def pieces(question: str, fragments: list[Fragment]) -> Iterator[str]:
        yield PROSE

    async def later_pieces(question: str, fragments: list[Fragment]) -> AsyncIterator[str]:
        yield PROSE

    with pytest.raises(ConfigurationError, match="none has no parameter 'fragments'"):
        STRICT.guard(none)
    with pytest.raises(ConfigurationError, match="none has no parameter 'docs'"):
        STRICT.guard(fragments="docs")(none)
    with pytest.raises(ConfigurationError, match="has no parameter 'asked'"):
        STRICT.guard(question="asked")(lambda fragments: PROSE)
    for generator in (pieces, later_pieces):
        with pytest.raises(ConfigurationError, match="is a generator"):
            STRICT.guard(generator)
    things: list[Any] = ["text", Assistant]
    for thing in things:
        with pytest.raises(ConfigurationError, match="above a function"):
            STRICT.guard(thing)
    with pytest.raises(InputError, match="There is no format 'yaml'"):
        STRICT.guard(format="yaml")(lambda fragments: PROSE)([FRAGMENT])  # type: ignore[call-overload]  # as above
