"""The schema of an answer: a function of the number of fragments, the dialect and the strictness alone.

The form on the wire::

    {"answer": {"kind": "grounded",
                "claims": [{"support": [{"fragment": "F1", "quote": "..."}], "text": "..."}],
                "gaps": [{"text": "..."}],
                "conflicts": [{"fragments": ["F1", "F2"], "text": "..."}]}}
    {"answer": {"kind": "abstention", "missing": "..."}}

A strict schema forces support. Where a dialect has no `minItems`, a claim has one `support` object, which
cannot be left out, and a list `more_support` beside it. The evidence comes first in each claim, and it still
does when a provider sorts properties by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from fundamento.contract.dialects import Dialect
from fundamento.errors import InputError

if TYPE_CHECKING:
    from fundamento.contract.responses import Response

NAME: Final = "GroundedAnswer"
DESCRIPTION: Final = "An answer made of claims, each with its evidence, or an abstention."

# Small models repeat themselves until they are cut off; no honest answer comes near these.
MAX_CLAIMS: Final = 24
MAX_SUPPORT: Final = 8
MAX_ASIDES: Final = 12

_Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class WireSchema:
    """The schema of an answer over `n` fragments in one dialect; requests share it, so never change it.

    `schema` is JSON Schema 2020-12.
    """

    name: str
    description: str
    n: int
    strict: bool
    quotes: bool
    dialect: Dialect
    schema: Mapping[str, Any]

    @property
    def model(self) -> "type[Response]":
        """A Pydantic class with exactly this schema, for libraries that want a response model; built once.

        It accepts anything and keeps it as `payload`.
        """
        return _response_model(self.n, self.dialect, self.strict, self.quotes)


@lru_cache(maxsize=512)
def wire_schema(n: int, *, dialect: Dialect, strict: bool, quotes: bool) -> WireSchema:
    """Return the schema of an answer over fragments F1…Fn, the same object each time.

    `strict` forces known fragments and at least one support a claim, as far as the dialect can say it;
    otherwise the descriptions only ask. `quotes` adds a quote to each support. Raises `InputError` if n < 1.
    """
    if n < 1:
        raise InputError(
            f"There is no schema for an answer over {n} fragments.",
            hint="With nothing retrieved, abstain without calling the model.",
        )
    schema = _Form(n, dialect, strict=strict, quotes=quotes).root()
    return WireSchema(
        name=NAME,
        description=DESCRIPTION,
        n=n,
        strict=strict,
        quotes=quotes,
        dialect=dialect,
        schema=schema,
    )


@lru_cache(maxsize=512)
def _response_model(n: int, dialect: Dialect, strict: bool, quotes: bool) -> "type[Response]":  # noqa: FBT001 - a cache key
    from fundamento.contract.responses import response_model  # noqa: PLC0415 - Pydantic is for those who ask for it

    return response_model(wire_schema(n, dialect=dialect, strict=strict, quotes=quotes).schema)


class _Form:
    """The parts of one schema, written in one dialect."""

    def __init__(self, n: int, dialect: Dialect, *, strict: bool, quotes: bool) -> None:
        self.n = n
        self.dialect = dialect
        self.strict = strict
        self.quotes = quotes
        self.one_and_more = strict and dialect.min_items < 1

    def root(self) -> _Schema:
        answer = {"anyOf": [self._grounded(), self._abstention()]}
        root = {"title": NAME, "description": DESCRIPTION, **self._object({"answer": answer})}
        if self.dialect.refs:
            root["$defs"] = {"fragment": self._fragment_written(), "evidence": self._evidence_written()}
        return root

    def _grounded(self) -> _Schema:
        gap = self._object({"text": _text("Something asked that the fragments do not document.")})
        conflict = self._object(
            {
                "fragments": self._list(self._fragment(), MAX_SUPPORT, depth=2),
                "text": _text("What the fragments disagree on, with their dates."),
            }
        )
        return self._object(
            {
                "kind": self._constant("grounded"),
                "claims": self._list(self._claim(), MAX_CLAIMS),
                "gaps": self._list(gap, MAX_ASIDES),
                "conflicts": self._list(conflict, MAX_ASIDES),
            }
        )

    def _abstention(self) -> _Schema:
        missing = _text("What was asked and is in none of the fragments; states nothing else.")
        return self._object({"kind": self._constant("abstention"), "missing": missing})

    def _claim(self) -> _Schema:
        text = _text("One verifiable statement that its support backs in full.")
        if self.one_and_more:
            more = self._list(self._evidence(), MAX_SUPPORT - 1, depth=2)
            more["description"] = "Further evidence, if the statement needs it."
            return self._object({"support": self._evidence(), "more_support": more, "text": text})
        support = self._list(self._evidence(), MAX_SUPPORT, depth=2)
        support["description"] = "The evidence: at least one fragment."
        if self.strict:
            support["minItems"] = 1
        return self._object({"support": support, "text": text})

    def _evidence(self) -> _Schema:
        return {"$ref": "#/$defs/evidence"} if self.dialect.refs else self._evidence_written()

    def _evidence_written(self) -> _Schema:
        properties = {"fragment": self._fragment()}
        if self.quotes:
            properties["quote"] = _text("A short passage copied word for word from that fragment.")
        return self._object(properties)

    def _fragment(self) -> _Schema:
        return {"$ref": "#/$defs/fragment"} if self.dialect.refs else self._fragment_written()

    def _fragment_written(self) -> _Schema:
        last = f"F{self.n}"
        fragment = _text("ID of a fragment: F1." if self.n == 1 else f"ID of a fragment, from F1 to {last}.")
        if not self.strict:
            return fragment
        if self._enum_fits():
            return {**fragment, "enum": [f"F{number}" for number in range(1, self.n + 1)]}
        if self.dialect.pattern:
            return {**fragment, "pattern": f"^F({'|'.join(_numbers_up_to(self.n))})$"}
        return fragment

    def _enum_fits(self) -> bool:
        # Written once as a definition; otherwise in the support (twice if it has two places) and in the
        # conflicts.
        places = 1 if self.dialect.refs else 3 if self.one_and_more else 2
        kinds = () if self.dialect.const else ("grounded", "abstention")
        values = places * self.n + len(kinds)
        chars = places * sum(len(f"F{number}") for number in range(1, self.n + 1)) + sum(map(len, kinds))
        return values <= self.dialect.enum_values and chars <= self.dialect.enum_chars

    def _constant(self, value: str) -> _Schema:
        return {"type": "string", "const": value} if self.dialect.const else {"type": "string", "enum": [value]}

    def _list(self, items: _Schema, longest: int, *, depth: int = 1) -> _Schema:
        bounded = self.dialect.nested_max_items >= depth
        return {"type": "array", "items": items, **({"maxItems": longest} if bounded else {})}

    def _object(self, properties: Mapping[str, _Schema]) -> _Schema:
        names = list(properties)
        written: _Schema = {
            "type": "object",
            "properties": dict(properties),
            "required": names,
            "additionalProperties": False,
        }
        if self.dialect.property_ordering:
            written["propertyOrdering"] = names.copy()
        return written


def _text(description: str) -> _Schema:
    return {"type": "string", "description": description}


def _numbers_up_to(n: int) -> list[str]:
    """Return alternatives of a regular expression for 1…n without leading zeros; classes of digits only."""
    digits = str(n)
    alternatives = ["[1-9]" + "[0-9]" * more for more in range(len(digits) - 1)]
    for at, digit in enumerate(digits):
        lowest = 1 if at == 0 else 0
        if int(digit) > lowest:
            free = "[0-9]" * (len(digits) - at - 1)
            alternatives.append(f"{digits[:at]}[{lowest}-{int(digit) - 1}]{free}")
    return [*alternatives, digits]
