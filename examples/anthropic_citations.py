"""Claude's own citations, checked: the answer of the Messages API goes in as it came, and the same gate decides.

The message below stands in for `client.messages.create(...)`, whose object `check` takes as well. To let fundamento
make the call too: `Grounder(AnthropicCitations(anthropic.Anthropic(), model=...))`, of `fundamento.adapters.anthropic`.
"""

from typing import Any

from fundamento import Fragment, Grounder

# As they were sent: one document with citations enabled for each, in this order.
FRAGMENTS = [
    Fragment("planes-3", "El plan Pro permite hasta 10 proyectos activos y 50 GB."),
    Fragment("soporte-1", "El soporte atiende de 8:00 a 22:00, todos los días."),
]


def cite(text: str, quote: str, document: int) -> dict[str, Any]:
    """Make a text block as Claude writes it, with one citation."""
    citation = {"type": "char_location", "cited_text": quote, "document_index": document, "document_title": None}
    return {"type": "text", "text": text, "citations": [citation]}


MESSAGE = {
    "role": "assistant",
    "stop_reason": "end_turn",
    "content": [
        {"type": "text", "text": "¡Hola! "},
        cite("El plan Pro permite hasta 10 proyectos activos", "hasta 10 proyectos activos", 0),
        {"type": "text", "text": " y "},
        cite("el soporte atiende todos los días", "atiende de 8:00 a 22:00, todos los días", 1),
        {"type": "text", "text": ". Los estudiantes tienen un 50 % de descuento."},
    ],
}


def main() -> None:
    result = Grounder(policy="standard", sinks=()).check(MESSAGE, FRAGMENTS, format="anthropic")
    print(f"{result.outcome} / {result.action}")
    draft = result.withheld
    claims = getattr(draft.answer, "claims", ()) if draft is not None else ()
    for claim, assessed in zip(claims, result.claims, strict=True):
        print(f"{assessed.verdict}: {claim.text} {list(assessed.fragments)}")
    for finding in result.findings:
        print(f"{finding.check} on claim {finding.claim}: {finding.reason}")


if __name__ == "__main__":
    main()
