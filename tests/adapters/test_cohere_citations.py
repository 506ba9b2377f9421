"""Command models with their own citations: Cohere's client against its documented shapes on loopback."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import cohere
import pytest

from adapters.providers import PRIVATE, Provider
from fundamento import Fragment, Grounder, Outcome
from fundamento.adapters.cohere import CohereCitations
from fundamento.errors import ConfigurationError, ModelError
from fundamento.models import Model, Usage

FRAGMENTS = [
    Fragment("planes/3#a", "El plan Pro permite hasta 10 proyectos activos."),
    Fragment("support-1", "Support answers from 8:00 to 22:00.", effective_until=date(2030, 1, 31)),
]
QUESTION = "¿Cuántos proyectos permite el plan Pro?"
SAID = "El plan Pro permite hasta 10 proyectos activos."


@pytest.fixture
def raw(provider: Provider) -> Iterator[cohere.ClientV2]:
    with cohere.ClientV2(api_key="none", base_url=provider.url, max_retries=0, timeout=5) as client:
        yield client


def reply(text: str, *sources: dict[str, Any], finish: str = "COMPLETE") -> dict[str, Any]:
    citation = {"start": 12, "end": 46, "text": text[12:46], "sources": list(sources), "type": "TEXT_CONTENT"}
    return {
        "id": "c1",
        "finish_reason": finish,
        "message": {
            "role": "assistant",
            "content": [{"type": "text", "text": text}],
            "citations": [citation] if sources else [],
        },
        "usage": {
            "billed_units": {"input_tokens": 9, "output_tokens": 9},
            "tokens": {"input_tokens": 120, "output_tokens": 30},
        },
    }


def test_fragments_go_as_documents_under_their_aliases(provider: Provider, raw: cohere.ClientV2) -> None:
    provider.says(reply(SAID, {"type": "document", "id": "F1", "document": {"id": "F1", "text": FRAGMENTS[0].text}}))
    model = CohereCitations(raw, model="command-test", parameters={"temperature": 0})
    history = [{"role": "system", "content": "Tutea."}]
    result = Grounder(model, policy="strict", sinks=()).answer(QUESTION, FRAGMENTS, history=history)
    assert isinstance(model, Model)
    assert (model.name, model.dialect.name) == ("cohere/command-test", "cohere")
    assert (result.outcome, list(result.cited)) == (Outcome.ANSWERED, ["planes/3#a"])
    assert result.cost.usage == Usage(120, 30)
    (sent,) = provider.requests
    assert (sent["model"], sent["temperature"], "response_format" in sent) == ("command-test", 0, False)
    assert sent["documents"] == [
        {"id": "F1", "data": {"text": FRAGMENTS[0].text}},
        {"id": "F2", "data": {"text": FRAGMENTS[1].text, "validity": "en vigor hasta el 2030-01-31"}},
    ]
    assert [each["role"] for each in sent["messages"]] == ["system", "user"]
    assert sent["messages"][0]["content"].startswith("Tutea.\n\nRespondes solo con lo que dicen los documentos")
    assert "planes/3#a" not in json.dumps(sent)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (reply(SAID, {"type": "document", "id": "F1"}), []),
        (reply(SAID), ["empty-support"]),
        (reply(SAID, {"type": "document", "id": "F9"}), ["unknown-fragment"]),
        (reply(SAID, {"type": "document", "id": "F1", "document": {"text": "Otro texto."}}), ["quote-not-found"]),
        (reply("El plan Pro permite hasta", finish="MAX_TOKENS"), ["malformed-output"]),
        (reply("El plan Pro permite hasta", finish="ERROR"), ["malformed-output"]),
        (reply(" "), ["malformed-output"]),
    ],
)
def test_what_it_gets_wrong_is_found(
    provider: Provider, raw: cohere.ClientV2, body: dict[str, Any], expected: list[str]
) -> None:
    provider.says(body)
    result = Grounder(CohereCitations(raw, model="command-test"), sinks=()).answer(QUESTION, FRAGMENTS)
    found = dict.fromkeys(finding.check.value for finding in result.findings)
    assert [check for check in expected if check not in found] == []
    assert bool(found) == bool(expected)


async def test_both_kinds_of_client_answer_asynchronously(provider: Provider, raw: cohere.ClientV2) -> None:
    provider.says(reply(SAID, {"type": "document", "id": "F1"}))
    async with cohere.AsyncClientV2(api_key="none", base_url=provider.url, max_retries=0, timeout=5) as other:
        for client in (raw, other):
            grounder = Grounder(CohereCitations(client, model="command-test"), policy="strict", sinks=())
            assert (await grounder.aanswer(QUESTION, FRAGMENTS)).outcome is Outcome.ANSWERED
        with pytest.raises(ConfigurationError, match="aanswer"):
            Grounder(CohereCitations(other, model="command-test"), sinks=()).answer(QUESTION, FRAGMENTS)


@pytest.mark.parametrize(("status", "retryable"), [(400, False), (401, False), (429, True), (503, True)])
def test_failures_are_told_without_the_providers_words(
    provider: Provider, raw: cohere.ClientV2, status: int, *, retryable: bool
) -> None:
    provider.says({"id": "e", "message": PRIVATE}, status=status)
    with pytest.raises(ModelError) as caught:
        Grounder(CohereCitations(raw, model="command-test"), sinks=()).answer(QUESTION, FRAGMENTS)
    assert (caught.value.status, caught.value.retryable) == (status, retryable)
    assert PRIVATE not in str(caught.value)
    assert len(provider.requests) == 1


def test_what_is_the_flows_is_refused(raw: cohere.ClientV2) -> None:
    with pytest.raises(ConfigurationError, match="cannot set 'response_format'"):
        CohereCitations(raw, model="command-test", parameters={"response_format": {}})
    with pytest.raises(ConfigurationError, match="no client of Cohere"):
        CohereCitations(object(), model="command-test")  # type: ignore[arg-type]  # the mistake is the test
