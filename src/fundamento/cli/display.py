"""Results in colour, with each citation highlighted where it stands in its source."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from fundamento.assessments import LocatedQuote
from fundamento.findings import Action, CheckId, Finding, Mode, Outcome
from fundamento.fragments import Fragment
from fundamento.result import Result
from fundamento.serialisation import drafted_claims
from fundamento.spans import Span

_COLOURS: Final[Mapping[str, str]] = {
    Outcome.ANSWERED: "green",
    Outcome.PARTIAL: "yellow",
    Outcome.ABSTAINED: "cyan",
    Outcome.REJECTED: "red",
    Outcome.UNVERIFIED: "magenta",
    Action.ALLOWED: "green",
    Action.REPAIRED: "yellow",
    Action.PRUNED: "yellow",
    Action.WITHHELD: "red",
}
_LONGEST: Final = 2_000  # code points of an answer
_AROUND: Final = 120  # code points of context on each side of a quote
# What a terminal would obey or hide: control characters, and marks that reorder text.
_UNSEEN: Final = {
    **dict.fromkeys(
        [*range(0x20), *range(0x7F, 0xA0), 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], "�"
    ),
    **dict.fromkeys(map(ord, "\t\n\r\u2028\u2029"), " "),
}


@dataclass(frozen=True, slots=True)
class Screen:
    """A console, and the modes of the policy that results on it came to under."""

    console: Console
    modes: Mapping[CheckId, Mode]


def make_console() -> Console:
    """Return a console on standard output: colours only on a terminal or with FORCE_COLOR, and never with NO_COLOR."""
    return Console(highlight=False, markup=False, emoji=False)


def legible(text: str) -> str:
    """Return a text of the same length without what a terminal would obey: no source or model gets to drive it."""
    return text.translate(_UNSEEN)


def _legible_lines(text: str) -> str:
    return "\n".join(map(legible, text.split("\n")))


def show_heading(console: Console, title: str) -> None:
    """Print a title with a line under it."""
    console.print()
    console.print(Text(legible(title), style="bold"))
    console.print(Rule(style="dim"))


def show_text(console: Console, text: Text, *, indent: int = 0) -> None:
    """Print a text, wrapped and indented by so many columns, without white space at the ends of lines."""
    for line in text.wrap(console, max(console.width - indent, 1)):
        line.rstrip()
        console.print(Text.assemble(" " * indent, line), overflow="fold")


def show_result(screen: Screen, result: Result, *, draft: bool = False) -> None:
    """Print outcome and action, what a reader would see, the sources with their quotes, and the findings.

    `draft` also shows what was withheld, which is for people who review it.
    """
    console = screen.console
    console.print(_labels(result))
    show_text(console, Text(_shortened(legible(result.text())), style="bold"), indent=2)
    _show_sources(screen, result)
    _show_findings(screen, result.findings, "findings")
    _show_findings(screen, result.first_findings, "findings in the first output, which a repair replaced")
    for fault in result.faults:
        what = f"{fault.part} {fault.check or ''}".strip()
        show_text(console, Text(f"could not run: {what} ({fault.error})", style="magenta"), indent=2)
    if draft and result.withheld is not None:
        for claim in drafted_claims(result):
            text = Text.assemble(("draft, shown to nobody else: ", "dim"), (legible(claim.text), "dim italic"))
            show_text(console, text, indent=2)


def _shortened(text: str) -> str:
    # A small model that loops would fill the screen.
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _labels(result: Result) -> Text:
    return Text.assemble(
        ("outcome ", "dim"),
        (result.outcome.value, f"bold {_COLOURS[result.outcome]}"),
        ("  action ", "dim"),
        (result.action.value, f"bold {_COLOURS[result.action]}"),
    )


def _show_sources(screen: Screen, result: Result) -> None:
    quotes = [quote for claim in result.claims if claim.index not in result.lost for quote in claim.quotes]
    for number, cited in enumerate(result.cited, 1):
        fragment = result.cited[cited]
        own = [quote for quote in quotes if quote.fragment == cited]
        source = Text.assemble(
            (f"[{number}] ", "bold cyan"), (legible(_place(fragment, own)), "dim"), "\n", _highlighted(fragment, own)
        )
        show_text(screen.console, source, indent=2)


def _place(fragment: Fragment, quotes: list[LocatedQuote]) -> str:
    """Return where a quote stands, counted in the document where that is known."""
    spans = [quote.document_span or quote.span for quote in quotes]
    where = ", ".join(f"{span.start}-{span.end}" for span in dict.fromkeys(spans))
    source = fragment.document or fragment.id
    version = f"@{fragment.version}" if fragment.document and fragment.version else ""
    block = "(granularity: block)" if fragment.granularity == "block" else ""
    return " ".join(part for part in (f"{source}{version}", where, block) if part)


def _highlighted(fragment: Fragment, quotes: list[LocatedQuote]) -> Text:
    spans = sorted({quote.span for quote in quotes})
    window = _window(fragment.text, spans)
    text = Text("…" if window.start else "")
    cursor = window.start
    for span in spans:
        start = max(span.start, cursor)
        if start >= span.end:
            continue
        text.append(_legible_lines(fragment.text[cursor:start]), "dim")
        # The marks say it where there is no colour.
        text.append(f"«{_legible_lines(fragment.text[start : span.end])}»", "bold black on yellow")
        cursor = span.end
    text.append(_legible_lines(fragment.text[cursor : window.end]), "dim")
    return text.append("…" if window.end < len(fragment.text) else "")


def _window(text: str, spans: list[Span]) -> Span:
    if not spans:
        return Span(0, min(len(text), 2 * _AROUND))
    start, end = spans[0].start - _AROUND, max(span.end for span in spans) + _AROUND
    start = text.rfind(" ", 0, start) + 1 if start > 0 else 0
    found = text.find(" ", end) if end < len(text) else -1
    return Span(start, found if found >= 0 else len(text))


def _show_findings(screen: Screen, findings: Iterable[Finding], title: str) -> None:
    listed = list(findings)
    if not listed:
        return
    show_text(screen.console, Text(f"{title}:", style="dim"), indent=2)
    for finding in listed:
        place = "answer" if finding.claim is None else f"claim {finding.claim}"
        mode = screen.modes[finding.check]
        text = Text.assemble(
            (finding.check.value, "bold red"),
            f" on {place}",
            f", fragment {legible(finding.fragment)}" if finding.fragment else "",
            (f" ({finding.reason}, {mode.value})", "dim"),
        )
        show_text(screen.console, text, indent=4)
        _show_nearest(screen, finding)


def _show_nearest(screen: Screen, finding: Finding) -> None:
    """Print what a finding is about, and what a quote that was not found may have meant."""
    for about in ("number", "term", "qualifier", "other"):
        if isinstance(word := finding.detail.get(about), str):
            show_text(screen.console, Text(f"{about}: «{legible(word)}»", style="dim"), indent=6)
    if isinstance(hint := finding.detail.get("hint"), str):
        show_text(screen.console, Text(hint, style="dim"), indent=6)
    other, nearest = finding.detail.get("found_in"), finding.detail.get("nearest")
    if isinstance(other, str):
        show_text(screen.console, Text(f"it stands in fragment {legible(other)}", style="dim"), indent=6)
    elif isinstance(nearest, Mapping):
        show_text(screen.console, Text(f"nearest: «{legible(str(nearest.get('text')))}»", style="dim"), indent=6)
