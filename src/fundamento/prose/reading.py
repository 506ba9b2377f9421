"""Reading an assistant's prose as a draft: each sentence that states something is a claim, its markers are support.

Greetings, closings, offers, announcements, titles, questions back, lists of sources and code are no claims. A sentence
that says that the sources do not answer is a gap; where there is nothing else, the answer is an abstention.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from fundamento.answers import Abstention, Claim, Draft, Gap, GroundedAnswer, Support
from fundamento.contract.aliases import Aliases
from fundamento.ingest.blocks import Kind
from fundamento.missing.verbs import has_verb
from fundamento.prose.asides import find_lead
from fundamento.prose.assertions import is_numbered, note_asserts, question_asserts, title_asserts
from fundamento.prose.clauses import Clause, split_at_marks, split_at_turns
from fundamento.prose.courtesies import (
    could_be_title,
    holds_fact,
    is_closing,
    is_courtesy,
    is_label,
    is_pointer,
    is_question,
)
from fundamento.prose.denials import Denial, find_denial
from fundamento.prose.labels import Labels
from fundamento.prose.markers import Mark, Marker, Page, find_markers, strip_markers
from fundamento.prose.sections import find_sources
from fundamento.prose.smalltalk import asserts_nothing
from fundamento.prose.thoughts import drop_thoughts
from fundamento.prose.units import Sentence, Unit, read_units
from fundamento.prose.unread import find_unread
from fundamento.spans import Span
from fundamento.text.language import detect_language
from fundamento.text.vocabulary import WordPattern

_WORD: Final = re.compile(r"\w")
_SOURCE_NOTE: Final = WordPattern(r"\W*«reading.source-note-sources»\s*(?::|\W*$)", re.IGNORECASE)
# The title that a paragraph begins with: **Warranty.** It lasts two years.
_RUN_IN: Final = re.compile(r"(?:\*\*|__)[^*_.!?\n]{1,60}[.:](?:\*\*|__)?")
_EMPHASISED: Final = re.compile(r"(?:\*\*|__)[^*_.!?\n]{1,60}:?(?:\*\*|__):?")
# What follows says to what, and is what is looked at.
_BARE_ANSWER: Final = WordPattern(r"\W*«reading.bare-answer»\W*", re.IGNORECASE)
_SIGNATURE: Final = WordPattern(r"\W*[A-ZÁÉÍÓÚÑ][\w'.-]*(?:,? «reading.signature»?[A-ZÁÉÍÓÚÑ][\w'.-]*){0,4}\W*")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})[ \t]*+(?:markdown|md|text|txt|plain)?[ \t]*+\n")
_LISTED: Final = (Kind.ITEM, Kind.ROW)


def read_prose(text: str, aliases: Aliases) -> Draft:
    """Read prose with inline markers as a draft, with real fragment IDs wherever a marker resolves; nothing is raised.

    The text of each claim and gap is a stretch of the input without its markers. A sentence with no marker is a claim
    without support, thoughts of a reasoning model are left out, and where nothing is said it is an abstention. Works on
    Spanish and English.
    """
    body = _unwrap(drop_thoughts(text))
    if not body.strip() or asserts_nothing(body):
        return Draft(Abstention(reason="said-nothing"), raw=text, prose=True)
    sources = find_sources(body, aliases)
    markers = find_markers(body, Labels(aliases, sources.labels))
    return read_page(strip_markers(body, _leave_out(sources.stretches, markers)), aliases, raw=text)


def read_page(page: Page, aliases: Aliases, *, raw: str, lends: bool = True) -> Draft:
    """Read a text whose markers were taken out already, and whose marks name fragments; nothing is raised.

    What a claim says in letters or code that no check can read, and its fragments do not, is a flaw of it. `lends`
    False: what a heading or a line above cites is for itself, and what stands below has its own marks or none.
    """
    reader = _Reader(page.text, aliases, lends=lends)
    for unit in read_units(page, lang=detect_language(page.text)):
        reader.read(unit)
    draft = reader.draft(raw)
    return replace(draft, flaws=find_unread(draft, aliases))


def _unwrap(text: str) -> str:
    """Return an answer out of the code fence that all of it stands in."""
    opening = _FENCE.match(text)
    if opening is None:
        return text
    inner, fence, after = text[opening.end() :].rpartition(opening[1])
    return inner if fence and not after.strip() and opening[1] not in inner else text


def _leave_out(stretches: Sequence[Marker], markers: Sequence[Marker]) -> list[Marker]:
    """Return stretches and the markers outside them, in order."""
    starts = [stretch.start for stretch in stretches]
    outside = []
    for marker in markers:
        at = bisect_right(starts, marker.start) - 1
        if at < 0 or stretches[at].end <= marker.start:
            outside.append(marker)
    return sorted((*stretches, *outside), key=lambda each: each.start)


@dataclass(slots=True)
class _Reader:
    """Claims and gaps as they are found. `lead` and `section` are what a line above lends to what follows."""

    text: str
    aliases: Aliases
    lends: bool = True
    claims: list[Clause] = field(default_factory=list)
    gaps: list[Span] = field(default_factory=list)
    lead: tuple[Support, ...] = ()
    section: tuple[Support, ...] = ()
    denied: bool = False
    closed: bool = False

    def read(self, unit: Unit) -> None:
        if unit.kind is Kind.HEADING:
            self._read_heading(unit)
            return
        if unit.kind not in _LISTED:
            self.lead = ()
        first = len(self.claims)
        for sentence in unit.sentences:
            support = _named(sentence.marks)
            body = self.text[sentence.span.start : sentence.span.end]
            if support and _SOURCE_NOTE.match(body) and not note_asserts(body):
                self._vouch(support, first)
            elif not unit.heads or title_asserts(body):
                self._read_sentence(sentence, support, unit)

    def _read_heading(self, unit: Unit) -> None:
        """Let what a heading cites speak for what follows; what it states with a figure or promises is a claim too."""
        self.section, self.lead = (), ()
        for sentence in unit.sentences:
            if title_asserts(self.text[sentence.span.start : sentence.span.end]):
                self._claim(Clause(sentence.span, _named(sentence.marks)), unit)
        self.section = _named(mark for each in unit.sentences for mark in each.marks)

    def draft(self, raw: str) -> Draft:
        gaps = tuple([self.text[gap.start : gap.end].strip() for gap in self.gaps])
        if gaps and not self.claims:
            return Draft(Abstention(" ".join(gaps)), raw=raw, prose=True)
        claims = tuple([Claim(self.text[each.span.start : each.span.end], each.support) for each in self.claims])
        return Draft(GroundedAnswer(claims, tuple([Gap(gap) for gap in gaps])), raw=raw, prose=True)

    def _read_sentence(self, sentence: Sentence, support: tuple[Support, ...], unit: Unit) -> None:
        body = self.text[sentence.span.start : sentence.span.end]
        if not _WORD.search(body):
            self._vouch(support, max(0, len(self.claims) - 1))
        elif body.endswith(":") and sentence is unit.sentences[-1] and unit.following is not None:
            self._announce(Clause(sentence.span, support), unit)
        elif is_question(body) and not support and not question_asserts(body):
            return
        elif (denial := find_denial(body)) is not None:
            self.denied = True
            self._deny(sentence, denial, unit)
        elif support or not self._says_nothing(body, unit):
            self.denied = self.closed = False
            for clause in split_at_marks(self.text, sentence.span, sentence.marks):
                self._claim(clause, unit)

    def _says_nothing(self, body: str, unit: Unit) -> bool:
        title = unit.kind is Kind.PROSE and len(unit.sentences) == 1 and (unit.following is not None or self.closed)
        self.closed = self.closed or is_closing(body)
        return (
            not any(map(str.isalnum, body))
            or is_courtesy(body)
            or is_label(body)
            or (unit.following is not None and _EMPHASISED.fullmatch(body) is not None and is_numbered(body))
            or (_RUN_IN.fullmatch(body) is not None and not has_verb(body) and not holds_fact(body))
            or (_BARE_ANSWER.fullmatch(body) is not None and len(unit.sentences) > 1)
            or (self.closed and _SIGNATURE.fullmatch(body) is not None)
            or (self.denied and is_pointer(body))
            or (title and could_be_title(body) and not has_verb(body))
            or (_SOURCE_NOTE.match(body) is not None and not note_asserts(body))
        )

    def _announce(self, line: Clause, unit: Unit) -> None:
        """Take a line that ends in a colon: what is listed below it rests on its markers."""
        if line.support and unit.following in _LISTED:
            self.lead = line.support
        elif line.support:
            self._claim(line, unit)

    def _claim(self, clause: Clause, unit: Unit) -> None:
        lent = ((self.lead if unit.kind in _LISTED else ()) or self.section) if self.lends else ()
        clause = clause if clause.support else replace(clause, support=lent)
        lead = find_lead(self.text[clause.span.start : clause.span.end], clause.support, self.aliases)
        self.claims.append(replace(clause, span=Span(clause.span.start + lead, clause.span.end)))

    def _vouch(self, support: tuple[Support, ...], first: int) -> None:
        """Let markers that stand apart speak for the claims before them, unless those have their own."""
        first = min(first, max(0, len(self.claims) - 1))
        if not any(claim.support for claim in self.claims[first:]):
            self.claims[first:] = [replace(claim, support=support) for claim in self.claims[first:]]

    def _deny(self, sentence: Sentence, denial: Denial, unit: Unit) -> None:
        clauses = split_at_turns(self.text, sentence.span, sentence.marks)
        runs = _runs(self.text, clauses)
        whole = Clause(sentence.span, _named(sentence.marks))
        if len(runs) == 1 or _rests_on_later(runs):
            self._take(whole, denial if len(runs) == 1 else None, unit)
            return
        gap = False
        for found, run in runs:
            if found is not None:
                gap = self._take(run, found, unit)
            elif gap and not run.support:
                self.gaps[-1] = Span(self.gaps[-1].start, run.span.end)
            elif run.support or has_verb(self.text[run.span.start : run.span.end]):
                self._take(run, None, unit)

    def _take(self, clause: Clause, denial: Denial | None, unit: Unit) -> bool:
        """Take a clause as a gap, or as a claim: what is denied of one cited source is a claim about it."""
        known = all(each.retrieved for each in clause.support)
        if (denial is Denial.OWN and known) or (denial is Denial.IMPERSONAL and not clause.support):
            self.gaps.append(clause.span)
            return True
        if clause.support or not is_courtesy(self.text[clause.span.start : clause.span.end]):
            self._claim(clause, unit)
        return False


def _named(marks: Iterable[Mark]) -> tuple[Support, ...]:
    return tuple(dict.fromkeys(support for mark in marks for support in mark.support))


def _runs(text: str, clauses: Sequence[Clause]) -> list[tuple[Denial | None, Clause]]:
    """Return clauses with what they deny, those side by side that deny alike as one."""
    runs: list[tuple[Denial | None, Clause]] = []
    for clause in clauses:
        found = find_denial(text[clause.span.start : clause.span.end])
        if runs and (runs[-1][0] is None) == (found is None):
            kind, last = runs[-1]
            support = tuple(dict.fromkeys((*last.support, *clause.support)))
            runs[-1] = (kind, Clause(Span(last.span.start, clause.span.end), support))
        else:
            runs.append((found, clause))
    return runs


def _rests_on_later(runs: Sequence[tuple[Denial | None, Clause]]) -> bool:
    """Say whether a statement without markers goes before a denial that has some: they are for both."""
    return any(
        one[0] is None and not one[1].support and other[0] is not None and other[1].support
        for one, other in pairwise(runs)
    )
