"""Markers in a text: where they stand, and the text without them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from fundamento.answers import Support
from fundamento.prose.labels import Labels
from fundamento.text.vocabulary import WordPattern, WordSet

_CANDIDATE: Final = re.compile(
    r"`(?P<code>[^`\n]{1,300})`"
    r"|https?://[^\s<>\[\]【】()]{1,2000}"
    r"|【(?P<lens>[^【】\n]{1,200})】"
    r"|<sup>\s*+\[?(?P<tag>[^<>\[\]\n]{1,60})\]?\s*+</sup>"
    r"|\[?\[(?P<square>[^\[\]\n]{1,200})\]\]?(?:\((?:https?://|\#|/)[^()\s]{0,2000}\))?"
    r"|[(（](?P<round>[^()（）\n]{1,120})[)）]"
    r"|(?P<raised>[⁰¹²³⁴-⁹]+(?:[,˒ ⁻]{1,2}[⁰¹²³⁴-⁹]+){0,20})"
)
_BETWEEN: Final = WordPattern(r"[ \t\u00a0]*[,;]?[ \t\u00a0]*|[ \t]+«markers.between»[ \t]+")
_RAISED_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻˒ ", "0123456789-,,")
_PLAIN_NUMBER: Final = re.compile(r"\d{1,3}")
_CLAUSE_END: Final = re.compile(r"[ \t]*(?:[.,;:!?…]|\n|$|[(（]\d)")
# An exponent and not a marker: m², 10³, x².
_BASE: Final = re.compile(
    r"(?:^|[^\w])(?:[^\W\d_]|[cmkdhnµμ]m|dam|ft|yd|in|mi|mc|1?\d{1,2})$|[⁻/^*×·+=]$|\d[.,]\d+$|/[^\W\d_]{1,2}$"
)
# A place in a data structure and not a marker: array[1], x[0], my_items[2]; the second kind only inside a clause.
_CONTAINERS: Final = WordSet("markers.containers")
_MAYBE_CONTAINERS: Final = WordSet("markers.maybe-containers")
_INTERVALS: Final = WordSet("markers.intervals")
_LAW: Final = WordPattern(r"(?:«markers.law»|§)\s?[\d.]+\s?$", re.IGNORECASE)
_LOOK_BACK: Final = 48
_FAR: Final = 8


@dataclass(frozen=True, slots=True)
class Marker:
    """A stretch of the text that names fragments; `support` may be empty where a stretch is only to be left out."""

    start: int
    end: int
    support: tuple[Support, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """What a marker names, and the place in the stripped text where it stood; `lead`: text follows on its line."""

    position: int
    support: tuple[Support, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A text without its markers, and where they stood, in order."""

    text: str
    marks: tuple[Mark, ...]


def find_markers(text: str, labels: Labels) -> list[Marker]:
    """Return the markers of a text in order; those that stand side by side are one.

    Bare numbers in round brackets are markers only where the text has no other kind.
    """
    sure: list[Marker] = []
    numbers: list[Marker] = []
    at = 0
    while found := _CANDIDATE.search(text, at):
        kind = found.lastgroup
        support = None if kind is None else _read(found, kind, text, labels)
        if support:
            sure.append(Marker(found.start(), found.end(), support))
        elif kind == "round" and (numbered := _read_round_number(found, text, labels)):
            numbers.append(Marker(found.start(), found.end(), numbered))
        # What only looks like a marker may hold one: (véase el manual [1]).
        skips = support is not None or kind in {None, "code", "raised"}
        at = found.end() if skips or support else found.start() + 1
    if not sure and any(each.retrieved for marker in numbers for each in marker.support):
        sure = numbers
    return list(_chain(text, sure))


def strip_markers(text: str, markers: Iterable[Marker]) -> Page:
    """Return the text without these markers and without the white space before each."""
    pieces: list[str] = []
    marks: list[Mark] = []
    size = done = 0
    for marker in markers:
        start = marker.start
        if not text[marker.end : marker.end + 1].isalnum():
            while start > done and text[start - 1] in " \t\u00a0\u202f":
                start -= 1
        pieces.append(text[done:start])
        size += start - done
        done = marker.end
        if marker.support:
            marks.append(Mark(size, marker.support))
    pieces.append(text[done:])
    return Page("".join(pieces), tuple(marks))


def _read(found: re.Match[str], kind: str, text: str, labels: Labels) -> tuple[Support, ...] | None:
    inside = found[kind]
    before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
    match kind:
        case "code":
            bare = inside.strip()
            return labels.read(bare[1:-1]) if bare[:1] + bare[-1:] in ("[]", "【】") else None
        case "raised":
            return None if _BASE.search(before) else _read_raised(inside, labels)
        case "round":
            return None if _LAW.search(before) else labels.read_strictly(inside)
        case "square":
            return None if _is_text(inside, before, found.end(), text) else labels.read(inside)
        case _:
            return labels.read(inside)


def _is_text(inside: str, before: str, end: int, text: str) -> bool:
    """Say whether square brackets hold an index or an interval."""
    numbers = inside[:1].isdigit()
    if not numbers or not before:
        return False
    word = _last_word(before.rstrip(" "))
    if before[-1] == " ":
        contained = word.lower() in _INTERVALS
    elif word in _MAYBE_CONTAINERS:
        contained = not _CLAUSE_END.match(text, end)
    else:
        contained = word in _CONTAINERS or "_" in word or (len(word) == 1 and word.islower())
    return contained


def _last_word(text: str) -> str:
    start = len(text)
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start:]


def _read_raised(inside: str, labels: Labels) -> tuple[Support, ...] | None:
    plain = inside.translate(_RAISED_DIGITS).strip(",-")
    return labels.read_number(plain) if plain.isdigit() else labels.read(plain)


def _read_round_number(found: re.Match[str], text: str, labels: Labels) -> tuple[Support, ...] | None:
    inside = found["round"].strip()
    before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
    if not _PLAIN_NUMBER.fullmatch(inside) or not before.strip() or _LAW.search(before):
        return None
    if before.rstrip(" \t")[-1:] in "\n:" or not _CLAUSE_END.match(text, found.end()):
        return None
    return labels.read(inside)


def _chain(text: str, markers: Iterable[Marker]) -> Iterator[Marker]:
    start = end = 0
    support: dict[Support, None] = {}
    for marker in markers:
        apart = marker.start - end
        if support and (apart > _FAR or (apart and _BETWEEN.fullmatch(text, end, marker.start) is None)):
            yield Marker(start, end, tuple(support))
            support = {}
        if not support:
            start = marker.start
        end = marker.end
        support |= dict.fromkeys(marker.support)
    if support:
        yield Marker(start, end, tuple(support))
