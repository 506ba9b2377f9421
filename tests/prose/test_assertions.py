"""Titles, questions and notes on sources: they are no claims, unless they state a figure or promise something."""

import pytest

from prose.samples import outline

FACT = "Es azul [D1]."
TOLD = ("Es azul.", ["D1"])


@pytest.mark.parametrize(
    "title",
    [
        "## Envío gratis",
        "# El plan cuesta 15 € al mes",
        "## Refunds are guaranteed",
        "## 50% off for students",
        "## Retention: 30 days",
        "**Precio: 20 € al mes**",
        "**Unlimited storage for everyone**",
        "## Support answers within 2 hours",
        "Baja sin penalización\n===",
    ],
)
def test_a_title_with_a_fact_is_a_claim(title: str) -> None:
    claims = outline(f"{title}\n\n{FACT}")
    assert claims[1:] == [TOLD]
    assert claims[0][1] == []


@pytest.mark.parametrize(
    "title",
    [
        "## Plan gratuito",
        "## Free trial",
        "## 3. Conservación de archivos",
        "## ¿Cuánto tiempo se guardan los archivos?",
        "## What happens after 30 days",
        "## Garantía y devoluciones",
        "## Política de 2024",
        "## Step 2: Retention",
        "## Top 10 questions",
        "**Conservación**",
        "Retention\n===",
    ],
)
def test_a_true_title_is_none(title: str) -> None:
    assert outline(f"{title}\n\n{FACT}") == [TOLD]


@pytest.mark.parametrize(
    "question",
    [
        "¿Sabías que cuesta 5 €?",
        "Did you know that the plan is free for schools?",
        "¿Quieres contratarlo por solo 9 € al mes?",
        "Would you like to upgrade for only $9 a month?",
        "El plan Básico cuesta 5 €, ¿verdad?",
        "It costs 5 €, doesn't it?",
    ],
)
def test_a_question_that_tells_is_a_claim(question: str) -> None:
    assert outline(f"{FACT} {question}") == [TOLD, (question, [])]


@pytest.mark.parametrize(
    "question",
    ["¿Te gustaría saber más?", "Which plan do you have?", "Are your files older than 30 days?", "¿Es gratis?"],
)
def test_a_question_that_asks_is_none(question: str) -> None:
    assert outline(f"{FACT} {question}") == [TOLD]


@pytest.mark.parametrize(
    "note",
    [
        "Fuentes: D1, que dice además que es gratis para estudiantes.",
        "Sources: D1 (it also says that backups are kept for 2 years)",
        "Fuente: el plan Pro no cuesta nada",
    ],
)
def test_a_note_on_sources_that_says_more_is_a_claim(note: str) -> None:
    assert outline(f"{FACT}\n\n{note}") == [TOLD, (note, [])]


def test_what_follows_the_sources_on_their_line_is_a_claim() -> None:
    text = f"{FACT}\n\nFuentes: [D1]. El plan Básico no admite mascotas."
    assert outline(text) == [TOLD, ("El plan Básico no admite mascotas.", [])]


@pytest.mark.parametrize(
    "note",
    [
        "Fuentes: D1, D2",
        "Fuente: política de conservación, apartado 2 [D1]",
        "Referencias:\n1. [D1] Política de archivos (2023)\n2. [D2] Planes",
        'Source: "Files are kept for 30 days" [D1]',
        "Sources: https://example.com/kept-for-30-days",
    ],
)
def test_a_list_of_sources_is_none(note: str) -> None:
    assert outline(f"{FACT}\n\n{note}") == [TOLD]


@pytest.mark.parametrize(
    "text",
    ["I can help you cancel without penalty.", "Puedo cancelarlo sin coste.", "Right, Madrid.", "Exacto, Cuenca."],
)
def test_a_courtesy_that_promises_or_answers_is_a_claim(text: str) -> None:
    assert outline(text) == [(text, [])]


@pytest.mark.parametrize("name", ["The support team", "Acme Support", "Ana Ruiz, Atención al Cliente"])
def test_a_signature_below_a_closing_is_none(name: str) -> None:
    assert outline(f"{FACT}\n\nBest regards,\n{name}") == [TOLD]


@pytest.mark.parametrize("answer", ["Yes.", "Sí.", "Correcto."])
def test_a_bare_answer_is_looked_at_in_what_follows(answer: str) -> None:
    assert outline(f"{answer} {FACT}") == [TOLD]
    assert outline(answer) == [(answer, [])]


def test_a_title_in_the_line_is_none() -> None:
    assert [support for _, support in outline("**Garantía.** Es azul [D1].")] == [["D1"]]


def test_a_raised_number_may_stand_for_an_id_below() -> None:
    assert outline("Es azul¹.\n\n¹ D2") == [("Es azul.", ["D2"])]


@pytest.mark.parametrize("pointer", ["(véase el anexo D2)", "(see annex D2)", "(ver anexo F2)"])
def test_an_annex_is_no_marker_where_no_fragment_has_its_name(pointer: str) -> None:
    assert outline(f"Es azul [plan] {pointer}.", ("plan", "price")) == [(f"Es azul {pointer}.", ["plan"])]
