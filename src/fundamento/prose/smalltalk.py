"""Messages that answer nothing: small talk, an offer of help, a question back."""

import re
from typing import Final

from fundamento.prose.courtesies import holds_fact, is_courtesy, is_question, promises

_I: Final = re.IGNORECASE
_LONGEST: Final = 600
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
# What is promised is a fact, and no less so in a question that supposes it.
_ALWAYS: Final = re.compile(r"\b(?:incluid\w*|included|siempre|always|nunca|never|(?:tod[oa]s?|all)\b(?!\W*$))\b", _I)
_VERDICT: Final = re.compile(r"\b(?:todo\w*|all|sí|yes|no)\b", _I)
# After this an assent is to the wish that something be looked up.
_LOOKING: Final = re.compile(
    r"\b(?:let me|i(?:['’]ll| will)|d[ée]j[ae]me|perm[íi]t[ea]me|permitime|voy a|vamos a) (?:\w+ )?(?:check|look|see"
    r"|verify|search|find out|(?:comprobar|revisar|mirar|ver|consultar|buscar|verificar)(?:l[oa]s?)?)\b",
    _I,
)
_INTRODUCTION: Final = re.compile(
    r"\W*(?:i['’]m|i am|soy)(?: [\w'’&-]+){1,3}? ?\b(?:assistant|chatbot|asistente)(?: virtual)?"
    r"(?: (?:for|of|at|from|de|del|para)"
    r"(?: (?!(?:with|that|which|who|where|on|in|and|con|que|donde|en|y)\b)[\w'’&-]+){1,4})?\W*",
    _I,
)


def asserts_nothing(text: str) -> bool:
    """Say whether a whole message only greets, thanks, offers help or asks back; in doubt, it does not.

    A figure, an address, a heading, a list or code is something that it says.
    """
    sentences = [each for each in _SENTENCE.split(text.strip()) if _WORD.search(each)]
    if not sentences or len(text) > _LONGEST or holds_fact(text) or not all(map(_is_idle, sentences)):
        return False
    said = [each for each in sentences if not is_question(each)]
    return not any(map(_ASSENT.search, said)) or any(map(_LOOKING.search, said))


def _is_idle(sentence: str) -> bool:
    if is_question(sentence):
        return _asks(sentence)
    return _is_polite(sentence) or (_INTRODUCTION.fullmatch(sentence) is not None and _is_bare(sentence))


def _asks(sentence: str) -> bool:
    """Say whether a question asks for something, after no more than a greeting or a word of why."""
    if _TELLING.search(sentence) or _vows(sentence):
        return False
    start = sentence.find("¿")
    lead, question = (sentence[:start], sentence[start:]) if start > 0 else ("", sentence)
    if not lead and not _ASKING.match(question):
        lead, _, question = sentence.partition(",")
    polite = _is_polite(lead) and not _ASSENT.search(lead)
    led = not _WORD.search(lead) or _LEAD.fullmatch(lead) is not None or polite
    return led and _ASKING.match(question) is not None


def _vows(text: str) -> bool:
    return promises(text) or _ALWAYS.search(text) is not None


def _is_polite(part: str) -> bool:
    return is_courtesy(part) and _is_bare(part)


def _is_bare(part: str) -> bool:
    return not (_PREDICATE.search(part) or _vows(part) or _VERDICT.search(part))
