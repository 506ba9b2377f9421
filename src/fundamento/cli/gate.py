"""Say of each check whether it may start to block, by event logs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from fundamento.cli.display import legible, make_console, show_text
from fundamento.cli.output import STANDARD_OUTPUT, open_target
from fundamento.cli.status import Status, heeding_termination
from fundamento.errors import InputError
from fundamento.findings import Mode
from fundamento.policy.gate import Call, Decision, Terms
from fundamento.policy.loading import load_bundle
from fundamento.policy.sequence import Bounds
from fundamento.rates.gating import GateReport, Regime, judge
from fundamento.rates.logs import Limits
from fundamento.rates.measuring import Question
from fundamento.rates.plain import plain_gate
from fundamento.rates.reviews import read_reviews
from fundamento.rates.words import WORDS, percent

_STATUS: Final = {Call.PROMOTE: Status.HELD, Call.HALT: Status.FINDINGS, Call.COLLECT: Status.UNDECIDED}
_STYLES: Final = {Call.PROMOTE: "bold green", Call.HALT: "bold red", Call.COLLECT: "yellow"}


@dataclass(frozen=True, slots=True)
class Case:
    """What to judge: checks by name (none: all that run), a file of reviews, and the bundle that the logs are of."""

    checks: Sequence[str] = ()
    reviews: Path | None = None
    policy: str | None = None


def gate(
    sources: Sequence[str], case: Case, *, terms: Terms, question: Question, limits: Limits, as_json: bool = False
) -> Status:
    """Judge, write what came out, and return 0 to promote, 1 to halt, 3 to keep collecting: of all checks together.

    Raises `InputError`, `ConfigurationError`, `PolicyError` and `MissingExtraError`.
    """
    bundle = load_bundle(case.policy) if case.policy is not None else None
    running = [] if bundle is None else [check.value for check, mode in bundle.modes.items() if mode is not Mode.OFF]
    if bundle is not None and (off := [check for check in case.checks if check not in running]):
        raise InputError(f"The bundle has these checks off, or does not know them: {len(off)} of --check.")
    with heeding_termination():
        report = judge(
            sources,
            checks=case.checks,
            terms=terms,
            question=question,
            reviews=read_reviews(case.reviews) if case.reviews is not None else (),
            limits=limits,
        )
    if bundle is not None and report.regime is not None and report.regime.fingerprint != bundle.fingerprint:
        raise InputError(
            "The last answers were made under another bundle than --policy names.",
            hint="Give the bundle that ran, or leave it out.",
        )
    if bundle is not None:
        report = report.among(running)
    if as_json:
        with open_target(STANDARD_OUTPUT) as write:
            write(plain_gate(report))
    else:
        _show(make_console(), report)
    return _STATUS[report.call]


def _show(console: Console, report: GateReport) -> None:
    terms = report.terms
    if report.regime is None:
        show_text(console, Text("no answers to judge"))
    else:
        show_text(console, Text(f"judged under {_name(report.regime)}", "bold"))
    if report.since is not None:
        said = f"from {report.since:%Y-%m-%d %H:%M} UTC on, when the last of another one came"
        show_text(console, Text(f"{said}; {report.left_out:,} earlier answers do not count", "dim"))
    for other in report.mixed:
        said = f"ran beside it: {_name(other)}, {other.answers:,} answers; --where judges one of them alone"
        show_text(console, Text(said, "yellow"))
    show_text(
        console,
        Text(f"budget {percent(terms.budget, 'en')}, alpha {percent(terms.alpha, 'en')}, from {terms.answers} answers"),
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("check", "call"):
        table.add_column(name, no_wrap=True)
    for name in ("fails", "rate %", "precision %"):
        table.add_column(name, justify="right")
    for check, decision in report.decisions.items():
        table.add_row(
            Text(legible(check)),
            Text(decision.call.value, _STYLES[decision.call]),
            f"{decision.tally.failures:,}/{decision.tally.answers:,}",
            _say(decision.bounds),
            "—" if decision.precision is None else _say(decision.precision),
        )
    console.print()
    console.print(table)
    for said in _reasons(report) if report.regime is not None else ():
        show_text(console, Text(said, "yellow"))
    for check, decision in report.decisions.items():
        if decision.call is not Call.PROMOTE and check not in report.idle:
            show_text(console, Text(f"{legible(check)}: {_forecast(decision)}"))
    show_text(console, Text(f"together: {report.call.value}", _STYLES[report.call]))


def _reasons(report: GateReport) -> Iterator[str]:
    """Say why checks have looked at nothing, as far as the lines tell."""
    if report.unsaid:
        yield f"{report.unsaid:,} {WORDS['en']['unsaid']}: they count for no check"
    if report.regime is not None and report.unsaid == report.regime.answers:
        return
    for wants in dict.fromkeys(report.idle.values()):
        names = [check for check, wanted in report.idle.items() if wanted == wants]
        skipped = "left out: " if names[0] in report.skipped else ""
        yield f"{skipped}{', '.join(names)} never had anything to look at: needs {wants}; or the bundle has it off"


def _name(regime: Regime) -> str:
    parts = (regime.bundle, (regime.fingerprint or "")[:8], regime.prompt, regime.model_answered or regime.model_asked)
    return legible(" · ".join(part for part in parts if part) or "an unknown bundle")


def _say(bounds: Bounds) -> str:
    return f"{100 * bounds.low:.1f}–{100 * bounds.high:.1f}"


def _forecast(decision: Decision) -> str:
    """Return how many more answers promotion is expected to take, with the reviews that it lacks."""
    if decision.more is None:
        return "promotion is not expected: not at this rate" if decision.tally.answers else "there are no answers yet"
    if decision.more_reviews is None:
        return "promotion is not expected: not at this precision"
    reviews = f", and {decision.more_reviews:,} more reviews" if decision.more_reviews else ""
    return f"promotion is expected after {decision.more:,} more answers at this rate{reviews}"
