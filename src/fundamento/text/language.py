"""Spanish or English: which one a text is in, and which of its words carry content."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Final, Literal, NamedTuple, TypeAlias

import yaml

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
_FUNCTION_WORDS: Final[dict[Lang, frozenset[str]]] = {
    "es": frozenset(_SPANISH.split()),
    "en": frozenset(_ENGLISH.split()),
}
FUNCTION_WORDS: Final = _FUNCTION_WORDS["es"] | _FUNCTION_WORDS["en"]
_SAMPLE = 2_000
OTHER: Final = "other"
_SPANISH_LETTERS: Final = frozenset("áéíóúñü")
# What begins a sentence, so that a capital says nothing there.
_BEGINS: Final = re.compile(r"(?:\A|[.!?:;]\s|[¿¡\n\"«“(])\W*\Z")
# Words that stand inside names.
_IN_NAMES: Final = frozenset(
    ("de", "del", "la", "las", "los", "el", "da", "do", "dos", "das", "di", "van", "von", "der", "le")
)
_CLEAR: Final = 3
_SOME: Final = 2
_NEAR: Final = 12  # code points
_RARE: Final = 10  # one word in so many
_MARGIN: Final = 1.15


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
    if not sample.isascii():
        sample = unicodedata.normalize("NFC", sample)
        if _is_of_another_script(sample):
            return OTHER
    words = _WORD.findall(sample.casefold())
    spanish, english = (sum(map(known.__contains__, words)) for known in _FUNCTION_WORDS.values())
    most = max(spanish, english)
    if most >= _CLEAR and most >= 2 * min(spanish, english):
        strange = sum(map(_contrast().strange.__contains__, words))
        if _CLEAR * strange <= most:
            return "es" if spanish > english else "en"
    return _weigh(sample)


def _is_of_another_script(sample: str) -> bool:
    letters = [letter for letter in sample if letter.isalpha()]
    strange = sum(letter > "\u024f" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)
    return strange >= _SOME and 2 * strange >= len(letters)


class _Contrast(NamedTuple):
    """What tells languages apart: those of each word, the letters of each, the words that none of ours has."""

    languages: Mapping[str, Sequence[str]]
    letters: Mapping[str, frozenset[str]]
    strange: frozenset[str]


@cache
def _contrast() -> _Contrast:
    content = yaml.safe_load(resources.files("fundamento.lang").joinpath("contrast.yaml").read_text("utf-8"))
    others = {lang: frozenset(each["words"].split()) for lang, each in content.items() if lang not in LANGUAGES}
    letters = {lang: frozenset(content[lang]["letters"]) for lang in others}
    languages: dict[str, list[str]] = {}
    ours = {lang: known.union(content.get(lang, "").split()) for lang, known in _FUNCTION_WORDS.items()}
    for lang, words in (*ours.items(), *others.items()):
        for word in words:
            languages.setdefault(word, []).append(lang)
    strange = frozenset[str]().union(*others.values()).difference(*ours.values())
    return _Contrast(languages, {"es": _SPANISH_LETTERS, **letters}, strange)


def _weigh(sample: str) -> Lang | Literal["other"] | None:
    """Look closer at a text that two languages may have: without its names, and with its letters."""
    contrast = _contrast()
    votes: Counter[str] = Counter({"es": 2 * sum(map(sample.count, "¿¡"))})
    plain = _plain_words(sample)
    odd = strange = 0
    # One letter is a word in several languages, and in lists and formulas none at all.
    for word in (each for each, times in Counter(plain).items() for _ in range(times if len(each) > 1 else 1)):
        known = _languages_of(word)
        if known:
            votes.update(known)
            strange += (len(word) > 1 or not word.isascii()) and "es" not in known and "en" not in known
        elif not word.isascii():
            letters = {letter for letter in word if letter > "z"}
            votes.update(lang for lang, having in contrast.letters.items() if letters <= having)
            odd += not letters <= _SPANISH_LETTERS
    spanish, english = votes["es"], votes["en"]
    ours = max(spanish, english)
    other = max((count for lang, count in votes.items() if lang not in LANGUAGES), default=0)
    if other >= _SOME and other > ours * _MARGIN and (strange or odd):
        return OTHER
    # No language that is known here: letters that none of ours has, and hardly a word of ours.
    if odd >= _SOME and _RARE * ours < len(plain):
        return OTHER
    return None if spanish == english else "es" if spanish > english else "en"


def _languages_of(word: str) -> Sequence[str]:
    known = _contrast().languages
    return known.get(word) or (known.get(word.partition("'")[0], ()) if "'" in word else ())


def _plain_words(sample: str) -> list[str]:
    """Return the words of a text in small letters, without its names and the words inside them (Juan de la Cruz).

    What begins a sentence with a capital may be a name, unless it is a word that is known.
    """
    tokens = list(_WORD.finditer(sample))
    shouted = sample.isupper()
    plain: list[str] = []
    for index, each in enumerate(tokens):
        word = each[0].casefold().replace("’", "'")
        capital = each[0][0].isupper() and not shouted
        begins = capital and _BEGINS.search(sample, max(0, each.start() - _NEAR), each.start()) is not None
        named = capital and not (begins and _languages_of(word))
        if not named and not (word in _IN_NAMES and not shouted and _is_inside_name(tokens, index)):
            plain.append(word)
    return plain


def _is_inside_name(tokens: Sequence[re.Match[str]], index: int) -> bool:
    before, after = tokens[max(0, index - 2) : index], tokens[index + 1 : index + 3]
    return any(each[0][0].isupper() for each in before) and any(each[0][0].isupper() for each in after)
