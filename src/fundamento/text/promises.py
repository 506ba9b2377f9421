"""The words that promise: what is free, unlimited, guaranteed or for ever. Spanish and English, for any letter case."""

import re
from typing import Final

FREE: Final = (
    r"gratis|gratuit[oa]s?|gratuitamente|complimentary|free of charge"
    r"|(?<![\w-])(?<!feel )free(?! (?:to|of|from|time|speech|will|trade|market)\b)(?!-)"
)
UNLIMITED: Final = r"ilimitad[oa]s?|ilimitadamente|sin l[íi]mites?|unlimited|limitless"
MANDATORY: Final = r"obligatori[oa]s?|obligatoriamente|mandatory|compulsory"
GUARANTEED: Final = r"garantizad[oa]s?|guaranteed"
GUARANTEES: Final = r"garantiza\w*|garantías?|guarantee\w*"
LASTING: Final = (
    r"vitalici[oa]s?|de por vida|lifetime|for life|para siempre|forever|indefinidamente|indefinitely"
    r"|permanentemente|permanently"
)
CONFIDENTIAL: Final = r"confidencial\w*|confidential\w*"
AUTOMATIC: Final = r"automáticamente|automatically"
UNPENALISED: Final = (
    r"(?:sin|without|no)(?: (?:ning[uú]n|ninguna|any|extra|additional|further))?"
    r" (?:cost[eo]s?|cargos?|gastos?|penalizaci[óo]n(?:es)?|comisi[óo]n(?:es)?|compromiso|permanencia"
    r"|costs?|charges?|fees?|penalt(?:y|ies)|commitments?|obligations?)"
)
# What denies a price promises that a thing is free.
_PRICE: Final = r"(?:cost[eo]s?|cargos?|gastos?|precio|tarifas?|comisi[oó]n(?:es)?|costs?|charges?|fees?|price|payment)"
_HAVE: Final = (
    r"(?:tienen?|tendrán?|hay|conllevan?|suponen?|implican?|generan?|llevan?|hace falta|ning[uú]n|ninguna|any|un|una|a"
    r"|have|has|be|is|are|extra|additional|further|other|added)"
)
UNPAID: Final = (
    rf"(?:sin|ning[uú]n|ninguna|cero|no|not|zero|without|free of|\w+n't)(?: {_HAVE}){{0,2}} {_PRICE}"
    rf"|{_PRICE} (?:cero|zero)|(?:no|nunca) (?:se )?(?:cuesta|cobra|paga)n?(?! (?:más|menos))|pag\w+ nada|cuesta nada"
    r"|(?:costs?|charges?|pay) nothing|(?:cero|zero) (?:euros?|d[oó]lar(?:es)?|dollars?)"
    r"|(?<![\d.,])0(?:[.,]00?)? ?(?:€|\$|£|euros?\b|eur\b|usd\b)|[€$£] ?0(?:[.,]00?)?(?![.,]?\d)"
)
REPAID: Final = r"descuent\w*|discount\w*|reembols\w*|refund\w*"

PROMISED: Final = re.compile(
    rf"\b(?:{FREE}|{UNLIMITED}|{GUARANTEED}|{LASTING}|{UNPENALISED}|{UNPAID})(?!\w)", re.IGNORECASE
)
