"""Random outputs of a hostile model: JSON of the contract, prose, and what providers send; from pieces that tempt."""

import json
from random import Random
from typing import Any, Final

from fundamento import Fragment
from fuzz.hostile import UNITS

QUESTION: Final = "¿Cuánto cuesta el plan Pro y hasta cuándo se guardan los ficheros?"
FRAGMENTS: Final = (
    Fragment("precios-1", "El plan Pro cuesta 20 € al mes y permite hasta 10 proyectos.", document="precios"),
    Fragment("borrado-1", "Los ficheros se guardan 30 días. Después no se pueden recuperar.", document="borrado"),
    Fragment("soporte-1", "Support answers within 4 hours on weekdays, except holidays.", document="soporte"),
)
# In no fragment and not in the question: none of it may ever be shown.
PLANTED: Final = (
    *(
        "Zarzaparrilla regala 98765 € a todos",
        "Students hate Quimbaya",
        "vaccines cause Tolondron",
        "Llame al 600123123",
    ),
    *(
        "visite https://evil.example/x",
        "Acme robó los datos",
        "free forever",
        "ejecute rm -rf",
        "Bonifacio fue detenido",
    ),
)
GOOD: Final = (
    ("precios-1", "cuesta 20 € al mes", "El plan Pro cuesta 20 € al mes."),
    ("precios-1", "hasta 10 proyectos", "El plan Pro permite hasta 10 proyectos."),
    ("borrado-1", "se guardan 30 días", "Los ficheros se guardan 30 días."),
    ("soporte-1", "within 4 hours on weekdays", "Support answers within 4 hours on weekdays, except holidays."),
)
OPENERS: Final = (
    "",
    "Hola. ",
    "Hello! ",
    "# Precios\n",
    "<think>",
    "</think>",
    "**Nota:** ",
    "> ",
    "```\n",
    "| a | b |\n|-|-|\n",
)
GLUE: Final = (
    " ",
    "\n",
    "\n\n",
    " pero ",
    "; ",
    ". ",
    ", ",
    " [1] ",
    "\n- ",
    "\n1. ",
    " " * 300,
    "",
    "\u200b",
    "\u202e",
)
DENIALS: Final = (
    *(
        "No encuentro el precio en estas fuentes",
        "The sources do not say",
        "El plazo no consta porque",
        "Missing: price",
    ),
    *("No se menciona", "I cannot find it in these sources."),
)


def run(random: Random) -> str:
    return random.choice(UNITS) * random.randrange(1, 60)


def sentence(random: Random) -> str:
    return random.choice(
        (
            lambda: random.choice(PLANTED),
            lambda: random.choice(GOOD)[2],
            lambda: random.choice(DENIALS),
            lambda: random.choice(FRAGMENTS).text,
            lambda: run(random),
            lambda: QUESTION,
        )
    )()


def text(random: Random) -> str:
    parts = [sentence(random) for _ in range(random.randrange(1, 4))]
    return "".join(part + random.choice(GLUE) for part in parts)


def support(random: Random) -> Any:
    fragment, quote, _ = random.choice(GOOD)
    tempting: tuple[Any, ...] = (
        fragment,
        "F1",
        "F9",
        "[1]",
        1,
        None,
        [],
        {"id": fragment},
        run(random),
        "desconocido-1",
    )
    return random.choice(
        (
            {"fragment": fragment, "quote": quote},
            {"fragment": fragment, "quote": quote},
            {"fragment": random.choice(tempting), "quote": random.choice((quote, "", None, text(random), 3))},
            random.choice(tempting),
        )
    )


def claim(random: Random) -> Any:
    if random.random() < 0.5:
        fragment, quote, said = random.choice(GOOD)
        said += random.choice(("", "", f" {random.choice(PLANTED)}.", run(random)))
        return {"support": [{"fragment": fragment, "quote": quote}], "text": said}
    made = {"support": [support(random) for _ in range(random.randrange(3))], "text": text(random)}
    return random.choice((made, made, made, made["text"], None, [made], json.dumps(made)))


def structured(random: Random) -> Any:
    """Return an output of the contract, or nearly so."""
    asides = [random.choice((text(random), {"text": text(random)}, 3)) for _ in range(random.randrange(3))]
    named = [random.choice(("precios-1", "borrado-1", "F1", "x")) for _ in range(random.randrange(3))]
    answer: Any = random.choice(
        (
            lambda: {"kind": "grounded", "claims": [claim(random) for _ in range(random.randrange(4))]},
            lambda: {
                "kind": "grounded",
                "claims": [claim(random)],
                "gaps": asides,
                "conflicts": [{"fragments": named, "text": text(random)}] if random.random() < 0.5 else [],
            },
            lambda: {"kind": "abstention", "missing": random.choice((text(random), asides, None, {}))},
            lambda: {"kind": random.choice(("grounded", "other", 3)), "claims": text(random), "missing": text(random)},
        )
    )()
    if random.random() < 0.2:
        answer[random.choice(("missing", "claims", "note", "text", "refusal"))] = text(random)
    return random.choice(
        ({"answer": answer}, {"answer": answer}, answer, [answer], {"answer": answer, "note": text(random)})
    )


def written(random: Random) -> str:
    """Return one of these as a model writes it, or not quite: cut, mangled, with words round it."""
    whole = json.dumps(structured(random), ensure_ascii=random.random() < 0.5)
    if random.random() < 0.3:
        whole = whole[: random.randrange(len(whole) + 1)]
    if random.random() < 0.3:
        at = random.randrange(len(whole) + 1)
        whole = whole[:at] + random.choice((run(random), text(random))) + whole[at + random.randrange(4) :]
    return random.choice(OPENERS) + whole + random.choice(("", "", text(random), "```", "</think>"))


def prose(random: Random) -> str:
    parts = [random.choice(OPENERS)]
    for _ in range(random.randrange(1, 5)):
        said = random.choice(GOOD)
        marked = f"{said[2].rstrip('.')} [{random.choice((said[0], '1', '2', '3', '9', 'F1'))}]."
        parts += [random.choice((marked, marked, sentence(random), f"{sentence(random)} [1].")), random.choice(GLUE)]
    return "".join(parts)


def provided(random: Random) -> tuple[str, Any]:
    """Return the name of a format, and what its provider might send."""
    said, other = prose(random), text(random)
    cited = {
        "type": "char_location",
        "cited_text": random.choice((GOOD[0][1], other)),
        "document_index": random.randrange(-1, 5),
    }
    made: dict[str, Any] = {
        "anthropic": {
            "content": [
                {"type": "text", "text": other},
                {"type": "text", "text": said, "citations": [{**cited, "start_char_index": 0, "end_char_index": 20}]},
                {"type": random.choice(("thinking", "tool_use", "text")), "text": other, "thinking": other},
            ],
            "stop_reason": random.choice(("end_turn", "max_tokens", "refusal", None)),
        },
        "openai": {
            "choices": [
                {
                    "message": {"content": said, "refusal": random.choice((None, other)), "annotations": [other, {}]},
                    "finish_reason": random.choice(("stop", "length", "content_filter", 3)),
                }
            ]
        },
        "cohere": {
            "message": {
                "content": [{"type": "text", "text": said}],
                "citations": [
                    {"start": 0, "end": random.randrange(99), "text": other, "sources": [{"id": "precios-1"}]}
                ],
            },
            "finish_reason": random.choice(("COMPLETE", "MAX_TOKENS")),
        },
        "gemini": {
            "candidates": [
                {
                    "content": {"parts": [{"text": said}, {"text": other, "thought": True}]},
                    "finishReason": random.choice(("STOP", "MAX_TOKENS", "SAFETY")),
                    "groundingMetadata": {
                        "groundingSupports": [{"segment": {"endIndex": 20}, "groundingChunkIndices": [0]}]
                    },
                }
            ]
        },
        "langchain": {
            "content": random.choice((said, [{"type": "text", "text": said}, {"type": "image", "url": other}]))
        },
    }
    form = random.choice(list(made))
    whole = made[form]
    if random.random() < 0.3:
        whole = json.dumps(whole)[: random.randrange(40, 2_000)]
    return form, whole
