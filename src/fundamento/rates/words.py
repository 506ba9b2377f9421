"""The words of a page of rates, in Spanish and English."""

from collections.abc import Mapping
from typing import Final

from fundamento.text.language import Lang

WORDS: Final[Mapping[Lang, Mapping[str, str]]] = {
    "en": {
        "title": "Rejection rates",
        "lead": "What would be rejected, whatever the modes were. Intervals are of 95 %; errors are in no rate.",
        "period": "From {first} to {last} (UTC)",
        "no_period": "No answer has a time.",
        "no_answers": "There is no answer to count.",
        "answers": "Answers rejected",
        "claims": "Claims that fail",
        "candidate": "The candidate would stop",
        "errors": "Errors",
        "of": "{count} of {of}",
        "trend_hour": "Answers rejected, by hour",
        "trend_day": "Answers rejected, by day",
        "change": "Last {hours} h: {now}; {hours} h before: {before}; change {change} ({low} to {high})",
        "rows": "By {by}",
        "more_rows": "{number} more rows are in --json and --csv.",
        "fragments": "Fragments behind most findings",
        "documents": "Documents behind most findings",
        "name": "Name",
        "findings": "Findings",
        "in_answers": "Answers",
        "faults": "What could not run",
        "part": "Part",
        "error": "Error",
        "check": "Check",
        "number": "Number",
        "intake": "Lines",
        "trend": "Trend",
        "lines": "lines",
        "policy": "of policy files",
        "other_schema": "of another schema",
        "foreign": "of other software",
        "incomplete": "of ours, incomplete",
        "broken": "broken",
        "too_long": "too long",
        "repeated": "answers sent more than once",
        "orphans": "findings or faults without their answer",
        "undated": "answers without a time",
        "unsaid": "answers whose line does not say what was checked",
        "damaged": "sources that broke off",
    },
    "es": {
        "title": "Tasas de rechazo",
        "lead": "Lo que se rechazaría, fueran cuales fueran los modos. Intervalos del 95 %; los errores no entran en "
        "ninguna tasa.",
        "period": "Del {first} al {last} (UTC)",
        "no_period": "Ninguna respuesta tiene hora.",
        "no_answers": "No hay ninguna respuesta que contar.",
        "answers": "Respuestas rechazadas",
        "claims": "Afirmaciones que fallan",
        "candidate": "Las que pararía el candidato",
        "errors": "Errores",
        "of": "{count} de {of}",
        "trend_hour": "Respuestas rechazadas, por hora",
        "trend_day": "Respuestas rechazadas, por día",
        "change": "Últimas {hours} h: {now}; {hours} h anteriores: {before}; cambio {change} (de {low} a {high})",
        "rows": "Por {by}",
        "more_rows": "Hay {number} filas más en --json y --csv.",
        "fragments": "Fragmentos con más hallazgos",
        "documents": "Documentos con más hallazgos",
        "name": "Nombre",
        "findings": "Hallazgos",
        "in_answers": "Respuestas",
        "faults": "Lo que no se pudo ejecutar",
        "part": "Parte",
        "error": "Error",
        "check": "Comprobación",
        "number": "Número",
        "intake": "Líneas",
        "trend": "Tendencia",
        "lines": "líneas",
        "policy": "de ficheros de política",
        "other_schema": "de otro esquema",
        "foreign": "de otros programas",
        "incomplete": "nuestras, incompletas",
        "broken": "rotas",
        "too_long": "demasiado largas",
        "repeated": "respuestas enviadas más de una vez",
        "orphans": "hallazgos o fallos sin su respuesta",
        "undated": "respuestas sin hora",
        "unsaid": "respuestas cuya línea no dice qué se comprobó",
        "damaged": "fuentes cortadas",
    },
}


def percent(ratio: float | None, lang: Lang, *, signed: bool = False) -> str:
    """Return a ratio as people of a language write it: 9.81 %, or 9,81 %; an em dash where there is none.

    A signed one is a change, in percentage points.
    """
    if ratio is None:
        return "—"
    text = f"{100 * ratio:{'+' if signed else ''}.{1 if abs(ratio) >= 0.1 else 2}f} {'pp' if signed else '%'}"
    return text.replace(".", ",") if lang == "es" else text


def count(number: int, lang: Lang) -> str:
    """Return a number with its thousands apart: 24,162, or 24.162."""
    return f"{number:,}".replace(",", ".") if lang == "es" else f"{number:,}"
