"""Whether a span of a text stands by itself: on the edges of words and of numbers."""

import re
import unicodedata
from typing import Final

from fundamento.quotes.folding import DASHES, is_ignorable

_APOSTROPHES: Final = "'’‘ʼ´`′"
_NUMBER_JOINERS: Final = ".,:/'’٫⁄"
_GROUP_SPACES: Final = " \xa0\u2007\u2009\u202f"
_HYPHENS: Final = frozenset("-\u2010\xad")
_HYPHENS_OF_WORDS: Final = "-\u2010\u2011"
_DENIAL: Final = re.compile(r"(?<![\w-])(?:non?|not|un|ex)$", re.IGNORECASE)
_LONGEST_DENIAL: Final = 4
_BEFORE_SIGN: Final = "\"'=:<>≤≥≈~|/*,;¿¡"
_GROUPED: Final = re.compile(rf"(?<![\d.,])\d{{1,3}}(?:[{_GROUP_SPACES}]\d{{3}})+(?!\d)")
_DATE_DASHES: Final = "-\u2010\u2011\u2013"
_DATE: Final = re.compile(
    rf"(?<!\d)(?:\d{{4}}([{_DATE_DASHES}])\d{{1,2}}\1\d{{1,2}}|\d{{1,2}}([{_DATE_DASHES}])\d{{1,2}}\2\d{{4}})(?!\d)"
)
_LINE_END: Final = re.compile("[\\n\\r\\x0b\\x0c\\x1c-\\x1e\\x85\\u2028\\u2029]")
# Wide enough for any grouped number or date that a person writes.
_WINDOW: Final = 40
# How far to look past invisible characters and white space: a hostile text may hold a million of them in a
# row.
_REACH: Final = 256


def on_word_boundary(text: str, start: int, end: int) -> bool:
    """Say whether `text[start:end]` begins and ends on the edges of words and numbers.

    An apostrophe inside a word, a separator inside a number or a date, a sign before a number, a mark on a
    letter, a hyphen that breaks a word over two lines and one after a prefix that denies (non-refundable) all
    hold together what they join; any other hyphen does not, nor an underscore with a word on one side only.
    """
    # Most spans stand between words, with a space before: to see that costs a tenth of the full look.
    begins = not start or (text[start - 1] == " " and text[start].isalnum() and _clearly_begins(text, start))
    if not begins and (_splits(text, start) or _drops_sign(text, start) or _drops_denial(text, start)):
        return False
    return end >= len(text) or _clearly_ends(text[end - 1], text[end : end + 2]) or not _splits(text, end)


def _clearly_begins(text: str, start: int) -> bool:
    """Say whether a word or number after a space plainly begins there, and goes on with nothing before the space."""
    beyond = text[start - 2] if start > 1 else "."
    return beyond.isalpha() or beyond in ".,;:)" or (beyond.isdigit() and text[start].isalpha())


def _clearly_ends(last: str, after: str) -> bool:
    if last.isalpha():
        return after[0] in " .,;"
    return after[0] == " " and (last in ".,;:!?" or (last.isdigit() and after[1:].isalpha()))


def _splits(text: str, position: int) -> bool:
    """Say whether a position lies inside a word or a number."""
    left, right = _left(text, position - 1), _right(text, position)
    before, after = text[left : left + 1] if left >= 0 else "", text[right : right + 1]
    if not before or not after:
        return False
    if unicodedata.category(after)[0] == "M":
        return True
    begins, ends = _in_word(_beyond(text, right, 1)), _in_word(_beyond(text, left, -1))
    if begins == ends:
        return begins
    if ends:
        trio = before, after, text[right + 1 : right + 2]
    else:
        trio = text[left - 1] if left else "", before, after
        if _leads(*trio):
            return True
    return _joins(*trio) or _goes_on(text, position, trio) or _breaks(text, position)


def _left(text: str, index: int) -> int:
    stop = max(-1, index - _REACH)
    while index > stop and is_ignorable(text[index]):
        index -= 1
    return index


def _right(text: str, index: int) -> int:
    stop = min(len(text), index + _REACH)
    while index < stop and is_ignorable(text[index]):
        index += 1
    return index


def _beyond(text: str, index: int, step: int) -> str:
    """Return the character at an index or, where that is an underscore, the first that is none in that direction."""
    for _ in range(_REACH):
        if not 0 <= index < len(text):
            return " "
        if text[index] != "_":
            return text[index]
        index += step
    return "_"


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def _joins(before: str, joiner: str, after: str) -> bool:
    """Say whether a character between two others makes one word or one number of them."""
    if joiner == "^":
        return before != "" and _in_word(before)
    if not before or not after or not _in_word(before) or not _in_word(after):
        return False
    if joiner in _NUMBER_JOINERS and before.isdigit() and after.isdigit():
        return True
    return joiner in _APOSTROPHES or (joiner == "·" and before.isalpha() and after.isalpha())


def _leads(beyond: str, point: str, digit: str) -> bool:
    """Say whether a decimal point leads a number (.5)."""
    return point == "." and digit.isdigit() and (not beyond or beyond.isspace() or _opens(beyond))


def _goes_on(text: str, position: int, trio: tuple[str, str, str]) -> bool:
    """Say whether a grouped number (10 000) or a date (2025-03-01) goes on across a position."""
    before, joiner, after = trio
    pattern = _GROUPED if joiner in _GROUP_SPACES else _DATE
    if joiner not in _GROUP_SPACES + _DATE_DASHES or not before.isdigit() or not after.isdigit():
        return False
    low, high = max(0, position - _WINDOW), min(len(text), position + _WINDOW)
    return any(found.start() < position < found.end() for found in pattern.finditer(text, low, high))


def _breaks(text: str, position: int) -> bool:
    """Say whether a hyphen that breaks a word over two lines stands just before or just after a position."""
    hyphen = position if text[position] in _HYPHENS else _right(text, position)
    if text[hyphen] in _HYPHENS:
        rest = text[hyphen + 1 : hyphen + _REACH]
        tail = rest.lstrip()
        return text[position - 1].isalpha() and tail[:1].isalpha() and _ends_line(rest, len(rest) - len(tail))
    before = text[max(0, position - _REACH) : position][::-1]
    head = before.lstrip()
    broken = head[:1] in _HYPHENS and head[1:2] != "" and _in_word(head[1]) and not head[1].isdigit()
    return broken and text[hyphen].isalpha() and _ends_line(before, len(before) - len(head))


def _ends_line(text: str, size: int) -> bool:
    return _LINE_END.search(text, 0, size) is not None


def _drops_sign(text: str, start: int) -> bool:
    """Say whether a number begins here whose minus sign stands just before (-5 %, -€5)."""
    number = _right(text, start)
    left = _left(text, start - 1)
    if unicodedata.category(text[number : number + 1] or " ") == "Sc":
        number += 1
    elif left >= 0 and unicodedata.category(text[left]) == "Sc":
        left = _left(text, left - 1)
    if not text[number : number + 1].isdigit() or left < 0 or text[left] not in DASHES + "±":
        return False
    return left == 0 or text[left - 1].isspace() or _opens(text[left - 1])


def _drops_denial(text: str, start: int) -> bool:
    """Say whether a word begins here that a prefix before a hyphen denies (non-refundable, ex-socio)."""
    hyphen = _left(text, start - 1)
    if hyphen < 0 or text[hyphen] not in _HYPHENS_OF_WORDS or not text[_right(text, start)].isalpha():
        return False
    return _DENIAL.search(text, max(0, hyphen - _LONGEST_DENIAL), hyphen) is not None


def _opens(character: str) -> bool:
    return character in _BEFORE_SIGN or unicodedata.category(character) in ("Ps", "Pi")
