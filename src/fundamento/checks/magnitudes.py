"""What a number is of: the words round it, and when two texts tie the same number to different things."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import Final

from fundamento.checks.figures import NUMBER_WORDS
from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import Reading
from fundamento.checks.wording import Vocabulary, Word, as_word, match_words, read_words

_NEAR: Final = 4
_WINDOW: Final = 96  # code points on one side of a number
_COUNTS: Final = NUMBER_WORDS - {"un", "una", "uno", "one", "segundo", "segunda", "second"}
_STOP: Final = re.compile(r"[,;:.()\n?!]|\b(?:y|e|and|but|pero|mientras|while|whereas|aunque)\b", re.IGNORECASE)
_CLAUSE: Final = re.compile(
    r"[;:()\n]|, |\b(?:y|e|and|but|pero|mientras|while|whereas|aunque|frente a|versus|en cambio)\b", re.IGNORECASE
)


def words_after(text: str, quantity: Quantity) -> list[Word]:
    """Return the content words that follow a number in its clause up to the next one, a few at most."""
    rest = text[quantity.end : quantity.end + _WINDOW]
    chosen: list[Word] = []
    edge = 0
    for word in map(as_word, match_words(rest)):
        if _STOP.search(rest, edge, word.end) or _is_number(word) or len(chosen) == _NEAR:
            break
        edge = word.end
        if is_telling(word):
            chosen.append(word)
    return chosen


def words_before(text: str, quantity: Quantity) -> list[Word]:
    """Return the content words that stand before a number in its clause, a few at most; the nearest first."""
    rest = text[max(0, quantity.start - _WINDOW) : quantity.start]
    chosen: list[Word] = []
    edge = len(rest)
    for word in map(as_word, reversed(list(match_words(rest)))):
        if _STOP.search(rest, word.start, edge) or _is_number(word) or len(chosen) == _NEAR:
            break
        edge = word.start
        if is_telling(word):
            chosen.append(word)
    return chosen


def _is_number(word: Word) -> bool:
    return word.text[0].isdigit() or word.plain in _COUNTS


def is_telling(word: Word) -> bool:
    """Say whether a word tells what a sentence is about: it carries content and is no number."""
    return bool(word.stem) and word.plain not in NUMBER_WORDS and not word.text[0].isdigit()


def noun_of(text: str, quantity: Quantity) -> Word | None:
    """Return the content word that stands right after a number, with no more than `de los` or `of the` between."""
    rest = text[quantity.end : quantity.end + _WINDOW]
    edge = 0
    for word in map(as_word, islice(match_words(rest), 3)):
        if rest[edge : word.start] not in (" ", "-"):
            return None
        if is_telling(word):
            return word
        if word.plain not in _OF:
            return None
        edge = word.end
    return None


_OF_WORDS: Final = """
de del of los las the el la sus their our
"""
_OF: Final = frozenset(_OF_WORDS.split())


def clause_of(text: str, quantity: Quantity) -> tuple[int, int]:
    """Return where the clause of a number begins and ends."""
    start = 0
    for found in _CLAUSE.finditer(text):
        if found.end() <= quantity.start:
            start = found.end()
        elif found.start() >= quantity.end:
            return start, found.start()
    return start, len(text)


def words_between(text: str, start: int, end: int) -> list[Word]:
    """Return the telling words of a stretch."""
    words = read_words(text)
    first = bisect_left(words, start, key=lambda word: word.start)
    last = bisect_right(words, end, key=lambda word: word.end)
    return [word for word in words[first:last] if is_telling(word)]


def shares_any(words: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Say whether a vocabulary has any of some words."""
    return any(vocabulary.has(word) for word in words)


def find_bound_elsewhere(noun: Word, quantity: Quantity, evidence: Reading) -> bool:
    """Say whether the evidence ties a noun to numbers, and never to this one."""
    tied = [
        each
        for each in evidence.numbers
        if each.kind != "one" and any(_same(noun, word) for word in words_after(evidence.text, each)[:2])
    ]
    return bool(tied) and not any(_equal(quantity, each) for each in tied)


def is_part_of_name(text: str, quantity: Quantity) -> bool:
    """Say whether a number follows a name at once, as in PlayStation 2."""
    before = list(match_words(text[max(0, quantity.start - _WINDOW) : quantity.start]))
    if not before or (quantity.start <= _WINDOW and before[-1].start() == 0):
        return False
    return as_word(before[-1]).is_capital and text[quantity.start - 1] == " " and text[quantity.start - 2].isalnum()


def _equal(one: Quantity, other: Quantity) -> bool:
    return any(abs(abs(a) - abs(b)) < 1e-9 for a in one.values for b in other.values)


def _same(one: Word, other: Word) -> bool:
    return one.stem == other.stem or one.plain == other.plain


def find_contrast(claim: str, evidence: str) -> tuple[Word, Word] | None:
    """Return two names that stand by the same word in two texts, each unknown to the other: plan Pro, plan Básico."""
    ours, theirs = read_words(claim), read_words(evidence)
    known_here, known_there = {w.plain for w in ours}, {w.plain for w in theirs}
    own = [(head, name) for head, name in pairwise(ours) if name.plain not in known_there and _names(claim, head, name)]
    if not own:
        return None  # the evidence is much the longer one
    named: dict[str, list[Word]] = {}
    for head, name in pairwise(theirs):
        if _names(evidence, head, name):
            named.setdefault(head.stem, []).append(name)
    for head, name in own:
        for other in named.get(head.stem, ()):
            if other.plain not in known_here and other.stem != name.stem:
                return name, other
    return None


def _names(text: str, head: Word, name: Word) -> bool:
    """Say whether a word is named by the next one: a content word in small letters, then a capital or an identifier."""
    if text[head.end : name.start] != " " or not head.stem or head.is_identifier:
        return False
    return (name.is_capital and bool(name.stem)) or name.is_identifier or len(name.text) == 1
