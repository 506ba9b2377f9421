"""The lexicons of the languages that ship are data, and a domain's own words are added to them."""

import pytest

from fundamento.errors import ConfigurationError
from fundamento.text.domains import read_domains
from fundamento.text.lexicon import compile_lexicons, fold, load_lexicons
from fundamento.text.marks import Mark
from fundamento.text.stems import stem_folded
from fundamento.text.tokens import Tokens, Words, normalise


@pytest.mark.parametrize(
    ("language", "word", "mark"),
    [
        ("es", "nunca", Mark.NEGATION),
        ("en", "never", Mark.NEGATION),
        ("es", "lunes", Mark.WEEKDAY),
        ("en", "only", Mark.ONLY),
    ],
)
def test_a_word_has_its_marks(language: str, word: str, mark: Mark) -> None:
    found = load_lexicons()[language].find(word)
    assert found is not None
    assert found.marks & mark


def test_a_word_of_two_languages_means_what_each_says() -> None:
    spanish, english = (load_lexicons()[language].find("once") for language in ("es", "en"))
    assert spanish is not None
    assert english is not None
    assert (spanish.number, english.number) == (11.0, None)


def test_accents_count_where_both_forms_are_listed() -> None:
    assert fold("Miércoles") == "miercoles"
    found = load_lexicons()["es"].find("miercoles")
    assert found is not None
    assert found.weekdays == {2}


def test_a_domain_adds_synonyms() -> None:
    lexicon = compile_lexicons(read_domains({"synonyms": ["tranche, slice"]}).lexicons)["en"]
    assert lexicon.are_synonyms(stem_folded("tranche"), stem_folded("slice"))
    assert not load_lexicons()["en"].are_synonyms(stem_folded("tranche"), stem_folded("slice"))


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(ConfigurationError, match="synonims"):
        read_domains({"synonims": []})


def test_a_phrase_is_found_where_it_begins() -> None:
    tokens = Tokens(normalise("It costs up to 5 €"), Words(load_lexicons()["en"]))
    ((index, (entry, after)),) = tokens.phrases.items()
    assert (index, entry.words, after) == (2, ("up", "to"), 4)
    assert entry.marks & Mark.AT_MOST
