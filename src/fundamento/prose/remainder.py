"""What a text in prose says beside its claims and gaps: headings, courtesies, code, lists of sources."""

import re
from collections.abc import Iterable
from typing import Final

from fundamento.answers import Abstention, Draft
from fundamento.text.vocabulary import WordSet

_WORD: Final = re.compile(r"[^\W_]+")
_PART: Final = r"[^\s\[\]()【】]{1,80}"
_MARK: Final = re.compile(
    rf"\[(?:\w{{2,12}}\.? )?{_PART}(?:\s?[,;]\s?{_PART}){{0,20}}\]|【[^【】\n]{{1,80}}】|\([A-Z]?\d{{1,3}}\)"
    r"|[⁰¹²³⁴-⁹]{1,9}(?!\w)|^\s*(?:\d{1,3}[.)]|[-*+•])\s",
    re.MULTILINE,
)
_GREETINGS: Final = WordSet("remainder.greetings")


def says_more(draft: Draft) -> bool:
    """Say whether prose holds a word that is in none of its claims and gaps, nor greets; markers are no words.

    What is no claim was looked at by no check, whatever it seems to be. In doubt it says more.
    """
    answer = draft.answer
    if answer is None:
        return True
    if isinstance(answer, Abstention):
        streams = [_words([answer.missing])]
    else:
        streams = [_words(claim.text for claim in answer.claims), _words(gap.text for gap in answer.gaps)]
    places = [0] * len(streams)
    for word in _words([_MARK.sub(" ", draft.raw)]):
        for index, words in enumerate(streams):
            if places[index] < len(words) and words[places[index]] == word:
                places[index] += 1
                break
        else:
            if word.casefold() not in _GREETINGS:
                return True
    return False


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in _WORD.findall(_MARK.sub(" ", text))]
