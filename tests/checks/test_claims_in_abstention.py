"""An abstention names what is missing in the question's words; it may not assert anything."""

from datetime import date

import pytest

from fundamento.answers import Abstention, Claim, Draft, Gap, GroundedAnswer
from fundamento.checks.claims_in_abstention import find_claims_in_abstention
from fundamento.checks.context import Context

ES = "¿Hay piscina cubierta, cuánto cuesta el abono familiar y admite 4 niños con el carné joven?"
EN = "Is there a heated pool, what does the family pass cost, and may 4 children swim with a youth card?"

NAMES_ES = [
    "",
    "El precio del abono familiar.",
    "la tarifa, el plazo y el número de niños",
    "si hay piscina cubierta",
    "Si admite cuatro niños.",
    "cuánto cuesta el abono familiar y si admite niños",
    "No encuentro la respuesta en estas fuentes.",
    "Las fuentes no dicen si hay piscina cubierta.",
    "No hay información sobre el abono familiar.",
    "El precio del abono no aparece en los fragmentos.",
    "No consta el precio, ni tampoco las condiciones del abono.",
    "Lo siento, pero no puedo saber cuánto cuesta el abono.",
    "Falta una lista de precios con su fecha de versión.",
    "No se menciona ninguna piscina.",
    "Nada sobre el carné joven.",
    "Carezco de datos del abono.",
    "el precio en euros (hace falta una tarifa fechada)",
    "si se aplica un carné a los niños",
    "No lo sé.",
    "N/A",
    "¿Hay piscina cubierta?",
    ES,
]
NAMES_EN = [
    "the price of the family pass",
    "prices, deadlines and the list of youth cards",
    "whether there is a heated pool",
    "Whether four children may swim.",
    "what the family pass costs and whether there is a heated pool",
    "I can't find the answer in these sources.",
    "The sources do not say whether there is a heated pool.",
    "There is no information about the youth card.",
    "The family pass isn't mentioned in the documents.",
    "I'm afraid the documents are silent on that point.",
    "The price is not given; a dated price list is needed.",
    "Unfortunately, none of the passages mention a heated pool.",
    "The sources only mention the family pass.",
    "I lack information about the youth card.",
    "the price in euros without tax",
    "whether children get a card",
    "I don't know.",
    "None",
    "is there a heated pool",
    EN,
]

ASSERTS_ES = [
    # other words than the question's
    "por qué el socorrista dimitió",
    "El gerente se llevó la caja",
    "vuelva mañana sin falta",
    "Ningún documento desmiente que la sauna sea gratuita",
    "si la sauna de lujo abre los festivos",
    "No lo encuentro en estas fuentes. El agua está contaminada.",
    "No consta el precio, pero la sauna es gratuita.",
    # figures
    "el abono de 90 €",
    "No encuentro el precio, pero costaba noventa euros.",
    "cuánto cuesta desde 2021",
    "El precio: 4",
    # the question's own words, turned into a statement
    "Hay piscina cubierta.",
    "No hay piscina cubierta.",
    "No existe el abono familiar.",
    "La piscina no está disponible.",
    "Sin piscina cubierta",
    "Ningún abono",
    "No consta el precio y hay piscina cubierta",
    "El precio no consta porque no hay abono.",
    "Las fuentes dicen que hay piscina cubierta.",
    "Cómo no, hay piscina.",
    "El abono no admite niños.",
    "Sí",
    "Sí, hay piscina.",
    "No",
    # addresses, markup, commands, other scripts, what is not seen
    "precio en https://abono.example",
    "abono@piscina.example",
    "abono.example",
    "<b>precio</b>",
    "`abono`",
    "precio | abono",
    "цена абонемента",
    "el pre\u200bcio",
]
ASSERTS_EN = [
    "how the lifeguard broke the law",
    "pay the manager in cash",
    "nothing rules out a sauna for life",
    "What counts is that saunas are open",
    "whether the award-winning sauna closes early",
    "I cannot find it in these sources. The water is poisoned.",
    "the pass of $90",
    "The sources do not mention that the pass costs ninety dollars",
    "the pass cost in 2021",
    "There is a heated pool.",
    "There is no heated pool.",
    "the family pass costs nothing",
    "that the family pass costs more",
    "children get a card",
    "The heated pool does not exist.",
    "The family pass is not available.",
    "No heated pool",
    "You may swim.",
    "The sources say that there is a heated pool.",
    "The price is not stated, there is a heated pool",
    "The price is not stated because there is no pool.",
    "What's more, there is a heated pool",
    "Yes",
    "Yes, a heated pool.",
    "price: free",
    "price: none",
    "see www.pool.example",
    "<img src=pool>",
    "$(pool)",
    "価格",
]
NAMES_UNASKED = [
    "refunds for the Harbour pass",
    "el horario de la oficina de correos",
    "No encuentro en estas fuentes una previsión de lluvia.",
    "Las fuentes no indican cuánto mide el muelle.",
    "No other information about moorings is provided in the given sources.",
    "free moorings",
    "Whether 30 boats fit.",
    "Las fuentes no dicen si caben 30 barcos.",
    "coste sin IVA",
    "the price (per night)",
]
ASSERTS_UNASKED = [
    "No encuentro el precio, pero costaba 70 € la noche.",
    "Las fuentes no lo dicen. El puerto incluye agua y luz.",
    "The mooring costs a fortune.",
    "I could not find it. Yes, moorings are open.",
    "price: free for everybody",
    "amarre: gratis",
    "Gratis",
    "aparcamiento: sí",
    "mooring fee: https://harbour.example",
]


def findings(draft: Draft, question: str) -> list[str]:
    context = Context(fragments={}, as_of=date(2026, 1, 1), question=question)
    return [finding.reason for finding in find_claims_in_abstention(draft, context) or ()]


def ask(texts: list[str], question: str) -> list[tuple[str, str]]:
    return [(text, question) for text in texts]


NAMES = [*ask(NAMES_ES, ES), *ask(NAMES_EN, EN), *ask(NAMES_UNASKED, "")]
ASSERTS = [*ask(ASSERTS_ES, ES), *ask(ASSERTS_EN, EN), *ask(ASSERTS_UNASKED, "")]


@pytest.mark.parametrize(("text", "question"), NAMES)
def test_naming_what_is_missing_is_no_assertion(text: str, question: str) -> None:
    found = findings(Draft(Abstention(text)), question), findings(Draft(GroundedAnswer(gaps=(Gap(text),))), question)
    assert found == ([], [])


@pytest.mark.parametrize(("text", "question"), ASSERTS)
def test_a_fact_in_an_abstention_or_a_gap_is_found(text: str, question: str) -> None:
    answer = GroundedAnswer(claims=(Claim("La piscina abre a las 8."),), gaps=(Gap("el precio"), Gap(text)))
    found = findings(Draft(Abstention(text)), question), findings(Draft(answer), question)
    assert found == (["abstention-states-a-fact"], ["gap-states-a-fact"])


def test_the_answer_may_be_in_another_language_than_the_question() -> None:
    assert findings(Draft(Abstention("El precio no consta en estas fuentes.")), EN) == []
    assert findings(Draft(Abstention("The price is not stated in these sources.")), ES) == []


def test_a_figure_of_the_question_may_be_repeated_and_another_one_may_not() -> None:
    missing = Draft(Abstention("el bono de 30 € al mes"))
    assert findings(missing, "¿Qué incluye el bono de 30 € al mes?") == []
    assert findings(missing, "¿Qué incluye el bono de 40 € al mes?") == ["abstention-states-a-fact"]


def test_claims_beside_an_abstention_are_found() -> None:
    assert findings(Draft(Abstention("el precio"), stray_claims=2), ES) == ["claims-beside-abstention"]


def test_many_joints_are_read_without_end() -> None:
    assert findings(Draft(Abstention("pool and is " * 300)), EN) == ["abstention-states-a-fact"]


def test_a_huge_abstention_is_read_as_asserting_and_ends() -> None:
    assert findings(Draft(Abstention("no " * 500_000)), ES) == ["abstention-states-a-fact"]
