"""Audit many answers: one record in, one object out, in order."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fundamento.accounts import report
from fundamento.cli.generators import load_vectors
from fundamento.cli.lines import open_source, parse_json, read_lines
from fundamento.cli.output import STANDARD_OUTPUT, open_target, refuse_clashes
from fundamento.cli.records import Record, read_record
from fundamento.cli.status import Status, complain, status_of
from fundamento.errors import ConfigurationError, FundamentoError, InputError
from fundamento.events import Sink
from fundamento.findings import Outcome
from fundamento.fragments import FragmentRecord
from fundamento.grounder import Grounder, Settings
from fundamento.likeness import Likeness
from fundamento.policy.bundle import Bundle
from fundamento.policy.loading import load_bundle
from fundamento.result import Result


def audit(source: str, *, policy: str, target: str, events: str | None = None, vectors: bool = False) -> Status:
    """Audit the records of a JSONL file (gzip too, `-`: standard input) into JSONL, in bounded memory.

    `events` is a file (`-`: standard output) for the event lines of the answers, which `rates` and `gate` read; each
    object has the `answer_id` of its event then. No file may be two of the three. `vectors` has the support score see
    paraphrase. A line that cannot be run is reported and gives an object with `line`, `id` and `error`; the rest go on.
    Ends with a count on standard error. Raises `PolicyError`, `InputError` and `ConfigurationError`.
    """
    refuse_clashes([source], {"--output": target} | ({} if events is None else {"--events": events}))
    bundle, likeness = load_bundle(policy), load_vectors(wanted=vectors)
    Grounder(policy=bundle, sinks=())  # what is wrong with the environment is wrong for every line
    outcomes: Counter[Outcome] = Counter()
    errors = 0
    with open_source(source) as lines, open_target(target) as write, _open_sinks(events) as sinks:
        for number, line in read_lines(lines):
            value: object = None
            try:
                if isinstance(line, InputError):
                    raise line
                value = parse_json(line)
                entry, outcome = audit_record(value, bundle, sinks, likeness)
            except FundamentoError as error:
                errors += 1
                write({"line": number, "id": _id_of(value), "error": str(error)})
                complain(f"line {number}: {error}")
            else:
                outcomes[outcome] += 1
                write(entry)
    _sum_up(outcomes, errors)
    return status_of(outcomes, errors=errors)


@dataclass(frozen=True, slots=True)
class Checked:
    """One record and what its audit came to."""

    record: Record
    result: Result


@contextmanager
def _open_sinks(events: str | None) -> Iterator[Sequence[Sink]]:
    if events is None:
        yield ()
        return
    from fundamento.cli.logbook import make_sink, open_logbook  # noqa: PLC0415 - structlog is for whoever asks for events

    if events == STANDARD_OUTPUT:
        if sys.stdout is None:
            raise ConfigurationError("Standard output is closed.", hint="Name a file with --events.")
        yield (make_sink(sys.stdout.buffer),)
        return
    with open_logbook(Path(events)) as sink:
        yield (sink,)


def audit_record(
    value: object, bundle: Bundle, sinks: Sequence[Sink] = (), vectors: Likeness | None = None
) -> tuple[dict[str, Any], Outcome]:
    """Return what the audit of one record says, and its outcome. Raises `InputError` and `ConfigurationError`."""
    checked = check_record(value, bundle, sinks, vectors)
    result = checked.result
    event = {"answer_id": result.answer_id} if sinks else {}
    return {"id": checked.record.id, **event, **report(result, result.modes)}, result.outcome


def check_record(value: object, bundle: Bundle, sinks: Sequence[Sink] = (), vectors: Likeness | None = None) -> Checked:
    """Check the answer of one record under a bundle. Raises `InputError` and `ConfigurationError`."""
    record = read_record(value)
    grounder = Grounder(
        policy=bundle,
        store=None if record.store is None else _Holdings(record),
        sinks=sinks,
        lang=record.lang,
        settings=Settings(quotes=record.quotes != "off", store_seconds=None, vectors=vectors),
    )
    result = grounder.check(
        record.output,
        [entry.fragment() for entry in record.fragments],
        format=record.format or "json",
        question=record.question or "",
        reader=None if record.reader is None else record.reader.reader(),
        scope=None if record.scope is None else {name: str(value) for name, value in record.scope.items()},
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
