"""Exceptions: what is left out of a rule, what is said of the rest, and what a claim may make of both."""

import pytest

from checks.test_evidence import check, reasons
from fundamento.checks.exceptions import read_exception
from fundamento.checks.wording import read_words

DROPPED = ("qualifier-dropped", "exception")
ADDED = ("polarity-flipped", "negation-added")


@pytest.mark.parametrize(
    ("claim", "text", "finding"),
    [
        ("Los archivos no se borran.", "Los archivos se borran a los 30 días, salvo los fijados.", ADDED),
        ("Los archivos no se borran.", "Los archivos se borran salvo los fijados.", ADDED),
        ("Files are not deleted.", "Files are deleted except pinned ones.", ADDED),
        ("Los archivos no se borran nunca.", "Los archivos no se borran nunca, salvo los de prueba.", DROPPED),
        ("No files are deleted.", "No files are deleted except drafts.", DROPPED),
        ("Todos los planes incluyen soporte.", "Todos los planes, excepto el gratuito, incluyen soporte.", DROPPED),
        ("Todos los planes incluyen soporte.", "Todos los planes excepto el gratuito incluyen soporte.", DROPPED),
        ("Todos los planes incluyen soporte.", "Todos los planes menos el gratuito incluyen soporte.", DROPPED),
        ("All plans include support.", "All plans except Free include support.", DROPPED),
        ("All plans include support.", "All plans but Free include support.", DROPPED),
        ("La tienda abre todos los días.", "Salvo en festivos, la tienda abre todos los días.", DROPPED),
    ],
)
def test_a_rule_is_not_told_without_its_exception(claim: str, text: str, finding: tuple[str, str]) -> None:
    assert finding in reasons(check(claim, text))


TURNED = ("polarity-flipped", "exception-turned")


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("El plan gratuito incluye soporte.", "Todos los planes incluyen soporte, excepto el gratuito."),
        ("The Free plan includes support.", "All plans but Free include support."),
        ("Pinned files are deleted.", "Files are deleted unless they are pinned."),
        ("La tienda abre los lunes.", "La tienda abre a diario, salvo los lunes."),
    ],
)
def test_what_holds_of_the_rest_does_not_hold_of_what_is_excepted(claim: str, text: str) -> None:
    assert TURNED in reasons(check(claim, text))


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The band plays jazz.", "Apart from jazz, the band plays blues."),
        ("Solo el plan gratuito no incluye soporte.", "Todos los planes incluyen soporte, excepto el gratuito."),
        ("El plan gratuito no incluye soporte.", "Todos los planes incluyen soporte, excepto el gratuito."),
        ("El plan gratuito no incluye soporte.", "Todos los planes excepto el gratuito incluyen soporte."),
        ("The Free plan does not include support.", "All plans but Free include support."),
        ("Los archivos fijados no se borran.", "Los archivos se borran salvo los fijados."),
        ("No todos los archivos se borran.", "Los archivos se borran salvo los fijados."),
        ("Not all plans include support.", "All plans include support except Free."),
        ("Se borran los archivos, salvo los fijados.", "Los archivos se borran salvo los fijados."),
        ("Pinned files are kept.", "Files are deleted unless they are pinned."),
        ("La exportación funciona en todos los planes.", "La exportación funciona en todos los planes."),
    ],
)
def test_who_tells_the_exception_says_nothing_wrong(claim: str, text: str) -> None:
    found = [each for each in reasons(check(claim, text)) if each in (DROPPED, ADDED, TURNED)]
    assert found == []


@pytest.mark.parametrize(
    ("sentence", "claim", "expected"),
    [
        ("Abre cada día, salvo los lunes.", "Abre cada día.", ("salvo", "Abre cada día .", False)),
        ("Abre cada día, salvo los lunes.", "Los lunes no abre.", ("salvo", "Abre cada día .", True)),
        ("All rooms but three have a view.", "All rooms have a view.", ("but", "All rooms have a view.", False)),
        ("Abre cada día, pero no salva nada.", "Abre cada día.", None),
        ("Abre cada día salvo.", "Abre cada día.", None),
    ],
)
def test_the_rest_is_read_without_it(sentence: str, claim: str, expected: tuple[str, str, bool] | None) -> None:
    found = read_exception(sentence, read_words(claim))
    assert (found and (found.marker, found.main, found.told)) == expected
