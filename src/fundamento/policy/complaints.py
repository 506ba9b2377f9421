"""What is wrong with a bundle as it is written: each problem once, with its line and the nearest right word."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any, Final, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from fundamento.findings import CheckId, Mode
from fundamento.policy.form import BundleForm, ExemptionForm, RepairsForm, ScopeForm, SettingForm
from fundamento.policy.wording import OnError, OnReject
from fundamento.strict_yaml import Lines, suggest

_MAX_SHOWN: Final = 60  # code points

_CHECKS: Final = [check.value for check in CheckId]
_WORDS: Final[Mapping[str, Iterable[str]]] = {
    "on_error": [word.value for word in OnError],
    "on_reject": [word.value for word in OnReject],
    "check": _CHECKS,
}


Problem: TypeAlias = tuple[int, str]  # the line, from 1 (0: not known), and what is wrong there


def tell(problems: Iterable[Problem]) -> list[str]:
    """Say problems in the order of their lines."""
    return [f"line {line}: {said}" if line else said for line, said in sorted(problems, key=itemgetter(0))]


def explain(error: ValidationError, lines: Lines | None = None) -> list[Problem]:
    """Return each problem once; a value is shown, since a policy is no person's text."""
    problems: dict[Problem, None] = {}
    for item in error.errors(include_url=False):
        path = _path(item)
        if "checks" in path and item["type"] == "enum" and isinstance(item["input"], Mapping):
            continue  # where a mode may be a word or a mapping, what is wrong with the mapping is said as well
        if "checks" in path and item["type"] == "model_type":
            continue  # as above, for what is no mapping
        problems[_line(path, lines or {}) or 0, _say(item, path)] = None
    return list(problems)


def _say(item: ErrorDetails, path: list[str | int]) -> str:
    place, value = _spell(path), _shown(item["input"])
    word = value.strip("'")
    if item["type"] == "extra_forbidden":
        return f"{place!r} is no key here. {suggest(str(path[-1]), _known_keys(path))}"
    if item["loc"][-1] == "[key]" and item["type"] == "enum" and ("checks" in path or path[0] == "thresholds"):
        return f"there is no check {value}. {suggest(word, _CHECKS)}"
    if item["type"] in _PLAIN:
        return f"{place}: {_PLAIN[item['type']] or item['msg']}"
    if "checks" in path and not {"percent", "key"}.intersection(path[-1:]) and item["type"] != "missing":
        return f"{place}: {value} is no mode. {suggest(word, [mode.value for mode in Mode])}"
    if item["type"] == "enum" and path[-1] in _WORDS:
        return f"{place}: {value} is not known. {suggest(word, _WORDS[str(path[-1])])}"
    return f"{place}: {item['msg'].lower()}"


# Kinds of problems that are said as they are, or in other words.
_PLAIN: Final = {"mode": "", "quotes": "", "day": "", "percent": "", "too_short": "it is empty", "threshold": ""}


def _known_keys(path: list[str | int]) -> Iterable[str]:
    if len(path) > 1 and "checks" in path[:-1]:
        return SettingForm.model_fields
    forms: Mapping[Any, Any] = {"repairs": RepairsForm, "scopes": ScopeForm, "exemptions": ExemptionForm}
    return (forms[path[0]] if len(path) > 1 else BundleForm).model_fields


def _path(item: ErrorDetails) -> list[str | int]:
    """Return the keys that lead to a problem, without the steps by which Pydantic names a branch or a key."""
    loc = item["loc"]
    # The first step is a key of the file, whatever it is called; so is what stands in `when`.
    return [
        step
        for at, step in enumerate(loc)
        if at == 0 or isinstance(step, int) or (step != "[key]" and (loc[at - 1] == "when" or not _is_branch(step)))
    ]


def _is_branch(step: str) -> bool:
    return step in {"int", "RepairsForm", "SettingForm"} or step.startswith(("function-before[", "constrained-int"))


def _spell(path: list[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _line(path: list[str | int], lines: Lines) -> int | None:
    """Return the line of a path, or of what it stands in where the path itself is not written."""
    for end in range(len(path), 0, -1):
        if tuple(path[:end]) in lines:
            return lines[tuple(path[:end])]
    return None


def _shown(value: object) -> str:
    """Return a short form of a value, whatever stands where a word should."""
    if isinstance(value, Mapping | list | tuple | set):
        return f"a {type(value).__name__}"
    text = repr(value[:_MAX_SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _MAX_SHOWN + 2 else f"{text[:_MAX_SHOWN]}…"
