"""Messages that answer nothing: small talk, an offer of help, a question back."""

import re
from typing import Final

from fundamento.prose.courtesies import holds_fact, is_courtesy, is_question, promises
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_LONGEST: Final = 600
_WORD: Final = re.compile(r"\w")
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+|\n+")
# A question that asks for something; one that begins otherwise states something, and asks whether that is so.
_ASKING: Final = WordPattern(
    r"\W*(?:¿|«smalltalk.asking»)",
    _I,
)
_LEAD: Final = WordPattern(
    r"\W*«smalltalk.lead»\W*",
    _I,
)
_TELLING: Final = WordPattern(
    r"\b«smalltalk.telling»\b",
    _I,
)
# To a question of yes or no, these are the answer.
_ASSENT: Final = WordPattern(r"\b«smalltalk.assent»\b", _I)
_PREDICATE: Final = WordPattern(
    r"(?<!«smalltalk.predicate-there»)\b«smalltalk.predicate-is»\b",
    _I,
)
# What is promised is a fact, and no less so in a question that supposes it.
_ALWAYS: Final = WordPattern(r"\b(?:«smalltalk.always»|«smalltalk.always-all»\b(?!\W*$))\b", _I)
_VERDICT: Final = WordPattern(r"\b«smalltalk.verdict»\b", _I)
# After this an assent is to the wish that something be looked up.
_LOOKING: Final = WordPattern(
    r"\b«smalltalk.looking-let» (?:\w+ )?«smalltalk.looking-check»\b",
    _I,
)
_INTRODUCTION: Final = WordPattern(
    r"\W*«smalltalk.introduction-am»"
    r"(?: [\w'’&-]+){1,3}? ?\b«smalltalk.introduction-assistant»"
    r"«smalltalk.introduction-virtual»?(?: «smalltalk.introduction-for»(?: (?!«smalltalk.introduction-with»\b)[\w'’&-]"
    r"+){1,4})?\W*",
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
