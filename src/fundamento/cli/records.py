"""Records of an audit, as they are read: one object a line, checked key by key."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    StrictStr,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from fundamento.errors import InputError
from fundamento.fragments import Fragment, Reader
from fundamento.grounder import Format
from fundamento.strict_yaml import suggest
from fundamento.text.language import LANGUAGES


def _read_day(value: object) -> object:
    if value is None or isinstance(value, date):
        return value
    if isinstance(value, str) and not value.strip():
        return None
    try:
        if isinstance(value, str):
            return datetime.fromisoformat(value.strip()).date()
    except ValueError:
        pass
    raise PydanticCustomError("day", "should be a day such as 2026-03-01")


def _read_version(value: object) -> object:
    if value == "":
        return None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _read_groups(value: object) -> object:
    return [] if value is None else value


def _read_lang(value: object) -> object:
    return value if value in LANGUAGES else None


def _read_moment(value: object) -> object:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value.strip()) if isinstance(value, str) else None
        if moment is not None and _FIRST <= (moment := moment if moment.tzinfo else moment.replace(tzinfo=UTC)) < _LAST:
            return moment
    except (ValueError, OverflowError):
        pass
    raise PydanticCustomError("moment", "should be a time such as 2026-03-01T12:00:00Z")


# Event logs have no other times for `rates`.
_FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST: Final = datetime(2200, 1, 1, tzinfo=UTC)

Moment = Annotated[datetime | None, BeforeValidator(_read_moment)]
Day = Annotated[date | None, BeforeValidator(_read_day)]
Version = Annotated[StrictStr | None, BeforeValidator(_read_version)]
Offset = Annotated[StrictInt, Field(ge=0)]


class FragmentEntry(BaseModel):
    """A fragment as a record has it."""

    model_config = ConfigDict(extra="forbid")

    id: StrictStr
    text: StrictStr
    document: StrictStr | None = None
    version: Version = None
    start: Offset | None = None
    end: Offset | None = None
    readers: list[StrictStr] | None = None
    superseded_by: Version = None
    effective_from: Day = None
    effective_until: Day = None
    granularity: Literal["span", "block"] = "span"
    title: StrictStr | None = None

    def fragment(self) -> Fragment:
        """Return the fragment. Raises `InputError`."""
        return Fragment(**self.model_dump())


class ReaderEntry(BaseModel):
    """Who asked."""

    model_config = ConfigDict(extra="forbid")

    id: StrictStr
    groups: Annotated[list[StrictStr], BeforeValidator(_read_groups)] = []

    def reader(self) -> Reader:
        """Return the reader."""
        return Reader(self.id, groups=frozenset(self.groups))


class Record(BaseModel):
    """One answer to audit. `store` is all that the store holds now; None: fragments vouch for themselves.

    `scope` describes the request to the policy, as in `Grounder.check`, and `tenant` is one of its attributes. `at` is
    when the answer was given: the time of its events. `output` is whatever the model gave. `about`,
    `family` and `expect` are the user's own notes.
    """

    model_config = ConfigDict(extra="forbid")

    id: StrictStr | StrictInt | None = None
    question: StrictStr | None = None
    fragments: list[FragmentEntry]
    reader: ReaderEntry | None = None
    store: list[FragmentEntry] | None = None
    as_of: Day = None
    at: Moment = None
    tenant: Annotated[StrictStr, Field(min_length=1)] | None = None
    scope: dict[StrictStr, StrictStr | StrictInt] | None = None
    format: Format | None = None
    quotes: Literal["required", "off"] | None = None
    lang: Annotated[Literal["es", "en"] | None, BeforeValidator(_read_lang)] = None
    output: Any
    about: Any = None
    family: Any = None
    expect: Any = None

    @model_validator(mode="after")
    def _name_one_tenant(self) -> Self:
        if self.tenant is not None and (self.scope or {}).get("tenant", self.tenant) != self.tenant:
            raise PydanticCustomError("tenants", "tenant is not the tenant of scope")
        return self

    def request(self) -> dict[str, str] | None:
        """Return what describes the request to the policy."""
        scope = {name: str(value) for name, value in (self.scope or {}).items()}
        return scope | ({} if self.tenant is None else {"tenant": self.tenant}) or None


class FragmentList(BaseModel):
    """Fragments on their own, as `fundamento check` reads them."""

    fragments: list[FragmentEntry]


def read_record(value: object) -> Record:
    """Return the record that a parsed line holds. Raises `InputError`, which names the key and never quotes a value."""
    if not isinstance(value, Mapping):
        raise InputError("A record is an object.", hint='Its smallest form: {"fragments": [], "output": "…"}')
    try:
        return Record.model_validate(value)
    except ValidationError as error:
        raise InputError(explain(error)) from None


def read_fragments(values: object) -> list[Fragment]:
    """Return the fragments of a parsed list. Raises `InputError` likewise."""
    try:
        entries = FragmentList.model_validate({"fragments": values}).fragments
    except ValidationError as error:
        raise InputError(explain(error)) from None
    return [entry.fragment() for entry in entries]


def explain(error: ValidationError) -> str:
    """Say each problem once, by its key: `fragments[0].text: should be a valid string`."""
    problems: dict[str, str] = {}
    for item in error.errors(include_url=False, include_input=False):
        place = "".join(
            f"[{step}]" if isinstance(step, int) else f".{step}" for step in item["loc"] if step not in _UNION_STEPS
        )
        said = "is missing" if item["type"] == "missing" else item["msg"].removeprefix("Input ")
        if item["type"] in {"model_type", "dict_type"}:
            said = "should be an object"
        if item["type"] == "extra_forbidden":
            place, said = _explain_key(item["loc"], place)
        problems.setdefault(place.lstrip("."), said)
    return "; ".join(f"{place}: {said}" if place else said for place, said in problems.items()) + "."


def _explain_key(steps: Sequence[str | int], place: str) -> tuple[str, str]:
    """Return where a key stands that is none, and which one may be meant; what looks like a text is not repeated."""
    key = str(steps[-1])
    if not (key.isascii() and key.isidentifier()):
        place = place.removesuffix(key) + "?"
    meant = suggest(key, _ENTRIES.get(steps[0] if len(steps) > 1 else "", Record).model_fields)
    return place, f"is no key here. {meant}".removesuffix(".")


_ENTRIES: Final[Mapping[str | int, type[BaseModel]]] = {
    "fragments": FragmentEntry,
    "store": FragmentEntry,
    "reader": ReaderEntry,
}
# Pydantic names the branches of unions in the path of an error; no key of a record is called so.
_UNION_STEPS = frozenset({"str", "int"})
