"""Whether a number of a claim is of the same thing as in its quote. Where in doubt, it is."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Final

from fundamento.checks.ages import is_age
from fundamento.checks.equality import goes_down, have_same_size
from fundamento.checks.magnitudes import noun_of
from fundamento.checks.measures import Quantity
from fundamento.checks.passages import Passage, find_sentence_ends
from fundamento.checks.quantities import Reading
from fundamento.checks.segments import words_of
from fundamento.checks.series import is_of_another_period
from fundamento.checks.units import find_horizons, find_rate_of_counted
from fundamento.checks.workdays import SAYS_WORKDAYS, find_workdays
from fundamento.text.lexicon import load_lexicons
from fundamento.text.marks import Mark
from fundamento.text.vocabulary import Derived, WordPattern

_UNIT_MODIFIER: Final = int(Mark.UNIT_MODIFIER)
_SENTENCE: Final = 400
_COUNTED: Final = ("figures", "words", "fraction")


@dataclass(frozen=True, slots=True)
class Stated:
    """A passage with the numbers that its quote states; `quoted.text` is the sentence of the quote.

    `beside` is the text of the other passages that the claim cites: a sentence may be cut in two.
    """

    passage: Passage
    quoted: Reading
    beside: str = ""


def narrow(reading: Reading, quantity: Quantity) -> tuple[Reading, Quantity]:
    """Return the sentence of a number in place of a long text, and the number's place in it.

    A sentence of more than some hundred code points is cut to what stands near the number.
    """
    text = reading.text
    if len(text) <= _SENTENCE:
        return reading, quantity
    ends = find_sentence_ends(text)
    first = bisect_right(ends, quantity.start)
    start = max(ends[first - 1] if first else 0, quantity.start - _SENTENCE)
    end = min(ends[first] if first < len(ends) else len(text), quantity.end + _SENTENCE)
    low = bisect_left(reading.numbers, start, key=lambda each: each.start)
    high = bisect_left(reading.numbers, end, key=lambda each: each.start)
    moved = tuple(_move(each, start) for each in reading.numbers[low:high] if each.end <= end)
    return Reading(text[start:end], moved), _move(quantity, start)


def _move(quantity: Quantity, by: int) -> Quantity:
    return replace(quantity, start=quantity.start - by, head=quantity.head - by, end=quantity.end - by)


def find_misfit(claim: Reading, ours: Quantity, stated: Stated, theirs: Quantity) -> str | None:
    """Return a fixed code for what a number is tied to otherwise in the claim than in a passage; None: nothing."""
    if theirs.kind not in _COUNTED or ours.kind not in _COUNTED:
        return None
    claim, ours = narrow(claim, ours)
    sentence, theirs = narrow(stated.quoted, theirs)
    stated = replace(stated, quoted=sentence)
    reason = None
    if _adds_workdays(claim.text, ours, stated) or _another_unit(claim.text, ours, stated.quoted.text, theirs):
        reason = "another-unit"
    elif _another_sign(claim.text, ours, stated.quoted.text, theirs):
        reason = "another-sign"
    elif _another_horizon(claim, ours, stated, theirs) or is_of_another_period(claim, stated.quoted, theirs):
        reason = "another-horizon"
    return reason


def _another_unit(claim: str, ours: Quantity, evidence: str, theirs: Quantity) -> bool:
    if ours.unit is not None and theirs.unit is not None:
        return not ours.unit.measures_as(theirs.unit) or not have_same_size(ours, theirs)
    if ours.unit is None and theirs.unit is None:
        return False
    if ours.kind == "fraction" or theirs.kind == "fraction":
        return False
    if is_age(claim, ours) and is_age(evidence, theirs):
        return False
    # One side has a unit: another one only if the other side counts something.
    counted = noun_of(claim, ours) if ours.unit is None else noun_of(evidence, theirs)
    if counted is not None and _is_modifier(counted.text):
        return False  # "Days: 23 working": the unit stands before
    return counted is not None and not _is_unit_word(ours, theirs, counted.plain)


def _is_modifier(written: str) -> bool:
    return any(words_of(language).read(written).marks & _UNIT_MODIFIER for language in load_lexicons())


def _adds_workdays(claim: str, ours: Quantity, stated: Stated) -> bool:
    """Say whether a claim makes working days of days, of which the fragment says nothing anywhere."""
    return find_workdays(claim, ours) is not None and SAYS_WORKDAYS.search(stated.passage.fragment.text) is None


def _is_unit_word(ours: Quantity, theirs: Quantity, plain: str) -> bool:
    unit = ours.unit or theirs.unit
    return unit is not None and (plain[:3] == unit.written[:3] or unit.dimension in ("degrees", "points"))


def _another_sign(claim: str, ours: Quantity, evidence: str, theirs: Quantity) -> bool:
    above, below = min(ours.values) >= 0, min(theirs.values) >= 0
    if above == below or ours.values[0] == 0:
        return False
    text = claim if above else evidence
    if ours.unit is not None and ours.unit.dimension in _TEMPERATURES:
        return _BELOW_ZERO.search(text) is None
    return not goes_down(text)


_TEMPERATURES: Final = ("celsius", "fahrenheit", "degrees")
_BELOW_ZERO: Final = WordPattern(r"\b(?:«attribution.below-zero-2» \d|«attribution.below-zero»)", re.IGNORECASE)


def _another_horizon(claim: Reading, ours: Quantity, stated: Stated, theirs: Quantity) -> bool:
    if ours.rate is not None and theirs.rate is not None:
        return ours.rate != theirs.rate
    wanted = find_horizons(claim.text)
    if not wanted:
        return False
    said = find_horizons(stated.quoted.text)
    if said:
        counted_by = ours.rate is not None and ours.rate not in said
        untold = counted_by and not _tells_period(ours.rate or "", stated.passage.fragment.text)
        return untold or (len(claim.numbers) == 1 and not wanted & said)
    rate = ours.rate or find_rate_of_counted(claim.text, ours.end)
    if rate is None or (theirs.unit is not None and theirs.unit.dimension in ("speed", "data rate")):
        return False
    return not _tells_period(rate, stated.passage.fragment.text)


_PERIOD_ROOTS: Final = Derived(
    lambda vocabulary: {
        period: tuple(root for held in vocabulary.find("attribution.periods") for root in held.get(period, "").split())
        for period in ("second", "minute", "hour", "day", "week", "month", "quarter", "half-year", "year")
    }
)


def _tells_period(period: str, text: str) -> bool:
    lowered = text.casefold()
    return any(root in lowered for root in _PERIOD_ROOTS.value().get(period, ()))
