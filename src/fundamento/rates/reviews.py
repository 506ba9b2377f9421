"""What reviewers said of findings: one JSON object a line, with answer, claim, check and verdict."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, StrictInt, StrictStr, ValidationError

from fundamento.errors import InputError


class Review(BaseModel):
    """One judgement: whether the finding of a check on a claim (None: on the whole answer) was right.

    A reviewer may add what else there is to say; it is not read.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    answer_id: StrictStr
    check: StrictStr
    verdict: Literal["right", "wrong"]
    claim: StrictInt | None = None


def read_reviews(path: Path) -> list[Review]:
    """Return the reviews of a file; the last one of a finding counts. Raises `InputError`, which quotes no value."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.", hint="Give a file of JSON lines.") from None
    return _keep_last(_read_line(path, number, line) for number, line in enumerate(lines, 1) if line.strip())


def _read_line(path: Path, number: int, line: bytes) -> Review:
    try:
        return Review.model_validate_json(line)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, problem["loc"])) or "the line"
        said = "is missing" if problem["type"] == "missing" else "makes no sense"
        raise InputError(
            f"{path}, line {number}: {place} {said}.",
            hint='A review is {"answer_id": "…", "claim": 0, "check": "…", "verdict": "right" or "wrong"}.',
        ) from None


def _keep_last(reviews: Iterable[Review]) -> list[Review]:
    return list({(review.answer_id, review.claim, review.check): review for review in reviews}.values())
