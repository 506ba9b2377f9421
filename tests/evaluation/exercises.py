"""The two exercises that have known results: the machine P7, and the museum."""

from typing import Any, Final

from fundamento.evaluation.cases import Case

P7_QUESTION: Final = "¿Qué límite de uso continuo tiene la P7, y qué se midió en el piloto?"
P7_FRAGMENTS: Final = [
    {"id": "D1", "text": "Manual vigente de la P7, versión 3. El límite de temperatura en uso continuo es de 80 °C."},
    {"id": "D2", "text": "Manual obsoleto de la P7, versión 2. El límite de temperatura en uso continuo es de 100 °C."},
    {
        "id": "D3",
        "text": "Informe del piloto de la P7. El piloto tuvo 30 días de observación. "
        "En el piloto se registró un 15 % menos de paradas.",
    },
    {"id": "D4", "text": "Catálogo. La P7 dispone del modo Eco."},
]
P7_FACTS: Final = [
    {"id": "limit", "text": "El límite de temperatura en uso continuo es de 80 °C.", "fragments": ["D1"]},
    {"id": "days", "text": "El piloto tuvo 30 días de observación.", "fragments": ["D3"]},
    {"id": "stops", "text": "En el piloto se registró un 15 % menos de paradas.", "fragments": ["D3"]},
]
_LIMIT: Final = "El límite de temperatura en uso continuo de la P7 es de 80 °C [D1]."
P7_ANSWERS: Final = {
    "A": f"{_LIMIT} La P7 consume un 15 % menos de energía anual [D3]. Está validada en mil máquinas [D4].",
    "B": _LIMIT,
    "C": f"{_LIMIT} El piloto tuvo 30 días de observación [D3]. Se registró un 15 % menos de paradas en el piloto [D3]."
    " El archivo no contiene una estimación energética anual.",
    "empty": "",
}
P7_LABELS: Final[dict[str, list[dict[str, Any]]]] = {
    "A": [{"supported": True, "facts": ["limit"]}, {"supported": False}, {"supported": False}],
    "B": [{"supported": True, "facts": ["limit"]}],
    "C": [{"supported": True, "facts": [fact]} for fact in ("limit", "days", "stops")],
    "empty": [],
}
MUSEUM_TEXT: Final = (
    "El museo, diseñado por Frank Gehry [2], se inauguró en 1997 [1] y recibió un millón de visitantes."
)


def p7(answer: str, *, labels: bool) -> Case:
    """Return the case of one answer about the machine."""
    return Case.model_validate(
        {
            "id": answer,
            "question": P7_QUESTION,
            "fragments": P7_FRAGMENTS,
            "ranking": ["D2", "D4", "D1", "D3"],
            "required": P7_FACTS,
            "answer": {"text": P7_ANSWERS[answer]},
            "labels": P7_LABELS[answer] if labels else None,
        }
    )


def museum(*, labels: bool) -> Case:
    """Return the case of the museum."""
    return Case.model_validate(
        {
            "id": "museum",
            "question": "¿Quién diseñó el museo y cuándo se inauguró?",
            "fragments": [
                {"id": "1", "text": "El museo se inauguró en octubre de 1997."},
                {"id": "2", "text": "El museo fue diseñado por Frank Gehry."},
            ],
            "required": [
                {"id": "opened", "text": "El museo se inauguró en 1997.", "fragments": ["1"]},
                {"id": "designer", "text": "El museo fue diseñado por Frank Gehry.", "fragments": ["2"]},
            ],
            "answer": {"text": MUSEUM_TEXT},
            "labels": [
                {"supported": True, "facts": ["designer"]},
                {"supported": True, "facts": ["opened"]},
                {"supported": False},
            ]
            if labels
            else None,
        }
    )
