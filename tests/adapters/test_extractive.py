from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento.adapters.extractive import ExtractiveModel
from fundamento.answers import Abstention, GroundedAnswer
from fundamento.checks.claims_in_abstention import find_claims_in_abstention
from fundamento.checks.context import Context
from fundamento.contract.aliases import Aliases
from fundamento.contract.decoding import decode
from fundamento.contract.dialects import DIALECTS
from fundamento.contract.wire import wire_schema
from fundamento.fragments import Fragment, FragmentStore
from fundamento.ingest import load_folder, split
from fundamento.models import Model, ModelRequest
from fundamento.stores.chroma import ChromaStore
from fundamento.stores.memory import MemoryStore

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"


def ask(question: str, fragments: Sequence[Fragment], *, quotes: bool = True) -> Mapping[str, Any]:
    wire = wire_schema(max(1, len(fragments)), dialect=DIALECTS["generic"], strict=False, quotes=quotes)
    aliases = {f"F{place}": fragment for place, fragment in enumerate(fragments, 1)}
    output = ExtractiveModel().ask(ModelRequest((), wire, question, aliases)).output
    assert isinstance(output, Mapping)
    jsonschema.validate(output, wire.schema)
    answer: Mapping[str, Any] = output["answer"]
    return answer


def texts(*sentences: str, superseded_by: str | None = None) -> list[Fragment]:
    return [Fragment(f"s{place}", sentence, superseded_by=superseded_by) for place, sentence in enumerate(sentences)]


def said(answer: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    if answer["kind"] == "abstention":
        return [], [answer["missing"]]
    return [claim["text"] for claim in answer["claims"]], [gap["text"] for gap in answer["gaps"]]


@pytest.fixture(scope="module", params=["chroma", "memory"])
def corpus(request: pytest.FixtureRequest) -> FragmentStore:
    store: FragmentStore = ChromaStore() if request.param == "chroma" else MemoryStore()
    for folder in ("p7", "hosting"):
        for document in load_folder(CORPUS / folder).documents:
            store.add(split(document))
    return store


@pytest.mark.parametrize(
    ("question", "claims", "missing"),
    [
        ("¿Cuál es el límite térmico continuo de la P7?", ["80 °C"], []),
        ("¿Cada cuánto se cambia el filtro de la P7?", ["500 horas"], []),
        ("¿Cuánto dura la garantía de la P7?", ["24 meses"], []),
        ("¿Cuánto bajó el tiempo de parada con el modo Eco?", ["15 %"], []),
        ("cuanto cuesta la p5", ["21.900 €"], []),
        ("¿El plan Básico incluye copias de seguridad?", ["no incluye"], []),
        ("¿En cuántos días se abona el reembolso?", ["5 días laborables"], []),
        ("Tengo el plan pro. ¿Cuántos proyectos permite?", ["10 proyectos"], []),
        ("How long does a migration take?", ["2 working days"], []),
        ("¿Cuál es el límite térmico continuo de la P7 y cuánto cuesta?", ["80 °C"], ["cuánto cuesta (P7)"]),
        (
            "¿Cuántos proyectos permite el plan Pro y cuánto cuesta el plan Empresa?",
            ["10 proyectos"],
            ["cuánto cuesta el plan Empresa"],
        ),
        (
            "¿Cuánto cuestan los planes Pro y Empresa?",
            ["19 €"],
            ["cuánto cuestan los planes Pro y Empresa (Empresa)"],
        ),
        ("¿Cuánto cuestan los planes básico y pro?", ["6 €", "19 €"], []),
        ("How long does a migration take and what does it cost?", ["2 working days"], ["what does it cost"]),
        ("¿Cuánto cuesta la P7?", [], ["cuánto cuesta la P7"]),
        ("¿Cuánta electricidad ahorra el modo Eco?", [], ["cuánta electricidad ahorra el modo Eco"]),
        ("¿Dónde están los servidores?", [], ["dónde están los servidores"]),
        ("Which payment cards do you take?", [], ["which payment cards do you take"]),
        ("¿Cuál es la capital de Francia?", [], ["cuál es la capital de Francia"]),
    ],
)
def test_questions_on_the_example_corpus(
    corpus: FragmentStore, question: str, claims: list[str], missing: list[str]
) -> None:
    answer = ask(question, corpus.search(question, limit=6))
    found, gaps = said(answer)
    assert (len(found), gaps) == (len(claims), missing)
    assert all(part in text for part, text in zip(claims, found, strict=True))


@pytest.mark.parametrize(
    ("about", "question", "sentences", "expected"),
    [
        ("an amount needs a number", "¿Cuánto pesa la caja azul?", ["La caja azul pesa mucho."], []),
        ("a price needs money", "¿Cuánto cuesta el pase anual?", ["El pase anual cuesta 3 visitas."], []),
        ("a duration needs a unit of time", "How long is the trial?", ["The trial has 3 steps."], []),
        ("another name is another thing", "¿Cuánto cuesta el plan Oro?", ["El plan Plata cuesta 5 € al mes."], []),
        ("one word in common is chance", "where are your offices", ["The offices of clients are not listed."], []),
        ("a heading is no sentence", "plan anual", ["# El plan anual"], []),
        ("nor is a table row", "plan anual", ["| plan | anual |"], []),
        ("nor is code", "plan anual", ["```\nplan anual\n```"], []),
        ("an item is, without its mark", "plan anual barato", ["1. Un plan anual barato."], ["Un plan anual barato."]),
        ("a wrapped line is unwrapped", "plan anual barato", ["Un plan\n  anual barato."], ["Un plan anual barato."]),
    ],
)
def test_what_can_be_an_answer(about: str, question: str, sentences: list[str], expected: list[str]) -> None:
    assert said(ask(question, texts(*sentences)))[0] == expected


def test_what_was_superseded_speaks_only_where_nothing_else_does() -> None:
    old = [Fragment("old", "El límite térmico continuo es de 100 grados.", superseded_by="2")]
    new = [Fragment("new", "El límite térmico continuo actual es de 80 grados.")]
    question = "¿Cuál es el límite térmico continuo?"
    assert said(ask(question, [*old, *new]))[0] == [new[0].text]
    assert said(ask(question, old))[0] == [old[0].text]


def test_one_sentence_that_answers_two_parts_is_one_claim() -> None:
    answer = ask(
        "¿Cuánto cuesta el plan Oro y cuántos días dura el plan Oro?", texts("El plan Oro cuesta 5 € y dura 30 días.")
    )
    assert said(answer) == (["El plan Oro cuesta 5 € y dura 30 días."], [])


def test_without_quotes_there_is_none() -> None:
    answer = ask("plan anual barato", texts("Un plan anual barato."), quotes=False)
    assert answer["claims"][0]["support"] == [{"fragment": "F1"}]


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("¿Hay soporte en japonés?", "si hay soporte en japonés"),
        ("Do you sell umbrellas?", "whether you sell umbrellas"),
        ("Is there parking?", "whether there is parking"),
        ("Does the plan include umbrellas?", "whether (does the plan include umbrellas)"),
        ("El paraguas cuesta 500 €, ¿verdad?", "si el paraguas cuesta 500 €"),
        ("precio de los paraguas", "precio de los paraguas"),
        ("", ""),
        ("¿?", ""),
    ],
)
def test_what_is_missing_is_named_without_asserting_it(question: str, missing: str) -> None:
    answer = ask(question, texts("Nada que ver."))
    assert said(answer) == ([], [missing])
    draft = decode({"answer": answer}, Aliases.of([]))
    assert list(find_claims_in_abstention(draft, Context({}, date(2026, 1, 1), question)) or ()) == []


WORDS = st.lists(
    st.sampled_from(
        ["¿", "?", "y", "cuánto", "cuesta", "plan", "Oro", "P7", "how", "and", "long", ".", "\n", "30", "€", "- ", "# "]
    ),
    max_size=25,
).map(" ".join)


@given(st.one_of(WORDS, st.text(max_size=80)), st.lists(st.one_of(WORDS, st.text(max_size=80)), max_size=4))
def test_every_output_reads_back_and_every_quote_is_verbatim(question: str, contents: list[str]) -> None:
    fragments = texts(*contents)
    answer = ask(question, fragments)
    draft = decode({"answer": answer}, Aliases.of(fragments))
    assert draft.flaws == ()
    assert isinstance(draft.answer, GroundedAnswer | Abstention)
    by_id = {fragment.id: fragment.text for fragment in fragments}
    if isinstance(draft.answer, GroundedAnswer):
        for claim in draft.answer.claims:
            (support,) = claim.support
            assert support.quote
            assert support.quote in by_id[support.fragment]
            assert claim.text == " ".join(support.quote.split())


async def test_it_is_a_model_and_answers_asynchronous_callers_the_same() -> None:
    model = ExtractiveModel()
    wire = wire_schema(1, dialect=model.dialect, strict=True, quotes=True)
    request = ModelRequest((), wire, "plan anual barato", {"F1": Fragment("a", "Un plan anual barato.")})
    assert isinstance(model, Model)
    assert (model.name, await model.aask(request)) == ("extractive", model.ask(request))
