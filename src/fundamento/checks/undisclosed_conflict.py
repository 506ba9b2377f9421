"""Does a retrieved fragment of another document state another value, and is the answer silent about it?"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Final, TypeAlias

from fundamento.answers import Claim, Conflict, Draft, GroundedAnswer
from fundamento.checks.calendar import Clock, Day
from fundamento.checks.context import Check, Context
from fundamento.checks.equality import have_same_figures, have_same_size, is_rough, is_share_of
from fundamento.checks.lookup import index_numbers
from fundamento.checks.measures import Quantity
from fundamento.checks.negation import read_polarity
from fundamento.checks.quantities import Reading, read_quantities
from fundamento.checks.statements import Statement, may_contradict, read_sentences, read_statement
from fundamento.checks.topics import may_share_topic, share_topic
from fundamento.checks.wording import even, even_claim, read_words
from fundamento.findings import CheckId, Family, Finding
from fundamento.fragments import Fragment
from fundamento.quotes.markup import hide_markup
from fundamento.quotes.matching import find_quote

_COUNTED: Final = ("figures", "words")
_MANY: Final = 64
_PAIRS: Final = 8  # of fragments that one conflict names
_BEGINNING: Final = 400  # code points: a heading, the first sentence
_ANY_YEAR: Final = ()
_Values: TypeAlias = Sequence[Quantity | Day | Clock]
_Rivals: TypeAlias = tuple[_Values, _Values]
_TOLD: Final = 4  # sentences of a fragment that one claim tells


def find_undisclosed_conflicts(draft: Draft, context: Context) -> Iterator[Finding] | None:
    """Find claims whose quote has a value that a retrieved fragment of another document states otherwise.

    It passes where the answer declares the two as a conflict, or where its claims cite both. A declared conflict says
    both values, and both years where its sources are of different ones: `value-not-told`, `date-not-told`. Versions of
    one document are never a conflict, nor is a source that is superseded or not in force. `detail` holds `other`, the
    fragment's ID.
    """
    answer = draft.answer
    if not isinstance(answer, GroundedAnswer) or not (answer.claims or answer.conflicts):
        return None
    documents = {fragment.document for fragment in context.fragments.values() if fragment.document is not None}
    return None if len(documents) < 2 else _undisclosed(answer, context)


def _undisclosed(answer: GroundedAnswer, context: Context) -> Iterator[Finding]:
    rivals = [each for each in context.fragments.values() if each.document is not None and _is_in_force(each, context)]
    cited = {support.fragment for claim in answer.claims for support in claim.support if support.retrieved}
    declared = [frozenset(conflict.fragments) for conflict in answer.conflicts]
    for conflict in answer.conflicts:
        yield from _half_told(conflict, answer, context)
    for index, claim in enumerate(answer.claims):
        for mine, other in _conflicting(claim, context, rivals):
            if other in cited or any({mine, other} <= pair for pair in declared):
                continue
            detail = {"other": other}
            yield Finding(CheckId.UNDISCLOSED_CONFLICT, "another-value", claim=index, fragment=mine, detail=detail)


CHECK: Final = Check(
    CheckId.UNDISCLOSED_CONFLICT,
    Family.CONFLICT,
    answer=find_undisclosed_conflicts,
    wants="fragments of several documents, each with its document's name",
)


def _half_told(conflict: Conflict, answer: GroundedAnswer, context: Context) -> Iterator[Finding]:
    """Find what a declared conflict keeps back: the value or the year of one of the sources that it names."""
    named = [context.fragments[each] for each in dict.fromkeys(conflict.fragments) if each in context.fragments]
    said = read_quantities(even_claim(conflict.text))
    told = [said, *(read_quantities(even_claim(claim.text)) for claim in answer.claims)]
    for one, other in islice(combinations(named, 2), _PAIRS):
        rivals = _rivals(one, other)
        if not rivals:
            continue
        if not any(all(any(_is_told(each, reading) for reading in told) for each in pair) for pair in rivals):
            yield Finding(CheckId.UNDISCLOSED_CONFLICT, "value-not-told", fragment=one.id, detail={"other": other.id})
            continue
        years = [_years_of(each, context) for each in (one, other)]
        known = set().union(*map(_years, told))
        if all(years) and years[0].isdisjoint(years[1]) and any(known.isdisjoint(each) for each in years):
            yield Finding(CheckId.UNDISCLOSED_CONFLICT, "date-not-told", fragment=one.id, detail={"other": other.id})


def _rivals(one: Fragment, other: Fragment) -> list[_Rivals]:
    """Return the values of two fragments that contradict each other, in pairs."""
    found: list[_Rivals] = []
    for sentence in islice(read_sentences(one.text), _MANY):
        mine = read_statement(sentence.text)
        for each in islice(read_sentences(other.text), _MANY):
            if mine.read and may_contradict(mine, each):
                theirs = read_statement(each.text)
                alike = theirs.read and may_share_topic(mine.topic, theirs.topic)
                pair = _find_rivals(mine.read, mine.read, theirs.read, _ANY_YEAR) if alike else None
                if pair is not None and share_topic(mine.topic, theirs.topic):
                    found.append(pair)
    return found


def _is_told(values: _Values, told: Reading) -> bool:
    """Say whether a text states one of some values."""
    for value in values:
        if isinstance(value, Day):
            stated = any(value.agrees(each) or each.agrees(value) for each in told.days)
        elif isinstance(value, Clock):
            stated = any(value.agrees(each) for each in told.clocks)
        else:
            stated = any(_is_same(value, each) for each in told.numbers)
        if stated:
            return True
    return False


def _years_of(fragment: Fragment, context: Context) -> set[float]:
    """Return the years that a source is of: that of the day since when it holds, or else those that it names."""
    record = context.records.get(fragment.id) if context.records is not None else None
    since = (record or fragment).effective_from
    return {float(since.year)} if since is not None else _years(read_quantities(even(fragment.text[:_BEGINNING])))


def _conflicting(claim: Claim, context: Context, rivals: Sequence[Fragment]) -> Iterator[tuple[str, str]]:
    """Return the IDs of a cited fragment and of one that contradicts it, each pair once."""
    ours = read_quantities(even_claim(claim.text))
    ours = replace(ours, numbers=ours.numbers[:_MANY], days=ours.days[:_MANY], clocks=ours.clocks[:_MANY])
    # What was so in one year may be otherwise in another, if only it is said which year is meant.
    years = _years(ours) | _years(read_quantities(even(context.question)))
    seen: set[tuple[str, str]] = set()
    for support in claim.support:
        fragment = context.fragments.get(support.fragment) if support.retrieved else None
        if fragment is None or fragment.document is None:
            continue
        told = [read_statement(each) for each in _told(claim, ours, _cited_sentences(fragment, support.quote))]
        for other in rivals:
            pair = (fragment.id, other.id)
            if other.document == fragment.document or pair in seen:
                continue
            if any(
                _contradicts(ours, each, read_statement(theirs.text), years)
                for theirs in read_sentences(hide_markup(other.text, links=False))
                for each in told
                if may_contradict(each, theirs)
            ):
                seen.add(pair)
                yield pair


def _is_in_force(other: Fragment, context: Context) -> bool:
    """Say whether a fragment that this reader may read can contradict another one today."""
    record = context.records.get(other.id) if context.records is not None else None
    known = record or other
    begins, ends = known.effective_from, known.effective_until
    if known.superseded_by is not None or (begins and begins > context.as_of) or (ends and ends < context.as_of):
        return False
    return context.reader is None or not context.reader.principals.isdisjoint(known.readers or ())


def _cited_sentences(fragment: Fragment, quote: str | None) -> Sequence[str]:
    shown = hide_markup(fragment.text, links=False)
    evened = [each.text for each in read_sentences(shown)]
    spans = find_quote(quote, fragment.text) if quote and quote.strip() else ()
    if not spans:
        return evened
    quoted = [even(shown[span.start : span.end]) for span in spans]
    return [each for each in evened if any(piece in each or each in piece for piece in quoted)] or quoted


def _told(claim: Claim, ours: Reading, sentences: Sequence[str]) -> list[str]:
    """Return the sentences that a claim seems to tell, a few at most: they have a number of it, if it has any."""
    if len(sentences) == 1:
        return list(sentences)
    wanted = [word for word in read_words(even_claim(claim.text)) if word.stem]
    told: list[tuple[int, str]] = []
    for sentence in sentences:
        if ours.numbers and not index_numbers(sentence).shares_any(ours.numbers):
            continue
        known = {word.stem for word in read_words(sentence)}
        told.append((-sum(word.stem in known for word in wanted), sentence))
    return [sentence for _, sentence in sorted(told)[:_TOLD]]


def _contradicts(ours: Reading, cited: Statement, other: Statement, years: Collection[float]) -> bool:
    if not may_share_topic(cited.topic, other.topic):
        return False
    stated = cited.read and other.read and ours
    differs = bool(stated) and _find_rivals(ours, cited.read, other.read, years) is not None
    if not differs and cited.denies != other.denies:
        differs = _deny_each_other(cited.text, other.text)
    return differs and share_topic(cited.topic, other.topic)


def _deny_each_other(one: str, other: str) -> bool:
    """Say whether one of two sentences denies what the other asserts; only one of them has a negation."""
    mine, theirs = read_polarity(one), read_polarity(other)
    flipped = (mine.denied & theirs.asserted) | (theirs.denied & mine.asserted)
    return bool(flipped) and len(mine.denied | theirs.denied) == 1


def _find_rivals(ours: Reading, mine: Reading, theirs: Reading, years: Collection[float]) -> _Rivals | None:
    """Return a value that the claim takes from its source, and those of the other sentence; None: they may both hold.

    `years` are those that the answer is about.
    """
    dated = any(not _is_year(each) for each in (*mine.numbers, *theirs.numbers)) or bool(mine.clocks)
    own, other = _years(mine), _years(theirs)
    if dated and own and other and own.isdisjoint(other) and not own.isdisjoint(years):
        return None
    for value in mine.numbers[:_MANY]:
        if (
            (dated and _is_year(value))
            or value.kind not in _COUNTED
            or not any(_is_same(value, each) for each in ours.numbers)
        ):
            continue
        rivals = [each for each in theirs.numbers[:_MANY] if each.kind in _COUNTED and _is_comparable(value, each)]
        if (
            rivals
            and not any(_is_same(value, each) for each in theirs.numbers)
            and not any(is_rough(theirs.text, each) for each in rivals)
        ):
            return (value,), rivals
    for day in mine.days:
        if any(day.agrees(each) or each.agrees(day) for each in ours.days) and theirs.days:
            return ((day,), theirs.days) if all(_clash(day, each) for each in theirs.days) else None
    for clock in mine.clocks:
        if any(clock.agrees(each) for each in ours.clocks) and theirs.clocks:
            alike = len(mine.clocks) != len(theirs.clocks) or any(clock.agrees(each) for each in theirs.clocks)
            return None if alike else ((clock,), theirs.clocks)
    return None


def _is_year(quantity: Quantity) -> bool:
    return quantity.unit is None and all(1000 <= value < 2200 for value in quantity.values)


def _years(reading: Reading) -> set[float]:
    stated = {float(day.year) for day in reading.days if day.year is not None}
    return stated | {each.values[0] for each in reading.numbers if _is_year(each)}


def _clash(day: Day, other: Day) -> bool:
    return day.clashes(other)


def _is_same(one: Quantity, other: Quantity) -> bool:
    if one.unit is not None and other.unit is not None:
        return have_same_size(one, other)
    return have_same_figures(one, other) or is_share_of(one, other)


def _is_comparable(one: Quantity, other: Quantity) -> bool:
    """Say whether two numbers measure alike; what a number without a unit counts, the topic tells."""
    if one.rate is not None and other.rate is not None and one.rate != other.rate:
        return False
    if one.unit is None or other.unit is None:
        return one.unit is None and other.unit is None
    return one.unit.measures_as(other.unit)
