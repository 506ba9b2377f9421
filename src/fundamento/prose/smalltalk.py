"""Messages that answer nothing: small talk, an offer of help, a question back."""

import re
from typing import Final

from fundamento.prose.courtesies import is_courtesy, is_question

_I: Final = re.IGNORECASE
_LONGEST: Final = 600
_FACTUAL: Final = re.compile(r"\d|@|https?:|www\.|[€$£%]", _I)
_WORD: Final = re.compile(r"\w")
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+|\n+")
# A question that asks for something; one that begins otherwise states something, and asks whether that is so.
_ASKING: Final = re.compile(
    r"\W*(?:¿|(?:what|which|who|whom|whose|when|where|how|could|can|would|do|does|are|is|should|may|shall|will|have"
    r"|has)\b)",
    _I,
)
_LEAD: Final = re.compile(
    r"\W*(?:perdon[ae]|disculp[ae]|para (?:poder )?(?:ayudar|responder|atender)\w*(?: mejor)?"
    r"|antes de (?:nada|responder\w*|seguir)|(?:just )?to (?:help|assist|answer) (?:you|that)(?: better)?"
    r"|just to (?:clarify|be sure|check)|before i answer)\W*",
    _I,
)
_TELLING: Final = re.compile(
    r"\b(?:sab[íi]as?|sab[ée]is|te has fijado|did you know|do you know that|have you heard|por qu[ée]|why"
    r"|no es (?:cierto|verdad)|how about|what about)\b",
    _I,
)
# To a question of yes or no, these are the answer.
_ASSENT: Final = re.compile(
    r"\b(?:claro|por supuesto|desde luego|de acuerdo|vale|sure|certainly|of course|absolutely|okay|ok)\b", _I
)
_PREDICATE: Final = re.compile(
    r"(?<!there )\b(?:es|son|est[áa]n?|fue|ser[áa]|cuestan?|incluyen?|permiten?|tienen?(?= (?:un|una|el|la)\b)"
    r"|is|are|was|will be|costs?|includes?|allows?|say|tell you|decir\w*)\b",
    _I,
)
_PROMISE: Final = re.compile(
    r"\b(?:gratis|gratuit\w*|free|sin (?:coste|costo|l[íi]mite)\w*|ilimitad\w*|unlimited|incluid\w*|included"
    r"|garantizad\w*|guaranteed|siempre|always|nunca|never|todo\w*|all|sí|yes|no)\b",
    _I,
)


def asserts_nothing(text: str) -> bool:
    """Say whether a whole message only greets, thanks, offers help or asks back; in doubt, it does not.

    A figure, an address, a heading, a list or code is something that it says.
    """
    sentences = [each for each in _SENTENCE.split(text.strip()) if _WORD.search(each)]
    return bool(sentences) and len(text) <= _LONGEST and not _FACTUAL.search(text) and all(map(_is_idle, sentences))


def _is_idle(sentence: str) -> bool:
    return _asks(sentence) if is_question(sentence) else _is_polite(sentence)


def _asks(sentence: str) -> bool:
    """Say whether a question asks for something, after no more than a greeting or a word of why."""
    if _TELLING.search(sentence):
        return False
    start = sentence.find("¿")
    lead, question = (sentence[:start], sentence[start:]) if start > 0 else ("", sentence)
    if not lead and not _ASKING.match(question):
        lead, _, question = sentence.partition(",")
    led = not _WORD.search(lead) or _LEAD.fullmatch(lead) is not None or _is_polite(lead)
    return led and _ASKING.match(question) is not None


def _is_polite(part: str) -> bool:
    return is_courtesy(part) and not _ASSENT.search(part) and not _PREDICATE.search(part) and not _PROMISE.search(part)
