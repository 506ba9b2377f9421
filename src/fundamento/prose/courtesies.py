"""Sentences that state nothing: greetings, closings, offers of help, announcements, titles."""

import re
from typing import Final

from fundamento.missing.verbs import has_verb
from fundamento.prose.assertions import title_asserts
from fundamento.prose.disclaimers import is_disclaimer
from fundamento.prose.phrases import CLOSED, CONDITION, HELP, OPEN
from fundamento.text.promises import PROMISED, REPAID
from fundamento.text.vocabulary import WordPattern

_I: Final = re.IGNORECASE
_SHORTEST: Final = 2
_LONGEST: Final = 300

# Whoever is spoken to by name: capitalised words, or the usual collectives. Case matters here.
_NAME: Final = WordPattern(
    r"(?:«courtesies.name-mr»\.?\s|«courtesies.name-don»)?(?:«courtesies.name-there»"
    r"|[A-ZÁÉÍÓÚÑ][\w'-]{1,20}(?:\s[A-ZÁÉÍÓÚÑ][\w'-]{1,20}){0,2})(?=\W*$|\s?[,.!?:;)])"
)
_AGREEMENT: Final = WordPattern(r"\W*«courtesies.agreement»[,:.!]? ")
_APART: Final = re.compile(r"[\W_]*")
_CLOSING: Final = WordPattern(
    r"\W*(?P<leave>(?:«courtesies.closing-un» «courtesies.closing-cordial»?«courtesies.closing-saludo»"
    r"|«courtesies.closing-saludos»«courtesies.closing-cordiales»?"
    r"|«courtesies.closing-cordialmente»)\b(?!\s«courtesies.closing-is»\b).{0,40}"
    r"|(?P<signed>«courtesies.closing»"
    r"|«courtesies.closing-your» «courtesies.closing-assistant»«courtesies.closing-virtual»?)\W*)$",
    _I | re.DOTALL,
)
_FOR_MORE: Final = (
    r"\b«courtesies.for-more-for»\s(?:\w+\s)?«courtesies.for-more-further»\s(?:\w+\s)?"
    r"«courtesies.for-more-information»\b"
)
_MORE: Final = WordPattern(_FOR_MORE, _I)
_POINTER: Final = WordPattern(
    rf"\W*(?:{_FOR_MORE},?\s)?(?:«courtesies.pointer-please»,?\s)?(?:«courtesies.pointer-te»\s"
    rf"«courtesies.pointer-animo»\b"
    rf"|«courtesies.pointer-contact»)",
    _I,
)
_ANNOUNCEMENT: Final = WordPattern(
    r"\W*(?:(?:«courtesies.announcement»"
    r"|«courtesies.announcement-esteos» «courtesies.announcement-2»)\b.{0,120}:$"
    r"|«courtesies.announcement-3»\W*$|«courtesies.announcement-4»\s.{0,100}:$"
    r"|(?:«courtesies.announcement-we»"
    r"|«courtesies.announcement-he» «courtesies.announcement-revisado») «courtesies.announcement-all»?"
    r"«courtesies.announcement-of»?«courtesies.announcement-the» (?:\w+ )?«courtesies.announcement-documents»[.!]?$"
    r"|«courtesies.announcement-he-2» «courtesies.announcement-found»\b.{0,120}:$)",
    _I | re.DOTALL,
)
_ECHO: Final = WordPattern(
    r"\W*(?:«courtesies.echo-me»?«courtesies.echo-has» «courtesies.echo-preguntado»"
    r"|«courtesies.echo»)\b",
    _I,
)
_SPACE: Final = re.compile(r"\s+")
_WORDS: Final = 25
_GOES_ON: Final = WordPattern(r"[:;]\s*\w|\s[-–—]\s*\w|\b«courtesies.goes-on»\b", _I)
_PERSONAL: Final = WordPattern(
    r"\b«courtesies.personal-2»\b[^,;:.]*|\b«courtesies.personal-you»"
    r"(?:'\w+)?\s\w+«courtesies.personal-been»?|«courtesies.personal»"
    r"|\b«courtesies.personal-3»\s\w+",
    _I,
)
_CONTACT: Final = WordPattern(
    r"\s*«courtesies.contact-please»?«courtesies.contact-call»\b",
    _I,
)
# What is promised is a fact, however kindly.
_REPAID: Final = WordPattern(rf"\b(?:{REPAID})", _I)
_FACTUAL: Final = re.compile(r"\d|@|https?:|www\.|\.(?:com|es|org|net)\b|[€$£%]", _I)
_LABEL: Final = re.compile(r"(?:\*\*|__)[^*_\n]{1,120}(?:\*\*|__)\s*:?")
_END: Final = re.compile(r"[.!?…][\s*_\"'»”)]*$")
_TITLE_WORDS: Final = 10


def is_question(sentence: str) -> bool:
    """Say whether a sentence asks."""
    return sentence.rstrip(" \t\n\r*_\"'»”’)").endswith(("?", "？"))


def holds_fact(text: str) -> bool:
    """Say whether a text has a figure, an address or a price in it."""
    return _FACTUAL.search(text) is not None


def promises(text: str) -> bool:
    """Say whether a text promises something: that a thing is free, unlimited or guaranteed, that money is paid back."""
    return PROMISED.search(text) is not None or _REPAID.search(text) is not None


def is_courtesy(sentence: str) -> bool:
    """Say whether a sentence greets, thanks, closes, offers help or announces, and holds no fact besides."""
    if not _SHORTEST <= len(sentence) <= _LONGEST or holds_fact(sentence) or promises(sentence):
        return False
    if _ANNOUNCEMENT.match(sentence) or is_closing(sentence) or _is_small_talk(sentence):
        return True
    echo = _ECHO.match(sentence)
    if echo is not None:
        return not _states(sentence[echo.end() :])
    if _MORE.search(sentence) is not None and _POINTER.match(sentence) is not None:
        return True
    return is_disclaimer(sentence)


def is_closing(sentence: str) -> bool:
    """Say whether a sentence takes leave, so that a signature may follow."""
    if len(sentence) > _LONGEST or holds_fact(sentence):
        return False
    found = _CLOSING.match(sentence)
    return found is not None and (found["signed"] is not None or not has_verb(sentence[found.start("leave") :]))


def _is_small_talk(sentence: str) -> bool:
    """Say whether a text is nothing but phrases that state nothing, with the names of whom they are said to."""
    text = sentence.lower().replace("’", "'")
    if len(text) != len(sentence):
        return False
    at, said = _skip(text, 0), False
    agreed = _AGREEMENT.match(text)
    if agreed is not None and _NAME.fullmatch(sentence[agreed.end() :].strip(" .,!")):
        return False  # the name is the answer
    while at < len(text):
        if _is_open(text, at):
            return True
        closed = CLOSED.match(text, at)
        name = _NAME.match(sentence, at) if said else None
        found = closed or name
        if found is None or found.end() == at:
            return False
        at, said = _skip(text, found.end()), True
    return said


def _skip(text: str, at: int) -> int:
    found = _APART.match(text, at)
    return at if found is None else found.end()


def _is_open(text: str, at: int) -> bool:
    """Say whether a phrase begins here that goes on to the end without stating anything."""
    if (condition := CONDITION.match(text, at)) is not None:
        return _offers(text[condition.end() :])
    found = OPEN.match(text, at)
    return found is not None and not _states(text[found.end() :])


def _offers(rest: str) -> bool:
    """Say whether what follows on a condition is small talk: help is offered, or is what the condition is about."""
    wish, comma, main = rest.partition(",")
    if comma:
        return not _states(wish) and (_is_small_talk(main) or (HELP.search(wish) is not None and _asks(main)))
    places = [found.end() for found in _SPACE.finditer(rest)]
    offered = any(_is_small_talk(rest[place:]) and not has_verb(_spare(rest[:place])) for place in places[:_WORDS])
    return offered or (HELP.search(rest) is not None and not _states(rest))


def _asks(main: str) -> bool:
    return _CONTACT.match(main) is not None and not _states(main)


def _states(tail: str) -> bool:
    """Say whether what follows a phrase may state something: it has a verb of its own, or goes on after a colon."""
    return len(tail.split()) > _WORDS or _GOES_ON.search(tail) is not None or has_verb(_spare(tail))


def _spare(text: str) -> str:
    """Return a text without what assistants and those they speak to do, ask and suppose."""
    return _PERSONAL.sub(" ", text)


def is_pointer(sentence: str) -> bool:
    """Say whether a sentence sends the reader elsewhere, as what follows an abstention does."""
    return len(sentence) <= _LONGEST and _POINTER.match(sentence) is not None and not holds_fact(sentence)


def is_label(text: str) -> bool:
    """Say whether a line is emphasised whole and no sentence."""
    open_ended = _LABEL.fullmatch(text.strip()) is not None and not _END.search(text)
    return open_ended and not holds_fact(text) and not title_asserts(text)


def could_be_title(text: str) -> bool:
    """Say whether a line is as short and as open-ended as a title."""
    short = "\n" not in text and len(text.split()) <= _TITLE_WORDS and not _END.search(text)
    return short and not holds_fact(text) and not title_asserts(text)
