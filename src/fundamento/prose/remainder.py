"""What a text in prose says beside its claims and gaps: headings, courtesies, code, lists of sources."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from fundamento.answers import Abstention, Draft
from fundamento.text.vocabulary import WordPattern

# Letters drawn in rings and squares are symbols to Unicode, and words to a reader.
_WORD: Final = re.compile(r"(?:[^\W_]|[\u24b6-\u24e9\U0001f110-\U0001f1e5])+")
# What a marker may look like; square brackets and lenses are markers by what they name.
_MARK: Final = re.compile(
    r"\[\^?(?P<square>[^\[\]\n]{1,80})\]|【(?P<lens>[^【】\n]{1,80})】|\([A-Z]?\d{1,3}\)"
    r"|[⁰¹²³⁴-⁹]{1,9}(?!\w)|^[^\S\n]*+(?:\d{1,3}[.)]|[-*+•])\s",
    re.MULTILINE,
)
_SPLIT: Final = re.compile(r"(?<!\s)\s*+[,;]\s*+")
_NUMBER: Final = re.compile(r"\^?[A-Z]?\d{1,3}(?:\s?[-–]\s?\d{1,3})?|\d{1,6}:\d{1,6}†source")
# How a text may begin that says nothing yet; anywhere else these are words like any other.
_GREETING: Final = WordPattern(r"\W{0,8}«remainder.opening»\b(?=\W)", re.IGNORECASE)


def says_more(draft: Draft) -> bool:
    """Say whether prose holds a word that is in none of its claims and gaps, and no greeting at the beginning.

    Markers that are numbers, or IDs that a claim cites, are no words; whatever else stands in brackets is. What is no
    claim was looked at by no check, whatever it seems to be. In doubt it says more.
    """
    answer = draft.answer
    if answer is None:
        return True
    if isinstance(answer, Abstention):
        cited, streams = frozenset[str](), [_words([answer.missing])]
    else:
        cited = frozenset(each.fragment for claim in answer.claims for each in claim.support)
        texts = [[claim.text for claim in answer.claims], [gap.text for gap in answer.gaps]]
        streams = [_words(each, cited) for each in texts]
    places = [0] * len(streams)
    for word in _words([_without_greeting(draft.raw, streams)], cited):
        for index, words in enumerate(streams):
            if places[index] < len(words) and words[places[index]] == word:
                places[index] += 1
                break
        else:
            return True
    return False


def _without_greeting(text: str, streams: Sequence[Sequence[str]]) -> str:
    greeting = _GREETING.match(text)
    if greeting is None or any(words[:1] == _WORD.findall(greeting[0])[:1] for words in streams):
        return text
    return text[greeting.end() :]


def _words(texts: Iterable[str], cited: Collection[str] = ()) -> list[str]:
    def blank(found: re.Match[str]) -> str:
        inside = found["square"] or found["lens"]
        named = inside is None or all(each in cited or _NUMBER.fullmatch(each) for each in _SPLIT.split(inside.strip()))
        return " " if named else found[0]

    return [word for text in texts for word in _WORD.findall(_MARK.sub(blank, text))]
