"""Sums over answers, split as asked for, as the statements in `sql/` give them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from fundamento.findings import CheckId
from fundamento.rates.dimensions import label_of
from fundamento.rates.intervals import ClusterSums, Share, clustered_share, share_of
from fundamento.rates.logs import Logs

Key: TypeAlias = tuple[Any, ...]  # labels (None: not known), and what an expression of our own comes to


_NAMES: Final = tuple(check.value for check in CheckId)


@dataclass(frozen=True, slots=True)
class Figures:
    """What is said of some answers: the share that is rejected, that of claims that fail, and answers with errors.

    `errors` are answers that could not be verified or, of a check, on which it could not run. They are in no share.
    `candidate` is the share that a candidate would not have let through as they came, or for this check; None: none ran
    beside them.
    """

    answers: Share
    claims: Share
    errors: int
    candidate: Share | None = None


@dataclass(frozen=True, slots=True)
class AnswerSums:
    """Sums over all answers of a group; a candidate ran beside `foreseen`, and would have `stopped` some of them."""

    answers: int
    verified: int
    rejected: int
    foreseen: int
    stopped: int
    claims: ClusterSums

    def figures(self) -> Figures:
        """Return the figures of the group."""
        return Figures(
            share_of(self.rejected, self.verified),
            clustered_share(self.claims),
            self.answers - self.verified,
            share_of(self.stopped, self.foreseen) if self.foreseen else None,
        )


@dataclass(frozen=True, slots=True)
class LookSums:
    """Sums over the answers of a group whose first output one check looked at, or looked at for the candidate."""

    answers: int
    foreseen: int
    claims: ClusterSums


@dataclass(frozen=True, slots=True)
class CheckSums:
    """Sums over the answers of a group that one check fails, or on which it could not run (`missed`).

    `unseen` are those of the latter that it had looked at, `foreseen` the answers that a candidate would have stopped.
    """

    rejected: int
    missed: int
    foreseen: int
    unseen: LookSums
    claims: ClusterSums

    def figures(self, among: LookSums) -> Figures:
        """Return the figures of the check among the answers of its group that it looked at."""
        looked_at = among.answers - self.unseen.answers
        foreseen = among.foreseen - self.unseen.foreseen
        claims = replace(
            self.claims,
            answers=among.claims.answers - self.unseen.claims.answers,
            claims=among.claims.claims - self.unseen.claims.claims,
            claims_squared=among.claims.claims_squared - self.unseen.claims.claims_squared,
        )
        return Figures(
            share_of(min(self.rejected, looked_at), looked_at),
            clustered_share(claims),
            self.missed,
            share_of(min(self.foreseen, foreseen), foreseen) if foreseen else None,
        )


UNLOOKED: Final = LookSums(0, 0, ClusterSums())
NOTHING: Final = CheckSums(0, 0, 0, UNLOOKED, ClusterSums())


@dataclass(frozen=True, slots=True)
class Split:
    """How to split: names of dimensions, and one more expression of our own in SQL."""

    by: Sequence[str] = ()
    extra: str = ""

    def sql(self) -> str:
        """Return the columns to select, each with a comma after it."""
        columns = [f'{label_of(name)} AS "{name}"' for name in self.by]
        if self.extra:
            columns.append(f"{self.extra} AS part")
        return "".join(f"{column},\n    " for column in columns)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.by) + bool(self.extra)


def sum_answers(logs: Logs, split: Split) -> dict[Key, AnswerSums]:
    """Return the sums of each group; without a split the one group is there even where it is empty."""
    grouping = "GROUP BY ALL" if split.width else ""
    rows = logs.ask("by_answer", parts={"dimensions": split.sql(), "grouping": grouping})
    return {row[: split.width]: _answer_sums(row[split.width :]) for row in rows}


def sum_looks(logs: Logs, split: Split) -> dict[tuple[Key, str], LookSums]:
    """Return, for each group and each check of this version, what the check looked at."""
    grouping = "GROUP BY ALL" if split.width else ""
    looks = ",\n    ".join(_LOOK.format(check=check) for check in _NAMES)
    rows = logs.ask("by_look", parts={"dimensions": split.sql(), "looks": looks, "grouping": grouping})
    return {
        (row[: split.width], check): _look_sums(row[at : at + _WIDTH])
        for row in rows
        for check, at in zip(_NAMES, range(split.width, len(row), _WIDTH), strict=True)
    }


def sum_checks(logs: Logs, split: Split) -> dict[tuple[Key, str], CheckSums]:
    """Return the sums of each group and check, where there are any."""
    cases = " ".join(f"WHEN '{check}' THEN checked.\"{check}\"::BIGINT" for check in _NAMES)
    rows = logs.ask("by_check", parts={"dimensions": split.sql(), "looked": f'CASE "check" {cases} END'})
    return {(row[: split.width], row[split.width]): _check_sums(row[split.width + 1 :]) for row in rows}


_WIDTH: Final = 5
_LOOK: Final = """count(checked."{check}"),
    count(*) FILTER (candidate_action IS NOT NULL AND coalesce(checked."{check}", candidate_checked."{check}") >= 0),
    count(*) FILTER (checked."{check}" > 0),
    coalesce(sum(checked."{check}"), 0)::BIGINT,
    coalesce(sum(checked."{check}"::BIGINT * checked."{check}"), 0)::BIGINT"""


def _answer_sums(row: Sequence[Any]) -> AnswerSums:
    answers, verified, rejected, foreseen, stopped, *sums = row
    return AnswerSums(answers, verified, rejected, foreseen, stopped, ClusterSums(*sums))


def _look_sums(row: Sequence[Any]) -> LookSums:
    answers, foreseen, with_claims, claims, claims_squared = row
    return LookSums(answers, foreseen, ClusterSums(with_claims, claims, claims_squared=claims_squared))


def _check_sums(row: Sequence[Any]) -> CheckSums:
    rejected, missed, foreseen, unseen, unforeseen, failed, squared, crossed, *of = row
    with_claims, claims, claims_squared = of
    return CheckSums(
        rejected,
        missed,
        foreseen,
        LookSums(unseen, unforeseen, ClusterSums(with_claims, claims, claims_squared=claims_squared)),
        ClusterSums(failed=failed, failed_squared=squared, failed_by_claims=crossed),
    )
