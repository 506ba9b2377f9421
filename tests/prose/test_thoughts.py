"""What a model thought aloud is no part of what it answered."""

import pytest

from fundamento import Fragment, Grounder
from fundamento.answers import Abstention
from fundamento.findings import Action, Outcome
from fundamento.prose.thoughts import drop_thoughts
from prose.samples import read


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Abre a las 9.", "Abre a las 9."),
        ("<think>¿8?</think>Abre a las 9.", "Abre a las 9."),
        ("<THINKING>8?</THINKING> Opens at 9.", " Opens at 9."),
        ("Uno. <reasoning>dos</reasoning>Tres.", "Uno. Tres."),
        ("tal vez a las 8</think>Abre a las 9.", "Abre a las 9."),
        ("<think>a <think>b</think> c</think>d", "d"),
        ("<think>Abre a las 8.", ""),
        ("Abre a las 9. <thought>o no", "Abre a las 9. "),
        (
            "<|channel|>analysis<|message|>8?<|end|><|channel|>final<|message|>At 9.<|return|>",
            "At 9.",
        ),
        ("<|channel|>analysis<|message|>At 8.", ""),
        ("a < b y b > c", "a < b y b > c"),
    ],
)
def test_thoughts_are_left_out(text: str, left: str) -> None:
    assert drop_thoughts(text) == left


def test_a_thousand_tags_take_no_longer_each() -> None:
    assert drop_thoughts("<think>" * 50_000) == ""
    assert drop_thoughts("</think>" * 50_000 + "x") == "x"


@pytest.mark.parametrize("text", ["", " \n", "¡Hola! ¿En qué puedo ayudarte?", "Thanks!", "<think>hm</think>"])
def test_who_says_nothing_abstains(text: str) -> None:
    result = Grounder(policy="strict", sinks=(), lang="en").check(text, (Fragment("a", "Opens at 9."),), format="prose")
    assert (read(text).answer, result.outcome, result.action, result.text()) == (
        Abstention(reason="said-nothing"),
        Outcome.ABSTAINED,
        Action.ALLOWED,
        "I can't find the answer in these sources.",
    )
