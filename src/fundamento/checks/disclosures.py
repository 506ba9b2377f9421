"""Conflicts that an answer declares: what they state, clause by clause, and the fragments that they name."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.answers import Draft, GroundedAnswer
from fundamento.checks.context import Context
from fundamento.checks.wording import Word, even_claim, read_words
from fundamento.fragments import Fragment

_JOINT: Final = re.compile(
    r"[;:]|\.(?!\d)|,(?!\d)|\b(?:y|e|and|but|pero|mientras(?: que)?|while|whereas|aunque|although|en cambio)\b",
    re.IGNORECASE,
)
_SAYS: Final = re.compile(
    r"\A[^.;:]{0,60}?\b(?:dicen?|indican?|establecen?|afirman?|sostienen?|señalan?"
    r"|says?|states?|claims?|holds?|tells? us)\b"
    r"(?: (?:que|that))? ",
    re.IGNORECASE,
)
# What is said of the sources themselves, by how the words begin.
_OF_SOURCES: Final = (
    "fuente", "source", "document", "fragment", "text", "version", "dice", "dicen", "says", "state", "indic", "estable",
    "señal", "senal", "segun", "accord", "contradi", "differ", "difier", "diferen", "disagree", "discrep", "conflict",
    "incons", "incompat", "coincid", "match", "one", "another", "other", "first", "second", "third", "primer", "segund",
    "tercer", "guid", "guia", "manual", "pagin", "page", "polic", "politic", "ambas", "ambos", "both", "older", "newer",
    "antigu", "recient", "recent", "latter", "former", "mention", "mencion", "report", "inform", "speak", "habla",
    "fech", "date", "datos", "data", "value", "valor", "answer", "respuest", "oppos", "opuest", "contrar", "distint",
)  # fmt: skip


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
    return [word for word in read_words(clause) if word.stem and not word.plain.startswith(_OF_SOURCES)]
