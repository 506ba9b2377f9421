"""Conflicts that an answer declares: what they state, clause by clause, and the fragments that they name."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.checks.context import Context
from fundamento.checks.wording import Word, even_claim, read_words
from fundamento.fragments import Fragment
from fundamento.text.vocabulary import Derived, WordPattern

_JOINT: Final = WordPattern(
    r"[;:]|\.(?!\d)|,(?!\d)|\b«disclosures.joint»\b",
    re.IGNORECASE,
)
_SAYS: Final = WordPattern(
    r"\A[^.;:]{0,60}?\b«disclosures.says-says»\b(?: «disclosures.says-that»)? ",
    re.IGNORECASE,
)
# What is said of the sources themselves, by how the words begin.
_OF_SOURCES: Final = Derived(lambda vocabulary: tuple(vocabulary.words("disclosures.of-sources")))


def read_disclosures(draft: Draft, context: Context) -> Iterator[tuple[list[str], list[Fragment]]]:
    """Yield the clauses of each declared conflict, evened, and the fragments that it names."""
    if not isinstance(draft.answer, GroundedAnswer):
        return
    for conflict in draft.answer.conflicts:
        named = [context.fragments[each] for each in conflict.fragments if each in context.fragments]
        if named:
            clauses = [_SAYS.sub("", each.strip()) for each in _JOINT.split(even_claim(conflict.text))]
            yield [each for each in clauses if each], named


def telling_words(clause: str) -> Sequence[Word]:
    """Return the words of a clause that carry content and are not of the sources themselves."""
    return [word for word in read_words(clause) if word.stem and not word.plain.startswith(_OF_SOURCES.value())]
