import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.quotes.nearest import MAX_LENGTH, nearest_text
from fundamento.spans import Span

FILLER = "El presente documento regula otras materias que no vienen al caso. " * 200


@pytest.mark.parametrize(
    ("quote", "text", "passage"),
    [
        ("se conservan durante 60 días", "Los archivos se conservan durante 30 días.", "se conservan durante 30 días"),
        ("El importe es reembolsable", "El importe no es reembolsable.", "El importe no es reembolsable"),
        ("refund within 14 days", "We refund within 30 days of purchase.", "refund within 30 days"),
    ],
)
def test_the_passage_with_the_change_is_shown(quote: str, text: str, passage: str) -> None:
    found = nearest_text(quote, text)
    assert found is not None
    assert found.text == passage
    assert 0.8 < found.similarity < 1


def test_it_is_found_in_a_long_text() -> None:
    text = FILLER + "La fianza asciende a 450 euros al mes. " + FILLER
    found = nearest_text("la fianza asciende a 540 euros", text)
    assert found is not None
    assert (found.span, found.text) == (Span(len(FILLER), len(FILLER) + 30), "La fianza asciende a 450 euros")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("", "algo"),
        (" \n", "algo"),
        ("…", "algo"),
        ("algo", ""),
        ("zumo de naranja", "El contrato vence en marzo."),
        ("unrelated words entirely", FILLER),
    ],
)
def test_nothing_alike(quote: str, text: str) -> None:
    assert nearest_text(quote, text) is None


@given(st.text(max_size=400), st.text(max_size=3_000))
def test_any_input_gives_a_passage_of_the_text(quote: str, text: str) -> None:
    found = nearest_text(quote, text)
    if found is not None:
        assert found.text == text[found.span.start : found.span.end]
        assert 0 < len(found.text) <= MAX_LENGTH
        assert 0 <= found.similarity <= 1


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("a " * 50_000, "a " * 2_500_000),
        ("palabra " * 100_000, FILLER * 300),
        ("x" * 1_000_000, "x" * 5_000_000),
    ],
)
def test_the_work_is_bounded(quote: str, text: str) -> None:
    found = nearest_text(quote, text)
    assert found is None or len(found.text) <= MAX_LENGTH
