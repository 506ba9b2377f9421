"""The table of P7 by checks alone, in another wording and in English: neither was looked at when the rule was made."""

from typing import Any

import pytest

from fundamento.evaluation import metrics
from fundamento.evaluation.cases import Case
from fundamento.evaluation.verdicts import CheckVerdicts, read_answer

SPANISH: dict[str, Any] = {
    "question": "¿Qué límite tiene la P7 y qué se midió?",
    "fragments": [
        {"id": "D1", "text": "Manual de la máquina P7, versión 3 (vigente). El límite de temperatura es de 80 °C."},
        {"id": "D2", "text": "Manual de la máquina P7, versión 2 (obsoleto). El límite de temperatura es de 100 °C."},
        {
            "id": "D3",
            "text": "Informe del piloto de la máquina P7: 30 días de observación y un 15 % menos de tiempo de parada.",
        },
        {"id": "D4", "text": "Catálogo de la máquina P7. Incluye el modo Eco."},
    ],
    "required": [
        {"id": "limit", "text": "El límite de temperatura de la P7 es de 80 °C.", "fragments": ["D1"]},
        {"id": "days", "text": "El piloto duró 30 días.", "fragments": ["D3"]},
        {"id": "stops", "text": "El tiempo de parada se redujo un 15 %.", "fragments": ["D3"]},
    ],
}
ENGLISH: dict[str, Any] = {
    "question": "How cold does the X2 store, and what did the trial show?",
    "fragments": [
        {"id": "D1", "text": "Current manual of the X2 freezer, version 3. The lowest storage temperature is -20 °C."},
        {"id": "D3", "text": "Trial report of the X2. The trial lasted 45 days. Energy use fell by 12 %."},
        {"id": "D4", "text": "Catalogue. The X2 has a night mode."},
    ],
    "required": [
        {"id": "limit", "text": "The lowest storage temperature is -20 °C.", "fragments": ["D1"]},
        {"id": "days", "text": "The trial lasted 45 days.", "fragments": ["D3"]},
        {"id": "energy", "text": "Energy use fell by 12 %.", "fragments": ["D3"]},
    ],
}
ES_LIMIT = "El límite de temperatura de la P7 es de 80 °C [D1]."
EN_LIMIT = "The lowest storage temperature of the X2 is -20 °C [D1]."


@pytest.mark.parametrize(
    ("given", "text", "expected"),
    [
        (
            SPANISH,
            f"{ES_LIMIT} El modo Eco reduce un 15 % la energía anual [D3]. Se validó en mil máquinas [D4].",
            (1.0, 1 / 3, 1 / 3),
        ),
        (SPANISH, ES_LIMIT, (1.0, 1.0, 1 / 3)),
        (
            SPANISH,
            (
                f"{ES_LIMIT} El piloto observó la máquina 30 días [D3] y hubo un 15 % menos de tiempo de parada [D3]."
                " El archivo no contiene una estimación energética anual."
            ),
            (1.0, 1.0, 1.0),
        ),
        (
            ENGLISH,
            f"{EN_LIMIT} Annual repair costs fell by 12 % [D3]. It was approved in two thousand hospitals [D4].",
            (1.0, 1 / 3, 1 / 3),
        ),
        (ENGLISH, EN_LIMIT, (1.0, 1.0, 1 / 3)),
        (
            ENGLISH,
            (
                f"{EN_LIMIT} The trial lasted 45 days [D3]. In the trial energy use fell by 12 % [D3]."
                " The archive contains no estimate of repair costs."
            ),
            (1.0, 1.0, 1.0),
        ),
    ],
)
def test_checks_alone_reach_the_table(given: dict[str, Any], text: str, expected: tuple[float, float, float]) -> None:
    case = Case.model_validate({"id": "x", **given, "answer": {"text": text}})
    answer = read_answer(case)
    checks = CheckVerdicts(case, answer)

    figures = (
        metrics.citation_presence(answer),
        metrics.support(answer, checks),
        metrics.coverage(case, answer, checks),
    )

    assert tuple(figure.value for figure in figures) == expected
