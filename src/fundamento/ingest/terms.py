"""Who may read a document and when it holds, as its own file or the one beside it says."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from rapidfuzz.distance import OSA

from fundamento.errors import IngestError
from fundamento.strict_yaml import NotYaml, parse_yaml, suggest

SIDECARS: Final = (".meta.yaml", ".meta.yml")
_LONGEST: Final = 65_536  # code points of front matter
_FENCE = re.compile(r"---[ \t]*(?:\r\n|\n|\r)")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE)
_OURS_UNCLOSED = re.compile(r"^(?:readers|effective_from|effective_until)[ \t]*:", re.MULTILINE)
_QUOTED = re.compile(r" '[^']*'|'[^']*' ?")
_PRINCIPAL = re.compile(r"(?:user|group):\S(?:.*\S)?")

# Words that others use for the same: left alone, they would leave a document without what its author meant.
_MEANT: Final[Mapping[str, str]] = {
    "lectores": "readers",
    "acl": "readers",
    "allow": "readers",
    "from": "effective_from",
    "valid_from": "effective_from",
    "vigente_desde": "effective_from",
    "until": "effective_until",
    "valid_until": "effective_until",
    "expires": "effective_until",
    "vigente_hasta": "effective_until",
}
# How many slips of the pen make another word one of ours; `render` is a word of its own.
_SLIPS: Final[Mapping[str, int]] = {"readers": 1, "effective_from": 3, "effective_until": 3}


@dataclass(frozen=True, slots=True)
class Terms:
    """Who may read what is loaded, and when it holds.

    `readers` is the allow-list (`user:ID`, `group:NAME`); None: not known, so nobody once access control is on. The
    dates are inclusive.
    """

    readers: frozenset[str] | None = None
    effective_from: date | None = None
    effective_until: date | None = None


NO_TERMS: Final = Terms()


def _read_list(value: object) -> object:
    if value is None:
        raise ValueError("is empty: write [] where nobody may read it, or leave the key out")
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list):
        raise ValueError("is no list: write [group:NAME, user:ID]")  # noqa: TRY004 - Pydantic takes only this one
    for number, one in enumerate(found, 1):
        if not isinstance(one, str) or not _PRINCIPAL.fullmatch(one):
            raise ValueError(f"names no reader in place {number}: write group:NAME or user:ID, without a space")
    return frozenset(found)


def _read_day(value: object) -> object:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    raise ValueError("is no day: write YYYY-MM-DD")


def _read_id(value: object) -> object:
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 200:
        raise ValueError("is no text of one line, of 1 to 200 characters")
    return value.strip()


class Statement(BaseModel):
    """What a file says about a document. A key that is not said is None."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str | None, BeforeValidator(_read_id)] = None
    readers: Annotated[frozenset[str] | None, BeforeValidator(_read_list)] = None
    effective_from: Annotated[date | None, BeforeValidator(_read_day)] = Field(default=None)
    effective_until: Annotated[date | None, BeforeValidator(_read_day)] = Field(default=None)

    def terms(self, default: Terms) -> Terms:
        """Return what holds: what is said here, and the default for what is not. Raises `IngestError`."""
        terms = Terms(
            default.readers if self.readers is None else self.readers,
            self.effective_from or default.effective_from,
            self.effective_until or default.effective_until,
        )
        if terms.effective_from and terms.effective_until and terms.effective_until < terms.effective_from:
            raise IngestError("effective_until lies before effective_from.", hint="Both days belong to its validity.")
        return terms


NOTHING_SAID: Final = Statement()


def read_front_matter(text: str) -> tuple[Statement, int]:
    """Return what the front matter of a text says, and where the text after it begins, in code points.

    Front matter is a YAML mapping between a first line `---` and the next one; keys that are not ours are the author's
    own, but one that looks like ours is an error, and so is YAML that cannot be read. Raises `IngestError`.
    """
    opening = _FENCE.match(text)
    if opening is None:
        return NOTHING_SAID, 0
    closing = _CLOSING.search(text, opening.end(), opening.end() + _LONGEST)
    if closing is None:
        if _OURS_UNCLOSED.search(text, opening.end(), opening.end() + _LONGEST):
            raise IngestError("Its front matter has no end.", hint="Close it with a line of three hyphens: ---")
        return NOTHING_SAID, 0
    content = _parse(text[opening.end() : closing.start()], "front matter", first_line=2)
    if not isinstance(content, Mapping):  # two rules with a paragraph between them
        return NOTHING_SAID, 0
    ours = {key: value for key, value in content.items() if _is_ours(key)}
    return _validate(ours, "front matter"), closing.end()


def find_sidecar(file: Path) -> Path | None:
    """Return the file that says the terms of another (`NAME.meta.yaml`), where there is one."""
    found = [path for path in (file.with_name(file.name + suffix) for suffix in SIDECARS) if path.is_file()]
    if len(found) > 1:
        raise IngestError(f"It has two files of terms, {found[0].name} and {found[1].name}.", hint="Keep one.")
    return found[0] if found else None


def read_sidecar(path: Path) -> Statement:
    """Return what a file of terms says; every key must be ours. Raises `IngestError`."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise IngestError(f"{path.name} cannot be read: {error.strerror}.", hint="Check its permissions.") from None
    except UnicodeDecodeError:
        raise IngestError(f"{path.name} is not UTF-8.", hint="Save it as UTF-8.") from None
    content = _parse(text, path.name, first_line=1)
    if not isinstance(content, Mapping):
        raise IngestError(f"{path.name} is no mapping.", hint="Write keys and values: readers: [group:NAME]")
    return _validate(content, path.name)


def merge(one: Statement, other: Statement) -> Statement:
    """Return what two files say of one document. Raises `IngestError` where they say different things of one key."""
    merged: dict[str, object] = {}
    for key in Statement.model_fields:
        said = {getattr(each, key) for each in (one, other)} - {None}
        if len(said) > 1:
            raise IngestError(
                f"Its front matter and the file beside it say different things of {key}.", hint="Keep it in one."
            )
        if said:
            merged[key] = said.pop()
    return Statement.model_construct(**merged)  # type: ignore[arg-type]  # values of fields validated before


def _is_ours(key: object) -> bool:
    if not isinstance(key, str):
        return False
    plain = _plain(key)
    if plain in Statement.model_fields or plain in _MEANT or plain.startswith(("reader", "effective")):
        return True
    return any(OSA.distance(plain, ours) <= slips for ours, slips in _SLIPS.items())


def _plain(key: object) -> str:
    return str(key).strip().casefold().replace("-", "_").replace(" ", "_")


def _parse(text: str, where: str, *, first_line: int) -> object:
    try:
        return parse_yaml(text)
    except NotYaml as error:
        line = "" if error.line is None else f", line {error.line + first_line - 1}"
        problem = _QUOTED.sub("", error.problem)  # it may quote the document
        raise IngestError(
            f"{where}{line}: this is not YAML ({problem}).", hint="Put values with special characters in quotes."
        ) from None


def _validate(content: Mapping[object, object], where: str) -> Statement:
    try:
        return Statement.model_validate({str(key): value for key, value in content.items()})
    except ValidationError as error:
        problems = [_explain(item["loc"][0], item["type"], item["msg"]) for item in error.errors(include_url=False)]
        raise IngestError(f"{where}: {'; '.join(problems)}.") from None


def _explain(key: object, kind: str, message: str) -> str:
    if kind != "extra_forbidden":
        return f"{key} {message.removeprefix('Value error, ')}"
    plain = _plain(key)
    meant = f"Did you mean {_MEANT[plain]!r}?" if plain in _MEANT else suggest(plain, Statement.model_fields)
    return f"{key!r} is no key here. {meant}".removesuffix(".")
