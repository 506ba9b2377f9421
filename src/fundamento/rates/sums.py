"""Sums over answers, split as asked for, as the statements in `sql/` give them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from fundamento.rates.dimensions import label_of
from fundamento.rates.intervals import ClusterSums, Share, clustered_share, share_of
from fundamento.rates.logs import Logs

Key: TypeAlias = tuple[Any, ...]  # labels (None: not known), and what an expression of our own comes to


@dataclass(frozen=True, slots=True)
class Figures:
    """What is said of some answers: the share that is rejected, that of claims that fail, and answers with errors.

    `errors` are answers that could not be verified or, of a check, on which it could not run. They are in no share.
    """

    answers: Share
    claims: Share
    errors: int


@dataclass(frozen=True, slots=True)
class AnswerSums:
    """Sums over all answers of a group; `seen` is of those that at least one check looked at or tried to."""

    answers: int
    verified: int
    rejected: int
    blind: int
    claims: ClusterSums
    seen: ClusterSums

    def figures(self) -> Figures:
        """Return the figures of the group."""
        return Figures(
            share_of(self.rejected, self.verified), clustered_share(self.claims), self.answers - self.verified
        )


@dataclass(frozen=True, slots=True)
class CheckSums:
    """Sums over the answers of a group that one check fails, or on which it could not run (`missed`)."""

    rejected: int
    missed: int
    claims: ClusterSums
    unseen: ClusterSums

    def figures(self, among: AnswerSums) -> Figures:
        """Return the figures of the check among the answers of its group."""
        looked_at = among.answers - among.blind - self.missed
        claims = ClusterSums(
            answers=among.seen.answers - self.unseen.answers,
            claims=among.seen.claims - self.unseen.claims,
            failed=self.claims.failed,
            failed_squared=self.claims.failed_squared,
            failed_by_claims=self.claims.failed_by_claims,
            claims_squared=among.seen.claims_squared - self.unseen.claims_squared,
        )
        return Figures(share_of(min(self.rejected, looked_at), looked_at), clustered_share(claims), self.missed)


NOTHING: Final = CheckSums(0, 0, ClusterSums(), ClusterSums())


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


def sum_checks(logs: Logs, split: Split) -> dict[tuple[Key, str], CheckSums]:
    """Return the sums of each group and check, where there are any."""
    rows = logs.ask("by_check", parts={"dimensions": split.sql()})
    return {(row[: split.width], row[split.width]): _check_sums(row[split.width + 1 :]) for row in rows}


def _answer_sums(row: Sequence[Any]) -> AnswerSums:
    answers, verified, rejected, blind, with_claims, claims, failed, squared, crossed, claims_squared, *seen = row
    seen_answers, seen_claims, seen_squared = seen
    return AnswerSums(
        answers,
        verified,
        rejected,
        blind,
        ClusterSums(with_claims, claims, failed, squared, crossed, claims_squared),
        ClusterSums(seen_answers, seen_claims, claims_squared=seen_squared),
    )


def _check_sums(row: Sequence[Any]) -> CheckSums:
    rejected, missed, failed, squared, crossed, unseen_answers, unseen_claims, unseen_squared = row
    return CheckSums(
        rejected,
        missed,
        ClusterSums(failed=failed, failed_squared=squared, failed_by_claims=crossed),
        ClusterSums(unseen_answers, unseen_claims, claims_squared=unseen_squared),
    )
