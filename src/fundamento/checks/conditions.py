"""What a condition hangs on: which of two things it limits, and whether a claim tells all of its parts."""

from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.checks.frames import Frame, Item, read_items
from fundamento.checks.segments import words_of
from fundamento.checks.stem_sets import Stems
from fundamento.text.lexicon import load_lexicons
from fundamento.text.marks import Mark

_CONDITION: Final = int(Mark.CONDITION)
_CONJUNCTION: Final = int(Mark.CONJUNCTION)
_AND: Final = int(Mark.JOINER)
_FUNCTION: Final = int(Mark.FUNCTION)
_TWO: Final = 2
_STOPS: Final = (",", ";")


def find_dropped_part(frame: Frame) -> str | None:
    """Return the first word of a part that a condition has and a claim, which has the rest of it, leaves out."""
    if frame.shared < 1.0 or not any(each.marks & _CONDITION for each in frame.claim):
        return None
    ours = Stems(each.stem for each in frame.claim if each.stem)
    opened = next((at for at, each in enumerate(frame.sentence) if at and each.marks & _CONDITION), None)
    # "Depending on" names what varies, and sets no condition.
    if opened is None or not _is_condition(frame.sentence[opened].plain):
        return None
    first, *rest = _parts(frame.sentence[opened + 1 :])
    if not any(ours.has(each.stem) for each in first if each.stem):
        return None
    for part in rest:
        told = [ours.has(each.stem) for each in part if each.stem]
        # Behind a mere "and", a verb may go on with what the condition is for.
        goes_on = len(rest) == 1 and not part[0].marks & _FUNCTION
        if told.count(False) >= _TWO and told.count(False) > told.count(True) and not goes_on:
            return next(each.plain for each in part if each.stem and not ours.has(each.stem))
    return None


def _is_condition(plain: str) -> bool:
    return any(words_of(language).read(plain).marks & _CONDITION for language in load_lexicons())


def _parts(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Yield the parts of a condition that all have to hold: what "and" joins, with the commas of its list."""
    end = next((at for at, each in enumerate(items) if each.plain == ";"), len(items))
    joins = [at for at, each in enumerate(items[:end]) if each.marks & _AND and each.marks & _CONJUNCTION]
    cuts = [
        at for at, each in enumerate(items[:end]) if at in joins or (each.plain == "," and joins and at < joins[-1])
    ]
    for start, stop in zip((0, *(at + 1 for at in cuts)), (*cuts, end), strict=True):
        if stop > start:
            yield items[start:stop]
        elif not start:
            yield ()


def limits_another(sentence: str, start: int, claim: str) -> bool:
    """Say whether what begins at a place of a sentence limits only its second part, and a claim tells the first."""
    before = [each for each in read_items(sentence) if each.start < start]
    joins = [at for at, each in enumerate(before) if each.marks & _CONJUNCTION]
    if not joins:
        return False
    told = [each.stem for each in read_items(claim) if each.stem]
    first = Stems(each.stem for each in before[: joins[-1]] if each.stem)
    second = [each.stem for each in before[joins[-1] :] if each.stem]
    ours = Stems(told)
    return bool(second) and not any(map(ours.has, second)) and sum(map(first.has, told)) > len(told) / 2
