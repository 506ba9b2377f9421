"""Reading an answer with a provider's citations as a draft: the sentences are those of prose, the citations support.

A citation supports every sentence that its span takes part in; of several, none that has not a word of what is cited,
unless in another language. What stands beside it, joined by a conjunction and
with a verb of its own, is a claim of its own; so is each sentence that no citation touches, and neither has support.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from fundamento.adapters.citations.cited_text import Cited, CitedText
from fundamento.adapters.citations.supports import Shelf
from fundamento.answers import Draft, Flaw
from fundamento.contract.aliases import Aliases
from fundamento.prose.asides import fits
from fundamento.prose.clauses import find_joint_before
from fundamento.prose.markers import Mark, Marker, Page
from fundamento.prose.reading import read_page, read_prose
from fundamento.prose.sections import find_sources
from fundamento.prose.units import read_units
from fundamento.spans import Span
from fundamento.text.language import detect_language

_WORD: Final = re.compile(r"\w+")
_BLANKS: Final = " \t\u00a0\u202f"


def read_cited(given: CitedText, aliases: Aliases) -> Draft:
    """Read an answer as a draft, with the IDs of `aliases` wherever a source is one of theirs; nothing is raised.

    The text of each claim and gap is a span of the answer without its markers. An answer without a single citation
    of the provider's is read as prose: its model may have written markers of its own.
    """
    if not given.text.strip():
        return Draft(
            None, tuple([Flaw(reason, hint=given.hint) for reason in given.flaws or ("empty",)]), raw=given.text
        )
    if not given.cited and not given.flaws:
        return read_prose(given.text, aliases)
    page = _page(given.text, _markers(given, aliases))
    placed = any(each.marker for each in given.cited)
    draft = read_page(page, aliases, raw=given.text, lends=placed)
    return replace(draft, flaws=(*draft.flaws, *[Flaw(reason) for reason in given.flaws]))


def _markers(given: CitedText, aliases: Aliases) -> list[Marker]:
    """Return what is to be left out of the text, and where it is cited: in order, none within another."""
    shelf = Shelf(aliases)
    text = given.text
    sentences = _sentences(text) if any(not each.marker for each in given.cited) else []
    found = [Marker(each.start, each.end) for each in find_sources(text, aliases).stretches]
    for cited in given.cited:
        support = tuple(dict.fromkeys(one for source in cited.sources for one in shelf.find(source)))
        if cited.marker:
            found.append(Marker(cited.span.start, cited.span.end, support))
        else:
            places = list(_places(text, cited, sentences))
            fitting = [place for place, said in places if len(places) == 1 or fits(said, support, aliases)]
            found.extend(Marker(place, place, support) for place in fitting)
            found.extend(Marker(joint, joint) for joint in _joints(text, cited, sentences))
    return _apart(found)


def _sentences(text: str) -> list[Span]:
    return [each.span for unit in read_units(Page(text, ()), lang=detect_language(text)) for each in unit.sentences]


def _places(text: str, cited: Cited, sentences: Sequence[Span]) -> Iterator[tuple[int, str]]:
    """Yield the end of a cited span in each of the sentences that it takes part in, and that sentence."""
    span = cited.span
    touched = [(Span(max(span.start, each.start), min(span.end, each.end)), each) for each in _touched(span, sentences)]
    said = [(part, sentence) for part, sentence in touched if _has_word(text, part)]
    for part, sentence in said:
        yield part.start + len(text[part.start : part.end].rstrip()), text[sentence.start : sentence.end]
    if not said:
        yield span.end, ""


def _has_word(text: str, part: Span) -> bool:
    """Say whether a whole word stands in a span: offsets that are off by a little cut one from the next sentence."""
    return any(
        not text[found.start() - 1 : found.start()].isalnum() and not text[found.end() : found.end() + 1].isalnum()
        for found in _WORD.finditer(text, part.start, part.end)
    )


def _joints(text: str, cited: Cited, sentences: Sequence[Span]) -> Iterator[int]:
    """Yield the place before the conjunction that a cited span comes after, in its first sentence."""
    for each in _touched(cited.span, sentences)[:1]:
        joint = find_joint_before(text, Span(each.start, max(each.start, cited.span.start)))
        if joint is not None:
            yield joint


def _touched(span: Span, sentences: Sequence[Span]) -> Sequence[Span]:
    first = max(0, bisect_right(sentences, span.start, key=lambda each: each.start) - 1)
    last = bisect_left(sentences, span.end, key=lambda each: each.start)
    return [each for each in sentences[first:last] if each.start < span.end and span.start < each.end]


def _apart(markers: Sequence[Marker]) -> list[Marker]:
    """Return markers in order, those that overlap as one; what is cited within a list of sources is let go with it."""
    apart: list[Marker] = []
    for marker in sorted(markers, key=lambda each: (each.start, each.end)):
        last = apart[-1] if apart else None
        if last is None or marker.start >= last.end:
            apart.append(marker)
        else:
            support = (*last.support, *marker.support) if last.support else ()
            apart[-1] = Marker(last.start, max(last.end, marker.end), tuple(dict.fromkeys(support)))
    return apart


def _page(text: str, markers: Sequence[Marker]) -> Page:
    """Return the text without its markers and without the blanks before each, and where they stood."""
    pieces: list[str] = []
    marks: list[Mark] = []
    size = done = 0
    for marker in markers:
        piece = text[done : marker.start]
        if marker.end > marker.start and not text[marker.end : marker.end + 1].isalnum():
            piece = piece.rstrip(_BLANKS)
        pieces.append(piece)
        size += len(piece)
        done = marker.end
        if marker.support or marker.end == marker.start:
            marks.append(Mark(size, marker.support))
    pieces.append(text[done:])
    return Page("".join(pieces), tuple(marks))
