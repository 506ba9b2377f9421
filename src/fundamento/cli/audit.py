"""Audit many answers: one record in, one object out, in order."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from fundamento.cli.lines import open_source, parse_json, read_lines
from fundamento.cli.output import STANDARD_OUTPUT, open_target, refuse_clashes
from fundamento.cli.records import Record, read_record
from fundamento.cli.status import Status, complain, status_of
from fundamento.errors import ConfigurationError, FundamentoError, InputError
from fundamento.events import Sink
from fundamento.findings import Outcome
from fundamento.fragments import FragmentRecord
from fundamento.grounder import Grounder
from fundamento.policy.bundle import Bundle
from fundamento.policy.loading import load_bundle
from fundamento.result import Result
from fundamento.serialisation import report
from fundamento.settings import Settings


@dataclass(frozen=True, slots=True)
class Job:
    """What to audit by, and where to: `target` takes the results, `events` (None: nothing does) the event lines.

    Without `tenant_key`, events name no tenant.
    """

    policy: str
    target: str = STANDARD_OUTPUT
    events: str | None = None
    tenant_key: bytes | None = None


def audit(source: str, job: Job) -> Status:
    """Audit the records of a JSONL file (gzip too, `-`: standard input) into JSONL, in bounded memory.

    The events are those that `rates` and `gate` read; each object has the `answer_id` of its event then. No file may be
    two of the three. A line that cannot be run is reported and gives an object with `line`, `id` and `error`; the rest
    go on. Ends with a count on standard error. Raises `PolicyError`, `InputError` and `ConfigurationError`.
    """
    targets = {"--output": job.target} | ({} if job.events is None else {"--events": job.events})
    refuse_clashes([source], targets)
    bundle = load_bundle(job.policy)
    Grounder(policy=bundle, sinks=())  # what is wrong with the environment is wrong for every line
    outcomes: Counter[Outcome] = Counter()
    errors = nameless = 0
    with open_source(source) as lines, open_target(job.target) as write, _open_sinks(job.events) as sinks_at:
        means = Means(sinks_at, job.tenant_key)
        for number, line in read_lines(lines):
            value: object = None
            try:
                if isinstance(line, InputError):
                    raise line
                value = parse_json(line)
                checked = check_record(value, bundle, means)
            except FundamentoError as error:
                errors += 1
                write({"line": number, "id": _id_of(value), "error": str(error)})
                complain(f"line {number}: {error}")
            else:
                outcomes[checked.result.outcome] += 1
                nameless += job.events is not None and job.tenant_key is None and checked.has_tenant
                write(_show(checked, with_id=job.events is not None))
    if nameless:
        complain(f"{nameless} records have a tenant; their events name none: give --tenant-key-file.")
    _sum_up(outcomes, errors)
    return status_of(outcomes, errors=errors)


@dataclass(frozen=True, slots=True)
class Checked:
    """One record and what its audit came to."""

    record: Record
    result: Result

    @property
    def has_tenant(self) -> bool:
        """Whether the record says whose request it was."""
        return "tenant" in (self.record.request() or {})


def _no_sinks(_at: datetime | None) -> Sequence[Sink]:
    return ()


@dataclass(frozen=True, slots=True)
class Means:
    """What an audit has beside records and policy: sinks for the events of answers of a time, and the key."""

    sinks: Callable[[datetime | None], Sequence[Sink]] = _no_sinks
    tenant_key: bytes | None = None


@contextmanager
def _open_sinks(events: str | None) -> Iterator[Callable[[datetime | None], Sequence[Sink]]]:
    if events is None:
        yield _no_sinks
        return
    from fundamento.cli.logbook import make_sink, open_log  # noqa: PLC0415 - structlog is for whoever asks for events

    if events == STANDARD_OUTPUT:
        if sys.stdout is None:
            raise ConfigurationError("Standard output is closed.", hint="Name a file with --events.")
        output = sys.stdout.buffer
        yield lambda at: (make_sink(output, at=at),)
        return
    with open_log(Path(events)) as file:
        yield lambda at: (make_sink(file, at=at),)


def _show(checked: Checked, *, with_id: bool) -> dict[str, Any]:
    """Return what the audit of one record says; with its answer's ID where there are events to find it in."""
    result = checked.result
    event = {"answer_id": result.answer_id} if with_id else {}
    return {"id": checked.record.id, **event, **report(result, result.modes)}


def check_record(value: object, bundle: Bundle, means: Means | None = None) -> Checked:
    """Check the answer of one record under a bundle. Raises `InputError` and `ConfigurationError`."""
    record, means = read_record(value), means or Means()
    grounder = Grounder(
        policy=bundle,
        store=None if record.store is None else _Holdings(record),
        sinks=means.sinks(record.at),
        lang=record.lang,
        settings=Settings(quotes=record.quotes != "off", store_seconds=None, tenant_key=means.tenant_key),
    )
    result = grounder.check(
        record.output,
        [entry.fragment() for entry in record.fragments],
        format=record.format or "json",
        question=record.question or "",
        reader=None if record.reader is None else record.reader.reader(),
        scope=record.request(),
        as_of=record.as_of,
    )
    return Checked(record, result)


class _Holdings:
    """What a record says that the store holds now."""

    def __init__(self, record: Record) -> None:
        fragments = (entry.fragment() for entry in record.store or ())
        self._records = {fragment.id: fragment.record() for fragment in fragments}

    def records(self, ids: Sequence[str]) -> Mapping[str, FragmentRecord]:
        return {one: self._records[one] for one in ids if one in self._records}


def _id_of(value: object) -> str | int | None:
    found = value.get("id") if isinstance(value, dict) else None
    return found if isinstance(found, str | int) else None


def _sum_up(outcomes: Counter[Outcome], errors: int) -> None:
    told = ", ".join(f"{outcomes[outcome]} {outcome.value}" for outcome in Outcome if outcomes[outcome])
    lines = f"{errors} {'line' if errors == 1 else 'lines'} could not be run"
    records = outcomes.total()
    counted = f"{records} {'record' if records == 1 else 'records'}{f' ({told})' if told else ''}"
    complain(f"{counted}; {lines}." if errors else f"{counted}.")
