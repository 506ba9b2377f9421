"""Read bundles from YAML, strictly: an unknown word is an error that names the nearest right one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from fundamento.errors import PolicyError
from fundamento.findings import CheckId, Mode
from fundamento.policy.bundle import SHIPPED, Bundle, RepairBudget
from fundamento.policy.complaints import Problem, explain, tell
from fundamento.policy.form import BundleForm, ExemptionForm, RepairsForm, ScopeForm, SettingForm
from fundamento.policy.scopes import Exemption, Scope
from fundamento.policy.wording import Place, Setting
from fundamento.strict_yaml import Lines, NotYaml, parse_yaml_lines, suggest

Seen: TypeAlias = Callable[[Path], object]

_MAX_DEPTH: Final = 8
_MAX_SIZE: Final = 256 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where a bundle is read from: what to call it, the folder of what it names, its lines.

    `seen` is told each file before it is looked at, also those that are not there. `chain` are the files that are being
    read, from the first.
    """

    name: str
    folder: Path
    lines: Lines = field(default_factory=dict)
    seen: Seen | None = None
    chain: tuple[Path, ...] = ()

    def line(self, key: str) -> int:
        """Return the line of a key, 0 where it is not known."""
        return self.lines.get((key,)) or 0

    def place(self, *path: str | int) -> Place:
        return Place(self.name, self.lines.get(path))


def load_bundle(source: str | Path | Mapping[str, Any], *, seen: Seen | None = None) -> Bundle:
    """Read a bundle: the name of one that ships, the path of a YAML file, or the same content as a mapping.

    `seen` is told each file before it is looked at. Raises `PolicyError`, which says all that is
    wrong, where, and what to write instead.
    """
    if isinstance(source, Mapping):
        return _build(source, _Origin("policy", Path.cwd(), seen=seen))
    if str(source) in SHIPPED:
        return shipped_bundle(str(source))
    path = Path(source)
    if not path.suffix and not _exists(path):
        raise PolicyError(
            f"There is no bundle called {str(source)!r}.",
            hint=suggest(str(source), SHIPPED) + " Or give the path of a YAML file.",
        )
    return _load_file(path, chain=(), seen=seen)


@lru_cache(maxsize=len(SHIPPED))
def shipped_bundle(name: str) -> Bundle:
    """Return one of the bundles that ship: `observe`, `standard` or `strict`."""
    text = files("fundamento.policy").joinpath("bundles", f"{name}.yaml").read_text("utf-8")
    content, lines = _parse(text, name)
    return _build(content, _Origin(name, Path.cwd(), lines=lines))


def _load_file(path: Path, *, chain: tuple[Path, ...], seen: Seen | None) -> Bundle:
    if seen is not None:
        seen(path)
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_SIZE + 1)
        text = content.decode("utf-8")
    except (OSError, ValueError) as error:
        hint = "Check the path: a relative one starts at the folder that you are in." if not _exists(path) else ""
        raise PolicyError(f"The policy file {path} cannot be read ({type(error).__name__}).", hint=hint) from None
    if len(content) > _MAX_SIZE:
        raise PolicyError(f"The policy file {path} is longer than {_MAX_SIZE // 1024} KB.", hint="Is it a policy?")
    parsed, lines = _parse(text, str(path))
    bundle = _build(parsed, _Origin(str(path), path.parent, lines, seen, (*chain, path.resolve())))
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
    form, problems = _read_form(content, origin)
    base = _named(content, origin, "extends", problems)
    candidate = _named(content, origin, "candidate", problems)
    if candidate is not None and candidate.candidate is not None:
        problems.append((origin.line("candidate"), f"the candidate {content['candidate']!r} names a candidate itself."))
    if form is None or problems:
        told = tell(problems)
        raise PolicyError(f"{origin.name}: " + "; ".join(told), problems=told)
    if base is None and origin.name not in SHIPPED:
        base = shipped_bundle("observe")  # a file that does not say starts from the bundle that blocks nothing
    inherited = base or Bundle(name="", version=1, modes={})
    own = _settings(form.checks, origin, ("checks",))
    settings = {**inherited.settings, **own}
    return Bundle(
        name=form.name,
        version=form.version,
        modes={check: setting.mode for check, setting in settings.items()},
        own_checks=inherited.own_checks if form.own_checks is None else form.own_checks,
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


def _read_form(content: Mapping[str, Any], origin: _Origin) -> tuple[BundleForm | None, list[Problem]]:
    try:
        return BundleForm.model_validate(content), []
    except ValidationError as error:
        return None, explain(error, origin.lines)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL in it
        return False


def _named(content: Mapping[str, Any], origin: _Origin, key: str, problems: list[Problem]) -> Bundle | None:
    """Return the bundle that a file names under a key: one that ships, or a file beside it; None: none that is good.

    What is wrong with it joins the problems of the file.
    """
    name = content.get(key)
    if not isinstance(name, str):
        return None
    if name in SHIPPED:
        return shipped_bundle(name)
    path = origin.folder / name
    if not _exists(path):
        if origin.seen is not None:
            origin.seen(path)
        said = [f"{key} {name!r}, which is neither a bundle nor a file. {suggest(name, SHIPPED)}"]
    elif path.resolve() in origin.chain:
        said = [f"{key} {name!r} comes back to itself: no file may extend itself, nor be its own candidate."]
    elif len(origin.chain) > _MAX_DEPTH:
        said = [f"{key} {name!r} goes on for more than {_MAX_DEPTH} files."]
    else:
        try:
            return _load_file(path, chain=origin.chain, seen=origin.seen)
        except PolicyError as error:
            said = [f"{key} {name!r}: {problem}" for problem in error.problems]
    problems += [(origin.line(key), each) for each in said]
    return None


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
