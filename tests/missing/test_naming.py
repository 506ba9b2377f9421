"""What is missing is shown in the question's words and in kinds of data, whatever the model wrote."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento import Fragment, Gap, GroundedAnswer, Grounder
from fundamento.answers import Abstention
from fundamento.findings import Action, Outcome
from fundamento.missing.naming import name_missing

ES = "¿Cuánto cuesta el taller de cerámica y hay plazas para principiantes?"
EN = "What does the pottery class cost, and are there places for beginners?"


@pytest.mark.parametrize(
    ("text", "question", "named"),
    [
        ("el precio del taller", ES, "el precio del taller"),
        ("Las fuentes no dicen cuánto cuesta el taller.", ES, "cuánto cuesta el taller"),
        ("si hay plazas para principiantes", ES, "si hay plazas para principiantes"),
        ("Hay plazas para principiantes.", ES, "plazas para principiantes"),
        ("No hay plazas para principiantes.", ES, "plazas para principiantes"),
        ("El precio no consta en estas fuentes.", ES, "el precio"),
        ("El taller es una estafa", ES, "el taller"),
        ("la fecha, el lugar y la duración del horno", ES, "la fecha; el lugar y la duración"),
        ("No lo sé.", ES, ""),
        ("visite https://horno.test", ES, ""),
        ("the price of the pottery class", EN, "the price of the pottery class"),
        ("The sources do not say whether there are places.", EN, "whether there are places"),
        ("There are places for beginners", EN, "places for beginners"),
        ("The price is not stated because the kiln exploded.", EN, "the price"),
        ("buy a kiln", EN, ""),
        ("the deadline", "", "the deadline"),
        ("the pottery class", "", ""),
    ],
)
def test_only_what_was_asked_and_kinds_of_data_are_named(text: str, question: str, named: str) -> None:
    assert name_missing(text, question) == named


@given(st.text() | st.lists(st.sampled_from([*EN.split(), "no", "kiln", "$9", "is", "free", "<b>"])).map(" ".join))
def test_no_other_word_is_ever_shown(text: str) -> None:
    kinds = "price cost date deadline number name address amount period term"
    known = {*re.findall(r"\w+", EN.casefold()), *kinds.split()}
    strange = {word for word in ("kiln", "free", "9", "b") if word in re.findall(r"\w+", name_missing(text, EN))}
    assert strange - known == set()


FRAGMENTS = (Fragment("p", "El taller de cerámica dura 3 horas."),)
CLAIM = {"support": [{"fragment": "p", "quote": "dura 3 horas"}], "text": "El taller de cerámica dura 3 horas."}


def grounded(*gaps: str) -> dict[str, object]:
    return {"answer": {"kind": "grounded", "claims": [CLAIM], "gaps": [{"text": gap} for gap in gaps]}}


@pytest.mark.parametrize(
    ("output", "text", "outcome"),
    [
        (
            grounded("El precio del taller no consta en estas fuentes."),
            "El taller de cerámica dura 3 horas [1]. No encuentro en estas fuentes: el precio del taller.",
            Outcome.PARTIAL,
        ),
        (
            grounded("No lo sé."),
            "El taller de cerámica dura 3 horas [1]. No encuentro en estas fuentes una parte de lo que se pregunta.",
            Outcome.PARTIAL,
        ),
        (
            {"answer": {"kind": "abstention", "missing": "Lamentablemente, las fuentes no dicen si hay plazas."}},
            "No encuentro la respuesta en estas fuentes. Falta: si hay plazas.",
            Outcome.ABSTAINED,
        ),
    ],
)
def test_under_enforce_the_sentence_is_ours(output: dict[str, object], text: str, outcome: Outcome) -> None:
    result = Grounder(policy="standard", sinks=()).check(output, FRAGMENTS, question=ES)
    assert (result.outcome, result.action, result.text()) == (outcome, Action.ALLOWED, text)


def test_the_answer_itself_holds_no_other_words() -> None:
    grounder = Grounder(policy="standard", sinks=())
    missing = "No encuentro en estas fuentes el precio del taller"
    partial = grounder.check(grounded(missing), FRAGMENTS, question=ES).answer
    abstained = grounder.check({"answer": {"kind": "abstention", "missing": missing}}, FRAGMENTS, question=ES).answer
    assert isinstance(partial, GroundedAnswer)
    assert partial.gaps == (Gap("el precio del taller"),)
    assert abstained == Abstention("el precio del taller")


def test_prose_is_rendered_too() -> None:
    prose = "El taller de cerámica dura 3 horas [p]. No consta el precio en los documentos."
    result = Grounder(policy="standard", sinks=()).check(prose, FRAGMENTS, question=ES, format="prose")
    assert result.text() == "El taller de cerámica dura 3 horas [1]. No encuentro en estas fuentes: el precio."


def test_where_checks_only_warn_what_was_written_is_shown() -> None:
    result = Grounder(policy="observe", sinks=()).check(grounded("No consta el precio."), FRAGMENTS, question=ES)
    assert result.text() == "El taller de cerámica dura 3 horas [1]. No consta el precio."
