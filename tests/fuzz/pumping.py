"""Texts made from a pattern itself: what leads up to each of its endless repeats, and then that, again and again."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

_PARSER: Final[Any] = re._parser
_CODES: Final[Any] = re._constants
_REPEATS: Final = (_CODES.MAX_REPEAT, _CODES.MIN_REPEAT, _CODES.POSSESSIVE_REPEAT)
_CANDIDATES: Final = " \na1-.,:;'\"_*#()[]{}<>|/\\!?&%$€A日é½\t\x00"
_OF_CATEGORY: Final = {
    _CODES.CATEGORY_SPACE: " \n",
    _CODES.CATEGORY_NOT_SPACE: "a1",
    _CODES.CATEGORY_WORD: "a1_",
    _CODES.CATEGORY_NOT_WORD: " -",
    _CODES.CATEGORY_DIGIT: "1",
    _CODES.CATEGORY_NOT_DIGIT: "a ",
}
_MOST: Final = 24  # runs of one pattern


def find_runs(pattern: re.Pattern[str]) -> list[tuple[str, str]]:
    """Return prefixes and what to repeat after each; empty for a pattern that has no endless repeat."""
    tree = _PARSER.parse(pattern.pattern, pattern.flags)
    return list(islice(dict.fromkeys(_runs(tree, "")), _MOST))


def _runs(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    for code, argument in tree:
        if code in _REPEATS:
            _, most, inner = argument
            if most is _CODES.MAXREPEAT:
                yield from ((before, unit) for unit in _units(inner))
            yield from _runs(inner, before)
        elif code is _CODES.SUBPATTERN:
            yield from _runs(argument[-1], before)
        elif code is _CODES.ATOMIC_GROUP:
            yield from _runs(argument, before)
        elif code is _CODES.BRANCH:
            for each in argument[1]:
                yield from _runs(each, before)
        elif code in (_CODES.ASSERT, _CODES.ASSERT_NOT):
            yield from _runs(argument[1], before)
        before += _shortest_of(code, argument)


def _units(tree: Any) -> list[str]:
    """Return what one round of a repeat may be; each kind of character where it is a class."""
    if len(tree) == 1 and tree[0][0] is _CODES.IN:
        return list(_members(tree[0][1]))[:5]
    if len(tree) == 1 and tree[0][0] is _CODES.BRANCH:
        return [_shortest(each) for each in tree[0][1][1]][:4]
    return [unit] if (unit := _shortest(tree)) else []


def _shortest(tree: Any) -> str:
    return "".join(_shortest_of(code, argument) for code, argument in tree)


def _shortest_of(code: Any, argument: Any) -> str:  # noqa: PLR0911 - one line a kind of node
    if code is _CODES.LITERAL:
        return chr(argument)
    if code is _CODES.NOT_LITERAL:
        return next(each for each in _CANDIDATES[2:] if ord(each) != int(argument))
    if code is _CODES.ANY:
        return "a"
    if code is _CODES.IN:
        return next(iter(_members(argument)), "")
    if code in _REPEATS:
        least, _, inner = argument
        return _shortest(inner) * int(least)
    if code is _CODES.SUBPATTERN:
        return _shortest(argument[-1])
    if code is _CODES.ATOMIC_GROUP:
        return _shortest(argument)
    return _shortest(argument[1][0]) if code is _CODES.BRANCH else ""


def _members(items: Any) -> Iterator[str]:
    """Yield some characters of a class."""
    negated = items[0][0] is _CODES.NEGATE
    if negated:
        yield from (each for each in _CANDIDATES if not any(_holds(item, each) for item in items[1:]))
        return
    for code, argument in items:
        if code is _CODES.LITERAL:
            yield chr(argument)
        elif code is _CODES.RANGE:
            yield chr(argument[0])
        elif code is _CODES.CATEGORY:
            yield from _OF_CATEGORY[argument]


def _holds(item: Any, character: str) -> bool:
    code, argument = item
    if code is _CODES.LITERAL:
        return ord(character) == int(argument)
    if code is _CODES.RANGE:
        return int(argument[0]) <= ord(character) <= int(argument[1])
    return {
        _CODES.CATEGORY_SPACE: character.isspace(),
        _CODES.CATEGORY_NOT_SPACE: not character.isspace(),
        _CODES.CATEGORY_WORD: character.isalnum() or character == "_",
        _CODES.CATEGORY_NOT_WORD: not (character.isalnum() or character == "_"),
        _CODES.CATEGORY_DIGIT: character.isdigit(),
        _CODES.CATEGORY_NOT_DIGIT: not character.isdigit(),
    }[argument]
