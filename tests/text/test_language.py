"""Which language a text is in: Spanish, English, another one, or none that it shows."""

import unicodedata
from collections import Counter

import pytest

from fundamento.text.language import detect_language, find_sure_language, identify_language, is_unsupported
from text.languages import FIRST, SECOND

OTHERS = ("fr", "de", "pt", "ca", "it", "ru", "zh", "pl")
SETS = {"first": FIRST, "second": SECOND}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_is_read_here_is_never_taken_for_another_language(name: str, lang: str) -> None:
    found = Counter(map(identify_language, SETS[name][lang]))
    assert set(found) <= {lang, None}
    assert found[lang] >= 11  # type: ignore[index]  # of 14; the others show no language


@pytest.mark.parametrize("name", SETS)
def test_names_are_in_no_language_without_a_folder(name: str) -> None:
    assert [text for text in SETS[name]["names"] if is_unsupported(text)] == []


# Of 37 claims: French, German, Portuguese, Catalan and Italian 6 each, Russian and Chinese 3 each, Polish 1.
@pytest.mark.parametrize(("name", "least"), [("first", 33), ("second", 26)])
def test_another_language_is_told_apart(name: str, least: int) -> None:
    texts = [text for lang in OTHERS for text in SETS[name][lang]]
    assert len(texts) == 37
    assert sum(map(is_unsupported, texts)) >= least


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("lang", OTHERS)
def test_a_paragraph_in_another_language_is_told_apart(name: str, lang: str) -> None:
    paragraph = " ".join(SETS[name][lang])
    assert identify_language(paragraph) == "other"
    assert find_sure_language(paragraph) is None
    assert detect_language(paragraph, default="en") == "en"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("José Álvarez and María Núñez met in Málaga.", "en"),
        ("In Los Ángeles, José de la Cruz was born.", "en"),
        ("El informe de Smith and Sons of London es público.", "es"),
        ("SE ADMITEN PERROS EN LA TERRAZA", "es"),
        ("DOGS ARE ALLOWED ON THE TERRACE", "en"),
        ("Málaga", None),
        (unicodedata.normalize("NFD", "Los niños viajan gratis en el andén número dos, según el artículo."), "es"),
        ("Pro 20 €", None),
    ],
)
def test_names_say_nothing_of_the_language(text: str, lang: str | None) -> None:
    assert identify_language(text) == lang
