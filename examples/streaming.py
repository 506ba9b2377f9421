"""An answer, claim by claim: each is shown when it is finished and checked; what fails is not, and the rest goes on.

The model here is a generator with one canned output, so that the example runs without a key. With one, give `Grounder`
an instructor client of OpenAI or Anthropic, or a LangChain chat model: they stream by themselves.
"""

import json
from collections.abc import Iterator
from typing import Any

from fundamento import Fragment, Grounder, Result, StreamedClaim, StreamedNotice

FRAGMENTS = [
    Fragment("planes-3", "El plan Pro permite hasta 10 proyectos activos y 50 GB de almacenamiento."),
    Fragment("soporte-1", "El soporte del plan Pro atiende por correo y chat todos los días, de 8:00 a 22:00."),
]
CLAIMS = [
    ("F1", "hasta 10 proyectos activos", "El plan Pro permite hasta 10 proyectos activos."),
    ("F7", "soporte telefónico", "Hay soporte telefónico las 24 horas."),
    ("F2", "por correo y chat todos los días", "El soporte atiende por correo y chat todos los días."),
]


def write_claims(messages: list[dict[str, Any]], schema: dict[str, Any]) -> Iterator[str]:
    """Stand in for a model that streams: one claim cites a fragment that nobody retrieved."""
    assert len(messages) == 2
    assert schema["type"] == "object"
    claims = [{"support": [{"fragment": f, "quote": quote}], "text": text} for f, quote, text in CLAIMS]
    output = json.dumps({"answer": {"kind": "grounded", "claims": claims, "gaps": [], "conflicts": []}})
    for start in range(0, len(output), 12):
        yield output[start : start + 12]


def main() -> None:
    for policy in ("observe", "strict"):
        print(f"{policy}:")
        for event in Grounder(write_claims, policy=policy, sinks=()).stream("¿Qué incluye el plan Pro?", FRAGMENTS):
            match event:
                case StreamedClaim():
                    print(f"  {event.verdict}: {event.text()}")
                case StreamedNotice():
                    print(f"  withheld: {', '.join(finding.check for finding in event.findings)}")
                case Result():
                    print(f"  {event.outcome} / {event.action}, {len(event.streamed)} claims shown")


if __name__ == "__main__":
    main()
