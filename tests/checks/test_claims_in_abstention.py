"""An abstention names what is missing; it may not assert anything."""

from datetime import date

import pytest

from fundamento.answers import Abstention, Claim, Draft, Gap, GroundedAnswer
from fundamento.checks.claims_in_abstention import find_claims_in_abstention
from fundamento.checks.context import Context

QUESTION = "¿Caben 25 proyectos en el plan Básico, y desde cuándo? / Do 25 projects fit into the Basic plan?"

NAMES_WHAT_IS_MISSING = [
    "",
    "El precio del plan Empresa.",
    "refunds for the Pro plan",
    "which plans the company sells",
    "limits on the number of users",
    "cuándo se devuelve el importe",
    "la fecha en que se publica la tarifa",
    "I'm afraid the documents are silent on that point.",
    "el horario de la oficina de Vigo y el teléfono de guardia",
    "Si 25 proyectos caben en el plan Básico.",
    "Si el plan Básico permite más de 40 proyectos.",
    "Cuánto cuesta el plan Empresa.",
    "Desde cuándo está en vigor la tarifa.",
    "A qué hora abre la tienda los domingos.",
    "No encuentro la respuesta en estas fuentes.",
    "No encuentro en estas fuentes el precio, ni tampoco las condiciones de baja.",
    "No se indica un plazo de 30 días ni ningún otro.",
    "Las fuentes no dicen cuánto dura la garantía, aunque no descartan que exista.",
    "El precio no aparece en los fragmentos; consulte a su gestor.",
    "No lo encuentro, pero puede consultar al equipo de soporte.",
    "El plazo que tiene el cliente para reclamar.",
    "Las fuentes no dicen si el plan cuesta 500 €.",
    "No dicen si la cuota es mensual, si cuesta 30 € ni si caben sesenta usuarios.",
    "Si veinticinco proyectos caben en el plan Básico.",
    "No encuentro que costara 500 €, pero tampoco otro precio.",
    "Faltan dos datos: el precio y el plazo.",
    "No encuentro el precio; las fuentes solo hablan de la garantía.",
    "No encuentro el precio, aunque los documentos mencionan la garantía.",
    "La fecha en que entró en vigor la norma.",
    "El motivo por el que se retiró el producto, es decir, la causa.",
    "la tarifa de 2027",
    "el contenido de la versión 3 del manual",
    "Falta el consumo anual de la máquina.",
    "The price of the Enterprise plan.",
    "Whether 25 projects fit into the Basic plan.",
    "How much the Enterprise plan costs.",
    "The sources do not say how long the warranty lasts.",
    "I can't find the answer in these sources.",
    "There is no information about refunds.",
    "It isn't stated, but you can ask the support team.",
    "the opening hours of the Boston office",
    "The sources do not say whether 100 requests are allowed.",
    "The sources are silent on pricing.",
    "The sources only describe the warranty.",
    "I can't find the price, although the sources mention the warranty.",
    "Two things are missing: the price and the delivery date.",
    "Whether twenty-five projects fit.",
]

ASSERTS = [
    "No hay información sobre la instalación, que es gratuita.",
    "Pro refunds everything",
    "Support answers every ticket within the day",
    "Pro devuelve todo",
    "la garantía lo cubre todo",
    "No encuentro el precio, pero costaba 500 € al mes.",
    "No lo encuentro; el plan cuesta 500 €.",
    "No aparece el plazo, aunque suele ser de 14 días.",
    "Las fuentes no lo dicen. El servicio incluye soporte telefónico.",
    "No consta en los documentos, y el plan cuesta 300 euros.",
    "El precio: 45 € al mes.",
    "El plan Empresa permite proyectos ilimitados.",
    "No encuentro la tarifa. Sin embargo, la matrícula era gratuita.",
    "El precio del plan, que era de 80 € en enero.",
    "I can't find the price, but it used to be $500 a month.",
    "The sources do not say. The warranty lasts two years.",
    "Not stated; however, refunds take 14 days.",
    "The Enterprise plan costs 90 EUR.",
    "It is 42.",
    "No lo sé con certeza: costaba quinientos euros.",
    "No consta el precio (500 € al mes).",
    "No consta el precio, que es de quinientos euros.",
    "No se indica el precio y el plan cuesta cien euros.",
    "El precio del plan, unos cuarenta y cinco euros.",
    "No se indica la fecha. La norma entró en vigor el 3 de marzo.",
    "No está documentado; la garantía cubre la batería.",
    "No lo encuentro. Sí, se puede devolver en tienda.",
    "No encuentro el precio, pero las fuentes dicen que el envío es gratuito.",
    "The sources don't mention the limit, which is 100 requests.",
    "No consta el aforo; unas doscientas personas.",
    "No capacity is documented; it holds 200 people.",
    "No price is stated: it costs thirty euros.",
    "The price is not listed (about $500).",
    "The delivery time, two hundred and five days.",
    "I could not find it. Yes, it is free.",
]


# Without a verb, and mostly without a figure.
GIVES_A_VALUE = [
    "price: free for everybody",
    "precio: gratis",
    "El precio (gratis)",
    "El precio: gratuito para estudiantes",
    "coste: ninguno",
    "price: none",
    "shipping — free",
    "Gratis",
    "Free for everyone",
    "número de proyectos: ilimitado",
    "projects: unlimited",
    "soporte: incluido",
    "support: included in every plan",
    "garantía: de por vida",
    "warranty: lifetime",
    "permanencia: sin permanencia",
    "límite: sin límite",
    "Cancelación: sin coste",
    "cancellation: no charge",
    "registro: opcional",
    "pets: allowed",
    "mascotas: permitidas",
    "el precio, gratis para todos",
    "no consta el precio: gratis",
    "The price is not stated: free",
    "No lo encuentro; gratis",
    "precio: 45",
    "aparcamiento: sí",
    "refunds: always guaranteed",
]
NAMES_A_VALUE = [
    "price of the free plan",
    "precio del plan gratuito",
    "planes: gratuito y Pro",
    "plans: Free and Pro",
    "coste: gratis o de pago",
    "Free plan limits",
    "límites del plan gratuito",
    "servicios incluidos",
    "envío gratis",
    "free shipping",
    "el envío gratuito a Canarias",
    "unlimited storage",
    "almacenamiento ilimitado",
    "el número máximo de proyectos",
    "requisitos obligatorios",
    "optional extras",
    "documentos: el contrato y la factura",
    "garantía de por vida",
    "sin información sobre el precio",
    "precio sin impuestos",
    "coste sin IVA",
    "price without VAT",
    "the cost: not stated",
    "precio: no consta",
    "price (not included in the sources)",
    "the price (per user)",
    "el precio (con IVA)",
    "plan Pro: precio",
    "Pro plan: price and limits",
    "ninguno de los precios",
    "nada sobre el precio",
    "nothing about the price",
    "none of the prices are stated",
    "mascotas: condiciones",
    "Yes/no answer on refunds",
    "forma de pago: mensual o anual",
    "permitted uses",
    "Nada",
    "None",
]


def findings(draft: Draft, question: str = QUESTION) -> list[str]:
    context = Context(fragments={}, as_of=date(2026, 1, 1), question=question)
    return [finding.reason for finding in find_claims_in_abstention(draft, context) or ()]


@pytest.mark.parametrize("missing", NAMES_WHAT_IS_MISSING)
def test_naming_what_is_missing_is_no_assertion(missing: str) -> None:
    assert findings(Draft(Abstention(missing))) == []


@pytest.mark.parametrize("missing", ASSERTS)
def test_a_fact_in_an_abstention_is_found(missing: str) -> None:
    assert findings(Draft(Abstention(missing))) == ["abstention-states-a-fact"]


@pytest.mark.parametrize("text", ASSERTS)
def test_a_fact_in_a_gap_is_found(text: str) -> None:
    answer = GroundedAnswer(claims=(Claim("El plan Pro tiene 10 proyectos."),), gaps=(Gap("el precio"), Gap(text)))
    assert findings(Draft(answer)) == ["gap-states-a-fact"]


@pytest.mark.parametrize("text", NAMES_WHAT_IS_MISSING)
def test_a_gap_that_names_what_is_missing_passes(text: str) -> None:
    assert findings(Draft(GroundedAnswer(gaps=(Gap(text),)))) == []


@pytest.mark.parametrize("text", GIVES_A_VALUE)
def test_what_a_thing_is_said_to_be_needs_no_verb(text: str) -> None:
    assert findings(Draft(Abstention(text)), "") == ["abstention-states-a-fact"]


@pytest.mark.parametrize("text", NAMES_A_VALUE)
def test_what_has_a_value_in_its_name_may_be_missing(text: str) -> None:
    assert findings(Draft(Abstention(text)), "") == []


def test_what_is_asked_for_may_be_named_and_not_answered() -> None:
    question = "¿Es gratis para estudiantes? Is it free?"
    for missing, expected in (
        ("Gratis para estudiantes", []),
        ("Free for students", []),
        ("Precio para estudiantes: gratis", ["abstention-states-a-fact"]),
        ("Price: free", ["abstention-states-a-fact"]),
    ):
        assert findings(Draft(Abstention(missing)), question) == expected


def test_a_figure_of_the_question_may_be_repeated_and_another_one_may_not() -> None:
    missing = Draft(Abstention("El plan de 30 € al mes."))
    assert findings(missing, "¿Qué incluye el plan de 30 € al mes?") == []
    assert findings(missing, "¿Qué incluye el plan de 40 € al mes?") == ["abstention-states-a-fact"]


def test_claims_beside_an_abstention_are_found() -> None:
    assert findings(Draft(Abstention("el precio"), stray_claims=2)) == ["claims-beside-abstention"]


def test_a_huge_abstention_is_read_as_asserting_and_ends() -> None:
    assert findings(Draft(Abstention("no " * 500_000))) == ["abstention-states-a-fact"]
