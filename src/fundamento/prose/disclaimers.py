"""What an assistant says of its own answer: who wrote it, that it may be wrong, that it is no advice."""

import re
from typing import Final

from fundamento.checks.hints import Hinted, has_any_of

_ANSWER: Final = (
    r"(?:«disclaimers.answer-the» (?:«disclaimers.answer-above» )?)?«disclaimers.answer-answer»"
    r"«disclaimers.answer-anterior»?"
)
_MAKER: Final = (
    r"(?:(?:«disclaimers.maker-an» )?(?:«disclaimers.maker-assistant»(?: «disclaimers.maker-virtual»)?"
    r"|«disclaimers.maker-ai»)|«disclaimers.maker»|«disclaimers.maker-2» [\w&'-]{1,20})"
)
_MADE: Final = (
    rf"(?:«disclaimers.made-automatically» )?«disclaimers.made-generated»(?: «disclaimers.made-automatically-2»)?"
    rf"(?: «disclaimers.made-by» {_MAKER})?"
)
_WAS: Final = r"«disclaimers.was»"
_MADE_BY: Final = (
    rf"(?:{_ANSWER} (?:«disclaimers.was» )?{_MADE}"
    rf"|(?:«disclaimers.made-by-automatically» )?«disclaimers.made-by-generated» «disclaimers.made-by-by» {_MAKER}"
    rf"|«disclaimers.made-by-ai»[- ]«disclaimers.made-by-generated-2»(?: {_ANSWER})?)"
)
_ITSELF: Final = rf"(?:{_ANSWER}|«disclaimers.itself»|«disclaimers.itself-short»)"
_ERRORS: Final = (
    rf"(?:(?:{_ITSELF} )?«disclaimers.errors-can» (?:«disclaimers.errors-some» )?«disclaimers.errors-errors»"
    rf"|(?:{_ITSELF} )?«disclaimers.errors-can-2» «disclaimers.errors-be»)"
)
_FIELD: Final = r"«disclaimers.field»"
_FIELDS: Final = r"«disclaimers.field»(?:(?:,|«disclaimers.fields-or») «disclaimers.field»){0,3}"
_NO_ADVICE: Final = (
    rf"(?:(?:{_ITSELF} )?(?:«disclaimers.no-advice-no» «disclaimers.no-advice-constituye»"
    rf"«disclaimers.no-advice-a»? «disclaimers.no-advice-un»?«disclaimers.no-advice-asesoramiento» {_FIELDS}"
    rf"|«disclaimers.no-advice-is» «disclaimers.no-advice-a-2»?{_FIELDS} «disclaimers.no-advice-advice»)"
    rf"|«disclaimers.no-advice-not» {_FIELDS} «disclaimers.no-advice-advice-2»)"
)
_INDICATIVE: Final = (
    rf"(?:(?:{_ITSELF} )?(?:«disclaimers.indicative-is» )?«disclaimers.indicative-meramente»?(?:"
    rf"«disclaimers.indicative-orientativo»"
    rf"|«disclaimers.indicative-provided»))"
)
_PART: Final = rf"(?:{_MADE_BY}|{_ERRORS}|{_NO_ADVICE}|{_INDICATIVE})"
_LEAD: Final = (
    r"(?:«disclaimers.lead-note»\W{1,6})?(?:«disclaimers.lead-please»"
    r" «disclaimers.lead-that»?)?"
)
_DISCLAIMER: Final = Hinted(
    rf"[\W_]*{_LEAD}{_PART}(?:(?:[,;.]|«disclaimers.disclaimer»|\.)+ ?{_PART}){{0,3}}[\W_]*\Z",
    has_any_of("disclaimers.hints"),
    re.IGNORECASE,
)


def is_disclaimer(sentence: str) -> bool:
    """Say whether a sentence says nothing but who wrote an answer, that it may be wrong, or that it is no advice."""
    text = sentence.replace("’", "'")
    return any(found.start() == 0 for found in _DISCLAIMER.finditer(text))
