"""The numbers of a claim: each stands in one of its quotes, and is of the same thing there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Final

from fundamento.answers import Claim, Draft, GroundedAnswer, Support
from fundamento.checks.affirmations import read_affirmed
from fundamento.checks.attribution import Stated, find_misfit
from fundamento.checks.bases import find_other_bases
from fundamento.checks.binding import find_exchanges
from fundamento.checks.bounds import Placed
from fundamento.checks.calendar import Day
from fundamento.checks.contacts import is_given
from fundamento.checks.context import Check, Context
from fundamento.checks.counting import is_manner, opens_list
from fundamento.checks.derived import follows
from fundamento.checks.designations import find_other_names, head_before, read_designations
from fundamento.checks.equality import (
    has_clock,
    has_day,
    is_exact,
    is_rough,
    is_stated_otherwise,
    may_be_rounded,
    rounds_to,
)
from fundamento.checks.lookup import NumberIndex, index_numbers
from fundamento.checks.magnitudes import noun_of
from fundamento.checks.measures import Quantity
from fundamento.checks.mentions import find_mentions, find_own_passages
from fundamento.checks.moments import find_swapped_end
from fundamento.checks.passages import Passage, read_passages
from fundamento.checks.places import find_written, place_in_claim
from fundamento.checks.quantities import Reading, merge, read_quantities
from fundamento.checks.same_figures import SameFigures
from fundamento.checks.unreadable_figures import find_unreadable
from fundamento.checks.wording import even, even_claim
from fundamento.evidence import Citation, Evidence
from fundamento.findings import CheckId, Family, Finding
from fundamento.spans import Span
from fundamento.text.vocabulary import WordPattern

_SMALL_RANK: Final = 3
# A number that a text repeats all over is a poor witness, and each place costs a look.
_MANY: Final = 24
# A claim is one statement: what states more numbers is a table, and only its beginning is compared.
_READ: Final = 64
_COUNTED_BY_HAND: Final = 3
# What is asked for only where a quote tells something of the kind.
_LIKE: Final = {"rank": ("rank", "ordinal"), "century": ("century", "ordinal"), "multiple": ("multiple",)}
# No half: un medio de transporte.
_OF: Final = WordPattern(" «numbers.of»")
# What a claim cites beside one passage, in code points: enough for the other half of a sentence.
_BESIDE: Final = 4_000
_READ_WHOLE: Final = 20_000


def find_unsupported_numbers(claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding]:
    """Find the numbers, dates and times of a claim that none of its quotes states.

    `detail` holds `number`, as the claim writes it, or the question that it only says yes to. Where a claim has no
    quote, its fragments are looked at. The figures of references and identifiers (art. 3.1, P7) are looked for in the
    whole fragments, and in the question, and so are telephone numbers, addresses and links.
    """
    comparison = compare(read_affirmed(claim, context.question), evidence)
    if comparison is None:
        return ()
    text = comparison.claim.text
    own = find_own_passages(text, len(context.fragments))
    unreadable = tuple(find_unreadable(text, [even(each.text) for each in evidence.fragments]))
    apart = (*own, *unreadable)
    found = [each for each in comparison.missing() if not any(span.start <= each[1] < span.end for span in apart)]
    found += [("figure-unreadable", span.start, span.end) for span in unreadable]
    found += _find_contacts(comparison.claim, evidence, context.question)
    lost = _find_references(comparison, evidence, context, own)
    names = _find_names(comparison, evidence, context.question, found)
    found += [each for each in names if text[each[1] : each[2]] not in lost]
    told = [(reason, text[start:end], place_in_claim(claim.text, start, end)) for reason, start, end in found]
    lost = [each for each in lost if not any(each in number for _, number, _ in told)]
    also = [("reference-in-no-fragment", each, find_written(claim.text, each)) for each in lost]
    every = [*told, *also]
    return [Finding(CheckId.NUMBER_UNSUPPORTED, why, detail={"number": each}, span=span) for why, each, span in every]


def _find_references(
    comparison: "Comparison", evidence: Evidence, context: Context, own: Sequence[Span]
) -> Sequence[str]:
    asked = comparison.claim.references
    known = _figures_of(evidence, context.question) | comparison.ranks if asked else frozenset()
    if asked - known:
        text = comparison.claim.text
        mentions = [*find_mentions(text, context.fragments), *own]
        known |= _figures_in(text[each.start : each.end] for each in mentions)
        known |= {each.number for one in evidence.fragments for each in read_designations(even(one.text))}
    return sorted(asked - known)


def _find_contacts(claim: Reading, evidence: Evidence, question: str) -> list[tuple[str, int, int]]:
    """Return what a claim gives to reach somebody, and no fragment does; a site may be named by the question."""
    if not claim.contacts:
        return []
    texts = [even(each.text) for each in evidence.fragments]
    named = [question, *(each.document or "" for each in evidence.fragments)]
    lost = [
        each
        for each in claim.contacts
        if not any(is_given(each, text) for text in (*texts, *(named if each.kind == "link" else ())))
    ]
    return [(f"{each.kind}-in-no-fragment", each.start, each.end) for each in lost]


def _find_names(
    comparison: "Comparison", evidence: Evidence, question: str, told: Sequence[tuple[str, int, int]]
) -> list[tuple[str, int, int]]:
    """Return what a claim names by another number or letter than its quotes, unless its number is told already."""
    text = comparison.claim.text
    if not read_designations(text):
        return []
    known = [question, *(even(part) for each in evidence.fragments for part in (each.text, each.document or ""))]
    names = find_other_names(text, [each.quoted.text for each in comparison.stated], known, comparison.ranks)
    return [
        ("name-in-no-quote", each.start, each.end)
        for each in names
        if not any(each.start < end and start < each.end for _, start, end in told)
    ]


_FIGURES: Final = re.compile(r"\d+(?:[.,]\d+)*")


def _figures_of(evidence: Evidence, question: str) -> frozenset[str]:
    texts = [question]
    for each in evidence.fragments:
        texts += [each.text, each.document or "", each.version or "", each.id]
    return _figures_in(texts)


def _figures_in(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(figures for text in texts for figures in _FIGURES.findall(text))


def find_misattributed_numbers(claim: Claim, evidence: Evidence, context: Context) -> Sequence[Finding]:
    """Find the numbers of a claim that its quotes state of something else: in another clause, unit, sign or horizon.

    `detail` holds `number`, as the claim writes it, and `span` its place there.
    """
    comparison = compare(claim, evidence)
    if comparison is None:
        return ()
    text = comparison.claim.text
    found: dict[tuple[int, int], str] = {}
    own = find_own_passages(text, len(context.fragments))
    for quantity in comparison.claim.numbers:
        names_passage = any(span.start <= quantity.start < span.end for span in own)
        misfit = None if names_passage else comparison.misfit(quantity)
        if misfit is not None:
            found[quantity.start, quantity.end] = misfit
    sentences = list(dict.fromkeys(text for each in comparison.stated for text in comparison.near_matches(each)))
    whole = [even(each.text) for each in evidence.fragments if len(each.text) <= _READ_WHOLE]
    for exchange in (*find_exchanges(text, sentences, whole), *find_other_bases(text, whole)):
        if not any(span.start <= exchange.start < span.end for span in own):
            found.setdefault((exchange.start, exchange.end), exchange.reason)
    swapped = comparison.swapped_end()
    if swapped is not None:
        found.setdefault((swapped.start, swapped.end), "another-end")
    told = [(why, text[start:end], place_in_claim(claim.text, start, end)) for (start, end), why in found.items()]
    return [Finding(CheckId.NUMBER_MISATTRIBUTED, why, detail={"number": each}, span=span) for why, each, span in told]


def find_misattributed_disclosures(draft: Draft, context: Context) -> Sequence[Finding] | None:
    """Find the numbers of declared conflicts that their fragments state in another unit, sign or horizon."""
    if not isinstance(draft.answer, GroundedAnswer) or not draft.answer.conflicts:
        return None
    found: list[Finding] = []
    for conflict in draft.answer.conflicts:
        supports = tuple(Support(each) for each in conflict.fragments if each in context.fragments)
        evidence = Evidence.of([Citation(each, context.fragments[each.fragment]) for each in supports])
        misfits = find_misattributed_numbers(Claim(conflict.text, supports), evidence, context)
        # What a conflict is about it tells in words of its own.
        found += [replace(each, span=None) for each in misfits if each.reason in _MEASURED_OTHERWISE]
    return found


_MEASURED_OTHERWISE: Final = ("another-unit", "another-sign", "another-horizon")

CHECKS: Final[tuple[Check, ...]] = (
    Check(CheckId.NUMBER_UNSUPPORTED, Family.EVIDENCE, claim=find_unsupported_numbers, conflicts=True),
    Check(
        CheckId.NUMBER_MISATTRIBUTED,
        Family.EVIDENCE,
        claim=find_misattributed_numbers,
        answer=find_misattributed_disclosures,
    ),
)


@dataclass(frozen=True)
class Comparison:
    """The numbers of a claim beside those of its quotes."""

    claim: Reading
    stated: tuple[Stated, ...]
    dates: tuple[date, ...]

    @cached_property
    def evidence(self) -> Reading:
        """All that the quotes state, and the validity dates that their sources carry."""
        whole = merge([each.quoted for each in self.stated])
        known = tuple(Day(0, 0, each.year, each.month, each.day) for each in self.dates)
        return replace(whole, days=(*whole.days, *known))

    def missing(self) -> list[tuple[str, int, int]]:
        """Return the reason and the place of each number, date and time that no quote states."""
        found = [
            ("number-in-no-quote", each.start, each.end)
            for each in self.claim.numbers
            if self._is_checked(each) and not self._is_stated(each)
        ]
        found += [
            ("number-only-roughly", each.start, each.end)
            for each in self.claim.numbers
            if is_exact(self.claim.text, each) and self._is_only_rough(each)
        ]
        found += [
            ("date-in-no-quote", day.start, day.end) for day in self.claim.days if not has_day(day, self.evidence)
        ]
        found += [
            ("time-in-no-quote", clock.start, clock.end)
            for clock in self.claim.clocks
            if not has_clock(clock, self.evidence)
        ]
        return found

    def _is_only_rough(self, quantity: Quantity) -> bool:
        matches = self._matches(quantity)
        return bool(matches) and all(is_rough(stated.quoted.text, other) for stated, other in matches)

    def misfit(self, quantity: Quantity) -> str | None:
        """Say why no quote states a number of the same thing; None: one does, or none states it at all."""
        if not self._is_checked(quantity):
            return None
        reasons = []
        matches = self._matches(quantity)
        if len(matches) > _MANY:
            return None
        for stated, other in matches:
            reason = find_misfit(self.claim, quantity, stated, other)
            if reason is None:
                return None
            reasons.append(reason)
        stated_otherwise = not reasons or is_stated_otherwise(quantity, self.evidence, self.claim.text)
        return None if stated_otherwise else reasons[0]

    def near_matches(self, stated: Stated) -> Iterator[str]:
        """Yield the text of a passage, or of a long one the parts round the claim's numbers."""
        text = stated.quoted.text
        if len(text) <= _READ_WHOLE:
            yield text
            return
        for quantity in self.claim.numbers:
            places = [other.start for each, other in self._matches(quantity) if each is stated]
            for place in places[:_MANY]:
                yield text[max(0, place - _BESIDE // 4) : place + _BESIDE // 4]

    @property
    def ranks(self) -> frozenset[str]:
        """The figures of what the quotes rank or name in words: the second quarter is Q2, step four is step 4."""
        text, known = self.evidence.text, self.evidence.numbers
        named = [each for each in known if each.kind in ("words", "one") and head_before(text, each.start)]
        ranks = [each for each in known if each.kind in ("rank", "ordinal")]
        return frozenset(str(int(value)) for each in (*ranks, *named) for value in each.values if value >= 1)

    def swapped_end(self) -> Placed | None:
        """Return the moment that a claim takes for the other end of a period; None: there is none."""
        found = [find_swapped_end(self.claim, each.quoted) for each in self.stated]
        return found[0] if found and all(found) else None

    def _is_stated(self, quantity: Quantity) -> bool:
        if self._matches(quantity) or self._is_there(quantity):
            return True
        if quantity.parts and all(map(self._is_stated, quantity.parts)):
            return True
        return follows(quantity, self.claim, self.evidence)

    def _is_there(self, quantity: Quantity) -> bool:
        text = self.claim.text
        if is_stated_otherwise(quantity, self.evidence, text):
            return True
        return may_be_rounded(quantity, text) and any(
            rounds_to(quantity, other, text) for each in self.stated for other in each.quoted.numbers
        )

    def _matches(self, quantity: Quantity) -> list[tuple[Stated, Quantity]]:
        return self._figures.find(quantity)

    @cached_property
    def _figures(self) -> SameFigures[Stated]:
        return SameFigures(self.claim.text, [(each, each.quoted.text, _index(each.quoted)) for each in self.stated])

    def _is_checked(self, quantity: Quantity) -> bool:
        """Say whether a number is plain enough to be asked for: `one`, `first` and `half` may mean less."""
        if opens_list(self.claim.text, quantity):
            return False
        if quantity.kind == "one":
            return self._differs_in_count(quantity)
        if quantity.kind in _LIKE:
            told = quantity.kind != "rank" or max(quantity.values) >= _SMALL_RANK
            kinds, dated = _LIKE[quantity.kind], quantity.kind == "century"
            return told and any(each.kind in kinds or (dated and each.is_year) for each in self.evidence.numbers)
        if quantity.kind == "fraction":
            return self._is_half_of(quantity)
        if quantity.kind == "words" and quantity.unit is None and quantity.values[0] <= _COUNTED_BY_HAND:
            return self._counts_otherwise(quantity)
        return True

    def _is_half_of(self, quantity: Quantity) -> bool:
        """Say whether a fraction is told of something; a half may mean less, and `un medio de` is no half."""
        text = self.claim.text
        if is_manner(text, quantity):
            return False
        return quantity.values[0] != 0.5 or _OF.match(text, quantity.head) is not None

    def _counts_otherwise(self, quantity: Quantity) -> bool:
        """Say whether a quote counts the same things: who lists two of them need not write a number."""
        noun = noun_of(self.claim.text, quantity)
        if noun is None:
            return False
        return any(
            each.kind in ("figures", "words")
            and (other := noun_of(stated.quoted.text, each))
            and other.stem == noun.stem
            for stated in self.stated
            for each in stated.quoted.numbers
        )

    def _differs_in_count(self, quantity: Quantity) -> bool:
        unit = quantity.unit
        if unit is None:
            return False
        return any(each.unit is not None and each.unit.measures_as(unit) for each in self.evidence.numbers)


def _index(stated: Reading) -> NumberIndex:
    """Index the numbers of a passage; all of its text's are indexed for other checks too."""
    whole = stated is read_quantities(stated.text)
    return index_numbers(stated.text) if whole else NumberIndex(stated.numbers)


# Two checks ask for the same comparison, one after the other.
_LAST: list[tuple[str, tuple[Passage, ...], Comparison]] = []


def compare(claim: Claim, evidence: Evidence) -> Comparison | None:
    """Read a claim and its quotes; None where the claim states no number or cites nothing that was retrieved."""
    text = even_claim(claim.text)
    read = read_quantities(text)
    if not read and not read_designations(text):
        return None
    passages = read_passages(evidence)
    if not passages:
        return None
    for told, beside, comparison in _LAST[:1]:
        if beside is passages and told == text:
            return comparison
    if max(len(read.numbers), len(read.days), len(read.clocks)) > _READ:
        read = replace(read, numbers=read.numbers[:_READ], days=read.days[:_READ], clocks=read.clocks[:_READ])
    dates = tuple(day for each in evidence.fragments for day in (each.effective_from, each.effective_until) if day)
    comparison = Comparison(read, _state_all(passages), dates)
    _LAST[:] = [(text, passages, comparison)]
    return comparison


def _state_all(passages: Sequence[Passage]) -> tuple[Stated, ...]:
    if len(passages) == 1:
        return (_state(passages[0], ""),)
    texts = [passage.sentence for passage in passages]
    return tuple(
        _state(passage, "\n".join(text for text in texts if text != passage.sentence)[:_BESIDE]) for passage in passages
    )


def _state(passage: Passage, beside: str) -> Stated:
    read = read_quantities(passage.sentence)
    start, end = len(passage.before), len(passage.before) + len(passage.quote)
    if passage.whole or not (passage.before or passage.after):
        return Stated(passage, read, beside)
    inside = read_quantities(passage.quote)
    return Stated(
        passage,
        Reading(
            read.text,
            tuple(each for each in read.numbers if each.start < end and start < each.head),
            tuple(each for each in read.days if each.start < end and start < each.end),
            tuple(each for each in read.clocks if each.start < end and start < each.end),
            inside.loose,
            glued=inside.glued,
        ),
        beside,
    )
