"""The form of a result's public view, field by field, and its JSON Schema."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from fundamento.findings import Action, Outcome

_Offset = Annotated[int, Field(ge=0)]
_Number = Annotated[int, Field(ge=1)]
_Index = Annotated[int, Field(ge=0)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PublicClaim(_Form):
    """A claim that is shown; `numbers` are those of its citations, as the markers in `text` have them."""

    text: str
    numbers: list[_Number]


class PublicConflict(_Form):
    """Sources that disagree, said openly."""

    text: str
    numbers: list[_Number]


class PublicAbstention(_Form):
    """The answer is not in these sources; `missing` says what is not. `reason`: said-nothing, or empty."""

    missing: str
    reason: Literal["", "said-nothing"]


class PublicCitation(_Form):
    """One quote of one claim, or a fragment that a claim or a conflict cites without one that was found.

    `number` is that of the marker; several quotes of one fragment share it. `claim` or `conflict` is the index in the
    list of that name. `quote` is the fragment's own text. `start` and `end` count code points of the fragment's text,
    `utf16_*` the same in UTF-16 units (JavaScript, Java), `document_*` code points of the document's text.
    """

    number: _Number
    claim: _Index | None
    conflict: _Index | None
    fragment: str
    document: str | None
    version: str | None
    title: str | None
    section: list[str]
    page: Annotated[int, Field(ge=1)] | None
    effective_from: date | None
    effective_until: date | None
    quote: str | None
    start: _Offset | None
    end: _Offset | None
    utf16_start: _Offset | None
    utf16_end: _Offset | None
    document_start: _Offset | None
    document_end: _Offset | None
    newer_version: str | None


class PublicResult(_Form):
    """What a user may see of an answer. `removed` counts claims that were taken out because they did not hold."""

    schema_: Annotated[Literal["fundamento.result"], Field(alias="schema")]
    version: Literal[1]
    answer_id: str
    lang: str
    outcome: Outcome
    action: Action
    text: str
    claims: list[PublicClaim]
    gaps: list[str]
    conflicts: list[PublicConflict]
    abstention: PublicAbstention | None
    removed: _Index
    citations: list[PublicCitation]


def build_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of what `Result.public` returns."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **PublicResult.model_json_schema()}
