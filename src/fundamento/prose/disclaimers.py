"""What an assistant says of its own answer: who wrote it, that it may be wrong, that it is no advice."""

import re
from typing import Final

from fundamento.checks.hints import Hinted, has_any

_ANSWER: Final = (
    r"(?:(?:est[ae]|la|el|the|this) (?:(?:presente|above|following|previous) )?)?"
    r"(?:respuesta|texto|mensaje|contenido|resumen|informaci[óo]n|answer|text|message|content|response|reply|summary"
    r"|information)(?: anterior)?"
)
_MAKER: Final = (
    r"(?:(?:(?:el|un|una|la|nuestro|nuestra|tu|su|an?|the|our|your) )?"
    r"(?:(?:asistente|modelo|sistema|herramienta|assistant|chatbot|bot|model|tool|system)"
    r"(?: (?:virtual|autom[áa]tico|de lenguaje|(?:de|con) (?:ia|inteligencia artificial)))?"
    r"|(?:(?:ai|virtual|language|artificial intelligence|automated) )(?:assistant|chatbot|bot|model|tool|system)"
    r"|ia|ai|inteligencia artificial|artificial intelligence)"
    r"|[\w&'-]{1,20}(?: [\w&'-]{1,20})? (?:assistant|chatbot|bot|ai)|(?:asistente|chatbot|bot) [\w&'-]{1,20})"
)
_MADE: Final = (
    r"(?:(?:autom[áa]ticamente|automatically) )?"
    r"(?:generad[oa]|elaborad[oa]|redactad[oa]|cread[oa]|producid[oa]|generated|written|created|produced|drafted)"
    r"(?: (?:autom[áa]ticamente|de forma autom[áa]tica|automatically))?"
    rf"(?: (?:por|con(?: (?:la )?ayuda de)?|mediante|by|with(?: the help of)?|using) {_MAKER})?"
)
_WAS: Final = r"(?:(?:ha|hab[íi]a) sido|fue|es|est[áa]|was|is|has been|were)"
_MADE_BY: Final = (
    rf"(?:{_ANSWER} (?:{_WAS} )?{_MADE}"
    rf"|(?:(?:autom[áa]ticamente|automatically) )?(?:generad[oa]|redactad[oa]|elaborad[oa]|generated|written|powered) "
    rf"(?:por|con|mediante|by|with|using) {_MAKER}"
    rf"|(?:ai|machine|auto|automatically)[- ]generated(?: {_ANSWER})?)"
)
_ITSELF: Final = rf"(?:{_ANSWER}|est[oa]|it|this|that|which|que|la ia|el asistente|ai|the assistant|i|we)"
_ERRORS: Final = (
    rf"(?:(?:{_ITSELF} )?(?:(?:puede|podr[íi]a)(?: que)? (?:contener|tener|incluir|cometer|haber|contenga|tenga)"
    r"|(?:can|may|might|could) (?:contain|include|have|make)) "
    r"(?:(?:algunos|alguna|some|alg[úu]n) )?(?:errores|error|inexactitudes|imprecisiones|errors?|mistakes|inaccuracies)"
    rf"|(?:{_ITSELF} )?(?:puede|podr[íi]a|can|may|might|could) (?:ser inexact[oa]|estar equivocad[oa]|be (?:wrong"
    r"|inaccurate|incorrect)))"
)
_FIELD: Final = (
    r"(?:legal|jur[íi]dic[oa]|m[ée]dic[oa]|medical|financier[oa]|financial|fiscal|tax|professional|profesional"
    r"|investment|de inversi[óo]n)"
)
_FIELDS: Final = rf"{_FIELD}(?:(?:,| o| ni| y| or| and) {_FIELD}){{0,3}}"
_NO_ADVICE: Final = (
    rf"(?:(?:{_ITSELF} )?(?:no (?:constituye|es|supone|sustituye)(?: a)? (?:un |una |el |la )?"
    rf"(?:asesoramiento|consejo|asesor[íi]a|recomendaci[óo]n|consulta) {_FIELDS}"
    r"|(?:is not|isn't|does not constitute|is no|should not be (?:taken|considered) as) "
    rf"(?:a substitute for )?{_FIELDS} advice)|not {_FIELDS} advice)"
)
_INDICATIVE: Final = (
    rf"(?:(?:{_ITSELF} )?(?:(?:es|tiene car[áa]cter|is) )?(?:meramente |solo |purely |only )?"
    r"(?:orientativ[oa]|informativ[oa]|(?:(?:provided )?for (?:general )?information(?:al)? purposes only"
    r"|a t[íi]tulo (?:orientativo|informativo)|con fines (?:informativos|orientativos))))"
)
_PART: Final = rf"(?:{_MADE_BY}|{_ERRORS}|{_NO_ADVICE}|{_INDICATIVE})"
_LEAD: Final = (
    r"(?:(?:nota|aviso(?: legal)?|note|disclaimer|notice|importante|important|atenci[óo]n)\W{1,6})?"
    r"(?:(?:ten en cuenta|tenga en cuenta|recuerda|recuerde|please note|please be aware|note|keep in mind"
    r"|remember|be aware) (?:que |that )?)?"
)
_DISCLAIMER: Final = Hinted(
    rf"[\W_]*{_LEAD}{_PART}(?:(?:[,;.]| and| y| but| pero|\.)+ ?{_PART}){{0,3}}[\W_]*\Z",
    has_any(
        *("genera", "powered", "redactad", "elaborad", "written", "cread", "created", "produc", "drafted"),
        *("error", "inexact", "inaccura", "mistake", "imprecis", "wrong", "incorrect", "equivoca"),
        *("advice", "asesor", "consejo", "recomend", "consulta", "orientativ", "informati"),
    ),
    re.IGNORECASE,
)


def is_disclaimer(sentence: str) -> bool:
    """Say whether a sentence says nothing but who wrote an answer, that it may be wrong, or that it is no advice."""
    text = sentence.replace("’", "'")
    return any(found.start() == 0 for found in _DISCLAIMER.finditer(text))
