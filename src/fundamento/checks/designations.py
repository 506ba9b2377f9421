"""What a number or a letter names: article 103.1.c), level IV, Annex II, version 3. It counts nothing."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.checks.figures import DIVIDING_WORDS, ORDINALS
from fundamento.checks.notations import value_of_roman
from fundamento.checks.wording import plain_letters, words_in
from fundamento.text.language import detect_language
from fundamento.text.stems import strip_accents
from fundamento.text.vocabulary import WordPattern, WordSet, WordTable, lru_cache

_I: Final = re.IGNORECASE
# What is named, in small letters without accents: one line for each thing, by all the words for it.
_HEAD_OF: Final[WordTable[str]] = WordTable("designations.heads")
# What is cited: a heading may name it, which stands apart from what is quoted.
_CITED: Final = WordSet("designations.cited")
_SUFFIX: Final = r"(?: ?\b(?P<suffix>«designations.suffix»))?"
_HEAD: Final = WordPattern(
    r"(?<![\w-])(?P<head>[^\W\d_]{3,16})(?!\w)\.?(?: n\.?[ºo]\.?|«designations.head-num»)? ?(?=[\dA-Z(]"
    r"|[a-z][.)])"
)
_DESIGNATION: Final = WordPattern(
    rf"(?P<open>\(?)(?:(?P<number>\d{{1,6}}(?:\.\d{{1,4}}){{0,4}}){_SUFFIX}"
    r"(?:[.-]? ?\(?(?P<letter>[a-z])\)|\.(?P<dotted>[a-z])(?![\w.])|(?P<glued>[A-Za-z])(?!\w))?"
    r"|(?P<roman>(?:[IVXLC]{2,7}|[IVX]))(?:[.-]?(?P<part>[A-Za-z]))?(?![\w'’]|\.\w)"
    r"|(?P<small>[ivx]{2,5})(?=\))"
    r"|(?P<alone>[a-zñ])(?=[).](?!\w))"
    r"|(?P<capital>[A-Z])(?![\w'’]|\.\w))\)?(?P<nested>(?:\((?:[a-z]{1,4}|\d{1,2})\)){0,3})"
)
_JOIN: Final = WordPattern(r"(?:,| ?[-–/]| (?:«designations.join-and»|&)) ?«designations.join-the»?", _I)
_THROUGH: Final = WordPattern(r" ?[-–] ?| «designations.through» ", _I)
_WIDEST: Final = 60


@dataclass(frozen=True, slots=True)
class Designation:
    """A name of a head: `number` and `letter` are its parts, a Roman numeral the number that it writes."""

    start: int
    end: int
    head: str
    number: str = ""
    suffix: str = ""
    letter: str = ""
    roman: bool = False

    def names(self, other: "Designation") -> bool:
        """Say whether it names the thing that the other one names, or the whole that the other is a part of."""
        if self.number != other.number:
            return bool(self.number and other.number.startswith(f"{self.number}.") and not self.letter)
        part = f"{other.letter}.".startswith(f"{self.letter}.")
        return self.suffix == other.suffix and (not self.letter or part)


def read_designations(text: str) -> tuple[Designation, ...]:
    """Read what an evened text names by a number or a letter, with all that an enumeration and a range take in."""
    return _kept(text) if len(text) <= _KEPT_UP_TO else _kept_large(text)


def _read(text: str) -> tuple[Designation, ...]:
    found: list[Designation] = []
    for head in _HEAD.finditer(text):
        name = _HEAD_OF.get(strip_accents(head["head"].casefold()))
        if name is not None:
            found += _read_names(text, head.end(), name)
    return (*found, *_read_ranked(text))


# In English a rank goes before what it ranks: the page first.
_ENGLISH: Final = WordSet("designations.ranks-before")
_RANK: Final = "«figures.ordinals»"
_RANK_BEFORE: Final = WordPattern(rf"(?<![\w-])(?P<rank>{_RANK}) (?P<head>[^\W\d_]{{3,16}})(?!\w)")
_RANK_AFTER: Final = WordPattern(rf"(?<![\w-])(?P<head>[^\W\d_]{{3,16}}) (?P<rank>{_RANK})(?![\w-])")


def _read_ranked(text: str) -> Iterator[Designation]:
    """Read what is named by a rank in words: the third phase, apartado segundo."""
    if DIVIDING_WORDS.isdisjoint(words_in(text)):
        return
    plain = plain_letters(text)
    for pattern in (_RANK_BEFORE, _RANK_AFTER):
        for found in pattern.finditer(plain):
            name, rank = _HEAD_OF.get(found["head"]), found["rank"]
            if name is not None and (pattern is _RANK_BEFORE or rank not in _ENGLISH):
                yield Designation(*found.span(), name, str(ORDINALS[rank]))


_KEPT_UP_TO: Final = 20_000
_kept = lru_cache(maxsize=512)(_read)
# A claim is compared with the text that it cites, one time after the other.
_kept_large = lru_cache(maxsize=2)(_read)


def _read_names(text: str, place: int, name: str) -> Iterator[Designation]:
    last: Designation | None = None
    joined = None
    while True:
        found = _DESIGNATION.match(text, place)
        if found is None or (last is not None and not _is_alike(last, found)):
            return
        each = _designate(found, name)
        if not _is_sure(text, found, each, joined):
            return
        if last is not None and joined is not None and _THROUGH.fullmatch(joined):
            yield from _between(last, each)
        yield each
        last = each
        gap = _JOIN.match(text, found.end())
        if gap is None:
            return
        joined, place = gap[0], gap.end()


def _is_alike(last: Designation, found: re.Match[str]) -> bool:
    if found["number"]:
        return bool(last.number) and not last.roman
    if found["roman"] or found["small"]:
        return last.roman
    return bool(last.letter)


def _is_sure(text: str, found: re.Match[str], each: Designation, joined: str | None) -> bool:
    """Say whether it is a name, and not the first word of what follows, or a number that counts it."""
    following = text[found.end() : found.end() + 24]
    if found["number"]:
        return joined is None or _COUNTED_NEXT.match(following) is None
    if found["capital"] or found["roman"]:
        stopped = text[: found.start()].endswith(". ") and len(each.head) > _ABBREVIATED
        if stopped or _NAME_NEXT.match(following):
            return False
    if found["roman"] == "I":
        joins = _JOIN_ROMAN.match(following) is not None
        return joins or re.match(r" [a-z]", following) is None or detect_language(text) == "es"
    return True


_JOIN_ROMAN: Final = WordPattern(r"(?:,| ?[-–/]|«designations.join-roman-and») ?[IVX]+(?!\w)")
_ABBREVIATED: Final = 4
_COUNTED_NEXT: Final = re.compile(r" ?(?:[€$£%]|[^\W\d_]+s\b)")
_NAME_NEXT: Final = re.compile(r" [A-ZÁÉÍÓÚ][a-záéíóúñ]")


def _designate(found: re.Match[str], head: str) -> Designation:
    start, end = found.span()
    nested = [f".{each}" for each in re.findall(r"\w+", found["nested"])]
    roman = found["roman"] or (found["small"] or "").upper()
    if roman:
        parts = "".join([(found["part"] or "").lower(), *nested]).removeprefix(".")
        return Designation(start, end, head, str(value_of_roman(roman)), letter=parts, roman=True)
    letter = found["letter"] or found["dotted"] or found["glued"] or found["alone"] or found["capital"] or ""
    suffix = strip_accents(found["suffix"] or "")
    parts = "".join([letter.lower(), *nested]).removeprefix(".")
    return Designation(start, end, head, found["number"] or "", suffix, parts)


def _between(one: Designation, other: Designation) -> Iterator[Designation]:
    """Yield what a range takes in: chapters 2 to 5, paragraphs a) to d)."""
    if len(one.letter) == len(other.letter) == 1 and one.number == other.number:
        for code in range(ord(one.letter) + 1, ord(other.letter)):
            yield Designation(other.start, other.end, one.head, one.number, letter=chr(code))
    elif one.number.isdigit() and other.number.isdigit() and 0 < int(other.number) - int(one.number) < _WIDEST:
        for value in range(int(one.number) + 1, int(other.number)):
            yield Designation(other.start, other.end, one.head, str(value), roman=one.roman)


def find_other_names(
    claim: str, stated: Sequence[str], whole: Sequence[str], ranks: Collection[str] = ()
) -> Iterator[Designation]:
    """Yield what a claim names, where its quotes name others of the kind and this one nowhere.

    `whole`: all that is known beside the quotes, in which what is cited may stand, and a letter or a Roman numeral has
    to. `ranks`: the figures of the ranks that the quotes tell in words, as the third phase is phase III.
    """
    ours = read_designations(claim)
    if not ours:
        return
    theirs = [each for text in stated for each in read_designations(text)]
    known = [each for text in whole for each in read_designations(text)]
    for each in ours:
        rivals = [other for other in theirs if other.head == each.head]
        if any(each.names(other) for other in rivals) or (each.number in ranks and not each.letter):
            continue
        elsewhere = any(each.names(other) for other in known)
        if _are_rivals(each, rivals):
            cited = elsewhere and each.head in _CITED and not each.letter and not each.suffix
            if not cited and not any(_stands(each, text) for text in stated):
                yield each
        elif (each.letter or each.suffix or each.roman) and not elsewhere:
            yield from () if any(_stands(each, text) for text in (*stated, *whole)) else (each,)


def _are_rivals(each: Designation, rivals: Sequence[Designation]) -> bool:
    """Say whether the others are of the same form: chapters by number, paragraphs by letter."""
    return any(bool(each.number) == bool(other.number) for other in rivals)


_ROMAN_WORD: Final = re.compile(r"(?<![\w'’])[IVXLC]{1,7}(?![\w'’])")


def _stands(each: Designation, text: str) -> bool:
    """Say whether a name stands in a text without its head, as the mark of an item of a list does: `c)`."""
    if each.roman and each.letter:
        return False  # no item of a list is marked so
    if each.roman:
        if any(str(value_of_roman(found)) == each.number for found in _ROMAN_WORD.findall(text)):
            return True
        return re.search(rf"(?<![\w.,]){each.number}(?![\w%]|[.,]\d)", text) is not None
    if each.number:
        tail = rf"[ .-]{{0,2}}\(?{re.escape(each.letter)}\b" if each.letter else ""
        more = rf" ?{each.suffix}\b" if each.suffix else ""
        counted = "" if tail or more else r"(?! ?[€$£%]| [^\W\d_]+s\b)"
        return (
            re.search(rf"(?<![\w.,]){re.escape(each.number)}{more}{tail}(?!\w|[.,]\d){counted}", text, _I) is not None
        )
    letter = re.escape(each.letter)
    return re.search(rf"(?<!\w)\(?{letter}[).](?!\w)|(?<!\w){letter.upper()}(?!\w)", text) is not None


_NAMED_BEFORE: Final = WordPattern(
    r"(?<![\w-])(?P<head>[^\W\d_]{2,16})\.?(?: n\.?[ºo]\.?|«designations.named-before-num»)? ?[(#]?\Z"
)
_NUMBERED: Final = WordPattern(r"(?:(?<!\w)(?:n\.?[ºo°]\.?|«designations.numbered-num») |#)\Z", _I)
_NUMBER: Final = "number"
_LOOK_BACK: Final = 28


def head_before(text: str, start: int) -> str | None:
    """Return the kind of thing that the number at a place names, where a word before it tells: `phase` 3."""
    if _NUMBERED.search(text, max(0, start - _LOOK_BACK), start):
        return _NUMBER
    found = _NAMED_BEFORE.search(text, max(0, start - _LOOK_BACK), start)
    return _HEAD_OF.get(strip_accents(found["head"].casefold())) if found else None
