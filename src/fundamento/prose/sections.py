"""The parts of an answer that only say where its markers lead: lists of sources, definitions of labels."""

import re
from collections.abc import Iterator
from typing import Final

from fundamento.contract.aliases import Aliases
from fundamento.prose.assertions import note_asserts
from fundamento.prose.markers import Marker
from fundamento.text.vocabulary import WordPattern

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")
_TITLE: Final = WordPattern(
    r"\s{0,8}(?:#{1,6}\s{0,4}|[*_]{1,3}"
    r"|>\s?)?«source-lists.title-sources»\s{0,4}[*_]{0,3}\s{0,4}(?P<colon>:)?[*_]{0,3}(?P<rest>[^\n]*)",
    re.IGNORECASE,
)
_ENTRY: Final = WordPattern(
    r"\s{0,8}(?:[-*+•·]\s+)?(?:\[\^?(?P<square>[^\[\]\n]{1,80})\]|【(?P<lens>[^【】\n]{1,80})】"
    r"|(?P<number>\d{1,3})[.)\]]|(?P<raised>[⁰¹²³⁴-⁹]{1,3})|«source-lists.entry-https»)\s{0,4}:?"
)
_BULLET: Final = re.compile(r"\s{0,8}[-*+•·]\s")
_DEFINITION: Final = re.compile(r"\s{0,8}\[\^?(?P<square>[^\[\]\n]{1,80})\]:(?!\w)")
_TOKEN: Final = re.compile(r"[^\s()\[\]<>\"'«»,;]{1,200}")
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s")
_RAISED_DIGITS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class Sources:
    """The stretches of a text that are no prose, and the labels that they explain, with the IDs that they give."""

    __slots__ = ("labels", "stretches")

    def __init__(self) -> None:
        self.stretches: list[Marker] = []
        self.labels: dict[str, str] = {}


def find_sources(text: str, aliases: Aliases) -> Sources:
    """Return the lists of sources and the definitions of a text.

    A list begins at a line such as "Fuentes:" and goes on over entries: lines with a label, bullets and addresses.
    Where that line holds nothing else, the lines below it up to a blank one are entries whatever they look like.
    """
    sources = Sources()
    listing = free = filled = spoke = False
    for start, line in _lines(text):
        blank = not line.strip()
        rest = None if blank else _title(line)
        if rest is not None and note_asserts(rest):
            listing = free = False
            continue
        if rest is not None:
            filled = rest.strip(" .*_\r\n") != ""
            listing, free = True, not filled
        elif blank:
            free = free and not filled
        else:
            listing = listing and _goes_on(line, free=free)
            filled = True
        if listing and rest is None and note_asserts(line):
            spoke = True
            continue
        if blank and spoke:
            continue  # it keeps apart what stays
        spoke = False
        if listing or _DEFINITION.match(line) or _is_raised_note(line, aliases):
            sources.stretches.append(Marker(start, start + len(line)))
            _explain(line, aliases, sources.labels)
    return sources


def _is_raised_note(line: str, aliases: Aliases) -> bool:
    """Say whether a line is a raised number and an ID: what that number stands for."""
    entry = _ENTRY.match(line)
    return entry is not None and entry["raised"] is not None and line[entry.end() :].strip(" .\n\r[]") in aliases.ids


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for found in _LINE.finditer(text):
        yield found.start(), found[0]


def _title(line: str) -> str | None:
    found = _TITLE.match(line)
    if found is None:
        return None
    rest = found["rest"]
    return rest if found["colon"] or not rest.strip() else None


def _goes_on(line: str, *, free: bool) -> bool:
    if _HEADING.match(line):
        return False
    return free or _ENTRY.match(line) is not None or _BULLET.match(line) is not None


def _explain(line: str, aliases: Aliases, labels: dict[str, str]) -> None:
    entry = _ENTRY.match(line)
    label = None if entry is None or entry.lastgroup is None else entry[entry.lastgroup].translate(_RAISED_DIGITS)
    if entry is None or label is None or label in aliases.ids:
        return
    for token in _TOKEN.findall(line, entry.end()):
        real = aliases.ids.get(token) or aliases.ids.get(token.strip(".:"))
        if real is not None:
            labels.setdefault(label, real)
            return
