"""The verdicts of a language model: their schema, and how they are read.

The form on the wire::

    {"verdicts": [{"claim": "C1", "reason": "...", "verdict": "entailed"}]}

The reason comes before the verdict, also where a provider sorts properties by name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from fundamento.contract.dialects import Dialect
from fundamento.contract.outputs import THOUGHTS, unwrap
from fundamento.contract.wire import WireSchema
from fundamento.failures import is_failure
from fundamento.judgements import Judgement, Unjudged

if TYPE_CHECKING:
    from fundamento.contract.responses import Response

_NAME: Final = "Verdicts"
_DESCRIPTION: Final = "A verdict on each claim: does its evidence prove it?"
_VERDICTS: Final = ("entailed", "contradicted", "not-proven")
_PLACE: Final = re.compile(r"\W*[Cc]?([0-9]{1,6})\W*")
_MAX_REASON: Final = 300  # code points
_FENCE: Final = re.compile(r"```[\w-]{0,16}\s(.*)```", re.DOTALL)
_MALFORMED: Final = Unjudged("MalformedVerdicts")


@dataclass(frozen=True, slots=True)
class VerdictSchema(WireSchema):
    """The schema of the verdicts on `n` claims, in the place of that of an answer."""

    @property
    def model(self) -> "type[Response]":
        """A Pydantic class with exactly this schema; built once."""
        return _response_model(self.n, self.dialect)


@lru_cache(maxsize=256)
def verdict_schema(n: int, dialect: Dialect) -> VerdictSchema:
    """Return the schema of the verdicts on claims C1…Cn, the same object each time."""
    ids = [f"C{number}" for number in range(1, n + 1)]
    properties: dict[str, Any] = {
        "claim": {"type": "string", "description": "Identifier of the claim.", "enum": ids},
        "reason": {"type": "string", "description": "What is proven or missing, in twenty words at most."},
        "verdict": {"type": "string", "enum": list(_VERDICTS)},
    }
    verdicts: dict[str, Any] = {"type": "array", "items": _object(properties, dialect)}
    if dialect.nested_max_items:
        verdicts["maxItems"] = n
    if dialect.min_items >= 1:
        verdicts["minItems"] = min(n, dialect.min_items)
    schema = {"title": _NAME, "description": _DESCRIPTION, **_object({"verdicts": verdicts}, dialect)}
    return VerdictSchema(_NAME, _DESCRIPTION, n, strict=True, quotes=False, dialect=dialect, schema=schema)


@lru_cache(maxsize=256)
def _response_model(n: int, dialect: Dialect) -> "type[Response]":
    from fundamento.contract.responses import response_model  # noqa: PLC0415 - Pydantic is for those who ask for it

    return response_model(verdict_schema(n, dialect).schema)


def _object(properties: dict[str, Any], dialect: Dialect) -> dict[str, Any]:
    names = list(properties)
    written = {"type": "object", "properties": properties, "required": names, "additionalProperties": False}
    return {**written, "propertyOrdering": names} if dialect.property_ordering else written


def read_verdicts(output: object, n: int) -> list[Judgement | Unjudged]:
    """Read the verdicts on claims C1…Cn: tolerant of form, and a verdict that is missing or unclear is none.

    Text has to be the verdicts and nothing besides, in a code fence or not: in prose they may be quoted from a claim.
    """
    try:
        items = _items(output)
        if items is None:
            return [_MALFORMED] * n
        found: dict[int, Judgement | Unjudged] = {}
        for item in items:
            entry = unwrap(item)
            place = _read_place(entry.get("claim")) if isinstance(entry, Mapping) else None
            if place is None or not isinstance(entry, Mapping):
                continue
            verdict = _read_verdict(entry)
            known = found.setdefault(place, verdict)
            if _opinion(known) != _opinion(verdict):
                found[place] = Unjudged("ContradictoryVerdicts")
    except BaseException as error:  # an object of somebody else's may raise at any look at it
        if not is_failure(error):
            raise
        return [_MALFORMED] * n
    return [found.get(place, Unjudged("MissingVerdict")) for place in range(1, n + 1)]


def _items(output: object) -> list[Any] | None:
    value = unwrap(_bare(output) if isinstance(output, str) else output)
    items = unwrap(value.get("verdicts")) if isinstance(value, Mapping) else value
    return [items] if isinstance(items, Mapping) else items if isinstance(items, list) else None


def _bare(text: str) -> str:
    """Return a text without the code fence round it, and without the thoughts that it begins with."""
    text = text.strip().removeprefix("\ufeff").strip()
    for tag in THOUGHTS:
        # Who thinks aloud may quote a claim that ends the thoughts: then which end is the real one cannot be told.
        if text.startswith(f"<{tag}>") and text.count(f"</{tag}>") == 1:
            text = text.partition(f"</{tag}>")[2].strip()
    fenced = _FENCE.fullmatch(text)
    return text if fenced is None else fenced[1]


def _read_place(claim: object) -> int | None:
    if isinstance(claim, bool):
        return None
    found = _PLACE.fullmatch(str(claim)) if isinstance(claim, str | int) else None
    return None if found is None else int(found[1])


def _read_verdict(entry: Mapping[str, Any]) -> Judgement | Unjudged:
    verdict, reason = entry.get("verdict"), entry.get("reason")
    word = re.sub(r"[\s_]+", "-", verdict.strip().casefold()) if isinstance(verdict, str) else ""
    if word not in _VERDICTS:
        return Unjudged("UnknownVerdict")
    said = reason.strip()[:_MAX_REASON] if isinstance(reason, str) else ""
    return Judgement(1.0 if word == "entailed" else 0.0, contradicted=word == "contradicted", reason=said)


def _opinion(said: Judgement | Unjudged) -> object:
    return (said.score, said.contradicted) if isinstance(said, Judgement) else said
