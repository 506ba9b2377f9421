"""Claims are found in an output that comes in pieces, whatever the pieces."""

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.contract.scanning import ClaimScanner
from fundamento.testing import abstention_json, answer_json, claim

TRICKY = 'Una "cita", llaves { } [ ], barra \\ y más: 10 €, 😀.'
CLAIMS = [claim("Uno.", ("F1", TRICKY)), claim(TRICKY), claim("Tres.", "F2", ("F3", '"}],"text":"no"'))]
WIRE = answer_json(*CLAIMS, gaps=["el precio"], conflicts=[("No coinciden.", ["F1", "F2"])])


def scan(pieces: Iterable[str]) -> list[Mapping[str, Any]]:
    scanner = ClaimScanner()
    return [found for piece in pieces for found in scanner.feed(piece)]


def cut(text: str, places: Iterable[int]) -> list[str]:
    ends = sorted({place % (len(text) + 1) for place in places} | {0, len(text)})
    return [text[start:end] for start, end in pairwise(ends)]


FORMS = {
    "compact": json.dumps(WIRE, separators=(",", ":"), ensure_ascii=False),
    "indented": json.dumps(WIRE, indent=2),
    "escaped": json.dumps(WIRE),
    "fenced": f"\n```json\n{json.dumps(WIRE)}\n```\n",
    "after a byte order mark": "\ufeff " + json.dumps(WIRE),
    "without the outer object": json.dumps(WIRE["answer"]),
    "with other keys": json.dumps({"id": [1, {"claims": [{"text": "no"}]}], **WIRE, "n": {"claims": [{}]}}),
    "after thoughts": f"<think>\n{'Hmm. ' * 99}{json.dumps(answer_json(claim('No.')))}</think>\n{json.dumps(WIRE)}",
    "after thoughts and in a fence": f"<thinking>Hmm </think></thinking>```json\n{json.dumps(WIRE)}\n```",
    "without a kind": json.dumps({"answer": {"claims": CLAIMS}}),
}


@pytest.mark.parametrize("form", FORMS)
@given(places=st.lists(st.integers(0, 10_000), max_size=30))
def test_any_cut_gives_the_same_claims(form: str, places: list[int]) -> None:
    assert scan(cut(FORMS[form], places)) == CLAIMS


@pytest.mark.parametrize("form", FORMS)
def test_a_claim_comes_with_its_last_character(form: str) -> None:
    scanner, text, ends = ClaimScanner(), FORMS[form], []
    for place, character in enumerate(text):
        ends += [place for _ in scanner.feed(character)]
    assert [text[place] for place in ends] == ["}", "}", "}"]
    assert [scan([text[:place]]) for place in ends] == [CLAIMS[:index] for index in range(3)]


STOPPED = {
    "prose before it": f"Here it is: {json.dumps(WIRE)}",
    "thoughts alone": f"<think>{json.dumps(WIRE)}</think>",
    "thoughts that do not end": f"<think>{json.dumps(WIRE)}",
    "a tag that is none": f"<thank>{json.dumps(WIRE)}",
    "a fence with words in it": f"```json see below\n{json.dumps(WIRE)}",
    "an abstention": json.dumps(abstention_json("el precio")),
    "claims beside an abstention": json.dumps({"answer": {"kind": "abstention", "claims": CLAIMS}}),
    "claims in a string": json.dumps({"answer": {"claims": json.dumps(CLAIMS)}}),
    "a claim in a list": json.dumps({"answer": {"claims": [CLAIMS]}}),
    "a claim that is nothing": '{"answer": {"claims": [null, {"text": "a"}]}}',
    "a claim in a string of its own": '{"answer": {"claims": ["a", {"text": "a"}]}}',
    "brackets that do not match": '{"answer": {"claims": ]}}',
    "too much white space": " " * 1_000 + json.dumps(WIRE),
    "nothing": "",
    "ticks": "``",
}


@pytest.mark.parametrize("text", STOPPED.values(), ids=STOPPED.keys())
def test_what_is_no_list_of_claims_gives_none(text: str) -> None:
    assert scan([text]) == scan(text) == []


def test_a_second_list_is_not_read() -> None:
    text = json.dumps({"answer": {"claims": CLAIMS[:1], "more": []}})
    doubled = text.replace('"more": []', f'"claims": {json.dumps(CLAIMS)}')
    assert scan(doubled) == CLAIMS[:1]
    assert scan(text + json.dumps(WIRE)) == CLAIMS[:1]


@given(
    st.recursive(
        st.none() | st.text(max_size=5) | st.integers(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["answer", "claims", "kind", "x"]), inner),
        max_leaves=12,
    ),
    st.data(),
)
def test_no_value_and_no_cut_breaks_it(value: object, data: st.DataObject) -> None:
    text = json.dumps(value)
    places = data.draw(st.lists(st.integers(0, len(text)), max_size=5))
    assert scan(cut(text, places)) == scan([text])
