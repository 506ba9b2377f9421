"""The words that promise: what is free, unlimited, guaranteed or for ever. Spanish and English, for any letter case."""

import re
from typing import Final

from fundamento.text.vocabulary import WordPattern

FREE: Final = r"«promises.free»"
UNLIMITED: Final = r"«promises.unlimited»"
MANDATORY: Final = r"«promises.mandatory»"
GUARANTEED: Final = r"«promises.guaranteed»"
GUARANTEES: Final = r"«promises.guarantees»"
LASTING: Final = r"«promises.lasting»"
CONFIDENTIAL: Final = r"«promises.confidential»"
AUTOMATIC: Final = r"«promises.automatic»"
UNPENALISED: Final = r"«promises.unpenalised-without»(?: «promises.unpenalised-any»)? «promises.unpenalised-costs»"
# What denies a price promises that a thing is free.
_PRICE: Final = r"«promises.price»"
_HAVE: Final = r"«promises.have»"
UNPAID: Final = (
    r"«promises.unpaid-not»(?: «promises.have»){0,2} «promises.price»"
    r"|«promises.price» «promises.unpaid-zero»|«promises.unpaid»"
    r"|«promises.unpaid-zero-2» «promises.unpaid-dollars»|[€$£] ?0(?:[.,]00?)?(?![.,]?\d)"
)
REPAID: Final = r"«promises.repaid»"

PROMISED: Final = WordPattern(
    rf"\b(?:{FREE}|{UNLIMITED}|{GUARANTEED}|{LASTING}|{UNPENALISED}|{UNPAID})(?!\w)", re.IGNORECASE
)
