"""Sentences that state nothing: greetings, closings, offers of help, announcements, titles."""

import re
from typing import Final

_I: Final = re.IGNORECASE
_SHORTEST: Final = 2
_LONGEST: Final = 300

# Whoever is greeted by name: capitalised words, or the usual collectives. Case matters here.
_WHOM: Final = (
    r"(?:[,\s]+(?:(?:[Ss]r|[Ss]ra|[Dd]r|[Dd]ra|[Mm]r|[Mm]rs|[Mm]s)\.?|don|doña|a tod[oa]s|equipo|de nuevo|otra vez"
    r"|there|again"
    r"|everyone|all|team|cliente|clienta|usuari[oa]|customer|user|[A-ZÁÉÍÓÚÑ][a-záéíóúüñ]{1,20})){0,4}"
)
_GREETING: Final = re.compile(
    r"\W*(?:(?:(?i:estimad[oa]s?|querid[oa]s?|dear)"
    r"|(?i:hola|buen(?:os d[íi]as|as tardes|as noches|as|\sd[íi]a)|saludos|bienvenid[oa]s?|hello|hi|hey"
    r"|good (?:morning|afternoon"
    rf"|evening|day)|welcome|greetings)){_WHOM}\W*)+"
)
_INTERJECTION: Final = re.compile(
    r"(?:\W*(?:(?:much[ií]simas |muchas |mil )?gracias(?: a (?:ti|usted|vosotros|ustedes))?"
    r"(?: (?:por|de antemano)(?: (?:tu|su|la|el|vuestra|contactar\w*|preguntar|escribir\w*|esperar|\w+) ?){0,4})?"
    r"|thank(?:s| you)(?: (?:so|very) much)?(?: (?:for|in advance)(?: [\w']+){0,6})?|de nada|you['’]re welcome"
    r"|no hay de qué"
    r"|claro(?: que s[íi])?|por supuesto|desde luego|con (?:mucho )?gusto|encantad[oa] de ayudar\w*|perfecto"
    r"|entendido|de acuerdo"
    r"|vale|excelente|genial|buena pregunta|(?:es una )?(?:muy |excelente |gran )?(?:buena )?pregunta(?: interesante)?"
    r"|sure(?: thing)?|certainly|of course|absolutely|great|good question|great question|understood|okay|ok|got it"
    r"|my pleasure"
    r"|that['’]s a (?:great|good) question|happy to help|glad to help|(?:lo siento|disculp[ae]\w*|perd[óo]n|sorry"
    r"|i['’]m sorry"
    r"|i am sorry|my apologies|apologies|i apologi[sz]e)(?: (?:mucho|las molestias|por las molestias"
    r"|for the inconvenience))?)\b)+\W*",
    _I,
)
_CLOSING: Final = re.compile(
    r"\W*(?:(?:un (?:cordial |fuerte )?saludo|saludos(?: cordiales)?|atentamente|cordialmente|hasta (?:pronto|luego)"
    r"|un abrazo"
    r"|que tenga[sn]? (?:un )?(?:buen|feliz|excelente) (?:d[íi]a|tarde)|(?:best|kind|warm) regards|regards|sincerely"
    r"|yours \w+"
    r"|cheers|have a (?:nice|great|good|wonderful) (?:day|one|week)|best wishes|take care)\b(?!\s(?:es|son|is"
    r"|are)\b).{0,40}"
    r"|(?:el equipo de [^\W\d]{1,20}|the [^\W\d]{1,20} team|(?:tu|su|your) (?:asistente|assistant)(?: virtual)?)\W*)$",
    _I | re.DOTALL,
)
_OFFER: Final = re.compile(
    r"\W*(?:(?:y|and|pero|but|además|also)\s)?"
    r"(?:(?:espero|esperamos|confío|deseo)\s(?:que\s)?(?:est[aoe]s?\s|la\s|mi\s|te\s|le\s|os\s|haber\w*\s){0,3}"
    r"(?:respuesta|informaci[óo]n|sea|haya|ayud|sirv|result|aclar|útil|servido)"
    r"|(?:i\s|we\s)?hope\s(?:this|that|it|the)\b"
    r"|(?:quedo|quedamos|estar[ée]|estaremos|estoy|estamos|sigo)\s(?:aqu[íi]|a (?:tu|su"
    r"|vuestra) (?:entera )?disposici[óo]n|atent[oa]s?"
    r"|pendiente|encantad"
    r"|disponible)"
    r"|no (?:dudes?|dude[ns]?|dud[ée]is) en\b"
    r"|si\s(?:lo\s)?(?:necesita|tiene|tuviera|quiere|desea|requiere|te surge|le surge|surge|hay|hubiera|prefiere"
    r"|busca)\w*\s"
    r"(?:[\w/]+\s){0,4}?(?:dudas?|preguntas?|consultas?|ayuda|asistencia|informaci[óo]n|detalles?|aclaraci\w+"
    r"|algo m[áa]s"
    r"|otra cosa|saber m[áa]s|que (?:te|le|os|lo|amplíe|busque|revise))\b"
    r"|(?:av[íi]same|av[íi]seme|h[áa]zmelo saber|h[áa]gamelo saber|dime|d[íi]game|ind[íi]came|ind[íi]queme"
    r"|hazme saber|preg[uú]ntame)\b"
    r"|(?:con gusto|encantad[oa]),?\s(?:te|le|os|puedo|podemos|de)\b|(?:puedo|podemos)\s(?:ayudar|buscar|revisar"
    r"|ampliar|intentar)"
    r"|let (?:me|us) know\b|feel free\b|please (?:let|feel|don['’]t hesitate|do not hesitate)|don['’]t hesitate\b"
    r"|do not hesitate\b"
    r"|if (?:you|there)(?:['’](?:d|re|ve|s))?\s(?:\w+\s){0,4}?(?:else|help|questions?|assistance|information|details?"
    r"|clarification|like me to|want me to)\b"
    r"|i(?:['’]m| am|['’]d be| would be| will be|['’]ll be) (?:here|happy|glad|available)\b|(?:i can|we can"
    r"|i could) (?:help|try|look"
    r"|search|also help)\b)",
    _I,
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
    r"\W*(?:(?:aqu[íi] (?:tiene[sn]?|va[n]?|est[áa]n?|te dejo|le dejo)|here(?:['’]s| is| are)|esto es (?:todo )?lo que"
    r"|this is (?:all|what)|that['’]s (?:all|what)) .{0,120}?[:.]?$"
    r"|(?:aqu[íi]|a continuaci[óo]n|est[eo]s? (?:es|son)|estas son|below|this is|these are|the following"
    r"|l[ao]s siguientes)\b"
    r".{0,120}:$"
    r"|(?:en resumen|resumen|respuesta|conclusi[óo]n|en conclusi[óo]n|in summary|summary|answer|conclusion|note|nota"
    r"|to summarize)"
    r"\W*$"
    r"|(?:seg[uú]n|de acuerdo con|con base en|bas[áa]ndome en|based on|according to|from)\s.{0,100}:$"
    r"|(?:he|hemos|i have|i['’]ve|i) (?:encontrado|revisado|consultado|found|reviewed|searched|checked)\b.{0,120}:$)",
    _I | re.DOTALL,
)
_ECHO: Final = re.compile(
    r"\W*(?:(?:me\s)?(?:has|ha|han) preguntado|me preguntas?|preguntas por|entiendo que|veo que (?:quieres|preguntas"
    r"|buscas)"
    r"|you(?:['’]re| are)? ask(?:ed|ing)|i understand (?:that )?you|you want to know|quieres saber)\b",
    _I,
)
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


def is_greeting(text: str) -> bool:
    """Say whether a text is a greeting, thanks or an interjection, and nothing else."""
    return _GREETING.fullmatch(text) is not None or _INTERJECTION.fullmatch(text) is not None


def is_farewell(text: str) -> bool:
    """Say whether a text takes leave."""
    return _CLOSING.match(text) is not None


def is_offer(text: str) -> bool:
    """Say whether a text begins as an offer of help does."""
    return _OFFER.match(text) is not None


def is_courtesy(sentence: str) -> bool:
    """Say whether a sentence greets, thanks, closes, offers help or announces, and holds no fact besides."""
    if not _SHORTEST <= len(sentence) <= _LONGEST:
        return False
    if holds_fact(sentence):
        return False
    if is_greeting(sentence):
        return True
    return any(pattern.match(sentence) for pattern in (_CLOSING, _OFFER, _ANNOUNCEMENT, _ECHO)) or (
        _MORE.search(sentence) is not None and _POINTER.match(sentence) is not None
    )


def is_closing(sentence: str) -> bool:
    """Say whether a sentence takes leave, so that a signature may follow."""
    return len(sentence) <= _LONGEST and is_farewell(sentence) and not holds_fact(sentence)


def is_pointer(sentence: str) -> bool:
    """Say whether a sentence sends the reader elsewhere, as what follows an abstention does."""
    return len(sentence) <= _LONGEST and _POINTER.match(sentence) is not None and not _FACTUAL.search(sentence)


def is_label(text: str) -> bool:
    """Say whether a line is emphasised whole and no sentence."""
    return _LABEL.fullmatch(text.strip()) is not None and not _END.search(text) and not _FACTUAL.search(text)


def could_be_title(text: str) -> bool:
    """Say whether a line is as short and as open-ended as a title."""
    return (
        "\n" not in text and len(text.split()) <= _TITLE_WORDS and not _END.search(text) and not _FACTUAL.search(text)
    )
