"""A sentence inside a cited block is a claim of that block, and rests on its citation only where it may."""

from typing import Any

import pytest

from fundamento import CheckId, Fragment, Grounder, Outcome
from fundamento.findings import Verdict

TRAINS = (Fragment("train-9", "The night train has four sleeping cars. Breakfast is served from six."),)
COURSES = (Fragment("c", "El curso de cerámica dura ocho semanas. El horno se enciende los jueves."),)


def anthropic(text: str, quote: str) -> dict[str, Any]:
    cited = {"type": "char_location", "cited_text": quote, "document_index": 0}
    return {"role": "assistant", "content": [{"type": "text", "text": text, "citations": [cited]}]}


def openai(text: str, _quote: str) -> dict[str, Any]:
    cited = {"start_index": 0, "end_index": len(text), "url": "train-9"}
    return {
        "choices": [{"message": {"content": text, "annotations": [{"type": "url_citation", "url_citation": cited}]}}]
    }


def gemini(text: str, _quote: str) -> dict[str, Any]:
    grounding = {
        "groundingChunks": [{"retrievedContext": {"uri": "train-9"}}],
        "groundingSupports": [{"segment": {"endIndex": len(text.encode())}, "groundingChunkIndices": [0]}],
    }
    return {"candidates": [{"content": {"parts": [{"text": text}]}, "groundingMetadata": grounding}]}


def cohere(text: str, _quote: str) -> dict[str, Any]:
    cited = {"start": 0, "end": len(text), "text": text, "sources": [{"id": "train-9", "document": {"id": "train-9"}}]}
    return {"message": {"content": [{"type": "text", "text": text}], "citations": [cited]}}


def langchain(text: str, quote: str) -> dict[str, Any]:
    cited = {"type": "citation", "url": "train-9", "cited_text": quote}
    return {"content": [{"type": "text", "text": text, "annotations": [cited]}]}


CARS = "The night train has four sleeping cars."
WEEKS = "El curso de cerámica dura ocho semanas."
BUILDERS = {each.__name__: each for each in (anthropic, openai, gemini, cohere, langchain)}


@pytest.mark.parametrize("form", BUILDERS)
@pytest.mark.parametrize("aside", ["Guards dislike it.", "Nobody boards.", "It smells.", "Бесплатно."])
@pytest.mark.parametrize("first", [True, False])
def test_a_sentence_of_other_words_has_no_support(form: Any, aside: str, first: bool) -> None:
    text = f"{aside} {CARS}" if first else f"{CARS} {aside}"
    result = Grounder(policy="strict", sinks=(), lang="en").check(BUILDERS[form](text, CARS), TRAINS, format=form)
    place = 0 if first else 1
    assert (CheckId.EMPTY_SUPPORT, place) in [(each.check, each.claim) for each in result.findings]
    assert result.claims[1 - place].verdict is Verdict.PASS
    assert aside not in result.text()


@pytest.mark.parametrize("aside", ["Los profesores lo odian.", "Es horrible.", "Nadie aprueba."])
def test_in_spanish_too(aside: str) -> None:
    grounder = Grounder(policy="strict", sinks=(), lang="es")
    result = grounder.check(anthropic(f"{WEEKS} {aside}", WEEKS), COURSES, format="anthropic")
    assert (result.outcome, aside in result.text()) == (Outcome.REJECTED, False)


@pytest.mark.parametrize(
    ("text", "fragments", "lang"),
    [
        (f"{CARS} Breakfast comes at six.", TRAINS, "en"),
        (f"{CARS} There are 4.", TRAINS, "en"),
        (f"Hello! {CARS}", TRAINS, "en"),
        (f"{WEEKS} El horno funciona los jueves.", COURSES, "es"),
        ("The pottery course lasts eight weeks. The kiln is lit on Thursdays.", COURSES, "en"),
    ],
)
def test_sentences_that_may_rest_on_it_do(text: str, fragments: tuple[Fragment, ...], lang: str) -> None:
    quote = fragments[0].text
    result = Grounder(sinks=(), lang=lang).check(anthropic(text, quote), fragments, format="anthropic")
    assert [each for each in result.findings if each.check is CheckId.EMPTY_SUPPORT] == []
