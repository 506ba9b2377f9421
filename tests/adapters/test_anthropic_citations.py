"""Claude with its own citations: Anthropic's client against its documented shapes on loopback."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import anthropic
import pytest

from adapters.providers import PRIVATE, Provider, Reaction
from fundamento import Abstention, Fragment, GroundedAnswer, Grounder, Outcome
from fundamento.adapters.anthropic import AnthropicCitations
from fundamento.errors import ConfigurationError, ModelError
from fundamento.findings import Action
from fundamento.models import Model, Usage
from fundamento.testing import CapturedEvents

# No real name: the client warns of those that are on their way out.
MODEL = "claude-test"
FRAGMENTS = [
    Fragment("planes/3#a", "El plan Pro permite hasta 10 proyectos\u200b activos. Incluye 50 GB."),
    Fragment("vacío", "  "),
    Fragment("support-1", "Support answers from 8:00 to 22:00.", effective_from=date(2026, 1, 1)),
]
QUESTION = "¿Cuántos proyectos permite el plan Pro?"


@pytest.fixture
def raw(provider: Provider) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(base_url=provider.url, api_key="none", max_retries=0) as client:
        yield client


def message(*content: dict[str, Any], stop: str = "end_turn") -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": f"{MODEL}-20250929",
        "content": list(content),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 120, "output_tokens": 30},
    }


def text(said: str, quote: str | None = None, index: int = 0, title: str = "F1") -> dict[str, Any]:
    where = {"document_index": index, "document_title": title, "start_char_index": 0, "end_char_index": 1}
    cited = {"type": "char_location", "cited_text": quote, "file_id": None, **where}
    return {"type": "text", "text": said, "citations": None if quote is None else [cited]}


GOOD = text("El plan Pro permite hasta 10 proyectos activos.", "permite hasta 10 proyectos activos")
WRONG = text("El plan Pro permite hasta 25 proyectos activos.", "permite hasta 25 proyectos activos")


def test_fragments_go_as_documents_under_their_aliases(provider: Provider, raw: anthropic.Anthropic) -> None:
    provider.says(message(GOOD))
    model = AnthropicCitations(raw, model=MODEL, max_tokens=700, parameters={"stop_sequences": ["###"]})
    events = CapturedEvents()
    history = [
        {"role": "system", "content": "Tutea."},
        {"role": "user", "content": QUESTION},
        {"role": "assistant", "content": "¿De qué año?"},
    ]
    result = Grounder(model, policy="strict", sinks=events).answer(QUESTION, FRAGMENTS, history=history)
    assert isinstance(model, Model)
    assert (result.outcome, list(result.cited)) == (Outcome.ANSWERED, ["planes/3#a"])
    assert result.cost.usage == Usage(120, 30)
    (sent,) = provider.requests
    assert (sent["model"], sent["max_tokens"], sent["stop_sequences"]) == (MODEL, 700, ["###"])
    assert {"tools", "tool_choice", "output_config", "output_format"} & set(sent) == set()
    assert sent["system"][0]["text"].startswith("Tutea.\n\nRespondes solo con lo que dicen los documentos")
    assert [each["role"] for each in sent["messages"]] == ["user", "assistant", "user"]
    assert sent["messages"][0]["content"] == QUESTION
    assert sent["messages"][2]["content"] == [
        {
            "type": "document",
            "source": {
                "type": "text",
                "media_type": "text/plain",
                "data": "El plan Pro permite hasta 10 proyectos activos. Incluye 50 GB.",
            },
            "title": "F1",
            "citations": {"enabled": True},
        },
        {
            "type": "document",
            "source": {"type": "text", "media_type": "text/plain", "data": "Support answers from 8:00 to 22:00."},
            "title": "F3",
            "citations": {"enabled": True},
            "context": "en vigor desde el 2026-01-01",
        },
        {"type": "text", "text": QUESTION},
    ]
    assert "planes/3#a" not in json.dumps(sent)
    prompt = events.answers[0].prompt
    assert prompt is not None
    assert (prompt.name, prompt.version, prompt.lang) == ("cited", 1, "es")


def test_fragments_go_as_search_results_of_sentences(provider: Provider, raw: anthropic.Anthropic) -> None:
    block = "El plan Pro permite hasta 10 proyectos activos. "
    cited = {
        "type": "search_result_location",
        "source": "F1",
        "title": "F1",
        "search_result_index": 0,
        "start_block_index": 0,
        "end_block_index": 1,
        "cited_text": block,
    }
    provider.says(message({"type": "text", "text": block, "citations": [cited]}))
    model = AnthropicCitations(raw, model=MODEL, blocks="search-results")
    result = Grounder(model, policy="strict", sinks=()).answer(QUESTION, FRAGMENTS)
    assert result.outcome is Outcome.ANSWERED
    results = provider.requests[0]["messages"][0]["content"][:-1]
    assert [(each["type"], each["source"]) for each in results] == [("search_result", "F1"), ("search_result", "F3")]
    assert [part["text"] for part in results[0]["content"]] == [block, "Incluye 50 GB."]


def test_a_repair_is_asked_for_in_the_same_conversation(provider: Provider, raw: anthropic.Anthropic) -> None:
    bodies = iter([message(WRONG), message(GOOD)])
    provider.react = lambda _: Reaction(body=next(bodies))
    result = Grounder(AnthropicCitations(raw, model=MODEL), policy="strict", sinks=()).answer(QUESTION, FRAGMENTS)
    assert (result.outcome, result.action, len(provider.requests)) == (Outcome.ANSWERED, Action.REPAIRED, 2)
    first, second = (request["messages"] for request in provider.requests)
    assert second[0] == first[0]
    assert second[1] == {"role": "assistant", "content": WRONG["text"]}
    assert "F1" in second[2]["content"]


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        (message(text("Los estudiantes no pagan.")), ["empty-support"]),
        (message(text("Los estudiantes no pagan.", "no pagan", 7, "F8")), ["unknown-fragment"]),
        (message(WRONG), ["quote-not-found"]),
        (message(text("El plan Pro permite hasta"), stop="max_tokens"), ["malformed-output"]),
        (message(text("I can't."), stop="refusal"), ["malformed-output"]),
        (message(), ["malformed-output"]),
    ],
)
def test_what_it_gets_wrong_is_found(
    provider: Provider, raw: anthropic.Anthropic, body: dict[str, Any], checks: list[str]
) -> None:
    provider.says(body)
    result = Grounder(AnthropicCitations(raw, model=MODEL), sinks=()).answer(QUESTION, FRAGMENTS)
    found = dict.fromkeys(finding.check.value for finding in result.findings)
    assert [check for check in checks if check not in found] == []
    assert len(provider.requests) == 1


def test_an_abstention(provider: Provider, raw: anthropic.Anthropic) -> None:
    provider.says(message(text("No encuentro el precio en estos documentos.")))
    result = Grounder(AnthropicCitations(raw, model=MODEL), policy="strict", sinks=()).answer("¿Precio?", FRAGMENTS)
    assert isinstance(result.answer, Abstention)


async def test_both_kinds_of_client_answer_asynchronously(provider: Provider, raw: anthropic.Anthropic) -> None:
    provider.says(message(GOOD))
    async with anthropic.AsyncAnthropic(base_url=provider.url, api_key="none", max_retries=0) as other:
        for client in (raw, other):
            grounder = Grounder(AnthropicCitations(client, model=MODEL), policy="strict", sinks=())
            result = await grounder.aanswer(QUESTION, FRAGMENTS)
            assert isinstance(result.answer, GroundedAnswer)
        with pytest.raises(ConfigurationError, match="aanswer"):
            Grounder(AnthropicCitations(other, model=MODEL), sinks=()).answer(QUESTION, FRAGMENTS)
    assert provider.requests[0] == provider.requests[1]


@pytest.mark.parametrize(
    ("status", "kind", "retryable"),
    [(400, "invalid_request_error", False), (429, "rate_limit_error", True), (529, "overloaded_error", True)],
)
def test_failures_are_told_without_the_providers_words(
    provider: Provider, raw: anthropic.Anthropic, status: int, kind: str, *, retryable: bool
) -> None:
    provider.says({"type": "error", "error": {"type": kind, "message": PRIVATE}}, status=status)
    with pytest.raises(ModelError) as caught:
        Grounder(AnthropicCitations(raw, model=MODEL), sinks=()).answer(QUESTION, FRAGMENTS)
    assert (caught.value.status, caught.value.retryable) == (status, retryable)
    assert PRIVATE not in str(caught.value)
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    assert len(provider.requests) == 1


def test_a_body_of_another_shape_is_an_error(provider: Provider, raw: anthropic.Anthropic) -> None:
    provider.says("<html>" + PRIVATE)
    with pytest.raises(ModelError, match="base URL"):
        Grounder(AnthropicCitations(raw, model=MODEL), sinks=()).answer(QUESTION, FRAGMENTS)


@pytest.mark.parametrize("name", ["tools", "tool_choice", "output_config", "output_format", "messages", "system"])
def test_structured_output_and_what_is_the_flows_are_refused(raw: anthropic.Anthropic, name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"cannot set '{name}'"):
        AnthropicCitations(raw, model=MODEL, parameters={name: {}})


def test_another_client_and_other_blocks_are_refused(raw: anthropic.Anthropic) -> None:
    with pytest.raises(ConfigurationError, match="no client of Anthropic"):
        AnthropicCitations(object(), model=MODEL)  # type: ignore[arg-type]  # the mistake is the test
    with pytest.raises(ConfigurationError, match="There are: documents, search-results"):
        AnthropicCitations(raw, model=MODEL, blocks="pages")  # type: ignore[arg-type]  # as above
