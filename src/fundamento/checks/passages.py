"""What a claim is compared with: each quote, and the sentence of the fragment that it was cut from."""

import re
from bisect import bisect_left, bisect_right
from typing import Final, NamedTuple

from fundamento.checks.wording import even
from fundamento.evidence import Evidence
from fundamento.fragments import Fragment
from fundamento.quotes.markup import hide_markup
from fundamento.spans import Span
from fundamento.text.vocabulary import WordSet, lru_cache

_END: Final = re.compile(
    r"(?<![.!?…])[.!?…]++[\"»”’')\]\u200b]*+(?=\s+[\"«“‘'¿¡(\[]*[^\W_a-zà-öø-ÿ])"
    r"|:[\s\u200b]*\n|\n[\s\u200b]*\n|\n\u200b*(?=[ \t]*(?:[-*•|#]|\d{1,2}[.)][ \t]))"
)
_ABBREVIATIONS: Final = WordSet("passages.abbreviations")
_BEFORE: Final = re.compile(r"[\w.]+$")
_KEPT_UP_TO: Final = 20_000
_KEPT_LARGE_UP_TO: Final = 1_000_000
_REACH: Final = 2_000  # code points round a quote in which its sentence is looked for


class Passage(NamedTuple):
    """A stretch of a fragment that is given as evidence, as evened text.

    `quote` is what was quoted, the whole fragment where nothing was; `sentence` is that with what stands round it
    up to the ends of its sentences: `before` and `after` are these rests. `found`: the quote stands in the fragment.
    """

    fragment: Fragment
    quote: str
    before: str = ""
    after: str = ""
    found: bool = True
    whole: bool = False
    # Kept, as what is read of a text is looked up by it: one string, so that its hash is reckoned once.
    sentence: str = ""


# Several checks ask for the passages of one claim, one after the other. To tell that it is the same evidence by its
# identity is far cheaper than by its hash; another thread may overwrite what is kept, and nothing but time is lost.
_LAST: Final[list[tuple[Evidence, tuple[Passage, ...]]]] = [(Evidence(), ())]


def read_passages(evidence: Evidence) -> tuple[Passage, ...]:
    """Return the passages that a claim cites, each once, in order of citation."""
    last = _LAST[0]
    if last[0] is evidence:
        return last[1]
    found: list[Passage] = []
    for support, fragment, spans, _ in evidence.citations:
        if fragment is None:
            continue
        if spans:
            found += [_around(fragment, span) for span in spans]
        elif spans is None:
            text = even(hide_markup(fragment.text))
            found.append(Passage(fragment, text, whole=True, sentence=text))
        else:
            text = even(support.quote or "")
            found.append(Passage(fragment, text, found=False, sentence=text))
    passages = tuple(found) if _are_apart(found) else _each_once(found)
    _LAST[0] = (evidence, passages)
    return passages


def _are_apart(found: list[Passage]) -> bool:
    return len({each.fragment.id for each in found}) == len(found)


def _each_once(found: list[Passage]) -> tuple[Passage, ...]:
    keyed = {(each.fragment.id, each.before, each.quote, each.after, each.found): each for each in reversed(found)}
    return tuple(reversed(keyed.values()))


def _around(fragment: Fragment, span: Span) -> Passage:
    text, start, end = fragment.text, span.start, span.end
    if len(text) > _REACH:
        # What stands farther away says nothing of the quote, and a text without a full stop would be read whole.
        low = max(0, start - _REACH)
        text, start, end = text[low : end + _REACH], start - low, end - low
    return Passage(fragment, *_cut(hide_markup(text), start, end))


@lru_cache(maxsize=512)
def _cut(text: str, start: int, end: int) -> tuple[str, str, str, bool, bool, str]:
    """Return a stretch of a text with the rests of its sentences, as a passage holds it."""
    ends = find_sentence_ends(text)
    # A mark that the quote itself ends with closes its sentence.
    closing = bisect_left(ends, max(start + 1, end - 1))
    last = max(ends[closing] if closing < len(ends) else len(text), end)
    opening = bisect_right(ends, start)
    first = ends[opening - 1] if opening else 0
    quote, before, after = even(text[start:end]), even(text[first:start]), even(text[end:last])
    return quote, before, after, True, False, f"{before}{quote}{after}"


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, in order."""
    ends = (*find_sentence_ends(text), len(text))
    return tuple(piece for start, end in zip((0, *ends), ends, strict=False) if (piece := text[start:end].strip()))


def find_sentence_ends(text: str) -> tuple[int, ...]:
    """Return where the sentences of a text end, in code points, without the last one."""
    if len(text) > _KEPT_LARGE_UP_TO:
        return _find_ends(text)
    return _kept_ends(text) if len(text) <= _KEPT_UP_TO else _kept_large_ends(text)


def _find_ends(text: str) -> tuple[int, ...]:
    return tuple(found.end() for found in _END.finditer(text) if not _abbreviates(text, found))


_kept_ends = lru_cache(maxsize=1024)(_find_ends)
_kept_large_ends = lru_cache(maxsize=16)(_find_ends)


def _abbreviates(text: str, found: re.Match[str]) -> bool:
    if found[0] != ".":
        return False
    before = _BEFORE.search(text, max(0, found.start() - 12), found.start())
    if before is None:
        return False
    word = before[0].casefold()
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and before[0].isupper())
