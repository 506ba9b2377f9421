"""Whether a number of a claim is of the same thing as in its quote. Where in doubt, it is."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from fundamento.checks.ages import is_age
from fundamento.checks.clauses import is_of_another_clause
from fundamento.checks.equality import goes_down, have_same_size
from fundamento.checks.magnitudes import (
    clause_of,
    find_bound_elsewhere,
    find_contrast,
    is_part_of_name,
    is_telling,
    noun_of,
    shares_any,
    words_after,
    words_before,
    words_between,
)
from fundamento.checks.measures import Quantity
from fundamento.checks.openers import find_start
from fundamento.checks.passages import Passage, find_sentence_ends
from fundamento.checks.quantities import Reading
from fundamento.checks.series import is_of_another_period
from fundamento.checks.units import find_horizons, find_rate_of_counted
from fundamento.checks.wording import Vocabulary, Word, read_words
from fundamento.checks.workdays import SAYS_WORKDAYS, find_workdays
from fundamento.text.language import may_share_language

_SENTENCE: Final = 400
_COUNTED: Final = ("figures", "words", "fraction")
_TOO_FEW: Final = 3  # words of a claim, to tell what it is about


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
    return reason or _find_other_words(claim, ours, stated, theirs)


def _find_other_words(claim: Reading, ours: Quantity, stated: Stated, theirs: Quantity) -> str | None:
    """Compare the words round two numbers; only within one language."""
    if not may_share_language(claim.text, stated.quoted.text):
        return None
    if ours.is_year or (ours.unit is None and is_part_of_name(claim.text, ours)):
        return None
    if find_contrast(claim.text, stated.quoted.text) or _another_clause(claim, ours, stated, theirs):
        return "another-subject"
    ages = is_age(claim.text, ours) and is_age(stated.quoted.text, theirs)
    if not ages and _another_thing(claim, ours, stated, theirs):
        return "another-magnitude"
    return "another-subject" if is_of_another_clause(claim, ours, stated.quoted, theirs) else None


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
    return counted is not None and not _is_unit_word(ours, theirs, counted.plain)


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
_BELOW_ZERO: Final = re.compile(
    r"\b(?:(?:minus|menos) \d|bajo cero\b|below (?:zero|freezing)\b|negativ\w+)", re.IGNORECASE
)


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


_PERIOD_ROOTS: Final = {
    "second": ("segundo", "second"),
    "minute": ("minut",),
    "hour": ("hora", "hour"),
    "day": ("día", "dia", "day", "daily"),
    "week": ("seman", "week"),
    "month": ("mes", "mens", "month"),
    "quarter": ("trimestr", "quarter"),
    "half-year": ("semestr",),
    "year": ("año", "anual", "year", "annual", "annum"),
}


def _tells_period(period: str, text: str) -> bool:
    lowered = text.casefold()
    return any(root in lowered for root in _PERIOD_ROOTS.get(period, ()))


def _another_clause(claim: Reading, ours: Quantity, stated: Stated, theirs: Quantity) -> bool:
    """Say whether the words that tell clauses apart are, in the claim, those of a clause with another number."""
    text = stated.quoted.text
    rivals = [
        each
        for each in stated.quoted.numbers
        if each.kind in _COUNTED and (each.unit is None) == (theirs.unit is None) and _measure_alike(each, theirs)
    ]
    rivals = [each for each in rivals if not _overlap(each, theirs)]
    if not rivals or len(rivals) > 8:
        return False
    wanted = Vocabulary(words_between(claim.text, *clause_of(claim.text, ours)))
    home = words_between(text, *clause_of(text, theirs))
    here = Vocabulary(home)
    if any(wanted.has(word) for rival in rivals for word in home if not _in_clause(text, rival, word.stem)):
        return False
    for rival in rivals:
        abroad = words_between(text, *clause_of(text, rival))
        if clause_of(text, rival) == clause_of(text, theirs):
            continue
        telling = [word for word in abroad if not here.has(word)]
        if any(wanted.has(word) and (word.is_capital or word.is_identifier) for word in telling) and any(
            word.is_capital or word.is_identifier for word in home
        ):
            return True
    return False


def _in_clause(text: str, quantity: Quantity, stem: str) -> bool:
    return any(word.stem == stem for word in words_between(text, *clause_of(text, quantity)))


def _measure_alike(one: Quantity, other: Quantity) -> bool:
    return one.unit is None or other.unit is None or one.unit.measures_as(other.unit)


def _overlap(one: Quantity, other: Quantity) -> bool:
    return one.start < other.end and other.start < one.end


def _another_thing(claim: Reading, ours: Quantity, stated: Stated, theirs: Quantity) -> bool:
    text = stated.quoted.text
    shared_out = "fraction" not in (ours.kind, theirs.kind) and (ours.unit is None or ours.unit.dimension == "percent")
    noun = noun_of(claim.text, ours) if shared_out else None
    after = words_after(text, theirs)
    if noun is not None and noun_of(text, theirs) is not None and find_bound_elsewhere(noun, ours, stated.quoted):
        return True
    claimed = _telling_words(claim.text)
    known = Vocabulary([word for word in (*read_words(text), *read_words(stated.beside)) if is_telling(word)])
    of_ours = words_after(claim.text, ours) or words_before(claim.text, ours)
    of_theirs = after or words_before(text, theirs)
    if not of_ours or not of_theirs or not claimed:
        return False
    if _another_opening(claimed, ours, text, known):
        return True
    if shares_any(of_ours, known) or shares_any(of_theirs, Vocabulary(claimed)):
        return False
    covered = sum(known.has(word) for word in claimed) / len(claimed)
    few = sum(not ours.head <= word.start < ours.end for word in claimed) < _TOO_FEW
    if few and ours.unit is not None and theirs.unit is not None:
        return False
    return covered < 0.5 or min(len(of_ours), len(of_theirs)) > 1 or _are_shares(claim.text, ours, text, theirs)


def _telling_words(text: str) -> list[Word]:
    start = find_start(text)
    return [word for word in read_words(text) if word.start >= start and is_telling(word)]


def _another_opening(claimed: Sequence[Word], ours: Quantity, text: str, known: Vocabulary) -> bool:
    """Say whether two sentences are the same but for what they begin with: sales grew 12 %, costs grew 12 %.

    A word that they share stands before the number, or what they begin with may be one verb for another.
    """
    if len(claimed) < 2 or claimed[1].start > ours.start:
        return False
    theirs = _telling_words(text)
    if not theirs:
        return False
    mine = Vocabulary(claimed)
    first, opening = claimed[0], theirs[0]
    if known.has(first) or mine.has(opening) or first.is_capital != opening.is_capital:
        return False
    rest = claimed[1:]
    return all(known.has(word) for word in rest) and all(mine.has(word) for word in theirs[1 : 1 + len(rest)])


def _are_shares(claim: str, ours: Quantity, evidence: str, theirs: Quantity) -> bool:
    """Say whether both are percentages of something that is named."""
    return all(
        each.unit is not None
        and each.unit.dimension == "percent"
        and text[each.end : each.end + 4] in (" de ", " del", " of ")
        for text, each in ((claim, ours), (evidence, theirs))
    )
