"""What a sentence excepts, and what it says of all the rest."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fundamento.checks.wording import Vocabulary, Word, content_stems, read_words, words_in
from fundamento.text.vocabulary import WordPattern, WordSet

_MARKER: Final = WordPattern(
    r"\b«exceptions.marker»\b"
    r"|\b«exceptions.marker-all»«exceptions.marker-of»?«exceptions.marker-the»? [^\W\d_]+ (?P<but>"
    r"«exceptions.marker-but»)\b(?!«exceptions.marker-not»)"
    r"|\b«exceptions.marker-todoas»«exceptions.marker-los»? [^\W\d_]+,? (?P<menos>«exceptions.marker-menos»)\b"
    r"(?!«exceptions.marker-de»)",
    re.IGNORECASE,
)
_BESIDES: Final = WordPattern(r"«exceptions.besides»", re.IGNORECASE)
# A text with none of these words excepts nothing.
EXCEPTING: Final = WordSet("exceptions.excepting")
_STOP: Final = WordPattern(r"[.;)]|, (?!(?:\w+, ){0,8}\w+ «exceptions.stop-and» )")
_ENOUGH: Final = 0.6


@dataclass(frozen=True, slots=True)
class Excepting:
    """What a sentence says of the rest (`main`), and whether a claim tells anything of what is excepted (`told`)."""

    marker: str
    main: str
    told: bool

    @property
    def leaves_out(self) -> bool:
        """Whether the rule does not hold of what is excepted; "apart from" may mean that it does as well."""
        return _BESIDES.search(self.marker) is None


def read_exception(sentence: str, claim: Sequence[Word]) -> Excepting | None:
    """Return what a sentence excepts beside a claim; None: nothing."""
    if EXCEPTING.isdisjoint(words_in(sentence)):
        return None
    found = _MARKER.search(sentence)
    if found is None:
        return None
    group = found.lastgroup or 0
    start, begin = found.start(group), found.end(group)
    stop = _STOP.search(sentence, begin)
    end = stop.start() if stop else len(sentence)
    ours = Vocabulary(claim)
    named = [word for word in read_words(sentence) if begin <= word.start < end]
    if not _tells_most(sentence[:start] + " " + sentence[end:], claim):
        # The sentence goes on behind what is excepted, and no mark says where.
        end = _find_return(named, Vocabulary(read_words(sentence[:start])), ours, end)
        named = [word for word in named if word.start < end]
    if not content_stems(named):
        return None
    main = f"{sentence[:start].rstrip(' ,(')} {sentence[end:].lstrip(' ,)')}"
    rest = Vocabulary(read_words(main))
    told = any(ours.has(word) for word in named if word.stem and not rest.has(word))
    return Excepting(sentence[start:begin], main, told)


def _tells_most(text: str, claim: Sequence[Word]) -> bool:
    known, wanted = Vocabulary(read_words(text)), [word for word in claim if word.stem]
    return sum(known.has(word) for word in wanted) >= _ENOUGH * len(wanted)


def _find_return(named: Sequence[Word], before: Vocabulary, claim: Vocabulary, end: int) -> int:
    """Return where the excepted ends: before what leads to the first word that the claim has and the rule had not."""
    passed: int | None = None
    for word in named:
        if not word.stem:
            continue
        if passed is not None and claim.has(word) and not before.has(word):
            return passed
        passed = word.end
    return end
