"""Sums over answers, split as asked for: the table of cells, and what is read out of it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from fundamento.errors import InputError
from fundamento.findings import CheckId
from fundamento.rates.dimensions import CHECK, label_of
from fundamento.rates.intervals import ClusterSums, Share, clustered_share, share_of
from fundamento.rates.logs import Logs

Key: TypeAlias = tuple[Any, ...]  # labels (None: not known)
Part: TypeAlias = Literal["bucket", "half"]

MOST_GROUPS: Final = 50_000  # each of them is held in memory, with its trend


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
class Sums:
    """Sums over the answers of a group: all that were verified or, of a check, that it looked at.

    A candidate ran beside `foreseen` of them, and would have `stopped` some of these.
    """

    answers: int = 0
    rejected: int = 0
    errors: int = 0
    foreseen: int = 0
    stopped: int = 0
    claims: ClusterSums = field(default_factory=ClusterSums)

    @property
    def share(self) -> Share:
        """The share of answers that is rejected."""
        return share_of(min(self.rejected, self.answers), self.answers)

    def figures(self) -> Figures:
        """Return the figures of the group."""
        stopped = share_of(min(self.stopped, self.foreseen), self.foreseen) if self.foreseen else None
        return Figures(self.share, clustered_share(self.claims), self.errors, stopped)


NOTHING: Final = Sums()


@dataclass(frozen=True, slots=True)
class Times:
    """The parts of a trend, by `unit` from `start` on, and two periods of `hours` each that end at `last`."""

    unit: Literal["hour", "day"]
    start: datetime
    last: datetime
    hours: int | None

    def places(self) -> dict[str, str]:
        """Return the SQL that says in which part of the trend, and of which period, an answer is."""
        parts = {"bucket": f"CASE WHEN moment >= {_literal(self.start)} THEN date_trunc('{self.unit}', moment) END"}
        if self.hours is not None:
            now, before = (f"{_literal(self.last)} - INTERVAL {back * self.hours} HOUR" for back in (1, 2))
            parts["half"] = f"CASE WHEN moment > {now} THEN 1 WHEN moment > {before} THEN 2 END"
        return parts


def fill_cells(logs: Logs, by: Sequence[str] = (), times: Times | None = None) -> None:
    """Sum over all answers once, into the table that the rest is read out of."""
    places = {"bucket": "NULL::TIMESTAMP", "half": "NULL::UTINYINT", **(times.places() if times else {})}
    places |= {_column(name): label_of(name) for name in by if name != CHECK}
    parts = {
        "places": ", ".join(f"{expression} AS {column}" for column, expression in places.items()),
        "names": ", ".join(places),
    }
    checks = [*(check.value for check in CheckId), *list_own(logs)]
    looks = {
        "form": json.dumps(dict.fromkeys(checks, "USMALLINT")),
        "names": f"[{', '.join(map(repr, checks))}]",
        "values": "[{}]".format(", ".join(f'found."{check}"' for check in checks)),
    }
    logs.ask("looks", parts=looks)
    logs.ask("cells", parts=parts)


def list_own(logs: Logs) -> list[str]:
    """Return the checks of a user's own that the logs name, in order of the alphabet."""
    named = {name for (name,) in logs.run(_NAMED)}
    return sorted(name for name in named if isinstance(name, str) and CheckId.is_own(name))


_NAMED: Final = """SELECT DISTINCT unnest(json_keys(text)) FROM (
    SELECT DISTINCT checked AS text FROM lines WHERE kind = 1 AND checked IS NOT NULL
    UNION SELECT DISTINCT beside FROM lines WHERE kind = 1 AND beside IS NOT NULL)"""


def sum_groups(
    logs: Logs, by: Sequence[str] = (), *, part: Part | None = None, silent: bool = False
) -> dict[Key, Sums]:
    """Return the sums of each group, by its labels and the part; without either the one group is always there.

    A check with nothing to say in a group is not there unless `silent`. Raises `InputError` for too many groups.
    """
    names = [*map(_column, by), *([part] if part else [])]
    having = " HAVING sum(told) > 0" if CHECK in by and not silent else ""
    parts = {
        "names": "".join(f"{name},\n    " for name in names),
        "which": _which(by),
        "grouping": f"GROUP BY ALL{having}" if names else "",
    }
    found: dict[Key, Sums] = {}
    for row in logs.stream("sums", parts=parts):
        if len(found) == MOST_GROUPS:
            raise InputError(
                f"--by makes more than {MOST_GROUPS:,} groups.", hint="Split by fewer keys, or choose with --where."
            )
        answers, rejected, errors, foreseen, stopped, *claims = row[len(names) :]
        with_claims, count, failed, squared, crossed, claims_squared = claims
        clusters = ClusterSums(with_claims, count, failed, squared, crossed, claims_squared)
        found[row[: len(names)]] = Sums(answers, rejected, errors, foreseen, stopped, clusters)
    return found


def sum_parts(logs: Logs, by: Sequence[str], part: Part) -> Iterator[tuple[Key, Any, Share]]:
    """Yield the share of answers rejected of each group and part, for the groups that `sum_groups` returns."""
    names = [_column(name) for name in by]
    parts = {
        "names": "".join(f"{name}, " for name in names),
        "partition": f"PARTITION BY {', '.join(names)}" if names else "",
        "part": part,
        "which": _which(by),
        "of_checks": str(CHECK in by).lower(),
    }
    for *key, at, rejected, answers in logs.stream("parts", parts=parts):
        yield tuple(key), at, Sums(answers, rejected).share


def _column(name: str) -> str:
    return '"check"' if name == CHECK else f'"by {name}"'


def _which(by: Sequence[str]) -> str:
    return f'"check" IS {"NOT " if CHECK in by else ""}NULL'


def _literal(moment: datetime) -> str:
    return f"TIMESTAMP '{moment}'"
