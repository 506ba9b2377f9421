"""Spanish or English: which one a text is in, and which of its words carry content."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

from fundamento.text.identification import OTHER, identify

Lang: TypeAlias = Literal["es", "en"]
LANGUAGES: Final[tuple[Lang, ...]] = ("es", "en")

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")

# Closed classes of words only: articles, pronouns, prepositions, conjunctions, auxiliaries and the commonest adverbs.
_SPANISH = """
a al algo alguna algunas alguno algunos algún ante antes aquel aquella aquellas aquello aquellos aquí así aun aunque
aún bajo bien cada casi como con contra cosa cosas cómo cual cuales cualquier cualquiera cuando cuanta cuantas
cuanto cuantos cuál cuáles cuándo cuánta cuántas cuánto cuántos cuya cuyas cuyo cuyos de del desde donde dónde
durante e el ella ellas ello ellos en entonces entre era eran eras eres es esa esas ese eso esos esta estaba estaban
estado estar estas está están este esto estos estoy él fue fueron fui ha haber habido había habían habrá han hasta
hay haya hayan he hemos hubo la las le les lo los luego más me mediante mi mientras mis misma mismas mismo mismos
mucha muchas mucho muchos muy ni no nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro
otros para pero poca pocas poco pocos por porque pues que qué quien quienes quién se sea sean según ser será serán
si sido siempre siendo sin sino sí sobre solo son soy sólo su sus tal tales también tampoco tan tanta tantas tanto
tantos te tener tiene tienen toda todas todo todos tras tu tus tuvo tú u un una unas uno unos usted ustedes va van
varias varios vez y ya yo
"""
_ENGLISH = """
a about above after again all also am an and any are aren't as at be because been before being below between both
but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever few
for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how however i if
in into is isn't it it's its itself just may me might more most much must my myself neither no nor not now of off on
once one only onto or other ought our ours ourselves out over own per quite rather same shall she should shouldn't
since so some such than that that's the their theirs them themselves then there there's these they this those though
through thus to too under until up upon us very was wasn't we were weren't what when where whether which while who
whom whose why will with within without won't would wouldn't yet you your yours yourself yourselves
"""
_FUNCTION_WORDS: Final[dict[str, frozenset[str]]] = {
    "es": frozenset(_SPANISH.split()),
    "en": frozenset(_ENGLISH.split()),
}
FUNCTION_WORDS: Final = _FUNCTION_WORDS["es"] | _FUNCTION_WORDS["en"]
_SAMPLE = 2_000


def is_function_word(word: str) -> bool:
    """Say whether a word (any case) only holds a sentence together, in Spanish or in English."""
    folded = word.casefold()
    return (folded.replace("’", "'") if "’" in folded else folded) in FUNCTION_WORDS


def content_words(text: str) -> list[str]:
    """Return the words of a text that carry content, as they stand, in order; numbers are no words."""
    return [word for word in _WORD.findall(text) if not is_function_word(word)]


def detect_language(text: str, default: Lang = "es") -> Lang:
    """Return the language of a text, Spanish or English; `default` where it is neither for sure.

    Looks at the first 2,000 code points.
    """
    return find_sure_language(text) or default


def find_sure_language(text: str) -> Lang | None:
    """Return the language of a text that speaks for one more than for the other; None: it may be either, or neither."""
    found = identify_language(text[:_SAMPLE])
    return None if found == OTHER else found


def language_among(texts: Iterable[object], default: Lang = "es") -> Lang:
    """Return the language of the first text that shows one, for a question that does not show its own."""
    found = (find_sure_language(text[:200]) for text in texts if isinstance(text, str))
    return next((lang for lang in found if lang is not None), default)


def is_unsupported(text: str) -> bool:
    """Say whether a text is surely in a language that has no folder; a text that shows none is not."""
    return identify_language(text[:_SAMPLE]) == OTHER


def may_share_language(one: str, other: str) -> bool:
    """Say whether two texts may be in one language: they are not surely in different ones."""
    return None in (known := {find_sure_language(one), find_sure_language(other)}) or len(known) == 1


# Several checks ask for the language of the same claim and sentences, one after the other.
@lru_cache(maxsize=512)
def identify_language(sample: str) -> Lang | Literal["other"] | None:
    """Return the language of a text, `other` for one without a folder, None where the text does not show it."""
    return cast("Lang | Literal['other'] | None", identify(sample, _FUNCTION_WORDS))
