"""Read bundles from YAML, strictly: an unknown word is an error that names the nearest right one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from fundamento.errors import PolicyError
from fundamento.findings import CheckId, Mode
from fundamento.mappings import NotYaml, parse_yaml, suggest
from fundamento.policy.bundle import SHIPPED, Bundle, OnError, OnReject, RepairBudget

_MAX_DEPTH: Final = 8
_MAX_SIZE: Final = 256 * 1024  # bytes
_MAX_SHOWN: Final = 60  # code points


def _read_mode(value: object) -> object:
    # YAML 1.1 reads a bare `off` as false and a bare `on` as true.
    if value is False:
        return Mode.OFF.value
    return "on" if value is True else value


class _Repairs(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    attempts: Annotated[int, Field(ge=0, le=5)] = 1
    tokens: Annotated[int, Field(ge=0)] = 8_000
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 60.0


class _CheckSetting(BaseModel):
    model_config = ConfigDict(extra="forbid")

    mode: Annotated[Mode, BeforeValidator(_read_mode)]


class _File(BaseModel):
    """A bundle as it is written."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=100)]
    version: Annotated[int, Field(ge=1, strict=True)] = 1
    extends: str | None = None
    on_error: OnError | None = None
    on_reject: OnReject | None = None
    repairs: Annotated[int, Field(ge=0, le=5, strict=True)] | _Repairs | None = None
    thresholds: dict[CheckId, Annotated[float, Field(ge=0, le=1)]] = {}
    checks: dict[CheckId, Annotated[Mode, BeforeValidator(_read_mode)] | _CheckSetting] = {}


def load_bundle(source: str | Path | Mapping[str, Any]) -> Bundle:
    """Read a bundle: the name of one that ships, the path of a YAML file, or the same content as a mapping.

    Raises `PolicyError`, which says what is wrong, where, and what to write instead.
    """
    if isinstance(source, Mapping):
        return _build(source, where="policy", folder=Path.cwd(), depth=0)
    if str(source) in SHIPPED:
        return shipped_bundle(str(source))
    path = Path(source)
    if not path.suffix and not path.exists():
        raise PolicyError(
            f"There is no bundle called {str(source)!r}.",
            hint=suggest(str(source), SHIPPED) + " Or give the path of a YAML file.",
        )
    return _load_file(path, depth=0)


@lru_cache(maxsize=len(SHIPPED))
def shipped_bundle(name: str) -> Bundle:
    """Return one of the bundles that ship: `observe`, `standard` or `strict`."""
    text = files("fundamento.policy").joinpath("bundles", f"{name}.yaml").read_text("utf-8")
    return _build(_parse(text, name), where=name, folder=Path.cwd(), depth=0)


def _load_file(path: Path, *, depth: int) -> Bundle:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_SIZE + 1)
        text = content.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PolicyError(f"The policy file {path} cannot be read ({type(error).__name__}).") from None
    if len(content) > _MAX_SIZE:
        raise PolicyError(f"The policy file {path} is longer than {_MAX_SIZE // 1024} KB.", hint="Is it a policy?")
    bundle = _build(_parse(text, str(path)), where=str(path), folder=path.parent, depth=depth)
    return replace(bundle, sources=(path, *bundle.sources))


def _parse(text: str, where: str) -> Mapping[str, Any]:
    try:
        content = parse_yaml(text)
    except NotYaml as error:
        line = f", line {error.line}" if error.line is not None else ""
        raise PolicyError(f"{where}{line}: this is not YAML ({error.problem}).") from None
    if not isinstance(content, Mapping):
        raise PolicyError(f"{where}: a policy is a mapping.", hint="Its smallest form: name: my-policy")
    return content


def _build(content: Mapping[str, Any], *, where: str, folder: Path, depth: int) -> Bundle:
    try:
        file = _File.model_validate(content)
    except ValidationError as error:
        raise PolicyError(f"{where}: " + "; ".join(_explain(error))) from None
    base = _base(file, where=where, folder=folder, depth=depth)
    modes = dict(base.modes) if base else {}
    for check, setting in file.checks.items():
        modes[check] = setting.mode if isinstance(setting, _CheckSetting) else setting
    inherited = base or Bundle(name="", version=1, modes={})
    return Bundle(
        name=file.name,
        version=file.version,
        modes=modes,
        on_error=file.on_error or inherited.on_error,
        on_reject=file.on_reject or inherited.on_reject,
        repairs=_repairs(file.repairs, inherited.repairs),
        thresholds={**inherited.thresholds, **file.thresholds},
        sources=inherited.sources,
    )


def _base(file: _File, *, where: str, folder: Path, depth: int) -> Bundle | None:
    if file.extends is None:
        # A file that does not say starts from the bundle that blocks nothing.
        return None if where in SHIPPED else shipped_bundle("observe")
    if file.extends in SHIPPED:
        return shipped_bundle(file.extends)
    if depth >= _MAX_DEPTH:
        raise PolicyError(
            f"{where}: 'extends' goes on for more than {_MAX_DEPTH} files.",
            hint="Does one of them extend itself?",
        )
    path = folder / file.extends
    if not path.exists():
        raise PolicyError(
            f"{where}: extends {file.extends!r}, which is neither a bundle nor a file.",
            hint=suggest(file.extends, SHIPPED),
        )
    return _load_file(path, depth=depth + 1)


def _repairs(value: int | _Repairs | None, inherited: RepairBudget) -> RepairBudget:
    if value is None:
        return inherited
    if isinstance(value, int):
        return RepairBudget(value, inherited.tokens, inherited.seconds)
    return RepairBudget(value.attempts, value.tokens, value.seconds)


_VOCABULARY: Final[Mapping[str, Iterable[str]]] = {
    "on_error": [word.value for word in OnError],
    "on_reject": [word.value for word in OnReject],
    "thresholds": [check.value for check in CheckId],
    "repairs": _Repairs.model_fields,
}


def _explain(error: ValidationError) -> list[str]:
    """Say each problem once, with the nearest right word; a value is shown, since a policy is no person's text."""
    problems: dict[str, None] = {}
    for item in error.errors(include_url=False):
        # The first step is a key of the file, whatever it is called.
        path = [str(step) for at, step in enumerate(item["loc"]) if at == 0 or not _is_branch(str(step))]
        place = ".".join(step for step in path if step != "[key]")
        value = _shown(item["input"])
        word = value.strip("'")
        if item["type"] == "extra_forbidden":
            known = (
                ["mode"]
                if path[0] == "checks"
                else _Repairs.model_fields
                if path[0] == "repairs"
                else _File.model_fields
            )
            problems[f"{place!r} is no key here. {suggest(path[-1], known)}"] = None
        elif "[key]" in path:
            problems[f"there is no check {value}. {suggest(word, [check.value for check in CheckId])}"] = None
        elif path[0] == "checks":
            problems[f"{place}: {value} is no mode. {suggest(word, [mode.value for mode in Mode])}"] = None
        elif item["type"] == "enum":
            problems[f"{place}: {value} is not known. {suggest(word, _VOCABULARY[path[0]])}"] = None
        else:
            problems[f"{place}: {item['msg'].lower()}"] = None
    return list(problems)


def _is_branch(step: str) -> bool:
    """Say whether Pydantic put a step into a place to name a branch of a union, and not a key of the file."""
    return step in {"int", "_Repairs", "_CheckSetting"} or step.startswith(("function-before[", "constrained-int"))


def _shown(value: object) -> str:
    """Return a short form of a value, whatever stands where a word should."""
    if isinstance(value, Mapping | list | tuple | set):
        return f"a {type(value).__name__}"
    text = repr(value[:_MAX_SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _MAX_SHOWN + 2 else f"{text[:_MAX_SHOWN]}…"
