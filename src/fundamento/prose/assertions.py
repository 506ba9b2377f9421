"""What looks like no claim and asserts all the same: titles, questions and notes on sources with a fact in them."""

import re
from typing import Final

from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import read_quantities
from fundamento.checks.wording import even
from fundamento.missing.verbs import has_verb
from fundamento.text.promises import PROMISED
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
# What is longer is no title, question or note, and is not taken for one.
_LONGEST: Final = 2_000
_ASKING: Final = WordPattern(
    r"[\W\d]*(?:¿|«assertions.asking»\b)",
    _I,
)
_FIRST_WORD: Final = re.compile(r"[\W\d]*\w+")
_VALUE_BEFORE: Final = re.compile(r"(?:[:=→]|\s[–—-])\s*(?:[^\W\d_]+ ){0,3}[€$£]?\Z")
# What is called so: a free plan is one, whether or not that is true.
_KIND_OF: Final = WordPattern(
    r"\b«assertions.kind-of»\b",
    _I,
)
_TELLING: Final = WordPattern(
    r"\b«assertions.telling-did» «assertions.telling-en»?«assertions.telling-that»\b",
    _I,
)
_TAG: Final = WordPattern(
    r",\s*«assertions.tag»\s*\?\W*\Z",
    _I,
)
_OFFERING: Final = WordPattern(
    r"\b«assertions.offering»\b",
    _I,
)
_QUOTED: Final = re.compile(r"\"[^\"\n]{0,300}\"|«[^»\n]{0,300}»|“[^”\n]{0,300}”|https?://\S{1,500}")
_REPORTING: Final = WordPattern(
    r"\b«assertions.reporting-it»(?: «assertions.reporting-also»)? «assertions.reporting-says»\b",
    _I,
)
_NEXT_SENTENCE: Final = re.compile(r"[.;]\s+(?=[A-ZÁÉÍÓÚÑ¿¡])")
_NUMBERED: Final = re.compile(r"[*_\s]*[^\W\d_][\w'-]{0,40}(?: [\w'-]{1,40}){0,4}[*_\s]*+(?::[*_\s]*+)?")
_SENTENCE_WORDS: Final = 4


def title_asserts(text: str) -> bool:
    """Say whether a title states a fact with a figure in it, or makes a promise."""
    if len(text) > _LONGEST:
        return True
    if _ASKING.match(text) or text.rstrip(" *_#").endswith("?"):
        return False
    text = text.lstrip(" \t#*_>")
    measured = _measured(text)
    if any(each.unit is not None and (each.unit.is_money or each.unit.dimension == "percent") for each in measured):
        return True
    promised = PROMISED.search(text)
    first = _FIRST_WORD.match(text)
    if (measured or promised) and has_verb(text[first.end() if first else 0 :]):
        return True
    evened = even(text)
    valued = any(_VALUE_BEFORE.search(evened, max(0, each.start - 48), each.start) for each in measured)
    return valued or (promised is not None and _KIND_OF.search(text) is None)


def question_asserts(text: str) -> bool:
    """Say whether a question tells what it asks about: did you know that…, …, isn't it?, an offer with a price."""
    if len(text) > _LONGEST:
        return True
    if _TELLING.search(text):
        return True
    fact = PROMISED.search(text) is not None or bool(_measured(text))
    tag = _TAG.search(text)
    return (tag is not None and (fact or has_verb(text[: tag.start()]))) or (
        fact and _OFFERING.search(text) is not None
    )


def note_asserts(text: str) -> bool:
    """Say whether a line that names sources goes on to say something of its own."""
    if len(text) > _LONGEST:
        return True
    bare = _QUOTED.sub(" ", text)
    if not has_verb(bare):
        return False
    fact = PROMISED.search(bare) is not None or bool(_measured(bare))
    return fact or _REPORTING.search(bare) is not None or any(map(_is_sentence, _NEXT_SENTENCE.split(bare)[1:]))


def is_numbered(text: str) -> bool:
    """Say whether a text is a name with a number in it that counts nothing: Fibre 600, Plan 3."""
    return _NUMBERED.fullmatch(text) is not None and not _measured(text) and PROMISED.search(text) is None


def _is_sentence(text: str) -> bool:
    return len(text.split()) >= _SENTENCE_WORDS and has_verb(text)


def _measured(text: str) -> list[Quantity]:
    return [each for each in read_quantities(even(text)).numbers if each.unit is not None]
