"""What the demo asks, and what its misbehaving model says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from fundamento.models import ModelRequest
from fundamento.testing import answer_json, claim

Written: TypeAlias = Callable[[ModelRequest], Mapping[str, Any]]

QUESTIONS: Final = (
    "¿Cuál es el límite térmico continuo de la P7?",
    "¿Cuánto dura la garantía de la P7 y qué tarjetas de pago se aceptan?",
    "¿Cuánto cuesta la P7?",
)

_NEVER_RETRIEVED: Final = "F42"


@dataclass(frozen=True, slots=True)
class Misbehaviour:
    """A question, and the outputs that a model with a script gives: the first one, then one for a repair."""

    question: str
    outputs: tuple[Written, ...]


def _invented(text: str, quote: str) -> Written:
    """Write a claim that cites a fragment which the request did not retrieve."""
    return lambda _request: answer_json(claim(text, (_NEVER_RETRIEVED, quote)))


def _grounded(text: str, quote: str) -> Written:
    """Write a claim that cites the fragment in which its quote stands."""

    def write(request: ModelRequest) -> Mapping[str, Any]:
        holders = [alias for alias, fragment in request.fragments.items() if quote in fragment.text]
        return answer_json(claim(text, *((alias, quote) for alias in holders[:1])))

    return write


MISBEHAVIOURS: Final = (
    Misbehaviour(
        "¿Cada cuánto se cambia el filtro de aire de la P7?",
        (
            _invented("El filtro de aire de la P7 se cambia cada 2.000 horas.", "se cambia cada 2.000 horas"),
            _grounded("El filtro de aire de la P7 se cambia cada 500 horas.", "se cambia cada 500 horas de trabajo"),
        ),
    ),
    Misbehaviour(
        "¿Cuánta electricidad ahorra el modo Eco?",
        (
            _invented("El modo Eco ahorra un 30 % de electricidad.", "ahorra un 30 % de electricidad"),
            _invented("El modo Eco ahorra cerca de un tercio de la electricidad.", "un tercio de la electricidad"),
        ),
    ),
)
