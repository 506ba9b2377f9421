"""Which limit of a provider a refused request met: read off what the provider said, without repeating its words."""

import re
from typing import Final

from fundamento.adapters.usage import field

_LOOKED_AT: Final = 4_000  # code points of what a provider said
_KEYWORD: Final = re.compile(
    r"\b(?:minItems|maxItems|minLength|maxLength|pattern|const|enum|oneOf|anyOf|allOf|additionalProperties"
    r"|propertyOrdering)\b|\$(?:ref|defs)\b"
)
_NAME_ANOTHER: Final = "name another dialect with dialect="
_LIMITS: Final = (
    (
        r"citations?\b[^.]{0,120}\b(?:output|structured|format|schema)|\b(?:output|structured)\b[^.]{0,80}\bcitations?",
        (
            "Citations and structured output exclude each other there: use AnthropicCitations of fundamento.adapters"
            ".anthropic, or send no documents with citations."
        ),
    ),
    (
        (
            r"enum[^.]{0,160}(?:limit|exceed|too (?:many|long|large)|at most|maximum)"
            r"|(?:limit|exceed|too many)[^.]{0,80}enum"
        ),
        "It takes fewer enum values than the schema has: give fewer fragments, or a dialect= with fewer enum_values.",
    ),
    (
        r"too many states|grammar is too large|too complex|sane defaults|failed to parse grammar|too many rules",
        "The schema is more than it can compile: give fewer fragments, or name a simpler dialect with dialect=.",
    ),
    (
        r"nesting|nested too|levels? of",
        (
            f"It takes fewer levels of nesting than the schema has: {_NAME_ANOTHER}, or make the instructor client in "
            "a mode that sends no schema (instructor.Mode.MD_JSON)."
        ),
    ),
    (
        r"too many (?:properties|fields|parameters)|(?:properties|fields|parameters)[^.]{0,60}(?:exceed|limit)",
        f"It takes fewer properties than the schema has: {_NAME_ANOTHER}.",
    ),
)
_PATTERNS: Final = tuple((re.compile(pattern, re.IGNORECASE), advice) for pattern, advice in _LIMITS)


def explain_refusal(error: BaseException, dialect: str) -> str:
    """Say what a provider refused a request for, and what to do; empty where its error does not tell."""
    told = (error, field(error, "body"), field(error, "message"))
    said = " ".join(str(part) for part in told if part)[:_LOOKED_AT]
    found = next((advice for pattern, advice in _PATTERNS if pattern.search(said)), None)
    if found is not None:
        return f"The provider refused the request (dialect '{dialect}'). {found}"
    keyword = _KEYWORD.search(said)
    if keyword is None:
        return ""
    return (
        f"The provider refused the schema (dialect '{dialect}') for its keyword '{keyword[0]}': {_NAME_ANOTHER}, "
        "or another instructor mode."
    )
