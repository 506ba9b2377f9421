"""Which language a text is in, of those that have a folder: one of them, another one, or none that it shows."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Final, NamedTuple, TypeAlias

import yaml

OTHER: Final = "other"
Ours: TypeAlias = Mapping[str, frozenset[str]]
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# What begins a sentence, so that a capital says nothing there.
_BEGINS: Final = re.compile(r"(?:\A|[.!?:;]\s|[¿¡\n\"«“(])\W*\Z")
_CLEAR: Final = 3
_SOME: Final = 2
_NEAR: Final = 12  # code points
_RARE: Final = 10  # one word in so many
_MARGIN: Final = 1.15


def identify(sample: str, ours: Ours) -> str | None:
    """Return the language of a text, of those in `ours` with their closed classes of words.

    `other`: it is surely in none of them. None: it does not show its language, as names and a few words do not.
    """
    if not sample.isascii():
        sample = unicodedata.normalize("NFC", sample)
        if _is_of_another_script(sample):
            return OTHER
    words = _WORD.findall(sample.casefold())
    counts = {lang: sum(map(known.__contains__, words)) for lang, known in ours.items()}
    first, second = _two_best(counts)
    contrast = _contrast(tuple(ours.items()))
    if counts[first] >= _CLEAR and counts[first] >= 2 * counts.get(second, 0):
        strange = sum(map(contrast.strange.__contains__, words))
        if _CLEAR * strange <= counts[first]:
            return first
    return _weigh(sample, contrast)


def _two_best(counts: Mapping[str, int]) -> tuple[str, str]:
    ranked = sorted(counts, key=lambda lang: -counts[lang])
    return ranked[0], ranked[1] if len(ranked) > 1 else ""


def _is_of_another_script(sample: str) -> bool:
    letters = [letter for letter in sample if letter.isalpha()]
    strange = sum(letter > "\u024f" and not "\u1e00" <= letter <= "\u1eff" for letter in letters)
    return strange >= _SOME and 2 * strange >= len(letters)


class _Contrast(NamedTuple):
    """What tells languages apart: those of each word, the letters of each, the words that none of ours has.

    `inside` are words that stand inside names; `letters` are beyond a to z, and `known` are those of ours.
    """

    languages: Mapping[str, Sequence[str]]
    letters: Mapping[str, frozenset[str]]
    strange: frozenset[str]
    inside: frozenset[str]
    known: frozenset[str]
    ours: tuple[str, ...]


@lru_cache(maxsize=8)
def _contrast(ours: tuple[tuple[str, frozenset[str]], ...]) -> _Contrast:
    content = yaml.safe_load(resources.files("fundamento.lang").joinpath("contrast.yaml").read_text("utf-8"))
    inside = frozenset(content.pop("names").split())
    words = {lang: frozenset(each["words"].split()) for lang, each in content.items()}
    letters = {lang: frozenset(each["letters"]) for lang, each in content.items()}
    supported = {lang: known | words.get(lang, frozenset()) for lang, known in ours}
    others = {lang: known for lang, known in words.items() if lang not in supported}
    languages: dict[str, list[str]] = {}
    for lang, known in (*supported.items(), *others.items()):
        for word in known:
            languages.setdefault(word, []).append(lang)
    strange = frozenset[str]().union(*others.values()).difference(*supported.values())
    known_letters = frozenset[str]().union(*(letters.get(lang, frozenset()) for lang in supported))
    return _Contrast(languages, letters, strange, inside, known_letters, tuple(supported))


def _weigh(sample: str, contrast: _Contrast) -> str | None:
    """Look closer at a text that two languages may have: without its names, and with its letters."""
    votes: Counter[str] = Counter()
    plain = _plain_words(sample, contrast)
    odd = strange = 0
    # One letter is a word in several languages, and in lists and formulas none at all.
    for word in (each for each, times in Counter(plain).items() for _ in range(times if len(each) > 1 else 1)):
        known = _languages_of(word, contrast)
        if known:
            votes.update(known)
            strange += (len(word) > 1 or not word.isascii()) and not set(known).intersection(contrast.ours)
        elif not word.isascii():
            letters = {letter for letter in word if letter > "z"}
            votes.update(lang for lang, having in contrast.letters.items() if letters <= having)
            odd += not letters <= contrast.known
    for mark in (each for each in sample if each > "z" and not each.isalpha()):  # a mark that one language has
        votes.update({lang: 2 for lang, having in contrast.letters.items() if mark in having})
    counts = {lang: votes[lang] for lang in contrast.ours}
    first, second = _two_best(counts)
    best, other = counts[first], max((votes[lang] for lang in votes if lang not in contrast.ours), default=0)
    if other >= _SOME and other > best * _MARGIN and (strange or odd):
        return OTHER
    # No language that is known here: letters that none of ours has, and hardly a word of ours.
    if odd >= _SOME and _RARE * best < len(plain):
        return OTHER
    return None if best == counts.get(second, 0) else first


def _languages_of(word: str, contrast: _Contrast) -> Sequence[str]:
    known = contrast.languages
    return known.get(word) or (known.get(word.partition("'")[0], ()) if "'" in word else ())


def _plain_words(sample: str, contrast: _Contrast) -> list[str]:
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
        named = capital and not (begins and _languages_of(word, contrast))
        if not named and not (word in contrast.inside and not shouted and _is_inside_name(tokens, index)):
            plain.append(word)
    return plain


def _is_inside_name(tokens: Sequence[re.Match[str]], index: int) -> bool:
    before, after = tokens[max(0, index - 2) : index], tokens[index + 1 : index + 3]
    return any(each[0][0].isupper() for each in before) and any(each[0][0].isupper() for each in after)
