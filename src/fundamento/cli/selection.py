"""Which answers of the logs a command is about: its options, read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from fundamento.errors import InputError
from fundamento.rates.dimensions import CHECK
from fundamento.rates.logs import Limits
from fundamento.rates.measuring import Question

_UNITS: Final = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@dataclass(frozen=True, slots=True)
class Selection:
    """The options that choose answers, as they were written."""

    where: Sequence[str] = ()
    since: str | None = None
    until: str | None = None

    def question(self, *, by: Sequence[str] = (), top: int = 10) -> Question:
        """Return the question that they ask. Raises `InputError`."""
        names = [name.strip() for part in by for name in part.split(",")]
        now = datetime.now(UTC)
        return Question(
            by=tuple(names) or (CHECK,),
            where=tuple(_read_pair(pair) for pair in self.where),
            since=_read_moment(self.since, now, "--since"),
            until=_read_moment(self.until, now, "--until"),
            top=top,
        )


def make_limits(memory: str, folder: Path | None) -> Limits:
    """Return what a count may take. Raises `InputError` where there is no such folder."""
    if folder is not None and not folder.is_dir():
        raise InputError("--temp is no folder.", hint="Name one with room for a tenth of the logs.")
    return Limits(memory=memory, folder=folder)


def _read_pair(text: str) -> tuple[str, str]:
    name, sign, label = text.partition("=")
    if not sign:
        raise InputError("--where is no KEY=VALUE.", hint="Write --where route=billing, say.")
    return name.strip(), label


def _read_moment(text: str | None, now: datetime, option: str) -> datetime | None:
    if text is None:
        return None
    if back := re.fullmatch(r"(\d{1,4})([hdw])", text):
        return now - int(back[1]) * _UNITS[back[2]]
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise InputError(
            f"{option} is no time.", hint="Write 2026-03-01, 2026-03-01T12:00 (UTC unless it says more), 24h or 7d."
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
