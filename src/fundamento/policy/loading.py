"""Read bundles from YAML, strictly: an unknown word is an error that names the nearest right one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from fundamento.errors import PolicyError
from fundamento.findings import CheckId, Mode
from fundamento.mappings import Lines, NotYaml, parse_yaml_lines, suggest
from fundamento.policy.bundle import SHIPPED, Bundle, RepairBudget
from fundamento.policy.complaints import explain
from fundamento.policy.form import BundleForm, ExemptionForm, RepairsForm, ScopeForm, SettingForm
from fundamento.policy.scopes import Exemption, Scope
from fundamento.policy.wording import Place, Setting

_MAX_DEPTH: Final = 8
_MAX_SIZE: Final = 256 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where a bundle is read from: what to call it, the folder of what it names, how deep in `extends`, its lines."""

    name: str
    folder: Path
    depth: int = 0
    lines: Lines = field(default_factory=dict)

    def place(self, *path: str | int) -> Place:
        return Place(self.name, self.lines.get(path))


def load_bundle(source: str | Path | Mapping[str, Any]) -> Bundle:
    """Read a bundle: the name of one that ships, the path of a YAML file, or the same content as a mapping.

    Raises `PolicyError`, which says what is wrong, where, and what to write instead.
    """
    if isinstance(source, Mapping):
        return _build(source, _Origin("policy", Path.cwd()))
    if str(source) in SHIPPED:
        return shipped_bundle(str(source))
    path = Path(source)
    if not path.suffix and not _exists(path):
        raise PolicyError(
            f"There is no bundle called {str(source)!r}.",
            hint=suggest(str(source), SHIPPED) + " Or give the path of a YAML file.",
        )
    return _load_file(path, depth=0)


@lru_cache(maxsize=len(SHIPPED))
def shipped_bundle(name: str) -> Bundle:
    """Return one of the bundles that ship: `observe`, `standard` or `strict`."""
    text = files("fundamento.policy").joinpath("bundles", f"{name}.yaml").read_text("utf-8")
    content, lines = _parse(text, name)
    return _build(content, _Origin(name, Path.cwd(), lines=lines))


def _load_file(path: Path, *, depth: int) -> Bundle:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_SIZE + 1)
        text = content.decode("utf-8")
    except (OSError, ValueError) as error:
        raise PolicyError(f"The policy file {path} cannot be read ({type(error).__name__}).") from None
    if len(content) > _MAX_SIZE:
        raise PolicyError(f"The policy file {path} is longer than {_MAX_SIZE // 1024} KB.", hint="Is it a policy?")
    parsed, lines = _parse(text, str(path))
    bundle = _build(parsed, _Origin(str(path), path.parent, depth, lines))
    return replace(bundle, sources=(path, *bundle.sources))


def _parse(text: str, where: str) -> tuple[Mapping[str, Any], Lines]:
    try:
        content, lines = parse_yaml_lines(text)
    except NotYaml as error:
        line = f", line {error.line}" if error.line is not None else ""
        raise PolicyError(f"{where}{line}: this is not YAML ({error.problem}).") from None
    if not isinstance(content, Mapping):
        raise PolicyError(f"{where}: a policy is a mapping.", hint="Its smallest form: name: my-policy")
    return content, lines


def _build(content: Mapping[str, Any], origin: _Origin) -> Bundle:
    try:
        form = BundleForm.model_validate(content)
    except ValidationError as error:
        problems = explain(error, origin.lines)
        raise PolicyError(f"{origin.name}: " + "; ".join(problems), problems=problems) from None
    base = _base(form, origin)
    candidate = None if form.candidate is None else _named(form.candidate, origin, key="candidate")
    if candidate is not None and candidate.candidate is not None:
        raise PolicyError(f"{origin.name}: the candidate {form.candidate!r} names a candidate itself.")
    inherited = base or Bundle(name="", version=1, modes={})
    own = _settings(form.checks, origin, ("checks",))
    settings = {**inherited.settings, **own}
    return Bundle(
        name=form.name,
        version=form.version,
        modes={check: setting.mode for check, setting in settings.items()},
        on_error=form.on_error or inherited.on_error,
        on_reject=form.on_reject or inherited.on_reject,
        repairs=_repairs(form.repairs, inherited.repairs),
        thresholds={**inherited.thresholds, **form.thresholds},
        settings=settings,
        # Its own come first, so that they win over those of its base.
        scopes=(*(_scope(each, origin, at) for at, each in enumerate(form.scopes)), *inherited.scopes),
        exemptions=(*(_exemption(each, origin, at) for at, each in enumerate(form.exemptions)), *inherited.exemptions),
        candidate=candidate,
        sources=(*inherited.sources, *(candidate.sources if candidate is not None else ())),
    )


def _base(form: BundleForm, origin: _Origin) -> Bundle | None:
    if form.extends is None:
        # A file that does not say starts from the bundle that blocks nothing.
        return None if origin.name in SHIPPED else shipped_bundle("observe")
    return _named(form.extends, origin, key="extends")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False


def _named(name: str, origin: _Origin, *, key: str) -> Bundle:
    """Return the bundle that a file names under a key: one that ships, or a file beside it."""
    if name in SHIPPED:
        return shipped_bundle(name)
    if origin.depth >= _MAX_DEPTH:
        raise PolicyError(
            f"{origin.name}: {key!r} goes on for more than {_MAX_DEPTH} files.",
            hint="Does one of them extend itself?",
        )
    path = origin.folder / name
    if not _exists(path):
        line = origin.place(key).line
        raise PolicyError(
            f"{origin.name}{'' if line is None else f', line {line}'}: {key} {name!r}, which is neither a bundle nor a "
            "file.",
            hint=suggest(name, SHIPPED),
        )
    return _load_file(path, depth=origin.depth + 1)


def _settings(
    checks: Mapping[CheckId, Mode | SettingForm], origin: _Origin, path: tuple[str | int, ...]
) -> dict[CheckId, Setting]:
    settings = {}
    for check, said in checks.items():
        place = origin.place(*path, check.value)
        if isinstance(said, SettingForm):
            settings[check] = Setting(said.mode, said.percent, said.key, place)
        else:
            settings[check] = Setting(said, place=place)
    return settings


def _scope(form: ScopeForm, origin: _Origin, index: int) -> Scope:
    return Scope(
        when={name: frozenset(values) for name, values in form.when.items()},
        settings=_settings(form.checks, origin, ("scopes", index, "checks")),
        on_error=form.on_error,
        on_reject=form.on_reject,
        place=origin.place("scopes", index),
    )


def _exemption(form: ExemptionForm, origin: _Origin, index: int) -> Exemption:
    return Exemption(
        check=form.check,
        when={name: frozenset(values) for name, values in form.when.items()},
        owner=form.owner,
        reason=form.reason,
        until=form.until,
        place=origin.place("exemptions", index),
    )


def _repairs(value: int | RepairsForm | None, inherited: RepairBudget) -> RepairBudget:
    if value is None:
        return inherited
    if isinstance(value, int):
        return RepairBudget(value, inherited.tokens, inherited.seconds)
    return RepairBudget(value.attempts, value.tokens, value.seconds)
