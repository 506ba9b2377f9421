"""Sentences taken apart where a marker, or a turn of the sentence, ends a clause that stands by itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from fundamento.answers import Support
from fundamento.missing.verbs import has_verb
from fundamento.prose.markers import Mark
from fundamento.spans import Span
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_JOINT: Final = WordPattern(r"\s{0,8}(?:;|,?\s{0,8}\b«clauses.joint»\b)", _I)
_JOINT_AT_END: Final = WordPattern(
    r"(?:;|(?:,\s{0,8}|\s{1,8})\b«clauses.joint-at-end-and»)\s{0,8}\Z",
    _I,
)
# What stands between commas after a name, and says something of it: ", diseñado por …", ", which opened in …".
_APPOSITION: Final = WordPattern(
    r"\w[^,;:()]{0,200},\s{1,4}(?:(?:«clauses.apposition-first» )?\w{2,20}«clauses.participle»"
    r"\s«clauses.apposition-by»|«clauses.apposition-which»)\s[^,;:()]{1,200}",
    _I,
)
_COMMA_AFTER: Final = re.compile(r"\s{0,4},\s")
_JOINT_LENGTH: Final = 40
_TURN: Final = WordPattern(
    r"\s{0,8}[;—–]\s*+|[,.:]?\s{0,8}\b(?=«clauses.turn»\b)",
    _I,
)
_CONCESSION: Final = WordPattern(r"\W*«clauses.concession»\b", _I)
_COMMA: Final = re.compile(r",\s+")
_LEFT_OVER: Final = re.compile(r"[\s,;:—–]*")
# What is longer is no sentence of a person's; it is left whole.
_LONGEST: Final = 20_000


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of the page and what its markers name, each fragment once."""

    span: Span
    support: tuple[Support, ...] = ()


def split_at_marks(text: str, span: Span, marks: Sequence[Mark]) -> list[Clause]:
    """Take a sentence apart after markers, where a coordinated clause with a verb of its own and other markers follows.

    "El piloto duró 30 días [1] y el límite es 80 °C [2]" is two clauses; "duró 30 días [1] y 2 horas [1]" is one. What
    is said of the subject between commas, "El museo, diseñado por Gehry [2], se inauguró [1]", is a clause too.
    """
    groups = _group(marks)
    places = [place for place in groups if span.start < place < span.end]
    edges = [span.start]
    if len(span) <= _LONGEST:
        verbs = [has_verb(text[low:high]) for low, high in pairwise((span.start, *places, span.end))]
        stated = False
        for place, before, after in zip(places, verbs, verbs[1:], strict=False):
            stated = stated or before
            if (stated and after and _JOINT.match(text, place)) or (
                # Without a marker of its own, what follows rests on the one before.
                edges == [span.start] and place != places[-1] and _ends_apposition(text, span.start, place)
            ):
                edges.append(place)
                stated = False
    edges.append(span.end)
    clauses: list[Clause] = []
    for start, end in pairwise(edges):
        first, last = start == span.start, end == span.end
        named = [s for at, given in groups.items() if (first or at > start) and (last or at <= end) for s in given]
        support = tuple(dict.fromkeys(named))
        if clauses and clauses[-1].support == support:
            clauses[-1] = Clause(Span(clauses[-1].span.start, end), support)
        else:
            clauses.append(Clause(_tidy(text, start, end), support))
    return clauses


def _ends_apposition(text: str, start: int, place: int) -> bool:
    return _COMMA_AFTER.match(text, place) is not None and _APPOSITION.fullmatch(text, start, place) is not None


def find_joint_before(text: str, span: Span) -> int | None:
    """Return where a conjunction begins that ends a stretch, and that joins what follows to it; None: there is none."""
    low = max(span.start, span.end - _JOINT_LENGTH)
    found = _JOINT_AT_END.search(text[low : span.end])
    return None if found is None or low + found.start() <= span.start else low + found.start()


def split_at_turns(text: str, span: Span, marks: Sequence[Mark]) -> list[Clause]:
    """Take a sentence apart at adversatives, semicolons and joints after markers; at commas too in a concession."""
    if len(span) > _LONGEST:
        return split_at_marks(text, span, marks)
    edges = {found.end() for found in _TURN.finditer(text, span.start, span.end)}
    edges |= {mark.position for mark in marks if _JOINT.match(text, mark.position)}
    if _CONCESSION.match(text, span.start, span.end):
        edges |= {found.end() for found in _COMMA.finditer(text, span.start, span.end)}
    bounds = [span.start, *sorted(edge for edge in edges if span.start < edge < span.end), span.end]
    clauses = []
    for start, end in pairwise(bounds):
        first, last = start == span.start, end == span.end
        inside = [m for m in marks if (first or m.position > start) and (last or m.position <= end)]
        piece = _tidy(text, start, end)
        if len(piece):
            clauses.append(Clause(piece, tuple(dict.fromkeys(s for mark in inside for s in mark.support))))
    return clauses


def _group(marks: Sequence[Mark]) -> dict[int, tuple[Support, ...]]:
    groups: dict[int, tuple[Support, ...]] = {}
    for mark in marks:
        groups[mark.position] = (*groups.get(mark.position, ()), *mark.support)
    return groups


def _tidy(text: str, start: int, end: int) -> Span:
    found = _LEFT_OVER.match(text, start, end)
    start = found.end() if found else start
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;—–"):
        end -= 1
    return Span(start, end)
