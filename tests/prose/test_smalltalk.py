"""What answers nothing: small talk, offers of help, questions back. In doubt, a message asserts something."""

import pytest

from fundamento.prose.smalltalk import asserts_nothing

IDLE = [
    "¡Hola! ¿En qué puedo ayudarte?",
    "Hello! How can I help you today?",
    "¿Te refieres al plan Pro o al Básico?",
    "Which plan do you mean?",
    "Gracias por tu mensaje. Quedo a tu disposición.",
    "De nada, ¡que tengas un buen día!",
    "You're welcome! Let me know if there is anything else.",
    "Para ayudarte mejor, ¿qué plan tienes?",
    "Perdona, ¿puedes darme más detalles?",
    "To help you better, which plan do you have?",
    "Hi Ana, could you share your plan?",
    "Puedo ayudarte con planes, precios y archivos. ¿Qué necesitas?",
    "Si tienes más preguntas, estaré encantado de ayudarte.",
    "Thanks! 😊",
    "I'm an assistant for Acme's customers. I can answer questions about plans and files.",
    "Soy el asistente de Acme. Puedo responder preguntas sobre planes y archivos.",
    "Hi! I'm Acme's virtual assistant. How can I help?",
    "Soy tu asistente virtual. ¿En qué puedo ayudarte?",
    "Sure! Let me check.",
    "¡Claro! Déjame comprobarlo.",
    "Por supuesto, voy a revisarlo.",
    "Is that all?",
    "¿Necesitas algo más o eso es todo?",
]
TELLING = [
    "",
    "😊",
    "El plan Pro es gratis.",
    "El plan Pro es gratis, ¿no?",
    "The Pro plan is free, right?",
    "¿Sabías que el plan Pro es gratis?",
    "Did you know that Pro is free?",
    "¿Cuesta 5 €?",
    "Encantado de ayudarte, el plan Pro es gratis.",
    "Puedo ayudarte y el plan Pro es gratis.",
    "Puedo ayudarte: gratis para estudiantes.",
    "I'm happy to say that the Pro plan is free.",
    "Thanks for choosing the free plan.",
    "Saludos, Pro es gratis",
    "Sí.",
    "No.",
    "Claro que sí.",
    "Of course! Anything else?",
    "Por supuesto. ¿Algo más?",
    "Hola. **Precio: gratis**",
    "# Gratis",
    "- Planes\n- Precios",
    "```\ngratis\n```",
    "No encuentro ese dato.",
    "Is the free plan, with unlimited projects, what you want?",
    "Would you like to use the unlimited free plan?",
    "¿Quieres usar el plan gratis ilimitado?",
    "¿Quieres el plan con todas las integraciones?",
    "Do you want the plan that never expires?",
    "I'm an assistant for Acme's customers with SSO.",
    "Soy el asistente del plan gratis.",
    "I'm sure Pro is the assistant.",
    "Sure! Let me explain.",
    "Sí. Déjame comprobarlo.",
    "Sure, it does. Let me check.",
    "Claro, ¿qué plan tienes?",
    "¡Hola! " * 100,
]


@pytest.mark.parametrize("text", IDLE)
def test_this_answers_nothing(text: str) -> None:
    assert asserts_nothing(text)


@pytest.mark.parametrize("text", TELLING)
def test_this_may_be_an_answer(text: str) -> None:
    assert not asserts_nothing(text)
