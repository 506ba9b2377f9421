"""Sentences that state nothing: greetings, closings, offers of help, announcements, titles."""

import re
from typing import Final

from fundamento.missing.verbs import has_verb
from fundamento.prose.assertions import title_asserts
from fundamento.prose.disclaimers import is_disclaimer
from fundamento.prose.phrases import CLOSED, CONDITION, HELP, OPEN
from fundamento.text.promises import PROMISED, REPAID

_I: Final = re.IGNORECASE
_SHORTEST: Final = 2
_LONGEST: Final = 300

# Whoever is spoken to by name: capitalised words, or the usual collectives. Case matters here.
_NAME: Final = re.compile(
    r"(?:(?:[Ss]r|[Ss]ra|[Ss]rta|[Dd]r|[Dd]ra|[Mm]r|[Mm]rs|[Mm]s)\.?\s|don\s|doña\s)?"
    r"(?:a tod[oa]s|equipo|de nuevo|otra vez|there|everyone|everybody|all|team|client[ea]|usuari[oa]|customer|user"
    r"|amig[oa]s?"
    r"|friends?|[A-ZÁÉÍÓÚÑ][\w'-]{1,20}(?:\s[A-ZÁÉÍÓÚÑ][\w'-]{1,20}){0,2})(?=\W*$|\s?[,.!?:;)])"
)
_AGREEMENT: Final = re.compile(
    r"\W*(?:right|correct|exactly|indeed|precisely|exacto|exactamente|correcto|efectivamente|eso es|así es|so|then"
    r"|well|now|pues|entonces|bueno)[,:.!]? "
)
_APART: Final = re.compile(r"[\W_]*")
_CLOSING: Final = re.compile(
    r"\W*(?P<leave>(?:un (?:cordial |fuerte )?saludo|saludos(?: cordiales)?|atentamente|cordialmente"
    r"|hasta (?:pronto|luego)"
    r"|un abrazo"
    r"|que tenga[sn]? (?:un )?(?:buen|feliz|excelente) (?:d[íi]a|tarde)|(?:best|kind|warm) regards|regards|sincerely"
    r"|yours \w+"
    r"|cheers|have a (?:nice|great|good|wonderful) (?:day|one|week)|best wishes|take care)\b(?!\s(?:es|son|is"
    r"|are)\b).{0,40}"
    r"|(?P<signed>el equipo de [^\W\d]{1,20}|the [^\W\d]{1,20} team|(?:tu|su|your) (?:asistente|assistant)"
    r"(?: virtual)?)\W*)$",
    _I | re.DOTALL,
)
_FOR_MORE: Final = (
    r"\b(?:para|for)\s(?:\w+\s)?(?:más|mayor|further|more|additional|any)\s(?:\w+\s)?(?:informaci[óo]n|detalles?"
    r"|ayuda|information"
    r"|details?|help|questions?|assistance)\b"
)
_MORE: Final = re.compile(_FOR_MORE, _I)
_POINTER: Final = re.compile(
    rf"\W*(?:{_FOR_MORE},?\s)?"
    r"(?:(?:en (?:ese|este|tal|cualquier) caso|por tanto|por favor|así que|please|in that case|therefore"
    r"|instead),?\s)?"
    r"(?:(?:te|le|os|se)\s(?:recomiendo|recomendamos|recomienda|sugiero|sugerimos|aconsejo|invito|animo)\b"
    r"|(?:recomiendo|recomendamos|sugiero|conviene|convendría|es recomendable|lo mejor es|sería recomendable)\b"
    r"|(?:consult[ae]|contact[ae]|revis[ae]|acud[ae]|preg[uú]nt[ae]|pregunte|verifi(?:ca|que)|ponte en contacto"
    r"|p[óo]ngase en contacto"
    r"|dir[íi]jase|dir[íi]gete|visit[ae])\b"
    r"|(?:puedes?|podr[íi]as?|pued[ae]n|debes?|debería[sn]?)\s(?:consultar|contactar|ponerte|ponerse|revisar"
    r"|preguntar|acudir"
    r"|verificar|visitar|dirigir)\w*"
    r"|(?:contact|consult|check|refer to|reach out|visit|ask|review)\b"
    r"|(?:i|we)(?:['’]d| would)? (?:recommend|suggest|advise)\b"
    r"|you (?:can|may|could|might|should)(?: want to| wish to)? (?:contact|check|consult|reach|refer|ask|visit"
    r"|review)\b)",
    _I,
)
_ANNOUNCEMENT: Final = re.compile(
    r"\W*(?:(?:aqu[íi]|a continuaci[óo]n|est[eo]s? (?:es|son)|estas son|here(?:['’]s| is| are)?|below|this is|these are"
    r"|that['’]s|the following|l[ao]s siguientes|en resumen)\b.{0,120}:$"
    r"|(?:en resumen|resumen|respuesta|conclusi[óo]n|en conclusi[óo]n|in summary|summary|answer|conclusion|note|nota"
    r"|to summarize)"
    r"\W*$"
    r"|(?:seg[uú]n|de acuerdo con|con base en|bas[áa]ndome en|based on|according to|from)\s.{0,100}:$"
    r"|(?:(?:i|we)(?:['’]ve| have)? (?:checked|reviewed|read|searched|looked (?:at|through)|gone through)"
    r"|(?:he|hemos) (?:revisado|consultado|le[íi]do|mirado|comprobado)) (?:all |both |tod[oa]s )?(?:of )?"
    r"(?:the|your|these|los|las|la|tus|sus|estos|estas) (?:\w+ )?(?:documents?|sources?|files|documentation|manuals?"
    r"|documentos|fuentes|archivos|documentaci[óo]n|manual(?:es)?)[.!]?$"
    r"|(?:he|hemos|i have|i['’]ve|i) (?:encontrado|revisado|consultado|found|reviewed|searched|checked)\b.{0,120}:$)",
    _I | re.DOTALL,
)
_ECHO: Final = re.compile(
    r"\W*(?:(?:me\s)?(?:has|ha|han) preguntado|me preguntas?|preguntas por|(?:entiendo|veo) que (?:quieres|quiere"
    r"|querés|preguntas?"
    r"|buscas?|te interesa|deseas?|necesitas?)|you(?:['’]re| are)? ask(?:ed|ing)|i (?:understand"
    r"|see) (?:that )?you(?:['’]re| are)? (?:want"
    r"|need|ask|look)\w*|you want to know|quieres saber)\b",
    _I,
)
_SPACE: Final = re.compile(r"\s+")
_WORDS: Final = 25
_GOES_ON: Final = re.compile(r"[:;]\s*\w|\s[-–—]\s*\w|\b(?:porque|ya que|puesto que|because|since|pero|but)\b", _I)
_PERSONAL: Final = re.compile(
    r"\b(?:c[óo]mo|qué|cu[áa]l(?:es)?|cu[áa]nt[oa]s?|dónde|cuándo|por qué|lo que|how|what|why|which|where|whatever"
    r"|si|if)\b[^,;:.]*"
    r"|\b(?:i|you|we|usted(?:es)?|t[úu]|vos|nosotros)(?:'\w+)?\s\w+(?:\s(?:been|have|had))?"
    r"|\b(?:this|that|it)\s(?:may|might|could|has|have)\s(?:have\s)?\w+|\b(?:he|hemos|haber)\s\w+",
    _I,
)
_CONTACT: Final = re.compile(
    r"\s*(?:please |por favor,? |puedes |puede |you can )?(?:contact[aeá]?\w*|llam[aeá]\w*|escrib[aeí]\w*"
    r"|consult[aeá]?\w*|pregunt[aeá]\w*"
    r"|acud[aeí]\w*|visit[aeá]?\w*|call|write|email|ask|reach)\b",
    _I,
)
# What is promised is a fact, however kindly.
_REPAID: Final = re.compile(rf"\b(?:{REPAID})", _I)
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
