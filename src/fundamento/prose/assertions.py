"""What looks like no claim and asserts all the same: titles, questions and notes on sources with a fact in them."""

import re
from typing import Final

from fundamento.checks.measures import Quantity
from fundamento.checks.quantities import read_quantities
from fundamento.checks.wording import even
from fundamento.missing.verbs import has_verb
from fundamento.text.promises import PROMISED

_I: Final = re.IGNORECASE
# What is longer is no title, question or note, and is not taken for one.
_LONGEST: Final = 2_000
_ASKING: Final = re.compile(
    r"[\W\d]*(?:¿|(?:c[óo]mo|qu[ée]|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|cu[áa]ndo|d[óo]nde|por qu[ée]|qui[ée]n(?:es)?|si"
    r"|what|which|who|how|why|when|where|whether|if|is|are|can|do|does)\b)",
    _I,
)
_FIRST_WORD: Final = re.compile(r"[\W\d]*\w+")
_VALUE_BEFORE: Final = re.compile(r"(?:[:=→]|\s[–—-])\s*(?:[^\W\d_]+ ){0,3}[€$£]?\Z")
# What is called so: a free plan is one, whether or not that is true.
_KIND_OF: Final = re.compile(
    r"\b(?:plan(?:es)?|versi[óo]n(?:es)?|versions?|tiers?|trials?|pruebas?|cuentas?|accounts?|edici[óo]n(?:es)?"
    r"|editions?"
    r"|software|recursos?|resources?|licen[cs]\w+)\b",
    _I,
)
_TELLING: Final = re.compile(
    r"\b(?:sab[íi]as?|sab[ée]is|sabe[ns]?|te has fijado|did you know|do you know|were you aware|are you aware"
    r"|have you heard) (?:en )?(?:que|that|it|the|you|our|we|there)\b",
    _I,
)
_TAG: Final = re.compile(
    r",\s*(?:¿\s*(?:no|verdad|cierto|correcto|a que sí)|verdad|cierto|no es así|right|correct|true"
    r"|(?:is|are|was|were|do|does|did|can|will)n['’]t (?:it|they|he|she|you|we|there))\s*\?\W*\Z",
    _I,
)
_OFFERING: Final = re.compile(
    r"\b(?:would you like|do you want|want (?:me )?to|shall (?:i|we)|can i|may i|could i|why not|how about|what"
    r" about"
    r"|quieres?|quer[ée]is|quiere[ns]?|querés|(?:te|le|les|os) (?:gustar[íi]a|interesa|apetece)|deseas?|desean?"
    r"|prefieres?|por qu[ée] no|qu[ée] tal|puedo)\b",
    _I,
)
_QUOTED: Final = re.compile(r"\"[^\"\n]{0,300}\"|«[^»\n]{0,300}»|“[^”\n]{0,300}”|https?://\S{1,500}")
_REPORTING: Final = re.compile(
    r"\b(?:(?:que|donde|y)(?: se)?|(?:it|they|which|that|who|where it|and))(?: (?:adem[áa]s|tambi[ée]n|also))?"
    r" (?:dicen?|indican?|establecen?|señalan?|confirman?|explican?|afirman?|says?|states?|shows?|explains?"
    r"|confirms?|tells?)\b",
    _I,
)
_NEXT_SENTENCE: Final = re.compile(r"[.;]\s+(?=[A-ZÁÉÍÓÚÑ¿¡])")
_NUMBERED: Final = re.compile(r"[*_\s]*[^\W\d_][\w'-]{0,40}(?: [\w'-]{1,40}){0,4}[*_\s]*:?[*_\s]*")
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
