"""A claim laid beside one sentence, word by word: what it leaves out, what it adds, what it exchanges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rapidfuzz.distance import Indel

from fundamento.checks.segments import read_tokens
from fundamento.checks.stem_sets import Stems, any_lexicon
from fundamento.text.marks import BOUNDS, Mark
from fundamento.text.stems import stem_folded
from fundamento.text.tokens import LINE, NUMBER, SIGN, Tokens

_SPLIT: Final = int(Mark.CONJUNCTION | Mark.SUBORDINATOR)
_LIMIT: Final = int(Mark.AT_MOST | Mark.CONDITION | Mark.EXCEPTION)
_MOSTLY: Final = 0.5
_PARTLY: Final = 0.4
_NEARLY: Final = 0.7
_ALIKE: Final = 0.75
_ENOUGH: Final = 2
_STOP: Final = ";"
_FORCE: Final = int(Mark.OBLIGATION | Mark.NEED)
_PLACES: Final = 2  # at which a sentence may be longer than a claim
_LESS: Final = int(Mark.AT_MOST | Mark.CONDITION | Mark.EXCEPTION | Mark.AT_LEAST | Mark.MORE_THAN | Mark.LESS_THAN)


@dataclass(frozen=True, slots=True)
class Item:
    """A word or figure of a sentence: as it is compared, its stem, its marks, and where it stands."""

    plain: str
    stem: str
    marks: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Frame:
    """What two sentences have in common and what not: `lost` of the sentence, `added` by the claim, in order of place.

    `shared` is the share of the claim's content that the sentence has.
    """

    claim: tuple[Item, ...]
    sentence: tuple[Item, ...]
    lost: tuple[tuple[int, int], ...]
    added: tuple[tuple[int, int], ...]
    shared: float
    kept: float


def read_items(text: str) -> tuple[Item, ...]:
    """Return the words and figures of an evened text."""
    tokens = read_tokens(text)
    return tuple(
        Item(_plain(tokens, index), _stem(tokens, index), tokens.marks(index), tokens.starts[index], tokens.ends[index])
        for index in range(len(tokens))
        if tokens.kinds[index] not in (SIGN, LINE) or tokens.written[index] in (",", ";", "%", "€", "$")
    )


def _plain(tokens: Tokens, index: int) -> str:
    word = tokens.words[index]
    return tokens.written[index] if word is None else word.plain


def _stem(tokens: Tokens, index: int) -> str:
    word = tokens.words[index]
    if word is not None:
        return word.stem
    return tokens.written[index] if tokens.kinds[index] == NUMBER else ""


def lay(claim: str, sentence: str) -> Frame:
    """Lay an evened claim beside one evened sentence."""
    ours, theirs = read_items(claim), read_items(sentence)
    lost, added = [], []
    for each in Indel.opcodes([item.plain for item in theirs], [item.plain for item in ours]):
        if each.tag == "delete":
            lost.append((each.src_start, each.src_end))
        elif each.tag == "insert":
            added.append((each.dest_start, each.dest_end))
    mine, known = [each.stem for each in ours if each.stem], [each.stem for each in theirs if each.stem]
    have, said = Stems(known), Stems(mine)
    return Frame(
        ours, theirs, tuple(lost), tuple(added),
        sum(map(have.has, mine)) / max(1, len(mine)), sum(map(said.has, known)) / max(1, len(known)),
    )  # fmt: skip


def says_exactly(text: str) -> bool:
    """Say whether an evened text insists that a figure is exact."""
    return any(each.marks & int(Mark.EXACT) for each in read_items(text))


def find_added(frame: Frame, everything: Stems) -> str | None:
    """Return what a claim adds to a sentence that it tells otherwise whole: a cause, a purpose, one more thing."""
    known = Stems(each.stem for each in frame.sentence if each.stem)
    strange = [index for index, each in enumerate(frame.claim) if each.stem and not known.has(each.stem)]
    if not strange or any(
        everything.has(frame.claim[index].stem) or frame.claim[index].marks & int(Mark.NUMBER | Mark.UNIT)
        for index in strange
    ):
        return None
    first = strange[0]
    before = [each for each in frame.claim[:first] if each.stem]
    tail = [each for each in frame.claim[first:] if each.stem]
    if len(before) < 2 or len(tail) - len(strange) > 1 or frame.kept < _PARTLY:
        return None
    opened = next((at for at in range(first - 1, max(-1, first - 5), -1) if frame.claim[at].marks & _SPLIT), None)
    if opened is None or any(each.stem for each in frame.claim[opened + 1 : first]):
        return None
    # A cause may be given in place of another; what is merely added goes with the rest of its sentence.
    if not frame.claim[opened].marks & int(Mark.SUBORDINATOR):
        lost = sum(any(each.stem for each in frame.sentence[slice(*block)]) for block in frame.lost)
        added = sum(any(each.stem for each in frame.claim[slice(*block)]) for block in frame.added)
        if lost > 1 or added > 1:
            return None
    return frame.claim[first].stem


def find_dropped_limit(frame: Frame) -> str | None:
    """Return the word that begins what limits a sentence and a claim that is the rest of it leaves out."""
    if frame.shared < 1.0 or len(frame.claim) < 4:
        return None
    content = [block for block in frame.lost if any(frame.sentence[at].stem for at in range(*block))]
    if len(content) > _PLACES:
        return None
    if any(frame.claim[at].stem for block in frame.added for at in range(*block)):
        return None
    for first, last in content:
        for at in range(first, min(last, first + 3)):
            item = frame.sentence[at]
            counted = frame.sentence[at + 1 : at + 2]
            first_of = item.marks & int(Mark.PARTIAL) and bool(counted) and counted[0].plain.isdigit()
            if (item.marks & _LIMIT or first_of) and not any(each.marks & _LESS for each in frame.claim):
                rest = [each.stem for other in content for each in frame.sentence[slice(*other)] if each.stem]
                here = sum(bool(each.stem) for each in frame.sentence[first:last])
                return item.plain if len(rest) - here <= 1 else None
            if item.stem:
                break
    return None


def find_opposite(frame: Frame) -> tuple[str, str] | None:
    """Return a word of a claim and the one of the sentence that says its contrary, where all the rest is there."""
    if any(each.marks & int(Mark.EXCEPTION) for each in frame.sentence):  # of what is excepted the contrary holds
        return None
    content = {each.stem for each in frame.claim if each.stem}
    known = Stems(each.stem for each in frame.sentence if each.stem)
    clauses = cut_clauses(frame.sentence)
    for stem, against in _contraries(frame.claim, frame.sentence):
        rest = content - {stem}
        if len(rest) >= _ENOUGH and all(map(known.has, rest)) and _in_order(frame.claim, frame.sentence):
            return stem, against
    for clause in clauses if len(clauses) > 1 else ():
        for stem, against in _contraries(frame.claim, clause):
            rest = content - {stem}
            # The one clause that has most of a claim says it or not; another may name both sides of the matter.
            shares = [sum(map(Stems(each.stem for each in other if each.stem).has, rest)) for other in clauses]
            nearest = shares[clauses.index(clause)] == max(shares) >= _ENOUGH and shares.count(max(shares)) == 1
            if nearest and all(map(known.has, rest)) and _in_order(frame.claim, clause):
                return stem, against
    return None


def cut_clauses(items: Sequence[Item]) -> list[Sequence[Item]]:
    """Return the clauses of a sentence that a semicolon sets apart."""
    stops = [at for at, each in enumerate(items) if each.plain == _STOP]
    return [items[start:end] for start, end in zip((0, *(at + 1 for at in stops)), (*stops, len(items)), strict=True)]


def _contraries(claim: Sequence[Item], sentence: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """Yield each word that only the claim has with the one that says its contrary and only the sentence has."""
    lexicon = any_lexicon()
    theirs = {stem_folded(each.plain): bool(each.stem) for each in sentence if each.plain.isalpha()}
    ours = {stem_folded(each.plain): bool(each.stem) for each in claim if each.plain.isalpha()}
    # Before a figure it is a bound, which another check compares.
    bounds = {
        stem_folded(each.plain) for each, after in pairwise(claim) if each.marks & BOUNDS and after.plain[:1].isdigit()
    }
    for stem in ours.keys() - theirs.keys() - bounds:
        # A preposition says the contrary of another one, and of nothing else.
        against = [
            other for other in lexicon.opposites.get(stem, ()) if other not in ours and theirs.get(other) == ours[stem]
        ]
        if against:
            yield stem, against[0]


def _in_order(claim: Sequence[Item], sentence: Sequence[Item]) -> bool:
    """Say whether a claim has the words that it shares with a sentence in the order of that sentence.

    In another order a contrary word may say the same: who sends and who receives, what comes before and what after.
    """
    ours, theirs = ([each.stem for each in row if each.stem] for row in (claim, sentence))
    shared = [stem for stem in ours if stem in theirs]
    places = [theirs.index(stem) for stem in shared]
    return places == sorted(places)


def find_widened(frame: Frame) -> Iterator[str]:
    """Yield what makes a claim say more than its sentence: a word of all that it adds, one of only that it lacks."""
    everything, only, part = int(Mark.UNIVERSAL), int(Mark.ONLY), int(Mark.PARTIAL)
    if any(each.marks & int(Mark.NEGATION) for each in (*frame.claim, *frame.sentence)):
        return
    told = any(each.marks & everything for each in frame.sentence)
    parted = any(each.marks & part for each in frame.sentence)
    if not told and frame.shared >= _ALIKE and frame.kept >= (_PARTLY if parted else _MOSTLY):
        yield from (
            each.plain for at, each in enumerate(frame.claim) if each.marks & everything and _is_of_all(frame, at)
        )  # Who says that members may swim says less than that only they may.
    gone = [each for each in frame.sentence[1:] if each.marks & only]
    lost = [block for block in frame.lost if any(frame.sentence[at].stem for at in range(*block))]
    if (
        gone
        and frame.shared == 1.0
        and frame.kept >= _MOSTLY
        and len(lost) <= _PLACES
        and not any(each.marks & (only | _FORCE) for each in frame.claim)
        and _in_order(frame.claim, frame.sentence)
    ):
        yield gone[0].plain


def _is_of_all(frame: Frame, at: int) -> bool:
    """Say whether a word of all takes in more of a thing than the sentence does, which names only a kind of it."""
    if at and frame.claim[at - 1].marks & int(Mark.PARTIAL | Mark.ABOUT):  # almost all
        return False
    noun = next((each for each in frame.claim[at + 1 : at + 4] if each.stem), None)
    if noun is None or noun.marks & int(Mark.UNIT | Mark.WEEKDAY):  # every day: how often, and not of what
        return False
    known = Stems(each.stem for each in frame.sentence if each.stem)
    if (
        sum(not known.has(each.stem) for each in frame.claim[at + 1 :] if each.stem) > 1
    ):  # it says something else of all
        return False
    named = noun.stem
    for place, each in enumerate(frame.sentence):
        if each.stem and Stems((each.stem,)).has(named):
            before = frame.sentence[place - 1] if place else None
            return before is not None and not before.marks & int(Mark.ARTICLE)
    return False


def find_other_label(frame: Frame) -> str | None:
    """Return a figure that a claim has in another's place after the same word: version 2 for version 3."""
    ours, theirs = frame.claim, frame.sentence
    if frame.shared < _NEARLY:
        return None
    stated = {each.plain for each in theirs}
    for at, item in enumerate(ours[1:], 1):
        if not item.plain.isdigit() or item.plain in stated or not ours[at - 1].marks & int(Mark.REFERENCE):
            continue
        named = ours[at - 1].plain
        if any(
            each.plain == named and place + 1 < len(theirs) and theirs[place + 1].plain.isdigit()
            for place, each in enumerate(theirs)
        ):
            return item.plain
    return None
