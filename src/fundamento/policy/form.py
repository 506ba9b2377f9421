"""A bundle as it is written, key by key: what a file may hold, for reading it and for editors."""

from datetime import date, datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from fundamento.findings import CHECK_ID_SCHEMA, SCORED, CheckId, Mode
from fundamento.policy.wording import FULL, OnError, OnReject

_MODES: Final = [mode.value for mode in Mode]


def _read_mode(value: object) -> object:
    # YAML 1.1 reads a bare `off` as false and a bare `on` as true.
    if value is True:
        raise PydanticCustomError("mode", "on, yes and true are no mode: write off, warn or enforce")
    return Mode.OFF.value if value is False else value


def _demand_scored(check: CheckId) -> CheckId:
    if check not in SCORED:
        raise PydanticCustomError("threshold", f"it takes no threshold. Known: {', '.join(sorted(SCORED))}.")
    return check


def _read_value(value: object) -> object:
    # YAML reads no, 1.0 and 2026-01-01 as something else than what stands there.
    if isinstance(value, bool | float | date):
        raise PydanticCustomError("quotes", "this is no text in YAML: put it in quotes")
    return str(value) if isinstance(value, int) else value


def _read_values(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _read_day(value: object) -> object:
    if isinstance(value, datetime) or not isinstance(value, date | str):
        raise PydanticCustomError("day", "it should be a day such as 2027-01-31")
    try:
        return value if isinstance(value, date) else date.fromisoformat(value)
    except ValueError:
        raise PydanticCustomError("day", "it should be a day such as 2027-01-31") from None


def _read_percent(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool) and round(value, 2) != value:
        raise PydanticCustomError("percent", "it has more than two decimals")
    return value


_Text = Annotated[str, Field(min_length=1)]
_Mode = Annotated[
    Mode, BeforeValidator(_read_mode), WithJsonSchema({"enum": [*_MODES, False], "description": "off, warn or enforce"})
]
_Value = Annotated[
    str, BeforeValidator(_read_value), Field(min_length=1), WithJsonSchema({"type": ["string", "integer"]})
]
_Values = Annotated[
    list[_Value],
    BeforeValidator(_read_values),
    Field(min_length=1),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": ["string", "integer"]},
                {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1},
            ]
        }
    ),
]
_When = Annotated[dict[_Text, _Values], Field(min_length=1)]


_Scored = Annotated[CheckId, AfterValidator(_demand_scored), WithJsonSchema({"type": "string", "enum": sorted(SCORED)})]


class RepairsForm(BaseModel):
    """The bounds on the repairs of one answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    attempts: Annotated[int, Field(ge=0, le=5)] = 1
    tokens: Annotated[int, Field(ge=0)] = 8_000
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 60.0


class SettingForm(BaseModel):
    """The mode of one check where it is more than a word."""

    model_config = ConfigDict(extra="forbid")

    mode: _Mode
    percent: Annotated[
        float,
        Field(ge=0, le=100, strict=True, description="share of the key's values under enforce; the rest warns"),
        BeforeValidator(_read_percent),
    ] = FULL
    key: Annotated[
        _Text | None, Field(description="attribute of the request; by default conversation, or else tenant")
    ] = None


_Checks = dict[CheckId, _Mode | SettingForm]


class ScopeForm(BaseModel):
    """Modes for the requests that match; the first scope that does wins, for the checks that it names."""

    model_config = ConfigDict(extra="forbid")

    when: Annotated[_When, Field(description="attributes of the request: tenant, route, model, lang, or your own")]
    checks: _Checks = {}
    on_error: OnError | None = None
    on_reject: OnReject | None = None


class ExemptionForm(BaseModel):
    """A check whose findings block nothing where `when` matches, up to and including the day `until`."""

    model_config = ConfigDict(extra="forbid")

    check: CheckId
    when: Annotated[_When, Field(description="document, fragment, or attributes of the request")]
    owner: _Text
    reason: _Text
    until: Annotated[date, BeforeValidator(_read_day), WithJsonSchema({"type": "string", "format": "date"})]


class BundleForm(BaseModel):
    """A policy bundle: for each check off, warn or enforce."""

    model_config = ConfigDict(extra="forbid", title="fundamento policy")

    name: Annotated[str, Field(min_length=1, max_length=100)]
    version: Annotated[int, Field(ge=1, strict=True)] = 1
    extends: Annotated[str | None, Field(description="observe, standard, strict, or another file")] = None
    candidate: Annotated[
        str | None, Field(description="a bundle that only reports what it would do: likewise a name or a file")
    ] = None
    on_error: Annotated[OnError | None, Field(description="for a check under enforce that could not run")] = None
    on_reject: Annotated[OnReject | None, Field(description="where no repair helped")] = None
    repairs: Annotated[int, Field(ge=0, le=5, strict=True)] | RepairsForm | None = None
    thresholds: dict[_Scored, Annotated[float, Field(ge=0, le=1)]] = {}
    checks: _Checks = {}
    own_checks: Annotated[_Mode | None, Field(description="for checks of your own that `checks` does not name")] = None
    scopes: list[ScopeForm] = []
    exemptions: list[ExemptionForm] = []


def build_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a bundle's file, for editors.

    A bare `off` is allowed as false, which YAML 1.1 reads it as.
    """
    schema = BundleForm.model_json_schema()
    schema["$defs"]["CheckId"] = CHECK_ID_SCHEMA
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
