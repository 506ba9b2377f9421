"""Whether each value of a claim stands in the clause that says of it what the claim says."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, TypeAlias

from rapidfuzz.distance import Indel

from fundamento.checks.calendar import Clock, Day
from fundamento.checks.measures import Quantity
from fundamento.checks.segments import VALUE, read_segments, words_of
from fundamento.checks.stem_sets import KEY, Stems, any_lexicon
from fundamento.checks.values import Segment, Value, are_comparable, is_same
from fundamento.text.language import may_share_language
from fundamento.text.lexicon import load_lexicons
from fundamento.text.marks import EMPTY, Mark

_WORD: Final = re.compile(r"\w+")
_TWO: Final = 2
_NEAR: Final = 16  # sentences within which the same clause is kept once
_READ: Final = 64  # clauses of a claim, and values of a clause
_TELLING: Final = 4  # words of a claim that have nothing in common with the clause of its value
_FEW: Final = 4  # sentences of a text that may all be rivals
_COPULA: Final = int(Mark.COPULA)
_FUNCTION: Final = int(Mark.FUNCTION)
_WEEKDAY: Final = int(Mark.WEEKDAY)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A value of a claim that its evidence states of something else; places are code points of the claim."""

    start: int
    end: int
    reason: str


def find_exchanges(claim: str, sentences: Sequence[str], texts: Sequence[str]) -> Iterator[Exchange]:
    """Find the values of a claim that stand in another clause than what it says of them. All texts are evened.

    `sentences` are those that the claim quotes, `texts` the whole fragments, where its rivals may stand.
    """
    sentences = [text for text in sentences if may_share_language(claim, text)]
    quoted = _each_once(segment for text in sentences for segment in read_segments(text))
    known = quoted + _each_once(segment for text in texts if text not in sentences for segment in read_segments(text))
    stated = [_bare(text) for text in sentences]
    rows = [row for text in sentences for row in _rows(read_segments(text))]
    for segment in _each_once(read_segments(claim))[:_READ]:
        # What stands word for word in one place is no exchange, wherever its clauses end.
        if not segment.values or any(_bare(claim[segment.start : segment.end]) in text for text in stated):
            continue
        if not segment.days and any(_follows(_keyed(segment), row) for row in rows):
            continue
        for value in {_key(each): each for each in segment.values[:_READ]}.values():
            reason = _misfit(segment, value, quoted, known)
            if reason is not None:
                yield Exchange(value.start, value.end, reason)


def _each_once(segments: Iterable[Segment]) -> list[Segment]:
    """Return clauses without those that repeat another one beside it: hostile texts say one thing all over."""
    kept = {
        (tuple(_keyed(each)), each.context, each.opened[-_READ:], each.days, each.is_line, each.sentence % _NEAR): each
        for each in segments
    }
    return list(kept.values())


def _rows(segments: Sequence[Segment]) -> Iterator[list[str]]:
    """Yield the stems and values of each sentence, in order."""
    for _, clauses in groupby(segments, key=lambda each: each.sentence):
        yield [stem for clause in clauses for stem in _keyed(clause)]


def _keyed(segment: Segment) -> list[str]:
    keys = {f"{VALUE}{each.start}": _key(each) for each in segment.values}
    return [keys.get(stem, stem) for stem in segment.row]


def _follows(claim: Sequence[str], sentence: Sequence[str]) -> bool:
    """Say whether a clause is a sentence with words left out, in its order, and with no value passed over."""
    equal = [each for each in Indel.opcodes(sentence, claim) if each.tag == "equal"]
    if sum(each.dest_end - each.dest_start for each in equal) < len(claim):
        return False
    passed = [stem for one, two in pairwise(equal) for stem in sentence[one.src_end : two.src_start]]
    return not any(stem[0] == KEY for stem in passed)


def _bare(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.lower()))} "


def _misfit(claim: Segment, value: Value, quoted: Sequence[Segment], known: Sequence[Segment]) -> str | None:
    stated = _stating(value, quoted)
    if not stated or not (claim.own or claim.inherited or claim.days):
        return None
    if claim.days and _days_differ(claim, stated):
        return "another-day"
    return _other_clause(claim, value, stated, known)


def _other_clause(claim: Segment, value: Value, stated: Sequence[Segment], known: Sequence[Segment]) -> str | None:
    # A sentence that has all of a claim which is anywhere supports it by itself: no other one has a rival.
    everything = Stems({stem for each in known for stem in each.all})
    wanted = [stem for stem in (*claim.own, *claim.inherited) if everything.has(stem)] + list(_keys(claim, value))
    alone = [_says_all(wanted, claim, mine, known) for mine in stated]
    for rival in _rivals(value, known):
        if all(
            _stand_together(mine, rival, whole=whole) and _is_rival(claim, value, mine, rival)
            for mine, whole in zip(stated, alone, strict=True)
        ):
            return "another-clause"
    if all(_is_denied(claim, mine, known) for mine in stated):
        return "denied-elsewhere"
    if all(_has_other_slot(claim, mine, known) for mine in stated):
        return "another-thing"
    if not isinstance(value, Quantity) or value.unit is None:
        return None
    if any(mine.sentences > _FEW for mine in stated):  # in a long text, something else may measure it
        return None
    other = all(_measures_another(claim, value, mine, everything) for mine in stated)
    return "another-magnitude" if other else None


def _stating(value: Value, quoted: Sequence[Segment]) -> list[Segment]:
    """Return the clauses that state a value."""
    stated = [each for each in quoted if any(is_same(value, other) for other in each.values)]
    if isinstance(value, Clock):
        # Ten may be ten in the evening, but not where that is written as 22:00.
        exact = [each for each in stated if any(_is_exactly(value, other) for other in each.values)]
        return exact or stated
    return stated


def _rivals(value: Value, known: Sequence[Segment]) -> Iterator[Segment]:
    """Return the clauses that state another value which could stand for this one."""
    for each in known:
        if not any(is_same(value, other) for other in each.values) and any(
            are_comparable(value, other) for other in each.values
        ):
            yield each


def _keys(segment: Segment, value: Value) -> Iterator[str]:
    """Return what stands for the other values of a clause among its stems; the other end of a range is none."""
    mine = next((group for other, group in zip(segment.values, segment.groups, strict=True) if other is value), None)
    for other, group in zip(segment.values, segment.groups, strict=True):
        if group != mine and not is_same(value, other):
            yield _key(other)


def _key(value: Value) -> str:
    if isinstance(value, Day):
        return f"{KEY}{value.year}-{value.month}-{value.day}"
    if isinstance(value, Clock):
        return f"{KEY}{value.minutes}"
    unit = value.unit.dimension if value.unit is not None else ""
    return f"{KEY}{unit}{value.base_values[0]:.6g}"


def _is_exactly(value: Clock, other: Value) -> bool:
    return isinstance(other, Clock) and other.minutes == value.minutes


def _days_differ(claim: Segment, stated: Sequence[Segment]) -> bool:
    dated = [each for each in stated if each.days]
    return len(dated) == len(stated) and not any(claim.days <= each.days for each in dated)


def _says_all(wanted: Sequence[str], claim: Segment, mine: Segment, known: Sequence[Segment]) -> bool:
    """Say whether the sentence of a clause has all that is wanted, and the days of a claim."""
    if mine.is_line or not wanted or claim.days:
        return False
    clauses = [each for each in known if each.sentence == mine.sentence and each.source == mine.source]
    sentence = Stems({*mine.context, *(stem for each in clauses for stem in _keyed(each))})
    return all(map(sentence.has, wanted))


def _stand_together(mine: Segment, rival: Segment, *, whole: bool) -> bool:
    """Say whether two clauses may tell of two of a kind: beside each other, in one list or table, in short texts.

    `whole`: the sentence of the first has all that is asked for, so that the other one stands in it too.
    """
    if whole:
        return mine.source == rival.source and mine.sentence == rival.sentence
    if mine.source == rival.source:
        near = abs(mine.sentence - rival.sentence) <= 1
        return near or (mine.is_line and rival.is_line) or mine.sentences <= _FEW
    return max(mine.sentences, rival.sentences) <= _FEW


def _is_rival(claim: Segment, value: Value, mine: Segment, rival: Segment) -> bool:
    """Say whether what tells two clauses apart is, in a claim with the value of the one, what the other one has.

    The clauses are laid side by side, value beside value. Where they have different words in one place, the claim has
    all words of the rival's there and not all of its value's own; and nowhere is it the other way round.
    """
    held = next(other for other in mine.values if is_same(value, other))
    other = next(other for other in rival.values if are_comparable(value, other))
    known = Stems({*mine.all, *mine.opened, *rival.all, *rival.opened})
    strange = [stem for stem in claim.own if not known.has(stem)]
    if mine.is_line and rival.is_line and len(strange) <= _TWO and _names_line(claim, mine, rival):
        return True
    if len(strange) > max(1, len(claim.own) // 2):
        return False
    told = {*claim.own, *claim.inherited, *_keys(claim, value)}
    pairs = list(find_contrasts(mine, held, rival, other))
    # What the clause itself says goes first, what it takes over from the one before it last.
    for said in (Stems(told), Stems({*told, *claim.opened})):
        for contrast in pairs:
            for_rival, for_mine = _side(said, contrast)
            if for_rival or for_mine:
                return for_rival and not for_mine
    return False


def _names_line(claim: Segment, mine: Segment, rival: Segment) -> bool:
    """Say whether what a claim names is told in one line of a list and not in another, that of its value."""
    ours, theirs = Stems(mine.all), Stems(rival.all)
    named = [(ours.has(stem), theirs.has(stem)) for stem in claim.own]
    return (False, True) in named and (True, False) not in named


def _side(said: Stems, contrast: "_Pairs") -> tuple[bool, bool]:
    """Say whether what is said has the words of a rival, and whether it has those of its own clause, in some place."""
    sides = [(before, all(map(said.has, theirs)), all(map(said.has, ours))) for ours, theirs, before in contrast]
    named = any(before and has_theirs and not has_ours for before, has_theirs, has_ours in sides)
    for_rival = named or any(has_theirs and not has_ours for _, has_theirs, has_ours in sides)
    # What stands after a value comes along with it: where the claim names the rival, it says nothing of the clause.
    for_mine = any(has_ours and not has_theirs for before, has_theirs, has_ours in sides if before or not named)
    return for_rival, for_mine


# The words of a clause, those of its rival in the same place, and whether that is before the value.
_Pairs: TypeAlias = list[tuple[list[str], list[str], bool]]


def find_contrasts(mine: Segment, held: Value, rival: Segment, other: Value) -> Iterator[_Pairs]:
    """Yield the words that two clauses have in the same place: by themselves, then with what they inherit."""
    ours, theirs = _laid(mine, held), _laid(rival, other)
    yield _pairs(ours, theirs)
    yield _pairs([*mine.context, *mine.opened, *ours], [*rival.context, *rival.opened, *theirs])


def _laid(segment: Segment, value: Value) -> list[str]:
    """Return the stems of a clause with its value as an anchor, and what stands for its other values."""
    keys = {f"{VALUE}{each.start}": _key(each) for each in segment.values}
    keys[f"{VALUE}{value.start}"] = VALUE
    mine = next((group for each, group in zip(segment.values, segment.groups, strict=True) if each is value), None)
    for each, group in zip(segment.values, segment.groups, strict=True):
        if group == mine and each is not value:
            keys[f"{VALUE}{each.start}"] = ""
    return [keys.get(stem, stem) for stem in segment.row if keys.get(stem, stem)]


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> _Pairs:
    """Return what stands in the one row of stems where something else stands in the other."""
    pairs: _Pairs = []
    # The value is an anchor: what stands before it is never laid beside what stands after it.
    for before, mine, rest in zip((True, False), _halves(ours), _halves(theirs), strict=True):
        lost: list[str] = []
        added: list[str] = []
        for each in Indel.opcodes(mine, rest):
            if each.tag == "equal":
                pairs.append((lost, added, before))
                lost, added = [], []
            elif each.tag == "delete":
                lost = [*lost, *mine[each.src_start : each.src_end]]
            else:
                added = [*added, *rest[each.dest_start : each.dest_end]]
        pairs.append((lost, added, before))
    return [(one, two, before) for one, two, before in pairs if one and two and not any(map(Stems(one).has, two))]


def _halves(row: Sequence[str]) -> tuple[list[str], list[str]]:
    at = row.index(VALUE) if VALUE in row else len(row)
    return list(row[:at]), list(row[at + 1 :])


def _after(segment: Segment, value: Value) -> frozenset[str]:
    """Return the stems that stand after a value in its clause: they go with it."""
    mark = f"{VALUE}{value.start}"
    if mark not in segment.written:
        return frozenset()
    return frozenset(filter(None, map(_stem, segment.written[segment.written.index(mark) + 1 :])))


def _is_denied(claim: Segment, mine: Segment, known: Sequence[Segment]) -> bool:
    """Say whether another clause denies of a thing what a claim says of it with the value of something else."""
    ours = Stems(mine.all)
    extra = [stem for stem in claim.own if not ours.has(stem)]
    shared = [stem for stem in claim.own if ours.has(stem)]
    if not extra or not shared or claim.denies or mine.denies:
        return False
    for each in known:
        if each.denies and not each.values and each.own[:1] == claim.own[:1]:
            theirs = Stems(each.own)
            if all(map(theirs.has, extra)) and any(map(theirs.has, shared)):
                return True
    return False


def _measures_another(claim: Segment, value: Value, mine: Segment, everything: Stems) -> bool:
    """Say whether what follows a value in the claim stands nowhere, and what follows it in its clause is not told."""
    held = next(other for other in mine.values if is_same(value, other))
    said, known = Stems({*claim.own, *claim.inherited}), Stems({*mine.all, *mine.opened})
    if len(claim.own) >= _TELLING and not any(map(known.has, claim.own)) and mine.own:
        return True
    ours, theirs = _after(claim, value), _after(mine, held)
    if len(ours) < _TWO or not theirs or any(map(everything.has, ours)):
        return False
    shared = [stem for stem in claim.own if known.has(stem)]
    return not any(map(said.has, theirs)) and len(shared) <= len(claim.own) / 2


def _has_other_slot(claim: Segment, mine: Segment, known: Sequence[Segment]) -> bool:
    """Say whether a claim is the clause of its value with one thing put in another's place that no source names."""
    if not claim.written or not mine.written or mine.is_line:  # a label and its value are no sentence to be laid beside
        return False
    ours, theirs = _as_values(claim.written), _as_values(mine.written)
    place = _one_place(theirs, ours)
    if place is None:
        return False
    first, last, our_first, our_last = place
    old, new = theirs[first:last], ours[our_first:our_last]
    x = [stem for word in new if (stem := _stem(word))]
    y = [stem for word in old if (stem := _stem(word))]
    if not x or not y or any(word == VALUE for word in (*old, *new)):
        return False
    everything = Stems({stem for each in known for stem in each.all})
    contrary = any(any_lexicon().are_opposites(one, other) for one in x for other in y)  # a matter of what is denied
    if contrary or any(map(everything.has, x)) or any(map(Stems(x).has, y)):
        return False
    before = theirs[first - 1] if first else ""
    after = theirs[last] if last < len(theirs) else ""
    opens = not before or (_has_mark(before, _FUNCTION) and not _has_mark(before, _COPULA))
    if VALUE in theirs[last:] and len(x) > 1:  # what a verb is done to, and no other verb
        return True
    verb = bool(after) and after != VALUE and (not _has_mark(after, _FUNCTION) or _has_mark(after, _COPULA))
    return opens or verb


def _as_values(words: Sequence[str]) -> list[str]:
    return [VALUE if word.startswith(VALUE) else word for word in words]


def _one_place(theirs: Sequence[str], ours: Sequence[str]) -> tuple[int, int, int, int] | None:
    """Return the one place at which two rows of words differ; None: they are the same."""
    start = 0
    while start < min(len(theirs), len(ours)) and theirs[start] == ours[start]:
        start += 1
    end = 0
    while end < min(len(theirs), len(ours)) - start and theirs[-1 - end] == ours[-1 - end]:
        end += 1
    last, our_last = len(theirs) - end, len(ours) - end
    if start in (last, our_last):
        return None
    # What is equal outside is the frame: at least as much as what differs, and the value is in it.
    frame = [word for word in (*ours[:start], *ours[our_last:]) if word == VALUE or _stem(word)]
    return (start, last, start, our_last) if VALUE in frame and len(frame) > 1 else None


def _stem(word: str) -> str:
    if word[0] == VALUE or _is_empty(word) or _has_mark(word, _WEEKDAY):  # days are compared as days
        return ""
    return next(words_of(language).read(word).stem for language in load_lexicons())


def _is_empty(word: str) -> bool:
    return word[:1] != VALUE and any(words_of(language).read(word).marks & EMPTY for language in load_lexicons())


def _has_mark(word: str, mark: int) -> bool:
    return word[:1] != VALUE and any(words_of(language).read(word).marks & mark for language in load_lexicons())
