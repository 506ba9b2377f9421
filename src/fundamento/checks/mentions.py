"""Where a claim names its sources: a fragment by its ID or its place in the list, a document by its name."""

import re
from collections.abc import Mapping
from typing import Final

from fundamento.checks.wording import even
from fundamento.fragments import Fragment
from fundamento.spans import Span
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_KIND: Final = r"«mentions.kind»"
_INTRODUCED: Final = WordPattern(
    r"(?:\b(?:«mentions.introduced-according»|«mentions.kind»)(?: (?:«mentions.introduced-the»"
    r"|«mentions.kind»)){0,2} ?[\"'«“(\[]?)\Z",
    _I,
)
_TELLS: Final = WordPattern(
    r"[\"'»”)\]]? «mentions.tells»\b",
    _I,
)
_PLACE: Final = re.compile(r"(?<!\w)[DF](?P<number>[1-9]\d{0,3})(?!\w)")
_EXTENSION: Final = re.compile(r"\.[a-z]{2,4}\Z", _I)
_PASSAGE: Final = r"«mentions.passage»"
_PASSAGES: Final = WordPattern(
    r"(?<!\w)«mentions.passage»(?: n\.?[ºo]\.?"
    r"|«mentions.passages-number»)? ?[(\[#]{0,2}(?P<first>\d{1,3})(?![\w%]|[.,]\d)(?:(?:, ?"
    r"| ?(?:«mentions.passages-and»|&|-|–) ?)#?\d{1,3}(?![\w%]|[.,]\d)){0,8}",
    _I,
)
_RANKED: Final = WordPattern(
    r"(?<!\w)(?:«mentions.ranked-first»|\d{1,2}(?:«mentions.ranked-st»"
    r"|\.?[ºª])) «mentions.passage»(?!\w)",
    _I,
)
_LOOK_BACK: Final = 48  # code points
_PLACES: Final = 8  # of one name in a claim


def find_mentions(text: str, fragments: Mapping[str, Fragment]) -> list[Span]:
    """Return where an evened text names a fragment or a document of a request, and tells it as a source.

    An ID that mixes letters and digits needs no more than to stand there; any other name is told as a source where a
    word introduces it (`según`, `document`) or it says something (`states`, `indica`).
    """
    folded = text.casefold()
    found: list[Span] = []
    if len(folded) == len(text):
        for name in _names_of(fragments):
            found += [span for span in _spans_of(name, folded) if _is_code(name) or _is_source(text, span)]
    places = (Span(*each.span()) for each in _PLACE.finditer(text) if int(each["number"]) <= len(fragments))
    return [*found, *(span for span in places if _is_source(text, span))]


def _names_of(fragments: Mapping[str, Fragment]) -> set[str]:
    """Return the IDs and the documents' names, in small letters, these with and without the ending of a file."""
    documents = {even(each.document).casefold() for each in fragments.values() if each.document}
    return {even(each).casefold() for each in fragments} | documents | {_EXTENSION.sub("", each) for each in documents}


def _spans_of(name: str, folded: str) -> list[Span]:
    if not name or name not in folded:
        return []
    pattern = re.compile(rf"(?<!\w){re.escape(name)}(?:\.[a-z]{{2,4}}(?!\w))?(?!\w)")
    return [Span(*found.span()) for found, _ in zip(pattern.finditer(folded), range(_PLACES), strict=False)]


def _is_code(name: str) -> bool:
    return any(c.isdigit() for c in name) and any(c.isalpha() for c in name)


def _is_source(text: str, span: Span) -> bool:
    before = _INTRODUCED.search(text, max(0, span.start - _LOOK_BACK), span.start)
    return before is not None or _TELLS.match(text, span.end) is not None


def find_own_passages(text: str, count: int) -> list[Span]:
    """Return where an evened text names the passages of a request by their place: passage 2, the third source.

    `count`: how many passages the request has; a higher number names something else.
    """
    named = [found for found in _PASSAGES.finditer(text) if 0 < int(found["first"]) <= count]
    return [Span(*found.span()) for found in (*named, *(_RANKED.finditer(text) if count else ()))]
