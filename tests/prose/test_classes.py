"""What a sentence is: a denial, a courtesy or a statement; both languages, many wordings."""

import pytest

from fundamento.answers import Abstention, GroundedAnswer
from fundamento.prose.courtesies import is_courtesy
from fundamento.prose.denials import Denial, find_denial
from prose.samples import named, read

ABSTAINS = [
    "La documentación consultada no recoge ningún dato sobre el precio.",
    "Con estas fuentes no me es posible responder.",
    "Las fuentes consultadas guardan silencio sobre la instalación.",
    "There's nothing about refunds in what I was given.",
    "That's not something the sources cover.",
    "No encuentro la respuesta en estas fuentes.",
    "No he encontrado información sobre el precio.",
    "No dispongo de información suficiente para responder.",
    "No tengo datos sobre ese plan.",
    "Las fuentes proporcionadas no mencionan el precio.",
    "Los documentos no contienen información al respecto.",
    "En los documentos facilitados no se indica el precio anual.",
    "La información solicitada no aparece en las fuentes.",
    "No hay información sobre el precio en los fragmentos.",
    "No se menciona el precio anual.",
    "El precio anual no consta.",
    "No consta el precio anual en la documentación.",
    "Con la información disponible no puedo determinar el precio.",
    "No es posible determinar el precio a partir de las fuentes.",
    "Lo siento, no puedo responder a esa pregunta.",
    "Lamentablemente, ninguno de los documentos indica el precio.",
    "Ninguna de las fuentes recoge ese dato.",
    "Se desconoce el precio.",
    "Desconozco el precio.",
    "No lo sé.",
    "No sé cuánto cuesta.",
    "Sin información en las fuentes.",
    "La respuesta no está en los documentos.",
    "El contexto no proporciona ese dato.",
    "Esa información no está disponible.",
    "Esto queda fuera del alcance de las fuentes.",
    "Nada en las fuentes permite saberlo.",
    "No existe ninguna referencia al precio en los textos.",
    "El dato no figura en los documentos.",
    "Las fuentes no dicen nada sobre el precio.",
    "No se ha encontrado la respuesta.",
    "No encontré resultados relevantes.",
    "No puedo confirmar ese dato.",
    "Los documentos recuperados no permiten responder.",
    "No se especifica la fecha de entrega.",
    "El precio no está especificado.",
    "El documento no especifica el precio.",
    "Falta información para responder.",
    "No cuento con información sobre eso.",
    "I can't find the answer in these sources.",
    "I could not find any information about pricing.",
    "The sources do not mention the price.",
    "The provided context does not contain the answer.",
    "There is no information about the price in the documents.",
    "I don't know.",
    "I'm sorry, but I can't answer that based on the provided documents.",
    "The documents don't say how much it costs.",
    "None of the sources mention the price.",
    "The price is not mentioned in the context.",
    "The price isn't specified.",
    "It is unclear from the sources what it costs.",
    "I don't have enough information to answer.",
    "Unfortunately, I was unable to find this in the documents.",
    "Based on the available sources, I cannot determine the price.",
    "No information is available about the price.",
    "The answer is not in the sources.",
    "Nothing in the sources addresses this.",
    "I do not have access to that information.",
    "This is outside the scope of the provided documents.",
    "We couldn't find that in the documentation.",
    "Insufficient information.",
    "The retrieved passages lack details on pricing.",
    "The context is silent on the price.",
    "I didn't find anything about the price.",
    "The document does not state the price.",
    "No mention of the price is made in the sources.",
    "That information isn't available in the provided text.",
    "Not documented in these sources.",
    "I have no information about the price.",
    "I am not able to answer this question from the sources.",
    "Neither document mentions the price.",
    "Lo siento, pero no encuentro la respuesta en estas fuentes. Te recomiendo consultar con soporte.",
    "No encuentro la respuesta. ¿Puedo ayudarte con otra cosa?",
    "I couldn't find it. Please contact support for more information.",
    "I lack the data to answer this.",
    "The excerpts are insufficient.",
    "My documents stay silent on it.",
    "N/A",
    "n/d",
    "Fragmentos insuficientes.",
    "Carecemos de datos sobre la mudanza.",
    "Ese dato no se recoge en el contrato.",
    "El material recuperado no basta para responder, falta contexto.",
]
STATES = [
    "El contrato no se recoge en la tienda.",
    "The documents are needed at the border.",
    "Los textos se entregan en mano.",
    "Don't mention the code to anybody.",
    "El plan no incluye soporte.",
    "No hay límite de proyectos.",
    "No existe un plazo máximo.",
    "No se permite la reventa.",
    "El equipo no encontró fallos.",
    "El cargo no aparece en la factura.",
    "La causa no consta en el acta.",
    "You cannot cancel after 30 days.",
    "The plan does not include support.",
    "There is no limit on projects.",
    "Refunds are not available.",
    "The warranty is not included.",
    "Si necesitas más espacio, contrata el plan Pro.",
    "Si necesitas ayuda, llama al 900 123 456.",
    "Hola, el plan cuesta 20 €.",
    "Puedes cancelar cuando quieras.",
    "Este es el plan más barato.",
    "El equipo pesa poco.",
    "Gracias al modo Eco se reduce el consumo.",
    "Claro que el plan incluye soporte.",
    "Here the plan includes support.",
    "Consulta la tabla de límites antes de configurar el equipo.",
    "Los archivos no se conservan.",
    "The file is never deleted.",
    "El cliente no dispone de permiso.",
    "No es necesario pagar.",
    "El servicio no está disponible en Ceuta.",
    "Saludos es el nombre del plan.",
    "The team meets weekly.",
    "No puedes combinar descuentos.",
    "No se admite tarjeta.",
    "Quedan excluidos los daños por agua.",
    "El usuario no puede verificar su cuenta.",
    "Perfecto estado de conservación garantizado.",
]
SAYS_NOTHING = [
    "I checked the documents.",
    "He revisado las fuentes.",
    "¡Hola!",
    "Hola, Ana:",
    "Buenos días, Sr. Pérez.",
    "¡Buenas tardes!",
    "Gracias por tu pregunta.",
    "Gracias por contactar con nosotros.",
    "¡Claro!",
    "Por supuesto.",
    "Espero que te sirva.",
    "Espero que esta información te sea útil.",
    "Si tienes más preguntas, no dudes en preguntar.",
    "Si necesitas algo más, aquí estoy.",
    "¿Necesitas algo más?",
    "Quedo a tu disposición para cualquier duda.",
    "Un saludo.",
    "Un cordial saludo, el equipo de soporte.",
    "Aquí tienes la información que he encontrado.",
    "Aquí está la respuesta:",
    "Según las fuentes proporcionadas:",
    "En resumen:",
    "Para más información, consulta la web oficial.",
    "Avísame si quieres más detalles.",
    "Hello!",
    "Hi there,",
    "Good morning, Ms. Smith!",
    "Thanks for reaching out.",
    "Thank you for your question!",
    "Great question!",
    "Sure!",
    "Here is what I found:",
    "I hope this helps!",
    "Let me know if you have any other questions.",
    "Feel free to ask.",
    "If you need anything else, just ask.",
    "Is there anything else I can help with?",
    "Best regards,",
    "Have a nice day!",
    "Based on the sources:",
    "Please don't hesitate to contact us.",
    "For more information, please contact support.",
    "¿Qué plan tienes?",
    "Encantado de ayudarte.",
    "Estaré encantado de ayudarte con cualquier otra duda.",
    "Hope that helps.",
    "I'd be happy to help with anything else.",
    "Dear customer,",
    "Estimado cliente:",
]


@pytest.mark.parametrize("text", ABSTAINS)
def test_it_abstains(text: str) -> None:
    answer = read(text).answer
    assert isinstance(answer, Abstention)
    assert answer.missing in text


@pytest.mark.parametrize("text", STATES)
def test_it_states_something(text: str) -> None:
    answer = read(text).answer
    assert isinstance(answer, GroundedAnswer)
    assert [(claim.text, named(claim.support)) for claim in answer.claims] == [(text, [])]
    assert answer.gaps == ()


@pytest.mark.parametrize("text", SAYS_NOTHING)
def test_it_says_nothing(text: str) -> None:
    assert read(text).answer in (GroundedAnswer(), Abstention(reason="said-nothing"))


@pytest.mark.parametrize(
    ("text", "denial"),
    [
        ("The sources do not say.", Denial.OWN),
        ("No encuentro el precio.", Denial.OWN),
        ("No se menciona el precio.", Denial.IMPERSONAL),
        ("The price is not mentioned.", Denial.IMPERSONAL),
        ("No hay límite.", None),
        ("x" * 2_000 + " no encuentro el precio", None),
    ],
)
def test_who_denies(text: str, denial: Denial | None) -> None:
    assert find_denial(text) is denial


@pytest.mark.parametrize(
    "text", ["El contrato no especifica penalización [D1].", "The report does not mention layoffs [D1]."]
)
def test_what_is_denied_of_a_cited_source_is_a_claim(text: str) -> None:
    answer = read(text).answer
    assert isinstance(answer, GroundedAnswer)
    assert [named(claim.support) for claim in answer.claims] == [["D1"]]


def test_a_gap_that_cites_what_was_not_retrieved_is_a_claim() -> None:
    answer = read("The sources do not mention the price [D9].").answer
    assert isinstance(answer, GroundedAnswer)
    assert [named(claim.support) for claim in answer.claims] == [["?D9"]]


@pytest.mark.parametrize("fact", ["Hola, son 20 €.", "Gracias, escribe a a@b.test.", "Let me know: www.x.test"])
def test_no_courtesy_holds_a_fact(fact: str) -> None:
    assert not is_courtesy(fact)
