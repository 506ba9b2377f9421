import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.ingest.normalising import normalise
from fundamento.spans import Span
from ingest.tracing import expected_span, trace

TEXTS = st.text(
    st.one_of(st.characters(), st.sampled_from("aen\u0301\u0303\u0323\u1100\u1161\u11a8\u00ad\ufeff\r\n \u09c7\u09be"))
)


@given(TEXTS)
def test_the_form_is_right_and_every_code_point_is_traced(text: str) -> None:
    normal, changes = normalise(text)
    assert unicodedata.is_normalized("NFC", normal)
    assert "\u00ad" not in normal
    signs = trace(text, changes)
    assert "".join(one.sign for one in signs) == normal
    for index in range(len(normal)):
        found = changes.resolve(Span(index, index + 1))
        assert expected_span(signs, Span(index, index + 1)) == (found.start, found.end)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\ufeffHola", "Hola"),
        ("Hola\ufeff", "Hola\ufeff"),
        ("an\u0303o", "año"),
        ("ga\u00adran\u00adtía", "garantía"),
        ("garan\u00ad\r\n  tía", "garantía"),
        ("fin\u00ad\n\nOtro", "fin\n\nOtro"),
        ("a\r\nb\u00a0c", "a\r\nb\u00a0c"),
    ],
)
def test_what_is_changed(text: str, expected: str) -> None:
    assert normalise(text).text == expected


def test_an_edit_takes_no_more_than_it_must() -> None:
    (edit,) = (one.edit for one in normalise("ñandú n\u0303 ñandú").map.edits())
    assert (edit.span, edit.removed, edit.inserted) == (Span(6, 8), "n\u0303", "ñ")


def test_a_text_that_is_right_is_the_same_text() -> None:
    text = "Año nuevo."
    assert normalise(text).text is text
    assert normalise(text).map.steps == ()
