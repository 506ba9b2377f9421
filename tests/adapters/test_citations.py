"""Providers' own citations: their documented shapes become claims with support, and go through the same gate."""

import json
from pathlib import Path
from typing import Any

import anthropic.types
import openai.types.chat
import openai.types.responses
import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from fundamento import Abstention, Fragment, GroundedAnswer, Grounder, Outcome
from fundamento.adapters.citations import FORMATS, parse_cited, read_cited
from fundamento.contract.aliases import Aliases
from fundamento.errors import InputError
from fundamento.findings import Family
from fundamento.policy.loading import load_bundle

RESPONSES = Path(__file__).parent / "responses"
FILES = {name: json.loads((RESPONSES / f"{name}.json").read_text("utf-8")) for name in sorted(FORMATS)}
CASES = [
    pytest.param(name, case, id=f"{name}: {case['name']}") for name, file in FILES.items() for case in file["cases"]
]
# Evidence checks have tests of their own; here they would only find the same faults again.
EVIDENCE = (
    *("number-unsupported", "number-misattributed", "qualifier-dropped"),
    *("polarity-flipped", "term-unsupported", "undisclosed-conflict"),
)
QUIET = {"name": "quiet", "version": 1, "extends": "observe", "checks": dict.fromkeys(EVIDENCE, "off")}
GROUNDER = Grounder(policy=QUIET, sinks=())


def fragments_of(name: str) -> list[Fragment]:
    return [Fragment(**fields) for fields in FILES[name]["fragments"]]


def claims_of(answer: object) -> list[Any]:
    assert isinstance(answer, GroundedAnswer)
    return [[c.text, [[s.fragment, s.quote, s.retrieved] for s in c.support]] for c in answer.claims]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_a_documented_shape_becomes_claims(name: str, case: dict[str, Any]) -> None:
    result = GROUNDER.check(case["output"], fragments_of(name), format=name)  # type: ignore[arg-type]  # from a file
    found = {(finding.check.value, finding.claim) for finding in result.findings}
    assert found == {(check, claim) for check, claim in case["findings"]}
    if "claims" in case:
        assert claims_of(result.answer) == case["claims"]
    else:
        assert isinstance(result.answer, Abstention) == case.get("abstains", False)


@pytest.mark.parametrize(("name", "case"), CASES)
def test_json_text_reads_like_the_object(name: str, case: dict[str, Any]) -> None:
    aliases = Aliases.identity(fragments_of(name))
    expected = read_cited(parse_cited(case["output"], name), aliases)
    for text in (json.dumps(case["output"]), json.dumps(case["output"], ensure_ascii=False).encode()):
        assert read_cited(parse_cited(text, name), aliases) == expected


def case_output(name: str, title: str) -> Any:
    return next(case["output"] for case in FILES[name]["cases"] if case["name"] == title)


def test_the_clients_own_objects_read_like_their_data() -> None:
    message = {
        **case_output("anthropic", "characters of plain text documents"),
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    response = {
        **case_output("openai", "file citations of a response have a place"),
        "object": "response",
        "created_at": 1,
        "model": "m",
        "parallel_tool_calls": True,
        "tools": [],
        "tool_choice": "auto",
    }
    completion = {**case_output("openai", "a chat completion"), "id": "c", "created": 1, "model": "m"}
    pairs: list[tuple[str, object, object]] = [
        ("anthropic", message, anthropic.types.Message.model_validate(message)),
        ("openai", response, openai.types.responses.Response.model_validate(response)),
        ("openai", completion, openai.types.chat.ChatCompletion.model_validate(completion)),
    ]
    for name, plain, typed in pairs:
        assert parse_cited(typed, name) == parse_cited(plain, name)
        assert parse_cited(typed, name).cited


def test_a_message_of_langchain_reads_through_its_own_translation() -> None:
    content = case_output("anthropic", "characters of plain text documents")["content"]
    message = AIMessage(content=content, response_metadata={"model_provider": "anthropic"})
    fragments = fragments_of("anthropic")
    through = GROUNDER.check(message, fragments, format="langchain")
    direct = GROUNDER.check({"content": content}, fragments, format="anthropic")
    assert through.answer == direct.answer


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("output", ["{no JSON", b"\xff\xfe", '[{"x": 1}, ', None, 7, object(), {"x": 1}])
def test_another_shape_is_malformed_with_a_hint_that_says_which_is_taken(name: str, output: object) -> None:
    result = GROUNDER.check(output, fragments_of(name), format=name)  # type: ignore[arg-type]  # from a table
    (finding,) = result.findings
    assert (finding.check.value, finding.reason) == ("malformed-output", "not-the-schema")
    assert "Give " in str(finding.detail["hint"])
    assert "{no JSON" not in str(finding)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_words_alone_are_prose(name: str) -> None:
    fragment = Fragment("plans-3", "The Pro plan allows up to 10 active projects.")
    for text in ("The Pro plan allows up to 10 active projects [plans-3].", "The Pro plan allows 90 [1]."):
        as_prose = GROUNDER.check(text, [fragment], format="prose")
        result = GROUNDER.check(text, [fragment], format=name)  # type: ignore[arg-type]  # from a table
        assert (result.answer, result.findings) == (as_prose.answer, as_prose.findings)


CALLS: list[dict[str, Any]] = [{"id": "c", "type": "function", "function": {"name": "search", "arguments": "{}"}}]


@pytest.mark.parametrize("calls", [{}, {"tool_calls": None}, {"tool_calls": CALLS}])
@pytest.mark.parametrize("name", ["anthropic", "cohere", "langchain", "openai"])
def test_a_message_without_words_says_nothing(name: str, calls: dict[str, Any]) -> None:
    message = {"role": "assistant", "content": None, **calls}
    outputs = [message, {"choices": [{"message": message}]}] if name == "openai" else [message]
    for output in outputs:
        result = GROUNDER.check(output, fragments_of(name), format=name)  # type: ignore[arg-type]  # from a table
        assert [(f.check.value, f.reason) for f in result.findings] == [("malformed-output", "empty")]


class Hostile:
    def __getattr__(self, name: str) -> object:
        raise RuntimeError("secreto-7c1f")


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_an_object_that_raises_is_malformed_without_its_words(name: str) -> None:
    result = GROUNDER.check(Hostile(), fragments_of(name), format=name)  # type: ignore[arg-type]  # from a table
    (finding,) = result.findings
    assert "RuntimeError" in str(finding.detail["hint"])
    assert "secreto" not in str(finding)


def test_an_unknown_format_lists_those_that_there_are() -> None:
    with pytest.raises(InputError, match="'anthropic', 'cohere', 'gemini', 'langchain', 'openai'"):
        GROUNDER.check({}, [], format="bard")  # type: ignore[arg-type]  # a format that there is none of


def test_nothing_said_is_malformed_and_nothing_but_courtesy_is_an_abstention() -> None:
    fragments = fragments_of("anthropic")
    silent = GROUNDER.check({"content": []}, fragments, format="anthropic")
    polite = GROUNDER.check(
        {"content": [{"type": "text", "text": "¡Hola! Encantado de ayudarte."}]}, fragments, format="anthropic"
    )
    assert [(f.check.value, f.reason) for f in silent.findings] == [("malformed-output", "empty")]
    assert (polite.outcome, polite.findings) == (Outcome.ABSTAINED, ())


def test_strict_withholds_what_the_provider_cited_wrongly() -> None:
    output = case_output("anthropic", "a cited text that was changed")
    result = Grounder(policy="strict", sinks=()).check(output, fragments_of("anthropic"), format="anthropic")
    assert (result.outcome, result.answer) == (Outcome.REJECTED, None)
    families = {"quote-not-found": Family.QUOTE}
    assert {finding.check.value for finding in result.findings} & set(families) == set(families)
    assert load_bundle("strict").name == "strict"


TEXT = "🎉 El café cuesta 2 €. O\u0301 no: cuesta 3 €. 𝔘n dato más, y otro que no cuesta nada."
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
OFFSET = st.one_of(st.integers(-10, 2 * len(TEXT)), st.none(), st.text(max_size=3), JSON)


STRETCH = st.tuples(OFFSET, OFFSET, st.one_of(st.none(), st.text(max_size=4), st.just("cuesta 3 €")))


@given(st.lists(STRETCH, max_size=6))
def test_no_offsets_break_the_text(stretches: list[tuple[Any, Any, Any]]) -> None:
    source = [{"type": "document", "id": "doc:0"}]
    spans = [{"start": a, "end": b, "text": t, "sources": source} for a, b, t in stretches]
    segments = [{"startIndex": a, "endIndex": b, "text": t} for a, b, t in stretches]
    grounding = {
        "groundingChunks": [{"retrievedContext": {"title": "f"}}],
        "groundingSupports": [{"segment": segment, "groundingChunkIndices": [0]} for segment in segments],
    }
    links = [{"type": "url_citation", "start_index": a, "end_index": b, "url": "f", "text": t} for a, b, t in stretches]
    aliases = Aliases.identity([Fragment("f", "El café cuesta 2 €.")])
    cohere = {"text": TEXT, "citations": spans}
    gemini = {"candidates": [{"content": {"parts": [{"text": TEXT}]}, "groundingMetadata": grounding}]}
    for name, output in (("cohere", cohere), ("gemini", gemini)):
        draft = read_cited(parse_cited(output, name), aliases)
        assert isinstance(draft.answer, GroundedAnswer)
        assert [claim.text for claim in draft.answer.claims if claim.text not in TEXT] == []
    read_cited(parse_cited({"content": [{"text": TEXT, "annotations": links}]}, "openai"), aliases)


@given(name=st.sampled_from(sorted(FORMATS)), citations=st.lists(JSON, max_size=4), whole=JSON)
def test_no_json_raises_anything_but_an_input_error(name: str, citations: list[Any], whole: Any) -> None:
    aliases = Aliases.identity([Fragment("f", "El café cuesta 2 €.")])
    holders = {
        "anthropic": {"content": [{"type": "text", "text": TEXT, "citations": citations}, whole]},
        "cohere": {"message": {"content": [{"type": "text", "text": TEXT}, whole], "citations": citations}},
        "gemini": {
            "candidates": [
                {
                    "content": {"parts": [{"text": TEXT}]},
                    "groundingMetadata": {"groundingChunks": [whole], "groundingSupports": citations},
                }
            ]
        },
        "langchain": [{"type": "text", "text": TEXT, "annotations": citations}],
        "openai": {"output": [{"type": "message", "content": [{"text": TEXT, "annotations": citations}]}, whole]},
    }
    read_cited(parse_cited(holders[name], name), aliases)
    try:
        given_whole = parse_cited(whole, name)
    except InputError:
        return
    read_cited(given_whole, aliases)


@given(text=st.text(alphabet="aé𝔘🎉\u0301 .", min_size=1, max_size=30), data=st.data())
def test_bytes_and_code_points_of_a_stretch_mean_the_same(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start, len(text)))
    low, high = len(text[:start].encode()), len(text[:end].encode())
    support = {"segment": {"startIndex": low, "endIndex": high}, "groundingChunkIndices": [0]}
    gemini = {
        "candidates": [{"content": {"parts": [{"text": text}]}, "groundingMetadata": {"groundingSupports": [support]}}]
    }
    cited = parse_cited(gemini, "gemini").cited
    assert [(each.span.start, each.span.end) for each in cited] == [(start, end)]


PLANS = [
    Fragment("plans-3", "The Pro plan allows up to 10 projects."),
    Fragment("files-1", "Files are kept for 30 days."),
]
MARKED = "The Pro plan allows up to 10 projects [1]. Files are kept for 30 days [2]. Students pay half."
WITHOUT_ANNOTATIONS = {
    "anthropic": {"content": [{"type": "text", "text": MARKED}]},
    "cohere": {"message": {"role": "assistant", "content": [{"type": "text", "text": MARKED}]}},
    "gemini": {"candidates": [{"content": {"parts": [{"text": MARKED}]}}]},
    "langchain": AIMessage(MARKED),
    "openai": {"choices": [{"message": {"role": "assistant", "content": MARKED}}]},
}


@pytest.mark.parametrize("name", FORMATS)
def test_without_one_annotation_the_markers_of_the_prose_are_read(name: str) -> None:
    result = GROUNDER.check(WITHOUT_ANNOTATIONS[name], PLANS, format=name)  # type: ignore[arg-type]  # from a table
    assert [claim.fragments for claim in result.claims] == [("plans-3",), ("files-1",), ()]
    assert "[1]" not in result.answer.claims[0].text if isinstance(result.answer, GroundedAnswer) else False
    assert ("empty-support", 2) in {(finding.check.value, finding.claim) for finding in result.findings}


def test_beside_an_annotation_what_looks_like_a_marker_is_text() -> None:
    cited = {"type": "char_location", "cited_text": "up to 10 projects", "document_index": 0}
    first = {"type": "text", "text": "The Pro plan allows up to 10 projects.", "citations": [cited]}
    message = {"content": [first, {"type": "text", "text": " Files are kept for 30 days [2]."}]}
    result = GROUNDER.check(message, PLANS, format="anthropic")
    assert [claim.fragments for claim in result.claims] == [("plans-3",), ()]
