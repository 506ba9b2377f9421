"""How much of something, or how often, a sentence is about: what some do is not what all do, nor what only some may."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from fundamento.checks.wording import Vocabulary, Word, read_vocabulary, read_words, words_in

_I: Final = re.IGNORECASE
_PART: Final = re.compile(
    r"\b(?:casi tod[oa]s|almost all|nearly all"
    r"|algun[oa]s|ciert[oa]s|la mayor(?:ía| parte) de|muchos?|muchas|varios|varias|some|certain|most|many"
    r"|several|part of)(?: (?:of|the|los|las|de))* (?P<noun>[^\W\d_]{3,})",
    _I,
)
_ALL: Final = re.compile(
    r"\b(?:tod[oa]s|cada|cualquier|ningún|ninguna|all|every|each|any|no)(?: (?:of|the|los|las|sus|its"
    r"|their))* (?P<noun>[^\W\d_]{3,})",
    _I,
)
# Who is counted stands first and is not named.
_OPENS_WITH_ALL: Final = re.compile(
    r"\W*(?:tod[oa]s|todo el mundo|everyone|everybody|all|anyone|cualquiera|nadie|nobody|no one|none)\b", _I
)
_OPENS_WITH_PART: Final = re.compile(
    r"\W*(?:casi (?:tod[oa]s|todo el mundo)|(?:almost|nearly) (?:all|everyone|everybody)|la mayor(?:ía| parte)|most"
    r"|many|some|a few|several|algun[oa]s|much[oa]s|vari[oa]s|poc[oa]s|few)\b",
    _I,
)
_NOT_QUITE: Final = r"(?<!\bcasi )(?<!\bno )(?<!\bnot )(?<!\balmost )(?<!\bnearly )(?<!\bhardly )"
_ALWAYS: Final = re.compile(
    rf"{_NOT_QUITE}\b(?:siempre(?! (?:que|y cuando)\b)|nunca|jamás|always|never|in (?:all|every) cases?"
    r"|en todos los casos|sin excepción|without exception)\b",
    _I,
)
_SELDOM: Final = (
    r"a veces|en ocasiones|ocasionalmente|de vez en cuando|rara vez|raramente|apenas|casi nunca|sometimes|occasionally"
    r"|at times|now and then|rarely|seldom|hardly ever|almost never|nearly never"
)
_AT_TIMES: Final = re.compile(
    rf"\b(?:{_SELDOM}|a menudo|normalmente|generalmente|por lo general|en general|habitualmente|frecuentemente"
    r"|con frecuencia|casi siempre|no siempre|usually|often|generally|normally|typically|mostly|frequently|in general"
    r"|almost always|nearly always|not always"
    r"|(?:in|en) (?:some|many|most|certain|algunos|ciertos|determinados|muchos|la mayoría de los) (?:cases|casos))\b",
    _I,
)
# What a claim that is all the rest of a sentence leaves out.
_RESTRICTED: Final = re.compile(
    rf"\b(?:{_SELDOM}|(?:in|for|to|with|among|en|a|para|con|entre) "
    r"(?:some|certain|a few|a minority of|algun[oa]s|ciert[oa]s|determinad[oa]s|un[oa]s poc[oa]s|poc[oa]s)"
    r" (?:of the |de l[oa]s )?(?P<noun>[^\W\d_]{3,}))\b",
    _I,
)
_KEPT: Final = re.compile(
    r"\b(?:a veces|ocasion\w*|vez|raramente|apenas|casi|algun[oa]s?|algún|ciert[oa]s?|determinad[oa]s?|poc[oa]s"
    r"|part\w*|mayor(?:ía|es)?|much[oa]s?|vari[oa]s|normal\w*|general\w*|habitual\w*|frecuen\w*|a menudo|puede\w*"
    r"|pued[ae]n?|podr\w+|no tod[oa]s?|no siempre|sometimes|occasion\w*|at times|rare\w*|seldom|hardly|almost|nearly"
    r"|some|certain|few|most\w*|many|several|minority|usual\w*|often|typical\w*|frequent\w*|not (?:all|every|always)"
    r"|can|could|may|might|suele\w*|tend\w*)\b",
    _I,
)
_ONLY: Final = re.compile(
    r"(?<!\bno )(?<!\bnot )(?<!\bun )(?<!\buna )\b(?:only|solo|sólo|solamente|únicamente|exclusivamente|exclusively)\b"
    r"(?! [€$£]?\d)",
    _I,
)
_ONLY_WORDS: Final = frozenset(("only", "solo", "solamente", "unicamente", "exclusivamente", "exclusively"))
_ANYONE: Final = re.compile(r"\b(?:anyone|anybody|everyone|everybody|cualquiera|todo el mundo|quien quiera)\b", _I)
_LIMITING: Final = re.compile(
    r"\b(?:only|sol[oa]s?|sólo|solamente|únic\w*|exclu\w*|just|limit\w*|restrict\w*|restring\w*|reserv\w*|must|need\w*"
    r"|requi\w*|excep\w*|salvo|unless|without|sin|no|not|cannot|nadie|nobody|none|sole\w*|alone|but|pero|if|si"
    r"|deb\w+|siempre que|provided)\b|n't\b",
    _I,
)
_FOR_SOME: Final = re.compile(
    r"\b(?:only|sólo|solo|solamente|únic\w*|exclusiv\w*|limit\w*|restrict\w*|restring\w*|reserv\w*)\b", re.IGNORECASE
)
_HINT_WORDS: Final = """
almost nearly casi algunos algunas ciertos ciertas determinados determinadas mayoria mayor mucho muchos muchas varios
varias some certain most many several part few pocos pocas veces ocasiones ocasionalmente vez raramente apenas menudo
normalmente generalmente general habitualmente frecuentemente frecuencia siempre sometimes occasionally times rarely
seldom hardly usually often generally normally typically mostly frequently always anyone anybody everyone everybody
cualquiera mundo quien minority
"""
# A sentence with none of these words says nothing of how much or how often.
QUANTIFYING: Final = frozenset(_HINT_WORDS.split())
# They count, and are no part of what is counted.
_COUNTING_WORDS: Final = """
every everyone everybody everything anyone anybody nobody always never usually often todo mundo cualquiera siempre nunca
"""
_COUNTING: Final = frozenset(_COUNTING_WORDS.split())
_COVERED: Final = 0.75
_ENOUGH: Final = 0.6
_SAME: Final = 0.9


def find_widened(sentence: str, claim: str) -> Iterator[tuple[str, str]]:
    """Yield a reason and what a sentence says, where a claim makes more of it: all of some, only some of all."""
    if QUANTIFYING.isdisjoint(words_in(sentence)):
        return
    only = _find_only(claim)
    words = [word for word in read_words(claim) if word.stem and word.plain not in _COUNTING]
    if only:  # what follows at once names the few, and is no part of what they do
        named = next((word for word in words if word.start >= only.end()), None)
        words = [word for word in words if word is not named]
    if _share(read_vocabulary(sentence), words) < _ENOUGH:
        return
    kept = _PART.search(claim) is not None
    yield from (("part", found) for found in _widen(sentence, claim) if not kept)
    often = _AT_TIMES.search(sentence)
    if often and _ALWAYS.search(claim) and not _ALWAYS.search(sentence) and not _AT_TIMES.search(claim):
        yield "part", often[0]
    restricted = _RESTRICTED.search(sentence)
    if restricted and not _KEPT.search(claim) and _is_all_the_rest(sentence, restricted, words):
        yield "part", restricted[0]
    free = _ANYONE.search(sentence)
    if free and only and not _LIMITING.search(sentence[: free.end()]) and not _FOR_SOME.search(sentence):
        yield "restriction-added", free[0]


def _find_only(claim: str) -> re.Match[str] | None:
    return None if _ONLY_WORDS.isdisjoint(words_in(claim)) else _ONLY.search(claim)


def find_added_restriction(text: str, claim: str) -> str | None:
    """Return the word that restricts what a claim repeats of a text, which restricts nothing; None: there is none."""
    only = _find_only(claim)
    if only is None or _LIMITING.search(text):
        return None
    ours, theirs = ([word for word in read_words(each) if word.stem] for each in (claim, text))
    same = _share(Vocabulary(theirs), ours) == 1 and _share(Vocabulary(ours), theirs) >= _SAME
    return only[0] if same else None


def _widen(sentence: str, claim: str) -> Iterator[str]:
    """Yield `some` of a sentence that has become `all` in a claim."""
    partial, whole = _OPENS_WITH_PART.match(sentence), _OPENS_WITH_ALL.match(claim)
    if partial and whole and not _ALL.match(sentence):
        yield partial[0].strip()
    widened = _nouns(claim)
    widened -= _nouns(sentence) if widened else set()
    for found in _PART.finditer(sentence) if widened else ():
        noun = read_words(found["noun"])
        if noun and noun[0].stem in widened:
            yield found[0]


def _nouns(text: str) -> set[str]:
    return {word.stem for found in _ALL.finditer(text) for word in read_words(found["noun"]) if word.stem}


def _is_all_the_rest(sentence: str, found: re.Match[str], claim: Sequence[Word]) -> bool:
    rest = [word for word in read_words(f"{sentence[: found.start()]} {sentence[found.end() :]}") if word.stem]
    ours, known = Vocabulary(claim), Vocabulary(rest)
    told = found["noun"] is not None and any(ours.has(word) for word in read_words(found["noun"]))
    return not told and _share(ours, rest) >= _COVERED and _share(known, claim) >= _COVERED


def _share(known: Vocabulary, words: Sequence[Word]) -> float:
    return sum(known.has(word) for word in words) / len(words) if words else 0.0
