"""Words of a text: looking some of them up finds what reading all of them finds."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fundamento.checks.wording import Vocabulary, find_words, look_up, read_words

FAMILIES = """
dying die dies lies lying ties tying skis ski proyecto proyectos proyectar proyección Pro
Básico básicamente ácido
quedar quedaban quedaron quemado acidez ñandú well-known S.A. d'Ivoire P7
relational relation relate early earliness ugly uglier idly only news
cancelación cancelar cancelled cancel haber hubo ir fue universidad universal universe Ruiz Ruíz García-Pérez
casas casa caso 2024 10 ½ Straße İstanbul ﬁn ación ía o y a
"""
WORDS = st.one_of(
    st.sampled_from(FAMILIES.split()),
    st.text(alphabet="abcdelnorsyáéñ-.'&AZ19", min_size=1, max_size=9),
    st.text(min_size=1, max_size=6),
)


@settings(max_examples=300)
@example("d'Ivoire", "d")
@given(st.lists(WORDS, max_size=20).map(" ".join), st.lists(WORDS, max_size=6).map(" ".join))
def test_looking_up_answers_as_reading_the_whole_text(text: str, asked: str) -> None:
    words = [word for word in find_words(asked) if word.stem]
    whole = Vocabulary(find_words(text))
    some = look_up(text, (form for word in words for form in (word.plain, word.stem)))
    for word in words:
        assert (word, some.has(word)) == (word, whole.has(word))
        assert (word, some.has_stem(word.stem)) == (word, whole.has_stem(word.stem))
        assert (word, word.plain in some.stems) == (word, word.plain in whole.stems)


@pytest.mark.parametrize("text", FAMILIES.split())
def test_each_word_is_found_where_it_stands(text: str) -> None:
    for asked in FAMILIES.split():
        for word in read_words(asked):
            if word.stem:
                found = look_up(text, (word.plain, word.stem)).has(word)
                assert (asked, found) == (asked, Vocabulary(read_words(text)).has(word))
