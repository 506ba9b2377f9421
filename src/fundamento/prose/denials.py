"""Sentences that say that the sources do not answer."""

import re
from enum import Enum, auto
from typing import Final

from fundamento.missing.assertions import says_not_found

_I: Final = re.IGNORECASE

_SOURCE: Final = (
    r"(?:fuentes?|documentos?|documentaci[óo]n|fragmentos?|contexto|textos?|informaci[óo]n|material(?:es)?|pasajes?"
    r"|extractos?"
    r"|resultados?|base de conocimientos?|corpus|art[íi]culos|archivos"
    r"|sources?|documents?|documentation|fragments?|context|texts?|information|materials?|passages?|excerpts?"
    r"|snippets?|results?"
    r"|knowledge base|articles|files)"
)
_MANY: Final = (
    r"(?:fuentes|documentos|fragmentos|contexto|textos|materiales|pasajes|extractos|resultados|base de conocimientos?"
    r"|corpus|documentaci[óo]n|documentation|material"
    r"|sources|documents|fragments|context|texts|materials|passages|excerpts|snippets|(?:search )?results"
    r"|knowledge base)"
)
_DATA: Final = (
    r"(?:informaci[óo]n|datos?|menci[óo]n|menciones|referencias?|detalles?|respuestas?|documentaci[óo]n|evidencias?"
    r"|constancia"
    r"|indicios|resultados|nada|cifras?|estimaci(?:ón|ones)|elementos)"
)
_TELLS: Final = (
    r"(?:menciona\w*|indica\w*|contien\w*|incluye\w*|especifica\w*|ofrece\w*|proporciona\w*|dicen?|aclara\w*|detalla\w*"
    r"|recoge\w*|documenta\w*|trata\w*|aborda\w*|habla\w*|dan?|aporta\w*|permite\w*|explica\w*|describe\w*|precisa\w*"
    r"|cita\w*"
    r"|hace\w* (?:referencia|menci[óo]n)|responde\w*|contesta\w*|cubre\w*|refleja\w*|facilita\w*|tienen?|hay|se"
    r"|const[ae]n?"
    r"|figuran?|aparecen?|existe[n]?|encuentr\w*|est[áa]n?)"
)
_TOLD: Final = (
    r"(?:mentioned|specified|stated|documented|provided|included|listed|covered|found|available|given|described"
    r"|addressed"
    r"|indicated|disclosed|discussed|present|answered|contained|explained|recorded|defined|part of)"
)
_UNABLE: Final = (
    r"(?:responder\w*|contestar\w*|determinar\w*|confirmar\w*|verificar\w*|encontrar\w*|proporcionar\w*|ofrecer\w*"
    r"|dar\w*|decir\w*"
    r"|saber\w*|indicar\w*|precisar\w*|asegurar\w*|hallar\w*|localizar\w*|ayudar\w*|facilitar\w*|concluir\w*|afirmar\w*"
    r"|establecer\w*|deducir\w*|especificar\w*)"
)
_UNABLE_EN: Final = (
    r"(?:find|locate|determine|answer|confirm|provide|verify|tell|say|see|help|assist|give|know|identify|establish"
    r"|respond|specify|conclude)"
)

# The assistant, or all of what it was given, is the subject.
_OWN: Final = re.compile(
    r"\b(?:no|tampoco|nunca|ni)\s(?:(?:lo|la|los|las|se|te|le|me|os)\s){0,2}(?:encuentro|encontr[ée]|encontramos"
    r"|hallo|hall[ée]"
    r"|localizo|localic[ée]|veo|dispongo|disponemos|conozco|sé|sabemos|s[ée] (?:la|el|si|qué|cu)"
    r"|(?:he|hemos)\s(?:podido\s)?(?:encontra|halla|localiza|vist|logra|consegui|identifica)\w*)\b"
    rf"|\bno\s(?:tengo|tenemos|cuento con|contamos con)\b.{{0,30}}?\b(?:{_DATA}|acceso|forma de|manera de"
    rf"|suficient\w+|conocimiento)"
    rf"|\bno\s(?:(?:lo|la|te|le|os)\s)?(?:puedo|podemos|podría|podr[ée]|logro|consigo|soy capaz de)\s{_UNABLE}"
    r"|\b(?:lo\s)?desconozco\b"
    rf"|(?<!seg[uú]n )(?<!acuerdo con )\b(?:l[ao]s|el|la|est[oae]s?|dich[oa]s)\s(?:\w+\s)?{_MANY}\b.{{0,60}}?\b(?:no"
    rf"|tampoco)\s(?:\w+\s){{0,2}}?{_TELLS}\b"
    rf"|\b(?:ningun[oa]|ningún)\s(?:de\s(?:l[ao]s|est[ao]s)\s)?(?:\w+\s)?{_SOURCE}\b.{{0,60}}?\b(?:{_TELLS}|puede\w*)\b"
    rf"|\bno\s(?:me|nos)\s(?:es|resulta)\sposible\s{_UNABLE}"
    rf"|\bnot\s(?:something|anything)\s(?:that\s)?(?:the|these|those|my)\s(?:\w+\s)?{_MANY}\s\w+"
    rf"|\bno\ses\s(?:algo|un tema)\sque\s\w+\s(?:l[ao]s|est[oa]s|el|la)\s(?:\w+\s)?{_MANY}"
    rf"|\b{_MANY}\b.{{0,40}}?\b(?:guardan?\ssilencio|callan?)\b"
    r"|\b(?:nothing|nada)\s(?:about|on|regarding|sobre|acerca de|de|respecto a)\s.{1,80}\s(?:in what|en lo que)\s"
    rf"|\bnada\s(?:en|de)\s(?:l[ao]s?|est[ao]s?)\s{_SOURCE}\b"
    rf"|\b(?:en|con|a partir de|seg[uú]n|de)\s(?:l[ao]s|el|la|est[oae]s?"
    rf"|dich[oa]s)\s(?:\w+\s)?{_SOURCE}\b.{{0,50}}?,?\s?\bno\s"
    rf"(?:se\s)?(?:hay|menciona\w*|indica\w*|aparece\w*|const\w*|figura\w*|encuentr\w*|existe\w*|especifica\w*"
    rf"|detalla\w*|puede\w*"
    r"|puedo|es posible|contien\w*|recoge\w*|documenta\w*)"
    rf"|\bno\s(?:se\s)?\w{{2,15}}\b.{{0,80}}?\b(?:en|entre)\s(?:l[ao]s?|el|est[oae]s?|ninguna de las|ninguno de los"
    rf"|dich[oa]s)"
    rf"\s(?:\w+\s)?{_SOURCE}\b"
    rf"|\bI(?:['’]m| am| was)?\s(?:sorry,?\s(?:but\s)?I\s)?(?:really\s)?(?:do not|don['’]t|did not|didn['’]t"
    rf"|could not|couldn['’]t"
    rf"|cannot|can['’]t|can not|not able to|unable to|have not|haven['’]t|have been unable to|wasn['’]t able to"
    rf"|am not able to)\s"
    rf"(?:been able to\s|actually\s|currently\s|directly\s)?(?:{_UNABLE_EN}|found|seen|have|been)\b"
    rf"|\b(?:we|I)\s(?:have|found|see)\s(?:found\s)?(?:no|nothing|insufficient)\b"
    rf"|\bwe\s(?:do not|don['’]t|did not|didn['’]t|could not|couldn['’]t|cannot|can['’]t)\s(?:{_UNABLE_EN}|have)\b"
    r"|(?<!according to )(?<!as per )\b(?:the|these|those|any of the|provided|available|given|retrieved)\s"
    rf"(?:\w+\s){{0,2}}?{_MANY}\b.{{0,60}}?"
    r"\b(?:do not|don['’]t|does not|doesn['’]t|did not|didn['’]t|cannot|can['’]t|never|lacks?|fails? to|is silent"
    r"|are silent"
    r"|contains? no|provides? no|gives? no|makes? no|has no|have no|includes? no|offers? no|says? nothing)\b"
    rf"|\b(?:none|neither|nothing|nowhere|no\s\w+)\s(?:of|in)\s(?:the|these|those)\s(?:\w+\s){{0,2}}?{_SOURCE}\b"
    rf"|\bno\s(?:provided\s|retrieved\s|given\s)?(?:source|document|passage|fragment|excerpt)\s\w+"
    rf"|(?:\bnot\b|n['’]t)\s(?:\w+\s){{0,2}}?{_TOLD}\s(?:in|by|anywhere in|within|from)\s(?:any of\s)?(?:the|these"
    rf"|those|any|your|my)\s"
    rf"(?:\w+\s){{0,2}}?{_SOURCE}\b"
    r"|\bfuera del alcance de\b|\b(?:outside|beyond) the scope of\b",
    _I,
)
# Nobody is: a claim about the world, too, where a source is cited for it.
_IMPERSONAL: Final = re.compile(
    rf"\b(?:no|tampoco)\s(?:hay|existe[n]?|se\s(?:dispone|tiene[n]?|cuenta)(?:\sde|\scon)?|aparece[n]?|figura[n]?|const[ae]n?)\s"
    rf"(?:(?:ninguna|ningún|ninguno|suficientes?|más|la|una|de|tanta)\s){{0,2}}{_DATA}\b"
    r"|\b(?:no|tampoco)\sse\s(?:menciona|especifica|indica|documenta|detalla|aclara|precisa|dice)n?\b(?!\sal\b)"
    r"|\bno\s(?:est[áa]n?|aparecen?|figuran?|viene[n]?)\s(?:documentad|especificad|indicad|detallad|recogid"
    r"|mencionad)\w+"
    rf"|\b(?:no|tampoco)\sse\s(?:ha[n]?\s)?(?:encontr|hall|encuentr|localiz)\w*\s(?:(?:ninguna?|ningún|más|la)\s)?{_DATA}\b"
    rf"|\bno\s(?:se puede|es posible|result[aó] posible|ha sido posible|fue posible)\s{_UNABLE}"
    r"|\b(?:la )?(?:respuesta|informaci[óo]n)\b.{0,40}?\bno\s(?:est[áa]|aparece|se encuentra|figura|consta"
    r"|disponible)\b"
    r"|\bno\s(?:consta|figura|aparece)n?\b(?!\sen\b)(?=[\s.,;]|$)"
    r"|\b(?:falta|sin|insuficiente)\s(?:m[áa]s\s|suficiente\s)?(?:informaci[óo]n|datos|respuesta)\b"
    r"|\binformaci[óo]n\s(?:insuficiente|no disponible|no encontrada)\b"
    r"|^\W*(?:no sé|no lo s[ée]|sin respuesta|no disponible|dato no disponible|se desconoce\w*|se ignora\w*)\b"
    # "The archive" is all that there is to read, and may be a thing of the world: it lacks a kind of data, or no gap.
    rf"|\b(?:el|este)\s(?:archivo|expediente|dosier|dossier|repositorio)\s(?:no|tampoco)\s{_TELLS}\s"
    rf"(?:(?:ninguna?|ningún|suficientes?|más|una?)\s){{0,2}}{_DATA}\b"
    r"|\b(?:the|this)\s(?:archive|dossier|repository)\s(?:(?:does not|doesn['’]t)\s(?:contain|include|give|provide"
    r"|offer|hold|record)\s(?:(?:any|an?|enough)\s)?|(?:contains|includes|gives|provides|offers|holds|has)\sno\s)(?:\w+\s){0,2}?"
    r"(?:information|data|mention|references?|details?|evidence|figures?|estimates?)\b"
    r"|\bse (?:desconoce|ignora)n?\b"
    r"|\b(?:el|este|ese|dicho)\s(?:documento|texto|fragmento|pasaje|extracto)\b.{0,40}?\bno\s(?:lo\s)?(?:menciona"
    r"|indica|especifica"
    r"|dice|aclara|detalla|recoge|documenta|aborda|precisa|contiene|incluye|proporciona)\b"
    r"|\b(?:the|this|that)\s(?:source|document|text|passage|fragment|excerpt)\s(?:does not|doesn['’]t|did not"
    r"|didn['’]t)\s"
    r"(?:mention|state|say|specify|indicate|contain|include|provide|address|give|cover|explain|disclose)\b"
    r"|\bneither\s(?:source|document|text|passage|fragment|excerpt)\b"
    r"|\b(?:the\s)?(?:answer|information)\b.{0,40}?(?:\bnot\b|n['’]t)\s(?:in|within|part of)\b"
    r"|\b(?:there\s(?:is|are|was|were)|there['’]s)\s(?:no|not (?:any|enough)|insufficient)\s(?:\w+\s){0,2}?"
    r"(?:information|mention|data|reference|details?|evidence|answer|record|indication|documentation)\b"
    r"|\bno\s(?:\w+\s)?(?:information|mention|data|reference|details?|answer|evidence)\s(?:is|was|are|were|available"
    r"|found|provided"
    r"|about|on|regarding|concerning|of|given|could)\b"
    r"|(?:\b(?:is|are|was|were|has been|have been|be)\snot|n['’]t)\s(?:been\s)?(?:explicitly\s|clearly\s)?"
    r"(?:mentioned|specified|stated|documented|disclosed|addressed)\b(?!\sto\b)"
    r"|\b(?:insufficient|not enough)\s(?:information|data|context|details?)\b"
    r"|\b(?:the\s)?(?:answer|information)\b.{0,40}?(?:\bnot\b|n['’]t)\s(?:be\s)?(?:available|found|provided|given"
    r"|present|there|known)\b"
    r"|(?<!anything )(?<!something )\b(?:it\s)?(?:is|remains)\s(?:unclear|unknown|not known|not clear)\b"
    r"|\b(?:cannot|can['’]t|can not)\sbe\s(?:determined|answered|found|confirmed|verified|established|inferred)\b"
    r"|^\W*(?:not\s(?:found|documented|available|specified|mentioned|stated)|unknown|no answer|no data"
    r"|don['’]t know)\b",
    _I,
)
# A sentence is searched up to here; one that denies does so early.
_SEARCHED: Final = 1_000


class Denial(Enum):
    """Who says that it is not there: the assistant of its sources (`OWN`), or nobody in particular."""

    OWN = auto()
    IMPERSONAL = auto()


def find_denial(sentence: str) -> Denial | None:
    """Say whether a sentence, in Spanish or English, denies that something stands in the sources."""
    head = sentence[:_SEARCHED]
    if _OWN.search(head):
        return Denial.OWN
    if _IMPERSONAL.search(head):
        return Denial.IMPERSONAL
    return Denial.OWN if says_not_found(sentence) else None
