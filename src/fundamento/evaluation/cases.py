"""Data sets for evaluation: frozen cases as JSON lines, and cases out of the files of RAGAS and LangSmith."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from fundamento.errors import InputError
from fundamento.fragments import Fragment

Kind: TypeAlias = Literal["answerable", "unanswerable", "contradictory", "dated", "look-alike"]
VERSION: Final = 1
_HINT: Final = 'A line is {"id": "...", "question": "...", "fragments": [{"id": "...", "text": "..."}], ...}.'


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FrozenFragment(_Entry):
    """One fragment as it was retrieved; it does not change with the index."""

    id: str = Field(min_length=1)
    text: str
    document: str | None = None
    version: str | None = None
    superseded_by: str | None = None
    effective_from: date | None = None
    effective_until: date | None = None

    def as_fragment(self) -> Fragment:
        """Return it as the checks take it."""
        return Fragment(**self.model_dump())


class RequiredFact(_Entry):
    """A fact that a full answer states; `fragments` are the IDs of those that state it."""

    id: str = Field(min_length=1)
    text: str = Field(min_length=1)
    fragments: tuple[str, ...] = ()


class RecordedClaim(_Entry):
    """One claim of a recorded answer, and the IDs that it cites."""

    text: str = Field(min_length=1)
    cites: tuple[str, ...] = ()


class RecordedAnswer(_Entry):
    """What was answered: prose with markers in `text` (empty: nothing was said), or `claims` and `gaps`."""

    text: str | None = None
    claims: tuple[RecordedClaim, ...] = ()
    gaps: tuple[str, ...] = ()
    prompt: str | None = None
    model: str | None = None

    @model_validator(mode="after")
    def _is_one_form(self) -> "RecordedAnswer":
        if self.text is not None and (self.claims or self.gaps):
            raise ValueError("give text, or claims and gaps")
        return self


class ClaimLabel(_Entry):
    """What a person says of one claim.

    `supported`: what the claim cites supports it. `facts`: IDs of the required facts that it expresses. `inferable`:
    it follows from all that was retrieved (None: as `supported`). `sufficient`: sets of fragments that support it, each
    by itself (None: all that it cites together, where it is supported).
    """

    supported: bool
    facts: tuple[str, ...] = ()
    inferable: bool | None = None
    sufficient: tuple[tuple[str, ...], ...] | None = None


class Case(_Entry):
    """One question with all that is needed to measure an answer to it.

    `ranking` is what the search found, best first (empty: the fragments in order). `labels` are of the answer's claims,
    in order (None: nobody labelled it). `critical`: no fault of it is tolerated.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    kind: Kind = "answerable"
    critical: bool = False
    fragments: tuple[FrozenFragment, ...] = ()
    ranking: tuple[str, ...] = ()
    required: tuple[RequiredFact, ...] = ()
    reference: str | None = None
    answer: RecordedAnswer | None = None
    labels: tuple[ClaimLabel, ...] | None = None
    as_of: date | None = None
    tags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _names_what_it_has(self) -> "Case":
        for what, ids in (("fragment", [f.id for f in self.fragments]), ("fact", [f.id for f in self.required])):
            if len(set(ids)) < len(ids):
                raise ValueError(f"two {what}s have one ID")
        known = {fact.id for fact in self.required}
        if not known.issuperset(fact for label in self.labels or () for fact in label.facts):
            raise ValueError("a label names a fact that is not required")
        return self

    @property
    def ranked(self) -> tuple[str, ...]:
        """The IDs that the search found, best first."""
        return self.ranking or tuple(fragment.id for fragment in self.fragments)

    @property
    def relevant(self) -> frozenset[str]:
        """The IDs of the fragments that state a required fact."""
        return frozenset(one for fact in self.required for one in fact.fragments)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Cases, and the SHA-256 of what they say: the same cases in the same order have the same one."""

    cases: tuple[Case, ...]
    sha256: str
    version: int = VERSION


def make_dataset(cases: Iterable[Case]) -> Dataset:
    """Make a data set. Raises `InputError` where there is no case, or two have one ID."""
    made = tuple(cases)
    if not made:
        raise InputError("The data set holds no case.", hint=_HINT)
    if len({case.id for case in made}) < len(made):
        raise InputError("Two cases of the data set have one ID.", hint="Give each case an ID of its own.")
    lines = [json.dumps(case.model_dump(mode="json"), sort_keys=True, ensure_ascii=False) for case in made]
    content = "\n".join([f"fundamento-cases/{VERSION}", *lines])
    return Dataset(made, hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest())


def load_dataset(path: Path) -> Dataset:
    """Read a data set: a case a line. Raises `InputError`, which says which line is none."""
    return make_dataset(_read_case(line, f"{path}, line {number}") for number, line in _lines(path))


def import_dataset(path: Path) -> Dataset:
    """Read JSON lines in the shape of RAGAS or LangSmith; see `import_case`. Raises `InputError`."""
    cases = []
    for number, line in _lines(path):
        try:
            row = json.loads(line)
            cases.append(import_case(row, id=f"case-{number}"))
        except (ValueError, InputError) as error:
            reason = str(error) if isinstance(error, InputError) else "it is not JSON."
            raise InputError(f"{path}, line {number}: {reason}") from None
    return make_dataset(cases)


def import_case(row: object, *, id: str) -> Case:  # noqa: A002 - the field is called so
    """Make a case of a row with `question`, `answer`, `contexts` and `ground_truth`.

    RAGAS's newer names (`user_input`, `response`, `retrieved_contexts`, `reference`) and LangSmith's nesting (`inputs`,
    `outputs`, `reference_outputs`) are read too. Contexts become the fragments `1`, `2`, …, as markers number them. The
    reference becomes no required fact: who writes facts says which fragments state them. Raises `InputError`.
    """
    if not isinstance(row, Mapping):
        raise InputError("It is no JSON object.")
    flat: dict[str, object] = {key: value for key, value in row.items() if isinstance(key, str)}
    for nested in ("inputs", "outputs"):
        inside = row.get(nested)
        flat.update(inside if isinstance(inside, Mapping) else {})
    wanted = row.get("reference_outputs")
    if isinstance(wanted, Mapping):
        flat["ground_truth"] = wanted.get("answer", wanted.get("ground_truth"))
    contexts = _first(flat, "contexts", "retrieved_contexts") or []
    if isinstance(contexts, str) or not isinstance(contexts, Sequence):
        raise InputError("contexts is no list.")
    truth, answer = _first(flat, "ground_truth", "ground_truths", "reference"), _first(flat, "answer", "response")
    if isinstance(truth, list):
        truth = " ".join(map(str, truth))
    values = {
        "id": id,
        "question": _first(flat, "question", "user_input"),
        "fragments": [{"id": str(place), "text": text} for place, text in enumerate(contexts, 1)],
        "reference": truth,
        "answer": None if answer is None else {"text": answer},
    }
    return _validated(lambda: Case.model_validate(values), "The row")


def _first(row: Mapping[str, object], *names: str) -> object:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _lines(path: Path) -> list[tuple[int, str]]:
    try:
        content = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path} cannot be read: {reason}.") from None
    # No other line break ends a line of JSON: a text may hold U+2028.
    return [(number, line) for number, line in enumerate(content.split("\n"), 1) if line.strip()]


def _read_case(line: str, where: str) -> Case:
    return _validated(lambda: Case.model_validate_json(line), where)


def _validated(make: Callable[[], Case], where: str) -> Case:
    try:
        return make()
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"])) or "the case"
        raise InputError(f"{where}: {place}: {first['msg']}.", hint=_HINT) from None
