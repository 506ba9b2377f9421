"""What rates can be split and filtered by, and where it stands in a log line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from fundamento.errors import InputError


@dataclass(frozen=True, slots=True)
class Dimension:
    """A way to split answers: the keys of a line that it needs, and the SQL that makes its label of them."""

    keys: Mapping[str, str]
    label: str


def _plain(name: str) -> Dimension:
    return Dimension({name: "VARCHAR"}, name)


CHECK: Final = "check"

DIMENSIONS: Final[Mapping[str, Dimension]] = {
    "bundle": Dimension({"bundle": "VARCHAR", "bundle_version": "VARCHAR"}, "bundle || '@' || bundle_version"),
    "candidate": Dimension(
        {"candidate_bundle": "VARCHAR", "candidate_version": "VARCHAR"}, "candidate_bundle || '@' || candidate_version"
    ),
    "fingerprint": _plain("fingerprint"),
    "prompt": Dimension(
        {"prompt_name": "VARCHAR", "prompt_version": "VARCHAR", "prompt_lang": "VARCHAR", "prompt_sha256": "VARCHAR"},
        "prompt_name || '/v' || prompt_version || '.' || prompt_lang || '#' || substr(prompt_sha256, 1, 8)",
    ),
    "prompt_sha256": _plain("prompt_sha256"),
    "model": Dimension(
        {"model_answered": "VARCHAR", "model_asked": "VARCHAR"}, "coalesce(model_answered, model_asked)"
    ),
    "model_asked": _plain("model_asked"),
    "model_answered": _plain("model_answered"),
    "tenant": _plain("tenant"),
    "route": _plain("route"),
    "entry": _plain("entry"),
    "lang": _plain("lang"),
    "mode_source": _plain("mode_source"),
    "hour": Dimension({}, "strftime(moment, '%Y-%m-%dT%H:00Z')"),
    "day": Dimension({}, "strftime(moment, '%Y-%m-%d')"),
}


def keys_of(names: Iterable[str]) -> dict[str, str]:
    """Return the keys of a line, with their types, that these dimensions need."""
    return {key: kind for name in names if name != CHECK for key, kind in DIMENSIONS[name].keys.items()}


def label_of(name: str) -> str:
    """Return the SQL expression of a dimension's label."""
    return DIMENSIONS[name].label


def demand_known(names: Iterable[str], *, option: str) -> None:
    """Raise `InputError` where there is no such dimension; `check` is one to split by, not to filter by."""
    known = [*DIMENSIONS, *([CHECK] if option == "--by" else [])]
    for name in names:
        if name not in known:
            raise InputError(f"{option} knows no such key.", hint=f"It knows: {', '.join(sorted(known))}.")
