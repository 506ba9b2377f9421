"""Prose to claims, gaps and abstentions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fundamento import Action, Fragment, Grounder
from fundamento.answers import Abstention, GroundedAnswer
from fundamento.prose.reading import read_prose
from fundamento.result import WITHHELD_SENTENCES
from prose.samples import aliases, named, outline, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("", None)]),
        ("[1]", []),
        ("...", []),
        ("Dura 3 h [1]. Es azul.", [("Dura 3 h.", ["D1"]), ("Es azul.", [])]),
        ("[1] Dura 3 h. [2] Es azul.", [("Dura 3 h.", ["D1"]), ("Es azul.", ["D2"])]),
        ("[1] Dura 3 h. Es azul [2].", [("Dura 3 h.", ["D1"]), ("Es azul.", ["D2"])]),
        ("Dura 3 h.\n\n[1]", [("Dura 3 h.", ["D1"])]),
        ("Según el manual [1], dura 3 h.", [("Según el manual, dura 3 h.", ["D1"])]),
        ("Dura 3 h [1] y 2 min [2].", [("Dura 3 h y 2 min.", ["D1", "D2"])]),
        ("Dura 3 h [1] y es azul [2].", [("Dura 3 h", ["D1"]), ("y es azul.", ["D2"])]),
        ("Dura 3 h [1] y es azul [1].", [("Dura 3 h y es azul.", ["D1"])]),
        ("It lasts 3 h [1], but it is blue.", [("It lasts 3 h", ["D1"]), ("but it is blue.", [])]),
        ("Dura 3 h [1]\nEs azul [2]", [("Dura 3 h", ["D1"]), ("Es azul", ["D2"])]),
        ("Dura tres\nhoras [1].", [("Dura tres\nhoras.", ["D1"])]),
        ("> Dura 3 h [1].", [("Dura 3 h.", ["D1"])]),
        ("```\nDura 3 h [1].\n```", [("Dura 3 h.", ["D1"])]),
        ("```markdown\nDura 3 h [1].\n```\n", [("Dura 3 h.", ["D1"])]),
        ("Dura 3 h [1].\n\n```\nx = a[1]\n```", [("Dura 3 h.", ["D1"])]),
        ("Dura 3 h [1].\n\n```\nEs azul.", [("Dura 3 h.", ["D1"]), ("```\nEs azul.", [])]),
        ("Dura 3 h [1].\n---\nEs azul [2].", [("Dura 3 h.", ["D1"]), ("Es azul.", ["D2"])]),
        ("Precio\n---\nCuesta 3 € [2].", [("Cuesta 3 €.", ["D2"])]),
        ("## Precio [1]\n\nCuesta 3 €.\n\n## Color\n\nEs azul.", [("Cuesta 3 €.", ["D1"]), ("Es azul.", [])]),
        ("Incluye [1]:\n- sal\n- ajo [2]\n\nEs azul.", [("sal", ["D1"]), ("ajo", ["D2"]), ("Es azul.", [])]),
        ("Incluye esto [1]: sal.", [("Incluye esto: sal.", ["D1"])]),
        ("Cuesta esto:", [("Cuesta esto:", [])]),
        ("| A | B |\n|---|---|\n| 1 | 2 [1] |\n| 3 | 4 |", [("1 | 2", ["D1"]), ("3 | 4", [])]),
        ("¿Es azul? Sí, lo es [1].", [("Sí, lo es.", ["D1"])]),
        ("¿Sabías que es azul? [1]", [("¿Sabías que es azul?", ["D1"])]),
        ("Dura 3 h. Fuente: [1].", [("Dura 3 h.", ["D1"])]),
        ("Es azul. Dura 3 h. Fuente: [1].", [("Es azul.", ["D1"]), ("Dura 3 h.", ["D1"])]),
        ("Es azul [2]. Dura 3 h. Fuente: [1].", [("Es azul.", ["D2"]), ("Dura 3 h.", [])]),
        ("Es azul [a] o [b].\n\n[a]: D3", [("Es azul o [b].", ["D3"])]),
        ("Es azul [^a].\n\n[^a]: D3", [("Es azul.", ["D3"])]),
        ("Véase p. ej. El Quijote [1].", [("Véase p. ej. El Quijote.", ["D1"])]),
        ("No encuentro el precio.", [("No encuentro el precio.", None)]),
        ("Es azul [1]. No encuentro el precio.", [("Es azul.", ["D1"]), ("No encuentro el precio.", None)]),
        ("Es azul [1], pero no sé el precio.", [("Es azul", ["D1"]), ("pero no sé el precio.", None)]),
        ("No encuentro el precio; es azul [1].", [("es azul.", ["D1"]), ("No encuentro el precio", None)]),
        (
            "Aunque las fuentes no dicen el precio, es azul, o casi [1].",
            [("es azul, o casi.", ["D1"]), ("Aunque las fuentes no dicen el precio", None)],
        ),
        ("No lo encuentro, pero costaba 9 €.", [("No lo encuentro, pero costaba 9 €.", None)]),
        ("Es azul, aunque no se indica el tono [1].", [("Es azul, aunque no se indica el tono.", ["D1"])]),
        ("No encuentro el precio. Consulte a su gestor.", [("No encuentro el precio.", None)]),
        ("Consulte a su gestor.", [("Consulte a su gestor.", [])]),
        ("Es azul [1].\n\nSaludos,\nEquipo Acme", [("Es azul.", ["D1"])]),
        ("Saludos,\nAna\n\nEs azul", [("Es azul", [])]),
        ("<think>Es rojo [2].</think>Es azul [1].", [("Es azul.", ["D1"])]),
        ("**Pala 300**\n\n- Es azul [1]", [("Es azul", ["D1"])]),
        ("**Pala 300**", [("**Pala 300**", [])]),
        ("**30 days**\n\n- Es azul [1]", [("**30 days**", []), ("Es azul", ["D1"])]),
        ("Según la documentación, no admite agua [1].", [("Según la documentación, no admite agua.", ["D1"])]),
        (
            "According to the documents, it cannot float [1].",
            [("According to the documents, it cannot float.", ["D1"])],
        ),
    ],
)
def test_prose_is_read(text: str, expected: list[tuple[str, list[str] | None]]) -> None:
    assert outline(text) == expected


def test_the_raw_text_is_kept() -> None:
    assert read("Hola. [1]").raw == "Hola. [1]"


def test_several_denials_are_one_abstention() -> None:
    answer = read("No encuentro el precio. Tampoco se menciona el color. No se indica nada más.").answer
    assert isinstance(answer, Abstention)
    assert answer.missing.startswith("No encuentro el precio.")


PIECES = st.sampled_from(
    [
        *("[1]", "[D2]", "[9]", "【1†x】", "¹", "(D1)", "[1-999999]", "[^1]", "([2])", "`[1]`"),
        *(
            "El plan cuesta 20 €",
            "it lasts 3 days",
            "No encuentro el precio",
            "pero",
            "Hola",
            "¿qué?",
            "Fuentes:",
            "sal",
        ),
        *(
            " ",
            " ",
            ". ",
            ", ",
            "\n",
            "\n\n",
            "\n- ",
            "|",
            "\n## ",
            "```\n",
            ":",
            ";",
            "…",
            "**",
            "[",
            "]",
            "\r",
            "\u2028",
        ),
    ]
)
TEXTS = st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=200))


@given(TEXTS)
def test_no_text_makes_it_raise_and_what_it_says_was_written(text: str) -> None:
    answer = read(text).answer
    assert isinstance(answer, Abstention | GroundedAnswer)
    said = (
        [answer.missing]
        if isinstance(answer, Abstention)
        else [*(claim.text for claim in answer.claims), *(gap.text for gap in answer.gaps)]
    )
    for each in said:
        left = iter(text)
        assert all(character in left for character in each if not character.isspace())
        assert each == each.strip()


SENTENCES = [
    "El plan cuesta 20 €",
    "The pass lasts three days",
    "Según el art. 3.1, la Sra. Gil paga 1.250,50 €",
    "«Nada», dice el manual",
    "It weighs 2.5 kg, i.e. little",
]
FORMS = ["{} [{}].", "{}.[{}]", "{}. [{}]", "{} [{}] .", "{}【{}】.", "{} ({})."]


@given(
    st.lists(
        st.tuples(st.sampled_from(SENTENCES), st.sampled_from(FORMS), st.sampled_from(["D1", "D2", "D9"])), min_size=1
    )
)
def test_every_sentence_is_a_claim_with_its_marker(parts: list[tuple[str, str, str]]) -> None:
    text = " ".join(form.format(sentence, label) for sentence, form, label in parts)
    claims = [(claim.rstrip(" ."), support) for claim, support in outline(text)]
    assert claims == [(sentence, ["?D9" if label == "D9" else label]) for sentence, _, label in parts]


SIZE = 300_000


@pytest.mark.parametrize(
    "unit",
    [
        "[1]",
        ".",
        "[",
        "(",
        "`",
        " ",
        "¹",
        "【",
        "[1] y ",
        "El plan dura 3 h [1] y es azul [2]. ",
        "aunque no, ",
        "|a|\n",
        "- [1]\n",
    ],
)
def test_a_hostile_text_is_read(unit: str) -> None:
    draft = read_prose(unit * (SIZE // len(unit)), aliases())
    assert draft.answer is not None


def test_a_million_markers_are_one_support() -> None:
    answer = read("Es azul " + "[1]" * 100_000 + ".").answer
    assert isinstance(answer, GroundedAnswer)
    assert [(claim.text, named(claim.support)) for claim in answer.claims] == [("Es azul.", ["D1"])]


@pytest.mark.parametrize("head", ["```\n", "[", "-", "[1]", "Es azul", "|", "#", "Fuentes:\n"])
def test_a_long_run_of_white_space_is_read(head: str) -> None:
    assert read(f"{head}{' ' * 200_000}x").answer is not None


SHOWN = "# Planes\n\n¡Hola!  El plan Pro permite 10 proyectos [1].\n\nNo consta el precio. ¿Algo más?"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("¡Hola! El plan Pro permite hasta 10 proyectos activos [plans].", None),
        (
            "1. El plan Pro permite hasta 10 proyectos activos [1].\n2. No consta el precio.",
            "rendered, and what is missing",
        ),
        ("# Planes\n\nEl plan Pro permite hasta 10 proyectos activos [1].", "rendered"),
        ("El plan Pro permite hasta 10 proyectos activos [1].\n\nFuentes: catálogo de planes", "rendered"),
        ("El plan Pro permite hasta 10 proyectos activos [1]. ¿Qué plan tienes?", "rendered"),
    ],
)
def test_under_enforce_nothing_is_shown_that_no_check_looked_at(text: str, shown: str | None) -> None:
    fragments = [Fragment("plans", "El plan Pro permite hasta 10 proyectos activos.")]
    result = Grounder(policy="strict", sinks=()).check(text, fragments, format="prose")
    rendered = "El plan Pro permite hasta 10 proyectos activos [1]."
    if shown == "rendered, and what is missing":
        rendered = f"{rendered} No encuentro en estas fuentes: el precio."
    assert (result.action, result.text()) == (Action.ALLOWED, text if shown is None else rendered)


@pytest.mark.parametrize("action", [Action.ALLOWED, Action.PRUNED, Action.WITHHELD])
def test_prose_is_shown_as_it_came_unless_something_is_held_back(action: Action) -> None:
    policy = {
        Action.ALLOWED: "observe",
        Action.PRUNED: {"name": "x", "extends": "standard", "on_reject": "prune"},
        Action.WITHHELD: "standard",
    }[action]
    text = f"{SHOWN} Es azul." if action is not Action.ALLOWED else f"{SHOWN} Es azul [9]."
    fragments = [Fragment("plans", "El plan Pro permite hasta 10 proyectos activos.")]
    result = Grounder(policy=policy, sinks=()).check(text, fragments, format="prose")  # type: ignore[arg-type]  # a bundle
    rendered = (
        "El plan Pro permite 10 proyectos [1]. No encuentro en estas fuentes: el precio. "
        "Se ha retirado una afirmación que no se pudo verificar."
    )
    told = {Action.ALLOWED: text, Action.PRUNED: rendered, Action.WITHHELD: WITHHELD_SENTENCES["es"]}
    assert (result.action, result.text()) == (action, told[action])
