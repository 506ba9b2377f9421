"""What comes in: the bodies of requests."""

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fundamento.fragments import Fragment, Granularity, Reader
from fundamento.grounder import Format
from fundamento.service.refusals import refuse_body

_MOST_FRAGMENTS: Final = 2_000

Offset = Annotated[int, Field(ge=0)]


class Body(BaseModel):
    """What they all have in common."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class FragmentBody(Body):
    """A fragment that was retrieved. `start` and `end` count code points in the text of its document."""

    id: str = Field(min_length=1)
    text: str
    document: str | None = None
    version: str | None = None
    start: Offset | None = None
    end: Offset | None = None
    readers: list[str] | None = Field(None, description="Who may read it: user:ID and group:NAME; null: not known.")
    superseded_by: str | None = None
    effective_from: date | None = None
    effective_until: date | None = None
    granularity: Granularity = "span"
    title: str | None = None

    def fragment(self) -> Fragment:
        """Return the fragment. Raises `InputError`."""
        return Fragment(**self.model_dump())


class ReaderBody(Body):
    """Who asks; turns access control on."""

    id: str
    groups: list[str] = []

    def reader(self) -> Reader:
        """Return the reader."""
        return Reader(self.id, groups=frozenset(self.groups))


class MessageBody(Body):
    """An earlier message of the conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Request(Body):
    """What a check and an answer have in common."""

    reader: ReaderBody | None = None
    scope: dict[str, str] | None = Field(None, description="What the policy may ask about: tenant, route, …")
    as_of: date | None = Field(None, description="The day that validity is judged by; today unless given.")

    def who(self) -> Reader | None:
        """Return the reader, where there is one."""
        return None if self.reader is None else self.reader.reader()


class CheckRequest(Request):
    """An answer that somebody else generated, with the fragments that were retrieved for it."""

    output: str | dict[str, Any] = Field(description="What the model gave, in `format`, with the fragments' own IDs.")
    fragments: list[FragmentBody] = Field(max_length=_MOST_FRAGMENTS)
    format: Format = "json"
    question: str = ""


class AnswerRequest(Request):
    """A question, with the fragments that were retrieved for it; without them, the service's store is searched."""

    question: str
    fragments: list[FragmentBody] | None = Field(None, max_length=_MOST_FRAGMENTS)
    history: list[MessageBody] = []
    limit: Annotated[int, Field(ge=1, le=100)] = Field(8, description="Fragments to search for, at most.")
    review: bool = Field(
        default=False, description="Also give the text of what was not shown, for people who review it."
    )


def fragments_of(bodies: Iterable[FragmentBody]) -> list[Fragment]:
    """Return the fragments. Raises `InputError`."""
    return [body.fragment() for body in bodies]


_B = TypeVar("_B", bound=Body)
_MODELS: Final = (FragmentBody, ReaderBody, MessageBody, CheckRequest, AnswerRequest)
_KEYS: Final = frozenset(name for model in _MODELS for name in model.model_fields)


def read_body(model: type[_B], content: bytes) -> _B:
    """Return the body that some bytes hold. Raises `Refusal`, which quotes nothing of them."""
    try:
        return model.model_validate_json(content)
    except ValidationError as error:
        raise refuse_body(error, known=_KEYS) from None
