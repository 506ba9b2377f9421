import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.errors import InputError
from fundamento.stores.embedding import DIMENSION, HashedStems, cosine_distance
from fundamento.stores.queries import check_search
from fundamento.stores.stems import fold, stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("proyecto activo", "los PROYECTOS activos"),
        ("conservación", "conservacion"),
        ("conservan los archivos", "conservar un archivo"),
        ("límites térmicos", "limite termico"),
        ("¿Cuántos días?", "un día"),
        ("deleted files", "delete a file"),
        ("refunds", "the refund"),
        ("plan Pro", "planes pro"),
        ("ni\u00f1o", "nin\u0303o"),
        ("P7", "p7"),
    ],
)
def test_inflection_case_and_accents_make_no_difference(one: str, other: str) -> None:
    assert stems(one) == stems(other)


@pytest.mark.parametrize(("one", "other"), [("caso", "casa de campo"), ("30 días", "15 días"), ("P7", "P5")])
def test_different_words_and_numbers_stay_apart(one: str, other: str) -> None:
    assert stems(one) != stems(other)


def test_function_words_are_left_out() -> None:
    assert stems("¿Cuál es el de los que no?") == stems("what is the of and for") == []


def test_folding_takes_accents_case_and_compatibility_forms_away() -> None:
    assert fold("ÁÉÑ ﬁn ２") == "aen fin 2"


@given(st.text(max_size=200))
def test_vectors_have_length_one_and_depend_on_the_text_alone(text: str) -> None:
    (one,), (two,) = HashedStems()([text]), HashedStems()([text])
    assert one == two
    assert len(one) == DIMENSION
    assert math.isclose(sum(value * value for value in one), 1.0)


def test_a_question_without_content_words_has_no_direction() -> None:
    (vector,) = HashedStems().embed_query(["¿y qué?"])
    assert vector == [0.0] * DIMENSION


def test_a_sentence_that_says_more_of_what_is_asked_beats_a_heading() -> None:
    (question,) = HashedStems().embed_query(["¿Cuál es el límite térmico continuo?"])
    heading, sentence = HashedStems()(["Límites", "El límite térmico continuo de la máquina es de 80 grados."])
    assert cosine_distance(question, sentence) < cosine_distance(question, heading) < 1


@pytest.mark.parametrize(
    ("one", "other", "expected"), [([1, 0], [2, 0], 0), ([1, 0], [0, 3], 1), ([1, 0], [-1, 0], 2), ([0, 0], [1, 0], 1)]
)
def test_cosine_distance(one: list[float], other: list[float], expected: float) -> None:
    assert cosine_distance(one, other) == expected


def test_a_question_that_is_no_string_is_refused() -> None:
    with pytest.raises(InputError, match="not a string but int"):
        check_search(3, 8)  # type: ignore[arg-type]  # the mistake that is tested
