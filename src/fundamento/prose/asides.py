"""What a sentence holds that is no part of what it says: words in brackets or in a tag, a title that runs into it.

They rest on the sentence's marker only where they have a word of what it cites.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import Final

from fundamento.answers import Support
from fundamento.checks.wording import Word, even, look_up, read_words
from fundamento.contract.aliases import Aliases
from fundamento.fragments import Fragment
from fundamento.missing.verbs import has_verb
from fundamento.text.language import may_share_language

_LONGEST: Final = 2_000
_SHARE: Final = 0.4
_FEWEST: Final = 2  # words: one alone may be said otherwise
# Each sentence of a block asks for the source of the one before.
_even: Final = lru_cache(maxsize=4)(even)
_ASIDE: Final = re.compile(
    r"\((?P<round>[^()\n]{3,400})\)|\[(?P<square>[^\[\]\n]{3,400})\]|【(?P<lens>[^【】\n]{3,400})】"
    r"|<!--(?P<comment>[^<>]{3,400})-->|<(?P<tag>[a-z]{1,10})>(?P<tagged>[^<>]{3,400})</(?P=tag)>",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"\s*(?:(?P<stars>\*{2,3}|__)(?P<bold>[^*_\n]{3,200})(?P=stars)|(?P<title>[^\W\d][^:.!?\n]{2,120})(?=:\s))[\s:.–—-]*(?=\S)"
)


def find_lead(text: str, support: Sequence[Support], aliases: Aliases) -> int:
    """Return where a sentence begins after a title that runs into it and has no verb; 0: it has none of that kind."""
    found = _LEAD.match(text)
    if found is None:
        return 0
    title = found["bold"] or found["title"]
    return found.end() if is_apart(title, support, aliases) and not has_verb(title) else 0


def holds_aside(text: str, support: Sequence[Support], aliases: Aliases) -> bool:
    """Say whether a sentence holds words set apart that have nothing of what it cites."""
    if any(is_apart(aside, support, aliases) for aside in _asides(text)):
        return True
    lead = _LEAD.match(text)  # that has a verb: what announces the rest in words of its own is common
    return lead is not None and is_apart(lead["bold"] or lead["title"], support, aliases, share=0)


def is_apart(text: str, support: Sequence[Support], aliases: Aliases, *, share: float = _SHARE) -> bool:
    """Say whether of several words fewer than a share are in what is cited, or none; figures have their own checks."""
    words = _content(text)
    if len(words) < _FEWEST or any(map(str.isdigit, text)):
        return False
    return not _rests(text, words, support, aliases, least=max(1, ceil(share * len(words))))


def fits(sentence: str, support: Sequence[Support], aliases: Aliases) -> bool:
    """Say whether a sentence may rest on what is cited: it has a word of it, a figure, or no word to compare."""
    words = _content(sentence)
    return not words or any(map(str.isdigit, sentence)) or _rests(sentence, words, support, aliases)


def _asides(text: str) -> Iterator[str]:
    for found in _ASIDE.finditer(text):
        yield next(found[name] for name in ("round", "square", "lens", "comment", "tagged") if found[name] is not None)


def _content(text: str) -> list[Word]:
    return [word for word in read_words(even(text)[:_LONGEST]) if word.stem]


def _rests(text: str, words: Sequence[Word], support: Sequence[Support], aliases: Aliases, *, least: int = 1) -> bool:
    sources = [_describe(aliases.by_id[each.fragment]) for each in support if each.fragment in aliases.by_id]
    return not sources or any(
        not may_share_language(text, source) or _count_shared(words, _even(source)) >= least for source in sources
    )


def _count_shared(words: Sequence[Word], source: str) -> int:
    known = look_up(source, frozenset(each for word in words for each in (word.plain, word.stem)))
    return sum(known.has(word) or known.has_stem(word.stem) for word in words)


def _describe(fragment: Fragment) -> str:
    return " ".join(each for each in (fragment.text, *fragment.section, fragment.document) if each)
