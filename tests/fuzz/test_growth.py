"""The work of every entry grows with what it is given, whatever that is a run of."""

import time
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from fundamento import Fragment, Grounder, Outcome
from fundamento.fragments import Document
from fundamento.ingest.extraction import extract
from fundamento.ingest.sentences import find_sentences
from fundamento.ingest.splitting import split
from fundamento.stores.stems import search_terms
from fuzz.budget import SECONDS, SEED
from fuzz.hostile import FRAMES, KNOWN, UNITS, find_growth, grow
from fuzz.outputs import FRAGMENTS, QUESTION

SIZE = 2_000
FLOOR = 0.15
MOST = 9.0
STRICT = Grounder(policy="strict", sinks=())
QUOTE = "se guardan 30 días"
SAID = "Los ficheros se guardan 30 días."


def grounded(text: str = SAID, quote: str = QUOTE, fragment: str = "borrado-1") -> dict[str, Any]:
    claims = [{"support": [{"fragment": fragment, "quote": quote}], "text": text}]
    return {"answer": {"kind": "grounded", "claims": claims}}


def check(output: object, form: Any = "json", question: str = QUESTION) -> object:
    return STRICT.check(output, FRAGMENTS, format=form, question=question)


def check_against(text: str) -> object:
    fragments = [Fragment("borrado-1", f"{text} {SAID}", document="a"), Fragment("x", text, document="b")]
    return STRICT.check(grounded(), fragments, question=QUESTION)


def take_in(text: str, suffix: str) -> object:
    extracted = extract((text + "x").encode("utf-8", "replace"), suffix)
    return list(split(Document(id="d", text=extracted.text, version="1", origin=extracted.origin)))


ENTRIES: dict[str, Callable[[str], object]] = {
    "prose": lambda text: check(text, "prose"),
    "claim": lambda text: check(grounded(text)),
    "quote": lambda text: check(grounded(quote=text)),
    "identifier": lambda text: check(grounded(fragment=text)),
    "gap": lambda text: check({"answer": {"kind": "grounded", "claims": [], "gaps": [{"text": text}]}}),
    "missing": lambda text: check({"answer": {"kind": "abstention", "missing": text}}),
    "conflict": lambda text: check(
        {
            "answer": {
                "kind": "grounded",
                "claims": [],
                "conflicts": [{"fragments": ["precios-1", "borrado-1"], "text": text}],
            }
        }
    ),
    "text": check,
    "inside JSON": lambda text: check(f'{{"answer": {text}'),
    "fragment": check_against,
    "question": lambda text: check(grounded(), question=text),
    "abstention to a question": lambda text: check({"answer": {"kind": "abstention", "missing": text}}, question=text),
    "openai": lambda text: check({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}, "openai"),
    "sentences": lambda text: find_sentences(text, lang="es", longest=len(text) + 1),
    "search": search_terms,
    "markdown": lambda text: take_in(text, ".md"),
    "html": lambda text: take_in(text, ".html"),
}


def is_slow(entry: str, unit: str, frame: tuple[str, str]) -> bool:
    work = ENTRIES[entry]
    # Nothing that is kept of one length helps with the other.
    return (
        find_growth(lambda size: work(grow(unit, frame, size) + "x" * (size % 97)), SIZE, floor=FLOOR, most=MOST) > MOST
    )


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_was_too_slow_is_not(entry: str) -> None:
    assert [(unit, frame) for unit, frame in KNOWN if is_slow(entry, unit, frame)] == []


def test_nothing_grows_as_the_square(capsys: pytest.CaptureFixture[str]) -> None:
    every = list(product(ENTRIES, UNITS, FRAMES))
    Random(SEED).shuffle(every)
    ends = time.monotonic() + SECONDS
    slow, tried = [], 0
    for entry, unit, frame in every:
        if tried >= 40 and time.monotonic() > ends:
            break
        tried += 1
        if is_slow(entry, unit, frame):
            slow.append((entry, unit, frame))
    with capsys.disabled():
        print(f"\n{tried} of {len(every)} hostile texts grown, {len(slow)} of them too slow")
    assert slow == []


def test_a_quote_that_nobody_sees_is_no_quote() -> None:
    assert check(grounded(quote="\u202e" * 300)) is not None


def test_what_froze_the_service_is_read_whole() -> None:
    result = STRICT.check("Los ficheros se guardan 30 días [2]." + "\n" * 400_000 + "Hello!", FRAGMENTS, format="prose")
    assert result.outcome is Outcome.ANSWERED
